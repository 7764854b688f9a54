"""Typed squares, in every notation, and the messages about text that names no squares."""

import json
import random
import re
from collections.abc import Iterator

import pytest
from support.naive_generator import SETS
from support.naive_values import SETS_AND_JUMPINGS, position_of
from support.paths import DATA
from support.random_positions import random_state

from console.game.move_input import UnreadableMove, parse_squares
from console.game.naming import SQUARE_STYLES, Naming, SquareStyle, opening_step
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import find_move
from engine.pdn.writer import pdn_move
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules, losing_game

TEN, MIRRORED = RULE_SETS["international"], RULE_SETS["italian"]
BOARDS = [AMERICAN, TEN, MIRRORED]
RUSSIAN_LOSING = losing_game(RULE_SETS["russian"])
HOMES = [BLACK, WHITE]
FROM_BLACK = Naming(AMERICAN, BLACK, "console")
TYPED = json.loads((DATA / "typed_squares.json").read_text("ascii"))


def test_tuples_count_rows_from_the_top_left() -> None:
    for naming in (FROM_BLACK, FROM_BLACK._replace(letters="algebraic"), FROM_BLACK._replace(in_numbers=True)):
        assert parse_squares("(5,2) (4,3)", naming) == (11, 15)
        assert parse_squares("(5, 2)(4,3)", naming._replace(home=WHITE)) == (22, 18)


def test_reads_the_tenth_column() -> None:
    for text in ("C9 D10", "c9d10", "C 9 to D 10", "C9TOD10", "40-35", "40to35", "(7,8) (6,9)"):
        assert parse_squares(text, Naming(TEN, WHITE, "console")) == (40, 35)


@pytest.mark.parametrize(
    ("name", "step"),
    [("american", "C3 D4"), ("international", "D4 E5"), ("italian", "C2 D3"), ("spanish", "C2 D3"), ("thai", "B2 C3")],
)
def test_example_in_an_error_is_a_first_move(name: str, step: str) -> None:
    rules = RULE_SETS[name]
    naming, numbers = Naming(rules, rules.first, "console"), opening_step(rules, rules.first)
    assert parse_squares(step, naming) == numbers
    assert find_move(numbers, Game(rules).routes())
    with pytest.raises(UnreadableMove, match=f"like {step}, or {numbers[0]}-{numbers[1]}"):
        parse_squares("?", naming)


@pytest.mark.parametrize("text", TYPED["spellings of 11-15"])
def test_ignores_case_spaces_commas_and_dashes(text: str) -> None:
    assert parse_squares(text, FROM_BLACK) == (11, 15)


@pytest.mark.parametrize(("text", "quoted"), TYPED["unreadable, with what the error quotes"])
def test_quotes_unreadable_text(text: str, quoted: str) -> None:
    with pytest.raises(UnreadableMove, match=re.escape(quoted)):
        parse_squares(text, FROM_BLACK)


def _read(text: str, rules: Rules) -> set[int]:
    """Return the squares that are read; none if the text is rejected."""
    try:
        return set(parse_squares(text, Naming(rules, WHITE, "console")))
    except UnreadableMove:
        return set()


def test_reads_or_rejects_any_text() -> None:
    for text in ("9" * 5000, f"({'9' * 5000},1)", "C" * 5000, "C3 " * 5000, "(" * 5000, "to " * 5000, "x" * 5000):
        assert _read(text, AMERICAN) <= {22}
    rng = random.Random("typed")
    for _ in range(500):
        text = "".join(rng.choices("abchijxto()123890,-: \t²٣é\x00", k=rng.randint(0, 10)))
        for rules in BOARDS:
            assert _read(text, rules) <= set(range(1, rules.geometry.squares + 1))


# Other notations than that of the console


def _namings(rules_name: str) -> Iterator[Naming]:
    """Yield every notation of a rule set, from both seats."""
    for home in HOMES:
        for style in SQUARE_STYLES:
            yield Naming.of(RULE_SETS[rules_name], home, style)


@pytest.mark.parametrize(("name", "chosen", "step"), TYPED["first steps of Black"])
def test_names_squares_as_usual_or_as_chosen(name: str, chosen: SquareStyle | None, step: str) -> None:
    """The example is a first step of Black, from Black's seat."""
    rules = RULE_SETS[name]
    naming = Naming.of(rules, BLACK, chosen)
    assert naming.example == step
    assert parse_squares(step, naming) == opening_step(rules, BLACK)


@pytest.mark.parametrize("rules", [*(rules for rules in RULE_SETS.values() if rules.algebraic), RUSSIAN_LOSING])
def test_writes_a_jump_as_in_files_but_for_its_sign(rules: Rules) -> None:
    routes = MoveGenerator(rules).routes(parse_fen("W:W22,29:B18", rules))
    naming = Naming.of(rules, WHITE, None)
    written = pdn_move(routes[0], routes, rules).replace("x", rules.capture_sign)
    assert naming.move(routes[0]) == naming.path_of(routes[0].path, routes) == written
    assert Naming.of(rules, WHITE, "numbers").sign(jumps=True) == "x"


def test_algebraic_letters_name_the_column_from_either_seat() -> None:
    for home in HOMES:
        naming = Naming(AMERICAN, home, "algebraic")
        assert parse_squares("c3-d4", naming) == parse_squares("C3:D4", naming) == (22, 18)
        assert naming.squares((22, 4)) == "c3 and h8"
    assert Naming(TEN, BLACK, "algebraic").any_of((50, 46, 5, 45)) == "a1, i1, j2 or j10"
    assert Naming(TEN, BLACK, "console", in_numbers=True).all_of((46, 5, 50)) == "5, 46 and 50"


def test_reads_letters_as_usual_by_the_rules_if_squares_have_numbers() -> None:
    assert parse_squares("b4", Naming.of(RULE_SETS["russian"], WHITE, "numbers")) == (17,)
    assert parse_squares("b4", Naming.of(RULE_SETS["american"], WHITE, "numbers")) == (26,)


@pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)
def test_reads_back_every_form_of_every_move(name: str, jumping: Jumping) -> None:
    rng = random.Random(f"typed {name} {jumping}")
    rules = RULE_SETS[name]
    generator = MoveGenerator(rules, jumping)
    positions = [Position.start(rules)]
    positions += [position_of(rules, random_state(SETS[name], rng)) for _ in range(4)]
    for position in positions:
        routes, moves = generator.routes(position), generator.legal_moves(position)
        for naming in _namings(name):
            for move in moves:
                assert _found(naming.both(move, moves), naming, routes).after == move.after
            for route in routes:
                text = naming.move(route)
                for form in (text, text.upper(), f"12. {text}", f"3... {text}?!", f"{text}!", f"{text}."):
                    assert _found(form, naming, routes) == route
                assert parse_squares(naming.ends(route), naming) == (route.start, route.end)


def _found(text: str, naming: Naming, routes: list[Move]) -> Move:
    """Return the move that a text names."""
    return find_move(parse_squares(text, naming), routes)


@pytest.mark.parametrize("name", ["american", "international", "italian", "spanish"])
def test_reads_back_every_square(name: str) -> None:
    for naming in _namings(name):
        for number in range(1, naming.geometry.squares + 1):
            text = naming.square(number)
            row, column = naming.geometry.row_and_column(
                number if naming.home == BLACK else naming.geometry.squares + 1 - number
            )
            for form in (text, text.upper(), text.lower(), str(number), f"({naming.geometry.size - 1 - row},{column})"):
                assert parse_squares(form, naming) == (number,)
            if not naming.in_numbers:
                labels = naming.row_label(number), naming.column_label(number)
                assert parse_squares("".join(sorted(labels, reverse=True)), naming) == (number,)


def test_rejects_numbers_in_parentheses_of_another_move() -> None:
    assert parse_squares("C3 E5 G7 (11-25)", FROM_BLACK) == (11, 18, 25)
    with pytest.raises(UnreadableMove, match='"C3 D4" and "11-16" are not the same squares'):
        parse_squares("C3 D4 (11-16)", FROM_BLACK)


@pytest.mark.parametrize(("text", "said"), TYPED["unreadable in algebraic notation"])
def test_explains_squares_in_the_notation_of_the_player(text: str, said: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        parse_squares(text, Naming(AMERICAN, WHITE, "algebraic"))
    assert str(error.value) == said
