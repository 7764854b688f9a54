"""A rule set in words, on about one screen: each sentence states some fields of ``Rules``."""

from textwrap import wrap
from typing import Final

from console.game.naming import counted, in_words
from console.text.phrases import PHRASES
from console.text.sentences import counted_draws
from engine.geometry import SIDE_NAMES, WHITE
from engine.rules import Rules

WIDTH: Final = 76


def explain(rules: Rules, width: int = WIDTH) -> list[str]:
    """Return the rules as lines of at most ``width`` columns, the summary first.

    At 76 columns a rule set of the program has at most 22 lines; house rules may have some more.
    """
    lines = [*wrap(f"{rules.name}: {rules.summary}.", width), ""]
    for sentence in articles(rules).values():
        lines += wrap(f"- {sentence}", width, subsequent_indent="  ")
    return lines


def articles(rules: Rules) -> dict[str, str]:
    """Return the sentences about a rule set by topic, in the order in which a player needs them."""
    men = rules.rows_of_men * rules.size // 2
    corner = "left" if rules.dark_left else "right"
    back = "forward or backward" if rules.men_capture_back else "forward"
    kings = "" if rules.men_take_kings else ", but never over a king"
    found = {
        "setup": f"{rules.size} by {rules.size}, a dark square at each player's lower {corner}; {men} men each, on "
        f"{in_words(rules.rows_of_men)} rows. {SIDE_NAMES[rules.first]} moves first.",
        "man": f"A man steps one square diagonally forward, and jumps {back} over the enemy next to him{kings}.",
        "crown": PHRASES["crowning"][rules.crowning],
        "king": _king(rules),
        "triple": PHRASES["articles"]["triple kings"] * rules.triple_kings,
        "choice": _choice(rules),
        "removed": PHRASES["articles"]["stays" if rules.captured_stay else "leaves"],
        "jumping": f"A jump {', or '.join(PHRASES['jumping'][kind] for kind in rules.jumpings)}.",
        "goal": f"A player who cannot move on his turn, or has no pieces left, {'wins' if rules.losing else 'loses'}.",
        "first": PHRASES["articles"]["first king"].format("loses" if rules.losing else "wins") * rules.first_king,
        "numbers": f"Square 1 is at {SIDE_NAMES[WHITE]}'s right hand." if rules.numbered_from == WHITE else "",
        "drawn": f"A draw: the same position for the third time; {counted(rules.draw_after, 'move')} each with no "
        f"capture and no man moved; {''.join(f'{each}; ' for each in counted_draws(rules)[1:])}or agreement.",
        "names": PHRASES["articles"]["column first"] * rules.algebraic,
    }
    return {topic: sentence for topic, sentence in found.items() if sentence}


def _king(rules: Rules) -> str:
    steps = "any distance along a clear diagonal" if rules.kings_fly else "one square in any direction"
    if not rules.kings_range:
        return f"A king steps {steps} and jumps in any direction over the enemy next to him."
    lands = PHRASES["landing"][rules.landing]
    return f"A king steps {steps}. He jumps an enemy at any distance, over empty squares, and {lands}."


def _choice(rules: Rules) -> str:
    if rules.choice:
        first, *others = (PHRASES["choice"][preference] for preference in rules.choice)
        then = "".join(f"; among those, one that {other}" for other in others)
        return f"Of several jumps, choose one that {first}{then}."
    if rules.kings_range and rules.landing != "behind":
        return "Any jump may be chosen; but where a king can land and jump again, he must land there."
    return "Any jump may be chosen, a short one as well as a long one."
