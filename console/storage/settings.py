"""What is remembered from one session of play to the next; a value that will not do falls back and is told.

A later version of the program may write more: what this one does not understand stays in the file, each value until
the player sets it anew.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from console.game.clock import Control
from console.game.engine_choice import MOST_ENGINES, Remembered, is_engine, is_list_of_engines
from console.game.options import DEFAULT_LEVEL, LEVEL_NUMBERS, Options, name_of
from engine.rules import AMERICAN, JUMPINGS, RULE_SETS, Jumping

COLOURS: Final = ("colour", "VGA soft", "CGA", "amber", "green", "paper", "wood", "high contrast", "mono")
GLYPHS: Final = ("smooth", "cp437", "ascii")
_VERSION: Final = 1
_CLOCK: Final = re.compile(r"[1-9][0-9]{0,2}\+[0-9]{1,3}")


@dataclass(frozen=True)
class Settings:
    """One value a line of the settings file.

    ``name`` is empty until one was given. ``jumping`` None is the usual kind of the rule set. ``clock`` is empty (no
    clock) or minutes each and seconds a move, as in ``5+3``.
    ``engines`` are those that played, the latest first.
    """

    name: str = ""
    level: int = DEFAULT_LEVEL
    rules: str = AMERICAN.name
    jumping: Jumping | None = None
    colours: str = COLOURS[0]
    glyphs: str = GLYPHS[0]
    stacked_kings: bool = False
    numbers: bool = False
    mouse: bool = True
    sound: bool = False
    animation: bool = True
    drawing: bool = True
    exit_screen: bool = True
    show_moves: bool = False
    thinking: bool = False
    remarks: bool = True
    book: bool = True
    turning: bool = False
    clock: str = ""
    engines: tuple[Remembered, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a value that will not do."""
        for field in fields(self):
            value = getattr(self, field.name)
            if not will_do(field.name, value):
                raise ValueError(f"{field.name} cannot be {value!r}")

    def changes(self, before: "Settings") -> dict[str, Any]:
        """Return what differs here from ``before``."""
        return {name: value for name, value in asdict(self).items() if value != getattr(before, name)}

    def options(self) -> Options:
        """The options of a conversation for which the command line says nothing; how it looks is the screen's."""
        jumping = self.jumping if self.jumping in RULE_SETS[self.rules].jumpings else None
        return Options(
            usual_name=self.name or None,
            level=self.level,
            rules=self.rules,
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


def _one_of(*choices: object) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str | None) and value in choices


_WILL_DO: Final[dict[str, Callable[[object], bool]]] = {
    "name": _is_name,
    "level": lambda value: isinstance(value, int) and not isinstance(value, bool) and str(value) in LEVEL_NUMBERS,
    "rules": _one_of(*RULE_SETS),
    "jumping": _one_of(None, *JUMPINGS),
    "colours": _one_of(*COLOURS),
    "glyphs": _one_of(*GLYPHS),
    "stacked_kings": _is_switch,
    "numbers": _is_switch,
    "mouse": _is_switch,
    "sound": _is_switch,
    "animation": _is_switch,
    "drawing": _is_switch,
    "exit_screen": _is_switch,
    "show_moves": _is_switch,
    "thinking": _is_switch,
    "remarks": _is_switch,
    "book": _is_switch,
    "turning": _is_switch,
    "clock": lambda value: isinstance(value, str) and (not value or _CLOCK.fullmatch(value) is not None),
    "engines": is_list_of_engines,
}


def will_do(field: str, value: object) -> bool:
    """Whether a setting may have this value."""
    return field in _WILL_DO and _WILL_DO[field](value)


def _as_kept(value: Any) -> Any:
    """A value of JSON as it stands among the settings, lists as tuples."""
    return tuple(map(_as_kept, value)) if isinstance(value, list) else value


class SettingsFile(NamedTuple):
    """What a file of settings holds.

    ``complaints`` has a sentence about each value that fell back, ``unread`` what is not understood but kept.
    """

    settings: Settings = Settings()
    complaints: Sequence[str] = ()
    unread: Mapping[str, Any] = MappingProxyType({})


def settings_text(settings: Settings, unread: Mapping[str, Any] = MappingProxyType({})) -> str:
    """Return the settings as JSON, with what of a file is kept as it stands; unread engines come last."""
    more = dict(unread)
    if isinstance(unread.get("engines"), list):
        more["engines"] = [*settings.engines, *unread["engines"]]
    return json.dumps({"version": _VERSION} | asdict(settings) | more, indent=1, ensure_ascii=False) + "\n"


def read_settings(text: str) -> SettingsFile:
    """Read the settings of a text. Raises ValueError if it holds none."""
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("it holds no settings")
    version = found.get("version")
    is_later = isinstance(version, int) and version > _VERSION
    usual = asdict(Settings())
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
        if will_do(name, value):
            good[name] = _as_kept(value)
        else:
            unread[name] = value
            complaints.append(f"The setting {name} cannot be {_shown(value)}: it is {json.dumps(usual[name])} again.")
    return SettingsFile(Settings(**good), [] if is_later else sorted(complaints), unread)


def _shown(value: object) -> str:
    """Return a value for an error message, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 20 else f"{text[:20]}..."


def with_changes(file: SettingsFile, changes: Mapping[str, Any]) -> str:
    """Return the text of a file of settings in which some are changed."""
    unread = {
        name: value
        for name, value in file.unread.items()
        if name not in changes or (name == "engines" and isinstance(value, list))
    }
    return settings_text(replace(file.settings, **changes), unread)
