"""A player's career in the season, computed from the results in the hall of fame: nothing else is stored.

The games against a rival are matches of three, in the order in which they were finished. Games with help do not count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from console.activities.season.rivals import Rival
from console.game.hall_of_fame import Result
from console.game.match import Match
from console.game.tally import Tally
from engine.geometry import SIDE_NAMES, Side
from engine.rules import Rules

GAMES: Final = 3
"""The length of a match."""
REACH: Final = 3
"""The number of rungs above the player's place up to which he can challenge rivals."""
PLAYER, RIVAL = 0, 1
_WINNERS: Final = {"win": PLAYER, "draw": None, "loss": RIVAL}


@dataclass(frozen=True)
class Finished:
    """A match that is over. ``date`` and ``game`` are those of its last game. The player is first in ``match``."""

    match: Match
    date: str
    game: str


@dataclass(frozen=True)
class Against:
    """A player's results against one rival.

    ``current`` is the match that goes on or begins next, with the player's points first; ``side`` is the player's in
    its next game. ``games`` counts his wins, draws and losses.
    """

    rival: Rival
    finished: tuple[Finished, ...]
    current: Match
    side: Side
    games: Tally

    @property
    def victory(self) -> Finished | None:
        """The first match that the player has won, or None."""
        return next((each for each in self.finished if each.match.leader == PLAYER), None)

    @property
    def is_under_way(self) -> bool:
        """True if a match has begun and is not over."""
        return any(self.current.points)

    @property
    def matches(self) -> Tally:
        """The numbers of matches won, drawn and lost."""
        leaders = [each.match.leader for each in self.finished]
        return Tally(leaders.count(PLAYER), leaders.count(None), leaders.count(RIVAL))


@dataclass(frozen=True)
class Career:
    """The career of a player under a rule set. ``rungs`` has one entry for each rival, the weakest first."""

    name: str
    rules: str
    rungs: tuple[Against, ...]

    @property
    def place(self) -> int:
        """The highest rung that the player has won, from 1; 0 for none."""
        return max((each.rival.rung for each in self.rungs if each.victory is not None), default=0)

    @property
    def following(self) -> Against:
        """The rung to play next.

        It is the highest rung with a match under way against a rival who was never beaten. Else it is the first rung
        above the player's place, or the last rung if there is none.
        """
        reachable = self.rungs[: self.place + REACH]
        under_way = [each for each in reachable if each.is_under_way and each.victory is None]
        return under_way[-1] if under_way else self.rungs[min(self.place, len(self.rungs) - 1)]

    def is_open(self, rival: Rival) -> bool:
        """Return True if the player can play a rival: he is at most three rungs above the player's place."""
        return rival.rung <= self.place + REACH

    def against(self, rival: Rival) -> Against:
        """Return the results against a rival."""
        return self.rungs[rival.rung - 1]

    def victories(self) -> list[Against]:
        """Return the rungs that are won."""
        return [each for each in self.rungs if each.victory is not None]


def career_of(results: Iterable[Result], name: str, rules: Rules, rivals: Sequence[Rival]) -> Career:
    """Return the career of a player from the results of all players."""
    own = [result for result in results if (result.name, result.rules) == (name, rules.name) and not result.helped]
    games = [[result for result in own if result.rival == rival.name] for rival in rivals]
    return Career(name, rules.name, tuple(map(partial(_against, rules), rivals, games)))


def _against(rules: Rules, rival: Rival, played: Sequence[Result]) -> Against:
    finished, match = [], Match(GAMES)
    for result in played:
        match = match.after(_WINNERS[result.score])
        if match.is_over:
            finished.append(Finished(match, result.date, result.game))
            match = Match(GAMES)
    games = Tally.of(result.score for result in played)
    return Against(rival, tuple(finished), match, _next_side(played, rules), games)


def _next_side(played: Sequence[Result], rules: Rules) -> Side:
    """Return the side that the player did not have in his last game.

    Without a last game, or if its side is unknown, return the side that moves first.
    """
    if not played or played[-1].side not in SIDE_NAMES:
        return rules.first
    return 1 - SIDE_NAMES.index(played[-1].side)
