"""The database of what a player has done: damage, full disks, other programs, later versions, and the old files."""

import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import date, timedelta
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.conversation import FIVE_MOVES
from support.platform_marks import posix
from support.stored_games import disk, keep_results, names, played_session, release_all

from console.activities.course.progress import finished, finished_lessons
from console.activities.guess.scores import Guesses, score_of
from console.activities.problems.solved import Rating, SolvedRow, solved_fens, standing_of
from console.activities.storm.scores import FOUNDERS_STORMS, Storm, best_storms
from console.cli.composition import ROOMS
from console.game.hall_of_fame import Result
from console.game.options import Options
from console.game.repetition import LINE, MISTAKE, Item
from console.storage import old_files, player_data
from console.storage.due_items import added, items_of
from console.storage.hall import Hall, stored
from console.storage.notices import Notices
from console.storage.player_data import OLD_FILES, PLAYER, VERSION, PlayerData, schema
from engine.geometry import BLACK, WHITE
from engine.rules import AMERICAN, RULE_SETS

WON = Result("Dan", 5, "american", "win", "a", "forced", "2026.11.02", 61, False, "Black", "Cross", 300, "", 0, "21:05")
DUE = date(2026, 3, 1)
KEPT = "What you have done cannot be saved"


def filled(folder: Path, lessons: int = 3, results: int = 300) -> Path:
    """Store lessons and results, as a program that has ended; return the file."""
    disk(folder).player.change(*map(finished, range(1, lessons + 1)))
    keep_results(folder, *(Result("Dan", 5, "american", "win", f"game {number}") for number in range(results)))
    release_all()
    return folder / PLAYER


def lessons_in(folder: Path) -> int:
    """Return the number of finished lessons that a program finds at its start."""
    return len(finished_lessons(disk(folder).player))


@pytest.mark.parametrize("asked", [0, 1, 2])
def test_a_line_is_due_from_its_day_on_if_it_was_asked(asked: int) -> None:
    """A line that was only looked at is not due; a mistake is, though nobody has asked for it yet."""
    data = PlayerData(None, Notices())
    line = Item(LINE, "american", "", BLACK, "Cross", "B:W21-32:B1-12", "11-15 23-18", DUE, asked=asked)
    mistake = Item(MISTAKE, "american", "", BLACK, "1-6", "B:W9:B1", "1-5", DUE)
    data.change(added(line), added(mistake))
    mistakes, lines = (found for folder in ("problems", "learn") if (found := ROOMS[folder].due) is not None)
    for days in (-1, 0, 1):
        today = DUE + timedelta(days)
        assert mistakes.number(data, AMERICAN, today) == (days >= 0)
        assert mistakes.number(data, RULE_SETS["russian"], today) == 0
        assert lines.number(data, RULE_SETS["russian"], today) == (days >= 0 and bool(asked))


class TestFile:
    def test_is_made_by_the_first_change(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        assert lessons_in(tmp_path) == 0
        assert names(tmp_path) == []
        store.player.change(finished(1))
        assert (*finished_lessons(store.player), lessons_in(tmp_path)) == (1, 1)

    def test_without_a_folder_changes_stay_in_memory(self) -> None:
        data = PlayerData(None, Notices())
        data.change(finished(1))
        data.change(finished(2))
        assert finished_lessons(data) == {1, 2}

    def test_a_pipe_reads_results_and_writes_nothing(self, tmp_path: Path) -> None:
        filled(tmp_path, results=1)
        before = (tmp_path / PLAYER).read_bytes()
        store = disk(tmp_path, automatic=False)
        store.player.change(finished(9))
        assert ([result.name for result in store.hall.results()], lessons_in(tmp_path)) == (["Dan"], 3)
        store.release()
        assert (tmp_path / PLAYER).read_bytes() == before

    def test_changes_are_stored_together_or_not_at_all(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        with pytest.raises(RuntimeError):
            store.player.change(finished(1), ("SELECT ?", (Unstorable(),)))
        assert lessons_in(tmp_path) == 0

    def test_stores_lone_surrogates_as_question_marks(self, tmp_path: Path) -> None:
        keep_results(tmp_path, Result("Dan\udc80", 5, "american", "win"))
        assert disk(tmp_path).hall.names() == ["Dan?"]


class Unstorable:
    """A value whose first conversion fails, as a program does that ends within a change."""

    has_failed = False

    def __conform__(self, protocol: object) -> str:
        if self.has_failed:
            return ""
        self.has_failed = True
        raise RuntimeError


class TestDamage:
    """The file is put aside, and what can be read of it counts."""

    @pytest.mark.parametrize(
        ("damage", "rest"),
        [
            (lambda data: b"", None),
            (lambda data: b"not a database" * 100, 0),
            (lambda data: b"\0" * len(data), 0),
            (lambda data: data[: len(data) // 2], 3),
            (lambda data: data[:-4096] + b"\xff" * 4096, 3),
            (lambda data: data[:100] + Random(1).randbytes(3996) + data[4096:], 0),
        ],
        ids=["empty", "text", "zeros", "half", "last page", "first page"],
    )
    def test_puts_a_damaged_file_aside(
        self, tmp_path: Path, damage: Callable[[bytes], bytes], rest: int | None
    ) -> None:
        path = filled(tmp_path)
        path.write_bytes(damage(path.read_bytes()))
        store = disk(tmp_path)
        assert len(finished_lessons(store.player)) == (rest or 0)
        store.player.change(finished(30))
        aside = (
            []
            if rest is None
            else [f"What you have done could not be read: it has been set aside as {PLAYER}.damaged-1."]
        )
        assert store.notices.take() == aside
        assert lessons_in(tmp_path) == (rest or 0) + 1
        assert disk(tmp_path).notices.take() == []

    def test_keeps_the_results_before_the_damage(self, tmp_path: Path) -> None:
        path = filled(tmp_path)
        data = path.read_bytes()
        last = data.rindex(b"game 299")
        path.write_bytes(data[: last - last % 4096] + b"\xff" * 4096 + data[last - last % 4096 + 4096 :])
        found = [result.game for result in disk(tmp_path).hall.results()]
        assert 200 < len(found) < 300
        assert found == [f"game {number}" for number in range(len(found))]

    @pytest.mark.parametrize(
        "seed", [pytest.param(n, marks=[pytest.mark.slow] if n not in (0, 1, 2, 114) else []) for n in range(200)]
    )
    def test_goes_on_after_any_damage(self, tmp_path: Path, seed: int) -> None:
        path, rng = filled(tmp_path, results=100), Random(seed)
        data = bytearray(path.read_bytes())
        for _ in range(rng.choice((1, 10, 1000))):
            data[rng.randrange(100, len(data))] = rng.randrange(256)  # the header says how old the file is
        path.write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
        paper = played_session(["fame", "record", "learn list", FIVE_MOVES, "resign", "Y", "N"], disk(tmp_path))
        assert paper.endswith("Good-bye, Dan.\n")
        store = disk(tmp_path)
        assert store.hall.results()[-1].score == "loss"
        assert store.notices.take() == []

    @pytest.mark.parametrize("version", [1, VERSION])
    def test_keeps_the_tables_of_a_room_that_is_gone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
    ) -> None:
        """And makes those of a room that comes: here the course is taken away, and comes again with the storms."""
        path, made = filled(tmp_path), schema()
        with closing(sqlite3.connect(path)) as db:
            db.execute("DROP TABLE storms")
            db.execute(f"PRAGMA user_version = {version}")
        with monkeypatch.context() as without:
            without.setattr(player_data, "schema", lambda: {name: made[name] for name in made if name != "lessons"})
            store = disk(tmp_path)
            store.player.change(stored(Result("Ann", 5, "american", "win")))
            assert (len(store.hall.names()), store.notices.take()) == (2, [])
            store.release()
        store = disk(tmp_path)
        assert finished_lessons(store.player) == {1, 2, 3}
        assert (store.player.rows("SELECT count(*) FROM storms"), store.notices.take()) == ([(0,)], [])

    def test_leaves_a_file_of_a_later_version_alone(self, tmp_path: Path) -> None:
        path = filled(tmp_path)
        with closing(sqlite3.connect(path)) as db:
            db.execute(f"PRAGMA user_version = {VERSION + 1}")
        before, store = path.read_bytes(), disk(tmp_path)
        for number in (1, 2):
            store.player.change(finished(number))
        assert finished_lessons(store.player) == {1, 2}
        assert store.notices.take() == [f"{KEPT} ({PLAYER} is of a later version of this program, and stays as it is)."]
        assert path.read_bytes() == before

    def test_reports_a_python_without_sqlite_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        filled(tmp_path)
        monkeypatch.setitem(sys.modules, "sqlite3", None)
        paper = played_session(["fame", "record", "learn Glasgow", "learn off", "resign", "Y", "N"], disk(tmp_path))
        assert paper.replace("\n", " ").count(f"{KEPT}: this Python has no sqlite3 module.") == 1
        assert paper.endswith("Good-bye, Dan.\n")


class TestUnwritable:
    """Changes are kept in memory, one sentence says so, and they are stored as soon as possible."""

    @posix
    def test_a_full_disk(self, tmp_path: Path) -> None:
        resource = import_module("resource")  # Windows has none
        filled(tmp_path)
        store, before = disk(tmp_path), resource.getrlimit(resource.RLIMIT_FSIZE)
        store.player.change(finished(10))
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            for number in (11, 12):
                store.player.change(finished(number))
                assert number in finished_lessons(store.player)
            notices = store.notices.take()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert [notice.startswith(f"{KEPT} (") for notice in notices] == [True]
        assert (lessons_in(tmp_path), store.notices.take()) == (4, [])
        store.player.change(finished(13))
        assert finished_lessons(disk(tmp_path).player) == {1, 2, 3, 10, 11, 12, 13}

    def test_another_program_that_writes_for_long(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is waited for once."""
        monkeypatch.setattr(player_data, "PATIENCE", 0.3)
        path, store, seconds = filled(tmp_path), disk(tmp_path), []
        store.player.change(finished(10))
        with closing(sqlite3.connect(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            for number in (11, 12, 13):
                began = monotonic()
                store.player.change(finished(number))
                seconds.append(monotonic() - began)
            assert finished_lessons(store.player) == {1, 2, 3, 10, 11, 12, 13}
        assert seconds[0] >= 0.3
        assert min(seconds) < 0.3
        assert store.notices.take() == [f"{KEPT} (Another program is holding on to it: {path})."]
        store.player.change(finished(14))
        assert finished_lessons(disk(tmp_path).player) == {1, 2, 3, 10, 11, 12, 13, 14}

    def test_another_program_that_holds_the_file_at_the_start(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Changes are stored at the end, if the file is free by then."""
        monkeypatch.setattr(player_data, "PATIENCE", 0.02)
        path, store = filled(tmp_path), disk(tmp_path)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("BEGIN EXCLUSIVE")
            assert finished_lessons(store.player) == {1, 2, 3}
            store.player.change(finished(10))
        assert store.notices.take() == [f"{KEPT} (Another program is holding on to it: {path})."]
        store.release()
        assert finished_lessons(disk(tmp_path).player) == {1, 2, 3, 10}


RESULT = {"name": "Dan", "level": 5, "rules": "american", "score": "win", "game": "a", "helped": False}
WRONG: list[dict[str, object]] = [
    {"name": ""}, {"level": 0}, {"level": "x"}, {"level": 10**400}, {"score": ["win"]}, {"rules": None}, {"helped": 2},
    {"moves": -1}, {"rating": 10**5}, {"time": {}}, {"name": "x" * 2000}, {"date": None},
]  # fmt: skip
MISTAKE_ROW = {"rules": "american", "fen": "W:W1:B2", "better": "1-5", "played": "1-6", "due": "2026-03-01", "tries": 1}
LINE_ROW = {"name": "Cross", "rules": "american", "side": "Black", "start": "B:W21-32:B1-12", "moves": "11-15 23-18",
            "due": "2026-03-01", "times": 1, "asked": 2, "right": 1}  # fmt: skip
PROBLEMS = {
    "solved": {"american": ["B:W1:B2"], "polish": ["B:W3:B4"]},
    "ratings": {"russian": {"value": 1300.5, "tries": 14}},
    "days": {"american": ["2026-02-28"]},
    "row": {"now": 2, "best": 3},
    "yours": [MISTAKE_ROW, MISTAKE_ROW | {"rules": "granny", "articles": "Board: 9x9"}],
}
SCORE = {"games": 2, "all": [5, 7], "best": [3, 4], "last": [2, 3]}
STORM = {"name": "Dan", "rules": "american", "solved": 9, "missed": 2, "day": "2026-03-01"}


def lines(*rows: object) -> str:
    """Return a file of JSON lines."""
    return "".join(f"{json.dumps(row)}\n" for row in ({"format": "EGA Checkers hall of fame", "version": 1}, *rows))


OLD: dict[str, tuple[str, Callable[[PlayerData], object], object]] = {
    "hall.jsonl": (
        lines(RESULT, RESULT | {"game": ""}, {"name": "Eve", "level": 1, "score": "loss"}),
        lambda data: Hall(data).results(),
        [*(Result("Dan", 5, "american", "win", game) for game in ("a", "")), Result("Eve", 1, "american", "loss")],
    ),
    "problems.json": (
        json.dumps({"format": "EGA Checkers solved problems 1"} | PROBLEMS),
        lambda data: (
            solved_fens(data, "american"), solved_fens(data, "polish"), standing_of(data, "russian"),
            items_of(data, MISTAKE)[0], len(items_of(data, MISTAKE)),
        ),
        ({"B:W1:B2"}, {"B:W3:B4"}, (SolvedRow(2, 3), Rating(1300.5, 14), {date(2026, 2, 28)}),
         Item(MISTAKE, "american", "", WHITE, "1-6", "W:W1:B2", "1-5", DUE, asked=1), 2),
    ),
    "learn.json": (
        json.dumps({"lines": [LINE_ROW]}),
        lambda data: items_of(data, LINE),
        [Item(LINE, "american", "", BLACK, "Cross", "B:W21-32:B1-12", "11-15 23-18", DUE, 1, 2, 1)],
    ),
    "course.json": (json.dumps({"finished": [3, 1]}), finished_lessons, {1, 3}),
    "storms.json": (json.dumps({"storms": [STORM, STORM]}), lambda data: best_storms(data)[7:9], [
        Storm("Dan", "american", 9, 2, "2026-03-01"), FOUNDERS_STORMS[7]]),
    "guess.json": (
        json.dumps({"scores": {"american": SCORE}}),
        lambda data: score_of(data, "american"),
        (2, Guesses(5, 7), Guesses(3, 4), Guesses(2, 3)),
    ),
}  # fmt: skip
"""A file of version 1.1, a query, and its result."""


FIELDS = ("solved", "ratings", "days", "row", "yours", "lines", "finished", "storms", "scores", "name", "fen", "value")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(FIELDS), inner),
)


@pytest.mark.parametrize(
    ("name", "results", "owner"),
    [("Ann", ["Dan"], "Ann"), ("", ["Ann", "Dan"], "Dan"), ("", [], "Player")],
    ids=["of the settings", "of the last result", "unknown"],
)
def test_takes_over_an_earlier_version_that_has_no_names(
    tmp_path: Path, name: str, results: list[str], owner: str
) -> None:
    with closing(sqlite3.connect(tmp_path / PLAYER)) as db, db:
        db.execute("CREATE TABLE results (id INTEGER PRIMARY KEY, name TEXT, level INTEGER, rules TEXT, score TEXT)")
        db.execute("CREATE TABLE runs (id INTEGER PRIMARY KEY, now INTEGER, best INTEGER)")
        db.execute("CREATE TABLE lessons (number INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO results VALUES (NULL, ?, 5, 'american', 'win')", [(each,) for each in results])
        db.execute("INSERT INTO runs VALUES (1, 2, 5)")
        db.execute("INSERT INTO lessons VALUES (7)")
        db.execute("PRAGMA user_version = 1")
    for data in (
        PlayerData(tmp_path, Notices(), False, lambda: name),
        PlayerData(tmp_path, Notices(), owner=lambda: name),
    ):
        data.change(finished(8))
        for me, there in (("", True), (owner, True), ("Eve", False)):
            data.me = partial(str, me)
            found = sorted(finished_lessons(data)), standing_of(data, "american").row
            assert found == (([7, 8], SolvedRow(2, 5)) if there else ([], SolvedRow()))


class TestOldFiles:
    @pytest.mark.parametrize("name", OLD)
    def test_are_read_once_and_kept(self, tmp_path: Path, name: str) -> None:
        text, query, found = OLD[name]
        (tmp_path / name).write_text(text)
        assert query(PlayerData(tmp_path, Notices(), writes=False)) == found
        assert names(tmp_path) == [name]
        for _ in range(2):
            store = disk(tmp_path)
            assert (query(store.player), store.notices.take()) == (found, [])
            release_all()
        assert {*names(tmp_path)} == {f"{name}.old", PLAYER}
        assert (tmp_path / f"{name}.old").read_text() == text

    @pytest.mark.parametrize(
        "options",
        [Options(at_terminal=True), Options(), Options(name="Ann")],
        ids=["typed", "in a script", "option"],
    )
    def test_without_names_belong_to_the_name_at_the_board(self, tmp_path: Path, options: Options) -> None:
        """The settings have none, and a guest has the last result."""
        (tmp_path / "hall.jsonl").write_text(lines(RESULT, RESULT | {"name": "Guest", "game": "b"}))
        (tmp_path / "course.json").write_text('{"finished": [3, 1]}')
        known = PlayerData(tmp_path, Notices())
        assert finished_lessons(known) == {1, 3}
        assert names(tmp_path) == ["course.json", "hall.jsonl"]
        played_session([*(["Ann"] if options.name is None else []), "N", "N", "fame", "quit"], disk(tmp_path), options)
        data = disk(tmp_path).player
        for me, found in (("Ann", {1, 3}), ("Guest", set()), ("Dan", set())):
            data.me = partial(str, me)
            assert finished_lessons(data) == found, me
        assert {"course.json.old", "hall.jsonl.old"} < {*names(tmp_path)}

    @pytest.mark.parametrize(("deviation", "tries"), [(350, 0), (175, 3), (70, 24), (600, 0)])
    def test_of_the_first_version_keep_the_weight_of_ratings(self, tmp_path: Path, deviation: int, tries: int) -> None:
        rating = {"value": 1400.0, "deviation": deviation, "volatility": 0.06}
        (tmp_path / "problems.json").write_text(json.dumps({"ratings": {"american": rating}}))
        store = disk(tmp_path)
        assert standing_of(store.player, "american").rating == Rating(1400.0, tries)
        assert store.notices.take() == []

    def test_have_a_reader_each(self) -> None:
        assert tuple(old_files.READERS) == OLD_FILES

    def test_are_read_once_by_a_program_that_died_before_it_renamed_them(self, tmp_path: Path) -> None:
        for name, (text, _, _) in OLD.items():
            (tmp_path / name).write_text(text)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(old_files, "put_away", lambda folder, taken: ())
            disk(tmp_path).player.rows("SELECT 1")
        assert names(tmp_path) == sorted((PLAYER, *OLD))
        store = disk(tmp_path)
        assert [query(store.player) for _, query, _ in OLD.values()] == [found for _, _, found in OLD.values()]
        assert names(tmp_path) == sorted((PLAYER, *(f"{name}.old" for name in OLD)))

    def test_of_an_older_version_that_is_used_again_are_added(self, tmp_path: Path) -> None:
        for game in ("a", "b"):
            (tmp_path / "hall.jsonl").write_text(lines(RESULT, RESULT | {"game": game, "score": "loss"}))
            store = disk(tmp_path)
            assert (store.hall.results()[-1].game, store.notices.take()) == (game, [])
        assert [result.score for result in store.hall.results()] == ["win", "loss"]
        assert names(tmp_path) == ["hall.jsonl.old", "hall.jsonl.old-1", PLAYER]

    @pytest.mark.parametrize(
        ("name", "text", "read"),
        [
            ("hall.jsonl", lines(RESULT) + "{cut off\n7\n[1]\n" + "[" * 100_000, 1),
            *(("hall.jsonl", lines(RESULT | wrong, RESULT), 1) for wrong in WRONG),
            ("course.json", '{"finished": [1, "x", -3, [2]]}', 1),
            ("course.json", '{"finished": 7}', 0),
            ("course.json", "[]", 0),
            ("storms.json", '{"storms": [{}, 7]}', 0),
            ("learn.json", json.dumps({"lines": [LINE_ROW | {"due": "2026-02-30"}, LINE_ROW | {"side": "Red"}, 5]}), 0),
            ("problems.json", json.dumps(PROBLEMS | {"yours": [{}], "solved": 3}), 0),
            ("guess.json", json.dumps({"scores": {"american": SCORE, "russian": {"games": 1}}}), 1),
            ("guess.json", "\0", 0),
        ],
    )  # fmt: skip
    def test_are_taken_over_as_far_as_they_can_be_read(self, tmp_path: Path, name: str, text: str, read: int) -> None:
        (tmp_path / name).write_text(text)
        store, table = disk(tmp_path), {"hall.jsonl": "results", "course.json": "lessons", "guess.json": "guesses"}
        assert len(store.player.rows(f"SELECT * FROM {table.get(name, 'items')}")) == read
        assert store.notices.take() == [f"Not all of {name} can be read: the rest stays in {name}.old."]
        assert (tmp_path / f"{name}.old").read_text() == text

    @pytest.mark.parametrize("name", OLD)
    def test_rows_that_are_there_already_are_not_damaged(self, name: str) -> None:
        """A second file may have them, too. Only results and storms have no key but their number."""
        with closing(sqlite3.connect(":memory:")) as db:
            db.executescript(";".join(schema().values()))
            rows = [*old_files.READERS[name](OLD[name][0].encode())]
            first, again = (old_files.take(db, rows, lambda _: "Dan") for _ in range(2))
            assert first == again == 0

    @settings(max_examples=10)
    @given(st.sampled_from(list(OLD)), st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
    def test_can_have_any_content(self, name: str, data: bytes) -> None:
        with closing(sqlite3.connect(":memory:")) as db:
            db.executescript(";".join(schema().values()))
            old_files.take(db, old_files.READERS[name](data), lambda _: "Dan")
