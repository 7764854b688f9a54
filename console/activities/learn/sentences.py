"""The messages about opening lines."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from console.activities.learn.lines import in_full, own_moves
from console.game.naming import counted, quoted
from console.game.repetition import Item
from console.text.sentences import in_days

NEXT_MOVE: Final = "Enter: go on. N: quiz me. "
WATCH: Final = "{}: watch it first, move by move."
YOUR_TURN: Final = "Enter: now you play it. "
CALLED: Final = "This is called {}."
ENTER: Final = 'Press Enter to see the next move, N to play the opening yourself, "learn off" to leave it.'
AMERICAN_ONLY: Final = "The openings that I teach are american ones."
ASK_MOVE: Final = "{}, move {} of {}? "  # without an example, which could be the answer
HINT: Final = "It continues {}. That one does not count as known."
NO_GAME: Final = 'There are no moves here to learn: "learn game" takes those of the game on the board.'
BAD_LENGTH: Final = '{} will not do: an opening has 2 to {} moves, counting both sides, as in "to 16".'
UNREADABLE: Final = 'The moves of {} cannot be played. "learn drop {}" forgets it.'
TOO_SHORT: Final = "An opening has at least two moves, and jumps are forced in it."
DROP_WHAT: Final = 'Say which opening to forget, as in "learn drop Glasgow"; "learn list" lists them.'
ONCE_MORE: Final = "Once more, right now (Y/N, Enter: Y)? "
ASK_NEW: Final = "On to a new opening, {} (Y/N, Enter: Y)? "
_BY_HEART: Final = 2  # times in succession


def set_out(line: Item) -> str:
    """Return the message that introduces a line."""
    return f"{in_full(line)}: your {counted(own_moves(line), 'move')}, from memory."


def purpose(reason: str) -> str:
    """Return the sentence with what a move is for; empty if there is no reason."""
    return f"It {reason}." if reason else ""


def wrong(expected: str, other: str, line: Item) -> str:
    """Return the message for a move that is not in the line. ``other`` is the opening it leads to, or empty."""
    if other:
        return f"That would be the {other}. {line.name} continues {expected}; I have put your move back."
    return f"The opening continues {expected}. I have put your move back."


def finished(before: Item, after: Item, today: date) -> str:
    """Return the message at the end of a line: the result, and when it is asked again."""
    again = f"I will ask you again {in_days((after.due - today).days)}."
    result = f"{after.name}: {after.right} of {own_moves(after)}"
    if after.right < own_moves(after):
        return f"{result}. {again}"
    if not before.asked:
        return f"{result}, fresh from the board. {again}"
    if after.times >= _BY_HEART:
        return f"{result}. You could play it in your sleep; {again[0]}{again[1:-1]}, to see whether you do."
    return f"{result}, from memory. {again}"


def ask_next(due: Sequence[Item]) -> str:
    """Return the question whether to go on with the lines that are due."""
    more = "One more opening is" if len(due) == 1 else f"{len(due)} more openings are"
    return f"{more} due: {due[0].name} (Y/N, Enter: Y)? "


def none_due(line: Item, today: date) -> str:
    """Return the message that no line is due; ``line`` is the next."""
    when = in_days((line.due - today).days)
    return f'No opening is due: {line.name} comes up {when}. "learn {line.name}" runs through it now.'


def unknown(typed: str, similar: str, not_saved: str) -> str:
    """Return the message for a name that is no opening; ``not_saved`` says that it is no saved game either."""
    meant = f", but {similar} is one" if similar else ': "learn list" lists them all'
    return f"I do not know the opening {quoted(typed)}{meant}. {not_saved}"
