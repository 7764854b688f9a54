"""Sitting down: whose game it is, the game to go on with, and games that are kept, saved and loaded."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from console.dialogue.messages import Cause, Kind, Played, Say, Show, Talk, Topic
from console.dialogue.prompt_words import Command, is_yes, read_word
from console.dialogue.questions import Asking
from console.dialogue.state import COMPUTER
from console.game.clock import Control, GameClock
from console.game.options import Options, default_jumping, name_of
from console.game.player_tags import Seats, seats_of
from console.storage.store import NotKept, Store
from console.text import sentences
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.pdn.writer import GameRecord
from engine.position import Position

_OF_A_NEW_GAME: Final = frozenset({"first", "fen", "rules", "jumping", "players"})
_SHOWING: Final = ("save", "games", "fame")
_ON_THE_CLOCK: Final = (Kind.MOVE, Kind.MULTIPLE, Kind.NEXT_SQUARE, Kind.HUFF)


class FlagFell(Exception):
    """The time of whom was asked is up."""


class Seating(Asking):
    """A table that players sit down at. Without a ``store`` nothing is kept."""

    def __init__(self, options: Options, store: Store | None = None, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(options)
        self.store = store
        self._options = options
        self._player = options.name or ""
        self._other = options.other or ""
        self.players = options.players
        self.position_wanted: Position | None = None
        self.control = options.clock
        self._now = now
        if store is not None:
            self.thinking, self.turning = store.settings.thinking, store.settings.turning

    # The clock

    def _run_clock(self) -> None:
        """Let the clock of whom is to move run, or none in a game that is over."""
        if self.clock is not None:
            if self.game.outcome is None:
                self.clock.run(self.game.side)
            else:
                self.clock.stop()

    def _moved(self, side: int) -> None:
        """A side has moved: its clock stops, and the game is kept."""
        if self.clock is not None:
            self.clock.press(side)
        self._keep()

    def flag_fell(self, side: int) -> bool:
        """Whether a side's time is up; if so the game is over."""
        if self.clock is None or not self.clock.fallen(side):
            return False
        self.game.lose_on_time(side)
        self._keep()
        return True

    def _set_clock(self, argument: str) -> str:
        """Set the clock of the next game, or tell it; the sentence that says so."""
        if argument:
            try:
                self.control = Control.read(argument)
            except ValueError:
                return sentences.BAD_CLOCK
            if self.store:
                self.store.remember(replace(self.store.settings, clock=str(self.control or "")))
        return sentences.clock_set(self.control, self.clock.control if self.clock else None)

    def _switch(self, field: str, sentences: tuple[str, str]) -> str:
        """Turn something on or off; the sentence that says so."""
        on = not getattr(self, field)
        setattr(self, field, on)
        if self.store:
            changes: dict[str, Any] = {field: on}
            self.store.remember(replace(self.store.settings, **changes))
        return sentences[on]

    # The game in progress

    def _keep(self) -> None:
        """Hold the game as it now stands; if it is over, count it."""
        if self.store is None or self.is_demo:
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
            yield Say(sentences.kept_as(name))

    def _go_on(self) -> Talk[bool]:
        """Sit down at the game the options bring, or at the one that was in progress if the player likes to."""
        options = self._options
        kept = self.store.unfinished() if self.store and options.players != "demo" else None
        yield from self._tell()
        record = options.record
        asked_for = record is not None or bool(options.given & _OF_A_NEW_GAME)
        if kept is not None and not asked_for:
            question = sentences.ask_go_on(seats_of(kept), len(kept.turns))
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
            line = yield from self._ask(sentences.ask_name(usual), Kind.NAME)
            try:
                self._player = name_of(line if line.strip() else usual or line)
            except ValueError:
                yield Say(sentences.BAD_NAME)
            else:
                if self.store and line.strip():
                    self.store.remember(replace(self.store.settings, name=self._player))

    def _ask_other_name(self) -> Talk[None]:
        """The name of the second player at the board."""
        while not self._other:
            line = yield from self._ask(sentences.ASK_OTHER_NAME, Kind.OTHER_NAME)
            try:
                self._other = name_of(line) if line.strip() else sentences.GUEST
            except ValueError:
                yield Say(sentences.BAD_NAME)

    def _ask_first(self) -> Talk[bool | GameRecord]:
        """Whether the player goes first; a game if he would rather load one."""
        if self._options.first is not None:
            return self._options.first
        prompt = sentences.ASK_FIRST if self.players == "one" else sentences.ask_first(self._player)
        while True:
            answer = yield from self._ask(prompt, Kind.FIRST)
            word = read_word(answer)
            if word is None or word.name != "load":
                return is_yes(answer)
            loaded = yield from self._load(word.argument)
            if loaded is not None:
                return loaded

    def _sit_down(self, record: GameRecord | None = None) -> Talk[None]:
        """Begin a game, or take up one on record; whose it is its tags say, or else the player."""
        if not self.is_demo:
            yield from self._leave(self.record())
        seats = self._seats(record)
        first: bool | GameRecord = True
        if seats is None and self.players != "demo":
            yield from self._ask_name()
            if self.players == "two":
                yield from self._ask_other_name()
            first = yield from self._ask_first()
            if not isinstance(first, bool):
                yield from self._sit_down(first)
                return
        if record is None:
            self._set_up()
        else:
            self._take_up(record)
        if seats is None or seats.computers is None:
            starter = self.game.start.side if record is None else self.game.side
            self.home = starter if first else 1 - starter
            self.computers = {
                "one": frozenset({1 - self.home}),
                "two": frozenset[int](),
                "demo": frozenset({BLACK, WHITE}),
            }[self.players]
            self.names = [COMPUTER, COMPUTER]
            if self.players != "demo":
                self.names[self.home] = self._player
            if self.players == "two":
                self.names[1 - self.home] = self._other
        else:
            self.home, self.computers, self.names = seats.home, seats.computers, list(seats.names)
            self._player = self.names[self.home]
            self.players = "one" if seats.computers else "two"
        self.flipped = False
        if record is not None and self.game.outcome is None:
            self._keep()
        yield Say(
            sentences.seated(self.names, self.computers, self.home, f"{self.rules.name}, {self.jumping}", self.level)
        )
        if record is None and self.game.ply:
            yield Say(sentences.ballot([turn.move for turn in self.game.turns], self.naming))
        yield Played(self.game.position, Cause.START)

    def _seats(self, record: GameRecord | None) -> Seats | None:
        """Who plays in a game on record; None if that is still to be asked."""
        if record is None or (record is self._options.record and self._options.first is not None):
            return None
        seats = seats_of(record)
        return None if seats.computers is None else seats

    def _set_up(self) -> None:
        """A new game on the board."""
        if self.chosen is not None and self.position_wanted is None:
            self.rules, self.jumping, self.chosen = self.chosen.rules, self.chosen.jumping, None
            if self.store:
                # The usual kind of one rule set must not become the choice for another.
                jumping = None if self.jumping == default_jumping(self.rules) else self.jumping
                self.store.remember(replace(self.store.settings, rules=self.rules.name, jumping=jumping))
        # The position that was asked for belongs to the rules it came with; chosen ones wait for the game after.
        start = self.position_wanted or (self._options.start if self.rules.name == self._options.rules else None)
        self.position_wanted = None
        self.clock = GameClock(self.control, self._now) if self.control else None
        self.game = Game(self.rules, self.jumping, start)
        self.tags = self.store.begin() if self.store else {}
        self.helped = False

    def _take_up(self, record: GameRecord) -> None:
        """A game on record on the board."""
        self.rules, self.jumping = record.rules, record.jumping
        self.game = record.game()
        self.tags = dict(record.tags)
        self.clock = GameClock.of_tags(self.tags, self._now)
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
            if kind in _ON_THE_CLOCK and self.clock is not None and self.clock.fallen(self.game.side):
                raise FlagFell
            word = None if kind in (Kind.NAME, Kind.MOVE) else read_word(line)
            if word is None or word.name not in _SHOWING:
                return line
            yield from self._obey_store(word)

    def _obey_store(self, word: Command) -> Talk[None]:
        """Save the game, or show what is kept."""
        if self.store is None:
            yield Say(sentences.NOTHING_KEPT)
            return
        try:
            match word.name:
                case "save" if not self.game.ply:
                    yield Say(sentences.NOTHING_TO_SAVE)
                case "save" if not word.argument:
                    yield Say(sentences.SAVE_AS)
                case "save":
                    self.store.save(word.argument, self.record())
                    yield Say(sentences.saved(word.argument))
                case "games":
                    yield Show(Topic.GAMES, games=tuple(self.store.games()))
                case "fame":
                    yield Show(Topic.FAME, hall=tuple(self.store.hall()))
        except NotKept as error:
            yield Say(str(error))
        yield from self._tell()

    def _load(self, words: str) -> Talk[GameRecord | None]:
        """The game of a name; None after saying why there is none."""
        if self.store is None:
            yield Say(sentences.NOTHING_KEPT)
        elif not words:
            yield Say(sentences.LOAD_WHICH)
        else:
            try:
                return self.store.load(words)
            except NotKept as error:
                yield Say(str(error))
        return None
