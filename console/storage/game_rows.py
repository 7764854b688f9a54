"""The rows of the index of games, read from a PDN file part by part.

Most games are plain; a fast path replays them on bitboards. All other games are read by ``engine.pdn.reader``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from ai.openings.ballots import files_of
from ai.openings.names import LONGEST, named_positions, opening_of
from console.game.position_keys import keys_of, position_key, seen_from
from console.storage.atomic_files import open_file
from engine.pdn.collection import Collection, TextOffset
from engine.pdn.reader import UnreadableGame, candidate_rules, read_sheet, squares_of
from engine.pdn.record import GameRecord, points
from engine.pdn.scanner import PlainGame, ScoreSheet, WrittenItem, WrittenSetup, WrittenVariation
from engine.pdn.tree import Comment
from engine.position import Position
from engine.replay import LONGEST_PATH, Replay
from engine.rules import Rules

MOST_GAMES: Final = 1 << 11
"""The most games of a part."""
_SAMPLE: Final = 1 << 19  # bytes of a file that decide its rules
_FEW: Final = 10  # other rule sets are tried if one of so many games is legal only by them
_RULE_TAGS: Final = frozenset(("Variant", "GameType", "HouseRules"))
_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")


class GameRow(NamedTuple):
    """A game. ``number`` counts the games of the part from 1, ``place`` is the offset of the game.

    ``first``: the side with the first move by the rules. ``remarks`` are its comments, case-folded.
    """

    number: int
    place: TextOffset
    event: str
    date: str
    year: int | None
    black: str
    white: str
    result: str
    rules: str
    first: int
    opening: str
    plies: int
    remarks: str


class Part(NamedTuple):
    """The games of a part of a file.

    ``seen`` has rows: the key of a position or material, the index in ``games``, and 15 bits. From the highest
    bit, they are the move that followed (12 bits, 0 for none), the result of the game (2 bits: 0 for none, 1 won by the
    first player, 2 by the second, 3 drawn) and a bit that is 1 if the second player is to move.

    ``sheets`` counts all games, ``unreadable`` the games without a row. ``rest`` is the offset of the game after the
    part, or None at the end of the file.
    """

    games: list[GameRow]
    seen: list[tuple[int, int, int]]
    sheets: int
    unreadable: int
    rest: TextOffset | None


def read_part(stream: BinaryIO, begin: TextOffset, likely: Sequence[Rules]) -> Part:
    """Read a part of a file. ``likely`` are the rule sets that ``file_rules`` returns. Raises OSError."""
    games: list[GameRow] = []
    seen: list[tuple[int, int, int]] = []
    sheets = unreadable = 0
    collection = Collection(stream, begin)
    while found := _played_plain(collection, likely) or _played_sheet(collection, likely):
        place, row, keys = found
        if sheets == MOST_GAMES:
            return Part(games, seen, sheets, unreadable, place)
        sheets += 1
        if row is None:
            unreadable += 1
        else:
            won = points(row.result)
            result = (0 if won is None else won + 1) << 1
            seen += [(key, len(games), result | what) for key, what in keys.items()]
            games.append(row._replace(number=sheets))
    return Part(games, seen, sheets, unreadable, None)


_Played = tuple[TextOffset, GameRow | None, dict[int, int]]
"""The offset of a game, its row (None if it cannot be replayed), and by key the low 15 bits of ``seen``.

The bits of the result are still 0.
"""


def _row(
    game: PlainGame | ScoreSheet,
    place: TextOffset,
    remarks: Iterable[str],
    rules: Rules,
    opening: str,
    plies: int,
) -> GameRow:
    """Return the row of a game, with the number 0."""
    date = game.tag("Date", game.tag("EventDate", ""))
    year = int(date[:4]) if date[:4].isascii() and date[:4].isdigit() else None
    event, black, white = (game.tag(name, "") for name in ("Event", "Black", "White"))
    words = " ".join(remarks).casefold()
    return GameRow(
        0, place, event, date, year, black, white, game.result, rules.name, rules.first, opening, plies, words
    )


def file_rules(path: Path) -> tuple[Rules, ...]:
    """Return the rule sets to try for the games of a file whose tags name none, the likeliest first. Raises OSError.

    They are decided once for all of these games, by those in the first part of the file: the set by which most games
    are legal, and no other if it is nearly all of them. If the games have boards of several sizes, each has its set.
    """
    found = path.stat()
    return _decided_rules(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def _decided_rules(path: Path, changed: int, size: int) -> tuple[Rules, ...]:
    games: list[tuple[PlainGame | ScoreSheet, tuple[str, ...]]] = []  # with the names of the candidates
    named: dict[str, Rules] = {}
    with open_file(path) as stream:
        collection = Collection(stream)
        while found := _passed_plain(collection) or collection.sheet():
            game, place = found
            if place.byte >= _SAMPLE:
                break
            with suppress(ValueError):
                names = {rules.name: rules for rules in candidate_rules(game)}
                if len(names) > 1:
                    named |= names
                    games.append((game, tuple(names)))
    decided: list[str] = []
    while games:
        best, read = games[0][1][0], 0
        for name in dict.fromkeys(chain.from_iterable(names for _, names in games)):
            if read < len(games):
                legal = _count_legal([game for game, names in games if name in names], named[name], read)
                if legal > read:
                    best, read = name, legal
        others = [(game, names) for game, names in games if best in names and not _is_legal(game, named[best])]
        wrong = sum(any(_is_legal(game, named[name]) for name in names) for game, names in others)
        decided.append(best)
        if wrong * _FEW >= read:
            decided += chain.from_iterable(names for _, names in others)
        games = [(game, names) for game, names in games if best not in names]
    return tuple(named[name] for name in dict.fromkeys(decided))


def _count_legal(games: Sequence[PlainGame | ScoreSheet], rules: Rules, least: int) -> int:
    """Return the number of games that are legal by a rule set; any smaller number if it is not above ``least``."""
    legal = 0
    for at, game in enumerate(games):
        if legal + len(games) - at <= least:
            break
        legal += _is_legal(game, rules)
    return legal


def _passed_plain(collection: Collection) -> tuple[PlainGame, TextOffset] | None:
    """Read the next game if it is plain and has the usual start."""
    found = collection.plain()
    if found is None or "FEN" in found[0].tags:
        return None
    collection.pass_plain(found[0])
    return found


def _has_setup(sheet: ScoreSheet) -> bool:
    return any(isinstance(item, WrittenSetup) for item in sheet.items)


def _is_legal(game: PlainGame | ScoreSheet, rules: Rules) -> bool:
    """Return True if all moves of a game are legal by a rule set."""
    with suppress(ValueError):
        if isinstance(game, ScoreSheet) and (game.tag("FEN", "") or _has_setup(game)):
            read_sheet(game, rules)
            return True
        texts = game.moves if isinstance(game, PlainGame) else [move.text.casefold() for move in game.moves]
        replay = _replay(rules)
        return replay.play(list(map(replay.code, texts)), {}) is not None
    return False


def _played_plain(collection: Collection, likely: Sequence[Rules]) -> _Played | None:
    """Read and replay the next game by the fast path.

    Return None at the end of the file. Also return None, without reading the game, if it is not plain enough.
    """
    found = collection.plain()
    if found is None:
        return None
    game, place = found
    if "FEN" in game.tags or game.tag("Jumping", "forced").casefold() != "forced":
        return None
    if any(text.lstrip()[:4].casefold() == "huff" for text in game.comments):
        return None
    try:
        decided = len(likely) == 1 and _RULE_TAGS.isdisjoint(game.tags)
        replay = _replay(likely[0] if decided else candidate_rules(game, likely)[0])
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
    """The fast path for one rule set: the replay of games from the start position, and the names of their openings."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._replay = Replay(rules)
        self._start = Position.start(rules)
        self._numbers = squares_of(rules.geometry)
        self._codes: dict[str, int] = {}
        named = named_positions(files_of(rules))
        self._openings = {position_key(position): name for position, name in named.items()}

    def code(self, text: str) -> int:
        """Return the code of a move for ``Replay.play``: six bits for each square. Raises ValueError if it has none."""
        code = self._codes.get(text)
        if code is None:
            squares = _SQUARE.findall(text)
            if len(squares) > LONGEST_PATH or not all(square in self._numbers for square in squares):
                raise ValueError(text)
            code = sum(self._numbers[square] << 6 * at for at, square in enumerate(squares))
            self._codes[text] = code
        return code

    def play(self, moves: list[int], found: dict[int, int]) -> list[int] | None:
        """Return the keys of the positions, or None for an illegal or ambiguous move. See ``Replay.play``."""
        return self._replay.play(*self._start.words(), moves, found)

    def opening(self, keys: list[int]) -> str:
        """Return the name of the opening, which is the last named position. Empty if no position has a name."""
        openings = self._openings
        return next((openings[key] for key in keys[LONGEST:0:-1] if key in openings), "")


@cache
def _replay(rules: Rules) -> _PlainReplay:
    return _PlainReplay(rules)


def _played_sheet(collection: Collection, likely: Sequence[Rules]) -> _Played | None:
    """Read the next game of any kind. Return None at the end of the file."""
    found = collection.sheet()
    if found is None:
        return None
    sheet, place = found
    try:
        record = read_sheet(sheet, None, likely)
    except UnreadableGame:
        return place, None, {}
    game, plies = record.game(), len(record.turns)
    return place, _row(sheet, place, _remarks(sheet.items), record.rules, opening_of(game), plies), _keys(record)


def _keys(record: GameRecord) -> dict[int, int]:
    """Return the keys of all positions and materials of a game, each with the low 15 bits of its first occurrence."""
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
    """Yield the comments, also those in variations, but no commands such as ``[%clk 0:01]``."""
    for item in items:
        if isinstance(item, Comment) and not item.text.lstrip().startswith("[%"):
            yield item.words
        elif isinstance(item, WrittenVariation):
            yield from _remarks(item.items)
