"""A board on which a game is played, its moves, and perft."""

from dataclasses import dataclass, field, replace

from engine.fen import fen_text, parse_and_crown
from engine.game import Game, IllegalMove, Outcome, Turn
from engine.game import Reason as Reason
from engine.geometry import BLACK, SIDE_NAMES, WHITE, algebraic_name, squares_of
from engine.moves import MoveGenerator
from engine.notation import AmbiguousMove as AmbiguousMove
from engine.notation import UnreadableMove as UnreadableMove
from engine.notation import ambiguous, is_begun, written_moves
from engine.pdn.writer import pdn_move
from engine.position import Move as EngineMove
from engine.position import Piece, Position
from engine.printable import quoted
from engine.rules import RULE_SETS, Jumping, Rules, reason_against, rules_named


@dataclass(frozen=True, slots=True)
class Move:
    """A move: the numbers of the squares on its path, start included, and of those it captures, both in order.

    Two moves are equal if they have the same path and captures. As text a move has every landing square.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...]
    after: Position = field(compare=False, repr=False)
    rules: Rules = field(compare=False, repr=False)

    @classmethod
    def of(cls, move: EngineMove, rules: Rules) -> "Move":
        """Return a move of ``ega_checkers.engine``, which knows no rules."""
        return cls(move.path, move.captured, move.after, rules)

    @property
    def numbers(self) -> str:
        """The move in numbers: ``11-15``, ``18x11x4``."""
        return ("x" if self.captured else "-").join(map(str, self.path))

    @property
    def letters(self) -> str:
        """The move in letters, with the sign of its rule set for captures: ``c3-d4``, ``c3:e5``."""
        names = (algebraic_name(number, self.rules.geometry) for number in self.path)
        return (self.rules.capture_sign if self.captured else "-").join(names)

    def __str__(self) -> str:
        return self.letters if self.rules.algebraic else self.numbers


class Board:
    """A game on a board: the position, the moves that led to it, and the legal moves.

    ``rules`` is a name in ``RULE_SETS``, also with ``-losing``, or a record of rules. ``jumping`` is ``forced``,
    ``huff`` or ``free``. Without a ``fen`` the game begins with the first position. Raises ValueError, which quotes
    what cannot be read. A FEN may have faults: see ``status``.

    ``game`` is the ``Game`` of ``ega_checkers.engine.game`` behind it, which is not covered by what is stable.
    """

    def __init__(self, rules: str | Rules = "american", jumping: Jumping = "forced", fen: str | None = None) -> None:
        known = rules_named(rules) if isinstance(rules, str) else rules
        if known is None:
            sets = reason_against(str(rules)) or f"the rule sets are {', '.join(RULE_SETS)}"
            raise ValueError(f"{quoted(str(rules))} is no rule set: {sets}")
        start = None
        if fen is not None:
            position, uncrowned = parse_and_crown(fen, known)
            start = replace(position, kings=position.kings & ~position.geometry.mask(uncrowned))
        self.game = Game(known, jumping, start)

    @classmethod
    def of(cls, game: Game) -> "Board":
        """Return a board with a game, which it then owns."""
        board = cls.__new__(cls)
        board.game = game
        return board

    @property
    def rules(self) -> Rules:
        """The rule set."""
        return self.game.rules

    @property
    def jumping(self) -> Jumping:
        """The jumping rule: ``forced``, ``huff`` or ``free``."""
        return self.game.jumping

    @property
    def turn(self) -> int:
        """The side to move: ``BLACK`` or ``WHITE``."""
        return self.game.side

    @property
    def fen(self) -> str:
        """The position as FEN, the squares in numbers: ``B:W18,24,K27:B5,K10``."""
        return fen_text(self.game.position)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves; of several routes that lead to the same position it has one."""
        return [Move.of(move, self.rules) for move in self.game.legal_moves()]

    @property
    def move_stack(self) -> list[Move]:
        """The moves played, the last one at the end."""
        return [Move.of(turn.move, self.rules) for turn in self.game.turns[: self.game.ply]]

    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on a square: its ``side`` and ``rank`` (0 a man, 1 a king, 2 a triple king), or None.

        Raises ValueError for a square that the board does not have.
        """
        if not 1 <= square <= self.rules.geometry.squares:
            raise ValueError(f"there is no square {square}: 1 to {self.rules.geometry.squares}")
        return self.game.position.piece(square)

    def parse(self, text: str) -> Move:
        """Return the legal move that a text names, in numbers or letters, with as many squares as it needs.

        Raises one of three ValueErrors: UnreadableMove, IllegalMove, or AmbiguousMove where several moves fit.
        """
        names, routes = squares_of(self.rules.geometry), self.game.routes()
        fits = written_moves(text, names, routes)
        if not fits:
            is_part = is_begun(text, names, routes)
            raise IllegalMove(f"{quoted(text)} is {'a part of a capture' if is_part else 'not a legal move here'}")
        if len({move.after for move in fits}) > 1:
            raise ambiguous(quoted(text), fits)
        return Move.of(fits[0], self.rules)

    def push(self, move: Move | str) -> Move:
        """Play a legal move, or the one that a text names as in ``parse``, and return it.

        A draw that nobody claims does not end the game: moves may follow. Raises IllegalMove, and nothing changes.
        """
        wanted = self.parse(move) if isinstance(move, str) else move
        found = next((route for route in self.game.routes() if route.path == wanted.path), None)
        if found is None or found.captured != wanted.captured:
            raise IllegalMove(f"{wanted} is not a legal move here")
        self.game.replay(Turn(found, found.after))
        return Move.of(found, self.rules)

    def pop(self) -> Move:
        """Take the last move back, with the huff that answered it, and return it. Raises IndexError at the start."""
        move = self.peek()
        self.game.go_to(self.game.ply - 1)
        return move

    def peek(self) -> Move:
        """Return the last move. Raises IndexError at the start."""
        if self.game.last is None:
            raise IndexError("no move has been played")
        return Move.of(self.game.last.move, self.rules)

    @property
    def can_huff(self) -> tuple[int, ...]:
        """The squares of the pieces that failed to jump in the last move and may be huffed for it; empty if none may.

        As long as there are some, the game has no outcome.
        """
        return self.game.huffable

    def huff(self, square: int) -> None:
        """Remove a piece that failed to jump; then the same side moves. Raises IllegalMove."""
        self.game.huff(square)

    def waive(self) -> None:
        """Decline to huff. Raises IllegalMove if nothing can be huffed."""
        self.game.waive_huff()

    def outcome(self) -> Outcome | None:
        """Return the ``winner`` (None: drawn), the ``reason`` and the ``article`` of a draw by a count, or None.

        A draw by repetition, or by a count of moves, counts without being claimed.
        """
        return self.game.outcome

    def status(self) -> list[str]:
        """Return the faults of the position, each in a sentence; empty if it can be played, and searched."""
        position, geometry = self.game.position, self.rules.geometry
        most = self.rules.rows_of_men * geometry.per_row
        found = []
        for side in (BLACK, WHITE):
            name, pieces = SIDE_NAMES[side], position.of(side)
            if not pieces:
                found.append(f"{name} has no pieces.")
            if pieces.bit_count() > most:
                found.append(f"{name} has {pieces.bit_count()} pieces; {most} is the most.")
            for square in geometry.numbers(pieces & position.uncrowned):
                found.append(f"The man of {name} on {square} stands on its king row.")
        return found

    def pdn(self, move: Move) -> str:
        """Return a legal move as PDN has it, in the shortest form that no other legal move has."""
        return pdn_move(EngineMove(move.path, move.captured, move.after), self.game.routes(), self.rules)

    def copy(self) -> "Board":
        """Return an independent copy, with the moves."""
        return Board.of(self.game.copy())

    def rows(self) -> list[list[int | None]]:
        """Return the rows as White sees them, the farthest first: the square numbers, and None for a light square."""
        at, places = self.rules.geometry.at, range(self.rules.geometry.size)
        return [[at(row, column) for column in reversed(places)] for row in places]

    def __eq__(self, other: object) -> bool:
        """Return True for a board with the same rules and position, whatever the moves before."""
        if not isinstance(other, Board):
            return NotImplemented
        mine, theirs = self.game, other.game
        return (mine.rules, mine.jumping, mine.position) == (theirs.rules, theirs.jumping, theirs.position)

    def __str__(self) -> str:
        """Return the board as White sees it: men b and w, kings B and W, triple kings A and Z."""
        signs = {Piece(side, rank): "bBAwWZ"[3 * side + rank] for side in (BLACK, WHITE) for rank in range(3)}
        pieces = ([each and self.piece_at(each) for each in row] for row in self.rows())
        return "\n".join(" ".join(signs[each] if each else "." for each in row) for row in pieces)

    def __repr__(self) -> str:
        return f"Board({self.rules.name!r}, {self.jumping!r}, {self.fen!r})"

    def _repr_svg_(self) -> str:
        """Return a picture, which a notebook shows."""
        from .drawing import svg

        return svg(self)


def perft(board: Board, depth: int) -> int:
    """Return the number of lines of ``depth`` moves from a board; the routes of one capture count once.

    Raises ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"{depth} is no depth: 0 or more")
    return MoveGenerator(board.rules, board.jumping).perft(board.game.position, depth)
