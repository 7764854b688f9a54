"""The rows of the index of games: games that are replayed and games that are played give the same."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.cases import cases
from support.naive_values import SETS_AND_JUMPINGS
from support.written_games import random_game

import console.storage.game_rows as game_rows
from console.game.position_keys import Material, keys_of, material_key, position_key
from console.storage.file_rules import file_rules
from console.storage.game_rows import GameRow, Part, read_part
from engine.fen import parse_fen
from engine.game import Game
from engine.house_rules import house_rules
from engine.pdn.collection import BEGIN, Collection, TextOffset
from engine.pdn.reader import read_sheet
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.writer import pdn_text
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping


def rows_of(text: str, tmp_path: Path) -> Part:
    path = tmp_path / "some.pdn"
    path.write_text(text, "utf-8")
    with path.open("rb") as stream:
        return read_part(stream, BEGIN, file_rules(path))


def without_replay(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Part:
    with monkeypatch.context() as patch:
        patch.setattr(game_rows, "_replayed", lambda *_: None)
        return rows_of(text, tmp_path)


@pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)
def test_replayed_games_have_the_rows_of_played_games(
    name: str, jumping: Jumping, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"rows {name} {jumping}")
    text = ""
    for number in range(6):
        game = random_game(name, jumping, rng, rng.randrange(60), anywhere=number % 5 == 0)
        written = pdn_text([GameRecord.of(game)])
        if number % 4 == 1:
            written = written.replace("[GameType", "[Other").replace("[Variant", "[Also")
        if number % 4 == 2 and " " in written[40:]:
            at = rng.randrange(40, len(written))
            written = written[:at] + rng.choice("19x-! ") + written[at + 1 :]
        text += f"{written}\n"
    assert rows_of(text, tmp_path) == without_replay(text, tmp_path, monkeypatch)


@pytest.mark.parametrize("moves", [moves for (moves,) in cases("unusual_games")])
def test_replays_unusual_games_alike(moves: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'[Event "Cup"]\n[White "A"]\n\n{moves}\n'
    assert rows_of(text, tmp_path) == without_replay(text, tmp_path, monkeypatch)


def test_finds_positions_after_huffs(tmp_path: Path) -> None:
    """Two games with the same moves, without a huff and with one."""
    start = '[Jumping "huff"]\n[FEN "B:W18,32:B15,1"]\n\n1. 1-6'
    rows = rows_of(f"{start} 32-28 *\n\n{start} {{huff 15}} 32-28 *\n", tmp_path)
    seen: dict[int, list[int]] = {}
    for key, game, _ in rows.seen:
        seen.setdefault(key, []).append(game)
    for fen, games in (
        ("W:W18,32:B15,6", [0]),
        ("W:W18,32:B6", [1]),
        ("B:W18,28:B15,6", [0]),
        ("B:W18,28:B6", [1]),
    ):
        assert seen.get(position_key(parse_fen(fen, AMERICAN)), []) == games


def test_counts_the_first_move_from_a_repeated_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[FEN "B:WK32:BK1,K2"]\n\n1. 1-6 32-28 2. 6-1 28-32 3. 2-7 *\n'
    key = position_key(parse_fen("B:WK32:BK1,K2", AMERICAN))
    plain = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *"
    for rows in (rows_of(text, tmp_path), without_replay(text, tmp_path, monkeypatch)):
        assert [what >> 3 for found, _, what in rows.seen if found == key] == [1 << 6 | 6]
    # In a replayed game: kings go to and fro at the end of a random one.
    rng = random.Random(3)
    while True:
        game = random_game("american", "forced", rng, 80, anywhere=False)
        after = [turn.after for turn in game.turns]
        if len(set(after)) < len(after) and game.start == Position.start(AMERICAN):
            break
    text = pdn_text([GameRecord.of(game)])
    assert rows_of(text, tmp_path) == without_replay(text, tmp_path, monkeypatch)
    assert rows_of(f"{plain}\n", tmp_path).problems == 0


def test_a_game_by_damaged_house_rules_is_unreadable(tmp_path: Path) -> None:
    rules = house_rules("granny", replace(AMERICAN, men_capture_back=True))
    text = pdn_text([GameRecord.of(Game(rules))]).replace("\n\n*", "\n\n1. 11-15 22-18 *")
    assert [row.rules for row in rows_of(text, tmp_path).games] == ["granny"]
    damaged = rows_of(text.replace("Board: 8x8", "Board: 9x9"), tmp_path)
    assert ([row.rules for row in damaged.games], damaged.problems, damaged.seen) == (["?"], 1, [])


@pytest.mark.parametrize(
    ("ends", "encoding"), [("\n", "utf-8"), ("\r\n", "utf-8-sig"), ("\r", "utf-8"), ("\r\n", "latin-1")]
)
def test_parts_cover_the_whole_file(ends: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(ends)
    games = [random_game("american", "forced", rng, 12, anywhere=False) for _ in range(30)]
    text = "\n".join(
        f'[Event "Çup {number}"]\n{pdn_text([GameRecord.of(game)]).partition("]")[2]}'
        for number, game in enumerate(games)
    )
    path = tmp_path / "many.pdn"
    path.write_bytes(text.replace("\n", ends).encode(encoding))
    monkeypatch.setattr("engine.pdn.collection.PIECE", 64)
    monkeypatch.setattr("engine.pdn.collection.LONGEST_LINE", 8)  # a piece may end between CR and LF
    with path.open("rb") as stream:
        whole = read_part(stream, BEGIN, file_rules(path))
        assert [row.event for row in whole.games] == [f"Çup {number}" for number in range(30)]
        monkeypatch.setattr(game_rows, "MOST_GAMES", 4)
        together = list[GameRow]()
        rest: TextOffset | None = BEGIN
        while rest is not None:
            part = read_part(stream, rest, file_rules(path))
            together += [row._replace(number=len(together) + row.number) for row in part.games]
            rest = part.rest
        for row in together:
            found = Collection(stream, row.place).sheet()
            assert found is not None
            assert found[0].tag("Event") == row.event
    assert [row._replace(place=BEGIN) for row in together] == [row._replace(place=BEGIN) for row in whole.games]


def material_of(position: Position) -> Material:
    """Count the pieces of a position one by one."""
    counts = [[0, 0, 0], [0, 0, 0]]
    for number in range(1, position.geometry.squares + 1):
        if (piece := position.piece(number)) is not None:
            counts[piece.side][piece.rank] += 1
    more, less = sorted((tuple(count) for count in counts), reverse=True)
    return Material(more, less)  # type: ignore[arg-type]  # three of each


def test_keys_agree_for_both_views_on_every_board() -> None:
    rng = random.Random(5)
    for name in RULE_SETS:
        seen: dict[int, Position] = {}
        for _ in range(2):
            game = random_game(name, "forced", rng, 40, anywhere=False)
            for position in (turn.after for turn in game.turns):
                key = position_key(position)
                assert seen.setdefault(key, position) in (position, position.turned())
                few = (position.black | position.white).bit_count() <= 10
                expected = {key, material_key(material_of(position))} if few else {key}
                for view in (position, position.turned()):
                    found: dict[int, int] = {}
                    assert keys_of(position.geometry).note(*view.words(), 7, found) == key < 1 << 48
                    assert found == dict.fromkeys(expected, 7)
                    assert max(found) < 1 << 48


def _anonymous(name: str, count: int, seed: str) -> str:
    """Return games of a rule set that do not name it, and have different lengths."""
    rng = random.Random(seed)
    texts = [
        pdn_text([GameRecord.of(random_game(name, "forced", rng, rng.randrange(60), False))]) for _ in range(count)
    ]
    return "\n".join(re.sub(r'\[(?:GameType|Variant|Result|Termination) "[^"]*"\]\n', "", text) for text in texts)


@pytest.mark.parametrize("name", ["american", "czech", "international"])
def test_decides_the_rules_of_a_file_once(name: str, tmp_path: Path) -> None:
    """Its games alone would be read by several rule sets: the short ones are legal by the first one that is tried."""
    text = _anonymous(name, 20, f"decide {name}")
    assert {row.rules for row in rows_of(text, tmp_path).games} == {name}
    sheets = score_sheets(text)
    if name not in ("american", "international"):
        assert len({read_sheet(sheet).rules.name for sheet in sheets}) > 1


def test_tags_and_boards_of_single_games_rule_these(tmp_path: Path) -> None:
    text = _anonymous("czech", 20, "mixed")
    others = _anonymous("international", 5, "mixed")
    tagged = '[Event "x"]\n[GameType "21"]\n\n1. 11-15 *\n\n[Event "x"]\n[GameType "43"]\n\n1. 11-15 *\n'
    rows = rows_of("\n".join((text, tagged, others)), tmp_path)
    names = [row.rules for row in rows.games]
    assert names[:21] == ["czech"] * 20 + ["american"]
    assert rows.problems == 1
    assert rows.sheets == 27
    assert names[21] == "?"
    assert set(names[22:]) <= {"international", "czech"}


def test_a_game_illegal_by_the_rules_of_its_file_is_read_by_no_others(tmp_path: Path) -> None:
    wrong = '[Event "wrong"]\n\n1. 22-18 11-15 2. 18x11 8x15 *\n'  # White begins
    rows = rows_of(_anonymous("american", 20, "wrong") + "\n" + wrong, tmp_path)
    assert (len(rows.games), rows.problems, rows.games[-1].plies) == (21, 1, 0)
    rows = rows_of(_anonymous("american", 5, "wrong") + "\n" + wrong, tmp_path)
    assert rows.games[-1].rules == "russian"
