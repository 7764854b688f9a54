"""A game on record: what Portable Draughts Notation (PDN) holds of it, as a value."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

from engine.fen import fen_text
from engine.game import Game, Turn
from engine.outcome import Outcome, Reason
from engine.pdn.tree import NO_MOVES, PlayedMove, Variation, clock_comment
from engine.position import Position
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

# What the tags of the roster say where nothing is known.
NOT_KNOWN: Final = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"}

Tags = tuple[tuple[str, str], ...]


def ordered_tags(tags: Mapping[str, str]) -> Tags:
    """Tags as a record holds them: the roster first, then what tells of the game, then the rest in its order."""
    order = {name: place for place, name in enumerate((*ROSTER, *OF_THE_GAME))}
    known = (each for each in tags.items() if NOT_KNOWN.get(each[0]) != each[1])
    return tuple(sorted(known, key=lambda each: order.get(each[0], len(order))))


@dataclass(frozen=True)
class GameRecord:
    """A game as a value: its rules, its start, the tree of its moves, how it ended, and what its tags say beside.

    Among ``tags`` are those of OF_THE_GAME only that a file words in another way than ``facts``; an empty Termination
    stands for none. ``terminator`` is what a file writes behind the moves where that is not ``result``.
    """

    rules: Rules
    jumping: Jumping
    start: Position
    line: Variation = NO_MOVES
    outcome: Outcome | None = None
    tags: Tags = ()
    terminator: str = ""

    @classmethod
    def of(
        cls,
        game: Game,
        tags: Mapping[str, str] | None = None,
        clocks: Iterable[float | None] = (),
        before: "GameRecord | None" = None,
    ) -> "GameRecord":
        """The game up to the position on the board; turns taken back are left out.

        ``clocks`` are the seconds each mover had left. Of ``before``, the record that the game was taken up from, the
        notes of the moves that still stand are kept; if it ends as that did, so are the words that say it.
        """
        turns = game.turns[: game.ply]
        line = _noted(turns, before.line if before and before.start == game.start else NO_MOVES)
        moves = [
            move if left is None else PlayedMove(move.turn, (*move.notes, clock_comment(left)))
            for move, left in zip_longest(line.moves, tuple(clocks)[: len(turns)])
        ]
        own = {name: value for name, value in (tags or {}).items() if name not in OF_THE_GAME and value not in UNKNOWN}
        made = cls(game.rules, game.jumping, game.start, Variation(tuple(moves), line.notes), game.outcome)
        terminator = ""
        if before is not None and (made.line, made.outcome) == (before.line, before.outcome):
            own |= {name: value for name, value in before.tags if name in OF_THE_GAME}
            terminator = before.terminator
        return cls(made.rules, made.jumping, made.start, made.line, made.outcome, ordered_tags(own), terminator)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the game itself."""
        return self.line.turns

    @property
    def clocks(self) -> tuple[float | None, ...]:
        """The seconds each mover had left, to the tenth, as the remarks tell; empty if none does."""
        clocks = tuple(move.clock for move in self.line.moves)
        return clocks if any(left is not None for left in clocks) else ()

    def tag(self, name: str, otherwise: str = "?") -> str:
        """The value of a tag."""
        return next((value for tag, value in self.tags if tag == name and value not in UNKNOWN), otherwise)

    @property
    def result(self) -> str:
        """The result as PDN writes it: in every rule set ``1-0`` says that the side with the first move won."""
        if self.outcome is None:
            return UNDECIDED
        if self.outcome.winner is None:
            return DRAWN
        return "1-0" if self.outcome.winner == self.rules.first else "0-1"

    @property
    def facts(self) -> dict[str, str]:
        """What the tags of OF_THE_GAME say of it."""
        facts = {"Result": self.result}
        if self.rules.game_type is None:
            facts["Variant"] = self.rules.name
        else:
            facts["GameType"] = str(self.rules.game_type)
        if self.jumping != "forced":
            facts["Jumping"] = self.jumping
        if self.start != Position.start(self.rules):
            facts |= {"SetUp": "1", "FEN": fen_text(self.start)}
        if self.outcome is not None and self.outcome.reason in TERMINATIONS:
            facts["Termination"] = TERMINATIONS[self.outcome.reason]
        return facts

    def game(self) -> Game:
        """A game to go on with, all its turns made."""
        game = Game(self.rules, self.jumping, self.start)
        for turn in self.turns:
            game.replay(turn)
        if self.outcome is not None and game.outcome != self.outcome:
            end(game, self.outcome)
        return game


def _noted(turns: Sequence[Turn], line: Variation) -> Variation:
    """The line of these turns, with the notes of another as far as they are the same."""
    same = 0
    while same < min(len(turns), len(line.moves)) and turns[same] == line.moves[same].turn:
        same += 1
    return Variation((*line.moves[:same], *map(PlayedMove, turns[same:])), line.notes)


def end(game: Game, outcome: Outcome) -> None:
    """End a game by what the players did rather than by its last position."""
    if outcome.winner is None:
        game.agree_draw()
    elif outcome.reason is Reason.FLAG:
        game.lose_on_time(1 - outcome.winner)
    else:
        game.resign(1 - outcome.winner)
