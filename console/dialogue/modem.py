"""A game over a line: how it is agreed on, and what comes while a question is open.

The other player has no question of his own here: what he does comes as news while one of ours is open, and it is put
again if it still stands.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from console.dialogue import kinds
from console.dialogue.archive import Archive
from console.dialogue.connection import Connection, NoLine
from console.dialogue.ending import Ending
from console.dialogue.messages import Answer, Cause, Played, Say, Steps, T
from console.dialogue.new_game import NewGame
from console.dialogue.offers import Offers
from console.dialogue.player import Player
from console.dialogue.prompt_words import Command, Place, is_no, is_yes, read_word, unknown_word
from console.dialogue.questions import FlagFell, Left, Questions
from console.dialogue.state import Pairing, State
from console.game.clock import Control, GameClock
from console.game.options import Options
from console.game.player_tags import players_of
from console.text import modem, sentences
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side
from engine.notation import UnreadableMove, parse_squares
from engine.pdn.record import GameRecord
from engine.rules import RULE_SETS

if TYPE_CHECKING:
    from ai.dxp.people import Asked, Event, Moved, Terms

Handlers = Mapping[str, Callable[[Command], Steps[None]]]
_TAG: Final = "Line"
"""In a record: the side that is played over a line."""

_FOR_A_REQUEST: Final = 20.0  # seconds that a caller may take to ask for a game
_GRACE: Final = 5.0  # seconds between the fall of the other's flag here and the claim: his clock is his own
_BELIEVED: Final = 10.0  # seconds on our own clock with which the other may claim that it has run out
_LATE: Final = 1.0  # seconds by which a move may take longer here than where it was made
_MOST_AHEAD: Final = 8
_MOST_SAID, _SAID_SECONDS = 20, 10.0


class _Changed(Exception):
    """The question that was open does not stand any more."""


class _Stage(Enum):
    """How far it has come: no line yet, a line without a game, one asked for by us, or a game on the table."""

    APART = auto()
    CONNECTED = auto()
    ASKED = auto()
    PLAYING = auto()


class ModemPlay:
    """Plays games over a line, from the name to the farewell; ``close`` hangs up wherever it is."""

    def __init__(
        self,
        state: State,
        questions: Questions,
        archive: Archive,
        player: Player,
        new_game: NewGame,
        options: Options,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._state = state
        self._questions = questions
        self._archive = archive
        self._player = player
        self._new_game = new_game
        self._ending = Ending(state, archive)
        self._options = options
        self._now = now
        assert options.modem is not None
        self._calls = options.modem.calls
        self._address = options.modem.address
        self._connection = Connection(options.modem, RULE_SETS[options.rules], questions, now)
        self._offers = Offers(state, questions, archive, self._connection, self._go_back)
        self._handlers: Handlers = {}
        self._name = ""
        self._other = ""
        self._stage = _Stage.APART
        self._terms: Terms | None = None
        self._asked: Asked | None = None  # and not yet answered
        self._wished_side: Side = BLACK  # of what we asked for
        self._due = math.inf  # when the next thing happens that no message tells
        self._sent = 0  # plies of the game that the other side knows
        self._broken: str | None = None  # why the last move did not arrive
        self._ahead: list[str] = []
        self._said: deque[float] = deque()
        self._told_end: Game | None = None

    # From outside

    def close(self) -> None:
        """Hang up and answer no more calls."""
        self._connection.close()
        self._hang_up()

    def wait(self, patience: float) -> bool:
        """Whether there are news, waiting for them so many seconds at most; may be called on another thread."""
        partner, left = self._connection.partner, self._due - self._now()
        return left <= 0 or partner is None or partner.wait(min(patience, left)) or self._due <= self._now()

    def run(self, handlers: Handlers) -> Steps[None]:
        """Play until the player leaves. ``handlers`` do what words ask for that work here as anywhere. Raises Left."""
        self._handlers = handlers
        yield from self._begin()
        while True:
            yield from self._archive.notices()
            try:
                yield from self._go_on()
            except _Changed:
                pass
            except FlagFell:
                self._state.game.lose_on_time(self._state.home)
                self._archive.keep()
            except NoLine as gone:
                yield from self._lose_line(gone)

    def _begin(self) -> Steps[None]:
        """Everything before the first call."""
        rules = RULE_SETS[self._options.rules]
        self._state.begin(Game(rules, "forced"), None, {})
        self._name = yield from self._new_game.ask_name()
        kept = self._archive.unfinished()
        yield from self._archive.notices()
        if kept is not None:
            question = sentences.ask_go_on(players_of(kept), len(kept.turns))
            if self._is_ours(kept) and (yield from self._questions.ask_yes(question, kinds.GO_ON)):
                self._take_up(kept)
            else:
                yield from self._archive.leave(kept)
        yield from self._connection.prepare(self._name)
        if self._calls and not self._has_game:
            first = self._options.first
            if first is None:
                first = yield from self._questions.ask_yes(sentences.ASK_FIRST, kinds.FIRST)
            self._wished_side = self._side_of(first)

    def _side_of(self, first: bool) -> Side:
        rules = RULE_SETS[self._options.rules]
        return WHITE if (rules.first == WHITE) == first else BLACK

    def _go_on(self) -> Steps[None]:
        """Whatever is to be done next. Raises Left, FlagFell, _Changed, NoLine."""
        state = self._state
        match self._stage:
            case _Stage.APART:
                yield from self._connect()
            case _Stage.CONNECTED | _Stage.ASKED if self._asked is not None:
                yield from self._consider(self._asked)
            case _Stage.CONNECTED | _Stage.ASKED:
                there = modem.waiting_for_answer(self._other or self._address)
                prompt = there if self._stage is _Stage.ASKED else modem.WAITING_FOR_REQUEST
                yield from self._typed((yield from self._questions.ask_line(prompt, kinds.WAITING)))
            case _Stage.PLAYING:
                state.run_clock()
                if state.game.outcome is not None or state.game.side != state.far:
                    self._due = math.inf
                if state.game.outcome is not None:
                    yield from self._end()
                elif state.game.side == state.far:
                    left = state.clock.left(state.game.side) if state.clock is not None else math.inf
                    if left > 0 or math.isinf(self._due):
                        self._due = self._now() + left + _GRACE
                    prompt = modem.waiting_for_move(self._other)
                    yield from self._typed((yield from self._questions.ask_line(prompt, kinds.WAITING)))
                else:
                    yield from self._take_turn()

    # The line

    def _connect(self) -> Steps[None]:
        """Have a line, and ask for the game if it is we who call. Raises Left where it is given up."""
        yield from self._connection.connect()
        if self._connection.partner is None:
            return
        self._stage, self._due = _Stage.CONNECTED, self._now() + _FOR_A_REQUEST
        self._questions.listen(self, self._hear)
        if self._calls:
            self._ask()

    def _lose_line(self, gone: NoLine) -> Steps[None]:
        """Stop what was going on, and tell why."""
        stage = self._stage
        self._hang_up()
        if self._state.clock is not None:
            self._state.clock.stop()
        rang_off = stage is _Stage.CONNECTED and gone.lost
        yield Say(self._connection.lose(gone, stage is _Stage.PLAYING, self._goes_on, rang_off))

    def _hang_up(self) -> None:
        self._stage, self._asked, self._due = _Stage.APART, None, math.inf
        self._questions.listen_no_more()
        self._connection.hang_up()

    # Agreeing on a game

    @property
    def _has_game(self) -> bool:
        """Whether a game over a line is on the table, over or not."""
        return self._state.far is not None

    @property
    def _goes_on(self) -> bool:
        """Whether a game is on the table that is not over."""
        return self._has_game and self._state.game.outcome is None

    def _ask(self) -> None:
        """Ask for the game on the table if it is to go on, or for a new one."""
        from ai.dxp.people import Terms

        state = self._state
        if self._goes_on:
            game, side = state.game, self._near
            assert self._terms is not None
            left = (state.clock.left(BLACK), state.clock.left(WHITE)) if state.clock is not None else None
            terms = self._terms
        else:
            side, left = self._wished_side, None
            if self._terms is None:
                rules, control = RULE_SETS[self._options.rules], state.next_game.control
                jumping = self._options.jumping if self._options.jumping in ("forced", "free") else "forced"
                clock = (control.minutes, control.increment) if control is not None else (0, 0)
                self._terms = Terms(rules, jumping or "forced", *clock)
            terms = self._terms
            game = Game(terms.rules, terms.jumping)
        self._wished_side = side
        self._connection.send(lambda partner: partner.ask(game, side, terms, left))
        self._stage, self._due = _Stage.ASKED, math.inf

    def _consider(self, asked: "Asked") -> Steps[None]:
        """Answer a request: by itself if it is the game on the table that goes on, else as the player likes."""
        from ai.dxp.people import agreed_moves, is_same_game, move_texts

        self._asked, self._due = None, math.inf
        name, state = modem.person(asked.name, sentences.GUEST), self._state
        theirs = move_texts(asked.board.game)
        if self._goes_on and asked.side == self._near and name == self._other and asked.terms.rules is state.rules:
            mine = move_texts(state.game)
            told = asked.goes_on and is_same_game(mine, theirs)
            if told or (not asked.goes_on and asked.board.game.position == state.game.position):
                self._connection.send(lambda partner: partner.accept(asked, mine if asked.goes_on else None))
                moves = agreed_moves(mine, theirs, self._moves_at) if asked.goes_on else mine
                yield from self._find_game(moves)
                return
        if asked.board.game.outcome is not None:
            self._connection.send(lambda partner: partner.refuse())
            return
        terms = asked.terms
        clock = modem.clock_told(str(_control(terms) or ""))
        yield Say(modem.asks(name, terms.rules.name, terms.jumping, asked.side, clock, asked.board.game.ply))
        if not (yield from self._offers.ask(modem.ask_terms(name), kinds.TERMS)):
            self._connection.send(lambda partner: partner.refuse())
            raise NoLine(modem.GIVEN_UP, lost=False)
        yield from self._leave_game()
        self._connection.send(lambda partner: partner.accept(asked, theirs if asked.goes_on else None))
        yield from self._set_up(asked.board.game, asked.side, asked.terms, name, asked)

    def _leave_game(self) -> Steps[None]:
        """Turn from a game over a line that is not over to another."""
        if self._goes_on and self._state.game.ply:
            yield from self._archive.leave(self._state.record())

    def _set_up(self, game: Game, side: Side, terms: "Terms", name: str, asked: "Asked | None" = None) -> Steps[None]:
        """Put a game that was agreed on on the table."""
        state = self._state
        self._other, self._terms, far = name, terms, 1 - side
        left = asked.clocks if asked is not None else None
        control = _control(terms)
        clock = GameClock(control, self._now, left) if control is not None else None
        state.begin(game, clock, self._archive.new_tags() | {_TAG: SIDE_NAMES[far]})
        names = (self._name, name) if side == BLACK else (name, self._name)
        state.pair(Pairing(names, frozenset(), side, far))
        self._play_on(asked)
        told = modem.clock_told(str(control or ""))
        yield Say(modem.begins(self._name, side, name, terms.rules.name, terms.jumping, told))
        yield Played(state.game.position, Cause.START)

    def _find_game(self, moves: list[str]) -> Steps[None]:
        """Go on with the game on the table after these moves, which both sides have."""
        from ai.dxp.people import go_on

        game, before, ply = self._state.game, self._state.game.position, self._state.game.ply
        try:
            go_on(game, moves)
        except ValueError as error:
            raise NoLine(str(error), lost=False) from None
        self._play_on(None)
        self._archive.keep()
        if game.position != before:
            yield Played(before, Cause.UNDO if game.ply < ply else Cause.REDO)
        yield Say(modem.goes_on(self._other, game.ply))

    def _play_on(self, asked: "Asked | None") -> None:
        """Have the game on the table played over the line from now on."""
        game, partner = self._state.game, self._connection.partner
        assert partner is not None
        partner.begin(game, self._near, asked.board if asked is not None else None)
        self._stage, self._sent = _Stage.PLAYING, game.ply
        self._offers.begin(self._other)
        self._ahead.clear()

    def _is_ours(self, record: GameRecord) -> bool:
        """Whether a record is of a game that this player played over a line."""
        far = record.tag(_TAG, "")
        return far in SIDE_NAMES and players_of(record).names[1 - SIDE_NAMES.index(far)] == self._name

    def _take_up(self, record: GameRecord) -> None:
        """Put a game on record on the table, to go on when there is a line."""
        from ai.dxp.people import Terms

        far, names = SIDE_NAMES.index(record.tag(_TAG)), players_of(record).names
        clock = GameClock.of_tags(dict(record.tags), self._now)
        self._state.take_up(record, record.game(), clock, helped=False)
        self._state.pair(Pairing(names, frozenset(), 1 - far, far))
        times = (clock.control.minutes, clock.control.increment) if clock is not None else (0, 0)
        self._terms = Terms(record.rules, record.jumping, *times)
        self._other = names[far]

    @property
    def _near(self) -> Side:
        """The side that is played here in the game on the table."""
        assert self._state.near is not None
        return self._state.near

    def _moves_at(self, ply: int) -> bool:
        """Whether the player here moves after so many moves."""
        first = self._state.game.position_at(0).side
        return (first == self._near) == (ply % 2 == 0)

    # What comes over the line

    def _hear(self) -> Steps[None]:
        """Take what has come. Raises _Changed where the open question does not stand any more, NoLine."""
        changed = False
        while (event := self._connection.hear()) is not None:
            changed = (yield from self._take(event)) or changed
        if self._due <= self._now():
            changed = self._take_due() or changed
        if changed and not self._offers.is_answering:
            raise _Changed

    def _take_due(self) -> bool:
        """What is due now without a message: the caller has said nothing, or the other's time is up."""
        from ai.dxp.messages import I_WIN

        self._due = math.inf
        if self._stage is _Stage.CONNECTED:
            raise NoLine(modem.NO_REQUEST, lost=True)
        state = self._state
        if self._stage is not _Stage.PLAYING or state.far is None or not state.flag_fallen(state.far):
            return False
        state.game.lose_on_time(state.far)
        self._archive.keep()
        self._connection.send(lambda partner: partner.end(I_WIN))
        return True

    def _take(self, event: "Event") -> Steps[bool]:
        """Take one thing that has come; whether the open question is another one by it."""
        from ai.dxp import people

        state = self._state
        match event:
            case people.Said(text):
                yield Say(modem.says(self._other or sentences.GUEST, text))
                return False
            case people.Asked():
                return (yield from self._take_request(event))
            case people.NotAsked(name, reason):
                yield Say(modem.cannot_play(modem.person(name, sentences.GUEST), reason))
                return False
            case people.Answered() if self._stage is _Stage.ASKED:
                yield from self._take_answer(event)
                return True
            case _ if self._stage is not _Stage.PLAYING:
                return False
            case people.Finished(reason, leaves):
                yield from self._take_end(reason, leaves)
                return True
            case people.Moved():
                yield from self._take_move(event)
                return True
            case people.BackWished(ply):
                return (yield from self._offers.answer_back(ply))
            case people.BackAnswered(True, ply):
                yield from self._go_back(ply)
                return True
            case people.BackAnswered():
                yield Say(modem.back_refused(self._other))
            case people.DrawOffered(ends):
                return (yield from self._offers.answer_draw(ends))
            case people.DrawAnswered(True, ply):
                if ply < state.game.ply:
                    state.game.go_to(ply)
                state.game.agree_draw()
                self._archive.keep()
                return True
            case people.DrawAnswered():
                yield Say(modem.draw_declined(self._other))
        return False

    def _take_request(self, asked: "Asked") -> Steps[bool]:
        """Somebody asks for a game: it is considered, unless one goes on."""
        if self._offers.is_answering or (self._stage is _Stage.PLAYING and self._goes_on):
            self._connection.send(lambda partner: partner.refuse())
            yield Say(modem.not_now(modem.person(asked.name, sentences.GUEST)))
            return False
        if self._stage is _Stage.ASKED and asked.side == self._wished_side and asked.terms == self._terms:
            # Both asked at once, for the same: that is an answer.
            self._connection.send(lambda partner: partner.accept(asked))
            yield from self._set_up(asked.board.game, asked.side, asked.terms, self._other)
            return True
        self._asked = asked
        self._stage = _Stage.CONNECTED
        return True

    def _take_answer(self, event: "Event") -> Steps[None]:
        """What has become of the game that we asked for."""
        from ai.dxp.people import Answered, agreed_moves, is_same_game, move_texts

        assert isinstance(event, Answered)
        assert self._terms is not None
        name, state = modem.person(event.name, sentences.GUEST), self._state
        if not event.accepted:
            if not event.busy and self._has_game and not self._goes_on:
                yield Say(modem.refused(name))
                self._stage = _Stage.PLAYING
                return
            raise NoLine(modem.BUSY if event.busy else modem.refused(name), lost=event.busy)
        if not self._goes_on:
            game = Game(self._terms.rules, self._terms.jumping)
            yield from self._set_up(game, self._wished_side, self._terms, name)
            return
        mine = move_texts(state.game)
        theirs = list(event.moves) if event.moves is not None else mine
        if not is_same_game(mine, theirs):
            raise NoLine(modem.refused(name), lost=False)
        self._other = name
        yield from self._find_game(agreed_moves(mine, theirs, self._moves_at))

    def _take_move(self, moved: "Moved") -> Steps[None]:
        """The other player has moved."""
        state, game = self._state, self._state.game
        before, moves, side, move = game.position, game.routes(), game.side, moved.move
        game.play(move)
        state.press_clock(side)
        self._sent = game.ply
        took = state.seconds(game.ply - 1)
        if state.clock is not None and took is not None and took - moved.seconds > _LATE:
            state.clock.give(side, took - moved.seconds - _LATE)
        state.run_clock()
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side)
        yield Say(sentences.computer_moved(before, move, moves, state.naming, self._other))

    def _take_end(self, reason: int, leaves: bool) -> Steps[None]:
        """The other side says that the game is over: that counts where it can be seen to be true. Raises NoLine."""
        from ai.dxp.messages import I_LOSE, I_WIN, UNKNOWN

        state, game = self._state, self._state.game
        if game.outcome is None:
            far, near = 1 - self._near, self._near
            if reason == I_LOSE:
                game.lose_on_time(far) if state.flag_fallen(far) else game.resign(far)
            elif reason == I_WIN and state.clock is not None and state.clock.left(near) <= _BELIEVED:
                game.lose_on_time(near)
            elif not leaves:
                self._connection.send(lambda partner: partner.end(UNKNOWN))
                raise NoLine(modem.unbelieved(self._other), lost=False)
            self._archive.keep()
        if leaves:
            if game.outcome is not None:
                yield from self._tell_end()
            raise NoLine(modem.left(self._other), lost=False)

    def _go_back(self, ply: int) -> Steps[None]:
        game = self._state.game
        if ply >= game.ply:
            return
        before, gone = game.position, game.turns[ply : game.ply]
        game.go_to(ply)
        self._sent = ply
        self._ahead.clear()
        self._archive.keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.taken_back([turn.move for turn in gone], self._state.naming))

    # What the player does

    def _take_turn(self) -> Steps[None]:
        """One answer of the player's to the question for a move: a word or the move, which is sent."""
        answer: Answer | None = self._ahead.pop(0) if self._ahead else (yield from self._player.ask_move())
        while answer is not None:
            if isinstance(answer, str) and (yield from self._is_word(answer)):
                return
            partner = self._connection.partner
            assert partner is not None
            if partner.wishes_back:
                yield Say(modem.back_awaited(self._other))
                return
            answer = yield from self._sent_at_once(self._player.move(answer))
            if self._broken is not None:
                reason, self._broken = self._broken, None
                raise NoLine(reason, lost=True)

    def _sent_at_once(self, moving: Steps[T]) -> Steps[T]:
        """A move that is made on the way is sent before it is shown."""
        reply = None
        while True:
            try:
                step = moving.send(reply)
            except StopIteration as end:
                self._send_move()
                found: T = end.value
                return found
            self._send_move()
            reply = yield step

    def _send_move(self) -> None:
        """Send the last move if the other side does not know it. Where it does not arrive that is told later."""
        state, last = self._state, self._state.game.last
        if state.game.ply != self._sent + 1 or last is None or self._broken is not None:
            return
        self._sent += 1
        seconds = state.seconds(state.game.ply - 1) or 0.0
        try:
            self._connection.send(lambda partner: partner.tell_move(last.move, seconds))
        except NoLine as gone:
            self._broken = gone.reason

    def _typed(self, line: str) -> Steps[None]:
        """A line that was typed while nothing is asked: a word, or a move for later."""
        if not line.strip() or (yield from self._is_word(line)):
            return
        try:
            parse_squares(line.strip(), self._state.rules.geometry, self._state.home)
        except UnreadableMove as error:
            yield Say(sentences.unreadable(line, str(error), self._state.naming))
        else:
            self._ahead = [*self._ahead, line][:_MOST_AHEAD]

    def _is_word(self, line: str) -> Steps[bool]:
        """Do what a line says if it is a word, or nearly one; return whether it was."""
        word = read_word(line)
        told = unknown_word(line) if word is None else None
        if word is not None:
            yield from self._do(word)
        elif told is not None:
            yield Say(told)
        return word is not None or told is not None

    def _do(self, word: Command) -> Steps[None]:
        """Do what a word says. Raises Left."""
        over = self._has_game and not self._goes_on
        match word.name:
            case "quit":
                raise Left
            case "say":
                yield from self._say(word.text)
            case "draw" | "undo" | "resign" | "moves" if self._stage is not _Stage.PLAYING:
                yield Say(modem.NO_GAME_YET)
            case "draw" | "undo" | "resign" | "moves" if over:
                yield Say(modem.GAME_OVER)
            case "draw":
                yield from self._offers.offer_draw()
            case "undo":
                own = filter(self._moves_at, reversed(range(self._state.game.ply)))
                yield from self._offers.wish_back(next(own, None))
            case "resign":
                yield from self._resign()
            case "moves":
                yield Say(sentences.legal_moves(self._state.game.legal_moves(), self._state.naming, {}))
            case "?" if not word.argument:
                for line in modem.help_lines(self._state.naming):
                    yield Say(line)
            case name if word.works(Place.LINE_OVER if over else Place.LINE):
                yield from self._handlers[name](word)
            case _:
                yield Say(modem.NOT_ON_THE_LINE)

    def _say(self, text: str) -> Steps[None]:
        """Send a line of chat."""
        text = " ".join(text.split())
        if not text:
            yield Say(modem.SAY_WHAT)
            return
        now = self._now()
        while self._said and self._said[0] < now - _SAID_SECONDS:
            self._said.popleft()
        if len(self._said) >= _MOST_SAID:
            yield Say(modem.NOT_SO_FAST)
            return
        self._said.append(now)
        sent = text[: modem.LONGEST_CHAT]
        self._connection.send(lambda partner: partner.say(sent))
        if sent != text:
            yield Say(modem.cut(sent))

    def _resign(self) -> Steps[None]:
        if (yield from self._questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self._state.game.resign(self._near)
            self._archive.keep()

    # The end of a game

    def _end(self) -> Steps[None]:
        """Tell the end to both sides, and ask for another game. Raises Left, _Changed where the other asks for one."""
        from ai.dxp.messages import DRAW, I_LOSE, I_WIN

        outcome = self._state.game.outcome
        assert outcome is not None
        reason = DRAW if outcome.winner is None else I_WIN if outcome.winner == self._near else I_LOSE
        self._connection.send(lambda partner: partner.end(reason))
        yield from self._tell_end()
        answer = yield from self._questions.ask_line(sentences.ASK_ANOTHER, kinds.ANOTHER)
        if is_yes(answer):
            self._wished_side = 1 - self._near
            self._ask()
        elif is_no(answer):
            raise Left
        elif not (yield from self._is_word(answer)):
            yield Say(sentences.YES_OR_NO)

    def _tell_end(self) -> Steps[None]:
        """Tell the result, once."""
        if self._told_end is not self._state.game:
            self._told_end = self._state.game
            yield from self._ending.tell()


def _control(terms: "Terms") -> Control | None:
    """The clock of these terms."""
    return Control(terms.minutes, terms.increment) if terms.minutes else None
