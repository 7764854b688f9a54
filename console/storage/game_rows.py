"""The rows of the index of games, read from a PDN file part by part, so that several processes can read one file.

Most games are plain and are replayed by a fast path on machine words; all others are read as everywhere else.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from ai.match.ballots import has_ballots
from console.game.openings import LONGEST, named_positions, opening_of
from console.game.position_keys import keys_of, position_key, seen_from
from console.game.replay import LONGEST_PATH, Replay
from console.storage.atomic_files import open_file
from engine.pdn.collection import Collection, TextOffset
from engine.pdn.reader import UnreadableGame, read_sheet, rules_of, squares_of
from engine.pdn.record import GameRecord
from engine.pdn.scanner import PlainGame, ScoreSheet, WrittenItem, WrittenVariation
from engine.pdn.tree import Comment
from engine.position import Position
from engine.rules import Rules

PART: Final = 1 << 19  # bytes of a part of a file
MOST_GAMES: Final = 1 << 14
"""The most games of a part. The rest is another part."""
_OUTCOMES: Final = {"1-0": 1, "2-0": 1, "0-1": 2, "0-2": 2, "1/2-1/2": 3, "1-1": 3, "1/2": 3}
# A line that ends in a result, followed by a line with a tag: the border between two games.
_BETWEEN_GAMES: Final = re.compile(
    rb"(?:1/2-1/2|[012]-[012]|\*)[ \t]*\r?\n(?:[ \t]*\r?\n)*(?=\[[ \t]*\w+[ \t]*\")", re.ASCII
)
_LONGEST_GAP: Final = 1 << 12
_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")


class GameRow(NamedTuple):
    """A game: its number in the part, its offset, its tags, rules, opening and length, and its comments."""

    number: int
    byte: int
    characters: int
    event: str
    date: str
    year: int | None
    black: str
    white: str
    result: str
    rules: str
    opening: str
    plies: int
    remarks: str


class PartRows(NamedTuple):
    """The games of a part of a file.

    ``seen`` are sorted numbers of 77 bits: the key (48 bits), the index in ``games`` (14 bits), the move that followed,
    the result of the game and the side that moved (15 bits). ``sheets`` counts all games, ``unreadable`` those without
    a row. ``rest`` is where the part continues if it has too many games.
    """

    games: list[GameRow]
    seen: list[int]
    sheets: int
    unreadable: int
    rest: TextOffset | None

    def of_segment(self, segment: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the rows of the table ``seen``: the segment, the key, the game, and the 15 bits."""
        for each in self.seen:
            yield segment, each >> 29, each >> 15 & 0x3FFF, each & 0x7FFF


def parts(path: Path, begin: TextOffset) -> Iterator[tuple[TextOffset, int | None]]:
    """Yield the parts of a file from ``begin`` on: the start, and the end in bytes, None for the end of the file.

    A file without recognisable borders between games is one part. Raises OSError.
    """
    with open_file(path) as stream:
        while (end := _end_of_game(stream, begin.byte + PART)) is not None:
            yield begin, end
            begin = TextOffset(end, 0)
    yield begin, None


def _end_of_game(stream: BinaryIO, at: int) -> int | None:
    """Return the first border between two games after a byte, or None."""
    stream.seek(at)
    window = b""
    while data := stream.read(PART):
        window += data
        match = _BETWEEN_GAMES.search(window)
        if match is not None:
            return at + match.end()
        at += max(0, len(window) - _LONGEST_GAP)
        window = window[-_LONGEST_GAP:]
    return None


def read_rows(path: Path, begin: TextOffset, end: int | None) -> PartRows:
    """Read a part of a file. Raises OSError."""
    games: list[GameRow] = []
    seen: list[int] = []
    sheets = unreadable = 0
    with open_file(path) as stream:
        collection = Collection(stream, begin, end)
        while found := _played_plain(collection) or _played_sheet(collection):
            place, row, keys = found
            if len(games) == MOST_GAMES:
                return PartRows(games, sorted(seen), sheets, unreadable, place)
            sheets += 1
            if row is None:
                unreadable += 1
            else:
                low = len(games) << 15 | _OUTCOMES.get(row.result, 0) << 1
                seen += [key << 29 | low | what for key, what in keys.items()]
                games.append(row._replace(number=sheets))
    return PartRows(games, sorted(seen), sheets, unreadable, None)


_Played = tuple[TextOffset, GameRow | None, dict[int, int]]
"""A game that was read: its place, its row, None if it cannot be replayed, and its keys with the 15 bits."""


def _row(
    game: PlainGame | ScoreSheet, place: TextOffset, remarks: Iterable[str], rules: Rules, opening: str, plies: int
) -> GameRow:
    """Return the row of a game without its number."""
    date = game.tag("Date", game.tag("EventDate", ""))
    year = int(date[:4]) if date[:4].isascii() and date[:4].isdigit() else None
    event, black, white = (game.tag(name, "") for name in ("Event", "Black", "White"))
    words = " ".join(remarks).casefold()
    return GameRow(0, *place, event, date, year, black, white, game.result, rules.name, opening, plies, words)


def _played_plain(collection: Collection) -> _Played | None:
    """Replay the next game if it is plain and has only plain moves; return None for other games."""
    found = collection.plain()
    if found is None:
        return None
    game, place = found
    if "FEN" in game.tags or game.tag("Jumping", "forced").casefold() != "forced":
        return None
    if any(text.lstrip()[:4].casefold() == "huff" for text in game.comments):
        return None
    replay = _replay(rules_of(game))
    try:
        moves = [replay.code(text) for text in game.moves]
    except ValueError:
        return None
    keys: dict[int, int] = {}
    played = replay.play(moves, keys)
    if played is None:
        return None
    collection.pass_plain(game)
    remarks = (" ".join(text.split()) for text in game.comments if not text.lstrip().startswith("[%"))
    return place, _row(game, place, remarks, replay.rules, replay.opening(played), len(moves)), keys


class _PlainReplay:
    """Replays games of one rule set from the start position, and finds their openings."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._replay = Replay(rules)
        self._start = Position.start(rules)
        self._numbers = squares_of(rules.geometry)
        self._codes: dict[str, int] = {}
        named = named_positions() if has_ballots(rules) else {}
        self._openings = {position_key(position): name for position, name in named.items()}

    def code(self, text: str) -> int:
        """Return the code of a move: six bits for each square. Raises ValueError if the move has none."""
        code = self._codes.get(text)
        if code is None:
            squares = _SQUARE.findall(text)
            if len(squares) > LONGEST_PATH or not all(square in self._numbers for square in squares):
                raise ValueError(text)
            code = sum(self._numbers[square] << 6 * at for at, square in enumerate(squares))
            self._codes[text] = code
        return code

    def play(self, moves: list[int], found: dict[int, int]) -> list[int] | None:
        """Return the keys of the positions, or None if a move is not legal or ambiguous."""
        return self._replay.play(*self._start.words(), moves, found)

    def opening(self, keys: list[int]) -> str:
        """Return the name of the opening: that of the last position with a name."""
        openings = self._openings
        return next((openings[key] for key in keys[LONGEST:0:-1] if key in openings), "")


@cache
def _replay(rules: Rules) -> _PlainReplay:
    return _PlainReplay(rules)


def _played_sheet(collection: Collection) -> _Played | None:
    """Read the next game of any kind. Return None at the end."""
    found = collection.sheet()
    if found is None:
        return None
    sheet, place = found
    try:
        record = read_sheet(sheet)
    except UnreadableGame:
        return place, None, {}
    opening, plies = opening_of(record.game()), len(record.turns)
    return place, _row(sheet, place, _remarks(sheet.items), record.rules, opening, plies), _keys(record)


def _keys(record: GameRecord) -> dict[int, int]:
    """Return the keys of a game's positions and material, each with the 15 bits of its first occurrence."""
    game, geometry = record.game(), record.rules.geometry
    found: dict[int, int] = {}
    for ply in range(len(record.turns) + 1):
        position = game.position_at(ply)
        what = int(position.side != game.rules.first)
        if ply < len(record.turns):
            move = record.turns[ply].move
            start, end = seen_from(position.side, geometry, move.start, move.end)
            what |= (start << 6 | end) << 3
        keys_of(geometry).note(*position.words(), what, found)
    return found


def _remarks(items: Iterable[WrittenItem]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Comment) and not item.text.lstrip().startswith("[%"):
            yield item.words
        elif isinstance(item, WrittenVariation):
            yield from _remarks(item.items)
