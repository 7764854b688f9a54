"""The messages about a finished game: headline, facts, and the offer of another level."""

from collections.abc import Sequence
from typing import Final

from ai.levels import LEVELS
from console.game.elo import FIRST_GAMES, FIRST_RATING, STEP
from console.game.hall_of_fame import RatingChange, passed
from console.game.match import Match
from console.game.naming import counted, spoken_list
from console.game.seats import Seats
from console.text.phrases import PHRASES
from console.text.sentences import game_length, quiet_draw, standing
from engine.game import Outcome, Reason
from engine.geometry import SIDE_NAMES
from engine.rules import Rules


def announcement(outcome: Outcome, seats: Seats, rules: Rules) -> list[str]:
    """Return the result with its reason, and a kind word."""
    how, names, winner = how_it_ended(outcome, seats, rules), seats.shown_names, outcome.winner
    if winner is None:
        humans = [name for side, name in enumerate(names) if not seats.is_program(side)]
        praise = [f"Well played, {spoken_list(humans, 'and')}."] if humans else []
        return [f"The game is a draw: {how}.", *praise]
    if seats.program is not None and seats.opponent is None:
        return [f"{SIDE_NAMES[winner]} wins: {how}."]
    has_lost = seats.is_program(winner) or winner == seats.peer
    kind = f"My condolences, {names[1 - winner]}. Good game." if has_lost else f"Congratulations, {names[winner]}!"
    if seats.opponent is not None and seats.is_program(winner):
        return [f"{seats.opponent.title} wins: {how}.", kind]
    return [f"{names[winner]} ({SIDE_NAMES[winner]}) wins: {how}.", kind]


def how_it_ended(outcome: Outcome, seats: Seats, rules: Rules) -> str:
    """Return the reason for the result, as words after a colon."""
    if outcome.winner is None:
        article = outcome.article
        counts = f"{counted(article.moves, 'move')} each when {article.balance}" if article else quiet_draw(rules)
        return PHRASES["drawn"].get(outcome.reason.name, counts)
    # The side that the words are about has lost, except that a first king wins; in a losing game it is the other way.
    is_on_board = outcome.reason in (Reason.NO_MEN, Reason.NO_MOVES, Reason.FIRST_KING)
    is_winner = is_on_board and rules.losing != (outcome.reason is Reason.FIRST_KING)
    side = outcome.winner if is_winner else 1 - outcome.winner
    opponent, name = seats.opponent, seats.names[side]
    if opponent is not None:
        # Beside the name of a player who has won, "I" would be that player.
        own_name = (opponent.own_name or "I") if side == outcome.winner else opponent.called
        name = own_name if seats.is_program(side) else "you"
    elif seats.program is not None:
        name = SIDE_NAMES[side]
    has = f"{name} {'have' if opponent is not None and name in ('I', 'you') else 'has'}"
    resigns = "it resigned" if opponent is None and seats.program is not None else f"{name} resigned"
    return PHRASES["lost"][outcome.reason.name].format(has=has, resigns=resigns)


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
    """Return sentences about the rating and the wins in a row, unless ``done`` is None, and the length of a game.

    The most important ones are first. ``is_early``: a draw was agreed too early to count.
    """
    found = []
    if done is not None and done.helped:
        why = "A draw agreed before move 20 counts for nothing" if is_early else "You had help"
        found.append(f"{why}: no change in rating.")
    elif done is not None and done.after is not None:
        before = FIRST_RATING if done.before is None else done.before
        why = f": in your first {FIRST_GAMES} games it moves fast" if abs(done.after - before) > STEP else ""
        found.append(f"Rating {before}, now {done.after}{why}.")
        if (founder := passed(before, done.after)) is not None:
            found.append(f"You pass {founder.name} in the hall of fame.")
    if done is not None and done.streak > 1:
        found.append(f"{done.streak} wins in a row.")
    minutes = int(seconds or 0) // 60
    time = f" in {counted(minutes, 'minute')}" if minutes else ""
    return [*found, f"{game_length(plies)}{time}."]


def match_facts(match: Match, names: Sequence[str], void: str) -> list[str]:
    """Return sentences about a match after a game. The points of the match and ``names`` are in the same order.

    ``void`` says why the game does not count, and is empty if it counts.
    """
    why = [f"{void}: it does not count and will be replayed."] if void else []
    if not match.is_over:
        return [*why, f"The match: {standing(match, names)}."]
    ends = "The match is drawn" if match.leader is None else f"{names[match.leader]} wins the match"
    return [*why, f"{ends}, {match.score}."]


TOO_SOON: Final = "Over before your fifth move: it does not count."
FITS: Final = 'I am now matched to your rating. If you would rather play someone else, "level" lists the others.'


EASIER: Final = 'The {0.name} is easier than I am: "level {0.number}" brings him in.'
HARDER: Final = 'You are too good for me: "level {0.number}" brings in the {0.name}.'


def offer(sentence: str, level: int) -> str | None:
    """Return the offer of a level by one of these sentences, or None if there is no such level."""
    return sentence.format(LEVELS[level]) if level in LEVELS else None
