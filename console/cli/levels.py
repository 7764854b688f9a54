"""``checkers levels``: what each level overlooks."""

from collections.abc import Sequence

from ai.lab.overlooked import VIEWS, overlooked
from ai.levels import LEVELS
from console.cli.arguments import add_rules_option
from console.cli.parser import CommandLine, whole
from console.cli.results import add_json_option, print_result


def run(arguments: Sequence[str]) -> int:
    """Let each level play against itself, and print the shares of shots that it overlooks. Raises OptionError."""
    line = CommandLine("levels", "Count the shots that each level overlooks.")
    add_rules_option(line)
    line.add_argument("--games", type=whole(1, 9999), default=10, metavar="N", help="games of each level (10)")
    line.add_argument("--seed", type=whole(0, 2**31), default=1, metavar="N", help="the same seed, the same games")
    add_json_option(line)
    asked = line.parse_args(arguments)
    if not asked.json:
        print_result(False, None, [" " * 18 + "".join(f"{view:>10}" for view in VIEWS)])
    for number, level in LEVELS.items():
        found = overlooked(asked.rules, number, asked.games, asked.seed)
        row = {"level": number, "name": level.name, "views": VIEWS, **found._asdict()}
        cells = (
            f"{share:10.1%}" if any_ else f"{'-':>10}" for share, any_ in zip(found.shares, found.chances, strict=True)
        )
        print_result(asked.json, row, [f"{number} {level.name:16}{''.join(cells)}"])
    return 0
