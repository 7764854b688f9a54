"""The packaged games of masters: their file, and their place in the index of games."""

import lzma
import sys
from pathlib import Path

import pytest
from support.stored_games import disk, played_session

from console.storage import masters
from console.storage.game_index import Query
from engine.pdn.reader import read_games

PACKAGED = Path(masters.__file__).parent / "packaged" / "masters.pdn.xz"
PDN = """\
[Event "ACF archive"]
[Result "1/2-1/2"]

10-15 23-19 1/2-1/2

[Event "ACF archive"]
[Result "0-1"]

9-13 24-20 10-15 28-24 0-1

"""


def few(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Package two games."""
    path = folder / "few.pdn.xz"
    path.write_bytes(lzma.compress(PDN.encode()))
    monkeypatch.setattr(masters, "PACKAGED", path)


class TestPackaging:
    def test_the_file_is_small_and_has_its_source_beside_it(self) -> None:
        assert PACKAGED.stat().st_size <= 600_000
        text = PACKAGED.with_name("masters.txt").read_text("ascii")
        assert "https://github.com/EricCJoyce/Datasets at commit ec80c21" in text
        assert "MIT license, Copyright (c) 2020 EricCJoyce" in text

    def test_no_two_games_are_the_same_and_every_game_can_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(masters, "PACKAGED", PACKAGED)
        texts = masters.texts()
        assert len(set(texts)) == len(texts) == 9_031
        for text in texts[::200]:
            games, problems = read_games(text)
            assert problems == []
            assert len(games[0].turns) == len(text.split("\n\n")[1].split()) - 1


class TestUnpacking:
    def test_unpacks_once_and_again_if_the_file_was_changed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        few(monkeypatch, tmp_path)
        home = tmp_path / "home"
        masters.unpack(home)
        file = home / "masters.pdn"
        assert file.read_text() == PDN
        before = file.stat().st_mtime_ns
        masters.unpack(home)
        assert file.stat().st_mtime_ns == before
        for changed in ("half", PDN.replace("10-15", "11-15")):
            file.write_text(changed)
            masters.unpack(home)
            assert file.read_text() == PDN

    def test_a_folder_that_cannot_be_written_is_a_notice(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        few(monkeypatch, tmp_path)
        store = disk(tmp_path / "home")

        def full(path: Path, data: bytes) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(masters, "write_whole", full)
        assert not store.library.has_unread_games()
        assert store.notices.take() == ["The masters' games cannot be unpacked (No space left on device)."]

    @pytest.mark.parametrize(
        ("content", "problem"),
        [
            (lzma.compress(PDN.encode())[:-20], "few.pdn.xz is damaged: Compressed data ended"),
            (None, "this Python has no lzma module"),
        ],
    )
    def test_a_package_that_cannot_be_read_is_a_notice(
        self, content: bytes | None, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        few(monkeypatch, tmp_path)
        if content is None:
            monkeypatch.setitem(sys.modules, "lzma", None)
        else:
            masters.PACKAGED.write_bytes(content)
        store = disk(tmp_path / "home")
        assert not store.library.has_unread_games()
        (notice,) = store.notices.take()
        assert notice.startswith(f"The masters' games cannot be unpacked ({problem}")
        said = " ".join(played_session(["guess", "explore", "learn Cross", "N", "quit"], store).split())
        assert said.count(problem[:30]) == 1
        assert "Cross, move 1" in said


def test_the_index_finds_the_players_own_games_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, tmp_path)
    store = disk(tmp_path / "home")
    library = store.library
    assert library.has_unread_games()
    library.read_games(lambda name, done, total: None, lambda: False)
    games = tmp_path / "home" / "games"
    games.mkdir()
    (games / "own.pdn").write_text('[Black "Dan"]\n[White "Ann"]\n1. 11-15 23-19 1-0\n')
    library.read_games(lambda name, done, total: None, lambda: False)
    assert not library.has_unread_games()
    count, found = library.index.search(Query())
    assert count == 3
    assert [game.players for game in found] == ["Dan - Ann", "ACF archive, 1", "ACF archive, 2"]
    assert [game.players for game in library.index.search(Query(), most=2)[1]] == ["Dan - Ann", "ACF archive, 1"]
    assert library.index.search(Query(words=("edinburgh",)))[0] == 1
