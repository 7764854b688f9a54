"""The solver: its proofs are complete, its claims are true, and a position that repeats is no win."""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest
from support.positions_with_few_pieces import positions_with_few_pieces

import ai.solver
from ai.endgames.files import tables_for
from ai.engine import Engine, never
from ai.search.options import PROVING_OPTIONS
from ai.solver import Solver
from engine.fen import parse_fen
from engine.game import Game, Turn, stuck
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.position import Move
from engine.rules import AMERICAN, RULE_SETS, Jumping


def after(polls: int) -> Callable[[], bool]:
    """Return a stop function that returns True from a number of calls on."""
    calls = count()
    return lambda: next(calls) >= polls


def solver_of(jumping: Jumping, winner: int, tabled_pieces: int = 1, name: str = "american") -> Solver:
    rules = RULE_SETS[name]
    searched: Jumping = "free" if jumping == "free" else "forced"
    engine = Engine(rules, PROVING_OPTIONS, searched, tables=tables_for(rules), tabled_pieces=tabled_pieces)
    return Solver(engine, jumping, winner, {})


@pytest.mark.parametrize(
    ("fen", "winner", "tabled_pieces"), [("W:WK12,K15,K18:B8,21,22", WHITE, 1), ("W:WK6,K16:B10,K12", BLACK, 5)]
)
def test_a_proof_covers_every_reply(fen: str, winner: int, tabled_pieces: int) -> None:
    """In huff, where neither search nor tables prove anything, it ends where the game does."""
    root = parse_fen(fen, AMERICAN)
    solver, legal = solver_of("huff", winner, tabled_pieces), MoveGenerator(AMERICAN, "huff")
    assert solver.solve(root, never)
    waiting, seen, ends = [root], set(), 0
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        entry, over = solver.won(position), stuck(legal, position)
        assert entry is not None
        if over is not None:
            assert over.winner == winner
            ends += 1
        elif position.side == winner:
            assert entry.move is not None
            game = Game(AMERICAN, "huff", position)
            game.play(entry.move)
            assert not game.huffable
            waiting.append(entry.move.after)
        else:
            for move in legal.legal_moves(position):
                game = Game(AMERICAN, "huff", position)
                game.play(move)
                huffed = [move.after.without(number) for number in game.huffable]
                wins = [after for after in (move.after, *huffed) if solver.won(after)]
                assert wins
                waiting.append(wins[0])
    assert ends > 5
    again = Solver(Engine(AMERICAN), "huff", winner, solver.entries)
    assert again.solve(root, lambda: True)
    assert again.nodes == 0


@pytest.mark.parametrize("jumping", ["forced", "huff", "free"])
def test_the_loser_has_every_move_and_the_winner_those_that_cannot_be_huffed(jumping: Jumping) -> None:
    legal, left_out = MoveGenerator(AMERICAN, jumping), 0
    for position in positions_with_few_pieces(AMERICAN, Random(5), (4, 5, 6), 80):
        moves = legal.legal_moves(position)
        huffable = dict[Move, bool]()
        for move in moves:
            game = Game(AMERICAN, jumping, position)
            game.replay(Turn(move, move.after))
            huffable[move] = bool(game.huffable)
        for winner in (BLACK, WHITE):
            found = [child.move for child in solver_of(jumping, winner).children(position)]
            assert found == [move for move in moves if position.side != winner or not huffable[move]]
            left_out += len(moves) - len(found)
    assert bool(left_out) == (jumping == "huff")


@pytest.mark.parametrize("name", ["american", "russian", "italian"])
def test_claims_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver has tables of two pieces, and may be wrong in none of the positions of larger tables."""
    monkeypatch.setattr(ai.solver, "NODES", 20)
    rules = RULE_SETS[name]
    tables, proved = tables_for(rules), 0
    solvers = [solver_of("forced", winner, 2, name) for winner in (BLACK, WHITE)]
    for position in positions_with_few_pieces(rules, Random(3), (3, 4), 6):
        value = tables.find(position)
        assert value is not None
        for solver in solvers:
            if not solver.solve(position, after(40)):
                continue
            proved += 1
            assert value.outcome == (1 if position.side == solver.winner else -1)
            plies = solver.entries[position].plies
            assert plies is None or (value.plies is not None and plies >= value.plies)
    assert proved > 1


def test_no_win_is_refuted_by_a_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two kings walk in circles before they win against one."""
    monkeypatch.setattr(ai.solver, "NODES", 5)
    tables, solver = tables_for(AMERICAN), solver_of("forced", BLACK, 2)
    solver.solve(parse_fen("W:W13:BK20,K22", AMERICAN), after(300))
    assert len(solver.entries) > 100
    for position, entry in solver.entries.items():
        value = tables.find(position)
        assert value is not None
        assert entry.disproof or value.outcome != (1 if position.side == BLACK else -1)
    polls = count()
    solver.solve(parse_fen("W:WK10:BK1,K19", AMERICAN), lambda: next(polls) >= 20)
    assert next(polls) > 20, "the solver gave it up on the way, and tries it again by itself"


@pytest.mark.parametrize("jumping", ["forced", "huff", "free"])
def test_a_repetition_is_no_win(jumping: Jumping) -> None:
    drawn = parse_fen("B:WK28:BK1", AMERICAN)
    for winner in (BLACK, WHITE):
        assert not solver_of(jumping, winner, 1).solve(drawn, after(30))
