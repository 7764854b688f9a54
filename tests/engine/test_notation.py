"""Names of squares and moves, both ways, and the three ways in which typed text can fail."""

import random
import re

import pytest
from support.naive_generator import SETS
from support.naive_values import COMPILED, SETS_AND_JUMPINGS, position_of, route_of
from support.random_positions import ordered, random_state

from engine.fen import parse_fen
from engine.game import Game, IllegalMove
from engine.geometry import BLACK, WHITE, Geometry
from engine.moves import MoveGenerator
from engine.notation import (
    AmbiguousMove,
    UnreadableMove,
    algebraic_name,
    console_text,
    find_move,
    move_text,
    opening_step,
    parse_squares,
    read_move,
    square_name,
)
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Jumping

EIGHT = Geometry(8)
TEN = Geometry(10)
MIRRORED = Geometry(8, dark_left=False)
BOARDS = [EIGHT, TEN, MIRRORED]
HOMES = [BLACK, WHITE]


@pytest.mark.parametrize(
    ("home", "names"),
    [
        (BLACK, "A1=4 A7=1 B2=8 C3=11 D4=15 H8=29"),
        (WHITE, "A1=29 A7=32 B2=25 C3=22 D4=18 H8=4"),
    ],
    ids=["black-at-home", "white-at-home"],
)
def test_writes_console_names(home: int, names: str) -> None:
    for pair in names.split():
        name, number = pair.split("=")
        assert square_name(int(number), EIGHT, home) == name
        assert parse_squares(name, EIGHT, home) == (int(number),)


def test_names_the_lower_left_dark_square_of_the_home_side_a1() -> None:
    assert [square_name(number, EIGHT, BLACK) for number in (4, 3, 2, 1)] == ["A1", "A3", "A5", "A7"]
    assert [square_name(number, TEN, WHITE) for number in (46, 47, 48, 49, 50)] == ["A1", "A3", "A5", "A7", "A9"]


def test_standard_numbers_begin_at_blacks_right() -> None:
    assert [EIGHT.row_and_column(number) for number in (1, 2, 3, 4)] == [(0, 6), (0, 4), (0, 2), (0, 0)]
    assert [EIGHT.row_and_column(number) for number in (5, 8, 29, 32)] == [(1, 7), (1, 1), (7, 7), (7, 1)]


def test_tuples_count_rows_from_the_top_left() -> None:
    assert parse_squares("(5,2) (4,3)", EIGHT, BLACK) == parse_squares("C3 D4", EIGHT, BLACK) == (11, 15)
    assert parse_squares("(5, 2)(4,3)", EIGHT, WHITE) == parse_squares("C3 D4", EIGHT, WHITE) == (22, 18)


@pytest.mark.parametrize("home", HOMES)
def test_reads_c3_d4_as_a_first_move_of_either_home_side(home: int) -> None:
    game = Game(AMERICAN)
    if home == WHITE:
        game.play(game.legal_moves()[0])
    move = find_move(parse_squares("C3 D4", EIGHT, home), game.routes())
    assert console_text(move, EIGHT, home) == "C3 D4"


def test_names_the_squares_of_the_large_board() -> None:
    names = {square_name(number, TEN, BLACK) for number in range(1, 51)}
    assert len(names) == 50
    assert {name[0] for name in names} == set("ABCDEFGHIJ")
    assert {int(name[1:]) for name in names} == set(range(1, 11))
    assert (square_name(5, TEN, BLACK), square_name(46, TEN, BLACK)) == ("A1", "J10")
    assert parse_squares("j10 I9", TEN, BLACK) == (46, 41)


@pytest.mark.parametrize("home", HOMES)
@pytest.mark.parametrize("geometry", BOARDS, ids=["eight", "ten", "mirrored"])
def test_reads_back_every_square_by_all_names(geometry: Geometry, home: int) -> None:
    for number in range(1, geometry.squares + 1):
        name = square_name(number, geometry, home)
        pair = f"({geometry.size - 1 - 'ABCDEFGHIJ'.index(name[0])},{int(name[1:]) - 1})"
        for text in (name, name.lower(), pair, str(number)):
            assert parse_squares(text, geometry, home) == (number,)
        assert square_name(geometry.squares + 1 - number, geometry, 1 - home) == name


def test_algebraic_names_count_from_whites_left_and_whites_side() -> None:
    assert [algebraic_name(number, EIGHT) for number in (29, 32, 22, 18, 4)] == ["a1", "g1", "c3", "d4", "h8"]
    assert len({algebraic_name(number, EIGHT) for number in range(1, 33)}) == 32


@pytest.mark.parametrize("text", ["C9 D10", "c9d10", "C 9 to D 10", "C9TOD10", "40-35", "40to35", "(7,8) (6,9)"])
def test_reads_the_tenth_column(text: str) -> None:
    assert parse_squares(text, TEN, WHITE) == (40, 35)


@pytest.mark.parametrize(("geometry", "step"), [(EIGHT, "C3 D4"), (TEN, "D4 E5"), (MIRRORED, "C2 D3")])
def test_example_in_an_error_is_a_first_move(geometry: Geometry, step: str) -> None:
    rules = next(rules for rules in RULE_SETS.values() if rules.geometry == geometry and rules.first == WHITE)
    numbers = opening_step(geometry, WHITE)
    assert parse_squares(step, geometry, WHITE) == numbers
    assert find_move(numbers, Game(rules).routes())
    with pytest.raises(UnreadableMove, match=f"like {step}, or {numbers[0]}-{numbers[1]}"):
        parse_squares("?", geometry, WHITE)


@pytest.mark.parametrize(
    "text",
    [
        "C3 D4",
        "c3d4",
        "C3-D4",
        "c3 to d4",
        "C3,D4",
        "c3, d4",
        "C3xD4",
        "  C3   D4 ",
        "c3:d4",
        "C3 TO D4",
        "C3 15",
        "c3-d4.",
        "11-15",
        "11 15",
        "11,15",
        "11x15",
        "11 to 15",
        "11to15",
        "c3tod4",
        "C3TO15",
        "(5,2)to(4,3)",
        "(5,2) (4,3)",
        "(5,2),(4,3)",
        "( 5 , 2 ) to (4,3)",
    ],
)
def test_ignores_case_spaces_commas_and_dashes(text: str) -> None:
    assert parse_squares(text, EIGHT, BLACK) == (11, 15)


def test_reads_a_whole_jump_path() -> None:
    assert parse_squares("C3 E5 G7", EIGHT, BLACK) == (11, 18, 25)
    assert parse_squares("18x11x4", EIGHT, BLACK) == (18, 11, 4)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", '""'),
        ("   ", '"'),
        ("hello", "hello"),
        ("C3 ?", "?"),
        ("C3 Z", "Z"),
        ("C", "C"),
        ("I1", "I1"),
        ("C3 I9", "I9"),
        ("C9", "C9"),
        ("C0", "C0"),
        ("C4", "C4"),
        ("C3 C4", "C4"),
        ("0", "0"),
        ("33", "33"),
        ("11-99", "99"),
        ("(8,0)", "(8,0)"),
        ("(0,8)", "(0,8)"),
        ("(5,3)", "(5,3)"),
        ("(5,2", "(5,2"),
        ("11-15 then 18", "then 18"),
        ("\x1b[A", '"?[A"'),
        ("C3\x00D4", '"?D4"'),
    ],
)
def test_quotes_unreadable_text(text: str, quoted: str) -> None:
    with pytest.raises(UnreadableMove, match=re.escape(quoted)):
        parse_squares(text, EIGHT, BLACK)


def _read(text: str, geometry: Geometry) -> tuple[int, ...] | str:
    """Return the squares, or the error message."""
    try:
        return parse_squares(text, geometry, WHITE)
    except UnreadableMove as error:
        return str(error)


def test_reads_or_rejects_text_of_any_length() -> None:
    for text in ("9" * 5000, f"({'9' * 5000},1)", "C" * 5000, "C3 " * 5000, "(" * 5000, "to " * 5000, "x" * 5000):
        read = _read(text, EIGHT)
        assert isinstance(read, str) or set(read) == {22}


def test_reads_or_rejects_random_text() -> None:
    rng = random.Random("typed")
    for _ in range(5000):
        text = "".join(rng.choices("abchijxto()123890,-: \t²٣é\x00", k=rng.randint(0, 10)))
        for geometry in BOARDS:
            read = _read(text, geometry)
            assert isinstance(read, str) or all(1 <= number <= geometry.squares for number in read)


def test_the_three_errors_are_value_errors_of_different_kinds() -> None:
    kinds = (UnreadableMove, IllegalMove, AmbiguousMove)
    for kind in kinds:
        assert issubclass(kind, ValueError)
        assert not any(issubclass(kind, other) for other in kinds if other is not kind)


def _routes(fen: str, name: str, jumping: Jumping = "forced") -> list[Move]:
    rules = RULE_SETS[name]
    return MoveGenerator(rules, jumping).routes(parse_fen(fen, rules))


TWO_WAYS = "B:W10,11,18,19:BK7"
TWO_MOVES = "B:W7,8,15,16,32:B3"


def test_finds_a_jump_by_an_unambiguous_part_of_its_path() -> None:
    routes = _routes("B:W18,26,32:B12,14", "american")
    for named in ((14, 23, 30), (14, 30)):
        assert find_move(named, routes).path == (14, 23, 30)
    wrong: list[tuple[int, ...]] = [(14, 23), (14,), (30, 14), (14, 22, 30), (12, 16), (14, 23, 30, 23)]
    for squares in wrong:
        with pytest.raises(IllegalMove, match="-".join(map(str, squares))):
            find_move(squares, routes)


def test_finds_a_partial_jump_if_jumps_may_stop_early() -> None:
    routes = _routes("B:W18,26,32:B12,14", "american", "huff")
    assert find_move((14, 23), routes).path == (14, 23)
    assert find_move((14, 30), routes).path == (14, 23, 30)


def test_two_routes_of_one_move_are_not_ambiguous() -> None:
    routes = _routes(TWO_WAYS, "american")
    assert find_move((7, 7), routes).captured in {(10, 18, 19, 11), (11, 19, 18, 10)}
    assert find_move((7, 14, 7), routes).path == (7, 14, 23, 16, 7)
    assert find_move((7, 23, 16, 7), routes).path == (7, 14, 23, 16, 7)
    with pytest.raises(IllegalMove):
        find_move((7, 16, 14, 7), [move for move in routes if move.path == (7, 14, 23, 16, 7)])
    assert move_text(routes[0], routes) == "7x7"


def test_writes_all_landing_squares_of_ambiguous_moves() -> None:
    routes = _routes(TWO_MOVES, "american")
    assert {move.path for move in routes} == {(3, 12, 19), (3, 10, 19)}
    with pytest.raises(AmbiguousMove, match="3-19"):
        find_move((3, 19), routes)
    texts = {move_text(move, routes) for move in routes}
    assert texts == {"3x12x19", "3x10x19"}
    for move in routes:
        assert find_move(move.path, routes) == move


def test_writes_steps_and_jumps_as_in_pdn() -> None:
    routes = _routes("B:W32:B11", "american")
    assert {move_text(move, routes) for move in routes} == {"11-15", "11-16"}
    routes = _routes("W:W18:B15,4", "american")
    assert [move_text(move, routes) for move in routes] == ["18x11"]
    routes = _routes("W:W18:B15,8,1", "american")
    assert [move_text(move, routes) for move in routes] == ["18x4"]
    assert [console_text(move, EIGHT, WHITE) for move in routes] == ["D4 F6 H8"]


@pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)
def test_reads_back_every_written_move(name: str, jumping: Jumping) -> None:
    rng = random.Random(f"notation {name} {jumping}")
    rules = RULE_SETS[name]
    generator = MoveGenerator(rules, jumping)
    positions = [Position.start(rules)]
    positions += [position_of(rules, random_state(SETS[name], rng)) for _ in range(200 if COMPILED else 60)]
    for position in positions:
        routes, moves = generator.routes(position), generator.legal_moves(position)
        for move in moves:
            text = move_text(move, moves)
            assert find_move(parse_squares(text, rules.geometry, BLACK), routes).after == move.after
            assert read_move(text, routes).after == move.after
            assert move_text(move, routes) == text
        for route in routes:
            assert find_move(route.path, routes) == route
            for home in HOMES:
                typed = console_text(route, rules.geometry, home)
                assert find_move(parse_squares(typed, rules.geometry, home), routes) == route
        assert len({move_text(move, moves) for move in moves}) == len(ordered({route_of(move) for move in moves}))


@pytest.mark.parametrize("text", ["11-15 x", "11-15-", "11x18 to", "c3 d4 x", "- 11-15"])
def test_rejects_a_sign_without_squares_on_both_sides(text: str) -> None:
    with pytest.raises(UnreadableMove):
        parse_squares(text, EIGHT, BLACK)
    assert parse_squares("  11-15 !. ", EIGHT, BLACK) == (11, 15)
