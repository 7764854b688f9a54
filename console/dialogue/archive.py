"""What is kept beyond this conversation: the game in progress, saved games, settings and the hall of fame."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from console.dialogue.messages import Prepare, Say, Show, Steps, Topic
from console.dialogue.state import State
from console.game.engine_choice import settings_of
from console.storage.hall_of_fame import Progress, with_founders
from console.storage.saved_games import UNFINISHED, SavedGame
from console.storage.settings import Settings
from console.storage.solved_problems import SolvedProblems
from console.storage.store import NothingKept, NotKept, Store
from console.text import sentences
from console.text.findings import with_findings
from engine.pdn.record import GameRecord

if TYPE_CHECKING:
    from console.storage.game_index import GameIndex

T = TypeVar("T")

ANNOTATED = "--annotated"


class _Reading:
    """Has the games of the user's files in the index, on whatever thread that is done."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told = ""
        self.trouble = ""
        self.stopped = False

    def work(self, stop: Callable[[], bool]) -> None:
        """Do it until done or until ``stop`` says so."""
        try:
            self._store.read_games(self._hear, stop)
            self.stopped = stop()
        except NotKept as error:
            self.trouble = str(error)

    def _hear(self, name: str, done: int, total: int) -> None:
        self._told = sentences.percent_read(name, done, total)

    def progress(self) -> str:
        """How far it is."""
        return self._told


class Archive:
    """The store as the conversation uses it; without a ``store`` nothing is kept, and it is said where that matters."""

    def __init__(self, state: State, store: Store | None = None) -> None:
        self._state = state
        self._store = store
        self._problems: Store = store if store is not None else NothingKept("", telling=False)

    # Settings

    def remember(self, change: Callable[[Settings], Settings]) -> None:
        """Change the settings for this and later sessions of play, as they are remembered now."""
        if self._store is not None:
            self._store.remember(change(self._store.settings))

    def engines(self) -> list[tuple[str, dict[str, str]]]:
        """The engines that played before, the latest first: what starts each, and its parameters that were set."""
        known = self._store.settings.engines if self._store is not None else ()
        return [(engine[0], settings_of(engine)) for engine in known]

    # The game in progress

    def new_tags(self) -> dict[str, str]:
        """The tags of a game that begins now."""
        return self._store.begin() if self._store is not None else {}

    def unfinished(self) -> GameRecord | None:
        """The game that was in progress when the last session ended."""
        return self._store.unfinished() if self._store is not None else None

    def keep(self) -> None:
        """Hold the game as it now stands, or count it if it is over; no demonstration, problem or study is kept."""
        if self._store is None or not self._state.is_kept:
            return
        record = self._state.record()
        if record.outcome is None:
            self._store.keep(record)
        else:
            self._store.finish(record)

    def holds(self) -> bool:
        """Whether the game on the table is held for the next start."""
        return self._store is not None and self._store.holds and not self._state.is_demo

    def progress(self) -> Progress | None:
        """What the game, which is over, has done to the player's rating; None where it did not count."""
        if self._store is None or not self._state.is_kept:
            return None
        return self._store.progress(self._state.record())

    def record_by_level(self) -> dict[int, tuple[int, int, int]]:
        """What the player has won, drawn and lost against each level under these rules; empty where nothing is kept."""
        state = self._state
        try:
            hall = self._store.hall() if self._store is not None else []
        except NotKept:
            return {}
        key = state.names[state.home], state.rules.name
        return {
            level: (won, drawn, lost)
            for row in hall
            if (row.name, row.rules) == key
            for level, won, drawn, lost in row.by_level
        }

    def is_new(self, name: str) -> bool:
        """Whether a player of this name was never here, as far as that is kept; nobody is new where nothing is."""
        try:
            return (
                self._store is not None
                and name != self._store.settings.name
                and all(row.name != name for row in self._store.hall())
            )
        except NotKept:
            return False

    def leave(self, record: GameRecord) -> Steps[None]:
        """Turn from a game, finished or not, to another."""
        name = self._store.abandon(record) if self._store is not None else None
        yield from self.notices()
        if name is not None:
            yield Say(sentences.kept_as(name))

    def notices(self) -> Steps[None]:
        """Say what the store has to tell."""
        for notice in self._store.notices() if self._store is not None else ():
            yield Say(notice)

    # Problems

    def solved(self) -> SolvedProblems:
        """What the player has done with problems."""
        return self._problems.solved()

    def keep_solved(self, change: Callable[[SolvedProblems], SolvedProblems]) -> SolvedProblems:
        """Have that changed; how it is then."""
        return self._problems.keep_solved(change)

    # Saved games and the hall of fame

    def save(self, name: str) -> Steps[bool]:
        """Save the game under a name, with what a review has found in it if ``--annotated`` stands behind that.

        Returns whether it was saved.
        """
        words, _, last = name.rpartition(" ")
        with_review = last == ANNOTATED
        name = words.strip() if with_review else name
        done = False
        if with_review and self._state.findings is None:
            yield Say(sentences.REVIEW_FIRST)
        elif (yield from self.has_something_to_save()):
            assert self._store is not None
            findings = self._state.findings if with_review else None
            try:
                self._store.save(name, with_findings(self._state.record(), findings or ()))
                done = True
                if self._state.study is not None:
                    self._state.study.saved()
                yield Say(sentences.saved(name))
            except NotKept as error:
                yield Say(str(error))
        yield from self.notices()
        return done

    def has_something_to_save(self) -> Steps[bool]:
        """Whether there is a game to save, and where to; says why not."""
        if self._store is None:
            yield Say(sentences.NOTHING_KEPT)
        elif not self._state.record().turns:
            yield Say(sentences.NOTHING_TO_SAVE)
        else:
            return True
        return False

    def load(self, words: str) -> Steps[GameRecord | None]:
        """The game of a name; None after saying why there is none."""
        if self._store is None:
            yield Say(sentences.NOTHING_KEPT)
        else:
            try:
                return self._store.load(words)
            except NotKept as error:
                yield Say(str(error))
        return None

    def show_games(self) -> Steps[bool]:
        """Show the saved games; whether there are any."""
        games: tuple[SavedGame, ...] = ()
        if self._store is None:
            yield Say(sentences.NOTHING_KEPT)
            return False
        try:
            games = tuple(self._store.games())
            yield Show(Topic.GAMES, games=games)
        except NotKept as error:
            yield Say(str(error))
        yield from self.notices()
        return bool(games)

    def library(self) -> "Steps[GameIndex | None]":
        """The index of games; None after saying why there is none."""
        if self._store is None:
            yield Say(sentences.NOTHING_KEPT)
            return None
        try:
            library = self._store.library()
            if self._store.has_unread_games():
                reading = _Reading(self._store)
                yield Prepare(sentences.READING_GAMES, reading.work, reading.progress)
                if reading.trouble:
                    yield Say(reading.trouble)
                elif reading.stopped:
                    yield Say(sentences.READ_SO_FAR)
        except NotKept as error:
            yield Say(str(error))
            return None
        yield from self.notices()
        return library

    def ask_library(self, question: "Callable[[GameIndex], T]") -> "Steps[T | None]":
        """What the index of games answers; None after saying why it does not."""
        from console.storage.game_index import IndexTrouble

        library = yield from self.library()
        if library is not None:
            try:
                return question(library)
            except IndexTrouble as error:
                yield Say(str(error))
        return None

    def leave_study(self) -> Steps[None]:
        """Turn from a study; one that was changed and not saved is saved beside the games that were left."""
        study = self._state.study
        if study is None or not study.is_changed or self._store is None:
            return
        try:
            self._store.save(UNFINISHED, study.record)
            yield Say(sentences.study_kept_as(UNFINISHED))
        except NotKept as error:
            yield Say(str(error))
        study.saved()

    def show_fame(self) -> Steps[None]:
        """Show the hall of fame."""
        if self._store is None:
            yield Say(sentences.NOTHING_KEPT)
            return
        try:
            yield Show(Topic.FAME, hall=tuple(with_founders(self._store.hall())))
        except NotKept as error:
            yield Say(str(error))
        yield from self.notices()
