"""Games saved by name."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from support.conversation import Script
from support.play_screen import PlaySession
from support.stored_games import A_GAME, MOVES, disk, names, played_session, record

from console.dialogue.lists import games_list
from console.game.options import Options
from console.reading import kinds
from console.reading.readings import Command
from console.screens.lists import ListScreen
from console.storage.atomic_files import write_whole
from console.storage.notices import Notices, NotKept
from console.storage.saved_games import SavedGames
from engine.game import Game
from engine.geometry import WHITE
from engine.house_rules import house_rules
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text
from engine.rules import AMERICAN


class TestSavedGames:
    def test_updates_the_same_game_and_appends_others(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        other = A_GAME.replace('"a"', '"b"')
        store.saved.save("Lunch", record(MOVES[0]))
        assert store.saved.load(" LUNCH 1 ") == record(MOVES[0])
        store.saved.save("lunch", record(MOVES[0], other))
        store.saved.save("lunch", record(" ".join(MOVES)))
        assert [len(store.saved.load(f"lunch {number}").turns) for number in (1, 2)] == [6, 2]
        assert len(store.saved.load("lunch").turns) == 2
        store.saved.save("my lunch 2", record(MOVES[0]))
        assert store.saved.load("my lunch 2") == record(MOVES[0]) == store.saved.load("my-lunch-2")
        text = (tmp_path / "games" / "lunch.pdn").read_text()
        assert read_games(text) == ([record(" ".join(MOVES)), record(MOVES[0], other)], [])
        assert text == pdn_text(read_games(text)[0])

    @pytest.mark.parametrize(
        ("saved", "kept"),
        [
            (["A", "A B"], ["A B"]),
            (["A", "A"], ["A"]),
            (["A B", "A"], ["A B", "A"]),
            (["A B", "A", "A C"], ["A B", "A C"]),
            (["A", "A B", "A C", "A B"], ["A C", "A B"]),
            (["A 0-1", "A B"], ["A 0-1", "A B"]),
            (["A", "A 0-1"], ["A 0-1"]),
            (["A {why?}", "A {so.} B"], ["A {so.} B"]),
            (["A {why?}", "A B"], ["A {why?}", "A B"]),
            (["A (1... 22-18)", "A B"], ["A (1... 22-18)", "A B"]),
            (["A (1... 22-18)", "A (1... 24-20) (1... 22-18 15x22) B"], ["A (1... 24-20) (1... 22-18 15x22) B"]),
        ],
    )
    def test_replaces_only_records_that_the_game_continues(
        self, saved: list[str], kept: list[str], tmp_path: Path
    ) -> None:
        moves = {"A": MOVES[0], "B": MOVES[1], "C": "8-11 22-18"}

        def written(text: str, tags: str) -> GameRecord:
            return record(" ".join(moves.get(word, word) for word in text.split(" ")), tags)

        for tags in (A_GAME, A_GAME.replace("GameId", "Round")):
            store = disk(tmp_path / tags[-12:-5])
            for text in saved:
                assert store.saved.put("lunch", written(text, tags)) == "lunch"
            assert [store.saved.load(row.words) for row in store.saved.listed()] == [
                written(text, tags) for text in reversed(kept)
            ]

    @pytest.mark.parametrize(
        ("before", "after"),
        [("{why?}", "{because}"), ("(1... 24-20)", "(1... 24-19)"), ("(1... 24-20)", ""), ("8-11", "12-16")],
    )
    def test_replaces_the_record_that_was_edited(self, tmp_path: Path, before: str, after: str) -> None:
        """A study that has lost a variation or a comment does not continue what it was."""
        store, other = disk(tmp_path), A_GAME.replace('"a"', '"b"')
        was, now = (record(f"11-15 23-19 {text}") for text in (before, after))
        store.saved.put("lunch", was)
        store.saved.put("lunch", record(MOVES[0], other))
        assert store.saved.put("lunch", now, edited=was) == "lunch 1"
        assert read_games((tmp_path / "games" / "lunch.pdn").read_text())[0] == [now, record(MOVES[0], other)]

    def test_names_the_record_that_was_brought_up_to_date(self, tmp_path: Path) -> None:
        put, other = disk(tmp_path).saved.put, A_GAME.replace('"a"', '"b"')
        for tags in (other, A_GAME, A_GAME.replace('"a"', '"c"')):
            assert put("lunch", record(MOVES[0], tags)) == "lunch"
        assert put("lunch", record(" ".join(MOVES))) == "lunch 2"

    def test_keeps_all_versions_of_a_game_that_is_left(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        lines = ["C3 D4", "save a", "B2 C3", "A1 B2", "load a", "new", "load unfinished 1", "undo", "C5 D6", "save a"]
        replies = Script(["22-18", "23-19", "24-20", "25-22"])
        paper = played_session([*lines, "games"], store, Options(name="Dan", first=True, jumping="free"), replies)
        assert 'The game you leave is saved: "load unfinished"' in paper
        files = {path.stem: read_games(path.read_text())[0] for path in (tmp_path / "games").glob("[a-z]*")}
        assert {name: [len(game.turns) for game in games] for name, games in files.items()} == {
            "a": [6],
            "unfinished": [6, 2],
            "played": [6],
        }

    @pytest.mark.parametrize(
        ("name", "encoding"), [("Zoë Müller", "latin-1"), ("Иванов", "cp1251"), ("高橋", "utf-8-sig")]
    )
    def test_rewrites_a_file_in_another_encoding_as_utf_8(self, name: str, encoding: str, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        text = f'[White "{name}"]\n[Result "*"]\n\n1. 11-15 *\n'
        write_whole(path, text.encode(encoding))
        disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        assert path.read_text("utf-8").startswith(text)

    def test_keeps_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        data = "1. 11-15 *".encode("utf-16")
        write_whole(path, data)
        with pytest.raises(NotKept, match=r"lunch\.pdn is not plain text"):
            disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        unfinished = path.with_name("unfinished.pdn")
        write_whole(unfinished, data)
        store = disk(tmp_path)
        store.in_progress.keep(record(MOVES[0]))
        assert store.abandon(record(MOVES[0])) is None
        assert [notice[:32] for notice in store.notices.take()] == ["unfinished.pdn is not plain text"]
        assert (path.read_bytes(), unfinished.read_bytes()) == (data, data)

    def test_keeps_foreign_content_of_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        write_whole(path, b'[Event "unreadable"]\n1. 1-32 *\n{ by hand }')
        disk(tmp_path).saved.save("lunch", record(MOVES[0]))
        assert path.read_text() == f'[Event "unreadable"]\n1. 1-32 *\n{{ by hand }}\n\n{pdn_text([record(MOVES[0])])}'
        loaded = disk(tmp_path).saved.load("lunch 1")
        assert (loaded.turns, str(loaded.problem)) == (
            (),
            'game 1, line 2: "1-32" is not a legal move here',
        )

    def test_replaces_no_game_that_was_not_read_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "games" / "lunch.pdn"
        damaged = f"{A_GAME}\n1. 11-15 23-19 2. 8-11 1-32 3. 9-13\n"
        write_whole(path, damaged.encode())
        saved = disk(tmp_path).saved
        loaded = saved.load("lunch")
        assert (len(loaded.turns), loaded.problem is not None) == (3, True)
        saved.save("lunch", GameRecord.of(loaded.game(), dict(loaded.tags), before=loaded), edited=loaded)
        first, second = path.read_text().split("\n\n", 1)
        assert first == damaged.strip()
        assert "{1-32 9-13}" in second

    @pytest.mark.parametrize("name", ["", "a -b", "../x", "a/b", ".x", "nul.pdn", "x" * 41, "a.b", "-a", "\x1b"])
    def test_rejects_names_that_are_not_valid(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(NotKept, match="letters, digits"):
            disk(tmp_path).saved.save(name, record(MOVES[0]))

    @pytest.mark.parametrize("name", ["con", "LPT1", "com¹"])
    def test_rejects_names_of_devices(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(NotKept, match=f'^"{name.casefold()}" cannot be the name of a file here'):
            disk(tmp_path).saved.save(name, record(MOVES[0]))

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            ("dinner", 'No game is saved as "dinner"'),
            ("lunch 0", '"lunch" has only 1 game.'),
            ("lunch 2", '"lunch" has only 1 game.'),
            ("lunch x", "No game is saved"),
        ],
    )
    def test_reports_games_that_do_not_exist(self, tmp_path: Path, words: str, reason: str) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", record(MOVES[0]))
        with pytest.raises(NotKept, match=reason):
            store.saved.load(words)

    def test_loads_by_the_words_that_saved_a_game(self, tmp_path: Path) -> None:
        """A number is a part of the name, unless the file without it has so many games."""
        saved = disk(tmp_path).saved
        for name, moves in (("lunch", MOVES[0]), ("lunch-2", f"{MOVES[0]} {MOVES[1]}")):
            saved.save(name, record(moves))
        assert [len(saved.load(words).turns) for words in ("lunch 1", "lunch 2", "lunch-2 1")] == [2, 4, 4]

    def test_lists_the_newest_first(self, tmp_path: Path) -> None:
        saved = SavedGames(tmp_path, notices := Notices())
        dates = ["2024.01.02", "2025.01.01", "2023.05.05", '2025.01.01"] [Time "09:00:00']
        for identity, (name, date) in enumerate(zip("abac", dates, strict=True)):
            tags = A_GAME.replace('"a"', f'"{identity}"')
            saved.save(name, record(f"{MOVES[0]} 1-0", f'[Date "{date}"] {tags}'))
        (tmp_path / "foreign.pdn").write_bytes(b'[White "Zo\xeb"]\r\n22-17 what 9-13\r\n')
        os.utime(tmp_path / "foreign.pdn", (1, 1))
        rows = saved.listed()
        assert notices.take() == []
        assert [row.words for row in rows] == ["c", "b", "a 1", "a 2", "foreign"]
        assert (rows[0].black, rows[0].white, rows[0].date, rows[0].result, rows[0].rules, rows[0].moves) == (
            "Dan",
            "County Champion",
            "2025.01.01",
            "1-0",
            "american",
            2,
        )
        assert (rows[4].white, rows[4].result, rows[4].moves) == ("Zoë", "cut off", 1)
        assert SavedGames(tmp_path / "none", notices).listed() == []

    def test_lists_the_last_save_of_one_game_first(self, tmp_path: Path) -> None:
        saved = SavedGames(tmp_path, Notices())
        for time, (name, moves) in enumerate([("c", 1), ("a", 2), ("b", 3), ("b", 1), ("a", 1)]):
            saved.save(name, record(" ".join(MOVES[:moves]), f'[Date "2024.01.02"] {A_GAME}'))
            os.utime(tmp_path / f"{name}.pdn", (time, time))
        assert [row.words for row in saved.listed()] == ["a 2", "a 1", "b 2", "b 1", "c"]

    def test_lists_the_side_that_begins_by_house_rules_first(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        record = GameRecord.of(Game(house_rules("granny", replace(AMERICAN, first=WHITE))))
        store.saved.save("mine", replace(record, tags=(("Black", "Dan"), ("White", "Eve"))))
        assert games_list(store.saved.listed()).rows[0].texts[1] == "Eve - Dan"

    def test_lists_a_game_by_damaged_house_rules_as_unreadable(self, tmp_path: Path) -> None:
        saved = SavedGames(tmp_path, Notices())
        text = pdn_text([GameRecord.of(Game(house_rules("granny", replace(AMERICAN, draw_after=20))))])
        (tmp_path / "mine.pdn").write_text(text.replace("Board: 8x8", "Board: 9x9"))
        (row,) = saved.listed()
        assert (row.rules, row.result) == ("?", "unreadable")
        with pytest.raises(NotKept, match=r'mine cannot be read: .*its house rules: "Board: 9x9" cannot be'):
            saved.load("mine")

    def test_asks_for_a_name_on_the_screen(self, tmp_path: Path) -> None:
        session = PlaySession(opponent=Script(["22-18"]), store=disk(tmp_path))
        session.type("C3 D4")
        session.send("f2", *"lunch", "enter")
        assert "Saved as lunch." in session.text
        session.send("f2", "escape")
        assert session.asked is kinds.MOVE
        assert names(tmp_path / "games") == ["lunch.pdn"]

    @pytest.mark.parametrize(("chosen", "plies"), [(Command("load", "lunch"), 1), (None, 0)])
    def test_load_without_a_name_lists_the_games(self, tmp_path: Path, chosen: Command | None, plies: int) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", record(MOVES[0]))
        session = PlaySession(store=store)
        session.type("load")
        assert isinstance(session.opened, ListScreen)
        session.come_back(chosen)
        assert len(session.dialogue.state.game.turns) >= plies
        assert session.asked in (None, kinds.MOVE)

    @pytest.mark.parametrize("control", ["9" * 5000, "5 minutes"])
    def test_ignores_an_impossible_clock_with_a_message(self, tmp_path: Path, control: str) -> None:
        clocks = f'[TimeControl "{control}"] [BlackClock "200.5"] [WhiteClock "100.0"]'
        disk(tmp_path).saved.save("lunch", record(MOVES[0], f"{A_GAME} {clocks}"))
        store = disk(tmp_path)
        paper = played_session(["load lunch", "8-11"], store).replace("\n", " ")
        assert paper.count("The clock times in the record cannot be right: the game continues without clocks.") == 1
        assert paper.count("I move") == 1
        store.saved.save("dinner", record(MOVES[0], f"{A_GAME} {clocks.replace(control, '300+3')}"))
        assert "The clock times in the record" not in played_session(["load dinner"], store)

    def test_asks_who_plays_in_a_foreign_game(self, tmp_path: Path) -> None:
        write_whole(tmp_path / "games" / "cup.pdn", b'[Black "Jordan"] [White "Ferrie"] 11-15 23-19 8-11')
        paper = played_session(["load cup", "N", "moves"], disk(tmp_path), Options(name="Dan", jumping="forced"))
        assert "Do you want to go first (Y/N)? N\nYou play Black" in paper
