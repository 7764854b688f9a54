"""Proofs: best play from tables, and claims that hold if jumps are declined."""

import weakref
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from support.positions_with_few_pieces import positions_with_few_pieces

import ai.proof
from ai.analyzer import Analyzer
from ai.endgames.files import PACKAGED, tables_for
from ai.endgames.packed import file_name
from ai.engine import SearchInfo, never
from ai.proof import Proof, Prover
from ai.score import CERTAIN, LIKELY, ExactValue
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules

TABLES = tables_for(AMERICAN)
SOON = 4  # plies of the longest win that plain minimax checks


def proof_of(fen: str, jumping: Jumping = "forced", rules: Rules = AMERICAN) -> Proof | None:
    return Prover(rules, jumping, tables_for(rules)).prove([parse_fen(fen, rules)])


def wins(game: Game, winner: int, plies: int) -> bool:
    """Return True if a side wins within ``plies``, huffs included: plain minimax over games."""
    if not game.huffable and game.outcome is not None:
        return game.outcome.winner == winner
    if not plies and not game.huffable:
        return False
    results = []
    if game.huffable:
        for number in game.huffable:
            after = game.copy()
            after.huff(number)
            results.append(wins(after, winner, plies))
        after = game.copy()
        after.waive_huff()
        results.append(wins(after, winner, plies))
        return any(results) if game.side == winner else all(results)
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        results.append(wins(after, winner, plies - 1))
        if results[-1] == (game.side == winner):
            break
    return any(results) if game.side == winner else all(results)


def plies_of(values: Sequence[ExactValue]) -> list[int]:
    return [value.plies or 0 for value in values]


@pytest.mark.parametrize("name", ["american", "russian"])
def test_shows_the_quickest_win_against_the_longest_defense(name: str) -> None:
    rules = RULE_SETS[name]
    tables = tables_for(rules)
    prover, generator = Prover(rules, tables=tables), MoveGenerator(rules)
    lengths = set()
    for position in positions_with_few_pieces(rules, Random(3), (2, 3), 15):
        value = tables.find(position)
        proof = prover.prove([position])
        assert proof is not None
        assert (proof.value, proof.at_most, proof.if_jumps_are_made) == (value, False, False)
        if proof.winner is None:
            continue
        assert len(proof.steps) == proof.value.plies
        lengths.add(len(proof.steps))
        for number, step in enumerate(proof.steps):
            assert step.before == proof.position_at(number)
            assert {each.move for each in step.moves} == set(generator.legal_moves(step.before))
            left = plies_of([each.value for each in step.moves if each.value.outcome == step.moves[0].value.outcome])
            assert left[0] == len(proof.steps) - number
            if step.before.side == proof.winner:
                assert left == sorted(left)
            else:
                assert left == sorted(left, reverse=True)
                assert len(left) == len(step.moves)
        assert not generator.can_move(proof.position_at(len(proof.steps)))
    assert len(lengths) > 3


def test_shows_drawing_moves_without_a_repetition() -> None:
    prover = Prover(AMERICAN, tables=TABLES)
    shown = 0
    for position in positions_with_few_pieces(AMERICAN, Random(4), (2, 3, 4), 12):
        proof = prover.prove([position])
        assert proof is not None
        if proof.winner is None:
            shown += 1
            assert 0 < len(proof.steps) <= 20
            assert all(step.moves[0].value == ExactValue(0) for step in proof.steps)
            boards = [proof.position_at(number) for number in range(len(proof.steps) + 1)]
            assert len(set(boards)) == len(boards)
    assert shown > 1


@pytest.mark.parametrize("jumping", ["huff", "free"])
def test_claims_hold_if_jumps_are_declined(jumping: Jumping) -> None:
    prover = Prover(AMERICAN, jumping, TABLES)
    claimed = 0
    for position in positions_with_few_pieces(AMERICAN, Random(8), (3, 4), 60):
        value = TABLES.find(position)
        if value is None or not value.plies or value.plies > SOON:
            continue
        proof = prover.prove([position])
        if proof is not None and not proof.if_jumps_are_made:
            assert proof.at_most
            assert proof.winner is not None
            assert proof.value.plies is not None
            assert wins(Game(AMERICAN, jumping, position), proof.winner, proof.value.plies)
            claimed += 1
    assert claimed > 4


def test_claims_a_conditional_win_until_the_declined_jumps_are_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declining costs a man here, and the win takes longer; without huffs it is no win that can be proved."""
    ai.proof.memory.cache_clear()
    spoilt = "W:WK6,K16:B10,K12"
    forced = proof_of(spoilt)
    monkeypatch.setattr(ai.proof, "SECONDS", 0)
    at_once = proof_of(spoilt, "huff")
    monkeypatch.setattr(ai.proof, "SECONDS", 60)
    covered = proof_of(spoilt, "huff")
    assert forced is not None
    assert at_once is not None
    assert covered is not None
    assert forced.value == at_once.value == ExactValue(-1, 2)
    assert (at_once.if_jumps_are_made, covered.if_jumps_are_made, covered.at_most) == (True, False, True)
    assert covered.winner == forced.winner
    assert not wins(Game(AMERICAN, "huff", parse_fen(spoilt, AMERICAN)), 0, 2)
    monkeypatch.setattr(ai.proof, "NODES", 1_000)
    assert proof_of(spoilt, "free") is None


def test_claims_a_conditional_draw_if_jumps_may_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.proof, "NODES", 1_000)
    drawn = "B:WK28:BK1"
    proof = proof_of(drawn, "huff")
    assert proof is not None
    assert proof.if_jumps_are_made
    assert proof_of(drawn, "free") is None


@pytest.mark.parametrize("jumping", ["forced", "huff"])
def test_proves_a_win_by_search(jumping: Jumping, monkeypatch: pytest.MonkeyPatch) -> None:
    ai.proof.memory.cache_clear()
    monkeypatch.setattr(ai.proof, "NODES", 100_000)
    monkeypatch.setattr(ai.proof, "SECONDS", 60)
    proof = Prover(AMERICAN, jumping).prove([parse_fen("W:WK12,K15,K18:B8,21,22", AMERICAN)])
    assert proof is not None
    assert (proof.value.plies, proof.if_jumps_are_made, proof.at_most) == (9, False, True)
    before = [step.before for step in proof.steps]
    assert before == [proof.position_at(number) for number in range(len(before))]
    left = [step.moves[0].value.plies or 0 for step in proof.steps]
    assert all(after < now for now, after in pairwise(left))
    for step in proof.steps:
        if step.before.side != proof.winner:
            assert {each.move for each in step.moves} == set(MoveGenerator(AMERICAN, jumping).legal_moves(step.before))
            assert max(plies_of([each.value for each in step.moves])) == step.moves[0].value.plies
    assert not MoveGenerator(AMERICAN).can_move(proof.position_at(len(proof.steps)))
    ai.proof.memory(AMERICAN, jumping).entries[WHITE][proof.position_at(2)].plies = 8  # it is at most so long
    again = Prover(AMERICAN, jumping).prove([proof.start])
    assert again is not None
    assert [step.moves[0].value.plies for step in again.steps[:2]] == [9, 8]


def test_claims_nothing_without_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Position.start(AMERICAN)
    assert Prover(AMERICAN, tables=TABLES).prove([start], lambda: True) is None
    monkeypatch.setattr(ai.proof, "SECONDS", 0.1)
    assert Prover(AMERICAN, tables=TABLES).prove([start]) is None


def test_shows_a_win_of_unknown_length_up_to_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packaged tables of five pieces with two men have outcomes only."""
    ai.proof.memory.cache_clear()
    monkeypatch.setattr(ai.proof, "NODES", 100)
    monkeypatch.setattr(ai.proof, "NODES_ON_THE_WAY", 100)
    monkeypatch.setattr(ai.proof, "NODES_OF_OPEN_PLAY", 3_000)
    proof = proof_of("B:W22,29:BK1,K5,K6")
    assert proof is not None
    assert (proof.value, proof.may_be_drawn) == (ExactValue(1), True)
    values = [step.moves[0].value for step in proof.steps]
    assert (values[0].plies is None, values[-1].plies is None) == (True, False)
    assert [value.outcome for value in values] == [1, -1] * (len(values) // 2) + [1] * (len(values) % 2)
    monkeypatch.setattr(ai.proof, "SECONDS", 0)
    at_once = Prover(AMERICAN, tables=TABLES).prove([proof.start])
    assert at_once is not None
    assert len(at_once.steps) == 1


TWO_AHEAD = "B:WK11,21:B5,15,18,K19"
"""The tables are reached soonest by giving the king away."""


@pytest.mark.slow
def test_gives_up_no_piece_that_it_need_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.proof, "SECONDS", 600)
    proof = proof_of(TWO_AHEAD)
    assert proof is not None
    assert proof.winner == BLACK
    assert len(proof.steps) > 1
    assert proof.steps[-1].move.after.black.bit_count() == 4


def test_reports_that_the_rules_may_draw_before_the_win() -> None:
    kings = parse_fen("B:WK32:BK1,K5", AMERICAN)
    other = parse_fen("B:WK28:BK1,K5", AMERICAN)
    prover = Prover(AMERICAN, tables=TABLES)

    def may_be_drawn(*since_progress: Position) -> bool:
        proof = prover.prove(since_progress)
        assert proof is not None
        return proof.may_be_drawn

    assert not may_be_drawn(kings)
    assert may_be_drawn(kings, other, kings)
    plies = TABLES.find(kings)
    assert plies is not None
    assert plies.plies is not None
    pairs = [(one, two) for one in range(1, 16) for two in range(16, 25)]
    many = [parse_fen(f"W:WK29:BK{one},K{two}", AMERICAN) for one, two in pairs]
    room = 2 * AMERICAN.draw_after - plies.plies
    assert not may_be_drawn(*many[:room], kings)
    assert may_be_drawn(*many[: room + 1], kings)


@pytest.mark.timeout(60)
def test_reports_damaged_tables(tmp_path: Path) -> None:
    for pieces in (2, 3):
        whole = (PACKAGED / file_name(AMERICAN, pieces)).read_bytes()
        at = len(whole) - 1 if pieces == 3 else 0
        (tmp_path / file_name(AMERICAN, pieces)).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    problems: list[str] = []
    tables = tables_for(AMERICAN, tmp_path, problems.append)
    prover = Prover(AMERICAN, "forced", tables, problems)
    assert len(prover.problems) == 1
    for position in positions_with_few_pieces(AMERICAN, Random(1), (3,), 60):
        prover.exact_moves(position)
    assert len(prover.problems) == 2
    assert "damaged" in prover.problems[1]


def test_proves_a_win_that_ends_in_the_tables() -> None:
    """The search claims the same win, in a review and in a hint."""
    ai.proof.memory.cache_clear()
    position = parse_fen("B:WK14,8,29:BK11,9,3", AMERICAN)
    proof = Prover(AMERICAN, tables=TABLES).prove([position])
    assert proof is not None
    assert (proof.winner, proof.if_jumps_are_made) == (BLACK, False)
    steps = proof.steps
    assert len(steps) > 5
    for number, step in enumerate(steps):
        assert step.before == proof.position_at(number)
        if step.before.side != BLACK:
            assert {each.move for each in step.moves} == set(MoveGenerator(AMERICAN).legal_moves(step.before))
    found = Analyzer(AMERICAN).analyze([position], never)
    assert found.proved
    assert found.claim == found.score


@pytest.mark.parametrize(("jumping", "fen"), [("forced", "W:WK12,K15,K18:B8,21,22"), ("huff", "W:WK6,K16:B10,K12")])
def test_frees_its_hash_table_at_once(jumping: Jumping, fen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cycle would keep it until the garbage collector runs."""
    monkeypatch.setattr(ai.proof, "SECONDS", 0)
    prover = Prover(AMERICAN, jumping, TABLES)
    prover.prove([parse_fen(fen, AMERICAN)])
    freed = weakref.ref(prover)
    del prover
    assert freed() is None


def test_looks_longer_when_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ai.proof.memory.cache_clear()
    monkeypatch.setattr(ai.proof, "NODES", 500)
    prover, start, searched = Prover(AMERICAN, tables=TABLES), Position.start(AMERICAN), [0]
    for _ in range(3):
        assert prover.prove([start]) is None
        searched.append(prover.nodes)
    assert searched[3] > 2 * searched[1]


def test_a_win_that_is_not_proved_is_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    prover, position = Prover(AMERICAN, tables=TABLES), parse_fen("B:W13,K14,17,29:B5,6,15,21,K23", AMERICAN)
    for score in (CERTAIN, -CERTAIN):
        found = prover.checked([position], SearchInfo(score, ()), never, 0.0)
        assert (found.proved, found.claim) == (False, LIKELY if score > 0 else -LIKELY)
