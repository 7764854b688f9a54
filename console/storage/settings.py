"""The settings, and the format of their file. An invalid value is replaced by the default and reported.

Settings of later versions are unknown to this version. They stay in the file.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from console.game.clock import Control
from console.game.engine_choice import MOST_ENGINES, Remembered, is_engine, is_list_of_engines
from console.game.naming import SQUARE_STYLES, SquareStyle
from console.game.options import DEFAULT_LEVEL, LEVEL_NUMBERS, Options, name_of
from console.storage.atomic_files import bytes_or_none, locked, write_whole
from console.storage.notices import Notices
from console.storage.themes import COLOURS, own_themes
from engine.house_rules import is_name
from engine.json_text import parse_json
from engine.rules import AMERICAN, JUMPINGS, LOSING, Jumping, Rules, rules_named

GLYPHS: Final = ("smooth", "cp437", "ascii")
_FILE: Final = "settings.json"
_VERSION: Final = 2
_DRAWING_WAS_USUAL: Final = 1  # the last version that wrote ``drawing`` as True when nobody had chosen it
_CLOCK: Final = re.compile(r"[1-9][0-9]{0,2}\+[0-9]{1,3}")
_MONTH: Final = re.compile(r"[0-9]{4}\.[0-9]{2}")


@dataclass(frozen=True)
class Settings:
    """The settings of a user.

    ``name`` is empty until the player gives one. ``jumping`` None means the default of the rule set. ``clock`` is empty
    (no clock), or minutes for each side and seconds for each move, as in ``5+3``. ``engines`` are the engines that
    played, the latest first. ``summed_up`` is the month whose summary was shown last, as in ``1990.05``, or empty.
    ``squares`` None means the notation of each rule set.
    """

    name: str = ""
    level: int = DEFAULT_LEVEL
    fit: bool = False
    rules: str = AMERICAN.name
    jumping: Jumping | None = None
    colours: str = COLOURS[0]
    glyphs: str = GLYPHS[0]
    stacked_kings: bool = False
    numbers: bool = False
    mouse: bool = True
    sound: bool = False
    animation: bool = True
    drawing: bool | None = None
    exit_screen: bool = True
    show_moves: bool = False
    thinking: bool = False
    remarks: bool = True
    book: bool = True
    pondering: bool = False
    turning: bool = False
    clock: str = ""
    engines: tuple[Remembered, ...] = ()
    summed_up: str = ""
    squares: SquareStyle | None = None

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


def _is_name(value: object) -> bool:
    try:
        return isinstance(value, str) and (not value or name_of(value) == value)
    except ValueError:
        return False


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _can_be_rules(name: str) -> bool:
    """Return True if a rule set, or house rules that may be in a file, can have this name."""
    return rules_named(name) is not None or is_name(name.removesuffix(LOSING))


def _one_of(*choices: object) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str | None) and value in choices


def _empty_or(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and (not value or pattern.fullmatch(value) is not None)


_VALIDATORS: Final[dict[str, Callable[[object], bool]]] = {
    "name": _is_name,
    "level": lambda value: isinstance(value, int) and not isinstance(value, bool) and str(value) in LEVEL_NUMBERS,
    "rules": lambda value: isinstance(value, str) and _can_be_rules(value),
    "jumping": _one_of(None, *JUMPINGS),
    "colours": lambda value: isinstance(value, str) and (value in COLOURS or value in own_themes()),
    "squares": _one_of(None, *SQUARE_STYLES),
    "glyphs": _one_of(*GLYPHS),
    "clock": _empty_or(_CLOCK),
    "summed_up": _empty_or(_MONTH),
    "engines": is_list_of_engines,
    "drawing": lambda value: value is None or isinstance(value, bool),
    **{field.name: _is_switch for field in fields(Settings) if field.type is bool},
}


def is_valid(field: str, value: object) -> bool:
    """Return True if a setting can have this value."""
    return field in _VALIDATORS and _VALIDATORS[field](value)


def _with_tuples(value: Any) -> Any:
    """Return a JSON value with its lists converted to tuples."""
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


class SettingsFile(NamedTuple):
    """The content of a file of settings.

    ``complaints`` has an error message for each invalid value. ``unread`` has the invalid values and the settings that
    this version does not know. Both stay in the file.
    """

    settings: Settings = Settings()
    complaints: Sequence[str] = ()
    unread: Mapping[str, Any] = MappingProxyType({})


def settings_text(file: SettingsFile) -> str:
    """Return the content of a file as JSON. Invalid engines are written after the others."""
    more = dict(file.unread)
    if isinstance(more.get("engines"), list):
        more["engines"] = [*file.settings.engines, *more["engines"]]
    text = json.dumps({"version": _VERSION} | asdict(file.settings) | more, indent=1, ensure_ascii=False)
    return f"{text}\n".encode("utf-8", "backslashreplace").decode()


def read_settings(text: str) -> SettingsFile:
    """Parse the text of a file of settings. Raises ValueError if it is not a JSON object."""
    found = parse_json(text)
    if not isinstance(found, dict):
        raise ValueError("it holds no settings")
    version = found.get("version")
    is_later = isinstance(version, int) and version > _VERSION
    usual = asdict(Settings())
    if version == _DRAWING_WAS_USUAL and found.get("drawing") is True:
        del found["drawing"]
    good: dict[str, Any] = {}
    complaints = []
    unread = {name: value for name, value in found.items() if name not in usual and (is_later or name != "version")}
    for name in usual.keys() & found.keys():
        value = found[name]
        if name == "engines" and isinstance(value, list):
            value = [each for each in value if is_engine(each)][:MOST_ENGINES]
            if others := [each for each in found[name] if each not in value]:
                unread[name] = others
                complaints.append(f"The setting engines cannot have {_shown(others[0])}: it is left out.")
        if is_valid(name, value):
            good[name] = _with_tuples(value)
        else:
            unread[name] = value
            complaints.append(f"The setting {name} cannot be {_shown(value)}: it is back to {json.dumps(usual[name])}.")
    return SettingsFile(Settings(**good), [] if is_later else sorted(complaints), unread)


def _shown(value: object) -> str:
    """Return a value for an error message, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 20 else f"{text[:20]}..."


def with_changes(file: SettingsFile, changes: Mapping[str, Any]) -> SettingsFile:
    """Return the content of a file with some settings changed.

    The invalid value of a changed setting is dropped, but invalid engines stay.
    """
    unread = {
        name: value
        for name, value in file.unread.items()
        if name not in changes or (name == "engines" and isinstance(value, list))
    }
    return SettingsFile(replace(file.settings, **changes), unread=unread)


def load_settings(folder: Path, notices: Notices) -> Settings:
    """Return the settings in a folder. Add notices about what cannot be read, and put a damaged file aside."""
    file = SettingsFile()
    with notices.complaining("The settings cannot be read"):
        file = _read(folder / _FILE, notices)
    notices.add(*file.complaints)
    return file.settings


def change_settings(folder: Path, changes: Mapping[str, Any], notices: Notices) -> None:
    """Change some settings in the file, in which another program may have changed others. Add a notice if it fails."""
    path = folder / _FILE
    with notices.complaining("The settings cannot be saved"), locked(path):
        write_whole(path, settings_text(with_changes(_read(path, notices), changes)).encode())


def _read(path: Path, notices: Notices) -> SettingsFile:
    """Return the content of a file; the default if there is none or it is put aside as damaged. Raises OSError."""
    data = bytes_or_none(path)
    try:
        return SettingsFile() if data is None else read_settings(data.decode())
    except ValueError:
        notices.put_aside(path, "The settings could not be read")
        return SettingsFile()
