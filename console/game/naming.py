"""The texts for squares, moves, pieces, lists, counts and months, as players see them."""

import re
from collections.abc import Iterable, Sequence
from string import ascii_letters, digits
from typing import Final, Literal, NamedTuple, Self

from engine import printable
from engine.game import Game
from engine.geometry import Geometry, algebraic_name, square_name
from engine.notation import fitting_moves, move_text
from engine.pdn.dates import parse_date
from engine.position import Move, Position
from engine.rules import Rules

RANK_NAMES: Final = ("man", "king", "triple king")
_PLURALS: Final = ("men", "kings", "triple kings")
_QUOTED: Final = 20
FIGURES: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PLACES: Final = {
    **{word: place for words in (_ORDINALS, FIGURES[1:]) for place, word in enumerate(words)},
    **{f"{place + 1}th": place for place in range(3, len(_ORDINALS))},
    "back": 0,
    "bottom": 0,
    "last": -1,
    "top": -1,
}
"""The places of rows and columns by the words for them, counted from 0, or from the end if they are negative."""
_NUMBERS: Final = re.compile(r"\{(\d+(?:[-x]\d+)*)\}")
_WORD: Final = re.compile(r"\{(\w+)\}")
MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""The names of the months. Those of the package calendar are in the language of the system."""


Letters = Literal["console", "algebraic"]
SquareStyle = Literal["console", "algebraic", "numbers"]
SQUARE_STYLES: Final[tuple[SquareStyle, ...]] = ("console", "algebraic", "numbers")
OWN_SQUARES: Final = "own"
"""The word for no chosen style: squares are named as is usual under each rule set."""


class Naming(NamedTuple):
    """The notation of squares and moves under a rule set.

    ``letters`` decides how a letter and a number name a square. *console*: ``C3``, the row first, both counted from the
    side ``home``. *algebraic*: ``c3``, the column first, both counted from White. ``in_numbers``: squares are shown by
    their standard numbers, and letters are only read. ``has_brackets``: moves by console names are followed by their
    numbers in brackets.
    """

    rules: Rules
    home: int
    letters: Letters
    in_numbers: bool = False
    has_brackets: bool = True

    @classmethod
    def of(cls, rules: Rules, home: int, chosen: SquareStyle | None) -> Self:
        """Return the notation of a rule set, or the ``chosen`` one if it is not None."""
        own: Letters = "algebraic" if rules.algebraic else "console"
        own_numbers = chosen is None and not rules.algebraic and not rules.console_names
        if chosen == "numbers" or own_numbers:
            return cls(rules, home, own, in_numbers=True)
        return cls(rules, home, chosen or own)

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.rules.geometry

    @property
    def style(self) -> SquareStyle:
        """The name of the notation in which squares are shown."""
        return "numbers" if self.in_numbers else self.letters

    @property
    def in_other_letters(self) -> Self:
        """The notation with the letters that are not used now."""
        return self._replace(letters="console" if self.letters == "algebraic" else "algebraic", in_numbers=False)

    @property
    def example(self) -> str:
        """An example of a typed step: ``C3 D4``, ``c3-d4`` or ``11-15`` on the standard board."""
        return self.example_of(self.home)

    def example_of(self, side: int) -> str:
        """Return a first step of ``side``, as it is typed."""
        return self.path(opening_step(self.rules, side))

    @property
    def example_squares(self) -> tuple[str, str]:
        """The two squares of the example."""
        start, end = opening_step(self.rules, self.home)
        return self.square(start), self.square(end)

    def square(self, number: int) -> str:
        """Return the name of a square."""
        if self.in_numbers:
            return str(number)
        if self.letters == "algebraic":
            return algebraic_name(number, self.geometry)
        return square_name(number, self.geometry, self.home)

    def row_label(self, number: int) -> str:
        """Return the label of a row of the board, which is written beside the square ``number``."""
        name = self.square(number)
        return name[0] if self.style == "console" else name.lstrip(ascii_letters)

    def column_label(self, number: int) -> str:
        """Return the label of the column of a square. It is empty if squares are numbers."""
        name = self.square(number)
        return name[1:] if self.style == "console" else name.rstrip(digits)

    def squares(self, numbers: Sequence[int]) -> str:
        """Return squares in the order given: ``A1, C3 and B2``."""
        return spoken_list([self.square(number) for number in numbers], "and")

    def any_of(self, numbers: Iterable[int]) -> str:
        """Return squares in the order of their names: ``A1, B2 or C3``."""
        return spoken_list(self._in_order(numbers), "or")

    def all_of(self, numbers: Iterable[int]) -> str:
        """Return squares in the order of their names: ``A1, B2 and C3``."""
        return spoken_list(self._in_order(numbers), "and")

    def _in_order(self, numbers: Iterable[int]) -> list[str]:
        return sorted(map(self.square, numbers), key=lambda it: (it.rstrip(digits), int(it.lstrip(ascii_letters))))

    def sign(self, jumps: bool) -> str:
        """Return the sign between the squares of a move: a space, ``-``, or ``x`` or ``:`` for a jump."""
        if self.style == "console":
            return " "
        if not jumps:
            return "-"
        return "x" if self.in_numbers else self.rules.capture_sign

    def path(self, squares: Sequence[int], jumps: bool = False) -> str:
        """Return the squares of a path as a player types them: ``C3 D4``, ``c3-d4``; ``c3xe5`` if the path jumps."""
        return self.sign(jumps).join(map(self.square, squares))

    def path_of(self, squares: Sequence[int], moves: Sequence[Move]) -> str:
        """Return some or all squares of one of ``moves``: ``c3-d4``, or ``c3xg7`` if it jumps."""
        return self.path(squares, any(move.captured for move in fitting_moves(squares, moves)))

    def move(self, move: Move) -> str:
        """Return a move as a player types it, with every landing: ``C3 D4``, ``c3-d4`` or ``11-15``; ``18x11x4``."""
        return self.path(move.path, bool(move.captured))

    def ends(self, move: Move) -> str:
        """Return the start and end of a move whose other squares are left out: ``C3:G7``, ``c3xg7``."""
        return self.path((move.start, move.end), bool(move.captured)).replace(" ", ":")

    def both(self, move: Move, moves: Sequence[Move]) -> str:
        """Return a move that is unambiguous among ``moves``: by names and numbers, ``C3 D4 (11-15)``.

        Other notations than that of the console have no second form: ``c3-d4``.
        """
        return f"{self.move(move)}{self.also(move_text(move, moves))}"

    def in_text(self, text: str) -> str:
        """Return a text with the squares, moves and commands in braces as the player types them.

        Numbers are squares, ``{11-15}`` and ``{15x22}`` are moves. Commands are shown in quotation marks.
        """

        def squares(found: re.Match[str]) -> str:
            squares = [int(number) for number in re.split("[-x]", found[1])]
            return self.path(squares, jumps="x" in found[1])

        return _WORD.sub(r'"\1"', _NUMBERS.sub(squares, text))

    def also(self, numbers: str) -> str:
        """Return squares given in numbers as an addition in brackets. It is empty if squares have no console names.

        Books use the algebraic names or the numbers, but not the names of the console. The player may turn it off.
        """
        return f" ({numbers})" if self.style == "console" and self.has_brackets else ""


def spoken_list(words: Sequence[str], last: str) -> str:
    """Return ``A``, ``A and B``, or ``A, B and C``; ``last`` is the word before the last item."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def counted(count: int, noun: str) -> str:
    """Return a number with a noun: ``1 game``, ``1,200 games``."""
    return f"{count} {noun}" if count == 1 else f"{count:,} {noun}s"


def in_words(count: int) -> str:
    """Return a number as it is written in a sentence: ``two``, but ``12``."""
    return FIGURES[count] if count < len(FIGURES) else str(count)


def figure_of(text: str) -> str:
    """Return the figure for a number as ``in_words`` writes it, and any other text as it is."""
    word = text.casefold()
    return str(FIGURES.index(word)) if word in FIGURES[1:] else text


def whole_number(text: str) -> int | None:
    """Parse at most 17 ASCII digits. Return None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None


def date_in_words(date: str, letters: int = 3) -> str:
    """Return a date such as ``2026.11.27`` or ``27-11-2026`` as ``Nov 27, 2026``, or as far as it is known.

    ``letters`` is the greatest number of letters of the month. Return any other text as it is.
    """
    found, is_whole = parse_date(date)
    if found is None or not is_whole:
        return date
    day = f"{found.day}, " if found.day else ""
    return f"{MONTHS[found.month - 1][:letters]} {day}{found.year}" if found.month else str(found.year)


def in_sentence(name: str) -> str:
    """Return a name as it is written inside a sentence: ``the Barber`` for ``The Barber``."""
    return name.replace("The ", "the ", 1) if name.startswith("The ") else name


def in_list(name: str) -> str:
    """Return a name as it is written in a list: ``Barber`` for ``The Barber``."""
    return name.removeprefix("The ")


def rank_name(rank: int, count: int = 1) -> str:
    """Return the name of a rank, in the plural unless ``count`` is 1: ``man``, ``triple kings``."""
    return RANK_NAMES[rank] if count == 1 else _PLURALS[rank]


def rank_of(position: Position, number: int) -> int:
    """Return the rank of the piece on a square. The square must not be empty."""
    piece = position.piece(number)
    assert piece is not None
    return piece.rank


def quoted(text: str) -> str:
    """Return typed text in quotes, printable and cut off after 20 characters."""
    return printable.quoted(text.strip(), _QUOTED)


def just_crowned(game: Game) -> str | None:
    """Return the name of the new rank if the last move has raised the rank of its piece, else None."""
    return None if game.last is None else crowned(game.position_at(game.ply - 1), game.last.move)


def capitalized(text: str) -> str:
    """Return a text as the beginning of a sentence: only its first letter changes."""
    return f"{text[0].upper()}{text[1:]}"


def crowned(before: Position, move: Move) -> str | None:
    """Return the name of the new rank if a move raises the rank of its piece, else None."""
    was, now = before.piece(move.start), move.after.piece(move.end)
    return RANK_NAMES[now.rank] if was and now and now.rank > was.rank else None


def opening_step(rules: Rules, home: int) -> tuple[int, int]:
    """Return the two squares of a first step of ``home``, as an example of move input: ``C3 D4`` on the usual board."""
    geometry, row = rules.geometry, rules.rows_of_men - 1
    column = row if geometry.dark_left else row - 1
    start, end = geometry.at(row, column), geometry.at(row + 1, column + 1)
    assert start is not None
    assert end is not None
    return geometry.seen_from(start, home), geometry.seen_from(end, home)
