"""PDN files of any size: read only as far as requested, in linear time whatever they contain."""

import gc
import io
import random
from collections.abc import Iterator
from itertools import chain, count
from time import process_time

import pytest
from support.naive_values import SETS_AND_JUMPINGS
from support.written_games import ARCHIVE, cut, random_game

from engine.pdn import scanner
from engine.pdn.collection import Collection, NoSuchGame, decoded
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.scanner import Scanner, score_sheets
from engine.pdn.tree import Comment
from engine.pdn.writer import pdn_text

PARTS = (
    '[Event "a"]\n', '[White "b"]\n', '[White "b"] ', '\n[Round "[Event"]\n', "1. ", "2.", "11-15 ", "23x18\n", "1-0\n",
    "1-0 ", "0-1", "1/2-1/2\n", "* ", "{a remark} ", '{a\n[Event "x"] } ', "{a\n [x]} ", "{", "}", "(", ")", "; rest\n",
    "%", "1- 6 ", "1 - 0 ", "\n", "\n\n", "what ", "[no tag\n", "!? ", "$1 ", '/FEN "B:W1:B2"/ ', "a3-b4 ", "a3b4 ",
    '[Site "a long way from here, and then some more"]\n', "; a remark that goes on and on and on and on 1-0 *\n",
    "{ a remark { that goes on and on and on and on }",
)  # fmt: skip


class Endless(io.RawIOBase):
    """An endless file of games that counts the bytes read."""

    def __init__(self) -> None:
        self.read_of_it = 0
        self._games = (f'[Event "{number}"]\n\n1. 11-15 23-19 1-0\n\n'.encode() for number in count(1))

    def readable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """Stay at the begin."""
        assert offset == self.read_of_it == 0
        return 0

    def read(self, size: int = -1) -> bytes:
        """Return part of the next games."""
        assert size > 0
        data = b"".join(next(self._games) for _ in range(size // 100))
        self.read_of_it += len(data)
        return data


def pieces_of(text: str, rng: random.Random) -> Iterator[str]:
    """Yield a text in pieces of a few characters."""
    at = 0
    while at < len(text):
        size = rng.randrange(40)
        yield text[at : at + size]
        at += size


def collection(text: str) -> Collection:
    """Return the games of a file with this text."""
    return Collection(io.BytesIO(text.encode()))


def texts() -> Iterator[str]:
    """Yield games as they are written, and the same games damaged."""
    for seed in range(4):
        rng = random.Random(f"pieces {seed}")
        games = [random_game(*rng.choice(SETS_AND_JUMPINGS), rng, 20, rng.random() < 0.5) for _ in range(3)]
        text = pdn_text([GameRecord.of(game, {"White": "A", "Black": "B"}) for game in games]) + ARCHIVE
        yield from chain((text,), cut(text, rng))


class TestStream:
    def test_reads_an_early_game_of_an_endless_file(self) -> None:
        stream = Endless()
        assert Collection(stream).numbered(3).tag("Event") == "3"  # type: ignore[arg-type]  # it has read, as asked
        assert stream.read_of_it < 300_000

    def test_finds_a_late_game_and_frees_the_text_before_it(self) -> None:
        stream = Endless()
        games = Collection(stream)  # type: ignore[arg-type]  # as above
        assert games.numbered(6_000).tag("Event") == "6000"
        assert games.numbered(6_001).line == 4 * 6_000 + 1
        assert len(games._scanner._window.text) < 300_000

    def test_yields_problems_as_they_are_met(self) -> None:
        text = f'{ARCHIVE}\n[Event "x"]\n1. 11-15 what 23-19 *\n{ARCHIVE * 2}\n1. 11-15 (\n'
        problems = collection(text).problems()
        assert [str(problem) for problem in problems] == [
            'game 3, line 12: "what" is no move',
            "game 8, line 32: the variation is never closed",
        ]

    def test_rejects_a_game_beyond_the_last(self) -> None:
        for number in (3, 10**12):
            with pytest.raises(NoSuchGame) as none:
                collection(ARCHIVE).numbered(number)
            assert none.value.count == 2

    def test_decodes_only_invalid_utf_8_otherwise(self) -> None:
        assert decoded("Zoë".encode("latin-1") + b" \x93 \xe9\xbb \x81\n" + "Zoë高".encode()) == "Zoë “ é» \x81\nZoë高"

    @pytest.mark.parametrize("encoding", ["cp866", "koi8-r", "cp1251"])
    def test_decodes_russian_names(self, encoding: str) -> None:
        line = '[White "Куперман, И. И."]'
        assert decoded(line.encode(encoding)) == line

    def test_decodes_a_line_with_a_cyrillic_word_as_windows_1251(self) -> None:
        """Single letters in such a line are Windows-1251 too. Other lines are Western, and UTF-8 remains UTF-8."""
        lines = ['[White "Ёлкин, И. Б."]', '[Black "O\'Neill, Шиф"]', '[Event "Фёдор и Пётр в «СПАРТАКЕ»"]']
        western = '[Event "É. Müller, Zoë à Genève"]'
        data = "\n".join(lines).encode("cp1251") + b"\n" + western.encode("cp1252") + "\nЮлия".encode()
        assert decoded(data) == "\n".join([*lines, western, "Юлия"])

    def test_decodes_a_line_as_a_whole_wherever_a_piece_ends(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = '[White "Иванов, П."]\n[Black "Пётр Я."]\n'
        for size in range(1, 40):
            monkeypatch.setattr("engine.pdn.collection.PIECE", size)
            assert decoded(text.encode("cp1251")) == text


class TestSameSheets:
    """The sheets do not depend on the pieces of the text."""

    def test_any_pieces_give_the_same_sheets(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scanner, "_AHEAD", 60)
        rng = random.Random("parts")
        rubbish = ("".join(rng.choices(PARTS, k=60)) for _ in range(25))
        for number, text in enumerate(chain(texts(), rubbish)):
            assert list(iter(Scanner(pieces_of(text, random.Random(number))).read, None)) == score_sheets(text)

    def test_reads_a_comment_of_a_million_characters_whole(self) -> None:
        """A longer one is treated as never closed."""
        for length, nested in ((70_000, ""), (1_040_000, "{b}")):
            text = f"1. 11-15 {{{length * 'a'}{nested}}} 22-18 *"
            (sheet,) = iter(Scanner(text[at : at + 50_000] for at in range(0, len(text), 50_000)).read, None)
            assert sheet.problem is None
            comments = [len(item.text) for item in sheet.items if isinstance(item, Comment)]
            assert (comments, len(sheet.moves)) == ([length + len(nested)], 2)
        (sheet,) = score_sheets(f"1. 11-15 {{{1_050_000 * 'a'}}} 22-18 *")
        assert str(sheet.problem) == "game 1, line 1: the comment is never closed"

    def test_numbered_games_are_the_sheets(self) -> None:
        for text in texts():
            sheets = score_sheets(text)
            for number, sheet in enumerate(sheets, 1):
                assert collection(text).numbered(number) == sheet
            with pytest.raises(NoSuchGame):
                collection(text).numbered(len(sheets) + 1)
            assert list(collection(text).problems()) == [sheet.problem for sheet in sheets if sheet.problem]


class TestTime:
    """Time is linear: a text sixteen times as long does not take 256 times as long."""

    def test_decoding_is_linear_in_the_length_of_a_line(self) -> None:
        line = "x" * 65_000
        began = process_time()
        assert decoded(line.encode() + b"\n\xe9 ") == f"{line}\n\u00e9 "
        assert process_time() - began < 10, "the square of the length takes a minute"

    @pytest.mark.parametrize(
        ("repeated", "times", "head", "tail"),
        [
            ('[T# "x"]', 750, "", ""),
            ('[White "x"] ', 750, "11-15 what ", ""),
            ("{", 6000, "", ""),
            ('{\n[Event "x"]\n', 30, "", "}"),
            ("11-15 { no end\n", 1250, "", ""),
            ("(\n", 1250, "", ")" * 5000),
            ('[a "', 2500, "", ""),
            ('"]', 1250, "", ""),
            ("1 - ", 1250, "", ""),
            ("9", 6000, "", ""),
            ('/FEN "', 1250, "", ""),
        ],
    )
    def test_is_linear_in_repeated_text(self, repeated: str, times: int, head: str, tail: str) -> None:
        def cost(times: int) -> float:
            text = head + "".join(repeated.replace("#", str(number)) for number in range(times)) + tail
            gc.disable()  # a collection visits the objects of all tests before
            began = process_time()
            read_games(text)
            list(iter(Scanner(text[at : at + 5000] for at in range(0, len(text), 5000)).read, None))
            spent = process_time() - began
            gc.enable()
            return spent

        assert cost(16 * times) < 60 * cost(times) + 0.3
