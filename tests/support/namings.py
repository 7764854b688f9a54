"""The usual notation of a rule set."""

from console.game.naming import Naming
from engine.geometry import BLACK
from engine.rules import Rules


def from_black(rules: Rules) -> Naming:
    """Return the usual notation of a rule set, as seen from Black's seat."""
    return Naming.of(rules, BLACK, None)
