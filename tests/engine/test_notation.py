"""Names of squares, and moves in numbers, both ways."""

import random

import pytest
from support.cases import cases
from support.naive_generator import SETS
from support.naive_values import SETS_AND_JUMPINGS, position_of, route_of
from support.random_positions import ordered, random_state

from engine.fen import parse_fen
from engine.game import IllegalMove
from engine.geometry import BLACK, WHITE, Geometry, algebraic_name, square_name, squares_of
from engine.moves import MoveGenerator
from engine.notation import (
    NUMBERS,
    AmbiguousMove,
    UnreadableMove,
    find_move,
    move_text,
    pair_of_squares,
    read_move,
    read_squares,
    written_moves,
)
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Jumping

EIGHT = Geometry(8)
TEN = Geometry(10)


@pytest.mark.parametrize(
    ("geometry", "home", "names"),
    [
        (EIGHT, BLACK, "A1=4 A7=1 B2=8 C3=11 D4=15 H8=29"),
        (EIGHT, WHITE, "A1=29 A7=32 B2=25 C3=22 D4=18 H8=4"),
        (TEN, BLACK, "A1=5 A9=1 J10=46"),
        (TEN, WHITE, "A1=46 A9=50 J10=5"),
    ],
)
def test_console_names_count_from_the_home_side(geometry: Geometry, home: int, names: str) -> None:
    for pair in names.split():
        name, number = pair.split("=")
        assert square_name(int(number), geometry, home) == name
    assert len({square_name(number, geometry, home) for number in range(1, geometry.squares + 1)}) == geometry.squares


def test_standard_numbers_begin_at_blacks_right() -> None:
    assert [EIGHT.row_and_column(number) for number in (1, 2, 3, 4)] == [(0, 6), (0, 4), (0, 2), (0, 0)]
    assert [EIGHT.row_and_column(number) for number in (5, 8, 29, 32)] == [(1, 7), (1, 1), (7, 7), (7, 1)]


def test_algebraic_names_count_from_whites_left_and_whites_side() -> None:
    assert [algebraic_name(number, EIGHT) for number in (29, 32, 22, 18, 4)] == ["a1", "g1", "c3", "d4", "h8"]
    assert len({algebraic_name(number, EIGHT) for number in range(1, 33)}) == 32


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


@pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)
def test_reads_back_every_written_move(name: str, jumping: Jumping) -> None:
    rng = random.Random(f"notation {name} {jumping}")
    rules = RULE_SETS[name]
    generator = MoveGenerator(rules, jumping)
    positions = [Position.start(rules)]
    positions += [position_of(rules, random_state(SETS[name], rng)) for _ in range(25)]
    for position in positions:
        routes, moves = generator.routes(position), generator.legal_moves(position)
        for move in moves:
            text = move_text(move, moves)
            assert read_move(text, routes).after == move.after
            assert move_text(move, routes) == text
        for route in routes:
            assert find_move(route.path, routes) == route
        assert len({move_text(move, moves) for move in moves}) == len(ordered({route_of(move) for move in moves}))


FROM_BLACK = NUMBERS | {square_name(number, EIGHT, BLACK).lower(): number for number in range(1, 33)}
FROM_ABOVE = {f"({7 - row},{column})": n for n in range(1, 33) for row, column in [EIGHT.row_and_column(n)]}


@pytest.mark.parametrize(("text", "squares"), cases("written_moves"))
def test_reads_squares_as_they_are_written(text: str, squares: str) -> None:
    names = FROM_BLACK | FROM_ABOVE
    if not squares.startswith("- "):
        assert read_squares(text, names, ["to", "takes?"]) == tuple(map(int, squares.split()))
        return
    with pytest.raises(UnreadableMove) as caught:
        read_squares(text, names, ["to", "takes?"])
    assert caught.value.part == squares[2:]
    assert caught.value.is_square == (squares in ("- 99", "- J9"))


def test_reads_moves_that_name_only_columns() -> None:
    routes, names = _routes("W:Wc3,e3:Bd4,h8", "russian"), {algebraic_name(n, EIGHT): n for n in range(1, 33)}
    assert [move.path for move in written_moves("ce5", names, routes)] == [(22, 15)]
    assert [move.path for move in written_moves("e:c", names, routes)] == [(23, 14)]
    assert written_moves("ab4", names, routes) == []


def test_two_squares_as_programs_write_them_are_read_at_once() -> None:
    names = squares_of(AMERICAN.geometry)
    for text in ("11-15", "01x10", "c3:e5", "12-12"):
        assert pair_of_squares(text, names) == read_squares(text, names)
    for text in ("11-15-18", "11 15", "33-29", "11-15!", "C3-D4", "cd4", ""):
        assert pair_of_squares(text, names) is None
