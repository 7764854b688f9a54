"""Remote games: agreeing on a game, playing it, and ending it.

The peer's messages interrupt the question that is open on our side. The question is asked again if it still applies.
"""

import math
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from console.activities.modem import sentences as modem
from console.activities.modem.connection import Connection, Disconnected
from console.activities.modem.kinds import TERMS
from console.activities.modem.offers import Offers
from console.dialogue import kinds
from console.dialogue.activity import Activity, Handler, Left
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Answer, Cause, Command, Played, Say, Steps, T
from console.dialogue.table import Pairing, Table
from console.dialogue.words import Place, is_no, is_yes
from console.game.clock import Control, GameClock, Stopwatch
from console.game.modem import Modem
from console.game.player_tags import players_of
from console.text import sentences
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side
from engine.notation import UnreadableMove, parse_squares
from engine.pdn.record import GameRecord
from engine.rules import RULE_SETS

if TYPE_CHECKING:
    from console.activities.modem.people import Event, Moved, Requested, Terms

_TAG: Final = "Line"
"""The tag of a record that names the side of the peer."""

_FOR_A_REQUEST: Final = 20.0  # seconds within which a caller has to request a game
_GRACE: Final = 5.0  # seconds between the fall of the peer's flag here and our claim; the peer's own clock differs
_BELIEVED: Final = 10.0  # largest number of seconds left on our clock at which the peer's claim of time is believed
_LATE: Final = 1.0  # seconds of delay in a move's transmission that are not given back
_MOST_AHEAD: Final = 8
_MOST_SAID, _SAID_SECONDS = 20, 10.0


class _Changed(Exception):
    """The open question no longer applies."""


class _Stage(Enum):
    """The stage of a remote game: no connection, no game yet, a game requested by us, or a game on the table."""

    APART = auto()
    CONNECTED = auto()
    REQUESTED = auto()
    PLAYING = auto()


class Remote(Activity):
    """Games with one peer after another, from the first call to the farewell."""

    def __init__(self, conversation: Conversation, modem_options: Modem) -> None:
        rules = RULE_SETS[conversation.options.rules]
        super().__init__(Table(Game(rules, "forced"), Stopwatch(conversation.state.now)))
        self._state = conversation.state
        self._questions = conversation.questions
        self._archive = conversation.archive
        self._player = conversation.player
        self._commands = conversation.commands
        self._ending = conversation.ending
        self._options = conversation.options
        self._now = conversation.state.now
        self._calls = modem_options.calls
        self._address = modem_options.address
        self._connection = Connection(modem_options, rules, conversation.questions, conversation.state.now)
        self._offers = Offers(
            conversation.state, conversation.questions, conversation.archive, self._connection, self._go_back
        )
        self._other = ""
        self._stage = _Stage.APART
        self._terms: Terms | None = None
        self._request: Requested | None = None  # not yet answered
        self._requested_side: Side = BLACK  # in our own request
        self._due = math.inf  # the time of the next event that comes without a message
        self._sent = 0  # plies of the game that the peer has
        self._broken: str | None = None  # the reason why the last move did not arrive
        self._ahead: list[str] = []
        self._said: deque[float] = deque()
        self._announced: Game | None = None

    # As an activity

    @property
    def is_kept(self) -> bool:
        """True: remote games are saved as they are played."""
        return True

    @property
    def place(self) -> Place:
        """A remote game, or a remote game that is over."""
        return Place.REMOTE_OVER if self._has_game and not self._goes_on else Place.REMOTE

    @property
    def words(self) -> Mapping[str, Handler]:
        """The handlers of the words that involve the peer, or say less than elsewhere."""
        return {
            "say": lambda command: self._say(command.text),
            "draw": lambda _: self._while_playing(self._offers.offer_draw),
            "undo": lambda _: self._while_playing(self._request_back),
            "resign": lambda _: self._while_playing(self._resign),
            "moves": lambda _: self._while_playing(self._list_moves),
            "?": self._help,
        }

    def refusal(self, command: Command) -> str:
        """Return the message for a word that does not work here."""
        return modem.NOT_ON_THE_LINE

    def leave(self) -> Steps[None]:
        """Save an unfinished game beside the other unfinished ones."""
        if self._goes_on and self.table.game.ply:
            yield from self._archive.leave(self.record())

    def step(self) -> Steps[Activity | None]:
        """Do the next thing; the peer's messages are handled meanwhile. Raises Left, FlagFell."""
        try:
            yield from self._go_on()
        except _Changed:
            pass
        except Disconnected as gone:
            yield from self._lose_line(gone)
        return self

    # From outside

    def close(self) -> None:
        """Hang up and answer no more calls."""
        self._connection.close()
        self._hang_up()

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for news; return True if there is any. May be called on any thread."""
        peer, left = self._connection.peer, self._due - self._now()
        return left <= 0 or peer is None or peer.wait(min(patience, left)) or self._due <= self._now()

    def begin(self) -> Steps[Activity | None]:
        """Ask the questions that come before the first call."""
        yield from self._questions.ask_name()
        self._state.begin(self)
        kept = self._archive.unfinished()
        yield from self._archive.notices()
        if kept is not None:
            question = sentences.ask_go_on(players_of(kept), len(kept.turns))
            if self._is_ours(kept) and (yield from self._questions.ask_yes(question, kinds.GO_ON)):
                self._take_up(kept)
            else:
                yield from self._archive.leave(kept)
        yield from self._connection.prepare(self._state.player)
        if self._calls and not self._has_game:
            first = self._options.first
            if first is None:
                first = yield from self._questions.ask_yes(sentences.ASK_FIRST, kinds.FIRST)
            self._requested_side = self._side_of(first)
        return self

    def _side_of(self, first: bool) -> Side:
        rules = RULE_SETS[self._options.rules]
        return WHITE if (rules.first == WHITE) == first else BLACK

    def _go_on(self) -> Steps[None]:
        """Do the next thing. Raises Left, FlagFell, _Changed, Disconnected."""
        match self._stage:
            case _Stage.APART:
                yield from self._connect()
            case _Stage.CONNECTED | _Stage.REQUESTED if self._request is not None:
                yield from self._consider(self._request)
            case _Stage.CONNECTED | _Stage.REQUESTED:
                there = modem.waiting_for_answer(self._other or self._address)
                prompt = there if self._stage is _Stage.REQUESTED else modem.WAITING_FOR_REQUEST
                yield from self._typed((yield from self._questions.ask(prompt, kinds.WAITING)))
            case _Stage.PLAYING:
                self.table.run_clock()
                if self.table.game.outcome is not None or self.table.game.side != self.table.pairing.remote:
                    self._due = math.inf
                if self.table.game.outcome is not None:
                    yield from self._end()
                elif self.table.game.side == self.table.pairing.remote:
                    left = self.table.clock.left(self.table.game.side) if self.table.clock is not None else math.inf
                    if left > 0 or math.isinf(self._due):
                        self._due = self._now() + left + _GRACE
                    prompt = modem.waiting_for_move(self._other)
                    yield from self._typed((yield from self._questions.ask(prompt, kinds.WAITING)))
                else:
                    yield from self._take_turn()

    # The connection

    def _connect(self) -> Steps[None]:
        """Connect, and request a game if we are the caller. Raises Left if the player gives up."""
        yield from self._connection.connect()
        if self._connection.peer is None:
            return
        self._stage, self._due = _Stage.CONNECTED, self._now() + _FOR_A_REQUEST
        self._questions.listen(self, self._hear)
        if self._calls:
            self._request_game()

    def _lose_line(self, gone: Disconnected) -> Steps[None]:
        """Close the connection, stop the clock and say why."""
        stage = self._stage
        self._hang_up()
        if self.table.clock is not None:
            self.table.clock.stop()
        rang_off = stage is _Stage.CONNECTED and gone.lost
        yield Say(self._connection.lose(gone, stage is _Stage.PLAYING, self._goes_on, rang_off))

    def _hang_up(self) -> None:
        self._stage, self._request, self._due = _Stage.APART, None, math.inf
        self._questions.listen_no_more()
        self._connection.hang_up()

    # Agreeing on a game

    @property
    def _has_game(self) -> bool:
        """True if a remote game is on the table, over or not."""
        return self.table.pairing.remote is not None

    @property
    def _goes_on(self) -> bool:
        """True if a remote game is on the table and not over."""
        return self._has_game and self.table.game.outcome is None

    def _request_game(self) -> None:
        """Request to continue the game on the table if it is not over, else a new game."""
        from console.activities.modem.people import Terms

        if self._goes_on:
            game, side = self.table.game, self._own
            assert self._terms is not None
            times = self.table.clock
            left = (times.left(BLACK), times.left(WHITE)) if times is not None else None
            terms = self._terms
        else:
            side, left = self._requested_side, None
            if self._terms is None:
                rules, control = RULE_SETS[self._options.rules], self._state.next_game.control
                jumping = self._options.jumping if self._options.jumping in ("forced", "free") else "forced"
                clock = (control.minutes, control.increment) if control is not None else (0, 0)
                self._terms = Terms(rules, jumping or "forced", *clock)
            terms = self._terms
            game = Game(terms.rules, terms.jumping)
        self._requested_side = side
        self._connection.send(lambda peer: peer.request_game(game, side, terms, left))
        self._stage, self._due = _Stage.REQUESTED, math.inf

    def _consider(self, request: "Requested") -> Steps[None]:
        """Answer a request: accept it if it continues the game on the table, else ask the player."""
        from console.activities.modem.people import agreed_moves, is_same_game, move_texts

        self._request, self._due = None, math.inf
        name = modem.person(request.name, sentences.GUEST)
        theirs = move_texts(request.board.game)
        if (
            self._goes_on
            and request.side == self._own
            and name == self._other
            and request.terms.rules is self.table.rules
        ):
            mine = move_texts(self.table.game)
            is_same = request.goes_on and is_same_game(mine, theirs)
            if is_same or (not request.goes_on and request.board.game.position == self.table.game.position):
                self._connection.send(lambda peer: peer.accept(request, mine if request.goes_on else None))
                moves = agreed_moves(mine, theirs, self._moves_at) if request.goes_on else mine
                yield from self._find_game(moves)
                return
        if request.board.game.outcome is not None:
            self._connection.send(lambda peer: peer.refuse())
            return
        terms = request.terms
        clock = modem.clock_name(str(_control(terms) or ""))
        yield Say(modem.asks(name, terms.rules.name, terms.jumping, request.side, clock, request.board.game.ply))
        if not (yield from self._offers.ask(modem.ask_terms(name), TERMS)):
            self._connection.send(lambda peer: peer.refuse())
            raise Disconnected(modem.GIVEN_UP, lost=False)
        yield from self.leave()
        self._connection.send(lambda peer: peer.accept(request, theirs if request.goes_on else None))
        yield from self._set_up(request.board.game, request.side, request.terms, name, request)

    def _set_up(
        self, game: Game, side: Side, terms: "Terms", name: str, request: "Requested | None" = None
    ) -> Steps[None]:
        """Put an agreed game on the table."""
        self._other, self._terms, remote = name, terms, 1 - side
        left = request.clocks if request is not None else None
        control = _control(terms)
        clock = GameClock(control, self._now, left) if control is not None else None
        names = (self._state.player, name) if side == BLACK else (name, self._state.player)
        tags = self._archive.new_tags() | {_TAG: SIDE_NAMES[remote]}
        pairing = Pairing(names, frozenset(), side, remote)
        self.table = Table(game, Stopwatch(self._now), pairing, clock, tags)
        self._play_on(request)
        clock_name = modem.clock_name(str(control or ""))
        yield Say(modem.begins(self._state.player, side, name, terms.rules.name, terms.jumping, clock_name))
        yield Played(self.table.game.position, Cause.START)

    def _find_game(self, moves: list[str]) -> Steps[None]:
        """Continue the game on the table after the moves that both sides have."""
        from console.activities.modem.people import go_on

        game, before, ply = self.table.game, self.table.game.position, self.table.game.ply
        try:
            go_on(game, moves)
        except ValueError as error:
            raise Disconnected(str(error), lost=False) from None
        self._play_on(None)
        self._archive.keep()
        if game.position != before:
            yield Played(before, Cause.UNDO if game.ply < ply else Cause.REDO)
        yield Say(modem.goes_on(self._other, game.ply))

    def _play_on(self, request: "Requested | None") -> None:
        """Play the game on the table with the connected peer from now on."""
        game, peer = self.table.game, self._connection.peer
        assert peer is not None
        peer.begin(game, self._own, request.board if request is not None else None)
        self._stage, self._sent = _Stage.PLAYING, game.ply
        self._offers.begin(self._other)
        self._ahead.clear()

    def _is_ours(self, record: GameRecord) -> bool:
        """Return True if a record is of a remote game of this player."""
        remote = record.tag(_TAG, "")
        names = players_of(record).names
        return remote in SIDE_NAMES and names[1 - SIDE_NAMES.index(remote)] == self._state.player

    def _take_up(self, record: GameRecord) -> None:
        """Put a recorded game on the table, to be continued when a peer is connected."""
        from console.activities.modem.people import Terms

        remote, names = SIDE_NAMES.index(record.tag(_TAG)), players_of(record).names
        clock = GameClock.of_tags(dict(record.tags), self._now)
        pairing = Pairing(names, frozenset(), 1 - remote, remote)
        stopwatch = Stopwatch(self._now, knows_start=False)
        self.table = Table(record.game(), stopwatch, pairing, clock, dict(record.tags), source=record)
        times = (clock.control.minutes, clock.control.increment) if clock is not None else (0, 0)
        self._terms = Terms(record.rules, record.jumping, *times)
        self._other = names[remote]

    @property
    def _own(self) -> Side:
        """Our side in the game on the table."""
        assert self.table.pairing.remote is not None
        return 1 - self.table.pairing.remote

    def _moves_at(self, ply: int) -> bool:
        """Return True if we move after ``ply`` plies."""
        first = self.table.game.position_at(0).side
        return (first == self._own) == (ply % 2 == 0)

    # The peer's messages

    def _hear(self) -> Steps[None]:
        """Handle the events that have come. Raises Disconnected; _Changed if the open question no longer applies."""
        changed = False
        while (event := self._connection.hear()) is not None:
            changed = (yield from self._take(event)) or changed
        if self._due <= self._now():
            changed = self._take_due() or changed
        if changed and not self._offers.is_answering:
            raise _Changed

    def _take_due(self) -> bool:
        """Handle what is due without a message: no request of a caller, or the fall of the peer's flag.

        Return True if the open question no longer applies. Raises Disconnected.
        """
        from ai.dxp.messages import I_WIN

        self._due = math.inf
        if self._stage is _Stage.CONNECTED:
            raise Disconnected(modem.NO_REQUEST, lost=True)
        remote = self.table.pairing.remote
        if self._stage is not _Stage.PLAYING or remote is None or not self.table.flag_fallen(remote):
            return False
        self.table.game.lose_on_time(remote)
        self._archive.keep()
        self._connection.send(lambda peer: peer.end(I_WIN))
        return True

    def _take(self, event: "Event") -> Steps[bool]:
        """Handle one event; return True if the open question no longer applies."""
        from console.activities.modem import people

        match event:
            case people.Said(text):
                yield Say(modem.says(self._other or sentences.GUEST, text))
                return False
            case people.Requested():
                return (yield from self._take_request(event))
            case people.UnplayableRequest(name, reason):
                yield Say(modem.cannot_play(modem.person(name, sentences.GUEST), reason))
                return False
            case people.Answered() if self._stage is _Stage.REQUESTED:
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
            case people.BackRequested(ply):
                return (yield from self._offers.answer_back(ply))
            case people.BackAnswered(True, ply):
                yield from self._go_back(ply)
                return True
            case people.BackAnswered():
                yield Say(modem.back_refused(self._other))
            case people.DrawOffered(ends):
                return (yield from self._offers.answer_draw(ends))
            case people.DrawAnswered(True, ply):
                if ply < self.table.game.ply:
                    self.table.game.go_to(ply)
                self.table.game.agree_draw()
                self._archive.keep()
                return True
            case people.DrawAnswered():
                yield Say(modem.draw_declined(self._other))
        return False

    def _take_request(self, request: "Requested") -> Steps[bool]:
        """Keep a request to be considered, or refuse it while a game goes on."""
        if self._offers.is_answering or (self._stage is _Stage.PLAYING and self._goes_on):
            self._connection.send(lambda peer: peer.refuse())
            yield Say(modem.not_now(modem.person(request.name, sentences.GUEST)))
            return False
        if self._stage is _Stage.REQUESTED and request.side == self._requested_side and request.terms == self._terms:
            # Both sides requested the same game at once: each request answers the other.
            self._connection.send(lambda peer: peer.accept(request))
            yield from self._set_up(request.board.game, request.side, request.terms, self._other)
            return True
        self._request = request
        self._stage = _Stage.CONNECTED
        return True

    def _take_answer(self, event: "Event") -> Steps[None]:
        """Handle the answer to our request."""
        from console.activities.modem.people import Answered, agreed_moves, is_same_game, move_texts

        assert isinstance(event, Answered)
        assert self._terms is not None
        name = modem.person(event.name, sentences.GUEST)
        if not event.accepted:
            if not event.busy and self._has_game and not self._goes_on:
                yield Say(modem.refused(name))
                self._stage = _Stage.PLAYING
                return
            raise Disconnected(modem.BUSY if event.busy else modem.refused(name), lost=event.busy)
        if not self._goes_on:
            game = Game(self._terms.rules, self._terms.jumping)
            yield from self._set_up(game, self._requested_side, self._terms, name)
            return
        mine = move_texts(self.table.game)
        theirs = list(event.moves) if event.moves is not None else mine
        if not is_same_game(mine, theirs):
            raise Disconnected(modem.refused(name), lost=False)
        self._other = name
        yield from self._find_game(agreed_moves(mine, theirs, self._moves_at))

    def _take_move(self, moved: "Moved") -> Steps[None]:
        """Play the peer's move."""
        game = self.table.game
        before, moves, side, move = game.position, game.routes(), game.side, moved.move
        game.play(move)
        self.table.press_clock(side)
        self._sent = game.ply
        took = self.table.stopwatch.seconds(game.ply - 1)
        if self.table.clock is not None and took is not None and took - moved.seconds > _LATE:
            self.table.clock.give(side, took - moved.seconds - _LATE)
        self.table.run_clock()
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side)
        yield Say(sentences.computer_moved(before, move, moves, self.table.naming, self._other))

    def _take_end(self, reason: int, leaves: bool) -> Steps[None]:
        """Handle the peer's end of the game; its result counts only if it can be checked here. Raises Disconnected."""
        from ai.dxp.messages import I_LOSE, I_WIN, UNKNOWN

        game = self.table.game
        if game.outcome is None:
            remote, own, clock = 1 - self._own, self._own, self.table.clock
            if reason == I_LOSE:
                game.lose_on_time(remote) if self.table.flag_fallen(remote) else game.resign(remote)
            elif reason == I_WIN and clock is not None and clock.left(own) <= _BELIEVED:
                game.lose_on_time(own)
            elif not leaves:
                self._connection.send(lambda peer: peer.end(UNKNOWN))
                raise Disconnected(modem.unbelieved(self._other), lost=False)
            self._archive.keep()
        if leaves:
            if game.outcome is not None:
                yield from self._announce_end()
            raise Disconnected(modem.left(self._other), lost=False)

    def _go_back(self, ply: int) -> Steps[None]:
        game = self.table.game
        if ply >= game.ply:
            return
        before, gone = game.position, game.turns[ply : game.ply]
        game.go_to(ply)
        self._sent = ply
        self._ahead.clear()
        self._archive.keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.taken_back([turn.move for turn in gone], self.table.naming))

    # The player's words and moves

    def _take_turn(self) -> Steps[None]:
        """Ask for a move once, and execute the word or play and send the move that is answered."""
        answer: Answer | None = self._ahead.pop(0) if self._ahead else (yield from self._player.ask_move())
        while answer is not None and not (yield from self._commands.do_answer(answer)):
            peer = self._connection.peer
            assert peer is not None
            if peer.awaits_back_answer:
                yield Say(modem.back_awaited(self._other))
                return
            answer = yield from self._sent_at_once(self._player.move(answer))
            if self._broken is not None:
                reason, self._broken = self._broken, None
                raise Disconnected(reason, lost=True)

    def _sent_at_once(self, moving: Steps[T]) -> Steps[T]:
        """Run the steps of a move, and send the move before it is shown."""
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
        """Send the last move if the peer does not have it. ``_broken`` keeps the reason if that fails."""
        last = self.table.game.last
        if self.table.game.ply != self._sent + 1 or last is None or self._broken is not None:
            return
        self._sent += 1
        seconds = self.table.stopwatch.seconds(self.table.game.ply - 1) or 0.0
        try:
            self._connection.send(lambda peer: peer.send_move(last.move, seconds))
        except Disconnected as gone:
            self._broken = gone.reason

    def _typed(self, answer: Answer) -> Steps[None]:
        """Handle a line that was typed while the peer is to move: a word, or a move for later."""
        line = answer if isinstance(answer, str) else ""
        if not isinstance(answer, Command) and not line.strip():
            return
        if (yield from self._commands.do_answer(answer)):
            return
        try:
            parse_squares(line.strip(), self.table.rules.geometry, self.table.home)
        except UnreadableMove as error:
            yield Say(sentences.unreadable(line, str(error), self.table.naming))
        else:
            self._ahead = [*self._ahead, line][:_MOST_AHEAD]

    def _while_playing(self, act: Callable[[], Steps[None]]) -> Steps[None]:
        """Run ``act`` if a game is going on, else say that there is none."""
        if self._stage is not _Stage.PLAYING:
            yield Say(modem.NO_GAME_YET)
        elif not self._goes_on:
            yield Say(modem.GAME_OVER)
        else:
            yield from act()

    def _request_back(self) -> Steps[None]:
        """Ask the peer to let us take our last move back."""
        own = filter(self._moves_at, reversed(range(self.table.game.ply)))
        yield from self._offers.request_back(next(own, None))

    def _list_moves(self) -> Steps[None]:
        yield Say(sentences.legal_moves(self.table.game.legal_moves(), self.table.naming, {}))

    def _help(self, command: Command) -> Steps[None]:
        """Say the few lines of help for a remote game, or show the chapter of the manual that is named."""
        if command.argument:
            yield from self._commands.do_everywhere(command)
        else:
            for line in modem.help_lines(self.table.naming):
                yield Say(line)

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
        self._connection.send(lambda peer: peer.say(sent))
        if sent != text:
            yield Say(modem.cut(sent))

    def _resign(self) -> Steps[None]:
        if (yield from self._questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self.table.game.resign(self._own)
            self._archive.keep()

    # The end of a game

    def _end(self) -> Steps[None]:
        """Send and announce the result, and ask for another game.

        Raises Left, and _Changed if the peer requests one first.
        """
        from ai.dxp.messages import DRAW, I_LOSE, I_WIN

        outcome = self.table.game.outcome
        assert outcome is not None
        reason = DRAW if outcome.winner is None else I_WIN if outcome.winner == self._own else I_LOSE
        self._connection.send(lambda peer: peer.end(reason))
        yield from self._announce_end()
        answer = yield from self._questions.ask(sentences.ASK_ANOTHER, kinds.ANOTHER)
        if is_yes(answer):
            self._requested_side = 1 - self._own
            self._request_game()
        elif is_no(answer):
            raise Left
        elif not (yield from self._commands.do_answer(answer)):
            yield Say(sentences.YES_OR_NO)

    def _announce_end(self) -> Steps[None]:
        """Announce the result once."""
        if self._announced is not self.table.game:
            self._announced = self.table.game
            yield from self._ending.announce()


def _control(terms: "Terms") -> Control | None:
    """Return the time control of the terms, or None for no clock."""
    return Control(terms.minutes, terms.increment) if terms.minutes else None
