"""The Hub protocol: how clients write positions and moves, and how their convention is found."""

from collections.abc import Iterator

import pytest
from support.cases import cases
from support.hub_client import BLACK_BEGINS, FIRST_IS_W, Client

from ai.hub.conventions import (
    FIRST_PLAYER_BELOW,
    FROM_A1,
    MOVES_FROM_A1,
    STANDARD,
    TURNED,
    Convention,
    HubGame,
    SquareOne,
    conventions,
    hub_move_text,
    position_letters,
    read_game,
    read_hub_move,
    read_position,
    square,
)
from engine.fen import parse_fen
from engine.geometry import BLACK, algebraic_name
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

UPPER_LEFT = SquareOne.UPPER_LEFT
INTERNATIONAL_START = "W" + 20 * "b" + 10 * "e" + 20 * "w"
WHITE_ABOVE = 12 * "w" + 8 * "e" + 12 * "b"
STARTS = {"black begins": BLACK_BEGINS, "first is W": FIRST_IS_W, "large": INTERNATIONAL_START}
STARTS |= {"W, white above": "W" + WHITE_ABOVE, "B, white above": "B" + WHITE_ABOVE}
STARTS["large, white above"] = "W" + 20 * "w" + 10 * "e" + 20 * "b"
CONVENTIONS = {"STANDARD": STANDARD, "TURNED": TURNED, "FROM_A1": FROM_A1}
CONVENTIONS |= {"MOVES_FROM_A1": MOVES_FROM_A1, "FIRST_PLAYER_BELOW": FIRST_PLAYER_BELOW}


@pytest.fixture
def client() -> Iterator[Client]:
    """Provide a client whose searches end with the test."""
    one = Client()
    one.send("level depth=1")
    yield one
    one.close()


def read(rules: str, letters: str, moves: str = "", last: Convention | None = None) -> HubGame:
    """Read a game as from a client of this set."""
    ways = conventions(RULE_SETS[rules], letters, moves, last)
    return read_game(MoveGenerator(RULE_SETS[rules]), letters, moves, ways)


def first_moves(rules: str, one: SquareOne) -> set[str]:
    """Return the moves from the start as a client writes them."""
    start = Position.start(RULE_SETS[rules])
    moves = MoveGenerator(RULE_SETS[rules]).legal_moves(start)
    return {hub_move_text(move, start.geometry, one) for move in moves}


# Letters and numbers


@pytest.mark.parametrize("name", ["american", "russian", "thai", "international"])
def test_writes_a_letter_for_each_square_in_order(name: str) -> None:
    rules = RULE_SETS[name]
    start = Position.start(rules)
    men = rules.rows_of_men * rules.geometry.per_row
    sides = "bw" if rules.numbered_from == BLACK else "wb"
    letters = "BW"[rules.first] + men * sides[0] + (rules.geometry.squares - 2 * men) * "e" + men * sides[1]
    assert position_letters(start) == letters
    assert read_position(letters, rules) == start


def test_square_one_is_in_the_named_corner() -> None:
    geometry = RULE_SETS["russian"].geometry
    first = {one: algebraic_name(square(1, geometry, one), geometry) for one in SquareOne}
    assert first == {SquareOne.UPPER_LEFT: "b8", SquareOne.LOWER_LEFT: "a1", SquareOne.LOWER_RIGHT: "g1"}
    from_a1 = [algebraic_name(square(number, geometry, SquareOne.LOWER_LEFT), geometry) for number in range(1, 33)]
    assert from_a1[:9] == ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3"]
    assert from_a1[-1] == "h8"


@pytest.mark.parametrize("name", ["american", "italian", "international"])
@pytest.mark.parametrize("one", SquareOne)
def test_the_square_mapping_is_its_own_inverse(name: str, one: SquareOne) -> None:
    geometry = RULE_SETS[name].geometry
    numbers = range(1, geometry.squares + 1)
    squares = [square(number, geometry, one) for number in numbers]
    assert sorted(squares) == list(numbers)
    assert [square(number, geometry, one) for number in squares] == list(numbers)


@pytest.mark.parametrize(
    "letters",
    ["", "B", BLACK_BEGINS[:-1], BLACK_BEGINS + "e", "X" + BLACK_BEGINS[1:], "Bz" + BLACK_BEGINS[2:], "Bw" + 31 * "e"],
)
def test_rejects_an_invalid_position(letters: str) -> None:
    with pytest.raises(ValueError, match=r"position|square"):
        read_position(letters, AMERICAN)


def test_names_a_man_on_its_king_row_by_the_clients_number() -> None:
    russian = RULE_SETS["russian"]
    with pytest.raises(ValueError, match="the man on square 2 stands on its king row"):
        read_position("Wew" + 30 * "e", russian)
    with pytest.raises(ValueError, match="the man on square 30 stands on its king row"):
        read_position("We" + 28 * "e" + "w" + 2 * "e", russian, SquareOne.LOWER_LEFT)


@pytest.mark.parametrize("one", SquareOne)
def test_reads_captured_squares_in_any_order(one: SquareOne) -> None:
    geometry = AMERICAN.geometry
    moves = MoveGenerator(AMERICAN).legal_moves(parse_fen("B:W6,15,24,32:B1", AMERICAN))
    start, end, *captured = (square(number, geometry, one) for number in (1, 28, 6, 15, 24))
    in_order = "x".join(map(str, (start, end, *sorted(captured))))
    assert [hub_move_text(move, geometry, one) for move in moves] == [in_order]
    backward = "x".join(map(str, (start, end, *sorted(captured, reverse=True))))
    assert read_hub_move(backward, moves, geometry, one) == moves[0]


@pytest.mark.parametrize(
    "wrong", ["1x28", "1-28", "1x28x6x15", "1x10x6", "", "1", "x", "1x28x6x15x24x24", "1x28x6x15x240", "0-0", "33-28"]
)
def test_rejects_an_invalid_move(wrong: str) -> None:
    moves = MoveGenerator(AMERICAN).legal_moves(parse_fen("B:W6,15,24,32:B1", AMERICAN))
    with pytest.raises(ValueError, match=r"move|legal"):
        read_hub_move(wrong, moves, AMERICAN.geometry, UPPER_LEFT)


def test_keeps_the_positions_since_the_last_progress() -> None:
    letters = position_letters(parse_fen("B:WK32,21:BK1,2", AMERICAN))
    assert len(read("american", letters, "1-6 32-27 6-1 27-32").positions) == 5
    assert len(read("american", letters, "1-6 32-27 2-7 27-32").positions) == 2


# Conventions


@pytest.mark.parametrize(("rules", "start", "moves", "name"), cases("hub_conventions"))
def test_finds_the_convention_by_the_start_or_the_moves(rules: str, start: str, moves: str, name: str) -> None:
    letters, convention = STARTS[start], CONVENTIONS[name]
    game = read(rules, letters, moves)
    assert game.convention == convention
    first = Position.start(RULE_SETS[rules])
    generator = MoveGenerator(RULE_SETS[rules])
    position = Position(first.geometry, first.black, first.white, 0, 0, game.positions[0].side ^ len(moves.split()) % 2)
    for text in moves.split():
        legal = generator.legal_moves(position)
        position = read_hub_move(text, legal, first.geometry, convention.in_moves).after
    assert game.positions[-1] == position


def test_without_evidence_keeps_the_last_convention() -> None:
    letters = position_letters(parse_fen("W:W18,K27:B5,K32", AMERICAN))
    for last in (STANDARD, FIRST_PLAYER_BELOW, TURNED):
        assert read("american", letters, last=last).convention == last
    assert read("russian", letters, last=MOVES_FROM_A1).convention == MOVES_FROM_A1
    assert read("russian", letters).convention == STANDARD


def test_a_man_on_its_king_row_does_not_rotate_the_board() -> None:
    letters = "Ww" + 20 * "e" + "b" + 10 * "e"
    for rules in ("american", "italian", "russian", "brazilian"):
        with pytest.raises(ValueError, match="the man on square 1 stands on its king row"):
            read(rules, letters)
    assert read("italian", letters, "1-5").convention == TURNED
    assert read("italian", letters, last=TURNED).convention == TURNED


# Conversation


@pytest.mark.parametrize("variant", ["english", "russian", "italian", "spanish", "international"])
def test_moves_have_the_numbers_of_the_position(client: Client, variant: str) -> None:
    """Letter k of the position is square k of every move, and pydraughts 0.5 sends a game so, with W to begin."""
    rules = RULE_SETS.get(variant, AMERICAN)
    letters = FIRST_IS_W if variant == "english" else position_letters(Position.start(rules))
    squares, side, moves = [*letters[1:]], letters[0].lower(), ""
    client.send(f"set-param name=variant value={variant}", "level nodes=20", "init")
    for _ in range(16):
        client.send(f"pos pos={letters}" + (f' moves="{moves.strip()}"' if moves else ""), "go think")
        if not (move := client.done().removeprefix("done")):
            break
        start, end, *captured = (int(number) - 1 for number in move.replace("-", "x").split("x"))
        assert squares[start].lower() == side
        piece, squares[start] = squares[start], "e"
        assert squares[end] == "e"
        for each in captured:
            assert squares[each].lower() == "wb".replace(side, "")
            squares[each] = "e"
        squares[end] = piece
        side, moves = "wb".replace(side, ""), f"{moves} {move}"
    assert len(moves.split()) > 12
    assert not [line for line in client.said() if line.startswith("error")]


def test_answers_by_the_convention_of_the_moves(client: Client) -> None:
    russian = MoveGenerator(RULE_SETS["russian"])
    client.send("set-param name=variant value=russian", "level depth=4")
    for moves, convention in (("22-17", STANDARD), ("10-13", MOVES_FROM_A1)):
        client.send(f"pos pos={FIRST_IS_W} moves={moves}", "go think")
        *_, info, done = client.until("done")
        line = info.split('pv="')[1].rstrip('"').split()
        assert done == f"done move={line[0]} ponder={line[1]}"
        read_game(russian, FIRST_IS_W, f"{moves} {' '.join(line)}", [convention])  # raises if illegal


def test_keeps_a_convention_until_the_variant_is_set(client: Client) -> None:
    ending = position_letters(parse_fen("W:W21:B1", AMERICAN))  # a3 and b8
    client.send("set-param name=variant value=russian", f"pos pos={ending}", "go think")
    assert client.done() == "21-17"
    client.send(f"pos pos={FIRST_IS_W} moves=10-13", f"pos pos={ending}", "go think")
    assert client.done() == "9-13"
    client.send("set-param name=variant value=russian", f"pos pos={ending}", "go think")
    assert client.done() == "21-17"


# Positions of another board than that of the variant


def test_51_letters_mean_the_large_board_for_any_variant(client: Client) -> None:
    first = first_moves("international", UPPER_LEFT)
    client.send(f"pos pos={INTERNATIONAL_START}", "go think")
    assert client.done() in first
    client.send("set-param name=variant value=russian", f"pos pos={INTERNATIONAL_START}", "go think")
    assert client.done() in first
    client.send(f"pos pos={FIRST_IS_W}", "go think")
    assert client.done() in first_moves("russian", UPPER_LEFT)
    assert not [line for line in client.said() if line.startswith("error")]


@pytest.mark.parametrize("variant", ["killer", "losing"])
def test_plays_a_named_variant_of_the_large_board(client: Client, variant: str) -> None:
    client.send(f"set-param name=variant value={variant}", f"pos pos={INTERNATIONAL_START}", "go think")
    assert client.done() in first_moves("international", UPPER_LEFT)
    assert not [line for line in client.said() if line.startswith("error")]


def test_a_small_position_is_none_of_the_large_board(client: Client) -> None:
    client.send("set-param name=variant value=international", f"pos pos={FIRST_IS_W}", "go think")
    refused, second, done = client.said()
    assert "is no position of international: it has W or B and then 50 letters" in refused
    assert (second.split()[0], done) == ("error", "done")


def test_quotes_the_error_of_the_likeliest_convention(client: Client) -> None:
    client.send(f"pos pos=Ww{30 * 'e'}w moves=1-5")
    assert "the man on square 1 stands on its king row" in client.said()[0]
