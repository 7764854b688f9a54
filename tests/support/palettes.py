"""The palettes of the program."""

from typing import Final

from console.screens.widgets.palettes import palette
from console.storage.themes import COLORS

PALETTES: Final = {name: palette(name) for name in COLORS}
