"""A game: its start, the turns played and how many of them are on the board."""

from dataclasses import dataclass

from engine.moves import MoveGenerator
from engine.outcome import Outcome, Reason, drawn, is_progress, stuck
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import Jumping, Rules


class IllegalMove(ValueError):
    """A move or a huff that the rules do not allow in this position."""


@dataclass(frozen=True)
class Turn:
    """A move as played, the square it was huffed for (None: not huffed) and the position after both."""

    move: Move
    after: Position
    huffed: int | None = None
    waived: bool = False


class Game:
    """Start + turns + ply; undo, redo, review and repetition fall out of it."""

    def __init__(self, rules: Rules, jumping: Jumping = "forced", start: Position | None = None) -> None:
        if jumping not in rules.jumpings:
            raise ValueError(
                f"{rules.name} is not played with jumping {quoted(jumping)}: {' or '.join(rules.jumpings)}"
            )
        self.rules = rules
        self.jumping = jumping
        self.start = start or Position.start(rules)
        self._turns: list[Turn] = []
        self._ply = 0
        self._ended: Outcome | None = None
        self._player = MoveGenerator(rules, jumping)
        self._forced = self._player if jumping == "forced" else MoveGenerator(rules)
        self._any_capture = self._player if jumping != "forced" else MoveGenerator(rules, "free")
        self._known: dict[Position, list[Move]] = {}

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, those that were taken back included."""
        return tuple(self._turns)

    @property
    def ply(self) -> int:
        """How many of the turns are on the board."""
        return self._ply

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._turns[self._ply - 1].after if self._ply else self.start

    @property
    def side(self) -> int:
        """Who is to move."""
        return self.position.side

    @property
    def last(self) -> Turn | None:
        """The turn that led to the position on the board."""
        return self._turns[self._ply - 1] if self._ply else None

    def position_at(self, ply: int) -> Position:
        """The position after that many turns."""
        return self._turns[ply - 1].after if ply else self.start

    def routes(self) -> list[Move]:
        """Every move that may be made now by every route; with huff and free jumping also those that decline a jump."""
        position = self.position
        if position not in self._known:
            self._known = {position: self._player.routes(position)}
        return self._known[position]

    def legal_moves(self) -> list[Move]:
        """The distinct moves that may be made now."""
        return self._player.legal_moves(self.position)

    def captures(self) -> list[Move]:
        """The captures that forced jumping would demand now; empty where there is none."""
        return [move for move in self._forced.legal_moves(self.position) if move.captured]

    def possible(self) -> list[Move]:
        """What the pieces could do were no jump an obligation: every step, and every jump stopped at each landing."""
        return self._any_capture.routes(self.position)

    def play(self, move: Move) -> None:
        """Make a move; turns that had been taken back are forgotten. Raises IllegalMove."""
        if self.outcome:
            raise IllegalMove("the game is over")
        found = next((route for route in self.routes() if route == move), None)
        if found is None:
            raise IllegalMove(f"{move} is not legal here")
        self.replay(Turn(found, found.after))

    def replay(self, turn: Turn) -> None:
        """Make a turn that is on record; turns that had been taken back are forgotten.

        Nothing is checked: the caller knows that its move is one of the routes here. So a game that went on after a
        draw nobody claimed can be played through.
        """
        self._forget_undone()
        self._turns.append(turn)
        self._ply += 1

    def _forget_undone(self) -> None:
        """Forget the turns that were taken back, and an end the players made behind them."""
        del self._turns[self._ply :]
        self._ended = None

    @property
    def huffable(self) -> tuple[int, ...]:
        """The squares of the last mover's pieces that could have jumped and did not, where they stand now."""
        last = self.last
        if self.jumping != "huff" or last is None or last.huffed is not None or last.waived:
            return ()
        if self._ended and not self.can_redo:
            return ()
        before = self.position_at(self._ply - 1)
        due = self._any_capture_from(before)
        if not due:
            return ()
        move = last.move
        if move.captured:
            return (move.end,) if self._could_go_on(before, move) else ()
        return tuple(sorted(move.end if start == move.start else start for start in due))

    def _any_capture_from(self, position: Position) -> set[int]:
        return {move.start for move in self._any_capture.routes(position) if move.captured}

    def _could_go_on(self, before: Position, move: Move) -> bool:
        """Whether a capture was stopped where its piece could have jumped on."""
        jumps = len(move.path)
        return any(
            len(route.path) > jumps
            and route.path[:jumps] == move.path
            and route.captured[: len(move.captured)] == move.captured
            for route in self._any_capture.routes(before)
        )

    def huff(self, number: int) -> None:
        """Take one of the huffable pieces off; it belongs to the last turn. Raises IllegalMove."""
        if number not in self.huffable:
            raise IllegalMove(f"square {number} holds no piece that can be huffed")
        self._settle(huffed=number)

    def waive_huff(self) -> None:
        """Let the missed jump pass. Raises IllegalMove where none was missed."""
        if not self.huffable:
            raise IllegalMove("there is nothing to huff")
        self._settle(huffed=None)

    def _settle(self, huffed: int | None) -> None:
        last = self._turns[self._ply - 1]
        after = last.after if huffed is None else last.after.without(huffed)
        self._forget_undone()
        self._turns[-1] = Turn(last.move, after, huffed, waived=huffed is None)

    @property
    def can_undo(self) -> bool:
        """Whether a turn can be taken back."""
        return self._ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether a turn that was taken back can be made again."""
        return self._ply < len(self._turns)

    def undo(self) -> None:
        """Take back one turn. Raises IllegalMove at the start."""
        self.go_to(self._ply - 1)

    def redo(self) -> None:
        """Make the turn again that was taken back. Raises IllegalMove where there is none."""
        self.go_to(self._ply + 1)

    def go_to(self, ply: int) -> None:
        """Show the position after ``ply`` turns. Raises IllegalMove outside 0 to the number of turns."""
        if not 0 <= ply <= len(self._turns):
            raise IllegalMove(f"the game has no ply {ply}: 0 to {len(self._turns)}")
        self._ply = ply

    def positions_since_progress(self) -> list[Position]:
        """The positions since the last capture, huff or man's move, the latest last: all that repetition can see."""
        positions = [self.position]
        ply = self._ply
        while ply:
            turn = self._turns[ply - 1]
            before = self.position_at(ply - 1)
            if turn.huffed is not None or is_progress(before, turn.move):
                break
            positions.append(before)
            ply -= 1
        return positions[::-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on or a huff is to be decided."""
        if self._ended and not self.can_redo:
            return self._ended
        if self.huffable:
            return None
        return stuck(self._player, self.position) or drawn(self._player, self.positions_since_progress())

    def resign(self, side: int) -> None:
        """End the game with a loss for a side."""
        self._end(Outcome(1 - side, Reason.RESIGNED))

    def agree_draw(self) -> None:
        """End the game as drawn by agreement."""
        self._end(Outcome(None, Reason.AGREED))

    def lose_on_time(self, side: int) -> None:
        """End the game with a loss for the side whose time ran out."""
        self._end(Outcome(1 - side, Reason.FLAG))

    def _end(self, outcome: Outcome) -> None:
        """End the game where it stands; turns that had been taken back are forgotten."""
        self._forget_undone()
        self._ended = outcome

    def copy(self) -> "Game":
        """The same game on a board of its own."""
        game = Game(self.rules, self.jumping, self.start)
        game._turns = list(self._turns)
        game._ply = self._ply
        game._ended = self._ended
        return game
