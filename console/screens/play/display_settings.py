"""The settings of the screen, which can be changed during a game and are stored for later."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Protocol

from console.game.options import Options
from console.screens.widgets.glyphs import ASCII, CP437, GLYPH_SETS
from console.screens.widgets.palettes import COLOR, MONO, named_palette
from console.screens.widgets.theme import Theme
from console.storage.settings import GLYPHS, Settings
from console.storage.store import Store
from console.terminal.bell import Note

_OFF_OR_ON: Final = {False: "off", True: "on"}


class TerminalServices(Protocol):
    """The part of the terminal that screens use directly: the mouse, the theme, posted events and the bell."""

    def set_mouse(self, wanted: bool) -> None:
        """Report mouse events or not."""

    @property
    def theme(self) -> Theme:
        """The theme in use, reduced to what the terminal can show."""

    def set_theme(self, theme: Theme) -> None:
        """Use another theme."""

    def post(self, value: object) -> None:
        """Add the event ``Posted(value)`` to the queue of events. May be called on any thread."""

    def ring(self, tune: Sequence[Note]) -> None:
        """Play a tune, and cancel the rest of an earlier one. An empty tune has no effect."""


class Switch(NamedTuple):
    """A setting that is switched from one value to the next. ``values`` has the name of each value to show.

    ``about`` says in a few words what it is for.
    """

    label: str
    about: str
    field: str
    values: Mapping[Any, str] = _OFF_OR_ON

    def shown(self, settings: Settings) -> str:
        """Return the name of the current value."""
        return self.values[getattr(settings, self.field)]

    def switched(self, settings: Settings) -> Settings:
        """Return the settings with the next value. After the last comes the first."""
        values = list(self.values)
        value = values[(values.index(getattr(settings, self.field)) + 1) % len(values)]
        return replace(settings, **{self.field: value})


_CALLED: Final = {COLOR.name: "EGA", CP437.name: "IBM", ASCII.name: "ASCII"}
MOUSE: Final = Switch("Mouse", "Off: the terminal has it", "mouse")
SWITCHES: Final = (
    Switch(
        "Characters", "What men and frames are made of", "glyphs", {name: _CALLED.get(name, name) for name in GLYPHS}
    ),
    Switch("Kings", "A crown, or one man on another", "stacked_kings", {False: "crowned", True: "stacked"}),
    Switch("Square numbers", "Numbers of the books on the board", "numbers"),
    Switch("Animation", "Men glide from square to square", "animation"),
    Switch("Beeps", "The bell at moves and wins", "sound"),
    MOUSE,
    Switch("Exit screen", "Thank you, when you leave", "exit_screen"),
)


def settings_for(options: Options, settings: Settings) -> Settings:
    """Return the stored settings, overridden by the options of the command line."""
    given = {
        "colours": MONO.name if options.mono else None,
        "glyphs": ASCII.name if options.ascii else None,
        **{field: getattr(options, field) for field in ("mouse", "animation", "exit_screen", "sound")},
    }
    return replace(settings, **{field: value for field, value in given.items() if value is not None})


def usable_theme(settings: Settings, store: Store) -> tuple[Settings, Theme]:
    """Return the settings and their theme. If it cannot be read, add a notice to ``store`` and take the default."""
    try:
        return settings, theme_of(settings)
    except ValueError as error:
        store.complain(str(error))
        return usable_theme(replace(settings, colours=COLOR.name), store)


def theme_of(settings: Settings) -> Theme:
    """Return the theme of these settings. Raises ValueError, with one sentence, if it cannot be read."""
    glyphs = GLYPH_SETS[settings.glyphs]
    return Theme(named_palette(settings.colours), glyphs, settings.stacked_kings, settings.numbers)


def palette_title(name: str) -> str:
    """Return the name of a palette as the menu shows it."""
    return _CALLED.get(name, name)


@dataclass
class DisplaySettings:
    """The settings in use, applied to a terminal.

    ``now`` has the stored settings, overridden by the options of the command line, which are not stored.
    """

    now: Settings
    terminal: TerminalServices
    store: Store

    def change(self, new: Settings) -> str:
        """Apply new settings, and store the fields that have changed. Return no text.

        If the theme cannot be read, change nothing, and return the sentence that says why.
        """
        try:
            theme = theme_of(new)
        except ValueError as error:
            return str(error)
        old, self.now = self.now, new
        self.store.remember(replace(self.store.settings, **new.changes(old)))
        self.terminal.set_theme(theme)
        if old.mouse != new.mouse:
            self.terminal.set_mouse(new.mouse)
        return ""

    def preview(self, colors: str | None = None) -> None:
        """Show the palette ``colors``, if it can be read, without changing the settings. None: show theirs again."""
        with suppress(ValueError):
            self.terminal.set_theme(theme_of(replace(self.now, colours=colors or self.now.colours)))
