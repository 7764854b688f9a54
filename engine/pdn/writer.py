"""The text of games in Portable Draughts Notation (PDN); ``reader`` is the way back.

Beside the tags of the standard stand ``Variant`` (a rule set that has no GameType number), ``Jumping`` (where it is not
forced) and ``Termination`` (an ending that the last position does not show). Comments hold what the notation has no
word for: ``{huff 18}``, ``{huff waived}`` and the time the mover has left, ``{[%clk 0:04:59.3]}``.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engine.fen import fen_text
from engine.game import Game
from engine.notation import AmbiguousMove, IllegalMove, algebraic_name, find_move, move_text
from engine.pdn.record import ROSTER, TERMINATIONS, GameRecord
from engine.position import Move, Position
from engine.printable import printable
from engine.rules import Rules

_WIDTH: Final = 78
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")


def pdn_text(records: Iterable[GameRecord]) -> str:
    """The text of games, an empty line between them; lines of moves are 78 columns wide at most."""
    return "\n".join(f"{_tag_lines(record)}\n{_wrapped(_movetext(record))}\n" for record in records)


def pdn_move(move: Move, routes: list[Move], rules: Rules) -> str:
    """A move in the notation of its rule set: as short as leads back to it, else with every landing square."""
    try:
        settled = find_move((move.start, move.end), routes) == move
    except (AmbiguousMove, IllegalMove):
        settled = False
    text = move_text(move, routes) if settled else ("x" if move.captured else "-").join(map(str, move.path))
    if rules.algebraic:
        return re.sub(r"\d+", lambda number: algebraic_name(int(number[0]), rules.geometry), text)
    return text


def _tag_lines(record: GameRecord) -> str:
    tags = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"} | dict(record.tags)
    roster = {name: tags.pop(name) for name in ROSTER}
    rules = record.rules
    facts = {"Result": record.result}
    if rules.game_type is None:
        facts["Variant"] = rules.name
    else:
        facts["GameType"] = str(rules.game_type)
    if record.jumping != "forced":
        facts["Jumping"] = record.jumping
    if record.start != Position.start(rules):
        facts |= {"SetUp": "1", "FEN": fen_text(record.start)}
    if record.outcome is not None and record.outcome.reason in TERMINATIONS:
        facts["Termination"] = TERMINATIONS[record.outcome.reason]
    return "".join(f'[{_tag_name(name)} "{_escaped(value)}"]\n' for name, value in (roster | facts | tags).items())


def _tag_name(name: str) -> str:
    if _TAG_NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is no name of a tag")
    return name


def _escaped(value: str) -> str:
    """A value that stays on its line."""
    return printable(value).replace("\\", "\\\\").replace('"', '\\"')


def _movetext(record: GameRecord) -> Iterator[str]:
    """The words of the moves, none of which may be broken."""
    game = Game(record.rules, record.jumping, record.start)
    first, number = record.rules.first, 1
    clocks = iter(record.clocks)
    for ply, turn in enumerate(record.turns):
        lead = f"{number}. " if game.side == first else f"{number}... " if ply == 0 else ""
        number += game.side != first
        yield lead + pdn_move(turn.move, game.routes(), record.rules)
        if turn.huffed is not None:
            yield f"{{huff {turn.huffed}}}"
        elif turn.waived:
            yield "{huff waived}"
        left = next(clocks, None)
        if left is not None:
            yield f"{{[%clk {_clock(left)}]}}"
        game.replay(turn)
    yield record.result


def _clock(seconds: float) -> str:
    tenths = round(seconds * 10)
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"


def _wrapped(words: Iterable[str]) -> str:
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > _WIDTH and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)
