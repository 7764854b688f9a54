"""A game on record: what Portable Draughts Notation (PDN) holds of it, as a value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.game import Game, Turn
from engine.outcome import Outcome, Reason
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
