"""A game on record, and its text in Portable Draughts Notation (PDN); ``pdn_reader`` is the way back.

Beside the tags of the standard stand ``Variant`` (a rule set that has no GameType number), ``Jumping`` (where it is not
forced) and ``Termination`` (an ending that the last position does not show). Comments hold what the notation has no
word for: ``{huff 18}``, ``{huff waived}`` and the time the mover has left, ``{[%clk 0:04:59.3]}``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.fen import fen_text
from engine.game import Game, Turn
from engine.notation import AmbiguousMove, IllegalMove, algebraic_name, find_move, move_text
from engine.outcome import Outcome, Reason
from engine.position import Move, Position
from engine.printable import printable
from engine.rules import Jumping, Rules

ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black")
OF_THE_GAME: Final = ("Result", "GameType", "Variant", "Jumping", "SetUp", "FEN", "Termination")
TERMINATIONS: Final = {
    Reason.RESIGNED: "resignation",
    Reason.FLAG: "time forfeit",
    Reason.AGREED: "agreement",
}
UNKNOWN: Final = ("", "?", "????.??.??")
UNDECIDED: Final = "*"
DRAWN: Final = "1/2-1/2"
_WIDTH: Final = 78
_TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")

Tags = tuple[tuple[str, str], ...]


def ordered_tags(tags: Mapping[str, str]) -> Tags:
    """Tags as a record holds them: the roster first, the rest by name, none that says it is unknown."""
    known = {name: value for name, value in tags.items() if name not in OF_THE_GAME and value not in UNKNOWN}
    first = [name for name in ROSTER if name in known]
    return tuple((name, known[name]) for name in (*first, *sorted(known.keys() - set(first))))


@dataclass(frozen=True)
class GameRecord:
    """A game as a value: its rules, start and turns, how it ended, and what its tags say beside.

    ``clocks`` is empty or has one entry a turn: the seconds its mover had left, to the tenth, or None.
    """

    rules: Rules
    jumping: Jumping
    start: Position
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    tags: Tags = ()
    clocks: tuple[float | None, ...] = field(default=())

    @classmethod
    def of(cls, game: Game, tags: Mapping[str, str] | None = None, clocks: Iterable[float | None] = ()) -> "GameRecord":
        """The game up to the position on the board; turns taken back are left out."""
        turns = game.turns[: game.ply]
        kept = tuple(clocks)[: len(turns)]
        return cls(game.rules, game.jumping, game.start, turns, game.outcome, ordered_tags(tags or {}), kept)

    def tag(self, name: str, otherwise: str = "?") -> str:
        """The value of a tag."""
        return dict(self.tags).get(name, otherwise)

    @property
    def result(self) -> str:
        """The result as PDN writes it: in every rule set ``1-0`` says that the side with the first move won."""
        if self.outcome is None:
            return UNDECIDED
        if self.outcome.winner is None:
            return DRAWN
        return "1-0" if self.outcome.winner == self.rules.first else "0-1"

    def game(self) -> Game:
        """A game to go on with, all its turns made."""
        game = Game(self.rules, self.jumping, self.start)
        for turn in self.turns:
            game.replay(turn)
        if self.outcome is not None and game.outcome != self.outcome:
            end(game, self.outcome)
        return game


def end(game: Game, outcome: Outcome) -> None:
    """End a game by what the players did rather than by its last position."""
    if outcome.winner is None:
        game.agree_draw()
    elif outcome.reason is Reason.FLAG:
        game.lose_on_time(1 - outcome.winner)
    else:
        game.resign(1 - outcome.winner)


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
