"""The samples of ``checkers train``, for the commands that write and read them."""

from argparse import Namespace
from pathlib import Path

from ai.training.samples import SUFFIX
from console.cli.parser import CommandLine
from console.storage.atomic_files import user_folders
from console.terminal.standard_streams import complain
from engine.rules import Rules


def add_samples_option(line: CommandLine) -> None:
    """Add the option for the folder."""
    line.add_argument(
        "--samples", metavar="FOLDER", help="where the positions are kept instead of the program's own folder"
    )


def samples_folder(asked: Namespace) -> Path:
    """Return the folder that a command line asks for. Raises NoFolder."""
    return Path(asked.samples) if asked.samples else user_folders().data / "samples"


def sample_files(rules: Rules, folder: Path) -> list[Path]:
    """Return the sorted files of a rule set; if there are none, print the command that makes some."""
    files = sorted(folder.glob(f"{rules.name}-*{SUFFIX}"))
    if not files:
        complain(f"There are no games of {rules.name} yet: checkers train games --rules {rules.name} plays them.")
    return files
