"""What can be switched while a game goes on: theme, sound, mouse and what is shown; remembered if there is a store."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from console.game.options import Options
from console.screens.services import TerminalServices
from console.screens.widgets.glyphs import ASCII, CP437, GLYPH_SETS
from console.screens.widgets.palettes import COLOUR, MONO, PALETTES
from console.screens.widgets.theme import Theme
from console.storage.settings import GLYPHS, Settings
from console.storage.store import Store


@dataclass(frozen=True)
class Switch:
    """One thing to switch: what it is called, how it stands, and the settings once it is switched on to its next."""

    label: str
    shown: Callable[[Settings], str]
    switched: Callable[[Settings], Settings]


def _after(value: str, choices: Sequence[str]) -> str:
    """The choice that comes next, round the end."""
    return choices[(choices.index(value) + 1) % len(choices)]


_OFF_OR_ON: Final = ("off", "on")
_CALLED: Final = {COLOUR.name: "EGA", CP437.name: "IBM", ASCII.name: "ASCII"}
MOUSE: Final = Switch("Mouse", lambda now: _OFF_OR_ON[now.mouse], lambda now: replace(now, mouse=not now.mouse))
SWITCHES: Final = (
    Switch(
        "Characters",
        lambda now: _CALLED.get(now.glyphs, now.glyphs),
        lambda now: replace(now, glyphs=_after(now.glyphs, GLYPHS)),
    ),
    Switch(
        "Kings",
        lambda now: ("crowned", "stacked")[now.stacked_kings],
        lambda now: replace(now, stacked_kings=not now.stacked_kings),
    ),
    Switch("Square numbers", lambda now: _OFF_OR_ON[now.numbers], lambda now: replace(now, numbers=not now.numbers)),
    Switch("Animation", lambda now: _OFF_OR_ON[now.animation], lambda now: replace(now, animation=not now.animation)),
    Switch("Beeps", lambda now: _OFF_OR_ON[now.sound], lambda now: replace(now, sound=not now.sound)),
    MOUSE,
    Switch(
        "Exit screen",
        lambda now: _OFF_OR_ON[now.exit_screen],
        lambda now: replace(now, exit_screen=not now.exit_screen),
    ),
    Switch(
        "Show moves", lambda now: _OFF_OR_ON[now.show_moves], lambda now: replace(now, show_moves=not now.show_moves)
    ),
)


def settings_for(options: Options, store: Store | None) -> Settings:
    """The remembered settings with what the command line wants for this run."""
    settings = store.settings if store is not None else Settings()
    if options.mono:
        settings = replace(settings, colours=MONO.name)
    if options.ascii:
        settings = replace(settings, glyphs=ASCII.name)
    given: dict[str, Any] = {
        "mouse": options.mouse,
        "animation": options.animation,
        "exit_screen": options.exit_screen,
        "sound": options.sound,
    }
    return replace(settings, **{field: wanted for field, wanted in given.items() if wanted is not None})


def theme_of(settings: Settings) -> Theme:
    """How these settings want everything to be drawn."""
    return Theme(PALETTES[settings.colours], GLYPH_SETS[settings.glyphs], settings.stacked_kings, settings.numbers)


def palette_title(name: str) -> str:
    """What a palette is called in the menu."""
    return _CALLED.get(name, name)


class DisplaySettings:
    """The settings of this run, ``now``, as they are put on a terminal."""

    def __init__(self, settings: Settings, terminal: TerminalServices, store: Store | None = None) -> None:
        self.now = settings
        self._shown = theme_of(settings)
        self._terminal = terminal
        self._store = store

    def change(self, new: Settings) -> None:
        """Take other settings; what is new in them is remembered for later runs."""
        old, self.now = self.now, new
        if self._store is not None:
            self._store.remember(replace(self._store.settings, **new.changes(old)))
        self._show(new)
        if old.mouse != new.mouse:
            self._terminal.mouse = new.mouse

    def preview(self, colours: str | None = None) -> None:
        """Show everything in other colours for the time being; None shows it in those of the settings again."""
        self._show(replace(self.now, colours=colours or self.now.colours))

    def _show(self, settings: Settings) -> None:
        wanted = theme_of(settings)
        if wanted != self._shown:
            self._shown = wanted
            self._terminal.set_theme(wanted)
