"""PDN files: a stream of games, each with its variations, comments, tags and problem, and their writing."""

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import IO, Any, BinaryIO
from weakref import WeakKeyDictionary

from engine import game as playing
from engine.pdn.collection import Collection
from engine.pdn.reader import UnreadableGame, read_with_warnings
from engine.pdn.record import GameRecord, ordered_tags
from engine.pdn.tree import Comment, Diagnostic, Mark, PlayedMove, Variation
from engine.pdn.writer import pdn_text
from engine.position import Position
from engine.rules import AMERICAN, Rules

from .board import Board, Move

__all__ = ("Diagnostic", "Game", "Node", "read", "read_game", "write")


class Node:
    """A move of a game, with what is written behind it."""

    def __init__(self, played: PlayedMove, rules: Rules) -> None:
        self.move = Move.of(played.turn.move, rules)
        self.huffed = played.turn.huffed
        """The square of the piece that was huffed after the move, or None."""
        self.comments = tuple(note.words for note in played.notes if isinstance(note, Comment))
        self.marks = tuple(note.text for note in played.notes if isinstance(note, Mark))
        """The annotation symbols, such as ``!`` and ``$14``."""
        self.variations = tuple(_nodes(note, rules) for note in played.notes if isinstance(note, Variation))
        """The variations, which replace the move: the nodes of each. What cannot be read of them is left out."""


def _nodes(line: Variation, rules: Rules) -> tuple[Node, ...]:
    return tuple(Node(played, rules) for played in line.moves)


@dataclass(frozen=True)
class Game:
    """A game of a file. As text it is PDN.

    ``record`` is the record of ``ega_checkers.engine.pdn`` behind it, which is not covered by what is stable.
    """

    record: GameRecord
    errors: tuple[Diagnostic, ...] = ()
    """The problem, if there is one, and the parse warnings; each as ``game 3, line 12: ...``."""

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> "Game":
        """Return the game on a board, with tags such as ``{"White": "Anna"}``."""
        return cls(GameRecord.of(board.game, headers))

    @property
    def problem(self) -> Diagnostic | None:
        """The first error, before which the moves end; None if all was read."""
        return self.record.problem

    @property
    def headers(self) -> dict[str, str]:
        """The tags, those of the rules and the result included."""
        return {name: value for name, value in {**self.record.facts, **dict(self.record.tags)}.items() if value}

    @property
    def outcome(self) -> playing.Outcome | None:
        """The winner and the reason, or None if the game was not finished."""
        return self.record.outcome

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments before the first move."""
        return tuple(note.words for note in self.record.line.notes if isinstance(note, Comment))

    def mainline(self) -> tuple[Node, ...]:
        """Return the moves of the game with what is written behind them."""
        return _nodes(self.record.line, self.record.rules)

    def board(self) -> Board:
        """Return a new board with the start of the game."""
        return Board.of(playing.Game(self.record.rules, self.record.jumping, self.record.start))

    def end(self) -> Board:
        """Return a new board with all moves played."""
        return Board.of(self.record.game())

    def __str__(self) -> str:
        return pdn_text([self.record])


def read(path: str | PathLike[str], rules: str | Rules | None = None) -> Iterator[Game]:
    """Yield the games of a file, each when it is asked for. The encoding is detected.

    ``rules`` overrides what the games say. A game whose rules or start cannot be read has a ``problem`` and no moves;
    its rules are then ``rules``, or american. Raises OSError, and ValueError for the name of no rule set.
    """
    with Path(path).open("rb") as file:
        yield from _games(file, None if rules is None else Board(rules).rules)


def read_game(file: IO[Any]) -> Game | None:
    """Return the next game of an open file, binary or of text, or None at its end. Nothing else may read the file."""
    if file not in _READING:
        content = file.read()
        _READING[file] = _games(io.BytesIO(content if isinstance(content, bytes) else content.encode()), None)
    return next(_READING[file], None)


def write(path: str | PathLike[str], games: Iterable[Game]) -> None:
    """Write games to a file, which is replaced. Raises OSError."""
    Path(path).write_text(pdn_text(game.record for game in games), "utf-8")


_READING: WeakKeyDictionary[IO[Any], Iterator[Game]] = WeakKeyDictionary()


def _games(file: BinaryIO, rules: Rules | None) -> Iterator[Game]:
    """Yield the games of a binary file."""
    collection = Collection(file)
    while (found := collection.sheet()) is not None:
        sheet = found[0]
        try:
            record, warnings = read_with_warnings(sheet, rules)
        except UnreadableGame as error:
            tags = ordered_tags({name: value for name, value, _ in sheet.tags})
            meant = rules or AMERICAN
            record, warnings = GameRecord(meant, "forced", Position.start(meant), tags=tags, problem=error.problem), ()
        yield Game(record, (*([record.problem] if record.problem else []), *warnings))
