"""The themes of the user: text files in the folder ``themes``, see ``console/screens/widgets/palettes.py``."""

from pathlib import Path
from typing import Final

from console.storage.atomic_files import data_folder_if_any

COLORS: Final = ("colour", "VGA soft", "CGA", "amber", "green", "paper", "wood", "high contrast", "mono")
"""The names of the themes of the program."""
_LONGEST_NAME: Final = 20


def own_themes() -> dict[str, Path]:
    """Return the files of the user's themes by name."""
    folder = data_folder_if_any("themes")
    paths = sorted(folder.glob("*.theme")) if folder is not None else []
    return {path.stem: path for path in paths if _is_name(path.stem) and path.stem not in COLORS}


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes."""
    return (*COLORS, *own_themes())


def _is_name(stem: str) -> bool:
    return len(stem) <= _LONGEST_NAME and stem.isascii() and stem.isprintable()
