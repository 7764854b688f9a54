"""The Hub protocol: what a client may send, in any order and broken in any way."""

import queue
import random
import time
from collections.abc import Iterator

import pytest

from ai.score import MATE
from console.hub.protocol import Hub
from console.hub.search import score_text
from console.hub.text import (
    find_move,
    half_turned,
    move_text,
    position_text,
    quoted,
    read_game,
    read_line,
    read_position,
)
from engine.fen import fen_text, parse_fen
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

BLACK_BEGINS = "B" + 12 * "b" + 8 * "e" + 12 * "w"
FIRST_IS_W = "W" + BLACK_BEGINS[1:]
PATIENCE = 20.0


class Client:
    """Sends lines and reads answers."""

    def __init__(self) -> None:
        self.answers: queue.Queue[str] = queue.Queue()
        self.hub = Hub(self.answers.put)
        self.hub.hear("set-param name=megabytes value=1")

    def send(self, *lines: str) -> None:
        """Send lines none of which ends the conversation."""
        for line in lines:
            assert self.hub.hear(line)

    def until(self, command: str) -> list[str]:
        """The answers up to the first of this command."""
        found = [self.answers.get(timeout=PATIENCE)]
        while found[-1].split()[0] != command:
            found.append(self.answers.get(timeout=PATIENCE))
        return found

    def said(self) -> list[str]:
        """The answers that are there now."""
        found = []
        while not self.answers.empty():
            found.append(self.answers.get())
        return found

    def done(self) -> str:
        """The move of a search that ends by itself."""
        return self.until("done")[-1].split()[1].removeprefix("move=")


@pytest.fixture
def client() -> Iterator[Client]:
    """A client whose searches have ended when the test has."""
    one = Client()
    yield one
    one.hub.close()


# Text


def test_a_line_is_a_command_with_arguments_flags_and_quotes() -> None:
    line = read_line('  level moves=9 infinite time="1.5 s" x = y empty="" ')
    assert line is not None
    assert line.command == "level"
    assert line.arguments == {"moves": "9", "infinite": "", "time": "1.5 s", "x": "y", "empty": ""}
    assert read_line("  \t ") is None


@pytest.mark.parametrize("text", ['pos pos="B', "=", "a = = b", 'a"b', "pos ="])
def test_a_line_that_is_none_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="cannot read"):
        read_line(text)


@pytest.mark.parametrize("text", ["", "two words", 'a "quote"', "a=b", "line\nbreak"])
def test_what_is_quoted_can_be_read(text: str) -> None:
    written = f"error message={quoted(text)}"
    assert "\n" not in written
    line = read_line(written)
    assert line is not None
    assert line.arguments["message"] == text.replace('"', "'").replace("\n", " ")


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_letters_are_those_of_the_squares_in_order(name: str) -> None:
    rules = RULE_SETS[name]
    start = Position.start(rules)
    men = rules.rows_of_men * rules.geometry.per_row
    letters = "BW"[rules.first] + men * "b" + (rules.geometry.squares - 2 * men) * "e" + men * "w"
    assert position_text(start) == letters
    assert read_position(letters, rules) == start


def test_kings_are_capitals_and_turning_round_twice_is_nothing() -> None:
    position = parse_fen("B:W18,K27:B5,K32", AMERICAN)
    letters = position_text(position)
    assert (letters[0], letters[5], letters[18], letters[27], letters[32]) == ("B", "b", "w", "W", "B")
    assert read_position(letters, AMERICAN) == position
    assert fen_text(half_turned(position)) == "W:WK1,28:BK6,15"
    assert half_turned(half_turned(position)) == position


@pytest.mark.parametrize(
    "text",
    ["", "B", BLACK_BEGINS[:-1], BLACK_BEGINS + "e", "X" + BLACK_BEGINS[1:], "Bz" + BLACK_BEGINS[2:], "Bw" + 31 * "e"],
)
def test_a_position_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"position|square"):
        read_position(text, AMERICAN)


def test_a_capture_names_all_it_takes_in_any_order() -> None:
    generator = MoveGenerator(AMERICAN)
    moves = generator.legal_moves(parse_fen("B:W6,15,24,32:B1", AMERICAN))
    assert [move_text(move) for move in moves] == ["1x28x6x15x24"]
    assert find_move("1x28x24x6x15", moves) == moves[0]
    for wrong in ("1x28", "1-28", "1x28x6x15", "1x10x6", "", "1", "x", "1x28x6x15x24x24", "1x28x6x15x240"):
        with pytest.raises(ValueError, match=r"move|legal"):
            find_move(wrong, moves)


def test_the_positions_handed_on_are_those_repetition_can_see() -> None:
    generator = MoveGenerator(AMERICAN)
    letters = position_text(parse_fen("B:WK32,21:BK1,2", AMERICAN))
    assert len(read_game(generator, letters, "1-6 32-27 6-1 27-32", False).positions) == 5
    assert len(read_game(generator, letters, "1-6 32-27 2-7 27-32", False).positions) == 2


def test_scores_are_in_men_and_a_win_counts_down_from_a_hundred() -> None:
    assert [score_text(score) for score in (0, 7, -134, MATE - 3, 4 - MATE)] == [
        "0.00",
        "0.07",
        "-1.34",
        "99.97",
        "-99.96",
    ]


# The conversation


def test_the_handshake(client: Client) -> None:
    client.send("hub", "init")
    said = client.said()
    assert said[0].startswith('id name="EGA Checkers" version=')
    assert said[-2:] == ["wait", "ready"]
    variants = next(line for line in said if line.startswith("param name=variant"))
    assert all(name in variants for name in (*RULE_SETS, "english"))


def test_a_search_tells_how_far_it_came_and_ends_with_a_legal_move(client: Client) -> None:
    client.send("init", f"pos pos={BLACK_BEGINS}", "level depth=4", "go think")
    answers = client.until("done")
    info = read_line(answers[-2])
    assert info is not None
    assert {"depth", "score", "nodes", "time", "nps", "pv"} == set(info.arguments)
    assert info.arguments["depth"] == "4"
    done = read_line(answers[-1])
    assert done is not None
    moves = [done.arguments["move"], done.arguments["ponder"]]
    assert info.arguments["pv"].split()[:2] == moves
    assert read_game(MoveGenerator(AMERICAN), BLACK_BEGINS, " ".join(moves), False).positions


def test_a_search_needs_no_init_and_a_level_may_be_of_nodes(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS} moves=9-14", "level nodes=300", "go analyze")
    assert find_move(client.done(), MoveGenerator(AMERICAN).legal_moves(read_game_of("9-14")))


def read_game_of(moves: str) -> Position:
    """The position after moves from the start."""
    return read_game(MoveGenerator(AMERICAN), BLACK_BEGINS, moves, False).positions[-1]


@pytest.mark.parametrize(
    "level",
    [
        "move-time=0.02",
        "time=0.4",
        "moves=1 time=0.03",
        "time=0.3 inc=0.02",
        "time=-1",
        "move-time=0",
        "time=-0.05 inc=0.1",
    ],
)
def test_every_kind_of_clock_ends_a_search(client: Client, level: str) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", f"level {level}", "go think")
    assert client.done()


def test_stop_ends_an_endless_search_and_ping_does_not(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", "level infinite", "go analyze", "ping")
    client.until("pong")
    time.sleep(0.03)
    assert not any(line.startswith("done") for line in client.said())
    client.send("stop")
    assert client.done()


def test_a_pondering_search_waits_for_the_hit(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS} moves=9-14", "level depth=1", "go ponder")
    time.sleep(0.1)
    assert not any(line.startswith("done") for line in client.said())
    client.send("ponder-hit")
    assert client.done()
    client.send("level move-time=0.01", "go ponder", "ponder-hit")
    assert client.done()
    client.send("go ponder", "stop")
    assert client.done()


def test_an_only_move_is_made_at_once_but_analysed(client: Client) -> None:
    client.send(f"pos pos={position_text(parse_fen('B:W6,15,24,32:B1', AMERICAN))}", "level time=1000", "go think")
    assert client.until("done") == ["done move=1x28x6x15x24"]
    client.send("level depth=2", "go analyze")
    assert client.until("done")[0].startswith("info depth")


def test_a_second_go_ends_the_first_search(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", "level infinite", "go think", "level depth=1", "go think")
    assert client.done()
    assert client.done()


def test_a_larger_board(client: Client) -> None:
    client.send("set-param name=variant value=normal", "hub")
    assert any("value=normal type=enum" in line for line in client.said())
    letters = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee"
    client.send(f'pos pos={letters} moves="38-15 5-41 48-26"', "level depth=2", "go think")
    assert client.done()


def test_where_black_begins_the_first_player_may_be_written_w(client: Client) -> None:
    first = MoveGenerator(AMERICAN).legal_moves(Position.start(AMERICAN))
    client.send("level depth=1")
    for letters in (BLACK_BEGINS, FIRST_IS_W):
        client.send(f"pos pos={letters}", "go think")
        assert find_move(client.done(), first)
        client.send(f"pos pos={letters} moves=9-14", "go think")
        assert find_move(client.done(), MoveGenerator(AMERICAN).legal_moves(read_game_of("9-14")))
    assert not any(line.startswith("error") for line in client.said())


def test_without_evidence_it_is_written_as_before_or_as_the_variant_says(client: Client) -> None:
    position = parse_fen("B:W18,K27:B5,K32", AMERICAN)
    turned = position_text(half_turned(position))
    moves = MoveGenerator(AMERICAN).legal_moves(position)
    client.send("level depth=1", f"pos pos={position_text(position)}", "go think")
    assert find_move(client.done(), moves)
    client.send("set-param name=variant value=english", f"pos pos={turned}", "go think")
    assert find_move(client.done(), moves)
    client.send(f"pos pos={BLACK_BEGINS}", f"pos pos={position_text(position)}", "go think")
    assert find_move(client.done(), moves)


def test_new_game_forgets(client: Client) -> None:
    client.send("init", f"pos pos={BLACK_BEGINS}", "level depth=5", "go think")
    first = [line.split("time=")[0] for line in client.until("done")]
    client.send("new-game", f"pos pos={BLACK_BEGINS}", "go think")
    assert client.until("done")[-1] == first[-1]


@pytest.mark.parametrize(
    "line", ["", "   ", "who-are-you", "go-home now=yes", "set-param name=book value=true", "stop", "ponder-hit"]
)
def test_what_is_unknown_or_needless_is_ignored(client: Client, line: str) -> None:
    client.send(line)
    assert client.said() == []


@pytest.mark.parametrize(
    "line",
    [
        "go think",
        "go",
        "go home",
        "pos",
        "pos pos=W",
        f"pos pos={BLACK_BEGINS} moves=1-5",
        f'pos pos={BLACK_BEGINS} moves="9-14 rubbish"',
        "level depth=0",
        "level depth=deep",
        "level nodes=-3",
        "level nodes=²",
        "level moves=0 time=3",
        "level time=soon",
        "level time=nan",
        "level move-time=inf",
        "level inc=",
        "set-param name=variant value=chess",
        "set-param name=variant",
        "set-param name=megabytes value=0",
        "set-param name=megabytes value=100000",
        '"',
        "pos pos==",
    ],
)
def test_what_cannot_be_followed_is_one_error_line(client: Client, line: str) -> None:
    client.send(line)
    said = client.said()
    assert len(said) == 1
    answer = read_line(said[0])
    assert answer is not None
    assert answer.command == "error"
    assert answer.arguments["message"]


def test_after_a_bad_position_no_older_one_is_searched(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", "pos pos=rubbish", "level depth=1", "go think")
    assert [line.split()[0] for line in client.said()] == ["error", "error"]


def test_a_position_without_a_move_is_an_error(client: Client) -> None:
    lost = position_text(parse_fen("B:W32:B", AMERICAN))
    client.send(f"pos pos={lost}", "go think")
    assert "no legal move" in client.said()[0]


def test_quit_ends_the_conversation(client: Client) -> None:
    assert not client.hub.hear("quit")


def test_no_rubbish_brings_it_down(client: Client) -> None:
    rng = random.Random(20)
    words = [
        "pos",
        "level",
        "go",
        "think",
        "set-param",
        "name=variant",
        "value=russian",
        "value=english",
        "=",
        '"',
        "stop",
    ]
    words += [
        f"pos={BLACK_BEGINS}",
        f"pos={FIRST_IS_W}",
        'moves="9-14 23-18 14x23x18"',
        "moves=12-16",
        "nodes=9",
        "depth=1",
    ]
    words += [
        "move-time=0.001",
        "time=1e400",
        "inc=-3",
        "moves=9",
        "new-game",
        "hub",
        "ping",
        "pos=\N{DIGIT TWO}",
        "\0",
        "é",
    ]
    for _ in range(400):
        line = " ".join(rng.choices(words, k=rng.randrange(1, 5)))
        if rng.random() < 0.3:
            at = rng.randrange(len(line) + 1)
            line = line[:at] + chr(rng.randrange(1, 300)) + line[at + 1 :]
        client.send(line)
    client.send("set-param name=variant value=american", f"pos pos={BLACK_BEGINS}", "level depth=1", "go think")
    client.until("done")
