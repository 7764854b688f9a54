"""The index of games: what is found, at once and again, and what ``checkers games`` prints of it."""

import json
import random
from pathlib import Path

import pytest
from support.written_games import random_game

from console.cli.main import main
from console.game.position_keys import Material, material_key, position_key
from console.storage.game_index import GameIndex, Query, game_at
from engine.fen import parse_fen
from engine.pdn.collection import Catalogue, sheet_at
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

CLUB = """[Event "Club 100%"]
[Date "1990.06.01"]
[Black "Jordan, R."]
[White "Ferrie"]
[Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 {the Glasgow, so called} 24-20 1-0

[Event "Cup"]
[Date "2004.??.??"]
[Black "Чёрный"]
[White "Jordan, A."]
1. 11-15 23-19 2. 9-14 22-17 3. 5-9 1/2-1/2

[Event "Cup"]
[Date "?"]
[White "Zoë"]
[FEN "B:WK32,31:BK1"]
1. 1-6 31-27 2. 6-10 27-24 0-1

1. 11-15 99-1
"""
GLASGOW = "W:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,12,15,16"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of four games, the last of which cannot be read."""
    path = tmp_path / "club.pdn"
    path.write_text(CLUB, "utf-8")
    return path


@pytest.fixture
def index(file: Path) -> GameIndex:
    """An index of that file, in memory."""
    index = GameIndex(None)
    assert index.add(file) == 1
    return index


def numbers(index: GameIndex, query: Query) -> list[int]:
    """The numbers of the games that are found."""
    count, found = index.search(query)
    assert count == len(found)
    return [game.number for game in found]


class TestSearch:
    """What is found."""

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            (Query(), [1, 2, 3]),
            (Query(player="jordan"), [1, 2]),
            (Query(player="чёрн"), [2]),
            (Query(player="ZOË"), [3]),
            (Query(player="_"), []),
            (Query(event="0%"), [1]),
            (Query(event="cup", player="jord"), [2]),
            (Query(years=(1990, 2003)), [1]),
            (Query(years=(2004, 2004)), [2]),
            (Query(result="0-1"), [3]),
            (Query(opening="fif"), [2]),
            (Query(text="so CALLED"), [1]),
            (Query(material=Material.read("a king and a man v 1 king")), [3]),
            (Query(material=Material.read("2 kings v 1")), []),
            (Query(position=parse_fen(GLASGOW, AMERICAN)), [1]),
            (Query(position=parse_fen("W:W32,K27:BK2", AMERICAN)), []),
            (Query(position=parse_fen("W:WK32:B2,K1", AMERICAN)), [3]),
            (Query(position=Position.start(AMERICAN), result="1/2-1/2"), [2]),
        ],
    )  # fmt: skip
    def test_by(self, index: GameIndex, query: Query, found: list[int]) -> None:
        assert numbers(index, query) == found

    def test_what_came_of_a_position(self, index: GameIndex) -> None:
        reached = index.reached(
            parse_fen("B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15", AMERICAN)
        )
        assert (reached.games, reached.counts) == (2, (1, 1, 0, 0))
        assert reached.moves == (((8, 11), (1, 0, 0, 0)), ((9, 14), (0, 1, 0, 0)))
        mirror = index.reached(parse_fen("W:WK32:B2,K1", AMERICAN))
        assert mirror.moves == (((32, 27), (0, 0, 1, 0)),)

    def test_the_game_is_found_in_its_file(self, index: GameIndex, file: Path) -> None:
        for game in index.search(Query())[1]:
            record = game_at(game)
            assert record is not None
            assert (record.tag("White"), len(record.turns)) == (game.white, game.plies)
        file.write_text("nothing\n")
        assert game_at(index.search(Query())[1][1]) is None

    def test_the_first_of_many(self, index: GameIndex) -> None:
        count, found = index.search(Query(), most=2)
        assert (count, [game.number for game in found]) == (3, [1, 2])


class TestFiles:
    """Files that come, change and go."""

    def test_a_changed_file_is_read_again_and_others_keep_their_games(self, tmp_path: Path, file: Path) -> None:
        other = tmp_path / "other.pdn"
        other.write_text("1. 11-15 1-0\n")
        index = GameIndex(tmp_path / "index")
        index.add(file)
        index.add(other)
        file.write_text('[Black "New"]\n1. 9-14 *\n')
        assert index.add(file) == 0
        assert index.count() == 2
        assert numbers(index, Query(player="new")) == [1]
        assert numbers(index, Query(player="jordan")) == []
        assert index.reached(Position.start(AMERICAN)).moves == (
            ((9, 14), (0, 0, 0, 1)),
            ((11, 15), (1, 0, 0, 0)),
        )
        assert index.search(Query(position=Position.start(AMERICAN)), [other])[0] == 1
        index.close()
        again = GameIndex(tmp_path / "index")
        heard: list[int] = []
        again.add(file, lambda done, _: heard.append(done))
        assert (again.count(), heard) == (2, [])
        again.close()

    def test_many_small_files_become_one_block(self, tmp_path: Path) -> None:
        index = GameIndex(None)
        for number in range(40):
            path = tmp_path / f"{number}.pdn"
            path.write_text(f"1. {('11-15', '9-14')[number % 2]} 1-0\n")
            index.add(path)
        assert index._one("SELECT count(*) FROM blocks") < 34
        assert index.reached(Position.start(AMERICAN)).counts == (40, 0, 0, 0)

    def test_a_file_that_cannot_be_read_changes_nothing(self, index: GameIndex, file: Path) -> None:
        with pytest.raises(OSError, match="no ordinary file"):
            index.add(file.parent)
        assert index.count() == 3

    def test_places_in_any_encoding_and_with_any_line_ends(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for size in (7, 64):
            monkeypatch.setattr("engine.pdn.collection._PIECE", size)
            for ends, encoding in (("\n", "utf-8"), ("\r\n", "utf-8-sig"), ("\r", "utf-8"), ("\r\n", "latin-1")):
                names = ["Zoë", "Ü", "plain"] if encoding == "latin-1" else ["Zoë", "高橋", "plain"]
                text = "".join(f'[White "{name}"]\n\n1. 11-15 {{é}} *\n\n' for name in names)
                path = tmp_path / "places.pdn"
                path.write_bytes(text.replace("\n", ends).encode(encoding))
                with path.open("rb") as stream:
                    places = [place for _, place in Catalogue(stream).sheets()]
                    for name, place in zip(names, places, strict=True):
                        sheet = sheet_at(stream, place)
                        assert sheet is not None
                        assert sheet.tag("White") == name


def test_every_position_of_a_game_is_found_with_its_mirror(tmp_path: Path) -> None:
    for name in ("american", "russian", "international", "italian"):
        index = GameIndex(None)
        games = [random_game(name, "forced", random.Random(f"index {name} {seed}"), 30, False) for seed in range(3)]
        path = tmp_path / f"{name}.pdn"
        path.write_text(pdn_text([GameRecord.of(game) for game in games]), "utf-8")
        index.add(path)
        for number, game in enumerate(games, 1):
            for turn in game.turns[::5]:
                for position in (turn.after, turn.after.turned()):
                    assert number in numbers(index, Query(position=position))
                    assert position_key(position) == position_key(turn.after)


def test_keys_tell_boards_and_sides_apart() -> None:
    position = parse_fen("B:W32,K27:BK2,3", AMERICAN)
    assert position_key(position) != position_key(position.passed())
    assert position_key(Position.start(RULE_SETS["italian"])) != position_key(Position.start(RULE_SETS["russian"]))


@pytest.mark.parametrize(
    ("text", "more", "less"),
    [
        ("2 kings v 1", (0, 2, 0), (0, 1, 0)),
        ("1 king against two kings and 3 men", (3, 2, 0), (0, 1, 0)),
        ("a triple king vs man", (1, 0, 0), (0, 0, 1)),
        ("3 v 2 men", None, None),
        ("2 kings", None, None),
        ("queens v 1", None, None),
    ],
)
def test_material_in_words(text: str, more: tuple[int, int, int] | None, less: tuple[int, int, int] | None) -> None:
    if more is None:
        with pytest.raises(ValueError, match="2 kings v 1"):
            Material.read(text)
    else:
        assert Material.read(text) == Material(*sorted((more, less), reverse=True))  # type: ignore[type-var, arg-type]


def test_material_of_a_position() -> None:
    position = parse_fen("B:WK32,31:BK1,2,3", AMERICAN)
    assert Material.of(position) == Material.of(position.turned()) == Material((2, 1, 0), (1, 1, 0))
    assert material_key(Material.of(position)) == material_key(Material.read("2 men and a king v a man and a king"))


class TestCommand:
    """``checkers games``."""

    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder of the user's own."""
        monkeypatch.setenv("CHECKERS_HOME", str(tmp_path / "home"))
        return tmp_path / "home"

    def test_a_list(self, file: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["games", str(file)]) == 0
        shown = capsys.readouterr()
        assert shown.out == (
            " No. Date       Black - White                     Result  Moves Opening\n"
            "   1 1990.06.01 Jordan, R. - Ferrie               1-0         3 Glasgow\n"
            "   2 2004.??.?? Чёрный - Jordan, A.               1/2-1/2     3 Fife\n"
            "   3            ? - Zoë                           0-1         2 american\n"
            "3 of 3 games.\n"
        )
        assert shown.err == f"{file}: 1 game cannot be read; checkers show tells why.\n"
        assert (home / "games.sqlite").exists()

    def test_a_position_in_a_folder(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        position = "B:W21-32:B1-12"
        assert main(["games", str(file.parent), "--position", position, "--most", "1"]) == 0
        assert capsys.readouterr().out.splitlines()[2:] == [
            "2 of 3 games; the first 1 are listed.",
            "The position was reached in 2 games: won 1, drawn 1, lost 0 (75%).",
            "  11-15        2  won 1, drawn 1, lost 0 (75%)",
        ]

    def test_objects(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["games", str(file), "--player", "ferrie", "--json"]) == 0
        (row,) = map(json.loads, capsys.readouterr().out.splitlines())
        assert (row["file"], row["number"], row["opening"], row["moves"]) == (str(file), 1, "Glasgow", 6)

    def test_own_saved_games(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["games"]) == 2
        assert capsys.readouterr().err == "There are no files of games: name one, as in checkers games FILE.pdn.\n"
        (home / "games").mkdir(parents=True)
        (home / "games" / "lunch.pdn").write_text("1. 11-15 *\n")
        assert main(["games"]) == 0
        assert "1 of 1 games." in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--year", "90"], '"90" after --year will not do: a year has four figures, as in 1990, or 1990-1999.'),
            (["--result", "won"], "a result is one of 1-0, 0-1"),
            (["--material", "lots"], "material is said like 2 kings v 1"),
            (["--position", "x"], 'FEN "x" is not like'),
            (["--most", "-1"], "it is a whole number from 0"),
            (["missing.pdn"], "missing.pdn cannot be read"),
        ],
    )
    def test_what_cannot_be_done(
        self, file: Path, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["games", str(file), *arguments]) == 2
        assert reason in capsys.readouterr().err

    def test_an_index_that_is_none(self, file: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        home.mkdir()
        (home / "games.sqlite").write_text("this is no index of games at all, but it is long enough" * 20)
        assert main(["games", str(file)]) == 2
        assert capsys.readouterr().err == "The index of games cannot be used (file is not a database).\n"
