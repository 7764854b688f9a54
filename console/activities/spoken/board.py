"""Parts of the board and of the game in a few words, for players who hear them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from console.game.move_input import parse_squares
from console.game.naming import (
    PLACES,
    Naming,
    capitalized,
    crowned,
    in_words,
    quoted,
    rank_name,
    spoken_list,
    whole_number,
)
from console.text.phrases import PHRASES
from console.text.position import YOU, Pronouns
from engine.game import Game, Turn
from engine.position import MAN, Position

MOST_WORDS: Final = 25
"""The most words of an answer."""
_WAYS: Final = {"up left": (1, -1), "up right": (1, 1), "down left": (-1, -1), "down right": (-1, 1)}
_SMALL_WORDS: Final = frozenset(["a", "and", "diagonally", "from", "going", "in", "of", "on", "the", "through", "to"])


class NoSuchPart(ValueError):
    """A row, a column, a direction or a number of moves that does not exist; its text says which ones do."""


@dataclass(frozen=True)
class SpokenBoard:
    """A position, and the words for its squares, its players and its directions.

    ``bottom`` is the side at the bottom of the board: up is away from it. ``persons`` has the words for each side.
    """

    position: Position
    naming: Naming
    bottom: int
    persons: Sequence[Pronouns]

    def line(self, word: str, named: str) -> str:
        """Return what a row holds, from the left, or a column, from the bottom. ``word`` is ``row`` or ``column``.

        A line is named by its label, by its place as in ``third``, or by one of its squares. If squares are numbers, a
        number is a square. Raises NoSuchPart and UnreadableMove.
        """
        axis, lettered, wanted = (
            int(word == "column"),
            self.naming._replace(in_numbers=False),
            named.strip(" ?").casefold(),
        )
        size, label = self.position.geometry.size, lettered.column_label if axis else lettered.row_label
        everywhere = sorted(range(1, self.position.geometry.squares + 1), key=lambda it: self._place(it)[1 - axis])
        lines = [[number for number in everywhere if self._place(number)[axis] == place] for place in range(size)]
        labels = [label(line[0]).casefold() for line in lines]
        is_number = wanted.isdecimal()
        if wanted in PLACES and PLACES[wanted] < size:
            place = PLACES[wanted] % size
        elif wanted in labels and not (is_number and self.naming.in_numbers):
            place = labels.index(wanted)
        elif wanted.isalpha() or (is_number and not self.naming.in_numbers):
            first, *_, last = sorted(labels, key=lambda it: (len(it), it))
            raise NoSuchPart(f"{quoted(named)} is no {word}: they are {first.upper()} to {last.upper()}.")
        else:
            place = self._place(self._square(named, f"{word} {self.naming.example_squares[0]}"))[axis]
        name = self.naming.square(lines[place][0]) if self.naming.in_numbers else label(lines[place][0])
        return f"{word.capitalize()} {'of ' if self.naming.in_numbers else ''}{name}: {self._held(lines[place])}."

    def diagonal(self, named: str) -> str:
        """Return what the diagonal from a square holds in one direction, as in ``C3 up right``.

        If several directions fit, return the nearest piece in each of them. Raises NoSuchPart and UnreadableMove.
        """
        text = named.casefold().replace("-", " ").replace("upper", "up").replace("lower", "down")
        words = [word for word in text.split() if word not in _SMALL_WORDS]
        ways = {"up", "down", "left", "right"}.intersection(words)
        rest = " ".join(word for word in words if word not in ways)
        start = self._square(rest, f"diagonal {self.naming.example_squares[0]} up right")
        rays = {way: [*self._ray(start, way)] for way in _WAYS if ways.issubset(way.split())}
        square = self.naming.square(start)
        if not rays:
            raise NoSuchPart(f"Which way from {square}? {capitalized(spoken_list([*_WAYS], 'or'))}.")
        if len(rays) == 1:
            ((way, numbers),) = rays.items()
            return f"{capitalized(way)} from {square}: {self._held(numbers)}."
        nearest = {way: [it for it in numbers if self.position.piece(it)][:1] for way, numbers in rays.items()}
        found = [f"{way} {self._held(numbers) if numbers else 'nobody'}" for way, numbers in nearest.items()]
        return f"From {square}: {', '.join(found)}."

    def around(self, named: str) -> str:
        """Return what the squares around a square hold. Raises NoSuchPart and UnreadableMove."""
        start = self._square(named, f"around {self.naming.example_squares[1]}")
        beside = {way: [*self._ray(start, way)][:1] for way in _WAYS}
        found = [f"{way} {self._held(numbers)}" for way, numbers in beside.items() if numbers]
        return f"{self.naming.square(start)}: {', '.join(found)}."

    def kings(self) -> str:
        """Return where the kings of each side are."""
        return " ".join(filter(None, map(self._kings, (self.bottom, 1 - self.bottom)))) or "There are no kings yet."

    def _kings(self, side: int) -> str:
        """Return the sentence about the kings of a side; empty if it has none."""
        squares = self.position.geometry.numbers(self.position.of(side) & self.position.kings)
        kinds = []
        for what, group in groupby(sorted(squares, key=self._rank), key=self._rank):
            numbers = [*group]
            many = f"{'a' if len(numbers) == 1 else in_words(len(numbers))} {rank_name(what, len(numbers))}"
            kinds.append(f"{many} on {self.naming.all_of(numbers)}")
        return f"{self.persons[side].subject} {self.persons[side].has} {spoken_list(kinds, 'and')}." if kinds else ""

    def _rank(self, number: int) -> int:
        piece = self.position.piece(number)
        return MAN if piece is None else piece.rank

    def _place(self, number: int) -> tuple[int, int]:
        """Return the row of a square from the bottom and its column from the left."""
        geometry = self.position.geometry
        return geometry.row_and_column(geometry.seen_from(number, self.bottom))

    def _ray(self, start: int, way: str) -> Iterator[int]:
        """Yield the squares of a diagonal from a square in one direction, the nearest first."""
        (row, column), (up, right) = self._place(start), _WAYS[way]
        geometry = self.position.geometry
        while (number := geometry.at(row := row + up, column := column + right)) is not None:
            yield geometry.seen_from(number, self.bottom)

    def _square(self, named: str, example: str) -> int:
        """Return the one square of a text. Raises NoSuchPart and UnreadableMove."""
        squares = parse_squares(named, self.naming) if named.strip() else ()
        if len(squares) != 1:
            raise NoSuchPart(f'Name one square, as in "{example}".')
        return squares[0]

    def _held(self, numbers: Sequence[int]) -> str:
        """Return what squares hold, in their order. Neighbors that hold the same are named together."""
        runs = [(piece, [*group]) for piece, group in groupby(numbers, key=self.position.piece)]
        if len(numbers) > 1 and [piece for piece, _ in runs] == [None]:
            return "all empty"
        held = []
        for piece, group in runs:
            whose = "" if piece is None else f"{self.persons[piece.side].possessive} "
            what = "empty" if piece is None else rank_name(piece.rank, len(group))
            held.append(f"{self.naming.squares(group)} {whose}{what}")
        return "; ".join(held) or "the edge of the board"


def last_moves(game: Game, named: str, naming: Naming, persons: Sequence[Pronouns]) -> str:
    """Return the last moves of both sides, two or as many as are named, the latest last.

    Leave out the earliest if all are too long. Raises NoSuchPart.
    """
    count = whole_number(named or "2")
    if not count:
        raise NoSuchPart(f'{quoted(named)} is no number of moves, as in "recent 4".')
    told = []
    for ply in range(max(0, game.ply - count), game.ply):
        move, before = game.turns[ply].move, game.position_at(ply)
        taking = f" taking {naming.all_of(move.captured)}" if move.captured else ""
        crown = ", crowned" if crowned(before, move) else ""
        who = persons[before.side].subject.replace(YOU.subject, "you")
        told.append(f"{who} {naming.move(move)}{taking}{crown}{_huff(game.turns[ply], naming)}")
    while len(told) > 1 and len(" ".join(told).split()) > MOST_WORDS:
        del told[0]
    return f"{capitalized('; '.join(told))}." if told else PHRASES["nothing"]["last"]


def moves_so_far(game: Game, named: str, naming: Naming) -> str:
    """Return the moves of the game from a number on, as many as may be told at once. Raises NoSuchPart."""
    first, turns = whole_number(named or "1"), [f"{naming.move(it.move)}{_huff(it, naming)}" for it in game.turns]
    pairs = [", ".join(turns[ply : min(ply + 2, game.ply)]) for ply in range(0, game.ply, 2)]
    if not pairs:
        return PHRASES["nothing"]["last"]
    if not first or first > len(pairs):
        raise NoSuchPart(f"{quoted(named)} is no move of this game: they are 1 to {len(pairs)}.")
    told = pairs[first - 1 :]
    while len(told) > 1 and len(f"Moves 1 to 2, then 3: {' '.join(told)}".split()) > MOST_WORDS:
        del told[-1]
    last = first + len(told) - 1
    numbers = f"Moves {first} to {last}" if last > first else f"Move {first}"
    more = f', then "history {last + 1}"' if last < len(pairs) else ""
    return f"{numbers}{more}: {'; '.join(told)}."


def _huff(turn: Turn, naming: Naming) -> str:
    """Return the words for a piece that was huffed after a turn; empty if none was."""
    return "" if turn.huffed is None else f", huffed on {naming.square(turn.huffed)}"
