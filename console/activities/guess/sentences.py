"""The messages of guessing moves."""

from typing import Final

from console.activities.guess.guessed_game import GuessedGame
from console.activities.guess.scores import Guesses, Score
from console.game.analysis import NOTABLE, Mistake
from console.game.naming import capitalized, counted, spoken_list
from console.game.player_tags import called_names
from console.text import sentences
from console.text.phrases import PHRASES
from console.text.review import measured, thrown_away
from engine.game import Outcome
from engine.geometry import SIDE_NAMES
from engine.rules import Rules

NOT_OVER: Final = 'The game on the board is not over: "guess" takes a master\'s, "guess NAME" a saved one.'
NO_UNDO: Final = "A guess is a guess: it cannot be taken back."
TOO_SHORT: Final = "That game is too short to guess: it leaves you nothing to choose."
COMPARING: Final = "Comparing the two moves"
ASK_ANOTHER: Final = "Another masters' game (Y/N)? "
HUFFED: Final = "The piece on {} was huffed."
HINTED: Final = "The {} on {} moves. No point for this one now."


def introduction(game: GuessedGame, opening: str) -> str:
    """Return the message about the game and the side. ``opening`` is the name of the opening, empty for none."""
    side, length = SIDE_NAMES[game.side], sentences.game_length(len(game.turns))
    whose = "Two masters" if game.is_masters else capitalized(spoken_list(called_names(game.record), "and"))
    match game.record.outcome:
        case None:
            how = f"left it unfinished after {length}"
        case Outcome(winner=None):
            how = f"drew in {length}"
        case _:
            how = f"{side} won in {length}"
    return f"{whose} played{f' {opening}' if opening else ''}, and {how}. Find {side}'s moves."


def one_of_several(move: str, is_forced: bool, rank: str | None) -> str:
    """Return a move of the game in words. ``rank`` is the new rank of the piece if it is crowned."""
    return f"{move}{' (forced)' if is_forced else ''}{f' for a {rank}' if rank else ''}"


def found_move(guesses: Guesses) -> str:
    """Return the message for the move of the game."""
    return f"That is the move. {tally(guesses)}"


def other_move(played: str, mistake: Mistake, guesses: Guesses, rules: Rules) -> str:
    """Return the message for a guess that is not the recorded move, ``played``. A better guess has a negative loss."""
    loss = mistake.loss
    if loss > 0:
        worse = thrown_away(mistake, rules) if loss >= NOTABLE else "is a bit worse"
        return f"No, {played}: yours {worse}. {tally(guesses)}"
    more = f"better by {measured(-mistake.centimen, rules)}"
    better = more if -loss >= NOTABLE else "a bit better" if loss else "as good"
    return f"It was {played}, but yours is {better}. {tally(guesses)}"


def not_compared(played: str, guesses: Guesses) -> str:
    """Return the message for a guess that is not the recorded move, and was not compared with it to the end."""
    return f"It was {played}. You did not let me compare the two: no point. {tally(guesses)}"


def tally(guesses: Guesses) -> str:
    """Return the score so far."""
    return f"{guesses.found} of {guesses.asked} right."


def end(outcome: Outcome | None) -> str:
    """Return the message at the last move of the game."""
    if outcome is None:
        return "Here the game breaks off."
    return "Here they agreed on a draw." if outcome.winner is None else f"{SIDE_NAMES[outcome.winner]} won here."


def verdict(guesses: Guesses, before: Score) -> str:
    """Return the verdict at the end of a game. ``before`` is the score before it."""
    title = next(text for least, text in PHRASES["verdicts"].items() if guesses.percent >= int(least))
    best = " That is your best game so far." if before.games and guesses.is_better_than(before.best) else ""
    return f"You found {guesses.found} of {counted(guesses.asked, 'move')}, {guesses.percent}%. {title}{best}"
