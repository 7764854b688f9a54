"""The palettes: the styles of windows, text and board, and the sixteen colors they are made of.

A palette is read from the text of a theme (see ``read_entries``). A field is a style, ``grey/blue`` for ink and paper,
or an ink. The fields of the board begin with ``board.``, those of the pieces with ``black.`` and ``white.``. The color
of an ink is a field such as ``ink.brown``, six hexadecimal digits. Fields that are not given are those of the theme
that the field ``like`` names.

A terminal with 16 or 8 colors does not know the inks of a theme. There a field such as ``few.board.light`` replaces
``board.light``, and with 16 colors ``sixteen.board.light`` replaces both; a theme with inks of its own begins with the
board of the default theme, and a ``shaded`` one keeps its own. Without inks of its own, what a theme says itself is
used there, too.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from ai.whole_files import plain_text
from console.storage.atomic_files import bytes_or_none, trouble
from console.storage.themes import COLORS, own_themes
from console.terminal.canvas import Style
from console.terminal.colors import BLACK, EGA, Colors, read_color
from engine.entries import read_entries
from engine.printable import printable

T = TypeVar("T")


class PieceColors(NamedTuple):
    """The colors of one side's pieces. ``letter`` replaces ``body`` when pieces are drawn as letters.

    ``light`` and ``shade`` are the inks of the ring on a large piece, on the side of the light and opposite.
    """

    rim: int
    body: Style
    letter: Style
    crown: Style
    light: int
    shade: int


class BoardColors(NamedTuple):
    """The colors of the board.

    A field of type int is an ink (foreground color); the paper (background) is that of the square it is drawn on.
    ``last_move_beside`` is drawn on light squares. ``lit``: the squares that a lifted piece can move to. ``raised``:
    the square from which the piece was lifted. ``pieces``: the colors of Black's pieces, then of White's.
    ``white_called``: the name of the color of White's pieces. ``shaded``: the two sides have the same color.
    """

    frame: Style
    light: Style
    dark: Style
    lit: Style
    raised: Style
    cursor: int
    last_move: int
    last_move_beside: int
    number: int
    pieces: tuple[PieceColors, PieceColors]
    white_called: str = "red"
    shaded: bool = False

    def is_hollow(self, side: int) -> bool:
        """Return True if the bodies of a side's pieces have the color of their square, so that only rims show."""
        return self.pieces[side].body.ink == self.dark.paper

    def small(self, side: int) -> Style:
        """Return the style of a man in one cell: his rim on a dark square, or a black body that a light ring hides."""
        man = self.pieces[side]
        is_ringed = man.body.ink == BLACK != man.rim and not self.shaded
        return Style(BLACK, self.light.paper) if is_ringed else Style(man.rim, self.dark.paper)


class Palette(NamedTuple):
    """The styles of the screen.

    ``eight`` and ``sixteen``: the board on terminals with so many colors. ``colors``: the colors on all others.
    """

    name: str
    text: Style
    frame: Style
    title: Style
    dim: Style
    player: Style
    said: Style
    prompt: Style
    typed: Style
    alert: Style
    bar: Style
    bar_key: Style
    bar_off: Style
    chosen: Style
    shadow: Style
    board: BoardColors
    eight: BoardColors
    sixteen: BoardColors
    colors: Colors = EGA


_FOLDER: Final = Path(__file__).parent / "themes"
_INKS: Final = (
    *("black", "blue", "green", "cyan", "red", "magenta", "brown", "grey"),
    *("dark", "azure", "lime", "aqua", "rose", "pink", "yellow", "bright"),
)
_FEW: Final = ("few.", "sixteen.")
_LONGEST_PROBLEM: Final = 80


@cache
def palette(name: str) -> Palette:
    """Return a palette of the program."""
    return read_palette(name, _text_of(name))


def named_palette(name: str) -> Palette:
    """Return a palette of the program or of the user. Raises ValueError, with one sentence, if it cannot be read."""
    if name in COLORS:
        return palette(name)
    try:
        path = own_themes().get(name)
        data = None if path is None else bytes_or_none(path)
        if data is None:
            raise ValueError("its file is gone")
        return read_palette(name, plain_text(data))
    except OSError as error:
        raise ValueError(f"The theme {name} cannot be read ({trouble(error)}).") from None
    except ValueError as error:
        raise ValueError(f"The theme {name} cannot be read: {printable(str(error)[:_LONGEST_PROBLEM])}.") from None


def read_palette(name: str, text: str) -> Palette:
    """Parse the text of a theme. Raises ValueError if a field is unknown, missing or invalid."""
    said = read_entries(text).get("", {})
    fields = _with_base(said)
    own = [fields.pop(f"ink.{ink}", "") for ink in _INKS]
    inks = tuple(read_color(ink) if ink else usual for ink, usual in zip(own, EGA, strict=True))
    few, more = (_fewer(fields, prefix) for prefix in _FEW)
    usual = {**fields} if inks == EGA else read_entries(_text_of("colour"))[""]
    usual |= {} if _has_inks(said) else {field: said[field] for field in said if not field.startswith(_FEW)}
    usual.pop("like", None)
    board = _board(fields)
    with_few = [{**usual, **few}, {**usual, **few, **more}]
    eight, sixteen = (board if board.shaded else _board(each) for each in with_few)
    found = _part(Palette, fields, "", name=name, board=board, eight=eight, sixteen=sixteen, colors=inks)
    unknown = [*fields, *(f"few.{field}" for field in few | more if field in with_few[1] and not board.shaded)]
    if unknown:
        raise ValueError(f"there is no {unknown[0]}")
    return found


def _with_base(fields: dict[str, str]) -> dict[str, str]:
    """Return the fields of a theme. Fields that it does not define are those of the theme named by ``like``."""
    if "like" not in fields:
        return fields
    base = fields.pop("like")
    if base not in COLORS:
        raise ValueError(f"there is no theme {base}")
    return {
        field: value
        for field, value in _with_base(read_entries(_text_of(base))[""]).items()
        if _has_inks(fields) or not field.startswith(_FEW) or field.partition(".")[2] not in fields
    } | fields


def _has_inks(fields: Mapping[str, str]) -> bool:
    """Return True if a theme defines inks. A terminal with few colors then ignores its other colors."""
    return any(field.startswith("ink.") for field in fields)


def _fewer(fields: dict[str, str], prefix: str) -> dict[str, str]:
    """Remove the fields that begin with a prefix from ``fields``, and return them without it."""
    return {field.removeprefix(prefix): fields.pop(field) for field in [*fields] if field.startswith(prefix)}


def _board(fields: dict[str, str]) -> BoardColors:
    """Return the colors of a board. Remove their fields from ``fields``."""
    pieces = tuple(_part(PieceColors, fields, side) for side in ("black.", "white."))
    white, shaded = fields.pop("white_called", "red"), fields.pop("shaded", "no") == "yes"
    return _part(BoardColors, fields, "board.", pieces=pieces, white_called=white, shaded=shaded)


def _text_of(name: str) -> str:
    return (_FOLDER / f"{name}.theme").read_text("utf-8")


def _part(kind: Callable[..., T], fields: dict[str, str], prefix: str, **given: object) -> T:
    """Return a record of styles and inks. Remove its fields, whose names begin with ``prefix``, from ``fields``."""
    for field, of in kind.__annotations__.items():
        if field not in given:
            value = fields.pop(f"{prefix}{field}", "nothing")
            values = [_INKS.index(ink) for ink in value.split("/") if ink in _INKS]
            if len(values) != (2 if of is Style else 1) or value.count("/") != len(values) - 1:
                raise ValueError(f"{prefix}{field} cannot be {value}")
            given[field] = Style(*values) if of is Style else values[0]
    return kind(**given)


COLOR: Final = palette("colour")
MONO: Final = palette("mono")
