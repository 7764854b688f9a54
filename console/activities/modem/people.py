"""The protocol between two people: the peer's messages become events after a check by the rules.

Source of the messages: mesander.nl/damexchange. Moves, takebacks and ends of games are DXP's own messages, so the
peer may be any program of the protocol. Everything else is sent as chat, in notes that begin with ``[EGA]``;
another program shows them as it shows any chat:

- ``[EGA] plays american forced 5+3`` before a request and before its answer: rule set, jumping, minutes, and seconds
  per move (``0+0``: no clock). Without this note the receiver's rules hold, and the clock has minutes only.
- ``[EGA] rules granny 1 Board: 8x8; Dark corner: left`` before the note ``plays house forced 5+3``: the name of house
  rules and their articles, in several notes. The number, counted from 1, is the place of the note's first article.
  A program that knows rules by their names only refuses the name *house*. An answer without these notes accepts
  another game.
- ``[EGA] moves 1 11-15 23-19`` before a request and before its answer: the game continues after these moves. The
  number, counted from 1, is the place of the note's first move in the game. A program that does not know the note
  begins at the position of the request.
- ``[EGA] clocks 287.3 300.0`` after the moves: the seconds that Black and White have left.
- ``[EGA] draw offered``, ``[EGA] draw declined``, ``[EGA] draw accepted 24``: the number of moves made by both sides.
  The side whose offer is accepted ends the game by DXP's message for a draw. Programs without notes send only this
  message: it offers a draw, or accepts the draw that was offered.
- ``[EGA] clock offered 5+3`` in a game (``off``: no clock), and ``[EGA] clock accepted 5+3`` or ``[EGA] clock declined
  5+3``. When both have agreed, the clocks begin at their full time. Offers that cross are declined. A program without
  the note never answers.
- ``[EGA] busy`` before a caller is sent away because another one is connected.
"""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeAlias

from ai.dxp import messages as dxp
from ai.dxp.connection import ConnectionFailed, DxpConnection, Recent
from ai.dxp.session import DxpGame
from ai.hub.conventions import SquareOne, hub_move_text, read_hub_move
from console.game.clock import OFF, Control
from engine.game import Game
from engine.geometry import BLACK, Side
from engine.house_rules import article_line, parse_articles
from engine.position import Move
from engine.printable import quoted
from engine.rules import Jumping, Rules, is_house, rules_named

_MARK: Final = "[EGA] "
_TERMS: Final = re.compile(r"plays ([a-z0-9-]{1,30}) ([a-z]{1,10}) ([0-9]{1,3})\+([0-9]{1,3})")
_RULES: Final = re.compile(r"rules ([a-z0-9-]{1,30}) ([0-9]{1,2}) (.+)")
_MOVES: Final = re.compile(r"moves ([0-9]{1,4})((?: [0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+))*)")
_CLOCKS: Final = re.compile(r"clocks ([0-9]{1,5}\.[0-9]) ([0-9]{1,5}\.[0-9])")
_CLOCK: Final = re.compile(r"clock (offered|accepted|declined) (off|[0-9:+]{1,12})")
_DRAW: Final = re.compile(r"draw (offered|declined|accepted ([0-9]{1,4}))")
_HOUSE: Final = "house"
"""The name of all house rules in the note of the terms. No rules can have it."""
_BETWEEN: Final = "; "
"""The text between two articles."""
_LONGEST_GAME: Final = 1_998  # plies: DXP counts moves of both sides to 999
_MOST_APART: Final = 4  # the largest difference in plies between two records of one game
_TO_ASK: Final = 10.0  # seconds that a caller has to ask for a game
_MOST_CHAT: Final = 30  # lines within ten seconds; nobody types faster
_LONGEST_QUOTE: Final = 40  # characters


class Terms(NamedTuple):
    """The terms of a game: rules, jumping and time control; None for no clock."""

    rules: Rules
    jumping: Jumping = "forced"
    control: Control | None = None

    @property
    def in_whole_minutes(self) -> Self:
        """These terms without a clock that a request cannot carry; it can be offered in the game."""
        return self if self.control is None or not self.control.seconds else self._replace(control=None)


class Requested(NamedTuple):
    """The peer requests a game in which we play ``side``; ``board`` is the game with the moves already played.

    ``goes_on``: the game was begun before. ``clocks`` are the seconds left of Black and White, None if not
    sent.
    """

    name: str
    terms: Terms
    side: Side
    board: DxpGame
    goes_on: bool
    clocks: tuple[float, float] | None


class UnplayableRequest(NamedTuple):
    """The peer requested a game that cannot be played, and was refused; ``reason`` completes a sentence."""

    name: str
    reason: str


class Answered(NamedTuple):
    """The peer's answer to our request; ``moves`` is the peer's record of the game, None if not sent.

    ``terms`` are the terms in the answer, None if it has none or they cannot be read.
    """

    name: str
    accepted: bool
    busy: bool
    moves: Sequence[str] | None
    terms: Terms | None


class Moved(NamedTuple):
    """A legal move of the peer, not yet played, and the seconds that it took by the peer's clock."""

    move: Move
    seconds: int


class Back(NamedTuple):
    """A request to go back to ``ply``."""

    ply: int


class Draw(NamedTuple):
    """An offer of a draw. ``ends``: the peer stops playing even if it is declined."""

    ends: bool = False


class NewClock(NamedTuple):
    """An offer of a clock for the game on the board, or of no clock."""

    control: Control | None


Offer: TypeAlias = Back | Draw | NewClock


class OfferAnswered(NamedTuple):
    """The peer's answer to our offer. A draw ended the game at ``ply``, if that is before our last move."""

    granted: bool
    offer: Offer
    ply: int


Event: TypeAlias = Requested | UnplayableRequest | Answered | Moved | Offer | OfferAnswered | dxp.GameEnd | dxp.Chat
"""An action of the peer. After a GameEnd with ``is_last`` the peer hangs up. The text of a Chat may be unprintable."""


@dataclass
class _Notes:
    """The notes before a request or its answer. ``articles`` and ``past`` are None if one was lost.

    ``terms`` matches the note of the terms. ``house`` is the name of house rules, empty without any; ``articles`` are
    their articles. ``past`` are the moves of a game that is continued, ``clocks`` its clocks.
    """

    terms: re.Match[str] | None = None
    house: str = ""
    articles: list[str] | None = None
    past: list[str] | None = None
    clocks: tuple[float, float] | None = None

    def add_articles(self, house: str, first: int, articles: list[str]) -> None:
        """Append the articles of a note, numbered from ``first``."""
        self.articles = _longer(self.articles if house == self.house else None, first, articles)
        self.house = house

    def read_terms(self) -> Terms | None:
        """Return the terms, None if they were not sent.

        Raises ValueError for rules that are unknown, damaged or contradictory, and for jumping that DXP cannot carry.
        """
        if self.terms is None:
            return None
        name, jumping, minutes, increment = self.terms.groups()
        rules = self._read_house_rules() if name == _HOUSE else rules_named(name)
        if rules is None:
            raise ValueError(f"no rules are called {quoted(name, _LONGEST_QUOTE)} here")
        if self.house and name != _HOUSE:
            raise ValueError(f"it is called {name}, but the articles are those of {quoted(self.house)}")
        for kind in rules.jumpings:
            if kind == jumping and kind != "huff":  # DXP has no message for a huff
                return Terms(rules, kind, _control(int(minutes), int(increment)))
        raise ValueError(f"jumping {quoted(jumping, _LONGEST_QUOTE)} is not played over a line")

    def _read_house_rules(self) -> Rules:
        if self.articles is None:
            raise ValueError("the articles of its house rules have not all arrived")
        try:
            return parse_articles(self.house, _BETWEEN.join(self.articles))
        except ValueError as error:
            raise ValueError(f"its house rules: {error}") from None


class RemotePeer:
    """The peer at the other end of a connection. Sending and hearing raise ConnectionFailed if the connection is lost.

    ``name`` is our player's name. ``rules`` is the rule set of a request without a note about the terms.
    ``offers`` are our offers that the peer has not answered yet, at most one of each kind.
    """

    def __init__(
        self, connection: DxpConnection, name: str, rules: Rules, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.connection = connection
        self._name = name
        self._rules = rules
        self._notes = _Notes()
        self._busy = False
        self._board: DxpGame | None = None
        self._side: Side = BLACK
        self.offers: dict[type[Offer], Offer] = {}
        self._chat = Recent(now)
        self._has_ended = False

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for a message; return True if there is one. May be called on any thread."""
        return self.connection.wait(patience)

    def hang_up(self, politely: bool = False) -> None:
        """Close the connection; ``politely`` tries to send a GameEnd first."""
        with suppress(ConnectionFailed):
            if politely:
                self.end(dxp.UNKNOWN, leaves=True)
        self.connection.close()

    # Before a game

    def request_game(self, game: Game, side: Side, terms: Terms, clocks: tuple[float, float] | None = None) -> None:
        """Request a game in which we play ``side``; if ``game`` has moves, ask to continue it."""
        self._send_terms(terms)
        if game.ply:
            self._send_list("moves", move_texts(game))
            if clocks is not None:
                black, white = (min(max(0.0, left), 99_999.0) for left in clocks)
                self.note(f"clocks {black:.1f} {white:.1f}")
        now = DxpGame(Game(game.rules, game.jumping, game.position))
        minutes = terms.control.minutes if terms.control is not None else 0
        self.connection.send(now.request(self._name, 1 - side, minutes, 0))

    def accept(self, request: Requested, moves: Sequence[str] | None = None) -> None:
        """Accept a request; ``moves`` is our record of the game if it is continued."""
        self._send_terms(request.terms)
        if moves is not None:
            self._send_list("moves", moves)
        self.connection.send(dxp.GameAnswer(self._name, dxp.ACCEPTED))

    def refuse(self) -> None:
        """Refuse a request."""
        self.connection.send(dxp.GameAnswer(self._name, dxp.NOT_THIS_GAME))

    def begin(self, board: DxpGame, side: Side) -> None:
        """Begin a game in which we play ``side``."""
        self._board, self._side, self._has_ended = board, side, False
        self.offers.clear()

    # In a game

    def send_move(self, move: Move, seconds: float) -> None:
        """Send our move, shortly before or after it is played."""
        assert self._board is not None
        self.connection.send(self._board.write(move, seconds))

    def offer(self, offer: Offer) -> None:
        """Make an offer to the peer."""
        assert self._board is not None
        match offer:
            case Back(ply):
                self.connection.send(dxp.BackRequest(ply // 2 + 1, self._board.game.position_at(ply).side))
            case Draw():
                self.note("draw offered")
            case NewClock(control):
                self.note(f"clock offered {control or OFF}")
        self.offers[type(offer)] = offer

    def answer(self, offer: Offer, granted: bool) -> None:
        """Answer an offer of the peer; the caller carries out what was granted."""
        assert self._board is not None
        match offer:
            case Back():
                self.connection.send(dxp.BackAnswer(dxp.BACK if granted else dxp.NOT_NOW))
            case Draw():
                self.note(f"draw accepted {self._board.game.ply}" if granted else "draw declined")
            case NewClock(control):
                self.note(f"clock {'accepted' if granted else 'declined'} {control or OFF}")

    def end(self, reason: int, leaves: bool = False) -> None:
        """Send a GameEnd, at most once a game. With ``leaves`` it is sent in any case, and we hang up afterwards."""
        if leaves or not self._has_ended:
            self.connection.send(dxp.GameEnd(reason, leaves))
        self._has_ended = True

    def say(self, text: str) -> None:
        """Send a line of chat, cut to the length of a message."""
        self.connection.send(dxp.Chat(f" {text}" if text.startswith(_MARK) else text))

    # Receiving

    def hear(self) -> Event | None:
        """Return the next event without blocking, or None.

        Raises ConnectionFailed if the connection is lost or the peer breaks the rules.
        """
        while (message := self.connection.receive(0.0)) is not None:
            event = self._read(message)
            if event is not None:
                return event
        return None

    def _read(self, message: dxp.Message) -> Event | None:
        match message:
            case dxp.Chat(text) if text.startswith(_MARK):
                return self._read_note(text.removeprefix(_MARK))
            case dxp.Chat():
                self._count_line()
                return message
            case dxp.GameRequest():
                return self._read_request(message)
            case dxp.GameAnswer(name, code):
                notes, terms = self._take_notes(), None
                with suppress(ValueError):  # such an answer has no terms
                    terms = notes.read_terms()
                is_busy = self._busy and code == dxp.NO_GAME
                return Answered(name, code == dxp.ACCEPTED, is_busy, notes.past, terms)
        board = self._board
        if board is None:
            return None
        match message:
            case dxp.GameEnd():
                return self._read_end(board.game, message)
            case _ if board.game.outcome is not None:
                return None  # sent before the peer knew of the end
            case dxp.MoveMade(seconds):
                if board.game.side == self._side:
                    raise ConnectionFailed("The other side moved when it was not its turn.")
                return Moved(board.read(message), seconds)
            case dxp.BackRequest():
                ply = board.ply_before(message)
                if ply is None or ply >= board.game.ply:
                    self.answer(Back(0), granted=False)
                    return None
                return Back(ply)
            case dxp.BackAnswer(code) if Back in self.offers:
                return self._read_answer(code == dxp.BACK, self.offers[Back], board.game.ply)
        return None

    def _read_end(self, game: Game, end: dxp.GameEnd) -> Event | None:
        if game.outcome is not None and not end.is_last:
            return None  # both sides know of the end
        if end.reason == dxp.DRAW and not end.is_last:
            return self._read_answer(True, Draw(), game.ply) or Draw(ends=True)
        return end

    def _read_request(self, request: dxp.GameRequest) -> Event | None:
        notes = self._take_notes()
        if request.version != dxp.VERSION:
            self.connection.send(dxp.GameAnswer(self._name, dxp.WRONG_VERSION))
            return None
        try:
            terms = notes.read_terms() or Terms(self._rules, "forced", _control(request.minutes))
            if notes.past is None:
                board = DxpGame.requested(request, terms.rules, terms.jumping)
            else:
                board = DxpGame(Game(terms.rules, terms.jumping))
                go_on(board.game, notes.past)
        except ValueError as error:
            self.refuse()
            self._count_line()
            return UnplayableRequest(request.name, str(error))
        return Requested(request.name, terms, request.side, board, notes.past is not None, notes.clocks)

    def _take_notes(self) -> _Notes:
        """Return the notes received before a request or an answer, and forget them."""
        notes, self._notes = self._notes, _Notes()
        return notes

    def _count_line(self) -> None:
        """Count a line shown to the player. Raises ConnectionFailed above the rate limit."""
        self._chat.add()
        if self._chat.total > _MOST_CHAT:
            raise ConnectionFailed(f"The other side said more than {_MOST_CHAT} lines in 10 seconds.")

    def _read_note(self, note: str) -> Event | None:
        """Return the event of a note, or None; ignore notes that are damaged or of a later version."""
        notes = self._notes
        if found := _TERMS.fullmatch(note):
            notes.terms = found
        elif found := _RULES.fullmatch(note):
            notes.add_articles(found[1], int(found[2]), found[3].split(_BETWEEN))
        elif found := _MOVES.fullmatch(note):
            notes.past = _longer(notes.past, int(found[1]), found[2].split())
        elif found := _CLOCKS.fullmatch(note):
            notes.clocks = float(found[1]), float(found[2])
        elif note == "busy":
            self._busy = True
        elif self._board is not None and self._board.game.outcome is None:
            return self._read_offer(note, self._board.game.ply)
        return None

    def _read_offer(self, note: str, ply: int) -> Event | None:
        """Return the event of a note about a draw or a clock after ``ply`` plies, or None."""
        if found := _DRAW.fullmatch(note):
            if found[1] == "offered":
                return Draw()
            return self._read_answer(found[1] != "declined", Draw(), min(int(found[2] or 0), ply))
        if found := _CLOCK.fullmatch(note):
            with suppress(ValueError):
                offer = NewClock(Control.read(found[2]))
                return offer if found[1] == "offered" else self._read_answer(found[1] == "accepted", offer, ply)
        return None

    def _read_answer(self, granted: bool, offer: Offer, ply: int) -> OfferAnswered | None:
        """Return the event of an answer, None if we have not made the offer."""
        if self.offers.get(type(offer)) != offer:
            return None
        del self.offers[type(offer)]
        return OfferAnswered(granted, offer, ply)

    # Notes

    def note(self, text: str) -> None:
        """Send a note."""
        self.connection.send(dxp.Chat(_MARK + text))

    def _send_terms(self, terms: Terms) -> None:
        name = terms.rules.name
        if is_house(terms.rules):
            self._send_list(f"rules {name}", article_line(terms.rules).split(_BETWEEN), _BETWEEN)
            name = _HOUSE
        self.note(f"plays {name} {terms.jumping} {terms.control or '0+0'}")

    def _send_list(self, head: str, texts: Sequence[str], between: str = " ") -> None:
        """Send texts in as many notes as needed, at least one, each with the number of its first text behind the head.

        ``between`` is the text between two texts of a note.
        """
        lines: list[list[str]] = [[]]
        firsts, room = [1], dxp.LONGEST_CHAT - len(_MARK)
        for number, text in enumerate(texts, 1):
            if lines[-1] and len(f"{head} {firsts[-1]} {between.join([*lines[-1], text])}") > room:
                lines.append([])
                firsts.append(number)
            lines[-1].append(text)
        for first, line in zip(firsts, lines, strict=True):
            self.note(f"{head} {first} {between.join(line)}".rstrip())


def send_away(connection: DxpConnection, name: str) -> None:
    """Send a caller who asks for a game the note that we are busy, and close the connection."""
    with closing(connection), suppress(ConnectionFailed):
        connection.wait(_TO_ASK)  # he would lose the connection before he asks, and not see the note
        connection.send(dxp.Chat(f"{_MARK}busy"))
        connection.send(dxp.GameAnswer(name, dxp.NO_GAME))
        connection.close_gently()


def move_texts(game: Game) -> list[str]:
    """Return the moves played so far, as notes write them: ``11-15``, a capture with all captured squares."""
    return [hub_move_text(turn.move, game.rules.geometry, SquareOne.UPPER_LEFT) for turn in game.turns[: game.ply]]


def go_on(game: Game, texts: Sequence[str]) -> None:
    """Make the moves of a game equal to ``texts``: take back those that differ and play the others.

    Raises ValueError if a move is illegal or comes after the end of the game.
    """
    texts = texts[: _LONGEST_GAME + 1]
    if len(texts) > _LONGEST_GAME:
        raise ValueError(f"a game has {_LONGEST_GAME} moves at most")
    shared = _shared(move_texts(game), texts)
    if shared < game.ply:
        game.go_to(shared)
    for text in texts[shared:]:
        game.play(read_hub_move(text, game.legal_moves(), game.rules.geometry, SquareOne.UPPER_LEFT))


def agreed_moves(mine: Sequence[str], theirs: Sequence[str], moves_at: Callable[[int], bool]) -> list[str] | None:
    """Merge two records of a game after a lost connection; return the moves after which the game continues.

    ``mine`` and ``theirs`` are the records of the two sides. ``moves_at`` returns True if we are to move after a number
    of plies. The common moves are kept. One more move is kept if the side that made it is the only side that recorded
    it: the move was lost with the connection. A takeback that both sides agreed on is not undone. Return None if the
    records differ so much that they cannot be of the same game.
    """
    shared = _shared(mine, theirs)
    if max(len(mine), len(theirs)) - shared > _MOST_APART:
        return None
    if len(mine) == shared and len(theirs) == shared + 1 and not moves_at(shared):
        return list(theirs)
    if len(theirs) == shared and len(mine) == shared + 1 and moves_at(shared):
        return list(mine)
    return list(mine[:shared])


def _shared(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """Return the number of equal moves at the beginning of two records."""
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(mine), len(theirs)))


def _longer(past: list[str] | None, first: int, texts: list[str]) -> list[str] | None:
    """Append the texts of a note, numbered from ``first``, to the earlier ones; return None if one is missing."""
    if first == 1:
        past = []
    if past is None or first != len(past) + 1 or len(past) + len(texts) > _LONGEST_GAME:
        return None
    return past + texts


def _control(minutes: int, increment: int = 0) -> Control | None:
    return Control(minutes, increment) if minutes else None
