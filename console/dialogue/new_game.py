"""A new game, or one on record: the questions before it, and how it comes on the table."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from random import Random
from typing import Final

from console.dialogue import kinds
from console.dialogue.archive import Archive
from console.dialogue.engines import Engines
from console.dialogue.messages import Cause, Played, Say, Steps
from console.dialogue.prompt_words import read_word
from console.dialogue.questions import Questions
from console.dialogue.state import COMPUTER, Pairing, State
from console.game.clock import GameClock
from console.game.options import Options, default_jumping, name_of
from console.game.player_tags import RecordedPlayers, players_of
from console.game.rule_choice import RuleChoice
from console.text import sentences
from console.text.voices import VOICES
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.pdn.record import GameRecord
from engine.position import Position


class NewGameWanted(Exception):
    """The game on the table is left for the next."""


_OF_A_NEW_GAME: Final = frozenset({"first", "fen", "rules", "jumping", "players"})


class Offer(Enum):
    """What is offered to a newcomer, in this order."""

    LESSONS = auto()
    LEVEL = auto()


class NewGame:
    """Begins games. It knows the players' names, which are asked for once, and what the command line wished."""

    def __init__(
        self,
        state: State,
        questions: Questions,
        archive: Archive,
        options: Options,
        rng: Random,
        now: Callable[[], float],
        engines: Engines,
    ) -> None:
        self._state = state
        self._engines = engines
        self._questions = questions
        self._archive = archive
        self._options = options
        self._rng = rng
        self._now = now
        self._other = options.other or ""
        self._met = 0
        self.player = options.name or ""
        self._offers: list[Offer] = []

    def first(self) -> Steps[None]:
        """Begin the game that the options bring, or the one that was in progress if the player likes, or a new one."""
        options = self._options
        kept = self._archive.unfinished() if options.players != "demo" else None
        yield from self._archive.notices()
        record = options.record
        asked_for = record is not None or bool(options.given & _OF_A_NEW_GAME)
        if kept is not None and not asked_for:
            question = sentences.ask_go_on(players_of(kept), len(kept.turns))
            if (yield from self._questions.ask_yes(question, kinds.GO_ON)):
                record, kept = kept, None
        if kept is not None:
            yield from self._archive.leave(kept)
        yield from self.begin(record)

    def begin(self, record: GameRecord | None = None) -> Steps[None]:
        """Begin a new game, or take up one on record, after the questions that it takes."""
        yield from self._leave()
        record, goes_first = yield from self._agree(record)
        if record is None:
            self._set_up()
        else:
            self._take_up(record)
        self._pair(record, goes_first)
        if self._state.computers:
            yield from self._engines.ready()
        if record is not None and self._state.game.outcome is None:
            self._archive.keep()
        yield from self._announce(ballot=record is None)
        state = self._state
        if state.clock is None and state.game.outcome is None and GameClock.is_in(state.tags):
            yield Say(sentences.NO_CLOCK)

    def study(self, record: GameRecord) -> Steps[None]:
        """Put a game on record on the table to be looked at."""
        yield from self._leave()
        state = self._state
        state.begin_study(record)
        yield Say(sentences.study_begins(*state.names, len(record.turns)))
        yield Played(state.game.position, Cause.START)

    def _leave(self) -> Steps[None]:
        """Turn from the game on the table."""
        if self._state.study is not None:
            yield from self._archive.leave_study()
        elif self._state.is_kept:
            yield from self._archive.leave(self._state.record())

    def offer(self) -> Offer | None:
        """What a player whose name is not known is to be offered before his first move; None if nothing is left."""
        state = self._state
        if not state.computers:
            return None
        due = [offer for offer in self._offers if not (state.teaching if offer is Offer.LESSONS else self._levelled)]
        return due[0] if due else None

    @property
    def _levelled(self) -> bool:
        """Whether the player has chosen a level himself."""
        return "level" in self._options.given or self._state.level != self._options.level

    def settle(self, *offers: Offer) -> None:
        """These offers have been answered."""
        self._offers = [offer for offer in self._offers if offer not in offers]

    def meet(self) -> Steps[None]:
        """Say who the opponent is, unless that was said before."""
        state = self._state
        if len(state.computers) == 1 and not state.engine and self._met != state.level:
            self._met = state.level
            yield Say(sentences.meeting(state.opponent, VOICES[state.level].about))

    @property
    def has_begun(self) -> bool:
        """True once a game was on the table."""
        return any(self._state.names)

    def rename(self, named: str) -> Steps[None]:
        """Call the player by another name from the next game on."""
        try:
            if not named:
                raise ValueError(named)
            self.player = name_of(named)
        except ValueError:
            yield Say(sentences.BAD_NAME if named else sentences.NAME_HOW)
            return
        self._archive.remember(lambda settings: replace(settings, name=self.player))
        yield Say(sentences.renamed(self.player))

    # The questions

    def ask_name(self) -> Steps[str]:
        """What the player is called."""
        yield from self._ask_names()
        return self.player

    def _agree(self, record: GameRecord | None) -> Steps[tuple[GameRecord | None, bool]]:
        """Which game is played, and whether the player goes first in it where its record does not say who plays.

        At that question another game may be loaded, which may raise it again.
        """
        while self._players_on(record) is None and self._state.next_game.players != "demo":
            yield from self._ask_names()
            if record is None and self._state.next_game.side is not None:
                break
            try:
                answer = yield from self._ask_first()
            except NewGameWanted:
                record = None
                continue
            if isinstance(answer, bool):
                return record, answer
            record = answer
        return record, True

    def _players_on(self, record: GameRecord | None) -> RecordedPlayers | None:
        """Who plays in a game on record; None if that is still to be asked."""
        if record is None or (record is self._options.record and self._options.first is not None):
            return None
        players = players_of(record)
        return None if players.computers is None else players

    def _ask_names(self) -> Steps[None]:
        """Ask for the names that are wanted and not yet known."""
        usual = self._options.usual_name
        while not self.player:
            line = yield from self._questions.ask_line(sentences.ask_name(usual), kinds.NAME)
            try:
                self.player = name_of(line if line.strip() else usual or line)
            except ValueError:
                yield Say(sentences.BAD_NAME)
            else:
                new = self._options.at_terminal and self._archive.is_new(self.player)
                self._offers = list(Offer) if new else []
                if line.strip():
                    self._archive.remember(lambda settings: replace(settings, name=self.player))
        while self._state.next_game.players == "two" and not self._other:
            line = yield from self._questions.ask_line(sentences.ASK_OTHER_NAME, kinds.OTHER_NAME)
            try:
                self._other = name_of(line) if line.strip() else sentences.GUEST
            except ValueError:
                yield Say(sentences.BAD_NAME)

    def _ask_first(self) -> Steps[bool | GameRecord]:
        """Whether the player goes first; a game if he would rather load one."""
        if self._options.first is not None:
            return self._options.first
        one = self._state.next_game.players == "one"
        prompt = sentences.ASK_FIRST if one else sentences.ask_first(self.player)
        while True:
            answer = yield from self._questions.ask_line(prompt, kinds.FIRST)
            word = read_word(answer)
            if word is None or word.name != "load":
                return (yield from self._questions.means_yes(answer))
            loaded = yield from self._questions.load(word.argument)
            if loaded is not None:
                return loaded

    # The game on the table

    def _set_up(self) -> None:
        """Put a new game on the table, after the three moves of a ballot if they were wished."""
        state, plan = self._state, self._state.next_game
        # The position that was asked for belongs to the rules it came with; chosen ones wait for the game after.
        chosen = plan.rule_choice if plan.position is None else None
        choice = chosen or RuleChoice(state.rules, state.jumping)
        asked_for = choice.rules.name == self._options.rules and plan.ballot is None
        start = plan.position or (self._options.start if asked_for else None)
        state.plan(replace(plan, position=None, ballot=None, rule_choice=None if chosen else plan.rule_choice))
        game = Game(choice.rules, choice.jumping, start)
        self._draw_ballot(game, self._options.ballot if plan.ballot is None else plan.ballot)
        clock = GameClock(plan.control, self._now) if plan.control else None
        state.begin(game, clock, self._archive.new_tags())
        if chosen is not None:
            # The usual kind of one rule set must not become the choice for another.
            jumping = None if chosen.jumping == default_jumping(chosen.rules) else chosen.jumping
            self._archive.remember(lambda settings: replace(settings, rules=chosen.rules.name, jumping=jumping))

    def _draw_ballot(self, game: Game, wished: int | None) -> None:
        """Play the opening of a ballot, if one is wished and the rules have ballots."""
        if wished is not None and game.start == Position.start(game.rules):
            from ai.match.ballots import BALLOTS, has_ballots, play_ballot

            if has_ballots(game.rules):
                play_ballot(game, wished or self._rng.randint(1, len(BALLOTS)))

    def _take_up(self, record: GameRecord) -> None:
        """Put a game on record on the table."""
        players = players_of(record)
        game = record.game()
        if record is self._options.record and self._options.ply is not None:
            game.go_to(self._options.ply)
        clock = GameClock.of_tags(dict(record.tags), self._now)
        self._state.take_up(record, game, clock, players.helped)
        if players.level is not None and "level" not in self._options.given:
            self._state.take_up_level(players.level)

    def _pair(self, record: GameRecord | None, goes_first: bool) -> None:
        """Say who plays which side: as the record has them, or as they have agreed."""
        state, recorded = self._state, self._players_on(record)
        if recorded is not None and recorded.computers is not None:
            # Who played there for the computer does not sit here: an engine of a game on record is not started.
            names = (COMPUTER if side in recorded.computers else name for side, name in enumerate(recorded.names))
            black, white = names
            state.pair(Pairing((black, white), recorded.computers, recorded.home))
            state.plan(replace(state.next_game, players="one" if recorded.computers else "two"))
            self.player = state.names[state.home]
            return
        starter = state.game.start.side if record is None else state.game.side
        wished = state.next_game.side if record is None else None
        home = wished if wished is not None else starter if goes_first else 1 - starter
        state.plan(replace(state.next_game, side=None))
        players = state.next_game.players
        computers = {"one": {1 - home}, "two": set[int](), "demo": {BLACK, WHITE}}[players]
        own, other = {"one": (self.player, COMPUTER), "two": (self.player, self._other)}.get(players, (COMPUTER,) * 2)
        state.pair(Pairing((own, other) if home == BLACK else (other, own), frozenset(computers), home))

    def _announce(self, ballot: bool) -> Steps[None]:
        """Tell who plays by which rules, and the opening if it was drawn."""
        state = self._state
        rules = str(RuleChoice(state.rules, state.jumping))
        white = state.white_look()
        yield Say(
            sentences.players_told(
                state.names, state.computers, state.home, rules, None if state.engine else state.level, white
            )
        )
        if self._levelled or Offer.LEVEL not in self._offers:
            yield from self.meet()
        if ballot and state.game.ply:
            yield Say(sentences.ballot([turn.move for turn in state.game.turns], state.naming))
        yield Played(state.game.position, Cause.START)
