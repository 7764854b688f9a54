"""Remote games: one after another, from the first call to the farewell.

The peer's messages interrupt the open question. It is asked again if it still applies.
"""

import math
from typing import Final

from ai.dxp import messages as dxp
from ai.dxp.connection import ConnectionFailed
from ai.dxp.session import end_reason
from console.activities.modem import people
from console.activities.modem import sentences as modem
from console.activities.modem.agreement import Agreement, Offers, goes_on
from console.activities.modem.connection import Connection, HungUp, Stage
from console.dialogue.activity import Activity, Handlers, Left
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Answer, Cause, Played, Say, Steps
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.options import Modem
from console.game.player_tags import owners, players_of
from console.reading import kinds
from console.reading.readings import Command, NamedMove, No, Talk, Text, Yes
from console.reading.words import ANYWHERE, SAVING, Allowed
from console.text import sentences
from console.text.phrases import PHRASES
from engine.game import Game
from engine.position import Move
from engine.printable import printable

_GRACE: Final = 5.0  # seconds from the fall of the peer's flag to our claim, because the peer's own clock differs
_BELIEVED: Final = 10.0  # most seconds left on our clock at which the peer's claim of a win on time is accepted
_LATE: Final = 1.0  # seconds of transmission delay that are not returned to the peer's clock
_MOST_AHEAD: Final = 8  # moves typed ahead


class _Changed(Exception):
    """The open question no longer applies."""


class Remote(Activity):
    """The activity of remote games, one after another, from the first call to the farewell."""

    topic = "friend on the line"

    def __init__(self, conversation: Conversation, options: Modem) -> None:
        rules = conversation.options.rules
        super().__init__(Table(Game(rules, "forced"), Stopwatch(conversation.state.now)))
        self._conversation = conversation
        self._questions = conversation.questions
        self._archive = conversation.archive
        self._now = conversation.state.now
        self._options = options
        self.connection = Connection(conversation, options)
        self._offers = Offers(conversation, self.connection, self._carry_out)
        self._agreement = Agreement(conversation, self.connection, self._offers)
        self._words = {**self._offers.handlers(), **self._agreement.handlers()}
        self._broken: ConnectionFailed | None = None  # the error of sending our last move
        self._announced: Game | None = None

    # As an activity

    @property
    def is_kept(self) -> bool:
        """True once there is a game, which is saved after each move. Before, a saved game may still be picked up."""
        return self.table.seats.peer is not None

    @property
    def allowed(self) -> Allowed:
        """The words that concern only this side."""
        is_over = self.table.seats.peer is not None and not goes_on(self.table)
        return ANYWHERE | SAVING | {"fen", *(["review"] if is_over else [])}

    @property
    def words(self) -> Handlers:
        """The handlers of the commands that involve the peer, or that show less than in other games."""
        return self._words

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in a remote game."""
        return 'That has to wait until the call is over: "?" lists what works here.'

    def make(self, move: Move) -> None:
        """Play a move and send it. If sending fails, keep the error in ``_broken``: the move is shown first."""
        super().make(move)
        game, stopwatch = self.table.game, self.table.stopwatch
        stopwatch.end_turn(game.ply - 1)
        try:
            self.connection.peer.send_move(move, stopwatch.seconds(game.ply - 1) or 0.0)
        except ConnectionFailed as error:
            self._broken = error

    def leave(self) -> Steps[None]:
        """Save an unfinished game among the unfinished games."""
        if goes_on(self.table) and self.table.game.ply:
            yield from self._archive.leave(self.record())

    def begin(self) -> Steps[None]:
        """Ask the questions before the first call, and make this the current activity."""
        state, options, agreement = self._conversation.state, self._conversation.options, self._agreement
        yield from self._questions.ask_name()
        state.activity = self
        found, taken = self._archive.store.unfinished(state.player, is_remote=True), None
        yield from self._archive.notices()
        for kept in found:
            question = sentences.ask_go_on(players_of(kept), len(kept.turns))
            if (yield from self._questions.ask_yes(question, kinds.GO_ON)):
                taken = kept
                (state.player,) = owners(kept)  # the peer knows this spelling
                agreement.take_up(kept)
                break
        self._archive.store.in_progress.pick_up(taken)
        yield from self.connection.prepare(state.player)
        if self._options.calls and self.table.seats.peer is None:
            goes_first = options.first
            if goes_first is None:
                goes_first = yield from self._questions.ask_yes(sentences.ASK_FIRST, kinds.FIRST)
            first = options.rules.first
            agreement.choose_side(first if goes_first else 1 - first)

    def step(self) -> Steps[None]:
        """Run one step of the call or the game. Handle the peer's messages meanwhile. Raises Left and FlagFell."""
        try:
            yield from self._go_on()
        except _Changed:
            pass
        except (HungUp, ConnectionFailed) as gone:
            if self.table.clock is not None:
                self.table.clock.stop()
            yield Say(self.connection.lose(gone, goes_on(self.table)))

    def _go_on(self) -> Steps[None]:
        """Run the step for the stage of the call. Raises Left, FlagFell, _Changed, HungUp and ConnectionFailed."""
        stage, request, other = self.connection.stage, self._agreement.request, self.connection.other
        if stage is Stage.APART:
            yield from self._connect()
        elif stage is Stage.PLAYING:
            yield from self._play_on()
        elif request is not None:
            yield from self._agreement.answer(request)
        elif stage is Stage.REQUESTED:
            yield from self._wait(f"Waiting for an answer from {other or self._options.address} (quit leaves) > ")
        else:
            yield from self._wait("Somebody is on the line (quit hangs up) > ")

    def _connect(self) -> Steps[None]:
        """Connect, and request a game if we are the caller. Raises Left if the player gives up."""
        if (yield from self.connection.connect()):
            self._agreement.drop_request()
            self._questions.listen(self.connection, self._handle_events)
            if self._options.calls:
                self._agreement.request_game()

    def _play_on(self) -> Steps[None]:
        """Ask for our move, wait for the peer's, or end the game."""
        table, connection = self.table, self.connection
        table.run_clock()
        if table.game.outcome is None and table.game.side != table.home:
            left = table.clock.left(table.game.side) if table.clock is not None else math.inf
            if left > 0 or math.isinf(connection.due):
                connection.expect(self._now() + left + _GRACE)
            yield from self._wait(f"{connection.other} thinks (say, draw, undo, quit) > ")
            return
        connection.expect(math.inf)
        yield from (self._take_turn() if table.game.outcome is None else self._end())

    # The peer's messages

    def _handle_events(self) -> Steps[None]:
        """Handle the events that have arrived. Raises HungUp and ConnectionFailed.

        Raises _Changed if the open question no longer applies.
        """
        changed = False
        while (event := self.connection.peer.hear()) is not None:
            changed = (yield from self._handle_event(event)) or changed
        if self.connection.due <= self._now():
            changed = self._handle_due() or changed
        if changed and not self._offers.is_answering:
            raise _Changed

    def _handle_due(self) -> bool:
        """Handle an event without a message: the peer's flag has fallen, or a caller has requested no game in time.

        Return True if the open question no longer applies. Raises ConnectionFailed for such a caller.
        """
        connection, remote = self.connection, 1 - self.table.home
        connection.expect(math.inf)
        if connection.stage is Stage.CONNECTED:
            raise ConnectionFailed("Somebody called and asked for nothing: I hung up.")
        if connection.stage is not Stage.PLAYING or not self.table.flag_fallen(remote):
            return False
        self.table.game.lose_on_time(remote)
        self._archive.keep()
        connection.peer.end(dxp.I_WIN)
        return True

    def _handle_event(self, event: people.Event) -> Steps[bool]:
        """Handle one event. Return True if the open question no longer applies."""
        game, connection = self.table.game, self.connection
        match event:
            case dxp.Chat(text):
                yield Say(f'{connection.other or sentences.GUEST}: "{printable(text.strip())}"')
                return False
            case people.Requested():
                return (yield from self._agreement.take_request(event))
            case people.UnplayableRequest(name, reason):
                why = modem.shortened(reason)
                yield Say(f"{modem.person(name)} asked for a game that cannot be played: {why}.")
                return False
            case people.Answered() if connection.stage is Stage.REQUESTED:
                yield from self._agreement.take_answer(event)
            case _ if connection.stage is not Stage.PLAYING:
                return False
            case dxp.GameEnd():
                yield from self._handle_end(event)
            case people.Moved():
                yield from self._play_received_move(event)
            case people.Back() | people.Draw() | people.NewClock():
                return (yield from self._offers.answer(event))
            case people.OfferAnswered(True, offer, ply):
                if ply < game.ply:
                    game.go_to(ply)
                yield from self._carry_out(offer)
            case people.OfferAnswered(_, offer):
                yield Say(modem.DECLINED[type(offer)].format(connection.other))
                return False
        return True

    def _play_received_move(self, moved: people.Moved) -> Steps[None]:
        """Play the peer's move."""
        game = self.table.game
        before, moves, side, move = game.position, game.routes(), game.side, moved.move
        game.play(move)
        self.table.press_clock(side)
        took = self.table.stopwatch.seconds(game.ply - 1)
        if self.table.clock is not None and took is not None and took - moved.seconds > _LATE:
            self.table.clock.give(side, took - moved.seconds - _LATE)
        self.table.run_clock()
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side)
        naming, other = self._conversation.state.naming, self.connection.other
        yield Say(sentences.computer_moved(before, move, moves, naming, other))

    def _handle_end(self, end: dxp.GameEnd) -> Steps[None]:
        """Handle the peer's message that the game is over. Accept its result only if our side can confirm it.

        Raises HungUp if the result cannot be confirmed or the peer hangs up.
        """
        game, other = self.table.game, self.connection.other
        if game.outcome is None:
            own, clock = self.table.home, self.table.clock
            if end.reason == dxp.I_LOSE:
                game.lose_on_time(1 - own) if self.table.flag_fallen(1 - own) else game.resign(1 - own)
            elif end.reason == dxp.I_WIN and clock is not None and clock.left(own) <= _BELIEVED:
                game.lose_on_time(own)
            elif not end.is_last:
                self.connection.peer.end(dxp.UNKNOWN)
                claim = f"{other} has ended the game with a result that nothing here bears out"
                raise HungUp(f"{claim}: it is left undecided.")
            self._archive.keep()
        if end.is_last:
            if game.outcome is not None:
                yield from self._announce_end()
            raise HungUp(modem.LEFT.format(other))

    def _carry_out(self, offer: people.Offer) -> Steps[None]:
        """Do what both sides have agreed on."""
        match offer:
            case people.Back(ply):
                yield from self._go_back(ply)
            case people.NewClock(control):
                yield from self._agreement.set_clock(control)
            case people.Draw():
                self.table.game.agree_draw()
                self._archive.keep()

    def _go_back(self, ply: int) -> Steps[None]:
        game = self.table.game
        if ply >= game.ply:
            return
        before, gone = game.position, game.turns[ply : game.ply]
        game.go_to(ply)
        self.connection.ahead.clear()
        self._archive.keep()
        yield Played(before, Cause.UNDO)
        yield Say(sentences.TAKEN_BACK.format(sentences.turns_list(gone, self._conversation.state.naming)))

    # The player's words and moves

    def _take_turn(self) -> Steps[None]:
        """Ask for a move once. Execute the answer as a command, or play and send it as a move."""
        player = self._conversation.player
        answer: Answer | None = (
            self._questions.read_ahead(self.connection.ahead.pop(0))
            if self.connection.ahead
            else (yield from player.ask_move())
        )
        while answer is not None and not isinstance(answer, Command):
            if isinstance(answer, NamedMove | Talk) and people.Back in self.connection.peer.offers:
                yield Say(modem.AWAITED[people.Back].format(self.connection.other))
                return
            answer = yield from player.move(answer)
            broken, self._broken = self._broken, None
            if broken is not None:
                raise broken
        if answer is not None:
            yield from player.respond(answer)

    def _wait(self, prompt: str) -> Steps[None]:
        """Ask for a line while it is the peer's turn. Execute a command, answer talk, or store a move for our turn."""
        answer = yield from self._questions.ask(prompt, kinds.WAITING)
        if isinstance(answer, Text):
            self.connection.ahead[:] = [*self.connection.ahead, answer.verbatim][:_MOST_AHEAD]
        else:
            yield from self._conversation.player.respond(answer)

    # The end of a game

    def _end(self) -> Steps[None]:
        """Send and announce the result, and ask for another game.

        Raises Left, and _Changed if the peer requests one first.
        """
        self.connection.peer.end(end_reason(self.table.game, self.table.home))
        yield from self._announce_end()
        answer = yield from self._questions.ask(sentences.ASK_ANOTHER, kinds.ANOTHER)
        if isinstance(answer, Yes):
            self._agreement.choose_side(1 - self.table.home)
            self._agreement.request_game()
        elif isinstance(answer, No):
            raise Left
        elif not (yield from self._conversation.player.respond(answer)):
            yield Say(PHRASES["asked"]["another"])

    def _announce_end(self) -> Steps[None]:
        """Announce the result once."""
        if self._announced is not self.table.game:
            self._announced = self.table.game
            self.connection.ahead.clear()
            yield from self._conversation.ending.announce()
