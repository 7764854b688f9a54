"""The samples of ``checkers train``, for the commands that write and read them."""

from argparse import Namespace
from pathlib import Path

from ai.lab.training.samples import SUFFIX
from console.cli.parser import Refused
from console.storage.atomic_files import user_folders
from engine.rules import LOSING


def samples_folder(asked: Namespace) -> Path:
    """Return the samples folder from the parsed command line. Raises NoFolder."""
    return Path(asked.samples) if asked.samples else user_folders().data / "samples"


def sample_files(asked: Namespace) -> list[Path]:
    """Return the sorted sample files of the chosen rule set. Raises Refused if there are none."""
    name = asked.rules.name
    stem = asked.rules.files
    found = sorted(samples_folder(asked).glob(f"{stem}-*{SUFFIX}"))
    files = [path for path in found if not path.name.startswith(f"{stem}{LOSING}-")]
    if not files:
        raise Refused(f"There are no games of {name} yet: checkers train games --rules {name} plays them.")
    return files
