"""The end of a game: the messages about its result, and the level that is offered after it."""

from typing import TYPE_CHECKING, Final

from console.dialogue.archive import Archive
from console.dialogue.messages import Ended, Say, Steps
from console.dialogue.state import State
from console.dialogue.table import Pairing, Table
from console.game.clock import GameClock, Stopwatch
from console.game.match import Match
from console.text import sentences
from engine.game import Game

if TYPE_CHECKING:
    from console.game.hall_of_fame import RatingChange

_WINS_FOR_MORE: Final = 3
MOVES_BEFORE_A_DRAW: Final = 10
"""The number of moves each side makes before a draw may be offered."""


class Ending:
    """Announces the results of the games in one session of play and offers other levels."""

    def __init__(self, state: State, archive: Archive) -> None:
        self._state = state
        self._archive = archive
        self._eased = False
        self._announced: Game | None = None

    def announce(self) -> Steps[None]:
        """Say who has won, and how match and rating changed. Offer another level after a loss or several wins."""
        from console.text import result

        table = self._state.table
        outcome = table.game.outcome
        assert outcome is not None
        other = table.engine or table.strength.rival  # named in the sentences; a level of our own says I
        for sentence in sentences.result(outcome, table.shown_names, table.computers, table.rules, other):
            yield Say(sentence)
        done = self._archive.rating_change()
        match = self._go_on_with_match()
        how = sentences.how_it_ended(outcome, table.names, table.computers, table.rules, other)
        side = outcome.winner if not table.computers else table.home if not table.is_demo else None
        yield Ended(
            result.headline(outcome, table.computers, other),
            f"{how[0].upper()}{how[1:]}.",
            (*match, *result.facts(table.game.ply, table.stopwatch.played, done)),
            side,
        )
        offer = self._offer(done)
        if offer is not None:
            yield Say(offer)

    def _go_on_with_match(self) -> list[str]:
        """Plan the next game of the match on the table, and return sentences about the match; none without a match.

        Against the computer, a game with help or a draw that was agreed early does not count, and is played again with
        the same sides. Its first result stays, even if the player takes back moves and plays the end again. The match
        ends if other rules were chosen for the next game.
        """
        state, table = self._state, self._state.table
        match, outcome = table.match, table.game.outcome
        if match is None or outcome is None or (table.computers and self._announced is table.game):
            return []
        from console.storage.hall import agreed_early
        from console.text import result

        is_counted = not table.computers or not (table.helped or agreed_early(table.record()))
        now = match.after(outcome.winner) if is_counted else match
        state.plan_apart()
        if not now.is_over and state.next_game.rule_choice is None:
            following, side = (now.swapped(), 1 - table.home) if is_counted else (now, table.home)
            state.plan(match=following, strength=table.strength, side=side)
            self._keep_next(following, side)
        return result.match_facts(now, table.shown_names, is_counted)

    def _keep_next(self, match: Match, home: int) -> None:
        """Save the next game of a match without a move, so that the next start of the program offers it.

        The season computes its matches from the results instead.
        """
        state, table = self._state, self._state.table
        if not state.activity.is_kept or table.strength.rival:
            return
        names, computers = table.pairing.names, table.computers
        if home != table.home:
            names, computers = (names[1], names[0]), frozenset(1 - side for side in computers)
        control = state.next_game.control
        following = Table(
            Game(table.rules, table.jumping),
            Stopwatch(state.now),
            Pairing(names, computers, home),
            GameClock(control, state.now) if control else None,
            {**self._archive.store.new_tags(), **match.tags()},
            table.level,
            table.strength,
        )
        self._archive.store.in_progress.keep(following.record())

    def _offer(self, done: "RatingChange | None") -> str | None:
        """Return the message that offers another level, or None.

        The lower level is offered after the first lost game of a session of play. The higher level is offered after
        each third rated win in a row at a level. There is at most one offer per game. There is none between two
        players, in a demonstration, against an external engine, and if the computer had a rating of its own.
        """
        from console.text import result

        state, again = self._state, self._announced is self._state.game
        self._announced = state.game
        outcome = state.game.outcome
        has_own_strength = state.table.engine or state.table.strength.rating is not None
        if outcome is None or len(state.table.computers) != 1 or has_own_strength or again:
            return None
        if outcome.winner in state.table.computers and not self._eased:
            self._eased = True
            return result.easier(state.level_on_table)
        if done is not None and done.streak_at_level and done.streak_at_level % _WINS_FOR_MORE == 0:
            return result.harder(state.level_on_table)
        return None
