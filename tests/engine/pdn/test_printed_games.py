"""Games, results and dates as other programs, books and pages write them, and one changed character in any of them."""

import lzma
import random

import pytest
from support.cases import cases
from support.paths import ROOT
from support.written_games import played, read_one

from console.game.naming import date_in_words
from engine.fen import parse_fen
from engine.game import Game
from engine.pdn.dates import parse_date
from engine.pdn.reader import UnreadableGame, follow, read_games, read_with_warnings
from engine.pdn.record import points
from engine.pdn.scanner import ScoreSheet, score_sheets
from engine.pdn.tree import Comment
from engine.pdn.writer import pdn_text
from engine.rules import AMERICAN

MASTERS = ROOT / "console/storage/packaged/masters.pdn.xz"
SIGNS = " \n.,;:-x*!?+=#%$(){}[]<>/\\|\"'0123456789abcdehxKNB_~&"


@pytest.mark.parametrize(("text", "moves", "comment"), cases("printed_games"))
def test_reads_printed_games(text: str, moves: str, comment: str) -> None:
    record = read_one(text.replace("\\n", "\n").replace("\u00a6", "|"))
    assert " ".join(played(record)) == moves
    comments = [note.text for note in record.line.moves[-1].notes if isinstance(note, Comment)]
    assert comment == "-" or record.line.moves[-1].notes[-1].text == comment, comments  # type: ignore[union-attr]
    assert played(read_one(pdn_text([record]))) == played(record)


@pytest.mark.parametrize(("text", "code"), cases("results"))
def test_reads_results(text: str, code: str) -> None:
    assert points(text) == (None if code == "-" else int(code))


@pytest.mark.parametrize(("text", "tag", "shown"), cases("dates"))
def test_reads_dates(text: str, tag: str, shown: str) -> None:
    date, is_whole = parse_date(text)
    assert (date.tag if date else "-") == tag
    assert date_in_words(text) == shown
    written = pdn_text([read_one(f'[Date "{text}"]\n*')])
    assert (f'[Date "{tag if is_whole else text}"]' in written) or date is None


def test_both_players_may_lose() -> None:
    record = read_one('[Result "0-0"]\n[GameType "20"]\n1. 32-28 18-23 0-0')
    assert (record.outcome, record.result, record.stated_result) == (None, "*", "0-0")
    assert read_one(pdn_text([record])) == record


@pytest.mark.parametrize(("number", "name"), [("21", "international"), ("20", "american"), ("22", "american")])
def test_names_the_game_whose_moves_a_wrong_number_hides(number: str, name: str) -> None:
    moves = "1. 32-28 18-23 2. 33-29" if name == "international" else "1. 11-15 23-19"
    (game,), (problem,) = read_games(f'[GameType "{number}"]\n{moves} *')
    assert (game.turns, problem.line) == ((), 2)
    assert f"(the game is legal by the rules of {name})" in problem.reason


def _written(sheet: ScoreSheet) -> list[str]:
    return [f"{type(item).__name__} {getattr(item, 'text', '')}" for item in sheet.items]


def _is_told(sheets: list[ScoreSheet], game: str) -> bool:
    """Return True if a changed game is read as before but for one move, or if a sentence says what is wrong."""
    (before,) = score_sheets(game)
    records = []
    for sheet in sheets:
        try:
            record, warnings = read_with_warnings(sheet)
        except UnreadableGame:
            return True
        if record.problem or warnings:
            return True
        records.append(record)
    if len(records) != 1:
        return False
    if [turn.after for turn in records[0].turns] == [turn.after for turn in read_one(game).turns]:
        return True
    old, new = _written(before), _written(sheets[0])
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return max(len(old), len(new)) <= 2


@pytest.mark.parametrize("count", [20, pytest.param(1000, marks=pytest.mark.slow)])
def test_no_changed_character_is_passed_over_in_silence(count: int) -> None:
    rng = random.Random(f"changed {count}")
    games = lzma.decompress(MASTERS.read_bytes()).decode().split("\n\n[Event")
    for number, rest in enumerate(rng.sample(games[1:], count)):
        game = f"[Event{rest.rstrip()}\n"
        if number % 2:
            head, _, moves = game.partition("\n\n")
            *pairs, result = moves.split()
            numbered = (f"{at // 2 + 1}. {move}" if at % 2 == 0 else move for at, move in enumerate(pairs))
            game = f"{head}\n\n{' '.join(numbered)} {result}\n"
        at, sign = rng.randrange(len(game.rstrip())), rng.choice(SIGNS)
        before, behind = game[:at], game[at + 1 :]
        for changed in (f"{before}{sign}{behind}", f"{before}{sign}{game[at:]}", f"{before}{behind}"):
            assert _is_told(score_sheets(changed), game), changed[max(0, at - 30) : at + 30]


@pytest.mark.parametrize(("fen", "text", "count"), cases("solutions"))
def test_reads_published_solutions(fen: str, text: str, count: str) -> None:
    printed = text.replace("\\n", "\n").replace("¦", "|")
    record = read_one(f'[FEN "{fen}"]\n{printed}\n')
    assert len(record.turns) == int(count)
    assert [turn.after for turn in read_one(pdn_text([record])).turns] == [turn.after for turn in record.turns]
    game = Game(AMERICAN, "forced", parse_fen(fen, AMERICAN))
    assert follow(printed, game) == (record.turns, None)
    assert game.ply == 0


def test_follows_moves_up_to_a_fault() -> None:
    game = read_one("1. 11-15 22-17").game()
    turns, fault = follow("2. 8-11 17-14 3. 1-32 14-9", game)
    assert [turn.move.path for turn in turns] == [(8, 11), (17, 14)]
    assert fault is not None
    assert fault.text == "1-32"
    assert follow("I am lost", game) == ((), None)
