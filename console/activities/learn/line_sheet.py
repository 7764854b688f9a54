"""The page with the moves of a line."""

from typing import Final

from console.activities.learn import sentences as said
from console.dialogue.messages import ShowPage
from console.game.naming import Naming
from console.game.repetition import Item
from engine.game import Game
from engine.geometry import SIDE_NAMES

_GAP: Final = 2


def line_sheet(line: Item, whole: Game, naming: Naming) -> ShowPage:
    """Return the page with all moves of a line, which the player reads before it is asked for the first time."""
    game = Game(whole.rules, whole.jumping, whole.start)
    moves = []
    for turn in whole.turns:
        moves.append(naming.both(turn.move, game.routes()))
        game.replay(turn)
    sides = [whole.start.side, 1 - whole.start.side]
    titles = [f"{SIDE_NAMES[side]}{' (you)' if side == line.side else ''}" for side in sides]
    pairs = [moves[at : at + 2] for at in range(0, len(moves), 2)]
    widest = max(len(pair[0]) for pair in [titles, *pairs])
    rows = [_row(f"{number}.", pair, widest) for number, pair in enumerate(pairs, 1)]
    head = f"{said.in_full(line)}. Read it, close the page, and play it from memory."
    return ShowPage(line.name, (head, "", _row("", titles, widest), *rows))


def _row(number: str, texts: list[str], widest: int) -> str:
    """Return a row of the table, whose first column of moves has ``widest`` characters.

    Its indent keeps it on a line of its own in narrow windows, which most rows fit.
    """
    return f"    {number:4}{(' ' * _GAP).join(f'{text:{widest}}' for text in texts)}".rstrip()
