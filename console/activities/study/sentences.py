"""The messages of studies."""

from console.activities.study.tree import Study
from console.game.naming import Naming, counted


def ways_on(study: Study, naming: Naming) -> str:
    """Return the list of the next moves in the tree of a study, the main line first."""
    listed = ", ".join(f"{number} {naming.move(turn.move)}" for number, (turn, _) in enumerate(study.ways(), 1))
    return f'The moves from here: {listed}. "line N" plays one.'


def games_found(count: int, start: int, shown: int) -> str:
    """Return the message with the number of games found, and which of them are listed."""
    if not count:
        return "No games found."
    last = start + shown
    some = f", {start + 1:,} to {last:,} listed" if shown < count else ""
    more = '; "find next" lists more' if last < count else ""
    return f'{counted(count, "game")} found{some}{more}. "study #N" opens one.'


def stands_at(ply: int, depth: int) -> str:
    """Return the message about the place in the tree of a study. ``depth`` counts the enclosing variations."""
    within = "" if depth < 2 else " within another" if depth == 2 else f" within {depth - 1} others"
    where = f"a variation{within}" if depth else "the game itself"
    place = f"{counted(ply, 'move')} from the start, counting both sides," if ply else "At the start,"
    return f"{place} in {where}."
