"""Agreements with the peer: the terms of a game, draws and takebacks."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from ai.dxp import messages as dxp
from ai.dxp.connection import ConnectionFailed, Recent
from ai.dxp.session import DxpGame
from console.activities.modem import sentences as modem
from console.activities.modem.connection import Connection, HungUp, Stage
from console.activities.modem.people import (
    Answered,
    Back,
    Draw,
    NewClock,
    Offer,
    Requested,
    Terms,
    agreed_moves,
    go_on,
    move_texts,
)
from console.dialogue.activity import Handler, Handlers, refusing
from console.dialogue.conversation import Conversation, ConversationPart
from console.dialogue.messages import Cause, Played, Say, ShowPage, Steps
from console.dialogue.table import Table, is_too_early_for_a_draw
from console.game.clock import Control, GameClock, Stopwatch
from console.game.naming import quoted
from console.game.options import same_name
from console.game.player_tags import LINE, players_of
from console.game.seats import Peer, Person, Seats
from console.reading import kinds
from console.reading.kinds import Kind, Trait
from console.reading.readings import Command
from console.text import sentences
from console.text.rules import explain
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side
from engine.pdn.record import GameRecord
from engine.rules import Rules, is_house

TERMS: Final = Kind("terms", Trait.YES_OR_NO | Trait.ENTER_IS_YES)
CLOCK: Final = Kind("clock", Trait.YES_OR_NO)
BACK: Final = Kind("back", Trait.YES_OR_NO)
_MOST_SAID: Final = 20  # lines within ten seconds


def goes_on(table: Table) -> bool:
    """Return True if a remote game is on the table and not over."""
    return table.seats.peer is not None and table.game.outcome is None


def moves_at(table: Table, ply: int) -> bool:
    """Return True if the player at this board is to move after ``ply`` plies."""
    return table.game.position_at(ply).side == table.home


class Offers(ConversationPart):
    """The commands of a remote game, and the offers of both sides in it: draws, takebacks and clocks.

    The player is asked about each offer of the peer once. ``is_answering``: the player is being asked about an offer.
    ``carry_out`` does what both sides have agreed on.
    """

    def __init__(
        self, conversation: Conversation, connection: Connection, carry_out: Callable[[Offer], Steps[None]]
    ) -> None:
        super().__init__(conversation)
        self._connection = connection
        self._carry_out = carry_out
        self._said = Recent(conversation.state.now)
        self._declined: set[tuple[type[Offer], int]] = set()  # by kind and ply
        self.is_answering = False

    def handlers(self) -> Handlers:
        """Return the handlers of the commands that involve the peer, or that show less than in other games."""
        return {
            "say": lambda command: self._say(command.text),
            "draw": self._while_playing(self._offer_draw),
            "undo": self._while_playing(self._request_back),
            "resign": self._while_playing(self._resign),
            "moves": self._while_playing(lambda: self._state.activity.list_moves(self._state.naming, {})),
            "?": self._help,
        }

    def begin(self) -> None:
        """Forget the offers declined in the previous game."""
        self._declined.clear()

    def ask(self, prompt: str, kind: Kind) -> Steps[bool]:
        """Ask the player about an offer; offers that arrive meanwhile are declined."""
        self.is_answering = True
        try:
            return (yield from self._questions.ask_yes(prompt, kind))
        finally:
            self.is_answering = False

    def answer(self, offer: Offer) -> Steps[bool]:
        """Answer an offer of the peer; return True if the player was asked about it.

        Raises HungUp if the peer stops playing because it is declined.
        """
        game, peer = self._state.game, self._connection.peer
        asked = (type(offer), offer.ply if isinstance(offer, Back) else game.ply)
        crosses = type(offer) in peer.offers and not isinstance(
            offer, Draw
        )  # the sides would carry them out in different orders
        asks = not (self.is_answering or crosses or asked in self._declined)
        granted = asks and (yield from self.ask(*self._question(offer))) and game.outcome is None
        if isinstance(offer, Back):
            granted = granted and offer.ply < game.ply
        peer.answer(offer, granted)
        if granted:
            yield from self._carry_out(offer)
            return True
        self._declined.add(asked)
        if isinstance(offer, Draw) and offer.ends:
            peer.end(dxp.UNKNOWN)
            raise HungUp(modem.LEFT.format(self._connection.other))
        return asks

    def _question(self, offer: Offer) -> tuple[str, Kind]:
        """Return the question to the player about an offer of the peer, and its kind."""
        game, other = self._state.game, self._connection.other
        match offer:
            case Back(ply):
                moves = sentences.turns_list(game.turns[ply : game.ply], self._state.naming)
                return f"{other} would like to take back {moves}. Do you agree (Y/N)? ", BACK
            case NewClock(control):
                return f"{other} would like {modem.clock(control)} for this game. Do you agree (Y/N)? ", CLOCK
            case Draw():
                return f"{other} offers a draw. Do you accept (Y/N)? ", kinds.DRAW

    def offer(self, offer: Offer, said: str) -> Steps[None]:
        """Make the peer an offer, and say so, unless one of its kind is not answered yet."""
        peer, other = self._connection.peer, self._connection.other
        if type(offer) in peer.offers:
            yield Say(modem.AWAITED[type(offer)].format(other))
        else:
            peer.offer(offer)
            yield Say(said.format(other))

    def _offer_draw(self) -> Steps[None]:
        if is_too_early_for_a_draw(self._state.game):
            yield Say(sentences.DRAW_TOO_SOON)
        else:
            yield from self.offer(Draw(), "I have offered {} a draw.")

    def _request_back(self) -> Steps[None]:
        """Ask the peer to go back to the position before our last move."""
        table = self._state.table
        ply = next((ply for ply in reversed(range(table.game.ply)) if moves_at(table, ply)), None)
        if ply is None:
            yield Say(sentences.NOTHING_TO_UNDO)
        else:
            yield from self.offer(Back(ply), "I have asked {}; the game waits for the answer.")

    def _while_playing(self, act: Callable[[], Steps[None]]) -> Handler:
        """Return a handler that runs ``act`` during a game, and otherwise says that there is no game."""

        def handle(command: Command) -> Steps[None]:
            if self._connection.stage is not Stage.PLAYING:
                yield Say("There is no game yet.")
            elif not goes_on(self._state.table):
                yield Say("The game is over: Y asks for another.")
            else:
                yield from act()

        return handle

    def _help(self, command: Command) -> Steps[None]:
        """Say the short help for a remote game. With an argument, show that chapter of the manual."""
        if command.argument:
            yield from self._commands.do_everywhere(command)
        else:
            yield from map(Say, sentences.help_lines(self._state.naming, "help in a remote game"))

    def _say(self, text: str) -> Steps[None]:
        """Send a line of chat."""
        text = " ".join(text.split())
        if not text:
            yield Say(sentences.SAY_WHAT)
        elif self._said.total >= _MOST_SAID:
            yield Say("Not so fast: twenty lines in ten seconds are enough.")
        else:
            self._said.add()
            sent = text[: dxp.LONGEST_CHAT]
            self._connection.peer.say(sent)
            if sent != text:
                yield Say(f"That was too long for a message: {quoted(sent[-20:])} was the end of what I sent.")

    def _resign(self) -> Steps[None]:
        if (yield from self._questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self._state.game.resign(self._state.table.home)
            self._archive.keep()


class Agreement(ConversationPart):
    """The negotiation of a game with the peer. The agreed game is put on the table.

    ``side`` is the side that we request in the next game. ``request`` is the peer's request until it is answered.
    """

    def __init__(self, conversation: Conversation, connection: Connection, offers: Offers) -> None:
        self.side: Side = BLACK
        self.request: Requested | None = None
        self._terms: Terms | None = None
        super().__init__(conversation)
        self._options = conversation.options
        self._connection = connection
        self._offers = offers

    # A recorded game

    def take_up(self, record: GameRecord) -> None:
        """Put a recorded game on the table, to be continued when a peer is connected."""
        remote, names = SIDE_NAMES.index(record.tag(LINE)), players_of(record).seats.names
        seats = Seats.of(Peer(names[remote]), Person(names[1 - remote]), remote)
        table = self._state.table = Table.of_record(record, self._state.now, seats, 1 - remote)
        control = table.clock.control if table.clock is not None else None
        self._terms = Terms(record.rules, record.jumping, control)
        self._connection.other = names[remote]

    # Our request

    def choose_side(self, side: Side) -> None:
        """Set our side in the next request."""
        self.side = side

    def drop_request(self) -> None:
        """Forget the peer's request."""
        self.request = None

    def request_game(self) -> None:
        """Request to continue the game on the table if it is not over, else a new game."""
        table, left = self._state.table, None
        terms = self._terms = (self._terms or self._own_terms()).in_whole_minutes
        game = Game(terms.rules, terms.jumping)
        if goes_on(table):
            game, self.side = table.game, table.home
            if table.clock is not None:
                left = table.clock.left(BLACK), table.clock.left(WHITE)
        self._connection.peer.request_game(game, self.side, terms, left)
        self._connection.stage, self._connection.due = Stage.REQUESTED, math.inf

    def _own_terms(self) -> Terms:
        rules = self._options.rules
        return Terms(rules, "free" if self._options.jumping == "free" else "forced", self._state.next_game.control)

    def take_answer(self, answered: Answered) -> Steps[None]:
        """Handle the answer to our request. Raises HungUp and ConnectionFailed."""
        table, name, terms = self._state.table, modem.person(answered.name), self._terms
        assert terms is not None, "there was a request"
        by_house_rules = is_house(terms.rules)
        if not answered.accepted:
            if answered.busy:
                raise ConnectionFailed("BUSY: somebody else is on the line there.")
            refused = (modem.REFUSED_HOUSE if by_house_rules else modem.REFUSED).format(name)
            if table.seats.peer is None or goes_on(table):
                raise HungUp(refused)
            yield Say(refused)
            self._connection.stage = Stage.PLAYING
        elif by_house_rules and answered.terms != terms:
            raise HungUp(f"{name} would play by other rules: the program there knows no house rules.")
        elif goes_on(table):
            moves = self._agreed_moves(answered.moves)
            if moves is None:
                raise HungUp(modem.REFUSED.format(name))
            self._connection.other = name
            yield from self._continue(moves)
        else:
            yield from self._begin(name, terms, self.side, DxpGame(Game(terms.rules, terms.jumping)))
            wanted = self._state.next_game.control
            if wanted is not None and wanted.seconds:
                yield from self._offer_clock(wanted)

    # The peer's request

    def take_request(self, request: Requested) -> Steps[bool]:
        """Store a request until it is answered; return False if it is refused because a game goes on."""
        connection, name = self._connection, modem.person(request.name)
        if self._offers.is_answering or (connection.stage is Stage.PLAYING and goes_on(self._state.table)):
            connection.peer.refuse()
            yield Say(f"{name} asks for another game, and is told that this is not a good time.")
            return False
        if connection.stage is Stage.REQUESTED and (request.side, request.terms) == (self.side, self._terms):
            # Both sides requested the same game at once: each request answers the other.
            yield from self._accept(request, name)
        else:
            self.request, connection.stage = request, Stage.CONNECTED
        return True

    def answer(self, request: Requested) -> Steps[None]:
        """Accept a request if it continues the game on the table, else ask the player. Raises HungUp."""
        self.request, self._connection.due = None, math.inf
        peer, game = self._connection.peer, request.board.game
        name = modem.person(request.name)
        moves = self._continued_by(request, name)
        if moves is not None:
            peer.accept(request, move_texts(self._state.game) if request.goes_on else None)
            yield from self._continue(moves)
            return
        if game.outcome is not None:
            peer.refuse()
            return
        before, other = self._state.table, self._connection.other
        self._connection.other = name
        if before.seats.peer is None:
            # The screen shows the board and the rules that the question is about.
            asked = Table(game, Stopwatch(self._state.now), home=request.side)
            self._state.table = asked
        try:
            yield from self._ask_player(request, name)
        except (HungUp, ConnectionFailed):
            self._state.table = before
            self._connection.other = other
            raise
        yield from self._state.activity.leave()
        yield from self._accept(request, name)

    def _ask_player(self, request: Requested, name: str) -> Steps[None]:
        """Tell the player what a request asks for, and ask him. Raises HungUp if he declines."""
        terms, game = request.terms, request.board.game
        after = f"; it resumes after {sentences.game_length(game.ply)}" if game.ply else ""
        what = f"{terms.rules.name}, {terms.jumping}, you play {SIDE_NAMES[request.side]}, {modem.clock(terms.control)}"
        yield Say(f"{name} asks for a game: {what}{after}.")
        yield from self._show_house(name, terms.rules)
        self._questions.rules.offered = terms.rules
        if not (yield from self._offers.ask(f"Will you play {name} (Y/N, Enter: Y)? ", TERMS)):
            self._connection.peer.refuse()
            raise HungUp(modem.GIVEN_UP)

    def _show_house(self, name: str, rules: Rules) -> Steps[None]:
        """Show the house rules of a request, unless they are those of the game before."""
        if is_house(rules) and (self._terms is None or self._terms.rules != rules):
            yield from self._archive.other_rules(rules)
            yield ShowPage(f"The rules {name} asks for", explain(rules))

    def _continued_by(self, request: Requested, name: str) -> list[str] | None:
        """Return the moves after which the game on the table continues; None if the request is for another game."""
        table, theirs = self._state.table, request.board.game
        known = (table.home, table.rules)
        is_known = same_name(name, self._connection.other) and (request.side, request.terms.rules) == known
        if not goes_on(table) or not is_known:
            return None
        if not request.goes_on and theirs.position != table.game.position:
            return None
        return self._agreed_moves(move_texts(theirs) if request.goes_on else None)

    def _accept(self, request: Requested, name: str) -> Steps[None]:
        game = request.board.game
        self._connection.peer.accept(request, move_texts(game) if request.goes_on else None)
        yield from self._begin(name, request.terms, request.side, request.board, request.clocks)

    # The clocks

    def handlers(self) -> Handlers:
        """Return the handler of the command about the clocks."""
        return {"clock": self._tell_clock}

    def _tell_clock(self, command: Command) -> Steps[None]:
        """Say the clocks. A clock that is given is offered to the peer in a game, and otherwise asked for with it."""
        table, connection = self._state.table, self._connection
        if not command.argument:
            told = f"; {', '.join(table.times_left)} left" if table.times_left else ""
            now = modem.clock(table.clock.control if table.clock is not None else None)
            yield Say(f'This game has {now}{told}. "clock 5+3" asks for another.')
            return
        with refusing(sentences.BAD_CLOCK):
            control = Control.read(command.argument)
        if connection.stage is Stage.PLAYING and goes_on(table):
            yield from self._offer_clock(control)
            return
        self._state.next_game = self._state.next_game._replace(control=control)
        if self._terms is not None:
            self._terms = self._terms._replace(control=control)
        yield Say(f"With the next game I ask for {modem.clock(control)}.")

    def _offer_clock(self, control: Control | None) -> Steps[None]:
        said = f"I have asked {{}} for {modem.clock(control)}; nothing changes without a yes."
        yield from self._offers.offer(NewClock(control), said)

    def set_clock(self, control: Control | None) -> Steps[None]:
        """Begin the clocks of the game on the table at their full time, as both sides have agreed."""
        table, now = self._state.table, self._state.now
        before = table.clock.tags() if table.clock is not None else {}
        tags = {name: value for name, value in table.tags.items() if name not in before}
        clock = GameClock(control, now) if control is not None else None
        self._state.table = replace(table, clock=clock, tags=tags)
        self._terms = self._terms and self._terms._replace(control=control)
        self._state.next_game = self._state.next_game._replace(control=control)
        self._state.table.run_clock()
        self._archive.keep()
        yield Say(f"Agreed: this game has {modem.clock(control)} from now on.")

    # The agreed game

    def _agreed_moves(self, theirs: Sequence[str] | None) -> list[str] | None:
        """Merge the peer's record of the game on the table with ours; return the moves after which the game continues.

        If ``theirs`` is None, return the moves of our record. Return None if the records are of different games.
        """
        table = self._state.table
        mine = move_texts(table.game)
        return mine if theirs is None else agreed_moves(mine, theirs, lambda ply: moves_at(table, ply))

    def _begin(
        self, name: str, terms: Terms, side: Side, board: DxpGame, left: tuple[float, float] | None = None
    ) -> Steps[None]:
        """Put an agreed game on the table; ``left`` are the seconds on the clocks of a game that was begun before."""
        own, remote, now = self._state.player, 1 - side, self._state.now
        clock = GameClock(terms.control, now, left) if terms.control is not None else None
        seats = Seats.of(Person(own), Peer(name), side)
        tags = self._archive.store.new_tags() | {LINE: SIDE_NAMES[remote]}
        self._state.table = Table(board.game, Stopwatch(now), seats, side, clock, tags)
        self._connection.other, self._terms = name, terms
        self._play(board)
        what = f"{terms.rules.name}, {terms.jumping}, {modem.clock(terms.control)}"
        who = f"{own}, you play {SIDE_NAMES[side]} against {name}"
        yield Say(f'{who}: {what}. Type "say" and a line of text to talk, ? for help.')
        yield Played(board.game.position, Cause.START)

    def _continue(self, moves: list[str]) -> Steps[None]:
        """Continue the game on the table after the agreed ``moves``. Raises HungUp."""
        game = self._state.game
        before, ply = game.position, game.ply
        try:
            go_on(game, moves)
        except ValueError as error:
            raise HungUp(str(error)) from None
        self._play(DxpGame(game))
        self._archive.keep()
        if game.position != before:
            yield Played(before, Cause.UNDO if game.ply < ply else Cause.REDO)
        other = self._connection.other
        yield Say(f"{other} is back on the line: the game resumes after {sentences.game_length(game.ply)}.")

    def _play(self, board: DxpGame) -> None:
        """Play the game on the table with the connected peer from now on."""
        self._connection.peer.begin(board, self._state.table.home)
        self._connection.stage = Stage.PLAYING
        self._offers.begin()
