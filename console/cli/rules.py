"""``checkers rules``: list, show, add and remove house rules."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

from ai.whole_files import plain_text, read_bytes
from console.cli.arguments import JSON, read_rule_set
from console.cli.parser import Asked, Command, Refused, word
from console.cli.results import print_result
from console.storage.notices import NotKept
from console.storage.rules_folder import users_rules
from console.terminal.standard_streams import tell
from engine.geometry import SIDE_NAMES
from engine.house_rules import parse_rules, rules_text
from engine.rules import RULE_SETS, Rules

_MOST_BYTES: Final = 100_000
_INTERNAL: Final = {"same_as", "console_names"}  # fields of rules


def listed(asked: Asked) -> None:
    """Print the rule sets and the house rules, or the rules that are named."""
    if vars(asked).get("name"):
        show(asked)
        return
    summaries = {rules.name: rules.summary for rules in RULE_SETS.values()}
    folder = users_rules()
    for name in folder.names():
        try:
            own = folder.get(name)
            summaries[name] = own.summary if own is not None else ""
        except NotKept as error:
            summaries[name] = str(error)
    rows = [{"name": name, "summary": summary, "house": name not in RULE_SETS} for name, summary in summaries.items()]
    print_result(asked.json, rows, map("{name:16} {summary}".format_map, rows))


def show(asked: Asked) -> None:
    """Print rules in the form of a file, or their fields as an object."""
    rules: Rules = asked.name
    fields = {name: value for name, value in asdict(rules).items() if name not in _INTERNAL}
    fields |= {name: SIDE_NAMES[fields[name]].casefold() for name in ("first", "numbered_from")}
    fields["draws"] = [article._asdict() for article in rules.draws]
    print_result(asked.json, fields, rules_text(rules).splitlines())


def add(asked: Asked) -> None:
    """Add the house rules of a file."""
    name = asked.file
    if name == "-" and sys.stdin is None:
        raise Refused("Standard input is closed: - reads the rules from there.")
    data = sys.stdin.buffer.read(_MOST_BYTES) if name == "-" else read_bytes(Path(name))
    try:
        rules = parse_rules(plain_text(data))
    except ValueError as error:
        raise Refused(f"These are not rules: {error}.") from None
    users_rules().add(rules)
    tell(f"Added: {rules.name}, {rules.summary}.")


def remove(asked: Asked) -> None:
    """Remove house rules."""
    users_rules().remove(asked.name)
    tell(f"Removed: {asked.name}.")


COMMANDS: Final = (
    Command(
        "rules",
        listed,
        "The rule sets, and your house rules.",
        word("NAME", read_rule_set, "a rule set, or house rules, to show instead", count="?"),
        JSON,
    ),
    Command("rules list", listed, "List the rule sets and your house rules.", JSON),
    Command(
        "rules show",
        show,
        "Print a rule set in the form of a file of house rules.",
        word("NAME", read_rule_set, "a rule set, or house rules"),
        JSON,
    ),
    Command(
        "rules add", add, "Add the house rules of a file.", word("FILE", str, "the file; - reads the standard input")
    ),
    Command("rules remove", remove, "Remove house rules.", word("NAME", str, "the name of house rules")),
)
