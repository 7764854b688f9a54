"""The next game: all that is decided about it, and the decisions that change it."""

from dataclasses import replace
from typing import Final, Literal, NamedTuple, Self

from console.dialogue.table import Table
from console.game.clock import Control
from console.game.match import Match
from console.game.options import Players
from console.game.rule_choice import RuleChoice
from console.game.seats import Program
from engine.geometry import Side
from engine.pdn.record import GameRecord, ordered_tags
from engine.position import Position

RULES_TAG: Final = "NextRules"
"""The tag of a game in progress with the rules that were chosen for the game after it."""


class Ballot(NamedTuple):
    """An opening drawn by lot. ``name`` is ``random`` or chooses one."""

    name: str


class NextGame(NamedTuple):
    """All that is decided about the next game.

    ``rules`` are chosen, or those of the game on the table at that time. ``start`` is a position, a ballot, or the
    start position. ``side`` is the player's, who may be asked for it. ``opponent`` is a program that is bound to a
    match, or the one in ``State.opponent``. ``match`` is the match that the game belongs to, with the points of Black
    and White before it. Without ``control`` there is no clock.
    """

    players: Players = "one"
    rules: RuleChoice | Literal["same"] = "same"
    start: Position | Ballot | Literal["usual"] = "usual"
    side: Side | Literal["asked"] = "asked"
    opponent: Program | Literal["chosen"] = "chosen"
    match: Match | None = None
    control: Control | None = None

    def rules_after(self, table: Table) -> RuleChoice:
        """Return the rules of the next game, if ``table`` is on the table then.

        A chosen position is played by the rules on the table. Chosen rules then apply to the game after it.
        """
        if isinstance(self.rules, RuleChoice) and not isinstance(self.start, Position):
            return self.rules
        return RuleChoice(table.rules, table.jumping)

    def kept_in(self, record: GameRecord) -> GameRecord:
        """Return the record of a game in progress with the rules that were chosen for the game after it."""
        if not isinstance(self.rules, RuleChoice):
            return record
        return replace(record, tags=ordered_tags({**dict(record.tags), RULES_TAG: str(self.rules)}))

    # Decisions. A game that is not the next one of a match is against the opponent that the player has chosen.

    @property
    def apart(self) -> Self:
        """The next game outside of matches."""
        return self._replace(match=None, opponent="chosen")

    def by(self, choice: RuleChoice) -> Self:
        """Choose the rules. A ballot belongs to the rules before."""
        return self.apart._replace(rules=choice, start="usual" if isinstance(self.start, Ballot) else self.start)

    def swapped(self, table: Table) -> Self:
        """Change the sides, if the game on the table has players."""
        return self._replace(side=1 - table.home) if any(table.names) else self

    def against(self, rival: Program, match: Match | None, side: Side) -> Self:
        """Choose the next game against a rival, of a match unless that is None."""
        return self._replace(players="one", start="usual", match=match, opponent=rival, side=side)

    def rematch(self, table: Table) -> Self:
        """Change the sides. In a match, choose its next game; the first one of another match if this one is over.

        An unfinished game of a match begins again.
        """
        # A rival's next match, planned after a match is won, begins without points: the word asks for this one again.
        if self.match is not None and (any(self.match.points) or self.match == table.match):
            return self
        match = table.match
        if match is None:
            return self.swapped(table).apart
        again = match.swapped() if table.game.outcome is None else Match(match.best_of)
        return self.swapped(table)._replace(match=again, opponent=_stays(table))

    def after(self, table: Table, now: Match, is_void: bool) -> Self:
        """Choose the game after one of a match; ``now`` is the score of the match. A void game is played again.

        The match ends if other rules were chosen for the next game.
        """
        if now.is_over or isinstance(self.rules, RuleChoice):
            return self.apart
        match, side = (now, table.home) if is_void else (now.swapped(), 1 - table.home)
        return self._replace(match=match, opponent=_stays(table), side=side)

    def begun(self) -> Self:
        """Return what is left to decide about the game after this one."""
        rules = self.rules if isinstance(self.start, Position) else "same"
        return self.apart._replace(rules=rules, start="usual", side="asked")

    def word(self, table: Table) -> str:
        """Return the word for what the game is: its match, its ballot, the other side, or its players."""
        if self.match not in (None, table.match):
            return "match"
        if isinstance(self.start, Ballot):
            return "ballot"
        return "swap" if self.side == 1 - table.home else self.players


def _stays(table: Table) -> Program | Literal["chosen"]:
    """Return the program that also plays the next game of a match: the same one, if its rating is fixed."""
    program = table.seats.program
    return program.without_engine if program is not None and program.rating is not None else "chosen"
