"""What a game that is over comes to: its headline, its figures, the move to remember, and the level that is offered."""

from collections.abc import Callable
from typing import Final

from console.game.analysis import BAD, Mistake, PositionAnalyzer, analyze_game, mistakes, worst
from console.game.naming import Naming
from console.storage.hall_of_fame import FIRST_RATING, Progress, passed
from console.text.review import numbered
from console.text.sentences import game_length
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.outcome import Outcome

SECONDS: Final = 1.0
"""So long a front end waits for the move to remember."""

_NODES: Final = 4_000

HighlightOf = Callable[[Game, Naming, int, Callable[[], bool]], "str | None"]
"""Finds the sentence about the move to remember of a side, or none; ends early when it is told to stop."""


def headline(outcome: Outcome, computers: frozenset[int], engine: str = "") -> str:
    """The result in capitals: ``YOU WIN``, ``I WIN``, ``A DRAW``, or ``BLACK WINS`` between two of a kind.

    Where an ``engine`` plays for the computer and wins it is ``YOU LOSE``.
    """
    if outcome.winner is None:
        return "A DRAW"
    if len(computers) == 1:
        return ("YOU LOSE" if engine else "I WIN") if outcome.winner in computers else "YOU WIN"
    return f"{SIDE_NAMES[outcome.winner].upper()} WINS"


def facts(plies: int, minutes: int | None, done: Progress | None) -> list[str]:
    """How long the game was, and what it did to the rating and the row of wins where it counted."""
    time = "" if not minutes else " in 1 minute" if minutes == 1 else f" in {minutes} minutes"
    told = [f"{game_length(plies)}{time}."]
    if done is None:
        return told
    if done.helped:
        told.append("With help: no rating.")
    elif done.after is not None:
        before = FIRST_RATING if done.before is None else done.before
        told.append(f"Rating {before}, now {done.after}.")
        founder = passed(before, done.after)
        if founder is not None:
            told.append(f"You pass {founder.name}.")
    if done.streak > 1:
        told.append(f"{done.streak} wins in a row.")
    return told


def easier(level: int) -> str | None:
    """The offer of the level below; None where there is none."""
    from ai.levels import LEVELS

    below = LEVELS.get(level - 1)
    return None if below is None else f'The {below.name} is milder than I am: "level {below.number}" calls him.'


def harder(level: int) -> str | None:
    """The offer of the level above; None where there is none."""
    from ai.levels import LEVELS

    above = LEVELS.get(level + 1)
    return None if above is None else f'You are too good for me: "level {above.number}" calls the {above.name}.'


def highlight(
    game: Game, naming: Naming, analyzer: PositionAnalyzer, side: int, stop: Callable[[], bool]
) -> str | None:
    """The best moment of a side, or the move with which it lost the game; None where neither is plain to see.

    The best moment is the answer, itself no mistake, to the gravest mistake of the other side; a side that lost hears
    of its own gravest mistake instead. None too if ``stop`` says so before every position has been looked at.
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


def usual_highlight(game: Game, naming: Naming, side: int, stop: Callable[[], bool]) -> str | None:
    """The same with the computer player's own analysis, quick enough to be waited for."""
    from ai.analyzer import Analyzer
    from console.storage.endgame_tables import tables_folder_if_any

    analyzer = Analyzer(game.rules, game.jumping, nodes=_NODES, folder=tables_folder_if_any())
    return highlight(game, naming, analyzer, side, stop)


def _move(game: Game, naming: Naming, turn: int) -> str:
    number = numbered(turn, game.start.side, game.position_at(turn).side)
    return f"{number} {naming.move(game.turns[turn].move)}"


def _best(game: Game, naming: Naming, turn: int, side: int) -> str:
    whose = "Your" if side == naming.home else f"{SIDE_NAMES[side]}'s"
    return f"{whose} best moment: {_move(game, naming, turn)}."


def _turned(game: Game, naming: Naming, mistake: Mistake) -> str:
    return f"It turned at {_move(game, naming, mistake.turn)}: better was {naming.move(mistake.better[0])}."
