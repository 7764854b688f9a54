"""The conversation's access to stored data: the game in progress, saved games, settings and the hall of fame."""

from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Final, TypeVar

from console.dialogue.activity import Activity, CannotDo
from console.dialogue.messages import Prepare, Say, Steps
from console.dialogue.state import State
from console.game.elo import FIRST_RATING
from console.game.options import same_name
from console.game.player_tags import copied_for, owners
from console.game.seats import Program, fitted
from console.storage.notices import NotKept
from console.storage.settings import Change
from console.storage.store import Store
from console.text import sentences
from engine.pdn.record import GameRecord
from engine.printable import printable
from engine.rules import Rules, is_house

if TYPE_CHECKING:
    from console.game.record import Record
    from console.storage.game_index import GameIndex

T = TypeVar("T")

ANNOTATED = "--annotated"
_TIME_KEPT: Final = 0.5  # seconds; the clock on the screen ticks every second


class Archive:
    """Reads and writes stored data for the conversation, and says what was done or why it failed."""

    def __init__(self, state: State, store: Store) -> None:
        self._state = state
        self.store: Final = store
        self._time_kept = -inf

    # Settings

    def remember(self, change: Change) -> None:
        """Change the settings in use, and those that are stored for later sessions of play."""
        self._state.switches = change(self._state.switches)
        self.store.remember(change(self.store.settings))

    # The game in progress

    def keep(self) -> None:
        """Save the game in progress, or record its result if it is over. Do nothing if nothing is kept of it."""
        if self._state.activity.is_kept and self.store.records_results:
            self._keep(self._state.activity)

    def keep_time(self) -> None:
        """Save the game in progress with its running clock, at most twice a second.

        Front ends call this all the while they wait, so that a program that is killed gives no time back.
        """
        now = self._state.now()
        if self._state.table.time_left and self.store.in_progress.is_kept and now - self._time_kept >= _TIME_KEPT:
            self._time_kept = now
            self.keep()

    def _keep(self, activity: Activity) -> None:
        """Save the game of an activity, or record its result if it is over."""
        record = activity.record()
        if record.outcome is None:
            self.store.in_progress.keep(self._state.next_game.kept_in(record))
        else:
            self.store.finish(record)

    def keep_as_left(self) -> None:
        """Save the game in progress as it is left, also a suspended one, with its clocks. A fallen flag loses."""
        activity = self._state.first_activity
        table = activity.table
        is_going_on = table.game.outcome is None and activity.is_kept and self.store.in_progress.is_kept
        if is_going_on:
            if table.flag_fallen(table.game.side):
                table.game.lose_on_time(table.game.side)
            self._keep(activity)

    def is_kept_for_later(self) -> bool:
        """Return True if the game on the table is saved for the next start."""
        return self.store.in_progress.is_kept and bool(self._state.table.seats.people)

    @property
    def is_rated(self) -> bool:
        """True if the game on the table will be recorded and change the player's rating."""
        activity, is_left = self._state.activity, self._state.game.turns and not self.store.in_progress.is_kept
        return self.store.records_results and activity.is_kept and activity.table.is_rated and not is_left

    def house_names(self) -> list[str]:
        """Return the names of the house rules in their folder; none if it cannot be read."""
        with suppress(NotKept):
            return self.store.rules.names()
        return []

    def find_rules(self, name: str) -> Rules | None:
        """Return the rule set or the house rules with this name, or None.

        House rules of the game on the table need no file. Raises NotKept if there is a damaged one.
        """
        table = self._state.table.rules
        return self.store.rules.get(name) or (table if name == table.name else None)

    def other_rules(self, rules: Rules) -> Steps[None]:
        """Say so if house rules of a recorded game have the name of other rules in the user's folder."""
        own = self.store.rules.find(rules.name) if is_house(rules) else None
        if own is not None and own != rules:
            yield Say(sentences.OTHER_RULES.format(rules.name))

    def fitted(self, name: str, rules: str) -> Program:
        """Return the opponent at a player's rating under a rule set, or at the first rating if he has none."""
        record = self.record(name, rules)
        rating = record.rating if record is not None else None
        return fitted(FIRST_RATING if rating is None else rating)

    def record(self, name: str, rules: str) -> "Record | None":
        """Return the record of a player under a rule set; None if he has none or nothing can be read."""
        with suppress(NotKept):
            return next(iter(self.store.hall.records(name, rules)), None)
        return None

    def stored_spelling(self, name: str) -> str | None:
        """Return a name as it is stored with settings or results, in any capitals; None if it is not stored.

        If nothing can be stored, return the name.
        """
        if name == self.store.settings.name:
            return name
        try:
            stored = {self.store.settings.name, *self.store.others_with_games, *self.store.hall.names()}
        except NotKept:
            return name
        alike = sorted(known for known in stored if same_name(known, name))
        return name if name in alike else next(iter(alike), None)

    def leave(self, record: GameRecord) -> Steps[None]:
        """Save a game that another one replaces, and say its name. Do nothing if it is over or has no moves."""
        name = self.store.abandon(record)
        yield from self.notices()
        if name is not None:
            yield Say(f'The game you leave is saved: "load {name}" brings it back.')

    def notices(self) -> Steps[None]:
        """Say the notices of the store, for example that a file could not be written."""
        while waiting := self.store.notices.waiting:
            yield Say(waiting.pop(0))

    def attempt(self, steps: Steps[T]) -> Steps[T | None]:
        """Run a part of the conversation and return its result. After NotKept or CannotDo, say why and return None."""
        try:
            return (yield from steps)
        except (NotKept, CannotDo) as refused:
            yield Say(str(refused))
            yield from self.notices()
            return None

    # Saved games and the hall of fame

    def save(self, name: str) -> Steps[bool]:
        """Save the game under a name. Return True, because ``attempt`` returns None after an error.

        ``--annotated`` after the name adds the mistakes that a review has found as comments. Raises NotKept and
        CannotDo.
        """
        words, _, last = name.rpartition(" ")
        self.check_saving()
        activity = self._state.activity
        record = activity.record()
        if last == ANNOTATED:
            from console.text.review import with_findings

            name, mistakes = words.strip(), self._state.table.mistakes
            if mistakes is None:
                raise CannotDo('Review the game first: "review" finds what "save NAME --annotated" writes into it.')
            record = with_findings(record, mistakes)
        self.store.saved.save(name, record, activity.edited)
        activity.saved()
        yield Say(f"Saved as {self.store.saved.path(name).stem}.")
        yield from self.notices()
        return True

    def check_saving(self) -> None:
        """Raise NotKept if there is no folder for saved games, and CannotDo if there is no game to save."""
        _ = self.store.saved
        if not self._state.activity.record().turns:
            raise CannotDo("There is no move to save yet.")

    def as_own(self, record: GameRecord) -> Steps[GameRecord]:
        """Return a game for the player to go on with. Of another player's it is a copy, which does not count."""
        own = copied_for(record, self.store.player.me(), self.store.new_tags())
        if own is not record:
            yield Say(f"That is {owners(record)[0]}'s game: you go on with a copy, which counts for nobody.")
        return own

    def show_games(self) -> Steps[bool]:
        """Show the saved games; return True if there are any. Raises NotKept."""
        from console.dialogue.lists import games_list

        games = self.store.saved.listed()
        yield games_list(games)
        yield from self.notices()
        return bool(games)

    def library(self) -> "Steps[GameIndex]":
        """Update the index of games and return it. If the reading was stopped or failed, say so. Raises NotKept."""
        library = self.store.library
        progress, end = "", ""

        def report(name: str, done: int, total: int) -> None:
            nonlocal progress
            progress = f"{100 * done // max(1, total)}%, {printable(name)}"

        def work(stop: Callable[[], bool]) -> None:
            nonlocal end
            try:
                library.read_games(report, stop)
                end = "The rest of the archive will be read next time." if stop() else ""
            except NotKept as error:
                end = str(error)

        if library.has_unread_games():
            yield Prepare("Looking through the archive", work, lambda: progress)
        if end:
            yield Say(end)
        yield from self.notices()
        return library.index

    def show_fame(self) -> Steps[None]:
        """Show the hall of fame. Raises NotKept."""
        from console.dialogue.lists import hall_list

        table = self._state.table
        yield hall_list(self.store.hall.records(), table.names[table.home])
        yield from self.notices()


def cut_off(record: GameRecord) -> Steps[None]:
    """Say so if a recorded game could not be read to its end."""
    if record.problem is not None:
        yield Say(sentences.CUT_OFF.format(record.problem.line, record.problem.reason))
