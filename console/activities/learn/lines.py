"""The opening lines that a player learns: items of the queue of what is set again."""

from collections.abc import Sequence

from console.game.record import Exercises, Share
from console.game.repetition import LINE, Item
from console.storage.due_items import items_of
from console.storage.player_data import PlayerData
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.house_rules import stored_rules
from engine.notation import read_move
from engine.rules import Rules


def known_lines(data: PlayerData, name: str | None = None, side: int | None = None) -> list[Item]:
    """Return all lines, or those of a name, in upper or lower case, and with a side. The earliest due come first."""
    wanted = None if name is None else name.casefold()
    return [line for line in items_of(data, LINE) if wanted in (None, line.key) and side in (None, line.side)]


def own_moves(line: Item) -> int:
    """Return the number of the player's moves in a line."""
    begins = line.start[:1] == SIDE_NAMES[line.side][0]
    return (len(line.moves.split()) + begins) // 2


def game_of(line: Item) -> Game:
    """Return a line as a game. Raises ValueError if its moves cannot be played."""
    rules = stored_rules(line.rules, line.articles)
    if rules is None:
        raise ValueError(f"{line.rules!r} are no rules of this version")
    game = Game(rules, "forced", parse_fen(line.start, rules))
    for text in line.moves.split():
        game.play(read_move(text, game.routes()))
    return game


def lines_known(data: PlayerData, rules: Rules) -> Exercises | None:
    """Return how many lines under a rule set were known when they were last due; None if there are no lines."""
    lines = items_of(data, LINE, rules)
    by_side = [(f"with {name}", [line for line in lines if line.side == side]) for side, name in enumerate(SIDE_NAMES)]
    shares = tuple(_share(name, some) for name, some in by_side if some)
    return Exercises("Openings learned", _share("openings known", lines), shares, {}) if lines else None


def _share(name: str, lines: Sequence[Item]) -> Share:
    return Share(name, sum(line.times > 0 for line in lines), len(lines))
