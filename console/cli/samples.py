"""The samples of ``checkers train``, for the commands that write and read them."""

from pathlib import Path
from typing import Final

from ai.lab.training.samples import SUFFIX
from console.cli.arguments import RULES
from console.cli.parser import Asked, Refused, option
from console.storage.atomic_files import user_folders
from engine.rules import LOSING

SAMPLES: Final = (
    RULES,
    option("--samples FOLDER", str, "where the positions are stored instead of the program's own folder"),
)


def samples_folder(asked: Asked) -> Path:
    """Return the samples folder from the parsed command line. Raises NoFolder."""
    return Path(asked.samples) if asked.samples else user_folders().data / "samples"


def sample_files(asked: Asked) -> list[Path]:
    """Return the sorted sample files of the chosen rule set. Raises Refused if there are none."""
    name = asked.rules.name
    stem = asked.rules.files
    found = sorted(samples_folder(asked).glob(f"{stem}-*{SUFFIX}"))
    files = [path for path in found if not path.name.startswith(f"{stem}{LOSING}-")]
    if not files:
        raise Refused(f"There are no games of {name} yet: checkers train games --rules {name} plays them.")
    return files
