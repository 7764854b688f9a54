"""The Hub server: anything a client may send, in any order and with any error."""

import random
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.cases import cases
from support.hub_client import BLACK_BEGINS, FIRST_IS_W, Client

from ai.book import Book, BookMove, pack_book
from ai.endgames.probe import EndgameTables
from ai.engine import Engine, SearchInfo
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.hub.conventions import STANDARD, SquareOne, position_letters, read_game, read_hub_move
from ai.hub.server import largest_table
from ai.hub.server_search import score_text
from ai.hub.text import LONGEST_LINE, read_command
from ai.score import EVALUATION_LIMIT, MATE, WIN
from ai.search.options import SearchOptions
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Rules


@pytest.fixture
def client() -> Iterator[Client]:
    """Provide a client whose searches end with the test."""
    one = Client()
    yield one
    one.close()


# Black's men on 4 and 8 are blocked by those on 11 and 12, with 15 behind.
BLOCKED = "B:W11,12,15,16:B4,8"


# Text


def test_parses_arguments_flags_and_quotes() -> None:
    line = read_command('  level moves=9 infinite time="1.5 s" x = y empty="" ')
    assert line is not None
    assert line.name == "level"
    assert line.arguments == {"moves": "9", "infinite": "", "time": "1.5 s", "x": "y", "empty": ""}
    assert read_command("  \t ") is None


def test_writes_scores_in_men_and_wins_below_a_hundred() -> None:
    scores = {0: "0.00", 7: "0.07", -134: "-1.34", MATE - 3: "99.97", 4 - MATE: "-99.96"}
    of_unknown_length = {EVALUATION_LIMIT: "89.00", 1 - WIN: "-90.00", WIN: "90.00"}
    for score, text in (scores | of_unknown_length).items():
        assert score_text(score) == text


# Conversation


def test_answers_the_handshake(client: Client) -> None:
    client.send("hub", "init")
    said = client.said()
    assert said[0].startswith('id name="EGA Checkers" version=')
    assert said[-2:] == ["wait", "ready"]
    variants = next(line for line in said if line.startswith("param name=variant"))
    assert all(name in variants for name in (*RULE_SETS, "english"))


def test_a_search_writes_info_and_a_legal_move(client: Client) -> None:
    client.send("init", f"pos pos={BLACK_BEGINS}", "level depth=4", "go think")
    answers = client.until("done")
    info = read_command(answers[-2])
    assert info is not None
    assert {"depth", "score", "nodes", "time", "nps", "pv"} == set(info.arguments)
    assert info.arguments["depth"] == "4"
    done = read_command(answers[-1])
    assert done is not None
    moves = [done.arguments["move"], done.arguments["ponder"]]
    assert info.arguments["pv"].split()[:2] == moves
    assert read_game(MoveGenerator(AMERICAN), BLACK_BEGINS, " ".join(moves), [STANDARD]).positions


@pytest.mark.parametrize("level", ["move-time=0.02", "moves=1 time=0.03", "time=0.1 inc=0.02", "time=-1"])
def test_any_clock_ends_a_search(client: Client, level: str) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", f"level {level}", "go think")
    assert client.done()


@pytest.mark.parametrize("lines", [1, 2])
def test_stop_ends_an_endless_search_but_ping_does_not(client: Client, lines: int) -> None:
    client.send(f"set-param name=multi-pv value={lines}", f"pos pos={BLACK_BEGINS}")
    client.send("level infinite", "go analyze", "ping")
    client.until("pong")
    time.sleep(0.03)
    assert not any(line.startswith("done") for line in client.said())
    client.send("stop")
    assert client.done()


def test_a_pondering_search_waits_for_ponder_hit(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS} moves=9-14", "level depth=1", "go ponder")
    time.sleep(0.1)
    assert not any(line.startswith("done") for line in client.said())
    client.send("ponder-hit")
    assert client.done()
    client.send("level move-time=0.01", "go ponder", "ponder-hit")
    assert client.done()
    client.send("go ponder", "stop")
    assert client.done()


def test_a_second_go_ends_the_first_search(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", "level infinite", "go think", "level depth=1", "go think")
    assert client.done()
    assert client.done()


def test_new_game_empties_the_hash_table(client: Client) -> None:
    found = []
    for _ in range(2):
        client.send("new-game", f"pos pos={BLACK_BEGINS}", "level depth=5", "go think")
        found.append([line.split(" time=")[0] for line in client.until("done")][-2:])
    assert found[0] == found[1]


@pytest.mark.parametrize("line", ["", "   ", "go-home now=yes", "set-param name=book value=true", "stop", "ponder-hit"])
def test_ignores_unknown_or_needless_commands(client: Client, line: str) -> None:
    client.send(line)
    assert client.said() == []


@pytest.mark.parametrize(("line", "sentence"), cases("hub_errors"))
def test_answers_an_invalid_command_by_one_error(client: Client, line: str, sentence: str) -> None:
    client.send(line.format(start=BLACK_BEGINS))
    said = client.said()
    assert said[1:] == (["done"] if line.startswith("go") else [])
    answer = read_command(said[0])
    assert answer is not None
    assert answer.name == "error"
    assert sentence in answer.arguments["message"]


@pytest.mark.parametrize(
    ("refused", "parameter", "valid"),
    [
        ("set-param name=variant value=frisian", "variant", "italian"),
        ('set-param name=variant value="frisian', "variant", "italian"),
        ("set-param name=numbering value=a1", "numbering", "position"),
    ],
)
def test_plays_no_other_game_in_place_of_a_refused_one(
    client: Client, refused: str, parameter: str, valid: str
) -> None:
    start = f"pos pos={FIRST_IS_W}"
    client.send("level depth=1", "set-param name=variant value=italian", start, refused)
    client.said()
    for line, answers in (("init", 1), (start, 1), ("go think", 2), ("set-param name=megabytes value=1", 0), ("go", 2)):
        client.send(line)
        said = client.said()
        assert len(said) == answers
        assert all(f"{parameter} must be set again" in each for each in said[:1])
        assert said[1:] == ["done"] * (answers - 1)
    client.send(f"set-param name={parameter} value={valid}", "init", start, "go think")
    assert client.done() in ("21-18", "22-18", "22-19", "23-19", "23-20", "24-20", "21-17")
    client.send("set-param name=megabytes value=0", "go think")  # the previous size is kept
    assert client.done()


def test_does_not_search_an_older_position_after_an_invalid_one(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", "pos pos=rubbish", "level depth=1", "go think")
    assert [line.split()[0] for line in client.said()] == ["error", "error", "done"]
    for broken in (b"pos pos=\xff\n", b"pos " + LONGEST_LINE * b" ", b"pos pos=\0\n", b'pos "\n'):
        client.send(f"pos pos={BLACK_BEGINS}")
        client.send_bytes(broken)
        client.send("go think")
        assert [line.split()[0] for line in client.said()] == ["error", "error", "done"]


def test_an_invalid_level_discards_the_older_one(client: Client) -> None:
    client.send(f"pos pos={position_letters(parse_fen('B:W6,15,24,32:B1', AMERICAN))}")
    client.send("level infinite", "level move-time=soon", "go think")
    assert client.until("done")[1:] == ["done move=1x28x6x15x24"]  # an only move, played at once under a clock


@pytest.mark.parametrize(
    ("fen", "why"), [("B:W32:B", "no men left"), ("W:W32:B", "no men left"), (BLOCKED, "no moves left")]
)
def test_answers_go_by_done_even_if_the_game_is_over(client: Client, fen: str, why: str) -> None:
    client.send(f"pos pos={position_letters(parse_fen(fen, AMERICAN))}", "go think")
    error, done = client.said()
    assert why in error
    assert done == "done"


def test_an_invalid_go_ends_the_previous_search(client: Client) -> None:
    client.send(f"pos pos={BLACK_BEGINS}", "level infinite", "go analyze", 'go "')
    answers = [line for line in client.said() if not line.startswith("info")]
    assert [line.split()[0] for line in answers] == ["error", "done", "done"]
    assert answers[1].startswith("done move=")
    assert answers[2] == "done"


def test_searches_by_the_rules_of_a_new_variant(client: Client) -> None:
    """A man crowned by a capture continues in only one of the two sets."""
    letters = position_letters(parse_fen("B:W25,26,27:B23,1", AMERICAN))
    found = {}
    for variant in ("american", "casual", "american"):
        client.send(f"set-param name=variant value={variant}", f"pos pos={letters}", "level depth=3", "go think")
        found[variant] = client.done()
    assert found["casual"] == "23x21x25x26"
    assert found["american"] in {"23x30x26", "23x32x27"}


def test_answers_a_failed_search_and_the_next_go(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client gets an error and a move, and the failed engine is not used again."""

    class Broken(Engine):
        def analyze(self, *arguments: object, **more: object) -> SearchInfo:
            raise ZeroDivisionError("the numbers are wrong")

    monkeypatch.setattr("ai.hub.server.Engine", Broken)
    legal = MoveGenerator(AMERICAN).legal_moves(Position.start(AMERICAN))
    client.send(f"pos pos={BLACK_BEGINS}", "level depth=2", "go think")
    error, done = client.until("done")
    assert error == 'error message="the search failed: ZeroDivisionError: the numbers are wrong"'
    assert read_hub_move(done.removeprefix("done move="), legal, AMERICAN.geometry, SquareOne.UPPER_LEFT)
    monkeypatch.undo()
    client.send("go think")
    answers = client.until("done")
    assert answers[0].startswith("info depth")
    client.send("stop", "ping")
    assert client.said() == ["pong"]


# Parameters


def test_reports_a_damaged_evaluation_and_plays(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "american.evaluation").write_bytes(b"x")
    monkeypatch.setattr("ai.evaluation.trained_evaluation.FOLDER", tmp_path)
    trained_evaluation.cache_clear()
    try:
        client.send("hub")
        client.said()
        client.send("init")
        error, ready = client.said()
        assert error.startswith('error message="The evaluation american.evaluation cannot be used (')
        assert ready == "ready"
    finally:
        trained_evaluation.cache_clear()


def test_limits_megabytes_to_the_memory(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.send("hub")
    assert f"param name=megabytes value=1 type=int min=1 max={largest_table()}" in client.said()
    for value in (str(largest_table() + 1), "0", "-1", "1.5", "many", "", "9" * 400):
        client.send(f'set-param name=megabytes value="{value}"')
        (answer,) = client.said()
        assert f"megabytes is a whole number from 1 to {largest_table()}, not" in answer
    for memory, largest in ((1 << 30, 256), (1 << 40, 4096), (0, 1), (None, 4096)):
        monkeypatch.setattr("ai.hub.server.total_memory", lambda found=memory: found)
        assert largest_table() == largest


def test_takes_less_memory_if_there_is_not_enough(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def engine(rules: Rules, options: SearchOptions, *, tables: EndgameTables, book: None) -> Mock:
        return Mock(new_game=Mock(side_effect=MemoryError if options.megabytes > 5 else None))

    monkeypatch.setattr("ai.hub.server.Engine", engine)
    client.send("set-param name=megabytes value=32", "init")
    error, ready = client.said()
    assert "there is no memory for 32 megabytes: 4 are used" in error
    assert ready == "ready"
    client.send("hub")
    assert any("name=megabytes value=4 " in line for line in client.said())


# Invalid lines


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"ping \xff\xfe\n", "not UTF-8: byte 0xff at 6"),
        (b"\xc3\n", "not UTF-8"),
        (b"p\0i\0n\0g\0\n", "control character, '\\x00' at 2"),
        (b"ping\x1b[2J\n", "control character"),
        (b"ping" + LONGEST_LINE * b" " + b"\n", f"longer than {LONGEST_LINE} bytes"),
    ],
)
def test_answers_invalid_text_by_an_error_and_continues(client: Client, line: bytes, why: str) -> None:
    client.send_bytes(line)
    (answer,) = client.said()
    assert answer.startswith("error message=")
    assert why in answer
    assert answer.isascii()
    assert answer.isprintable()
    client.send("ping")
    assert client.said() == ["pong"]


def test_survives_random_lines(client: Client) -> None:
    rng = random.Random(20)
    commands = (
        'set-param name=variant value=russian = " set-param name=variant value=english',
        f'pos pos={BLACK_BEGINS} moves=12-16 pos={FIRST_IS_W} moves="9-14 23-18 14x23x18" pos=\N{DIGIT TWO} \0 é',
        "level nodes=9 depth=1 move-time=0.001 time=1e400 inc=-3 moves=9",
        "go think stop new-game hub ping",
    )
    words = " ".join(commands).split(" ")
    for _ in range(150):
        line = " ".join(rng.choices(words, k=rng.randrange(1, 5)))
        if rng.random() < 0.3:
            at = rng.randrange(len(line) + 1)
            line = line[:at] + chr(rng.randrange(1, 300)) + line[at + 1 :]
        client.send(line)
    client.send("set-param name=variant value=american", f"pos pos={BLACK_BEGINS}", "level depth=1", "go think")
    client.until("done")


# Several variations, tables and the book


def infos(lines: list[str]) -> list[dict[str, str]]:
    """Return the arguments of each info line."""
    commands = [read_command(line) for line in lines]
    return [command.arguments for command in commands if command is not None and command.name == "info"]


@pytest.mark.parametrize("mode", ["think", "analyze"])
def test_writes_the_requested_number_of_variations(client: Client, mode: str) -> None:
    """The variations are numbered, the best first, each with another first move, and complete at the last depth."""
    client.send("set-param name=multi-pv value=3", "init", f"pos pos={BLACK_BEGINS}", "level depth=5", f"go {mode}")
    lines = infos(client.until("done"))
    last = [each for each in lines if each["depth"] == lines[-1]["depth"]]
    assert [each["multi-pv"] for each in last] == ["1", "2", "3"]
    assert len({each["pv"].split()[0] for each in last}) == 3
    scores = [float(each["score"]) for each in last]
    assert scores == sorted(scores, reverse=True)
    client.send("set-param name=multi-pv value=1", f"go {mode}")
    assert not any("multi-pv" in each for each in infos(client.until("done")))


def test_writes_a_variation_for_each_move_in_the_tables(client: Client) -> None:
    """There are a win, a longer win and others. Without tables their values are unknown at depth 1."""
    position = parse_fen("B:WK4:BK10,K14", AMERICAN)
    pos = f"pos pos={position_letters(position)}"
    client.send("set-param name=multi-pv value=40", "init", pos, "level depth=1", "go analyze")
    lines = infos(client.until("done"))
    scores = [float(each["score"]) for each in lines]
    assert len(lines) == len(MoveGenerator(AMERICAN).legal_moves(position))
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 99
    client.send("set-param name=tables value=false", "init", "go analyze")
    assert all(abs(float(each["score"])) < 90 for each in infos(client.until("done")))


class OneMoveBook(Book):
    """A book with the third legal move of every position."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(pack_book([], rules), rules)

    def find(self, position: Position, moves: Iterable[Move]) -> list[BookMove]:
        return [BookMove([*moves][2], 7, 1)]


def test_plays_from_the_book_if_enabled() -> None:
    """The book move is played without a search; an analysis does not use the book."""
    client = Client(open_book=OneMoveBook)
    client.send("set-param name=book value=true", "init", f"pos pos={BLACK_BEGINS}", "level depth=3", "go think")
    (line,) = infos(client.until("done"))
    assert (line["nodes"], line["score"]) == ("0", "0.07")
    client.send("go analyze")
    assert infos(client.until("done"))[-1]["nodes"] != "0"
