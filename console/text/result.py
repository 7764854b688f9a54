"""The messages about a finished game: headline, facts, and the offer of another level."""

from collections.abc import Sequence
from typing import Final

from ai.levels import LEVELS
from console.game.elo import FIRST_GAMES, FIRST_RATING, STEP
from console.game.hall_of_fame import RatingChange, passed
from console.game.match import Match
from console.game.naming import counted
from console.game.seats import Seats
from console.text.sentences import game_length, standing
from engine.game import Outcome
from engine.geometry import SIDE_NAMES


def headline(outcome: Outcome, seats: Seats) -> str:
    """Return the result in capitals: ``YOU WIN``, ``YOU LOSE`` or ``A DRAW``.

    Between two players or two programs it is ``BLACK WINS`` or ``WHITE WINS``.
    """
    if outcome.winner is None:
        return "A DRAW"
    if seats.opponent is not None:
        return "YOU LOSE" if seats.is_program(outcome.winner) else "YOU WIN"
    return f"{SIDE_NAMES[outcome.winner].upper()} WINS"


def facts(plies: int, seconds: float | None, done: RatingChange | None, is_early: bool = False) -> list[str]:
    """Return sentences about the length of a game and, unless ``done`` is None, the rating and the wins in a row.

    ``is_early``: a draw was agreed too early to count.
    """
    minutes = int(seconds or 0) // 60
    time = f" in {counted(minutes, 'minute')}" if minutes else ""
    found = [f"{game_length(plies)}{time}."]
    if done is None:
        return found
    if done.helped:
        why = "A draw agreed before move 20 counts for nothing" if is_early else "You had help"
        found.append(f"{why}: no change in rating.")
    elif done.after is not None:
        before = FIRST_RATING if done.before is None else done.before
        why = f": in your first {FIRST_GAMES} games it moves fast" if abs(done.after - before) > STEP else ""
        found.append(f"Rating {before}, now {done.after}{why}.")
        if (founder := passed(before, done.after)) is not None:
            found.append(f"You pass {founder.name} in the hall of fame.")
    if done.streak > 1:
        found.append(f"{done.streak} wins in a row.")
    return found


def match_facts(match: Match, names: Sequence[str], void: str) -> list[str]:
    """Return sentences about a match after a game. The points of the match and ``names`` are in the same order.

    ``void`` says why the game does not count, and is empty if it counts.
    """
    why = [f"{void}: it does not count and will be replayed."] if void else []
    if not match.is_over:
        return [*why, f"The match: {standing(match, names)}."]
    ends = "The match is drawn" if match.leader is None else f"{names[match.leader]} wins the match"
    return [*why, f"{ends}, {match.score}."]


FITS: Final = 'I am now matched to your rating. If you would rather play someone else, "level" lists the others.'


EASIER: Final = 'The {0.name} is easier than I am: "level {0.number}" brings him in.'
HARDER: Final = 'You are too good for me: "level {0.number}" brings in the {0.name}.'


def offer(sentence: str, level: int) -> str | None:
    """Return the offer of a level by one of these sentences, or None if there is no such level."""
    return sentence.format(LEVELS[level]) if level in LEVELS else None
