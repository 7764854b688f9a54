"""The editor of a position: a draft with pieces on any squares, and its validation."""

from collections.abc import Iterator

from console.game.naming import Naming, counted
from engine.fen import parse_fen
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.moves import MoveGenerator, check_captures
from engine.position import KING, MAN, TRIPLE, Piece, Position
from engine.printable import quoted
from engine.rules import Rules


def read_start(text: str, rules: Rules) -> Position:
    """Parse the FEN of a position from which a game can begin. Raises ValueError, which quotes the FEN."""
    position = parse_fen(text, rules)
    fault = PositionDraft(rules, position).fault(Naming.of(rules, rules.first, None))
    if fault is not None:
        raise ValueError(f"FEN {quoted(text)}: {fault.removesuffix('.')}")
    return position


class PositionDraft:
    """The pieces on a board of one rule set, and the side to move. Any square can have any piece."""

    def __init__(self, rules: Rules, position: Position | None = None) -> None:
        self.rules = rules
        self.geometry = rules.geometry
        self._generator = MoveGenerator(rules)
        self.put_all(position or Position.start(rules))

    def put_all(self, position: Position) -> None:
        """Set all pieces and the side to move from a position."""
        self.side = position.side
        numbers = range(1, self.geometry.squares + 1)
        self.pieces = {number: piece for number in numbers if (piece := position.piece(number)) is not None}

    def put(self, number: int, piece: Piece | None) -> None:
        """Put a piece on a square, or None to clear it. A man on his king row becomes a king."""
        if piece is None:
            self.pieces.pop(number, None)
        else:
            rank = KING if piece.rank == MAN and self._is_king_row(number, piece.side) else piece.rank
            self.pieces[number] = Piece(piece.side, rank)

    def move(self, start: int, end: int) -> None:
        """Move a piece to another square. An empty start clears the other square."""
        if start != end:
            self.put(end, self.pieces.get(start))
            self.put(start, None)

    def turn(self, number: int, back: bool = False) -> None:
        """Change a square to the next content of the cycle: empty, then each of its ``kinds``.

        ``back``: change it to the previous content of the cycle.
        """
        cycle = [None, *self.kinds(number)]
        index = cycle.index(self.pieces.get(number)) if self.pieces.get(number) in cycle else 0
        self.put(number, cycle[(index + (-1 if back else 1)) % len(cycle)])

    def raise_rank(self, number: int) -> None:
        """Raise a piece to the next rank. A piece of the highest rank gets the lowest rank allowed on its square."""
        if ranks := self.ranks(number):
            self.put(number, ranks[(ranks.index(self.pieces[number]) + 1) % len(ranks)])

    def ranks(self, number: int) -> list[Piece]:
        """Return what the piece on a square can be, with its side; nothing for an empty square."""
        piece = self.pieces.get(number)
        return [kind for kind in self.kinds(number) if piece is not None and kind.side == piece.side]

    def kinds(self, number: int | None = None) -> list[Piece]:
        """Return the kinds of pieces in the rule set, or only the kinds that may be on the square ``number``."""
        ranks = (MAN, KING, TRIPLE) if self.rules.triple_kings else (MAN, KING)
        pieces = [Piece(side, rank) for side in (BLACK, WHITE) for rank in ranks]
        return [piece for piece in pieces if number is None or piece.rank or not self._is_king_row(number, piece.side)]

    def count(self, piece: Piece) -> int:
        """Return the number of pieces of one kind on the board."""
        return sum(other == piece for other in self.pieces.values())

    @property
    def position(self) -> Position:
        """The position on the board, playable or not."""
        masks = [self.geometry.mask(tuple(n for n, p in self.pieces.items() if p.side == side)) for side in (0, 1)]
        kings = self.geometry.mask(tuple(number for number, piece in self.pieces.items() if piece.rank != MAN))
        triples = self.geometry.mask(tuple(number for number, piece in self.pieces.items() if piece.rank == TRIPLE))
        return Position(self.geometry, masks[BLACK], masks[WHITE], kings, triples, self.side)

    def moves_in_words(self) -> str:
        """Return the sentence about the legal moves."""
        mover, moves = SIDE_NAMES[self.side], self._generator.legal_moves(self.position)
        if not moves:
            return f"{mover} has no move: over before it begins."
        kind = ", a jump" if any(move.captured for move in moves) else ""
        return f"{mover} to move: {counted(len(moves), 'move')}{kind}."

    def fault(self, naming: Naming) -> str | None:
        """Return the gravest fault, which prevents a game from this position, or None."""
        return next(self._faults(naming), None)

    def _faults(self, naming: Naming) -> Iterator[str]:
        """Yield the grave faults of the position, the gravest first."""
        most = self.rules.rows_of_men * self.geometry.per_row
        for side, name in enumerate(SIDE_NAMES):
            count = sum(piece.side == side for piece in self.pieces.values())
            if not count:
                yield f"{name} has no pieces."
            elif count > most:
                yield f"{name} has {count} pieces; the limit is {most}."
        for number, piece in sorted(self.pieces.items()):
            if piece.rank == MAN and self._is_king_row(number, piece.side):
                yield f"{SIDE_NAMES[piece.side]}'s man on {naming.square(number)} is on his king row."
        try:
            check_captures(self.position, self.rules)
        except ValueError as error:
            yield f"{error}."

    def _is_king_row(self, number: int, side: int) -> bool:
        row, _ = self.geometry.row_and_column(number)
        return row == (self.geometry.size - 1 if side == BLACK else 0)
