"""``checkers levels``: what each level overlooks."""

from typing import Final

from ai.lab.overlooked import VIEWS, overlooked
from ai.levels import LEVELS
from console.cli.arguments import JSON, RULES, whole
from console.cli.parser import Asked, Command, option
from console.cli.results import print_next
from console.terminal.standard_streams import tell


def run(asked: Asked) -> None:
    """Let each level play against itself, and print the shares of shots that it overlooks."""
    if not asked.json:
        tell(" " * 18 + "".join(f"{view:>10}" for view in VIEWS))
    for number, level in LEVELS.items():
        found = overlooked(asked.rules, number, asked.games, asked.seed)
        row = {"level": number, "name": level.name, "views": VIEWS, **found._asdict()}
        shares = zip(found.shares, found.chances, strict=True)
        cells = (f"{share:10.1%}" if any_ else f"{'-':>10}" for share, any_ in shares)
        print_next(asked.json, row, f"{number} {level.name:16}{''.join(cells)}")


COMMANDS: Final = (
    Command(
        "levels",
        run,
        "Count the shots that each level overlooks.",
        RULES,
        option("--games N", whole(1, 9999), "games of each level", "10"),
        option("--seed N", whole(0, 1 << 31), "the same seed, the same games", "1"),
        JSON,
    ),
)
