"""Events, and the reader that parses terminal input into keys and mouse events."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Button = Literal["left", "middle", "right", "none"]
MouseKind = Literal["press", "drag", "release", "wheel-up", "wheel-down"]


@dataclass(frozen=True)
class Key:
    """A key. A key that types a character has it as ``text`` and no name. All others have a name and no text.

    Names: ``enter`` ``escape`` ``backspace`` ``tab`` ``up`` ``down`` ``left`` ``right`` ``home`` ``end`` ``page-up``
    ``page-down`` ``insert`` ``delete`` ``f1`` to ``f12``; the prefixes ``shift-``, ``alt-``, ``ctrl-`` in this order;
    and ``ctrl-a``, ``alt-a`` and so on.
    """

    name: str = ""
    text: str = ""


@dataclass(frozen=True)
class Mouse:
    """A mouse event at a cell of the canvas. ``row`` and ``column`` count from 0."""

    kind: MouseKind
    row: int
    column: int
    button: Button = "left"

    @property
    def wheel(self) -> int:
        """-1 for the wheel up, 1 for the wheel down, else 0."""
        return {"wheel-up": -1, "wheel-down": 1}.get(self.kind, 0)


@dataclass(frozen=True)
class Resize:
    """The terminal has a new size, or its picture was lost."""


@dataclass(frozen=True)
class Tick:
    """The timeout of a read is over."""


@dataclass(frozen=True)
class Closed:
    """The terminal is closed: no more input will come."""


@dataclass(frozen=True)
class Posted:
    """A message from another thread."""

    value: object


Event = Key | Mouse | Resize | Tick | Closed | Posted

_ESCAPE: Final = "\x1b"
_CONTROLS: Final = {"\r": "enter", "\n": "enter", "\t": "tab", "\x08": "backspace", "\x7f": "backspace"}
_ARROWS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_LETTERS: Final = _ARROWS | {"P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
_EDITING: Final = ("home", "insert", "delete", "end", "page-up", "page-down", "home", "end")
_FUNCTION_KEYS: Final = (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24)
_NUMBERS: Final = dict(enumerate(_EDITING, 1)) | {code: f"f{index}" for index, code in enumerate(_FUNCTION_KEYS, 1)}
_KEYPAD: Final = dict(zip("jklmnopqrstuvwxyX", "*+,-./0123456789=", strict=True))
_LINUX_FUNCTION_KEYS: Final = {"A": "f1", "B": "f2", "C": "f3", "D": "f4", "E": "f5"}
_BUTTONS: Final[tuple[Button, ...]] = ("left", "middle", "right", "none")
_STRINGS: Final = "P]_^X"
_LONGEST_STRING: Final = 4096


class KeyReader:
    """A parser of terminal input. Unknown sequences are skipped as a whole.

    While ``waiting`` is true a sequence may be incomplete. If nothing follows soon, call ``give_up``.
    """

    def __init__(self) -> None:
        self._held = ""

    @property
    def waiting(self) -> bool:
        """True while the last input may be the start of a sequence."""
        return bool(self._held)

    def feed(self, text: str) -> list[Event]:
        """Add input, and return the events that are complete."""
        self._held += text
        events: list[Event] = []
        start = 0
        while start < len(self._held):
            length = _length(self._held, start)
            if length is None:
                break
            events.extend(_events(self._held[start : start + length]))
            start += length
        self._held = self._held[start:]
        return events

    def give_up(self) -> list[Event]:
        """End an incomplete sequence: a single escape is the key, anything longer is dropped."""
        held, self._held = self._held, ""
        return [Key("escape")] if held == _ESCAPE else []


def _length(text: str, start: int) -> int | None:
    """Return the length of the key or sequence at ``start``, None if it is incomplete."""
    if text[start] != _ESCAPE:
        return 1
    rest = len(text) - start
    if rest == 1:
        return None
    kind = text[start + 1]
    if kind == _ESCAPE:
        return 1
    if kind == "[":
        return _control_length(text, start)
    if kind == "O":
        return 3 if rest >= 3 else None
    if kind in _STRINGS:
        return _string_length(text, start)
    return 2


def _control_length(text: str, start: int) -> int | None:
    """Return the length of ``ESC [``, parameters and a final letter. A control character ends it without the letter."""
    at = start + 2
    if text[at : at + 1] in ("M", "["):
        length = 6 if text[at] == "M" else 4
        return length if len(text) - start >= length else None
    while at < len(text):
        if "@" <= text[at] <= "~":
            return at + 1 - start
        if not " " <= text[at] <= "?":
            return at - start
        at += 1
    return None


def _string_length(text: str, start: int) -> int | None:
    """Return the length of a control string with its terminator. After 4096 characters only its start is skipped."""
    ends = [(text.find(mark, start + 2), len(mark)) for mark in ("\x07", "\x1b\\")]
    found = [at + size for at, size in ends if at >= 0]
    if found:
        return min(found) - start
    return 2 if len(text) - start > _LONGEST_STRING else None


def _events(sequence: str) -> Iterator[Event]:
    """Yield the event of a key or sequence, if it has one."""
    if sequence == _ESCAPE:
        yield Key("escape")
    elif len(sequence) == 1:
        if sequence in _CONTROLS:
            yield Key(_CONTROLS[sequence])
        elif sequence < " ":
            yield Key("ctrl-" + chr(ord(sequence) + 64).lower())
        elif sequence.isprintable() and sequence != "\N{REPLACEMENT CHARACTER}":
            yield Key(text=sequence)
    elif sequence.startswith("\x1b["):
        yield from _control(sequence[2:])
    elif sequence.startswith("\x1bO") and len(sequence) == 3:
        final = sequence[2]
        if final == "M":
            yield Key("enter")
        elif final in _LETTERS:
            yield Key(_LETTERS[final])
        elif final in _KEYPAD:
            yield Key(text=_KEYPAD[final])
    elif len(sequence) == 2 and sequence[1].isprintable() and sequence[1] not in _STRINGS:
        yield Key("alt-" + sequence[1].lower())
    elif len(sequence) == 2 and sequence[1] in _CONTROLS:
        yield Key("alt-" + _CONTROLS[sequence[1]])


def _control(body: str) -> Iterator[Event]:
    """Yield the event of a control sequence. ``body`` is the part after ``ESC [``."""
    final = body[-1:]
    if body.startswith("["):
        if body[1:] in _LINUX_FUNCTION_KEYS:
            yield Key(_LINUX_FUNCTION_KEYS[body[1:]])
    elif body.startswith("M") and len(body) == 4:
        code, column, row = (ord(char) - 32 for char in body[1:])
        yield from _mouse(code, row - 1, column - 1, released=code & 3 == 3 and not code & 32 and code < 64)
    elif body.startswith("<") and final in "Mm":
        numbers = _parameters(body[1:-1])
        if numbers is not None and len(numbers) == 3:
            yield from _mouse(numbers[0], numbers[2] - 1, numbers[1] - 1, released=final == "m")
    elif final == "Z":
        yield Key("shift-tab")
    elif final in _LETTERS or final == "~":
        numbers = _parameters(body[:-1])
        if numbers is None:
            return
        name = _NUMBERS.get(numbers[0]) if final == "~" else _LETTERS[final]
        # "ESC [ row ; column R" is the position of the cursor. As a key (F3) it starts with 1.
        if name and (final == "~" or numbers[0] in (0, 1)):
            yield Key(_modifiers(numbers[1] if len(numbers) > 1 else 1) + name)


def _parameters(text: str) -> list[int] | None:
    """Return the numbers between semicolons, 0 for an empty one. Return None if there is anything else."""
    parts = text.split(";")
    if not all(part == "" or (part.isascii() and part.isdigit() and len(part) < 6) for part in parts):
        return None
    return [int(part or 0) for part in parts]


def _modifiers(code: int) -> str:
    """Return the prefix for a modifier parameter, which is 1 plus shift 1, alt 2, control 4."""
    bits = max(0, code - 1)
    return "".join(name for bit, name in ((1, "shift-"), (2, "alt-"), (4, "ctrl-")) if bits & bit)


def _mouse(code: int, row: int, column: int, released: bool) -> Iterator[Event]:
    if code & 64:
        if code & 3 < 2:
            yield Mouse("wheel-down" if code & 1 else "wheel-up", row, column, "none")
        return
    kind: MouseKind = "release" if released else "drag" if code & 32 else "press"
    if code < 128 and not (kind == "press" and code & 3 == 3):
        yield Mouse(kind, row, column, _BUTTONS[code & 3])
