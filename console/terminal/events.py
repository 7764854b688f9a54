"""Events, and the reader that parses terminal input into keys and mouse events."""

import re
import sys
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

Button = Literal["left", "middle", "right", "none"]
MouseKind = Literal["press", "drag", "release", "wheel-up", "wheel-down"]


class Key(NamedTuple):
    """A key. If it types a character, ``text`` is the character and ``name`` is empty; else only ``name`` is set.

    Names: ``enter`` ``escape`` ``backspace`` ``tab`` ``up`` ``down`` ``left`` ``right`` ``home`` ``end`` ``page-up``
    ``page-down`` ``insert`` ``delete`` ``f1`` to ``f12``; the prefixes ``shift-``, ``alt-``, ``ctrl-`` in this order;
    and ``ctrl-a``, ``alt-a`` and so on.
    """

    name: str = ""
    text: str = ""


class Mouse(NamedTuple):
    """A mouse event at a cell of the canvas. ``row`` and ``column`` count from 0."""

    kind: MouseKind
    row: int
    column: int
    button: Button = "left"

    @property
    def wheel(self) -> int:
        """The direction of the wheel: -1 for up, 1 for down, 0 for other events."""
        return {"wheel-up": -1, "wheel-down": 1}.get(self.kind, 0)


class Resize:
    """The event that the terminal has a new size, or must be redrawn for another reason."""


class Tick:
    """The event that the timeout of a read has passed without input."""


class Closed:
    """The event that the terminal is closed. There will be no more input."""


class Posted(NamedTuple):
    """The event that another thread has posted a value."""

    value: object


Event = Key | Mouse | Resize | Tick | Closed | Posted
Attend = Callable[[float], bool]
"""A function that handles events for at most so many seconds, and returns True if the program ends."""


def is_pressed(event: Event) -> bool:
    """Return True if the event is a key or the press of a mouse button."""
    return isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press")


_SEQUENCE: Final = re.compile(
    r"""
      (?P<char>[^\x1b])
    | (?P<escape>\x1b)(?=\x1b)
    | \x1b\[\[(?P<linux>.)                                                   # a function key of the Linux console
    | \x1b\[M(?P<report>...)                                                 # a mouse report of X10
    | \x1b\[(?![\[M])(?P<parameters>[ -?]*)(?:(?P<final>[@-~])|(?=[^ -~]))   # a control sequence, perhaps broken off
    | \x1bO(?P<keypad>.)
    | \x1b[P\]_^X][^\x07\x1b\r]*(?:\x07|\x1b\\|(?=\x1b[^\\]|\r))             # a string, perhaps broken off
    | \x1b(?P<alt>[^\x1b\[OP\]_^X])
    """,
    re.VERBOSE | re.DOTALL,
)
"""A character or a complete sequence. An incomplete sequence does not match."""

_BEGUN_STRING: Final = re.compile(r"(\x1b[P\]_^X])[^\x07\x1b\r]+")
_PARAMETERS: Final = re.compile("[0-9]{0,7}([;:][0-9]{0,7})*")
_CONTROLS: Final = {
    "\r": "enter", "\n": "enter", "\t": "tab", "\x08": "backspace", "\x7f": "backspace", "\x1b": "escape"
}  # fmt: skip
_ESCAPE: Final = Key("escape")
_ARROWS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_LETTERS: Final = _ARROWS | {"P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
_EDITING: Final = ("home", "insert", "delete", "end", "page-up", "page-down", "home", "end")
_KEYPAD_NAMES: Final = (
    "left", "right", "up", "down", "page-up", "page-down", "home", "end", "insert", "delete"
)  # fmt: skip
_FUNCTION_KEYS: Final = (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24)
_NUMBERS: Final = dict(enumerate(_EDITING, 1)) | {code: f"f{index}" for index, code in enumerate(_FUNCTION_KEYS, 1)}
_KEYPAD: Final = {
    "M": Key("enter"),
    **{letter: Key(name) for letter, name in _LETTERS.items()},
    **{letter: Key(text=text) for letter, text in zip("jklmnopqrstuvwxyX", "*+,-./0123456789=", strict=True)},
}
_LINUX_FUNCTION_KEYS: Final = {letter: Key(f"f{index}") for index, letter in enumerate("ABCDE", 1)}
# In kitty's protocol the keys of the keypad have codes of a private area of Unicode.
_KITTY_KEYPAD: Final = {
    **{code: Key(text=text) for code, text in enumerate("0123456789./*-+", 57399)},
    57414: Key("enter"),
    **{code: Key(text=text) for code, text in enumerate("=,", 57415)},
    **{code: Key(name) for code, name in enumerate(_KEYPAD_NAMES, 57417)},
}
_RELEASED: Final = 3
_SHIFT, _ALT, _CTRL, _CAPS_LOCK = 1, 2, 4, 64
_OTHER_MODIFIERS: Final = 8 | 16 | 32  # super, hyper, meta
_BUTTONS: Final[tuple[Button, ...]] = ("left", "middle", "right", "none")


class KeyReader:
    """A parser of terminal input. Unknown sequences are skipped as a whole.

    While ``waiting`` is true a sequence may be incomplete. If nothing follows soon, call ``give_up``: after a lone
    escape character very soon, as it may be the Escape key; after more, which no key begins, in a second.
    """

    def __init__(self) -> None:
        self._buffer = ""

    @property
    def waiting(self) -> bool:
        """True while the last input may be the beginning of a sequence."""
        return bool(self._buffer)

    @property
    def in_sequence(self) -> bool:
        """True while the last input is the beginning of a sequence, and more than a lone escape character."""
        return len(self._buffer) > 1

    def feed(self, text: str) -> list[Event]:
        """Add input, and return the events that are complete."""
        self._buffer += text
        events = []
        start = 0
        while found := _SEQUENCE.match(self._buffer, start):
            events.append(_event(found))
            start = found.end()
        self._buffer = _BEGUN_STRING.sub(r"\1", self._buffer[start:])  # what the string says is not needed
        return [event for event in events if event is not None]

    def give_up(self) -> list[Event]:
        """Drop an incomplete sequence. Return the Escape key if the sequence is a single escape character."""
        held, self._buffer = self._buffer, ""
        return [_ESCAPE] if held == "\x1b" else []


def _event(found: re.Match[str]) -> Event | None:
    """Return the event of a key or sequence, or None if it is unknown."""
    text = found[found.lastgroup] if found.lastgroup else ""
    match found.lastgroup:
        case "char":
            return _key(text)
        case "escape":
            return _ESCAPE
        case "linux":
            return _LINUX_FUNCTION_KEYS.get(text)
        case "report":
            code, column, row = (ord(char) - 32 for char in text)
            return _mouse(code, row - 1, column - 1, released=code & 3 == 3 and not code & 32 and code < 64)
        case "final":
            return _control(found["parameters"], text)
        case "keypad":
            return _KEYPAD.get(text)
        case "alt":
            return _alt(text)
    return None


def _key(char: str) -> Key | None:
    """Return the key of a single character, or None if it is unknown."""
    if char in _CONTROLS:
        return Key(_CONTROLS[char])
    if char < " ":
        return Key(f"ctrl-{chr(ord(char) + 64).lower()}")
    return Key(text=char) if char.isprintable() and char != "\N{REPLACEMENT CHARACTER}" else None


def _alt(char: str) -> Key | None:
    """Return the key of a character with Alt, or None if it is unknown."""
    name = char.lower() if char.isprintable() else _CONTROLS.get(char)
    return Key(f"alt-{name}") if name else None


def _control(parameters: str, final: str) -> Event | None:
    """Return the event of a control sequence: ``ESC [``, parameters and a final letter."""
    if final == "Z":
        return Key("shift-tab")
    mouse = parameters.startswith("<")
    if not _PARAMETERS.fullmatch(parameters.removeprefix("<")):
        return None
    fields = [[int(part or 0) for part in field.split(":")] for field in parameters.removeprefix("<").split(";")]
    if mouse:
        if final not in "Mm" or [len(field) for field in fields] != [1, 1, 1]:
            return None
        (code,), (column,), (row,) = fields
        return _mouse(code, row - 1, column - 1, released=final == "m")
    # Kitty's protocol adds parts to two fields: the key with shift, and whether the key was pressed or released.
    (code, *with_shift), (modifiers, *action), (third, *_) = (*fields, [0], [0])[:3]
    if action[:1] == [_RELEASED]:
        return None
    if final == "u":
        return _typed(code, with_shift[0] if with_shift else 0, max(0, modifiers - 1), third)
    if final == "~" and code == 27:  # modifyOtherKeys of xterm
        return _typed(third, 0, max(0, modifiers - 1), 0)
    name = _NUMBERS.get(code) if final == "~" else _LETTERS.get(final)
    # "ESC [ row ; column R" is the position of the cursor. As a key (F3) it starts with 1.
    return Key(_modifiers(modifiers) + name) if name and (final == "~" or code <= 1) else None


def _typed(code: int, with_shift: int, modifiers: int, text: int) -> Key | None:
    """Return the key of a coded character, the same that a terminal without such codes sends. None if it has none.

    ``with_shift`` is the code of the key with shift, and ``text`` of the character that was typed; 0 if unknown.
    """
    if modifiers & _OTHER_MODIFIERS:
        return None
    if code in _KITTY_KEYPAD:
        return _KITTY_KEYPAD[code]
    if text and not modifiers & (_ALT | _CTRL):
        code = text
    elif with_shift and modifiers & _SHIFT:
        code = with_shift
    char = chr(min(code, sys.maxunicode))  # the last code is no character
    if char == "\t" and modifiers & _SHIFT:
        return Key("shift-tab")
    if char < " " and char not in _CONTROLS:
        return None
    if modifiers & _CTRL and char not in _CONTROLS:
        if not "@" <= char <= "~":
            return None
        char = chr(code & 31)
    elif code not in (text, with_shift) and bool(modifiers & _SHIFT) != bool(modifiers & _CAPS_LOCK):
        char = char.upper() if len(char.upper()) == 1 else char
    return _alt(char) if modifiers & _ALT else _key(char)


def _modifiers(code: int) -> str:
    """Return the prefix for a modifier parameter: 1, plus 1 for shift, 2 for alt, 4 for control."""
    bits = max(0, code - 1)
    return "".join(name for bit, name in ((1, "shift-"), (2, "alt-"), (4, "ctrl-")) if bits & bit)


def _mouse(code: int, row: int, column: int, released: bool) -> Mouse | None:
    """Return the event of an xterm button code: button 0 to 3, plus 32 for motion, plus 64 for the wheel."""
    if code & 64:
        kind: MouseKind = "wheel-down" if code & 1 else "wheel-up"
        return Mouse(kind, row, column, "none") if code & 3 < 2 else None
    kind = "release" if released else "drag" if code & 32 else "press"
    is_known = code < 128 and not (kind == "press" and code & 3 == 3)
    return Mouse(kind, row, column, _BUTTONS[code & 3]) if is_known else None
