"""The index of games."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from support.paths import ROOT
from support.platform_marks import posix
from support.stops import stop_after
from support.stored_games import A_GAME
from support.written_games import CLUB, MANY, club_file, random_game

import console.storage.game_index as game_index
import console.storage.game_rows as game_rows
from console.cli.main import main
from console.game.position_keys import Material, position_key
from console.storage.game_index import GameIndex, Query, game_at
from console.storage.notices import NotKept
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import WHITE
from engine.house_rules import house_rules
from engine.pdn.record import GameRecord
from engine.pdn.tree import Diagnostic
from engine.pdn.writer import pdn_text
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

GLASGOW = "W:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,12,15,16"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of four games, the last of which ends in an unreadable move."""
    return club_file(tmp_path)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Return a file of 120 games."""
    path = tmp_path / "many.pdn"
    path.write_text(MANY)
    return path


@pytest.fixture
def index(file: Path) -> GameIndex:
    """Return an index of that file in memory."""
    index = GameIndex(None)
    assert index.add(file) == 1
    return index


def numbers(index: GameIndex, query: Query) -> list[int]:
    """Return the numbers of the games that are found."""
    count, found = index.search(query)
    assert count == len(found)
    return [game.number for game in found]


class TestSearch:
    @pytest.mark.parametrize(
        ("query", "found"),
        [
            (Query(), [1, 2, 3, 4]),
            (Query(player="jordan"), [1, 2]),
            (Query(player="чёрн"), [2]),
            (Query(player="ZOË"), [3]),
            (Query(player="_"), []),
            (Query(event="0%"), [1]),
            (Query(event="cup", player="jord"), [2]),
            (Query(years=(1990, 2003)), [1]),
            (Query(years=(2004, 2004)), [2]),
            (Query(result="0-1"), [3]),
            (Query(result="0-2"), [3]),
            (Query(result="1-1"), [2]),
            (Query(result="*"), [4]),
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
    def test_finds_games_by(self, index: GameIndex, query: Query, found: list[int]) -> None:
        assert numbers(index, query) == found

    @pytest.mark.parametrize(
        "query",
        [Query(words=("computer",)), Query(player="computer"), Query(words=("dan", "comp")), Query(player="county")],
    )
    def test_finds_the_computer_by_the_name_of_its_level_too(self, file: Path, query: Query) -> None:
        file.write_text(f"{A_GAME}\n1. 11-15 *\n\n{file.read_text('utf-8')}", "utf-8")
        index = GameIndex(None)
        index.add(file)
        assert numbers(index, query) == [1]

    def test_counts_results_and_moves_of_a_position(self, index: GameIndex) -> None:
        reached, _ = index.reached(
            parse_fen("B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15", AMERICAN), AMERICAN
        )
        assert (reached.games, reached.counts) == (2, (1, 1, 0, 0))
        assert reached.moves == (((8, 11), (1, 0, 0, 0)), ((9, 14), (0, 1, 0, 0)))
        mirror, _ = index.reached(parse_fen("W:WK32:B2,K1", AMERICAN), AMERICAN)
        assert mirror.moves == (((32, 27), (0, 0, 1, 0)),)

    def test_finds_the_positions_of_a_damaged_game_but_does_not_count_it(self, tmp_path: Path) -> None:
        (tmp_path / "bad.pdn").write_text("1. 11-15 23-19 2. 8-11 22-17 3. 50-1 15-18 1-0\n")
        index = GameIndex(None)
        assert index.add(tmp_path / "bad.pdn") == 1
        position = parse_fen("B:W17,19,21,24-32:B1-7,9-12,15", AMERICAN)
        (found,) = index.search(Query(position=position, result="2-0"))[1]
        reason = '"50-1": there is no square 50 (read as american)'
        assert (found.plies, found.result, found.problem) == (4, "1-0", Diagnostic(1, 1, reason))
        assert index.reached(position, AMERICAN)[0].games == 0

    def test_lists_games_that_cannot_be_opened(self, tmp_path: Path) -> None:
        tags = '[White "Ann"]\n[Date "about 1890"]\n'
        (tmp_path / "odd.pdn").write_text(f'{tags}[FEN "W::."]\n1. 11-15 *\n\n{tags}[GameType "97"]\n1. 11-15 0-2\n')
        index = GameIndex(None)
        assert index.add(tmp_path / "odd.pdn") == 2
        first, second = index.search(Query(player="ann", years=(1890, 1890)))[1]
        assert (first.problem, first.rules, first.plies) == (Diagnostic(1, 3, 'FEN "W::." has no pieces'), "?", 0)
        reason = "frysk! is played along rows and columns too, and not here"
        assert (second.problem, second.result) == (Diagnostic(2, 8, reason), "0-2")
        assert game_at(first) is None

    def test_counts_no_games_by_other_rules(self, index: GameIndex, tmp_path: Path) -> None:
        """The board of russian checkers turned round is that of american checkers."""
        assert index.reached(Position.start(RULE_SETS["russian"]), RULE_SETS["russian"])[0].games == 0
        (tmp_path / "russian.pdn").write_text('[GameType "25"]\n1. c3-d4 *\n')
        index.add(tmp_path / "russian.pdn")
        assert index.reached(Position.start(RULE_SETS["russian"]), RULE_SETS["russian"])[0].counts == (0, 0, 0, 1)
        assert index.reached(Position.start(AMERICAN), AMERICAN)[0].counts == (1, 1, 0, 0)

    def test_reads_a_found_game_from_its_file(self, index: GameIndex, file: Path) -> None:
        for game in index.search(Query())[1]:
            record = game_at(game)
            assert record is not None
            assert (record.tag("White", ""), len(record.turns)) == (game.white, game.plies)
            assert record.problem == game.problem
        file.write_text("nothing\n")
        assert game_at(index.search(Query())[1][1]) is None


class TestFiles:
    def test_names_the_side_that_begins_by_house_rules_first(self, index: GameIndex, tmp_path: Path) -> None:
        record = GameRecord.of(Game(house_rules("granny", replace(AMERICAN, first=WHITE))))
        path = tmp_path / "granny.pdn"
        path.write_text(pdn_text([replace(record, tags=(("Black", "Dan"), ("White", "Eve")))]))
        index.add(path)
        assert [game.players for game in index.search(Query(), [path])[1]] == ["Eve - Dan"]

    def test_builds_an_index_of_another_format_again(self, tmp_path: Path, file: Path) -> None:
        path = tmp_path / "games.sqlite"
        GameIndex(path).add(file)
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 4")
        db.close()
        index = GameIndex(path)
        assert (index.notice, index.outdated([file])) == ("", [file])
        index.add(file)
        assert numbers(index, Query()) == [1, 2, 3, 4]

    def test_reads_a_changed_file_again(self, tmp_path: Path, file: Path) -> None:
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
        assert index.reached(Position.start(AMERICAN), AMERICAN)[0].moves == (
            ((9, 14), (0, 0, 0, 1)),
            ((11, 15), (1, 0, 0, 0)),
        )
        assert index.search(Query(position=Position.start(AMERICAN)), [other])[0] == 1
        index.close()
        again = GameIndex(tmp_path / "index")
        heard: list[int] = []
        again.add(file, heard.append)
        assert (again.count(), heard) == (2, [])
        again.close()

    def test_rejects_folders_and_pipes(self, index: GameIndex, tmp_path: Path) -> None:
        (tmp_path / "folder.pdn").mkdir()
        odd = [tmp_path / "folder.pdn", tmp_path / "missing.pdn"]
        if sys.platform != "win32":
            os.mkfifo(tmp_path / "pipe.pdn")
            odd.append(tmp_path / "pipe.pdn")
        for path in odd:
            with pytest.raises(OSError, match=r"is a folder|not a regular file|No such file"):
                index.add(path)
        assert index.count() == 4

    @pytest.mark.parametrize("changed", ["deleted", "renamed", "replaced by a folder"])
    def test_forgets_deleted_files(self, changed: str, tmp_path: Path, file: Path) -> None:
        index = GameIndex(None)
        index.add(file)
        new = [file.rename(tmp_path / "new.pdn")] if changed == "renamed" else []
        file.unlink(missing_ok=True)
        if changed == "replaced by a folder":
            file.mkdir()
        assert index.outdated(new) == [*new, file]
        assert {path for path, error in index.add_all(index.outdated(new), lambda *_: None) if path == file} == {file}
        assert index.count() == (4 if new else 0)
        assert numbers(index, Query(player="jordan")) == ([1, 2] if new else [])
        assert index.reached(Position.start(AMERICAN), AMERICAN)[0].games == (2 if new else 0)
        assert index.outdated(new) == []

    def test_keeps_no_rows_of_deleted_games(self, file: Path, tmp_path: Path) -> None:
        def rows(path: Path) -> list[int]:
            tables = ("games", "segments", "seen")
            with closing(sqlite3.connect(path)) as db:
                return [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables]

        paths = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
        index, fresh = map(GameIndex, paths)
        index.add(file)
        file.write_text("1. 11-15 {a remark} 23-19 1-0\n\n1. 9-14 *\n")
        for each in (index, fresh):
            each.add(file)
        assert rows(paths[0]) == rows(paths[1])
        file.unlink()
        with pytest.raises(FileNotFoundError):
            index.add(file)
        assert rows(paths[0]) == [0, 0, 0]

    def test_finds_a_file_whose_name_is_not_text(self, tmp_path: Path) -> None:
        path = tmp_path / "caf\udce9.pdn"
        try:
            path.write_text(CLUB, "utf-8")
        except OSError:
            pytest.skip("the file system takes no such names")
        index = GameIndex(tmp_path / "index")
        index.add(path)
        (found, *_) = index.search(Query(), [path])[1]
        assert found.path == path
        assert game_at(found) is not None
        assert index.outdated([path]) == []


def test_finds_every_position_of_a_game_and_its_mirror(tmp_path: Path) -> None:
    for name in ("russian", "international"):
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


@pytest.mark.parametrize(
    ("text", "material"),
    [
        ("2 kings v 1", ((0, 2, 0), (0, 1, 0))),
        ("1 king against two kings and 3 men", ((3, 2, 0), (0, 1, 0))),
        ("a triple king vs man", ((1, 0, 0), (0, 0, 1))),
    ],
)
def test_reads_material_in_words(text: str, material: tuple[tuple[int, int, int], tuple[int, int, int]]) -> None:
    assert Material.read(text) == Material(*material)


class TestInSteps:
    """Files that are read part by part, by several programs at once."""

    @pytest.fixture(autouse=True)
    def parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Small ones."""
        monkeypatch.setattr(game_rows, "MOST_GAMES", 9)

    def test_continues_a_stopped_build_that_can_be_searched_meanwhile(self, tmp_path: Path, many: Path) -> None:
        counts = [0]
        heard: list[int] = []
        while counts[-1] < 120:
            index = GameIndex(tmp_path / "index")
            index.add(many, heard.append, stop=stop_after(3))
            counts.append(index.count())
            assert index.search(Query(position=Position.start(AMERICAN)))[0] == counts[-1]
            assert (index.outdated([many]) == []) == (counts[-1] == 120)
            index.close()
        assert len(counts) > 4
        assert counts == sorted(set(counts))
        assert heard == sorted(heard)
        assert heard[-1] == many.stat().st_size
        again = GameIndex(tmp_path / "index")
        assert [game.number for game in again.search(Query(), most=200)[1]] == list(range(1, 121))
        assert again.search(Query(event="cup 119"))[1][0].number == 120

    @pytest.mark.parametrize("changes", [False, True])
    def test_two_programs_share_the_work_on_a_file(self, changes: bool, tmp_path: Path, many: Path) -> None:
        """Each continues after the parts of the other. The one that is late leaves what the other has added."""
        index, other = GameIndex(tmp_path / "index"), GameIndex(tmp_path / "index")
        counts: list[int] = []

        def interrupt(done: int) -> None:
            counts.append(other.search(Query(event="cup"))[0])
            if changes and len(counts) == 2:
                many.write_text(CLUB, "utf-8")
            if len(counts) % 2 == 0:
                other.add(many, stop=stop_after(3))

        assert index.add(many, interrupt) == int(changes)
        if changes:
            assert (index.count(), numbers(index, Query(player="jordan"))) == (4, [1, 2])
        else:
            assert counts == sorted(set(counts))
            assert [game.number for game in index.search(Query(), most=200)[1]] == list(range(1, 121))
            assert index.reached(Position.start(AMERICAN), AMERICAN)[0].counts == (120, 0, 0, 0)

    def test_many_programs_build_at_once(self, tmp_path: Path) -> None:
        path = tmp_path / "many.pdn"
        path.write_text(MANY * 2)
        environment = {**os.environ, "CHECKERS_HOME": str(tmp_path / "home")}
        command = [sys.executable, str(ROOT / "checkers.py"), "games", str(path), "--most", "0"]
        running = [
            subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(3)
        ]
        for each in running:
            out, err = each.communicate(timeout=60)
            assert (out, err, each.returncode) == ("240 of 240 games; the first 0 are listed.\n", "", 0)

    def test_adds_files_with_progress_and_yields_their_problems(self, tmp_path: Path, many: Path) -> None:
        paths = [many, tmp_path / "missing.pdn", club_file(tmp_path)]
        index = GameIndex(tmp_path / "index")
        heard: list[tuple[str, int, int]] = []
        (missing, error), club = index.add_all(paths, lambda *progress: heard.append(progress))
        assert missing == paths[1]
        assert isinstance(error, FileNotFoundError)
        assert club == (paths[2], 1)
        assert [game.number for game in index.search(Query(), most=200)[1]] == [*range(1, 121), 1, 2, 3, 4]
        total = sum(path.stat().st_size for path in (paths[0], paths[2]))
        assert heard[0][::2] == ("many.pdn", total)
        assert heard[-1] == ("club.pdn", total, total)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file of 120 games, and an index that has them."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "many.pdn").write_text(MANY)
    index = GameIndex(folder / "whole")
    index.add(folder / "many.pdn")
    index.close()
    return folder


class TestDamage:
    @pytest.fixture
    def path(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """Return the file of the user's index, which has 120 games."""
        monkeypatch.setenv("CHECKERS_HOME", str(home))
        return Path(shutil.copy(home / "whole", home / "games.sqlite"))

    @pytest.mark.parametrize("size", [1, 16, 512, 4096, 0])
    @pytest.mark.parametrize("seed", range(2))
    def test_survives_changed_bytes_anywhere(
        self, seed: int, size: int, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """All games are found, perhaps with a message about damage, or after it.

        A few changed bytes inside a page may stay unnoticed, but whole pages are noticed.
        """
        rng = random.Random(seed)
        data = bytearray(path.read_bytes())
        for _ in range(3):
            at = rng.randrange(len(data))
            at -= at % size if size == 4096 else 0
            data[at : at + size] = rng.randbytes(size)
        path.write_bytes(data if size else data[: rng.randrange(len(data))])
        position = "B:W21-32:B1-12"
        for _ in range(2):
            asked = ["games", str(path.with_name("many.pdn")), "--position", position, "--most", "200"]
            status = main(asked)
            shown = capsys.readouterr()
            assert shown.err == "" or "The index of games was damaged" in shown.err
            if status:
                assert "search again" in shown.err
                status = main(asked)
                shown = capsys.readouterr()
            assert status == 0
            assert "120 of 120 games" in shown.out or 0 < size < 4096

    @pytest.mark.parametrize(
        ("change", "opens"),
        [
            ("UPDATE games SET plies = 'x'", True),
            ("UPDATE games SET rules = x'ff'", True),
            ("UPDATE words SET word = CAST(x'ff' AS TEXT) WHERE id = 1", True),
            ("UPDATE seen SET what = 'x'", True),
            ("DROP TABLE words", True),
            (
                "PRAGMA writable_schema = 1; "
                "UPDATE sqlite_master SET name = CAST(x'a3' AS TEXT), sql = 1 WHERE rowid = 1",
                False,
            ),
        ],
    )
    def test_builds_a_damaged_index_again(
        self, change: str, opens: bool, path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """One that cannot be opened is rebuilt at once, one whose damage is found by a search after that search."""
        with sqlite3.connect(path) as db:
            db.executescript(change)
        db.close()
        asked = ["games", str(path.with_name("many.pdn")), "--position", "B:W21-32:B1-12", "--most", "200"]
        if opens:
            assert main(asked) == 2
            assert capsys.readouterr() == (
                "",
                "checkers games: The index of games was damaged: search again to rebuild it.\n",
            )
        assert main(asked) == 0
        shown = capsys.readouterr()
        assert shown.err == ("" if opens else "checkers games: The index of games was damaged: it is being rebuilt.\n")
        assert "120 of 120 games" in shown.out
        assert main(asked) == 0
        assert capsys.readouterr() == (shown.out, "")
        assert sorted(each.name for each in path.parent.iterdir()) == ["games.sqlite", "many.pdn", "whole"]

    @posix
    def test_replaces_the_file_that_a_link_leads_to(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to(path)
        path.write_bytes(b"nonsense" * 1000)
        assert GameIndex(link).notice == "The index of games was damaged: it is being rebuilt."
        assert link.is_symlink()
        assert path.exists()

    @pytest.mark.parametrize(
        ("query", "count"),
        [
            (Query(player=os.fsdecode(b"caf\xe9") if os.name == "posix" else "\udce9"), 0),
            (Query(player="Cup\0"), 0),
            (Query(event="x" * 60_000), None),
            (Query(words=("cup",) * 50), 120),
            (Query(words=("cup",) * 51), None),
        ],
    )
    def test_keeps_the_index_whatever_is_asked(self, query: Query, count: int | None, path: Path) -> None:
        index = GameIndex(path)
        if count is None:
            with pytest.raises(NotKept, match=r"cannot be used \(.*(too|overflow)|at most 50 words at a time"):
                index.search(query)
        else:
            assert index.search(query)[0] == count
        assert index.count() == 120

    def test_stays_in_memory_if_nothing_can_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "home").write_text("no folder")
        (tmp_path / "folder" / "games.sqlite").mkdir(parents=True)
        for path in (tmp_path / "home" / "games.sqlite", tmp_path / "folder" / "games.sqlite"):
            index = GameIndex(path)
            index.add(club_file(tmp_path))
            assert (index.notice, numbers(index, Query(player="jordan"))) == ("", [1, 2])

    def test_reports_errors_of_the_system(self, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The transaction of another program does not end."""
        monkeypatch.setattr(game_index, "PATIENCE", 0.05)
        index, file = GameIndex(path), club_file(tmp_path)
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotKept, match=r"cannot be used .database is locked"):
                index.add(file)
        assert index.count() == 120
        index.add(file)
        assert index.count() == 124


class TestCopies:
    """A folder that was copied, and several records of one game."""

    SAVED = '[Black "Dan"][White "Ann"][GameId "a"]\n1. 11-15 23-19 {} {}\n\n'

    def test_counts_each_game_of_a_copied_folder_once(self, tmp_path: Path) -> None:
        home = tmp_path / "home"
        home.mkdir()
        inside, outside = club_file(home), club_file(tmp_path)
        index = GameIndex(home / "games.sqlite")
        for path in (inside, outside):
            index.add(path)
        index.close()
        copy = shutil.copytree(home, tmp_path / "copy")
        again = GameIndex(copy / "games.sqlite")
        assert again.outdated([copy / inside.name, outside]) == []
        assert again.count() == 8
        assert {game.path for game in again.search(Query())[1]} == {copy / inside.name, outside}
        assert again.count([inside]) == 0
        again.close()

    @pytest.mark.parametrize(
        ("records", "counted"),
        [
            ([("", "*"), ("8-11 22-17", "*")], [2]),
            ([("8-11 22-17", "*"), ("", "*"), ("8-11", "*")], [1]),
            ([("8-11", "*"), ("8-11", "*")], [1]),
            ([("8-11 22-17", "*"), ("9-13", "*"), ("", "*")], [1, 2]),
            ([("8-11 22-17", "1-0"), ("8-11", "*")], [1]),
            ([("8-11 22-17", "1-0"), ("8-11", "0-1")], [1, 2]),
            ([("8-11", "*"), ("8-11", "1-0")], [2]),
        ],
    )
    def test_counts_records_of_one_game_once(
        self, records: list[tuple[str, str]], counted: list[int], tmp_path: Path
    ) -> None:
        index, files = GameIndex(tmp_path / "index"), []
        for number, (moves, result) in enumerate(records, 1):
            files.append(tmp_path / f"{number}.pdn")
            files[-1].write_text(self.SAVED.format(moves, result))
        list(index.add_all(files, lambda *_: None))
        start = Position.start(AMERICAN)
        assert [int(game.path.stem) for game in index.search(Query())[1]] == counted
        found = (
            index.count(),
            index.search(Query(position=start))[0],
            index.reached(start, AMERICAN)[0].games,
            index.reached(start, AMERICAN, player="dan")[1].games,
        )
        assert found == (len(counted),) * 4
        assert [index.count([path]) for path in files] == [1] * len(files)
        files[counted[0] - 1].unlink()
        list(index.add_all(files[:0], lambda *_: None))
        assert index.count() == 1
