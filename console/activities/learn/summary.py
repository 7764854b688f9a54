"""The opening lines known, for the player's record."""

from collections.abc import Sequence

from console.activities.learn.lines import LINES, Line
from console.game.record import Exercises, Share
from console.storage.user_file import UserFiles
from engine.geometry import SIDE_NAMES
from engine.house_rules import own_articles
from engine.rules import Rules


def lines_known(files: UserFiles, rules: Rules) -> Exercises | None:
    """Return how many lines under a rule set were known when they were last due; None if there are no lines."""
    wanted = rules.name, own_articles(rules)
    lines = [line for line in files.read(LINES).all if (line.rules, line.articles) == wanted]
    by_side = [(f"with {name}", [line for line in lines if line.side == side]) for side, name in enumerate(SIDE_NAMES)]
    shares = tuple(_share(name, some) for name, some in by_side if some)
    return Exercises("Openings learned", _share("opening lines known", lines), shares, {}) if lines else None


def _share(name: str, lines: Sequence[Line]) -> Share:
    return Share(name, sum(line.times > 0 for line in lines), len(lines))
