"""Two people over a line: what one does comes to the other as an event, checked by the rules before it counts.

Source of the messages: mesander.nl/damexchange. Moves, going back and the ends of games are DXP's own messages, so that
any program of the protocol may be the other side. What DXP has no message for is written in chat, as notes that begin
with ``[EGA]`` and that another program shows as it shows any chat:

- ``[EGA] plays american forced 5+3`` before a request and before its answer: rule set, jumping, minutes and seconds a
  move (``0+0``: no clock). Without it the rules are those of who answers, and minutes are all there is of a clock.
- ``[EGA] moves 1 11-15 23-19`` before a request and before its answer: the game is to go on after these moves, of which
  this number is the first told. A program that does not know the note plays on from the position of the request.
- ``[EGA] clocks 287.3 300.0`` with them: the seconds that Black and White have left.
- ``[EGA] draw offered``, ``[EGA] draw accepted 24`` after so many moves of both sides, ``[EGA] draw declined``. Whose
  offer is accepted ends the game by DXP's own message, a draw. That message alone is an offer where none was made, and
  accepts one that was.
- ``[EGA] busy`` before a caller is sent away because somebody else is on the line.
"""

import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from ai.dxp.connection import ConnectionFailed, DxpConnection
from ai.dxp.messages import (
    ACCEPTED,
    BACK,
    DRAW,
    LONGEST_CHAT,
    NO_GAME,
    NOT_NOW,
    NOT_THIS_GAME,
    UNKNOWN,
    WRONG_VERSION,
    BackAnswer,
    BackRequest,
    Chat,
    GameAnswer,
    GameEnd,
    GameRequest,
    Message,
    MoveMade,
)
from ai.dxp.session import DxpGame
from ai.hub.conventions import SquareOne, hub_move_text, known_conventions, read_hub_move
from engine.game import Game
from engine.geometry import BLACK, Side
from engine.position import Move
from engine.printable import quoted
from engine.rules import RULE_SETS, Jumping, Rules

_MARK: Final = "[EGA] "
_TERMS: Final = re.compile(r"plays ([a-z-]{1,20}) ([a-z]{1,10}) ([0-9]{1,3})\+([0-9]{1,3})")
_MOVES: Final = re.compile(r"moves ([0-9]{1,4})((?: [0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+))*)")
_CLOCKS: Final = re.compile(r"clocks ([0-9]{1,5}\.[0-9]) ([0-9]{1,5}\.[0-9])")
_ACCEPTED_DRAW: Final = re.compile(r"draw accepted ([0-9]{1,4})")
_LONGEST_GAME: Final = 1_998  # plies: DXP counts moves of both sides to 999
_MOST_APART: Final = 4  # plies by which two records of one game differ at most
_MOST_CHAT: Final = 30  # lines within ten seconds: nobody types faster
_CHAT_SECONDS: Final = 10.0
_SHOWN: Final = 40


class Terms(NamedTuple):
    """What is played: the rules, the kind of jumping, minutes each (0: no clock) and seconds more for every move."""

    rules: Rules
    jumping: Jumping = "forced"
    minutes: int = 0
    increment: int = 0


class Asked(NamedTuple):
    """A game is asked for, in which ``side`` is played here: ``board`` has it, with the moves that it goes on after.

    ``goes_on``: it is a game that was begun before. ``clocks`` are the seconds left by side, if they were told.
    """

    name: str
    terms: Terms
    side: Side
    board: DxpGame
    goes_on: bool
    clocks: tuple[float, float] | None


class NotAsked(NamedTuple):
    """A game was asked for that cannot be played, as the other side was told; ``reason`` goes on after a colon."""

    name: str
    reason: str


class Answered(NamedTuple):
    """A game that was asked for is played, or not; ``moves`` are those the other side has of it, if it told them."""

    name: str
    accepted: bool
    busy: bool
    moves: tuple[str, ...] | None


class Moved(NamedTuple):
    """A legal move, which is still to be played, and the seconds that it took as the other side has measured."""

    move: Move
    seconds: int


class BackWished(NamedTuple):
    """The other side wishes to go back to where so many moves had been played."""

    ply: int


class BackAnswered(NamedTuple):
    """What comes of going back to there."""

    granted: bool
    ply: int


class DrawOffered(NamedTuple):
    """A draw is offered; ``ends``: the other side plays on no more, whatever is answered."""

    ends: bool


class DrawAnswered(NamedTuple):
    """What comes of a draw that was offered; if it is one, so many moves had been played."""

    accepted: bool
    ply: int


class Finished(NamedTuple):
    """The other side says that the game is over, and why: a reason of ``ai.dxp.messages``; ``leaves`` if it goes."""

    reason: int
    leaves: bool


class Said(NamedTuple):
    """A line of chat, as it came: whoever shows it makes it printable."""

    text: str


Event: TypeAlias = (
    Asked | NotAsked | Answered | Moved | BackWished | BackAnswered | DrawOffered | DrawAnswered | Finished | Said
)


class Partner:
    """Whoever is at the other end of a line. Sending raises ConnectionFailed, as ``hear`` does, where the line is lost.

    ``name`` is who plays here, ``rules`` are those of a request that does not say any.
    """

    def __init__(self, line: DxpConnection, name: str, rules: Rules, now: Callable[[], float] = time.monotonic) -> None:
        self._line = line
        self._name = name
        self._rules = rules
        self._now = now
        self._terms: re.Match[str] | None = None
        self._past: list[str] | None = None
        self._clocks: tuple[float, float] | None = None
        self._busy = False
        self._board: DxpGame | None = None
        self._side: Side = BLACK
        self._back: int | None = None
        self._chat: deque[float] = deque()
        self._has_ended = False
        self.offers_draw = False

    def wait(self, patience: float) -> bool:
        """Whether something can be heard, waiting for it so many seconds at most; may be called on another thread."""
        return self._line.wait(patience)

    def hang_up(self, politely: bool = False) -> None:
        """End the call; ``politely`` the other side is told so, if it still listens."""
        with suppress(ConnectionFailed):
            if politely:
                self.end(UNKNOWN, leaves=True)
        self._line.close()

    # Before a game

    def ask(self, game: Game, side: Side, terms: Terms, clocks: tuple[float, float] | None = None) -> None:
        """Ask for a game in which ``side`` is played here; one that has begun is to go on."""
        self._tell_terms(terms)
        if game.ply:
            self._tell_moves(move_texts(game), clocks)
        now = DxpGame(Game(game.rules, game.jumping, game.position), list(known_conventions(game.rules)))
        self._line.send(now.request(self._name, 1 - side, terms.minutes, 0))

    def accept(self, asked: Asked, moves: Sequence[str] | None = None) -> None:
        """Play the game that was asked for; ``moves`` are those of the record here, if it goes on."""
        self._tell_terms(asked.terms)
        if moves is not None:
            self._tell_moves(moves, None)
        self._line.send(GameAnswer(self._name, ACCEPTED))

    def refuse(self) -> None:
        """Do not play the game that was asked for."""
        self._line.send(GameAnswer(self._name, NOT_THIS_GAME))

    def begin(self, game: Game, side: Side, board: DxpGame | None = None) -> None:
        """Play this game from now on, ``side`` here. ``board`` is that of the request, where there was one."""
        if board is None or board.game is not game:
            board = DxpGame(game, list(known_conventions(game.rules)))
        self._board, self._side = board, side
        self._back, self.offers_draw, self._has_ended = None, False, False

    # In a game

    def tell_move(self, move: Move, seconds: float) -> None:
        """Send a move that is about to be played, or was just played, by the side here."""
        assert self._board is not None
        self._line.send(self._board.write(move, seconds))

    @property
    def wishes_back(self) -> bool:
        """Whether the answer to a wish to go back is awaited."""
        return self._back is not None

    def wish_back(self, ply: int) -> None:
        """Wish to go back to where so many moves had been played."""
        assert self._board is not None
        self._line.send(BackRequest(ply // 2 + 1, self._board.game.position_at(ply).side))
        self._back = ply

    def answer_back(self, granted: bool) -> None:
        """Answer such a wish."""
        self._line.send(BackAnswer(BACK if granted else NOT_NOW))

    def offer_draw(self) -> None:
        """Offer a draw."""
        self._note("draw offered")
        self.offers_draw = True

    def answer_draw(self, accepted: bool) -> None:
        """Answer such an offer; whoever accepts ends the game as a draw."""
        assert self._board is not None
        self._note(f"draw accepted {self._board.game.ply}" if accepted else "draw declined")

    def end(self, reason: int, leaves: bool = False) -> None:
        """Say that the game is over, once of each game, and that nobody plays on here if ``leaves``."""
        if leaves or not self._has_ended:
            self._line.send(GameEnd(reason, leaves))
        self._has_ended = True

    def say(self, text: str) -> None:
        """Send a line of chat, cut to what a message holds."""
        self._line.send(Chat(f" {text}" if text.startswith(_MARK) else text))

    # What is heard

    def hear(self) -> Event | None:
        """Return the next event without blocking, or None. Raises ConnectionFailed, also for a broken rule."""
        while (message := self._line.receive(0.0)) is not None:
            event = self._read_chat(message.text) if isinstance(message, Chat) else self._read(message)
            if event is not None:
                return event
        return None

    def _read(self, message: Message) -> Event | None:
        match message:
            case GameRequest():
                return self._read_request(message)
            case GameAnswer(name, code):
                return Answered(name, code == ACCEPTED, self._busy and code == NO_GAME, self._taken_past())
        board = self._board
        if board is None:
            return None
        match message:
            case GameEnd(reason, is_last):
                return self._read_end(board.game, reason, is_last)
            case _ if board.game.outcome is not None:
                return None  # sent before the other side knew
            case MoveMade(seconds):
                if board.game.side == self._side:
                    raise ConnectionFailed("The other side moved when it was not its turn.")
                return Moved(board.read(message), seconds)
            case BackRequest():
                ply = board.ply_before(message)
                if ply is None or ply >= board.game.ply:
                    self.answer_back(granted=False)
                    return None
                return BackWished(ply)
            case BackAnswer(code) if self._back is not None:
                ply, self._back = self._back, None
                return BackAnswered(code == BACK and ply <= board.game.ply, ply)
        return None

    def _read_end(self, game: Game, reason: int, is_last: bool) -> Event | None:
        if reason == DRAW and game.outcome is None and not is_last:
            offered, self.offers_draw = self.offers_draw, False
            return DrawAnswered(True, game.ply) if offered else DrawOffered(ends=True)
        if game.outcome is not None and not is_last:
            return None  # the other side has seen it too
        return Finished(reason, is_last)

    def _read_request(self, request: GameRequest) -> Event | None:
        told, past, clocks = self._terms, self._taken_past(), self._clocks
        self._terms = self._clocks = None
        if not request.is_known_version:
            self._line.send(GameAnswer(self._name, WRONG_VERSION))
            return None
        try:
            terms = Terms(self._rules, "forced", request.minutes) if told is None else _read_terms(told)
            if past is None:
                board = DxpGame.requested(request, terms.rules, terms.jumping)
            else:
                board = DxpGame(Game(terms.rules, terms.jumping), list(known_conventions(terms.rules)))
                go_on(board.game, past)
        except ValueError as error:
            self.refuse()
            self._count_line()
            return NotAsked(request.name, str(error))
        return Asked(request.name, terms, request.side, board, past is not None, clocks)

    def _read_chat(self, text: str) -> Event | None:
        """What a line of chat says: a note of this program's, or what somebody has typed."""
        if text.startswith(_MARK):
            return self._read_note(text.removeprefix(_MARK))
        self._count_line()
        return Said(text)

    def _count_line(self) -> None:
        """Count a line that is to be shown. Raises ConnectionFailed where there are too many."""
        now = self._now()
        while self._chat and self._chat[0] < now - _CHAT_SECONDS:
            self._chat.popleft()
        self._chat.append(now)
        if len(self._chat) > _MOST_CHAT:
            raise ConnectionFailed(f"The other side said more than {_MOST_CHAT} lines in {_CHAT_SECONDS:g} seconds.")

    def _read_note(self, note: str) -> Event | None:
        """What a note says; one that is damaged or of a later version is passed over."""
        playing = self._board is not None and self._board.game.outcome is None
        if found := _TERMS.fullmatch(note):
            self._terms = found
        elif found := _MOVES.fullmatch(note):
            self._past = _longer(self._past, int(found[1]), found[2].split())
        elif found := _CLOCKS.fullmatch(note):
            self._clocks = float(found[1]), float(found[2])
        elif note == "busy":
            self._busy = True
        elif note == "draw offered" and playing:
            return DrawOffered(ends=False)
        elif self.offers_draw and playing and note == "draw declined":
            self.offers_draw = False
            return DrawAnswered(False, 0)
        elif self.offers_draw and playing and (found := _ACCEPTED_DRAW.fullmatch(note)):
            assert self._board is not None
            self.offers_draw = False
            return DrawAnswered(True, min(int(found[1]), self._board.game.ply))
        return None

    def _taken_past(self) -> tuple[str, ...] | None:
        """The moves that were told since the last request or answer."""
        past, self._past = self._past, None
        return None if past is None else tuple(past)

    # Notes

    def _note(self, text: str) -> None:
        self._line.send(Chat(_MARK + text))

    def _tell_terms(self, terms: Terms) -> None:
        self._note(f"plays {terms.rules.name} {terms.jumping} {terms.minutes}+{terms.increment}")

    def _tell_moves(self, texts: Sequence[str], clocks: tuple[float, float] | None) -> None:
        """Tell the moves of a game, on as many lines as they take, at least one."""
        lines, room = [["moves 1"]], LONGEST_CHAT - len(_MARK)
        for number, text in enumerate(texts, 1):
            if len(" ".join([*lines[-1], text])) > room:
                lines.append([f"moves {number}"])
            lines[-1].append(text)
        for line in lines:
            self._note(" ".join(line))
        if clocks is not None:
            black, white = (min(max(0.0, left), 99_999.0) for left in clocks)
            self._note(f"clocks {black:.1f} {white:.1f}")


def send_away(line: DxpConnection, name: str) -> None:
    """Tell a caller that somebody else is on the line, and hang up."""
    try:
        line.send(Chat(f"{_MARK}busy"))
        line.send(GameAnswer(name, NO_GAME))
        line.close_gently()
    except ConnectionFailed:
        pass
    finally:
        line.close()


def move_texts(game: Game) -> list[str]:
    """The moves up to the position on the board as notes write them: ``11-15``, a capture with all that it takes."""
    return [hub_move_text(turn.move, game.rules.geometry, SquareOne.UPPER_LEFT) for turn in game.turns[: game.ply]]


def go_on(game: Game, texts: Sequence[str]) -> None:
    """Bring a game to where these moves were played: back to the last that it shares with them, and on from there.

    Raises ValueError where one is not legal, or comes after the end of the game.
    """
    texts = texts[: _LONGEST_GAME + 1]
    if len(texts) > _LONGEST_GAME:
        raise ValueError(f"a game has {_LONGEST_GAME} moves at most")
    shared = _shared(move_texts(game), texts)
    if shared < game.ply:
        game.go_to(shared)
    for text in texts[shared:]:
        game.play(read_hub_move(text, game.legal_moves(), game.rules.geometry, SquareOne.UPPER_LEFT))


def is_same_game(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether two records can be of one game: they differ by what may be lost with a line, and by no more."""
    return max(len(mine), len(theirs)) - _shared(mine, theirs) <= _MOST_APART


def agreed_moves(mine: Sequence[str], theirs: Sequence[str], moves_at: Callable[[int], bool]) -> list[str]:
    """The moves of a game that both sides go on with, who have these records of it after a line was lost.

    ``moves_at`` tells whether the side here moves after so many moves. What both have stands; so does one more that its
    own player has made and that never arrived. What one side took back with the other's consent stays taken back.
    """
    shared = _shared(mine, theirs)
    if len(mine) == shared and len(theirs) == shared + 1 and not moves_at(shared):
        return list(theirs)
    if len(theirs) == shared and len(mine) == shared + 1 and moves_at(shared):
        return list(mine)
    return list(mine[:shared])


def _shared(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """With how many of the same moves two records begin."""
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(mine), len(theirs)))


def _longer(past: list[str] | None, first: int, texts: list[str]) -> list[str] | None:
    """What was told of a game so far with more of it, from move ``first`` on; None where that does not fit."""
    if first == 1:
        past = []
    if past is None or first != len(past) + 1 or len(past) + len(texts) > _LONGEST_GAME:
        return None
    return past + texts


def _read_terms(found: re.Match[str]) -> Terms:
    """The terms of a note. Raises ValueError for rules that are not known here, or cannot be played over a line."""
    rules = RULE_SETS.get(found[1])
    if rules is None:
        raise ValueError(f"no rules are called {quoted(found[1], _SHOWN)} here")
    for kind in playable_jumpings(rules):
        if kind == found[2]:
            return Terms(rules, kind, int(found[3]), int(found[4]))
    raise ValueError(f"jumping {quoted(found[2], _SHOWN)} is not played over a line")


def playable_jumpings(rules: Rules) -> list[Jumping]:
    """The kinds of jumping that a line carries: DXP has no message that takes a piece for a jump it has missed."""
    return [kind for kind in rules.jumpings if kind != "huff"]
