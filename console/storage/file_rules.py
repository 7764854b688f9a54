"""The rule sets by which the games of a file are read if its tags name none."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from ai.whole_files import open_file
from engine.geometry import squares_of
from engine.pdn.collection import Collection
from engine.pdn.reader import candidate_rules, read_sheet, start_of
from engine.pdn.scanner import ScoreSheet
from engine.pdn.tree import SetUp
from engine.position import Position
from engine.replay import LONGEST_PATH, Replay
from engine.rules import Rules

_SAMPLE: Final = 1 << 17  # bytes of a file that decide its rules
_FEW: Final = 10  # other rule sets are tried if one of so many games is legal only by them
_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")


def file_rules(path: Path) -> tuple[Rules, ...]:
    """Return the rule sets to try for the games of a file whose tags name none, the likeliest first. Raises OSError.

    They are decided once for all of these games, by those in the first part of the file: the set by which most games
    are legal, and no other if it is nearly all of them. If the games have boards of several sizes, each has its set.
    """
    found = path.stat()
    return _decided_rules(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def _decided_rules(path: Path, changed: int, size: int) -> tuple[Rules, ...]:
    games: list[tuple[ScoreSheet, tuple[str, ...]]] = []  # with the names of the candidates
    named: dict[str, Rules] = {}
    with open_file(path) as stream:
        collection = Collection(stream)
        while found := collection.sheet():
            game, place = found
            if place.byte >= _SAMPLE:
                break
            with suppress(ValueError):
                names = {rules.name: rules for rules in candidate_rules(game)}
                if len(names) > 1 and game.moves:
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
        decided += [best] if read else []
        if read and wrong * _FEW >= read:
            decided += chain.from_iterable(names for _, names in others)
        games = [(game, names) for game, names in games if best not in names]
    return tuple(named[name] for name in dict.fromkeys(decided))


def _count_legal(games: Sequence[ScoreSheet], rules: Rules, least: int) -> int:
    """Return the number of games that are legal by a rule set; any smaller number if it is not above ``least``."""
    legal = 0
    for at, game in enumerate(games):
        if legal + len(games) - at <= least:
            break
        legal += _is_legal(game, rules)
    return legal


def _is_legal(game: ScoreSheet, rules: Rules) -> bool:
    """Return True if all moves of a game are legal by a rule set."""
    with suppress(ValueError):
        if game.tag("Jumping", "") or any(isinstance(item, SetUp) for item in game.items):
            return read_sheet(game, rules).problem is None
        replay = replay_of(rules)
        return replay.play(game, replay.codes(game), {}) is not None
    return False


class GameReplay:
    """The replay of games of one rule set on bitboards.

    The attributes describe the last replayed game. ``side`` moved first. ``is_usual``: the game began at the usual
    start. ``is_ambiguous`` and ``is_stuck`` are those of ``Replay``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._replay = Replay(rules)
        self._start = Position.start(rules)
        self._numbers = squares_of(rules.geometry)
        self._codes: dict[str, int] = {}

    def codes(self, sheet: ScoreSheet) -> list[int]:
        """Return the codes of the moves for ``Replay.play``. Raises ValueError if one has none."""
        return [self._code(move.text.casefold()) for move in sheet.moves]

    def _code(self, text: str) -> int:
        """Return the code of a move: six bits for each square. Raises ValueError if it has none."""
        code = self._codes.get(text)
        if code is None:
            squares = _SQUARE.findall(text)
            if len(squares) > LONGEST_PATH or not all(square in self._numbers for square in squares):
                raise ValueError(text)
            code = sum(self._numbers[square] << 6 * at for at, square in enumerate(squares))
            self._codes[text] = code
        return code

    def play(self, sheet: ScoreSheet, moves: list[int], found: dict[int, int]) -> list[int] | None:
        """Return the keys of the positions, or None for an illegal or ambiguous move. See ``Replay.play``.

        Raises ValueError if the start position cannot be read.
        """
        start = start_of(sheet, self.rules)[0]
        self.is_usual = start in (None, self._start)
        self.side = (start or self._start).side
        played = self._replay.play(*(start or self._start).words(), moves, found)
        self.is_ambiguous, self.is_stuck = self._replay.is_ambiguous, self._replay.is_stuck
        return played


@cache
def replay_of(rules: Rules) -> GameReplay:
    """Return the replay of games of a rule set."""
    return GameReplay(rules)
