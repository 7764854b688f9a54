"""The problems solved, for the player's record."""

from ai.problems.problem import collection, kinds, of_kind
from console.activities.problems.solved import SOLVED
from console.game.record import Exercises, Share
from console.storage.user_file import UserFiles
from engine.rules import Rules


def problems_done(files: UserFiles, rules: Rules) -> Exercises | None:
    """Return the problems solved under a rule set, by kind; None if its collection cannot be read."""
    try:
        problems = collection(rules)
    except (OSError, ValueError):
        return None
    known = files.read(SOLVED)
    solved, rating = set(known.solved(rules.name)), known.rating(rules.name)

    def share(name: str, kind: str) -> Share:
        some = of_kind(problems, kind) if kind else problems
        return Share(name, sum(problem.fen in solved for problem in some), len(some))

    facts = {"rating": round(rating.value), "tried": rating.tries} if rating.tries else {}
    facts |= {"longest row": known.row.best} if known.row.best else {}
    return Exercises(
        "Problems", share("problems solved", ""), tuple(share(kind, kind) for kind in kinds(problems)), facts
    )
