"""Exact values in the conversation: proofs, moves, hints, thinking aloud, reviews and damaged tables."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.conversation import FIVE_MOVES, Script, options, said
from support.stored_games import disk, played_session

import ai.proof
from ai.endgames.files import PACKAGED, tables_for
from ai.endgames.packed import file_name
from ai.engine import Engine, ExactMove, SearchInfo
from ai.proof import Proof, Prover
from ai.score import CERTAIN, MATE, ExactValue
from console.dialogue.proving import Attempt
from console.game.analysis import mistakes
from console.game.naming import Naming, counted
from console.storage import built_files
from console.storage.built_files import default_prover
from console.text import sentences
from console.text.proof import UNPROVED, ProofWriter
from console.text.review import Reviewer, exact_standing, thrown_away
from console.text.sentences import HELP_COSTS
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.position import Position
from engine.rules import AMERICAN, Jumping

NAMING = Naming(AMERICAN, BLACK, "console")
WON = "B:WK32:BK1,K5"
HELD = "W:WK8,15:B11,24"
SPOILT = "W:WK6,K16:B10,K12"
SIX_PIECES = "B:WK12,K21:B16,28,K11,K30"


def proof_of(fen: str, jumping: Jumping = "forced") -> Proof:
    proof = default_prover(AMERICAN, jumping).prove([parse_fen(fen, AMERICAN)], lambda: False)
    assert proof is not None
    return proof


def lines_of(proof: Proof, jumping: Jumping = "forced") -> list[str]:
    return list(ProofWriter(proof, AMERICAN, jumping, NAMING).lines())


# The sentences


@pytest.mark.parametrize(
    ("value", "heard"),
    [(ExactValue(1, 7), "wins in 4 moves"), (ExactValue(0), "draws"), (ExactValue(-1, 12), "loses in 6 moves"),
     (ExactValue(1), "wins"), (ExactValue(-1), "loses")],
)  # fmt: skip
def test_names_the_value_of_a_move(value: ExactValue, heard: str) -> None:
    assert sentences.worth(value) == heard


@pytest.mark.parametrize(
    ("fen", "jumping", "heard"),
    [
        (WON, "forced", "Black wins in 16 moves."),
        (WON, "huff", "Black wins in 18 moves at most."),
        ("B:W18:B15", "huff", "Black wins in 1 move."),
        ("B:W16,19:B12", "forced", "White has won."),
        ("B:WK28:BK1", "forced", "It is a draw."),
        ("B:WK28:BK1", "huff", "If every jump is made, it is a draw."),
        (HELD, "forced", "White can draw, but only with D4 C5."),
        ("B:W9,17:BK10,28", "forced", "Black can draw, but only with G1 H2, C5 D4 or C5 B4."),
        ("W:WK15,K27:BK20,K28", "forced", "It is a draw, though G3 F2 loses."),
    ],
)
def test_names_the_result_of_a_proof(fen: str, jumping: Jumping, heard: str) -> None:
    ai.proof.memory.cache_clear()
    assert ProofWriter(proof_of(fen, jumping), AMERICAN, jumping, NAMING).verdict() == heard


def test_names_a_win_that_holds_if_every_jump_is_made() -> None:
    conditional = replace(proof_of(SPOILT), if_jumps_are_made=True)
    heard = ProofWriter(conditional, AMERICAN, "huff", NAMING).verdict()
    assert heard == "If every jump is made, Black wins in 1 move."


def test_mentions_a_draw_that_may_come_first() -> None:
    proof = Proof(parse_fen(WON, AMERICAN), ExactValue(1, 31), may_be_drawn=True)
    assert ProofWriter(proof, AMERICAN, "forced", NAMING).verdict() == (
        "Black wins in 16 moves. A draw by repetition or by counting moves may come first."
    )


def test_describes_a_proof_move_by_move() -> None:
    lines = lines_of(proof_of(WON))
    assert lines[1:3] == ["  1. Black A7 B6 (1-6)", "  1... White H2 G1 (32-28); H2 G3 loses in 15 moves"]
    last = "14... White G5 H6 (26-30); G5 H4 loses in 2 moves, G5 F4 and G5 F6 lose in 1 move"
    assert last in " ".join(" ".join(lines).split())
    assert lines[-1] == "White has no men left: Black wins."
    assert sum(line.startswith("  ") and not line.startswith("   ") for line in lines) == 31
    assert max(map(len, lines)) <= 76


def test_describes_the_end_of_a_proof() -> None:
    assert lines_of(proof_of("B:WK28:BK1"))[-1] == "And so on: it is a draw."
    assert lines_of(proof_of("B:W32:B24,27,23"))[-1] == "White has no moves left: Black wins."
    begun = proof_of(WON)
    assert ProofWriter(replace(begun, steps=begun.steps[:2]), AMERICAN, "forced", NAMING).end() == (
        "And so on: the rest wins, too."
    )


# The words


@pytest.mark.parametrize("jumping", ["forced", "huff", "free"])
def test_says_that_there_is_no_proof(jumping: Jumping, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.proof, "NODES", 500)
    assert UNPROVED in said(["proof"], jumping=jumping)


def test_tells_how_much_it_has_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.proof, "NODES", 500)
    attempt = Attempt(Game(AMERICAN, "forced"), default_prover)
    assert (attempt.progress(), attempt.run(bool)) == ("", None)
    assert attempt.progress().endswith(" positions so far")


class Sure(Script):
    """An opponent whose search finds a win for every move."""

    def choose_move(self, *arguments: Any, **more: Any) -> SearchInfo:
        return replace(super().choose_move(*arguments, **more), score=CERTAIN)


@pytest.mark.parametrize(("seconds", "of_hint"), [(120, 120), (120, 0), (0, 120)])
def test_a_hint_claims_a_win_that_proof_can_prove(
    seconds: float, of_hint: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hinted move of a proved win is that of the proof. A hint does not look as long as a proof."""
    monkeypatch.setattr(ai.proof, "SECONDS", seconds)
    monkeypatch.setattr("console.activities.play.computer.PROOF_SECONDS", of_hint)
    ai.proof.memory.cache_clear()
    heard = " ".join(said(["hint", "proof"], Sure(), fen=SIX_PIECES, jumping="forced"))
    assert (" it wins" in heard, " it seems to win" in heard) == (bool(seconds and of_hint), not (seconds and of_hint))
    assert ("Black wins." in heard, UNPROVED in heard) == (bool(seconds), not seconds)


def test_names_the_proved_value_when_thinking_aloud() -> None:
    position = parse_fen(WON, AMERICAN)
    won = SearchInfo(MATE - 7, (), depth=9, nodes=1234)
    even = SearchInfo(4, (), depth=9, nodes=1234)
    proved = replace(won, proved=True)
    assert sentences.thought(won, BLACK, "forced", None).endswith(": Black seems to be winning.")
    assert sentences.thought(won, BLACK, "huff", ExactValue(1, 7)).endswith(": Black seems to be winning.")
    assert sentences.thought(proved, BLACK, "forced", None).endswith(": Black wins (proved).")
    assert sentences.thought(even, BLACK, "forced", ExactValue(0)).endswith(": a draw (proved).")
    assert sentences.thought(even, BLACK, "forced", ExactValue(-1, 8)).endswith(": White wins in 4 moves (proved).")
    assert sentences.thought(SearchInfo(0, ()), BLACK, "forced", ExactValue(0)) == (
        "There was nothing to think about: a draw (proved)."
    )
    assert "Black wins (proved);" in sentences.thinking(proved, position.side, NAMING, "forced")
    heard = said(["think", "A7 B6"], Script(["32-28"]), fen=WON, jumping="forced")
    assert "I looked 1 move ahead, at 1 position: Black wins in 15 moves (proved)." in heard


# Help


def test_hides_values_in_a_rated_game_until_help_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that fails is no help."""

    def one_ply_away(_: Engine, position: Position) -> list[ExactMove]:
        return [ExactMove(move, ExactValue(1, 1)) for move in Game(AMERICAN, start=position).legal_moves()]

    monkeypatch.setattr(Engine, "exact_moves", one_ply_away)
    monkeypatch.setattr(Prover, "prove", lambda *_: None)
    store = disk(tmp_path)
    typed = ["moves", "proof", "moves", "hint", "hint", "moves", FIVE_MOVES, "resign", "Y"]
    paper = played_session(typed, store, options(jumping="forced"))
    before, after = paper.split(HELP_COSTS["hint"].partition(":")[0])
    assert UNPROVED in before
    assert "You can move" in before[before.index(UNPROVED) :]
    assert "wins in 1 move)" not in before
    assert '"hint" and "proof" will tell you, and count as help.' in " ".join(before.split())
    assert "wins in 1 move" in after
    assert store.hall.records()[0].rating is None


@pytest.mark.slow
def test_keeps_the_rating_after_a_review_of_a_finished_game(tmp_path: Path) -> None:
    played_session([FIVE_MOVES, "resign", "Y", "review", "N"], store := disk(tmp_path))
    assert store.hall.records()[0].rating is not None


# The review


def test_names_a_win_and_a_draw_that_were_lost() -> None:
    tables = Prover(AMERICAN, tables=tables_for(AMERICAN))
    for fen, outcome in ((WON, 1), (HELD, 0)):
        position = parse_fen(fen, AMERICAN)
        for line in tables.prove([position]).steps:  # type: ignore[union-attr]  # there is a proof
            best = line.moves[0].value
            worse = [each for each in line.moves if each.value.outcome < best.outcome and best.outcome == outcome]
            if worse and line.before.side == position.side:
                break
        game = Game(AMERICAN, start=line.before)
        game.play(worse[0].move)
        exact = {0: line.moves}
        (mistake,) = mistakes(game, {}, exact)
        assert mistake.had == best
        assert mistake.better == (line.moves[0].move,)
        assert thrown_away(mistake, AMERICAN) == (
            f"let a win in {counted(((best.plies or 0) + 1) // 2, 'move')} slip" if outcome else "let the draw slip"
        )
        heard = Reviewer(game, NAMING).fault(mistake)
        assert heard.startswith(f"1{'.' if line.before.side == game.start.side else '...'} ")
        assert "was better" in heard


def test_does_not_call_a_slower_win_a_mistake() -> None:
    moves = Prover(AMERICAN, tables=tables_for(AMERICAN)).exact_moves(parse_fen("B:WK32:BK6,K9", AMERICAN))
    assert moves[0].value.plies != moves[-1].value.plies
    game = Game(AMERICAN, start=parse_fen("B:WK32:BK6,K9", AMERICAN))
    game.play(moves[-1].move)
    # A search that fears for the game does not matter.
    found = {0: SearchInfo(900, (moves[0].move,)), 1: SearchInfo(500, ())}
    assert len(mistakes(game, found)) == 1
    assert mistakes(game, found, {0: moves}) == []


def test_names_exact_values_of_positions() -> None:
    assert exact_standing(ExactValue(1, 9), BLACK, "forced") == "Black wins in 5 moves."
    assert exact_standing(ExactValue(-1, 8), BLACK, "forced", ("Dan", "Ann")) == "Ann wins in 4 moves."
    assert exact_standing(ExactValue(0), BLACK, "huff") == "A draw if every jump is made."


# Damage


def test_reports_a_table_damaged_for_the_computer_once() -> None:
    script = Script(["22-18", "23-19"])
    script.problems = ["american-3.tables is damaged."]
    heard = said(["C3 D4", "C7 D8", "moves"], script)
    assert heard.count("american-3.tables is damaged.") == 1


def test_reports_damaged_tables_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = (PACKAGED / file_name(AMERICAN, 2)).read_bytes()
    (tmp_path / file_name(AMERICAN, 2)).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    monkeypatch.setattr(built_files, "tables_folder_if_any", lambda: tmp_path)
    heard = said(["moves", "proof", "moves", "hint", "moves"], fen="B:W20:B10", jumping="forced")
    assert sum("damaged" in line for line in heard) == 1
