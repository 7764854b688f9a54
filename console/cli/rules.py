"""``checkers rules``: list, show, add and remove house rules."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from console.cli.actions import Action, run_action
from console.cli.arguments import read_rule_set
from console.cli.parser import CommandLine, Refused
from console.cli.results import add_json_option, print_result
from console.storage.atomic_files import read_bytes
from console.storage.notices import NotKept
from console.storage.rules_folder import users_rules
from console.terminal.standard_streams import tell
from engine.house_rules import parse_rules, rules_text
from engine.rules import RULE_SETS

_MOST_BYTES: Final = 100_000


def run(arguments: Sequence[str]) -> int:
    """List the rules, show those with a name, or run the action that the first argument names.

    Raises OptionError and TextRequested.
    """
    if arguments and not arguments[0].startswith(("-", "/")):
        is_action = arguments[0].casefold() in _NAMED
        return run_action(_NAMED, arguments if is_action else ["show", *arguments], explained=(NotKept,))
    return _print_list(CommandLine("rules", "The rule sets, and your house rules."), arguments)


def _list(arguments: Sequence[str]) -> int:
    """Print the rule sets and the house rules."""
    return _print_list(CommandLine("rules list", "List the rule sets and your house rules."), arguments)


def _print_list(line: CommandLine, arguments: Sequence[str]) -> int:
    add_json_option(line)
    asked = line.parse_args(arguments)
    summaries = {rules.name: rules.summary for rules in RULE_SETS.values()}
    folder = users_rules()
    for name in folder.names():
        try:
            own = folder.get(name)
            summaries[name] = own.summary if own is not None else ""
        except NotKept as error:
            summaries[name] = str(error)
    print_result(asked.json, summaries, (f"{name:16} {summary}" for name, summary in summaries.items()))
    return 0


def _show(arguments: Sequence[str]) -> int:
    """Print rules in the form of a file."""
    line = CommandLine("rules show", "Print a rule set in the form of a file of house rules.")
    line.add_argument("name", type=read_rule_set, metavar="NAME", help="a rule set, or house rules")
    tell(rules_text(line.parse_args(arguments).name).rstrip("\n"))
    return 0


def _add(arguments: Sequence[str]) -> int:
    """Add the house rules of a file."""
    line = CommandLine("rules add", "Add the house rules of a file.")
    line.add_argument("file", metavar="FILE", help="the file; - reads the standard input")
    name = line.parse_args(arguments).file
    if name == "-" and sys.stdin is None:
        raise Refused("Standard input is closed: - reads the rules from there.")
    data = sys.stdin.buffer.read(_MOST_BYTES) if name == "-" else read_bytes(Path(name))
    try:
        rules = parse_rules(data.decode())
    except UnicodeDecodeError:
        raise Refused("These are not rules: the file is not text.") from None
    except ValueError as error:
        raise Refused(f"These are not rules: {error}.") from None
    users_rules().add(rules)
    tell(f"Added: {rules.name}, {rules.summary}.")
    return 0


def _remove(arguments: Sequence[str]) -> int:
    """Remove house rules."""
    line = CommandLine("rules remove", "Remove house rules.")
    line.add_argument("name", metavar="NAME", help="the name of house rules")
    name = line.parse_args(arguments).name
    users_rules().remove(name)
    tell(f"Removed: {name}.")
    return 0


_NAMED: Final[dict[str, Action]] = {"list": _list, "show": _show, "add": _add, "remove": _remove}
