"""``checkers levels``: what each level overlooks."""

from argparse import Namespace

from ai.lab.overlooked import VIEWS, overlooked
from ai.levels import LEVELS
from console.cli.results import print_result


def run(asked: Namespace) -> None:
    """Let each level play against itself, and print the shares of shots that it overlooks."""
    if not asked.json:
        print_result(False, None, [" " * 18 + "".join(f"{view:>10}" for view in VIEWS)])
    for number, level in LEVELS.items():
        found = overlooked(asked.rules, number, asked.games, asked.seed)
        row = {"level": number, "name": level.name, "views": VIEWS, **found._asdict()}
        shares = zip(found.shares, found.chances, strict=True)
        cells = (f"{share:10.1%}" if any_ else f"{'-':>10}" for share, any_ in shares)
        print_result(asked.json, row, [f"{number} {level.name:16}{''.join(cells)}"])
