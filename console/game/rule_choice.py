"""A choice of rules: read from what a player types, and told."""

from dataclasses import dataclass

from console.game.naming import quoted, spoken_list
from console.game.options import default_jumping, only_jumping
from engine.geometry import SIDE_NAMES, Side
from engine.rules import JUMPINGS, RULE_SETS, Jumping, Rules


@dataclass(frozen=True)
class RuleChoice:
    """A rule set and the kind of jumping it is played with."""

    rules: Rules
    jumping: Jumping

    def __str__(self) -> str:
        """Both names, as they stand on the screen."""
        return f"{self.rules.name}, {self.jumping}"


def read_rule_choice(text: str) -> RuleChoice:
    """A rule set by its name, with the kind of jumping if that is named too. Raises ValueError with what to tell."""
    name, *kinds = text.casefold().replace(",", " ").split() or [""]
    rules = RULE_SETS.get(name)
    if rules is None:
        raise ValueError(f"{quoted(name)} is no rule set: there are {spoken_list(list(RULE_SETS), 'and')}.")
    for jumping in JUMPINGS:
        if kinds == [jumping]:
            if jumping not in rules.jumpings:
                told = only_jumping(rules)
                raise ValueError(f"{told[0].upper()}{told[1:]}.")
            return RuleChoice(rules, jumping)
    if kinds:
        wrong = quoted(" ".join(kinds))
        raise ValueError(f"{wrong} is no kind of jumping: it is {spoken_list(JUMPINGS, 'or')}.")
    return RuleChoice(rules, default_jumping(rules))


def read_side(text: str) -> tuple[str, Side | None]:
    """Split ``white`` or ``black`` from the end of what was typed behind "new"; None if neither stands there."""
    rest, _, last = text.casefold().strip().rpartition(" ")
    side = {name.casefold(): side for side, name in enumerate(SIDE_NAMES)}.get(last)
    return (text, None) if side is None else (rest, side)


def others(rules: Rules) -> str:
    """The names of the other rule sets."""
    return spoken_list([name for name in RULE_SETS if name != rules.name], "and")
