"""The page with the moves of a line."""

from typing import Final

from console.activities.learn import sentences as said
from console.activities.learn.lines import Line
from console.dialogue.messages import ShowPage
from console.game.naming import Naming
from engine.game import Game
from engine.geometry import SIDE_NAMES

_COLUMN: Final = 17


def line_sheet(line: Line, whole: Game, naming: Naming) -> ShowPage:
    """Return the page with all moves of a line, which the player reads before it is asked for the first time."""
    game = Game(whole.rules, whole.jumping, whole.start)
    moves = []
    for turn in whole.turns:
        moves.append(naming.both(turn.move, game.routes()))
        game.replay(turn)
    sides = [whole.start.side, 1 - whole.start.side]
    titles = [f"{SIDE_NAMES[side]}{' (you)' if side == line.side else ''}" for side in sides]
    rows = [_row(f"{number}.", moves[at : at + 2]) for number, at in enumerate(range(0, len(moves), 2), 1)]
    head = f"{said.in_full(line)}. Read it, close the page, and play it from memory."
    return ShowPage(line.name, (head, "", _row("", titles), *rows))


def _row(number: str, texts: list[str]) -> str:
    """Return a row of the table. Its indent keeps it on a line of its own in narrow windows."""
    return f"    {number:4}{''.join(f'{text:{_COLUMN}}' for text in texts)}".rstrip()
