"""What can be switched while a game goes on: looks, sound, mouse and what is shown; remembered if there is a store."""

from dataclasses import replace
from typing import Any

from console.game.options import Options
from console.storage.settings import COLOURS, GLYPHS, Settings
from console.storage.store import Store
from console.terminal.host import Host
from console.terminal.theme import COLOUR, CONTRAST, MONO, Theme

_THEMES = dict(zip(COLOURS, (COLOUR, CONTRAST, MONO), strict=True))


def settings_for(options: Options, store: Store | None) -> Settings:
    """The remembered settings with what the command line wants for this run."""
    settings = store.settings if store is not None else Settings()
    if options.mono:
        settings = replace(settings, colours=MONO.name)
    if options.ascii:
        settings = replace(settings, glyphs=GLYPHS[1])
    given: dict[str, Any] = {"mouse": options.mouse, "animation": options.animation, "sound": options.sound}
    return replace(settings, **{field: wanted for field, wanted in given.items() if wanted is not None})


def theme_of(settings: Settings) -> Theme:
    """The theme these settings ask for."""
    return _THEMES[settings.colours]


class Switches:
    """The settings of this sitting, ``now``, as they are applied to a terminal."""

    def __init__(self, settings: Settings, host: Host, store: Store | None = None) -> None:
        self.now = settings
        self._host = host
        self._store = store

    def change(self, **changes: Any) -> None:
        """Change settings here and for later sittings."""
        self.now = replace(self.now, **changes)
        if self._store is not None:
            self._store.remember(replace(self._store.settings, **changes))
        if "colours" in changes or "glyphs" in changes:
            self.apply()
        if "mouse" in changes:
            self._host.mouse = self.now.mouse

    def apply(self) -> None:
        """Put the looks on the terminal, all painted again."""
        self._host.set_theme(theme_of(self.now), self.now.glyphs == GLYPHS[1])

    def next(self, field: str) -> None:
        """The next value of one setting: the other one of a switch."""
        value = getattr(self.now, field)
        choices = {"colours": COLOURS, "glyphs": GLYPHS}.get(field)
        if choices is None:
            self.change(**{field: not value})
        else:
            self.change(**{field: choices[(choices.index(value) + 1) % len(choices)]})
