"""The settings, and the format of their file, a JSON object. An invalid value is replaced by the default and reported.

An invalid value stays in the file until its setting is changed. Settings of later versions stay forever.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeAlias

from console.game.clock import Control
from console.game.engine_choice import MOST_ENGINES, Remembered, is_engine
from console.game.naming import SQUARE_STYLES, SquareStyle
from console.game.options import DEFAULT_LEVEL, LEVEL_NUMBERS, Options, name_of
from console.storage.atomic_files import NoFolder, bytes_or_none, locked, user_folders, write_whole
from console.storage.notices import Notices
from console.storage.themes import COLORS, own_themes
from engine.json_text import parse_json
from engine.rules import AMERICAN, JUMPINGS, LOSING, Jumping, Rules, rules_named

GLYPHS: Final = ("smooth", "cp437", "ascii")
_FILE: Final = "settings.json"
_VERSION: Final = 2
_DRAWING_WAS_USUAL: Final = 1  # the last version that wrote ``drawing`` as True when nobody had chosen it
_CLOCK: Final = re.compile(r"(?:[1-9][0-9]{0,2}(?::[0-5][0-9])?|0:(?:0[1-9]|[1-5][0-9]))\+[0-9]{1,3}")
_MONTH: Final = re.compile(r"[0-9]{4}\.[0-9]{2}")


@dataclass(frozen=True)
class Settings:
    """The settings of a user.

    ``name`` is empty until the player gives one. ``jumping`` None means the default of the rule set. ``clock`` is empty
    (no clock), or minutes for each side and seconds for each move, as in ``5+3``. ``engines`` are the engines that
    played, the latest first. ``summed_up`` is the month whose summary was shown last, as in ``1990.05``, or empty.
    ``squares`` None means the notation of each rule set.

    ``drawing``: when the plain front end draws the board. True: before each move; False: only on request; None: when
    something other than a move has changed it. ``thinking``: the computer shows its search. ``turning``: the board
    turns to the side to move if two players share it. ``remarks``: the opponent remarks on the game. ``book``: the
    computer plays from the opening book. ``pondering``: the computer thinks on the player's time in games without a
    clock, too. ``teaching``: the tutor explains each kind of move. ``brackets``: the numbers of the books stand behind
    moves.
    """

    name: str = ""
    level: int = DEFAULT_LEVEL
    fit: bool = False
    rules: str = AMERICAN.name
    jumping: Jumping | None = None
    colours: str = COLORS[0]
    glyphs: str = GLYPHS[0]
    stacked_kings: bool = False
    numbers: bool = False
    mouse: bool = True
    sound: bool = False
    animation: bool = True
    drawing: bool | None = None
    exit_screen: bool = True
    thinking: bool = False
    remarks: bool = True
    book: bool = True
    pondering: bool = False
    turning: bool = False
    teaching: bool = False
    clock: str = ""
    engines: tuple[Remembered, ...] = ()
    summed_up: str = ""
    squares: SquareStyle | None = None
    brackets: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError if a value is invalid."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not is_valid(field.name, value):
                raise ValueError(f"{field.name} cannot be {value!r}")

    def changes(self, before: "Settings") -> dict[str, Any]:
        """Return the settings that differ from ``before``, by name."""
        return {name: value for name, value in asdict(self).items() if value != getattr(before, name)}

    def options(self, rules: Rules) -> Options:
        """Return the default options of a session of play by these rules, without settings of the display."""
        jumping = self.jumping if self.jumping in rules.jumpings else None
        return Options(
            default_name=self.name or None,
            level=self.level,
            fit=self.fit,
            rules=rules,
            jumping=jumping,
            clock=Control.read(self.clock) if self.clock else None,
        )


Change: TypeAlias = Callable[[Settings], Settings]
"""A change of some settings."""


def _is_name(value: object) -> bool:
    try:
        return isinstance(value, str) and (not value or name_of(value) == value)
    except ValueError:
        return False


def _is_house(name: str) -> bool:
    """Return True if house rules, or their losing game, may have this name."""
    from engine.house_rules import is_name

    return is_name(name.removesuffix(LOSING))


def _one_of(*choices: object) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str | None) and value in choices


def _empty_or(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and (not value or pattern.fullmatch(value) is not None)


_VALIDATORS: Final[dict[str, Callable[[object], bool]]] = {
    "name": _is_name,
    "level": lambda value: isinstance(value, int) and not isinstance(value, bool) and str(value) in LEVEL_NUMBERS,
    # House rules may be in a file.
    "rules": lambda value: isinstance(value, str) and (rules_named(value) is not None or _is_house(value)),
    "jumping": _one_of(None, *JUMPINGS),
    "colours": lambda value: isinstance(value, str) and (value in COLORS or value in own_themes()),
    "squares": _one_of(None, *SQUARE_STYLES),
    "glyphs": _one_of(*GLYPHS),
    "clock": _empty_or(_CLOCK),
    "summed_up": _empty_or(_MONTH),
    "engines": lambda it: isinstance(it, list | tuple) and len(it) <= MOST_ENGINES and all(map(is_engine, it)),
    "drawing": lambda value: value is None or isinstance(value, bool),
    **{field.name: lambda value: isinstance(value, bool) for field in fields(Settings) if field.type is bool},
}


def is_valid(field: str, value: object) -> bool:
    """Return True if a setting can have this value."""
    return field in _VALIDATORS and _VALIDATORS[field](value)


def _with_tuples(value: Any) -> Any:
    """Return a JSON value with its lists converted to tuples."""
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


def read_settings(stored: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """Return the settings in the object of a file, and an error message for each invalid value.

    Invalid values of a later version are not reported. Invalid entries of a list are left out.
    """
    usual = asdict(Settings())
    good: dict[str, Any] = {}
    complaints = []
    for name in usual.keys() & stored.keys():
        value = stored[name]
        if isinstance(value, list) and is_valid(name, []):
            bad = [each for each in value if not is_valid(name, [each])]
            complaints += [f"The setting {name} cannot have {_shown(each)}, which is left out." for each in bad]
            value = [each for each in value if each not in bad]
        if is_valid(name, value):
            good[name] = _with_tuples(value)
        else:
            complaints.append(f"The setting {name} cannot be {_shown(value)}: it is back to {json.dumps(usual[name])}.")
    return Settings(**good), [] if _version(stored) > _VERSION else sorted(complaints)


def settings_text(stored: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
    """Return the content of a file as JSON: what is stored in it, with some settings changed."""
    found = asdict(Settings()) | {**stored, **changes, "version": _version(stored)}
    text = json.dumps(found, indent=1, ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "backslashreplace").decode()


def _version(stored: Mapping[str, Any]) -> int:
    """Return the version of a file that is written: that of this program, unless a later one wrote the file."""
    version = stored.get("version")
    return version if isinstance(version, int) and version > _VERSION else _VERSION


def _shown(value: object) -> str:
    """Return a value for an error message, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 20 else f"{text[:20]}..."


def load_settings(folder: Path, notices: Notices) -> Settings:
    """Return the settings in a folder. Add notices about what cannot be read, and put a damaged file aside."""
    stored: dict[str, Any] = {}
    with notices.complaining("The settings cannot be read"):
        stored = _read(folder / _FILE, notices)
    settings, complaints = read_settings(stored)
    notices.add(*complaints)
    return settings


def users_settings() -> Settings:
    """Return the user's settings, or the defaults if there are none that can be read."""
    try:
        return load_settings(user_folders().config, Notices())
    except NoFolder:
        return Settings()


def change_settings(folder: Path, changes: Mapping[str, Any], notices: Notices) -> None:
    """Change some settings in the file, in which another program may have changed others. Raises OSError."""
    path = folder / _FILE
    with locked(path):
        write_whole(path, settings_text(_read(path, notices), changes).encode())


def _read(path: Path, notices: Notices) -> dict[str, Any]:
    """Return the object of a file; an empty one if there is none or it is put aside as damaged. Raises OSError."""
    data = bytes_or_none(path)
    try:
        stored = {} if data is None else parse_json(data)
        if not isinstance(stored, dict):
            raise ValueError("it holds no settings")
    except ValueError:
        notices.put_aside(path, "The settings could not be read")
        return {}
    if stored.get("version") == _DRAWING_WAS_USUAL and stored.get("drawing") is True:
        del stored["drawing"]
    return stored
