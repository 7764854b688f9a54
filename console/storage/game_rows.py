"""The rows of the index of games, read from a PDN file part by part.

Most games begin at the usual start, without huffs: they are replayed on bitboards. All others are played by
``engine.pdn.reader``, which takes ten times as long.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import BinaryIO, Final, NamedTuple

from ai.openings.names import LONGEST, files_of, named_positions, opening_of
from console.game.player_tags import IDENTITY, shown_name
from console.game.position_keys import keys_of, position_key, seen_from
from console.game.seats import COMPUTER
from console.storage.file_rules import GameReplay, replay_of
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.collection import Collection, TextOffset
from engine.pdn.dates import parse_date
from engine.pdn.reader import UnreadableGame, candidate_rules, read_sheet
from engine.pdn.record import BOTH_LOST, GameRecord, points, result_text
from engine.pdn.scanner import Fault, ScoreSheet, WrittenItem, WrittenVariation
from engine.pdn.tree import Comment, Diagnostic, SetUp
from engine.rules import Rules

MOST_GAMES: Final = 1 << 11
"""The most games of a part."""
_RULE_TAGS: Final = frozenset(("Variant", "GameType", "HouseRules"))
_HUFF: Final = re.compile(r"\s*huff", re.IGNORECASE)


class GameRow(NamedTuple):
    """A game. ``number`` counts the games of the part from 1, ``place`` is the offset of the game.

    ``first``: the side with the first move by the rules. ``remarks`` are its comments, case-folded. ``identity`` is
    empty if the game has none. ``last`` is the key of the final position. ``tagged`` is the computer's
    name in the tags, which is also found, though another is shown; empty if it did not play. ``won`` is the code of
    the result. ``problem`` is empty if the whole game was read, else a list of line, reason and text in JSON.
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
    identity: str
    last: int
    tagged: str
    won: int | None
    problem: str


class Part(NamedTuple):
    """The games of a part of a file.

    ``seen`` has rows: the key of a position or material, the index in ``games``, and 15 bits. From the highest
    bit, they are the move that followed (12 bits, 0 for none), the result of the game (2 bits: 0 for none, 1 won by the
    first player, 2 by the second, 3 drawn) and a bit that is 1 if the second player is to move.

    ``sheets`` counts all games, ``problems`` those that were not read whole. ``rest`` is the offset of the game after
    the part, or None at the end of the file.
    """

    games: list[GameRow]
    seen: list[tuple[int, int, int]]
    sheets: int
    problems: int
    rest: TextOffset | None


def read_part(stream: BinaryIO, begin: TextOffset, likely: Sequence[Rules]) -> Part:
    """Read a part of a file. ``likely`` are the rule sets that ``file_rules`` returns. Raises OSError."""
    games: list[GameRow] = []
    seen: list[tuple[int, int, int]] = []
    sheets = problems = 0
    collection = Collection(stream, begin)
    while found := collection.sheet():
        sheet, place = found
        if sheets == MOST_GAMES:
            return Part(games, seen, sheets, problems, place)
        sheets += 1
        played = _replayed(sheet, likely) or _played(sheet, likely)
        row, keys = played.row(sheet, sheets, place), played.keys
        result = (0 if row.won in (None, BOTH_LOST) else row.won + 1) << 1
        seen += [(key, len(games), result | what) for key, what in keys.items()]
        games.append(row)
        problems += bool(row.problem)
    return Part(games, seen, sheets, problems, None)


class _Played(NamedTuple):
    """A replayed game.

    ``rules`` is None if the rules or the start position cannot be read. ``keys`` has the keys of the positions; its
    values are the low 15 bits of ``seen``, where the bits of the result are still 0. ``last`` is the key of the last
    position. ``won`` is the code of the result that the last position shows, or None.
    """

    rules: Rules | None
    opening: str
    plies: int
    keys: dict[int, int]
    last: int
    won: int | None
    problem: Diagnostic | None = None

    def row(self, sheet: ScoreSheet, number: int, place: TextOffset) -> GameRow:
        """Return the row of the game, which has this sheet."""
        date = sheet.tag("Date", sheet.tag("EventDate", ""))
        day, rules, won = parse_date(date)[0], self.rules, points(sheet.result)
        result, problem = sheet.result, self.problem
        if rules and self.won is not None and self.won != won:
            won, result = self.won, result_text(rules, self.won)
        event, identity = (sheet.tag(name, "") for name in ("Event", IDENTITY))
        black, white = (shown_name(sheet, color, "") for color in SIDE_NAMES)
        tagged = COMPUTER if COMPUTER in (sheet.tag("Black"), sheet.tag("White")) else ""
        remarks = " ".join(_remarks(sheet.items)).casefold()
        return GameRow(
            number, place, event, date, day and day.year, black, white, result, rules.name if rules else "?",
            rules.first if rules else BLACK, self.opening, self.plies, remarks, identity, self.last, tagged, won,
            "" if problem is None else json.dumps((problem.line, problem.reason, problem.text)),
        )  # fmt: skip


def _replayed(sheet: ScoreSheet, likely: Sequence[Rules]) -> _Played | None:
    """Replay a game on bitboards by the first rule set by which it is legal.

    Return None if it is not simple enough, or if a move is illegal or ambiguous.
    """
    if sheet.faults or sheet.tag("Jumping", "forced").casefold() != "forced":
        return None
    for item in sheet.items:
        if isinstance(item, SetUp | Fault) or (isinstance(item, Comment) and _HUFF.match(item.text)):
            return None
    try:
        decided = len(likely) == 1 and _RULE_TAGS.isdisjoint(name for name, _, _ in sheet.tags)
        for rules in likely if decided else candidate_rules(sheet, likely):
            replay, keys = replay_of(rules), dict[int, int]()
            codes = replay.codes(sheet)
            if rules.first_king:
                return None
            if (played := replay.play(sheet, codes, keys)) is not None:
                return _played_by(replay, codes, keys, played)
            if replay.is_ambiguous:
                return None
    except ValueError:
        return None
    return None


@cache
def _openings(rules: Rules) -> dict[int, str]:
    """Return the names of openings by the keys of their positions."""
    return {position_key(position): name for position, name in named_positions(files_of(rules)).items()}


def _played_by(replay: GameReplay, moves: list[int], found: dict[int, int], keys: list[int]) -> _Played:
    """Return the game that was replayed last. Its opening is the last named position."""
    openings = _openings(replay.rules) if replay.is_usual else {}
    opening = next((openings[key] for key in keys[LONGEST:0:-1] if key in openings), "")
    loser = (replay.side + len(moves) + replay.rules.losing) % 2  # if nobody can move
    won = int(loser == replay.rules.first) if replay.is_stuck else None
    return _Played(replay.rules, opening, len(moves), found, keys[-1], won)


def _played(sheet: ScoreSheet, likely: Sequence[Rules]) -> _Played:
    """Play a game of any kind, as far as it can be read."""
    try:
        record = read_sheet(sheet, None, likely)
    except UnreadableGame as error:
        return _Played(None, "", 0, {}, 0, None, error.problem)
    game, plies = record.game(), len(record.turns)
    last = position_key(game.position_at(plies))
    won = points(record.result)
    return _Played(record.rules, opening_of(game), plies, _keys(record), last, won, record.problem)


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
