"""The messages about a finished game: headline, facts, memorable move, and the offer of another level."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from ai.levels import LEVELS
from console.game.analysis import BAD, Mistake, PositionAnalyzer, analyze_game, mistakes, worst
from console.game.elo import FIRST_GAMES, FIRST_RATING, STEP
from console.game.hall_of_fame import RatingChange, passed
from console.game.match import Match
from console.game.naming import Naming, counted
from console.game.seats import Seats
from console.text.sentences import game_length, standing
from engine.game import Game, Outcome
from engine.geometry import SIDE_NAMES

_SECONDS: Final = 1.0  # the longest time that a front end waits for the memorable move
NODES: Final = 4_000

HighlightOf = Callable[[Game, Naming, int, Callable[[], bool]], "str | None"]
"""A function like ``default_highlight``."""


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


def highlight(
    game: Game, naming: Naming, analyzer: PositionAnalyzer, side: int, stop: Callable[[], bool]
) -> str | None:
    """Return the sentence about the best move of ``side``, or, if ``side`` lost, about its gravest mistake.

    The best move is the reply to the other side's gravest mistake; the reply must be no mistake itself. Return None if
    there is no such move or mistake, or if ``stop`` returns True before all positions are analyzed.
    """
    found = dict(analyze_game(game, analyzer, stop))
    if len(found) <= len(game.turns):
        return None
    wrong = mistakes(game, found)
    flawed = {mistake.turn for mistake in wrong}
    grave = [mistake for mistake in wrong if mistake.loss >= BAD]
    if game.outcome is not None and game.outcome.winner == 1 - side:
        own = worst([mistake for mistake in grave if mistake.side == side], 1)
        return _turned(game, naming, own[0]) if own else None
    chances = [
        mistake
        for mistake in grave
        if mistake.side != side and mistake.turn + 1 < len(game.turns) and mistake.turn + 1 not in flawed
    ]
    return _best(game, naming, worst(chances, 1)[0].turn + 1, side) if chances else None


def default_highlight(game: Game, naming: Naming, side: int, stop: Callable[[], bool] = lambda: False) -> str | None:
    """Return the ``highlight`` that the built-in engine finds in a quick analysis, or None if it takes too long."""
    from ai.analyzer import Analyzer
    from console.storage.built_files import tables_folder_if_any

    analyzer = Analyzer(game.rules, game.jumping, nodes=NODES, folder=tables_folder_if_any())
    until = time.monotonic() + _SECONDS
    return highlight(game, naming, analyzer, side, lambda: stop() or time.monotonic() > until)


def _move(game: Game, naming: Naming, turn: int) -> str:
    return f"move {turn // 2 + 1}, {naming.move(game.turns[turn].move)}"


def _best(game: Game, naming: Naming, turn: int, side: int) -> str:
    whose = "Your" if side == naming.home else f"{SIDE_NAMES[side]}'s"
    return f"{whose} best moment: {_move(game, naming, turn)}."


def _turned(game: Game, naming: Naming, mistake: Mistake) -> str:
    # A review looks deeper, and may find another move.
    move, better = _move(game, naming, mistake.turn), naming.move(mistake.better[0])
    return f"At a glance, it turned at {move}: {better} looked better."
