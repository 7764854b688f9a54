"""Remarks of the opponent at turning points, his resignation, and his offers of a draw. The player may play on."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from ai.levels import Level
from ai.score import mate_distance
from console.dialogue.conversation import Conversation, ConversationPart, ProgramKind
from console.dialogue.messages import Say, Steps
from console.dialogue.state import State
from console.game.naming import crowned
from console.game.seats import Program
from console.reading import kinds
from console.reading.kinds import Kind
from console.text import sentences
from console.text.levels import TurningPoint
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.claims import Claim
    from ai.engine import SearchInfo
    from ai.manners import Gesture

_APART: Final = 8  # least number of plies between two remarks
_LIKES: Final = 50  # centimen: the least lead or deficit for any remark
_MUCH: Final = 90  # centimen: the least lead or deficit for a remark about the number of pieces
_NEAR: Final = 20  # most plies to a win that the search has found


class Remarks:
    """Finds remarks on the games of a session of play. Each is made at most once per game, and opens no two in a row.

    ``programs`` has the kinds of programs, with their remarks.
    """

    def __init__(self, state: State, programs: Mapping[str, ProgramKind]) -> None:
        self._state = state
        self._programs = programs
        self._game: Game | None = None
        self._made = list[str]()
        self._opening = list[str]()  # the first remark of the last game
        self._last = -_APART

    def after(self, found: "SearchInfo") -> "tuple[str, Claim] | None":
        """Return the remark after a move of the computer and its claim, or, more often, None.

        ``found`` is the search for the move. Remarks use no random numbers, so that they are the same in the same game
        and do not change the moves.
        """
        game = self._state.game
        if not found.nodes:
            return None
        if self._game is not game:
            self._game, self._opening, self._made, self._last = game, self._made[:1], [], -_APART
        if abs(game.ply - self._last) < _APART:
            return None
        for point, position, line in turning_points(game, found):
            remark = self.at(point)
            if remark is not None and remark not in (self._made or self._opening):
                self._made.append(remark)
                self._last = game.ply
                return remark, claim_at(point, position, line)
        return None

    def at(self, point: TurningPoint) -> str | None:
        """Return what the opponent says at a turning point; None if he says nothing, or remarks are switched off.

        An opponent whose room was taken away says nothing.
        """
        opponent = self._state.table.opponent
        if opponent is None or not self._state.switches.remarks or opponent.kind not in self._programs:
            return None
        return self._programs[opponent.kind].remarks(opponent).get(point)

    def say(self, point: TurningPoint) -> Steps[None]:
        """Say the opponent's remark at a turning point, if he has one."""
        opponent, remark = self._state.table.opponent, self.at(point)
        if opponent is not None and remark is not None:
            yield Say(sentences.speaks(opponent, remark), words=remark)


def turning_points(game: Game, found: "SearchInfo") -> Iterator[tuple[TurningPoint, Position, tuple[Move, ...]]]:
    """Yield the turning points in the last moves, the most important first, each with a position and moves from it.

    The last move is the computer's, and ``found`` its search for it.
    """
    turns, score, distance = game.turns[: game.ply], found.score, mate_distance(found.score)
    before, line, side = game.position_at(game.ply - 1), (turns[-1].move,), 1 - game.side
    # With huffing, the search ignores that jumps may be declined, so its wins are not certain.
    if score > 0 and distance is not None and distance <= _NEAR and game.jumping != "huff":
        yield TurningPoint.WINNING, before, line
    if game.rules.losing:
        return  # the other remarks praise pieces
    if len(turns) > 1 and turns[-2].huffed is not None and score >= _LIKES:
        asked = game.position_at(game.ply - 2)
        jumps = MoveGenerator(game.rules).legal_moves(asked)
        yield TurningPoint.HUFFED, asked, tuple(jumps[:1])
    if score >= _LIKES and _first_king(game, game.ply - 1):
        yield TurningPoint.CROWNED, before, line
    if score <= -_LIKES and len(turns) > 1 and turns[-2].huffed is None and _first_king(game, game.ply - 2):
        yield TurningPoint.KING_AGAINST, game.position_at(game.ply - 2), (turns[-2].move,)
    more = game.position.of(side).bit_count() - game.position.of(1 - side).bit_count()
    if not game.captures():
        if more > 0 and score >= _MUCH:
            yield TurningPoint.AHEAD, before, line
        if more < 0 and score <= -_MUCH:
            yield TurningPoint.BEHIND, before, line


def claim_at(point: TurningPoint, position: Position, line: tuple[Move, ...]) -> "Claim":
    """Return what a remark at a turning point claims of the board."""
    from ai.claims import Claim
    from ai.claims import Kind as ClaimKind

    claimed = {
        TurningPoint.WINNING: ClaimKind.WON,
        TurningPoint.HUFFED: ClaimKind.MISSED_JUMP,
        TurningPoint.CROWNED: ClaimKind.CROWN,
        TurningPoint.KING_AGAINST: ClaimKind.CROWN,
        TurningPoint.AHEAD: ClaimKind.MORE,
        TurningPoint.BEHIND: ClaimKind.FEWER,
    }
    return Claim(claimed[point], position, line)


def _first_king(game: Game, turn: int) -> bool:
    """Return True if a turn made the first king of its side."""
    before = game.position_at(turn)
    return bool(crowned(before, game.turns[turn].move)) and not before.kings & before.of(before.side)


class Courtesy(ConversationPart):
    """Resigns and offers draws for the built-in opponent and the rivals. Engines and demonstrations do neither."""

    def __init__(self, conversation: Conversation, remarks: Remarks) -> None:
        super().__init__(conversation)
        self._remarks = remarks
        self._game: Game | None = None
        self._found: dict[int, SearchInfo] = {}
        self._not_before: dict[Gesture, float] = {}  # plies, after the player was asked

    def gesture(self, found: "SearchInfo", level: Level) -> "Gesture | None":
        """Return how the computer ends the game before its move, if at all. ``found`` is the search for the move."""
        from ai.manners import gesture

        table, game = self._state.table, self._state.game
        if self._game is not game:
            self._game, self._found, self._not_before = game, {}, {}
        self._found = {ply: info for ply, info in self._found.items() if ply < game.ply} | {game.ply: found}
        has_manners = table.opponent is not None and not table.engine
        chosen = gesture(game, list(self._found.values()), level) if has_manners else None
        if chosen is None or game.ply < self._not_before.get(chosen, 0):
            return None
        self._not_before[chosen] = game.ply + chosen.value
        return chosen

    def resign(self) -> Steps[bool]:
        """Resign for the side to move. Return True if the player accepts. The clocks stop while he is asked."""
        self._state.table.stop_clock()
        if not (yield from self._is_accepted(TurningPoint.RESIGNING, sentences.ask_resigned, kinds.RESIGNED)):
            yield Say("Then we play on.")
            return False
        self._state.game.resign(self._state.game.side)
        self._archive.keep()
        return True

    def offer_draw(self) -> Steps[None]:
        """Offer a draw to the side to move, whose clock runs meanwhile. Raises FlagFell."""
        self._state.table.run_clock()
        if (yield from self._is_accepted(TurningPoint.DRAWN, sentences.ask_draw, kinds.DRAW_OFFERED)):
            self._state.game.agree_draw()
            self._archive.keep()

    def _is_accepted(self, point: TurningPoint, question: Callable[[Program], str], kind: Kind) -> Steps[bool]:
        """Say the opponent's remark, if he has one, and ask the player. Return True for a yes."""
        opponent = self._state.table.opponent
        assert opponent is not None
        yield from self._remarks.say(point)
        return (yield from self._questions.ask_yes(question(opponent), kind))
