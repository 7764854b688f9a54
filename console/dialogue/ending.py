"""The end of a game: the messages about its result, and the level that is offered after it."""

from typing import TYPE_CHECKING, Final

from console.dialogue.archive import Archive
from console.dialogue.messages import Ended, Say, Steps
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.dialogue.table import Table
from console.game.clock import GameClock, Stopwatch
from console.game.match import Match
from console.game.naming import capitalized
from console.reading import kinds
from console.storage.hall import agreed_early, over_too_soon
from console.text import result, sentences
from engine.game import Game

if TYPE_CHECKING:
    from console.game.hall_of_fame import RatingChange

_WINS_FOR_MORE: Final = 3


class Ending:
    """Announces the results of the games in one session of play and offers other levels."""

    def __init__(self, state: State, archive: Archive, questions: Questions) -> None:
        self._state = state
        self._archive = archive
        self._questions = questions
        self._eased = False
        self._announced: Game | None = None

    def announce(self) -> Steps[None]:
        """Say who has won, and how match and rating changed. Offer another level after a loss or several wins."""
        table = self._state.table
        outcome = table.game.outcome
        assert outcome is not None
        seats = table.seats
        yield from map(Say, result.announcement(outcome, seats, table.rules))
        store, is_kept, record = self._archive.store, self._state.activity.is_kept, table.record()
        done = store.rating_change(record) if is_kept else None
        is_early = done is not None and done.helped and not table.helped
        match = self._go_on_with_match()
        is_recorded = is_kept and store.records_results and table.opponent is not None and not match
        too_soon = [result.TOO_SOON] if is_recorded and over_too_soon(record, table.home) else []
        yield Ended(
            result.headline(outcome, seats),
            f"{capitalized(result.how_it_ended(outcome, seats, table.rules))}.",
            (*match, *too_soon, *result.facts(table.game.ply, table.stopwatch.played, done, is_early)),
            outcome.winner if seats.program is None else table.home if seats.people else None,
        )
        offer = self._offer(done)
        if offer is not None:
            yield Say(offer)

    def _go_on_with_match(self) -> list[str]:
        """Plan the next game of the match on the table, and return sentences about the match; none without a match.

        Against the computer, a game with help, a draw that was agreed early or a game that was over too soon does not
        count, and is played again with the same sides. Its first result stays, even if the player takes back moves and
        plays the end again.
        """
        state, table = self._state, self._state.table
        match, outcome = table.match, table.game.outcome
        if match is None or outcome is None or (table.seats.program and self._announced is table.game):
            return []
        record = table.record()
        is_early = agreed_early(record) or over_too_soon(record, table.home)
        why = "You had help" if table.helped else "It ended too soon" if is_early else ""
        void = why if table.seats.program else ""
        now = match if void else match.after(outcome.winner)
        state.standing = table.game, now
        state.next_game = state.next_game.after(table, now, bool(void))
        following, home = state.next_game.match, state.next_game.side
        if following is not None and isinstance(home, int):
            self._keep_next(following, home)
        return result.match_facts(now, table.seats.shown_names, void)

    def leave_match(self) -> Steps[None]:
        """Leave the match of the next game, after a confirmation if it has begun."""
        state, match = self._state, self._state.next_game.match
        if match is not None and (any(match.points) or match == state.table.match):
            question = sentences.ASK_LEAVE_MATCH.format(match.score)
            if not (yield from self._questions.ask_yes(question, kinds.LEAVE_MATCH)):
                return
        state.next_game = state.next_game.apart
        if state.activity.is_kept:
            self._archive.store.in_progress.keep(state.table.record())  # over: the game that was to follow is dropped

    def _keep_next(self, match: Match, home: int) -> None:
        """Save the next game of a match without a move, so that the next start of the program offers it."""
        state, table = self._state, self._state.table
        program = table.seats.program
        if not state.activity.is_kept:
            return
        seats = table.seats if program is None else table.seats.with_program(program.without_engine)
        control = state.next_game.control
        following = Table(
            Game(table.rules, table.jumping),
            Stopwatch(state.now),
            seats if home == table.home else seats.swapped,
            home,
            GameClock(control, state.now) if control else None,
            {**self._archive.store.new_tags(), **match.tags()},
        )
        self._archive.store.in_progress.keep(following.record())

    def _offer(self, done: "RatingChange | None") -> str | None:
        """Return the message that offers another level, or None.

        The lower level is offered after the first lost game of a session of play. The higher level is offered after
        each third rated win in a row at a level. There is at most one offer per game. There is none between two
        players, in a demonstration, and against an external engine. If the computer had a rating of its own, there is
        only the message after the first rated game that a fitted strength can be changed.
        """
        state, again = self._state, self._announced is self._state.game
        self._announced = state.game
        outcome = state.game.outcome
        opponent = state.table.opponent
        if outcome is None or opponent is None or opponent.level is None or opponent.engine or again:
            return None
        if opponent.rating:
            is_first = opponent.is_fitted and done is not None and done.before is None and done.after is not None
            return result.FITS if is_first else None
        if outcome.winner == 1 - state.table.home and not self._eased:
            self._eased = True
            return result.offer(result.EASIER, opponent.level - 1)
        if done is not None and done.streak_at_level and done.streak_at_level % _WINS_FOR_MORE == 0:
            return result.offer(result.HARDER, opponent.level + 1)
        return None
