"""Whole games under every rule set, and random input."""

import io
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from support.conversation import Script, answer_after, converse, message_lines, options
from support.naive_generator import SETS
from support.naive_values import SETS_AND_JUMPINGS, position_of
from support.random_positions import random_state

from console.cli.composition import dialogue_of
from console.dialogue.loop import Dialogue
from console.game.move_input import JumpPath
from console.game.naming import Naming
from console.game.options import default_jumping
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.text.illegal_moves import why_not
from console.text.rules import explain
from engine.game import Game, IllegalMove
from engine.geometry import BLACK
from engine.notation import AmbiguousMove
from engine.position import Move
from engine.rules import RULE_SETS, Jumping, Rules

EVERY_JUMPING = pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)


def quiet(game: Game) -> Move:
    """Return a step that leaves no side a capture, if there is one, to the position that occurred least often."""
    past, middle = game.positions_since_progress(), game.rules.geometry.squares // 2

    def noise(move: Move) -> tuple[bool, bool, bool, int]:
        boards = [replace(move.after, side=side) for side in (1 - game.side, game.side)]
        theirs, mine = (bool(Game(game.rules, start=board).captures()) for board in boards)
        astray = not game.rules.kings_range and (move.end > middle) == (game.side == BLACK)
        return theirs, mine, astray, past.count(move.after)

    return min(game.legal_moves(), key=noise)


class Quiet(Script):
    """An opponent that plays for a draw."""

    def _next(self, game: Game, rng: random.Random) -> Move:
        return quiet(game)


def played_by(dialogue: Dialogue, choose: Callable[[Game], Move]) -> str:
    """Return the transcript of a game in which the player types the moves of ``choose`` square by square."""
    out = io.StringIO()

    def typed() -> bytes:
        if dialogue.state.game.outcome is not None:
            return b""
        move = choose(dialogue.state.game)
        return f"{dialogue.state.naming.move(move)}{answer_after(dialogue.state.game, move)}\n".encode()

    assert PlainFrontEnd(dialogue, LineReader(typed, lambda: False), out, echo=True).run() == 0
    return out.getvalue()


def corners(rules: Rules) -> tuple[int, int]:
    """Return a square of White's king and one of Black's in opposite rows, on different diagonals."""
    if not rules.dark_left and rules.kings_fly:
        return 4, 29
    return rules.geometry.squares, 1


DRAWS = {
    "american": "40 moves each without progress",
    "brazilian": "5 moves each when one or two kings face one king, two kings, or a king and a man",
    "international": "5 moves each when a lone king faces one or two pieces, at least one of them a king",
    "pool": "15 king moves each without a capture",
    "spanish": "20 king moves each without a capture",
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws_after_quiet_moves_and_names_their_number(name: str) -> None:
    white, black = corners(RULE_SETS[name])
    chosen = options(fen=f"W:WK{white}:BK{black}", rules=name, jumping=default_jumping(RULE_SETS[name]))
    paper = played_by(dialogue_of(chosen, random.Random(1), Quiet()), quiet)
    assert f"The game is a draw: {DRAWS[name]}." in " ".join(message_lines(paper))
    assert paper.count("I move") == int(DRAWS[name].split()[0])


@EVERY_JUMPING
def test_ends_every_game_of_random_moves_with_a_result(name: str, jumping: Jumping) -> None:
    rng = random.Random(f"{name} {jumping}")
    dialogue = dialogue_of(options(rules=name, jumping=jumping), rng, Script())
    paper = played_by(dialogue, lambda game: rng.choice(game.legal_moves()))
    assert dialogue.state.game.outcome is not None
    assert "Another game (Y/N)? " in paper
    assert max(map(len, paper.splitlines())) <= 78


@EVERY_JUMPING
def test_survives_random_input(name: str, jumping: Jumping) -> None:
    rng = random.Random(f"typed {name} {jumping}")
    geometry = RULE_SETS[name].geometry
    words = ["", "undo", "redo", "moves", "hint", "board", "flip", "Y", "N", "rules", f"rules {name}", "draw", "l 3"]
    lines = []
    for _ in range(30):
        squares = [f"{rng.choice('ABCDEFGHIJ')}{rng.randint(1, 11)}" for _ in range(rng.randint(1, 4))]
        numbers = rng.choice(("-", "x", " to ", "to")).join(str(rng.randint(1, 51)) for _ in range(2))
        dark = [geometry.row_and_column(rng.randint(1, geometry.squares)) for _ in range(2)]
        pairs = " ".join(f"({row},{column})" for row, column in dark)
        first = " ".join(f"{letter}{rng.randint(1, 10)}" for letter in "CD")
        lines.append(rng.choice((" ".join(squares), numbers, pairs, first, rng.choice(words))))
    paper = converse(lines, options(rules=name, jumping=jumping), Script(agrees=False))
    assert paper.endswith("Good-bye, Dan.\n")


@EVERY_JUMPING
def test_gives_a_reason_for_every_illegal_move(name: str, jumping: Jumping) -> None:
    """It is given for any square after any part of a possible move, and for any piece."""
    rng = random.Random(f"refused {name} {jumping}")
    rules = RULE_SETS[name]
    numbers = range(1, rules.geometry.squares + 1)
    for _ in range(4):
        game = Game(rules, jumping, position_of(rules, random_state(SETS[name], rng)))
        if game.outcome is not None:
            continue
        naming = Naming(rules, game.side, "console")
        begun = {move.path[:length] for move in game.possible() for length in range(len(move.path) + 1)}
        begun |= {(number,) for number in numbers}
        path = JumpPath.of(game)
        for squares in rng.sample([(*before, number) for before in sorted(begun) for number in numbers], 100):
            if len(squares) == 1 and path.along(*squares).routes:
                continue  # it lifts a man
            try:
                path.to(squares)
            except AmbiguousMove:
                continue
            except IllegalMove:
                reason = why_not(game, squares, naming)
                assert reason != "That is not a legal move."
                assert len(reason) <= 78


def test_plays_a_rule_set_that_is_added_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Rules(
        name="home",
        summary="as at home",
        size=10,
        rows_of_men=4,
        dark_left=False,
        kings_fly=True,
        kings_range=True,
        choice=("kings", "pieces"),
        crowning="passes",
        draw_after=3,
    )
    monkeypatch.setitem(RULE_SETS, "home", home)
    paper = converse(["rules", "home", "rules home", "D3 E4"], options(), Script(["16-21"]))
    assert "breakthrough-64 and home." in " ".join(paper.split())
    assert "home, forced; kings are capitals" in paper
    assert "\n".join(explain(home)) in paper
    assert "I move" in paper
    chosen = options(fen="W:WK48:BK1", rules="home", jumping="forced")
    assert "draw: 3 king moves each without a capture." in played_by(
        dialogue_of(chosen, random.Random(1), Quiet()), quiet
    )
