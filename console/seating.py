"""Sitting down: whose game it is, the game to go on with, and games that are kept, saved and loaded."""

from typing import Final

from console import phrases
from console.asking import Asking
from console.options import Options, default_jumping, name_of
from console.seats import Seats, seats_of
from console.steps import Cause, Kind, Played, Say, Show, Talk, Topic
from console.store import NotKept, Store
from console.table import COMPUTER
from console.words import Command, is_yes, read_word
from engine.game import Game
from engine.pdn import GameRecord

_OF_A_NEW_GAME: Final = frozenset({"first", "fen", "rules", "jumping"})
_SHOWING: Final = ("save", "games", "fame")


class Seating(Asking):
    """A table that players sit down at. Without a ``store`` nothing is kept."""

    def __init__(self, options: Options, store: Store | None = None) -> None:
        super().__init__(options)
        self.store = store
        self._options = options
        self._player = options.name or ""

    # The game in progress

    def _keep(self) -> None:
        """Hold the game as it now stands; if it is over, count it."""
        if self.store is None:
            return
        record = self.record()
        if record.outcome is None:
            self.store.keep(record)
        else:
            self.store.finish(record)

    def _tell(self) -> Talk[None]:
        """Say what the store has to tell."""
        for notice in self.store.notices() if self.store else ():
            yield Say(notice)

    def _leave(self, record: GameRecord) -> Talk[None]:
        """Turn from a game, finished or not, to another."""
        name = self.store.abandon(record) if self.store else None
        yield from self._tell()
        if name is not None:
            yield Say(phrases.kept_as(name))

    def _go_on(self) -> Talk[bool]:
        """Sit down at the game the options bring, or at the one that was in progress if the player likes to."""
        kept = self.store.unfinished() if self.store else None
        yield from self._tell()
        options = self._options
        record = options.record
        asked_for = record is not None or bool(options.given & _OF_A_NEW_GAME)
        if kept is not None and not asked_for:
            question = phrases.ask_go_on(seats_of(kept), len(kept.turns))
            if is_yes((yield from self._ask(question, Kind.GO_ON))):
                record, kept = kept, None
        if kept is not None:
            yield from self._leave(kept)
        if record is None:
            return False
        yield from self._sit_down(record)
        return True

    # The questions before the game

    def _ask_name(self) -> Talk[None]:
        usual = self._options.usual_name
        while not self._player:
            line = yield from self._ask(phrases.ask_name(usual), Kind.NAME)
            try:
                self._player = name_of(line if line.strip() else usual or line)
            except ValueError:
                yield Say(phrases.BAD_NAME)
            else:
                if self.store and line.strip():
                    self.store.remember(name=self._player)

    def _ask_first(self) -> Talk[bool | GameRecord]:
        """Whether the player goes first; a game if he would rather load one."""
        if self._options.first is not None:
            return self._options.first
        while True:
            answer = yield from self._ask(phrases.ASK_FIRST, Kind.FIRST)
            word = read_word(answer)
            if word is None or word.name != "load":
                return is_yes(answer)
            loaded = yield from self._load(word.argument)
            if loaded is not None:
                return loaded

    def _sit_down(self, record: GameRecord | None = None) -> Talk[None]:
        """Begin a game, or take up one on record; whose it is its tags say, or else the player."""
        yield from self._leave(self.record())
        seats = self._seats(record)
        first: bool | GameRecord = True
        if seats is None:
            yield from self._ask_name()
            first = yield from self._ask_first()
            if not isinstance(first, bool):
                yield from self._sit_down(first)
                return
        if record is None:
            self._set_up()
        else:
            self._take_up(record)
        if seats is None or seats.computers is None:
            self.home = self.game.side if first else 1 - self.game.side
            self.computers = frozenset({1 - self.home})
            self.names = [COMPUTER, COMPUTER]
            self.names[self.home] = self._player
        else:
            self.home, self.computers, self.names = seats.home, seats.computers, list(seats.names)
            self._player = self.names[self.home]
        self.flipped = False
        if record is not None and self.game.outcome is None:
            self._keep()
        yield Say(
            phrases.seated(self.names, self.computers, self.home, f"{self.rules.name}, {self.jumping}", self.level)
        )
        yield Played(self.game.position, Cause.START)

    def _seats(self, record: GameRecord | None) -> Seats | None:
        """Who plays in a game on record; None if that is still to be asked."""
        if record is None or (record is self._options.record and self._options.first is not None):
            return None
        seats = seats_of(record)
        return None if seats.computers is None else seats

    def _set_up(self) -> None:
        """A new game on the board."""
        if self.chosen is not None:
            self.rules, self.jumping, self.chosen = self.chosen.rules, self.chosen.jumping, None
            if self.store:
                # The usual kind of one rule set must not become the choice for another.
                usual = self.jumping == default_jumping(self.rules)
                self.store.remember(rules=self.rules.name, jumping=None if usual else self.jumping)
        # The position that was asked for belongs to the rules it came with.
        start = self._options.start if self.rules.name == self._options.rules else None
        self.game = Game(self.rules, self.jumping, start)
        self.tags = self.store.begin() if self.store else {}
        self.helped = False

    def _take_up(self, record: GameRecord) -> None:
        """A game on record on the board."""
        self.rules, self.jumping = record.rules, record.jumping
        self.game = record.game()
        self.tags = dict(record.tags)
        seats = seats_of(record)
        self.helped = seats.helped
        if seats.level is not None and "level" not in self._options.given:
            self.level = seats.level
        if record is self._options.record and self._options.ply is not None:
            self.game.go_to(self._options.ply)

    # Saved games and the hall of fame

    def _ask(self, prompt: str, kind: Kind) -> Talk[str]:
        """Put a question at which games can be saved and listed as well."""
        while True:
            line = yield from super()._ask(prompt, kind)
            word = None if kind in (Kind.NAME, Kind.MOVE) else read_word(line)
            if word is None or word.name not in _SHOWING:
                return line
            yield from self._obey_store(word)

    def _obey_store(self, word: Command) -> Talk[None]:
        """Save the game, or show what is kept."""
        if self.store is None:
            yield Say(phrases.NOTHING_KEPT)
            return
        try:
            match word.name:
                case "save" if not self.game.ply:
                    yield Say(phrases.NOTHING_TO_SAVE)
                case "save" if not word.argument:
                    yield Say(phrases.SAVE_AS)
                case "save":
                    self.store.save(word.argument, self.record())
                    yield Say(phrases.saved(word.argument))
                case "games":
                    yield Show(Topic.GAMES, lines=tuple(phrases.games(self.store.games())))
                case "fame":
                    yield Show(Topic.FAME, lines=tuple(phrases.fame(self.store.hall())))
        except NotKept as error:
            yield Say(str(error))
        yield from self._tell()

    def _load(self, words: str) -> Talk[GameRecord | None]:
        """The game of a name; None after saying why there is none."""
        if self.store is None:
            yield Say(phrases.NOTHING_KEPT)
        elif not words:
            yield Say(phrases.LOAD_WHICH)
        else:
            try:
                return self.store.load(words)
            except NotKept as error:
                yield Say(str(error))
        return None
