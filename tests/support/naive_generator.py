"""A second move generator: slow, literal, read from the rules page alone and sharing nothing with the engine's.

A board is a dict from (row, column) to (side, rank): rows from Black's first row, columns from Black's left, both from
0; sides "B" and "W"; ranks "M", "K" and "T". Every sentence of the rules is a branch below, none is a bit.

Where the sentences leave room they are read so:
- A king becomes a triple king by landing on its own first row, not by standing there at the start.
- Friends do not block a triple king before the piece it jumps, nor beyond it, nor beyond a double; two enemies with a
  friend between them are apart and block.
- Two routes that differ only in the rank the piece ends with are two moves: the player may choose to be crowned.
- Whoever stops a jump early could have jumped on with that piece; only that piece is huffed. A finished jump is never
  huffed, whatever other pieces could have jumped.
- Landing where a ranging jump ends, although another landing square led on, is not stopping early.
- The landing just behind a king taken last is asked of the last jump alone; a jump that is not the last lands anywhere.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

Square = tuple[int, int]
Piece = tuple[str, str]
Board = dict[Square, Piece]
Jumping = Literal["forced", "huff", "free"]

EVERY_WAY = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Sentences(NamedTuple):
    """One rule set, a field a sentence."""

    size: int = 8
    rows_of_men: int = 3
    first: str = "W"
    light_at_lower_left: bool = False
    men_capture_backward: bool = False
    men_take_kings: bool = True
    kings_step_any_distance: bool = False
    kings_jump_ranging: bool = False
    kings_land: str = "anywhere"
    best: tuple[str, ...] = ()
    king_row_while_jumping: str = "ends"
    leave_after_the_last_jump: bool = False
    triple_kings: bool = False
    numbered_from: str = "B"
    losing: bool = False
    first_king: bool = False


AMERICAN = Sentences(first="B")
RUSSIAN = Sentences(
    men_capture_backward=True,
    kings_step_any_distance=True,
    kings_jump_ranging=True,
    king_row_while_jumping="king",
    leave_after_the_last_jump=True,
)
BRAZILIAN = RUSSIAN._replace(best=("pieces",), king_row_while_jumping="passes")
INTERNATIONAL = BRAZILIAN._replace(size=10, rows_of_men=4)
FLYING_FORWARD = Sentences(kings_step_any_distance=True, kings_jump_ranging=True, leave_after_the_last_jump=True)
SPANISH = FLYING_FORWARD._replace(light_at_lower_left=True, best=("pieces", "kings"), numbered_from="W")
SETS = {
    "american": AMERICAN,
    "casual": AMERICAN._replace(king_row_while_jumping="king"),
    "triple-king": AMERICAN._replace(
        kings_jump_ranging=True, best=("pieces",), king_row_while_jumping="king", triple_kings=True
    ),
    "russian": RUSSIAN,
    "brazilian": BRAZILIAN,
    "international": INTERNATIONAL,
    "italian": Sentences(
        light_at_lower_left=True, men_take_kings=False, best=("pieces", "by a king", "kings", "kings soonest")
    ),
    "pool": RUSSIAN._replace(first="B", king_row_while_jumping="passes"),
    "spanish": SPANISH,
    "portuguese": SPANISH,
    "czech": FLYING_FORWARD._replace(best=("by a king",)),
    "thai": Sentences(
        rows_of_men=2,
        first="B",
        kings_step_any_distance=True,
        kings_jump_ranging=True,
        kings_land="behind",
        numbered_from="W",
    ),
    "killer": INTERNATIONAL._replace(kings_land="behind a last king"),
    "breakthrough": INTERNATIONAL._replace(first_king=True),
    "breakthrough-64": BRAZILIAN._replace(first_king=True),
}


class State(NamedTuple):
    """A position as a value: (number, side, rank) of every piece, and who is to move."""

    pieces: frozenset[tuple[int, str, str]]
    side: str


class Route(NamedTuple):
    """One way to move: squares landed on from the start, squares taken in order, and what it leads to."""

    path: tuple[int, ...]
    captured: tuple[int, ...]
    after: State

    @property
    def key(self) -> tuple[int, int, State]:
        """The move of this route: start, end and the state after it. Routes with equal keys are one move."""
        return self.path[0], self.path[-1], self.after


class Capture(NamedTuple):
    """A capture under way or stopped: where it went, what it took, and the pieces afterwards."""

    path: tuple[Square, ...]
    captured: tuple[Square, ...]
    by: Piece
    took: tuple[Piece, ...]
    board: Board
    goes_on: bool


def squares(rules: Sentences) -> list[Square]:
    """Return the dark squares in the order of their numbers: from a side's right, row by row from that side."""
    from_black = [
        (row, column)
        for row in range(rules.size)
        for column in reversed(range(rules.size))
        if (row + column) % 2 == (1 if rules.light_at_lower_left else 0)
    ]
    return from_black if rules.numbered_from == "B" else from_black[::-1]


def start(rules: Sentences) -> State:
    """Return the set-up from which a game begins."""
    numbered = list(enumerate(squares(rules), start=1))
    black = [(number, "B", "M") for number, (row, _) in numbered if row < rules.rows_of_men]
    white = [(number, "W", "M") for number, (row, _) in numbered if row >= rules.size - rules.rows_of_men]
    return State(frozenset(black + white), rules.first)


def read_fen(text: str) -> State:
    """Return the position of a FEN that is known to be good."""
    side, *parts = text.split(":")
    pieces = []
    for part in parts:
        for name in filter(None, part[1:].split(",")):
            rank = name[0] if name[0] in "KT" else "M"
            pieces.append((int(name.lstrip("KT")), part[0], rank))
    return State(frozenset(pieces), side)


def write_fen(state: State) -> str:
    """Return the FEN of a position, White first."""
    ranks = {"M": "", "K": "K", "T": "T"}
    parts = [
        color + ",".join(ranks[rank] + str(number) for number, side, rank in sorted(state.pieces) if side == color)
        for color in "WB"
    ]
    return ":".join([state.side, *parts])


def turned(rules: Sentences, state: State) -> State:
    """Return the board rotated by 180 degrees, with the colors swapped."""
    last = len(squares(rules)) + 1
    swap = {"B": "W", "W": "B"}
    return State(frozenset((last - number, swap[side], rank) for number, side, rank in state.pieces), swap[state.side])


@lru_cache(maxsize=16)
def routes(rules: Sentences, state: State, jumping: Jumping = "forced") -> frozenset[Route]:
    """Every way the side to move may move. The last are remembered: who plays and compares asks for each twice."""
    if rules.first_king and any(side != state.side and rank != "M" for _, side, rank in state.pieces):
        return frozenset()
    places = squares(rules)
    board: Board = {places[number - 1]: (side, rank) for number, side, rank in state.pieces}
    mine = [square for square, piece in board.items() if piece[0] == state.side]
    captures = [capture for square in mine for capture in captures_from(rules, board, square)]
    if jumping == "forced":
        captures = obligatory(rules, captures)
    moves = [(capture.path, capture.captured, capture.board) for capture in captures]
    if not captures or jumping != "forced":
        for square in mine:
            moves += [((square, end), (), after) for end, after in steps_from(rules, board, square)]
    number = {square: count for count, square in enumerate(places, start=1)}
    other = opponent(state.side)
    return frozenset(
        Route(
            tuple(number[square] for square in path),
            tuple(number[square] for square in captured),
            State(frozenset((number[square], side, rank) for square, (side, rank) in after.items()), other),
        )
        for path, captured, after in moves
    )


def jumpers(rules: Sentences, state: State) -> set[int]:
    """Return the squares of the pieces of the side to move that can jump."""
    return {route.path[0] for route in routes(rules, state, "free") if route.captured}


def huffable(rules: Sentences, state: State, route: Route) -> set[int]:
    """Return the squares, after this move, of the pieces that failed to jump."""
    if not route.captured:
        return {route.path[-1] if number == route.path[0] else number for number in jumpers(rules, state)}
    longer = [
        other
        for other in routes(rules, state, "free")
        if len(other.path) > len(route.path) and other.path[: len(route.path)] == route.path
    ]
    return {route.path[-1]} if longer else set()


def perft(rules: Sentences, state: State, depth: int, jumping: Jumping = "forced") -> int:
    """Return the number of sequences of `depth` distinct moves."""
    found = {route.key: route for route in sorted(routes(rules, state, jumping), key=lambda route: route.path)}
    if depth <= 1:
        return len(found) if depth else 1
    return sum(perft(rules, route.after, depth - 1, jumping) for route in found.values())


def opponent(side: str) -> str:
    """Return the other side."""
    return "W" if side == "B" else "B"


def forward(side: str) -> int:
    """Return the direction of the rows for the men of a side."""
    return 1 if side == "B" else -1


def on_board(rules: Sentences, square: Square) -> bool:
    """Return True if a square is on the board."""
    return 0 <= square[0] < rules.size and 0 <= square[1] < rules.size


def ray(rules: Sentences, square: Square, way: tuple[int, int]) -> list[Square]:
    """Return the squares on a diagonal from the one next to `square` to the edge."""
    line = []
    row, column = square[0] + way[0], square[1] + way[1]
    while on_board(rules, (row, column)):
        line.append((row, column))
        row, column = row + way[0], column + way[1]
    return line


def promoted(rules: Sentences, piece: Piece, square: Square) -> Piece:
    """Return the rank of a piece that stops on a square."""
    side, rank = piece
    own_row, far_row = (0, rules.size - 1) if side == "B" else (rules.size - 1, 0)
    if rank == "M" and square[0] == far_row:
        return side, "K"
    if rank == "K" and square[0] == own_row and rules.triple_kings:
        return side, "T"
    return piece


def steps_from(rules: Sentences, board: Board, square: Square) -> Iterator[tuple[Square, Board]]:
    """Yield the squares that a piece can reach without a capture, each with the board after the move."""
    side, rank = board[square]
    for way in EVERY_WAY:
        if rank == "M" and way[0] != forward(side):
            continue
        line = ray(rules, square, way)
        ends = []
        for place in line if rank != "M" and rules.kings_step_any_distance else line[:1]:
            if place in board:
                break
            ends.append(place)
        if rank == "T" and len(line) > 1 and line[0] in board and board[line[0]][0] == side and line[1] not in board:
            ends.append(line[1])
        for end in ends:
            after = {place: piece for place, piece in board.items() if place != square}
            after[end] = promoted(rules, (side, rank), end)
            yield end, after


def captures_from(rules: Sentences, board: Board, square: Square) -> Iterator[Capture]:
    """Every capture of a piece, stopped after each of its jumps."""
    lifted = {place: piece for place, piece in board.items() if place != square}
    yield from continued(rules, board[square], lifted, board[square], (square,), (), ())


def continued(
    rules: Sentences,
    by: Piece,
    board: Board,
    piece: Piece,
    path: tuple[Square, ...],
    captured: tuple[Square, ...],
    took: tuple[Piece, ...],
) -> Iterator[Capture]:
    """Every capture that goes on from `path`; `board` is without the moving piece, `piece` what it now is."""
    for landings in jumps_from(rules, board, piece, path[-1], captured):
        found = []
        for taken, end in landings:
            passes = piece[1] == "M" and rules.king_row_while_jumping == "passes"
            now = piece if passes else promoted(rules, piece, end)
            crowned = piece[1] == "M" and now[1] != "M"
            ends_here = crowned and rules.king_row_while_jumping == "ends"
            left = board
            if not rules.leave_after_the_last_jump:
                left = {place: standing for place, standing in board.items() if place not in taken}
            all_captured = captured + taken
            all_took = took + tuple(board[place] for place in taken)
            further = []
            if not ends_here:
                further = list(continued(rules, by, left, now, (*path, end), all_captured, all_took))
            after = {place: standing for place, standing in board.items() if place not in all_captured}
            after[end] = promoted(rules, now, end)
            found.append((Capture((*path, end), all_captured, by, all_took, after, bool(further)), further))
        can_go_on = any(further for _, further in found)
        nearest = found[0][0].path[-1]
        for capture, further in found:
            takes_king = any(rank != "M" for _, rank in capture.took[len(took) :])
            far = capture.path[-1] != nearest
            if not (rules.kings_land == "behind a last king" and takes_king and far and piece[1] != "M"):
                # A king that can land where its capture goes on must land there.
                yield capture._replace(goes_on=can_go_on)
            yield from further


def jumps_from(
    rules: Sentences, board: Board, piece: Piece, square: Square, captured: tuple[Square, ...]
) -> Iterator[list[tuple[tuple[Square, ...], Square]]]:
    """For each diagonal with a jump: (squares taken, landing) for every landing square of that jump."""
    side, rank = piece
    for way in EVERY_WAY:
        if rank == "M" and way[0] != forward(side) and not rules.men_capture_backward:
            continue
        line = ray(rules, square, way)
        ranging = rank != "M" and rules.kings_jump_ranging
        landings = []
        enemies: list[Square] = []
        for place in line if ranging else line[:2]:
            standing = board.get(place)
            if standing is None:
                if enemies:
                    landings.append((tuple(enemies), place))
                    if rules.kings_land == "behind":
                        break
                elif not ranging:
                    break
            elif place in captured:
                break
            elif standing[0] == side:
                if rank != "T" or (enemies and rules.kings_land == "behind"):
                    break
            elif rank == "M" and standing[1] != "M" and not rules.men_take_kings:
                break
            elif not enemies or (rank == "T" and len(enemies) == 1 and enemies[0] == line[line.index(place) - 1]):
                enemies.append(place)
            else:
                break
        if landings:
            yield landings


def obligatory(rules: Sentences, captures: Iterable[Capture]) -> list[Capture]:
    """Return the finished captures among which the player may choose when jumping is forced."""
    finished = [capture for capture in captures if not capture.goes_on]
    for preference in rules.best:
        if finished:
            worth = [merit(preference, capture) for capture in finished]
            finished = [capture for capture, value in zip(finished, worth, strict=True) if value == max(worth)]
    return finished


def merit(preference: str, capture: Capture) -> tuple[bool, ...] | int:
    """Return the value of a capture by one preference; a capture with the greatest value must be chosen."""
    kings = tuple(rank != "M" for _, rank in capture.took)
    if preference == "pieces":
        return len(capture.took)
    if preference == "by a king":
        return int(capture.by[1] != "M")
    if preference == "kings":
        return sum(kings)
    return kings
