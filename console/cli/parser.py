"""Command lines of the commands that have many options; a wrong one is a sentence, as everywhere else."""

import argparse
from collections.abc import Callable
from typing import NoReturn

from console.cli.arguments import OptionError


class CommandLine(argparse.ArgumentParser):
    """A parser whose errors are OptionErrors."""

    def __init__(self, name: str, does: str, epilog: str = "") -> None:
        super().__init__(
            prog=f"checkers {name}",
            description=does,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raise OptionError instead of leaving the program."""
        raise OptionError(f"{self.prog}: {message}.")


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {lowest} to {highest}")
        return int(text)

    return read
