"""The position editor: pieces are placed by mouse, key or FEN, and the position is checked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass
from functools import partial
from textwrap import wrap
from typing import Final, NamedTuple

from console.dialogue.proving import ProverOf
from console.game.naming import RANK_NAMES, Naming
from console.game.position_editor import PositionDraft
from console.reading.readings import Command
from console.screens.pager import with_help
from console.screens.play.layout import play_layout
from console.screens.proof import open_proof
from console.screens.widgets.board import ARROWS, BoardLayout, Scene, draw_board, draw_piece
from console.screens.widgets.glyphs import SIZES, Size
from console.screens.widgets.key_screen import BACK, Action, KeyScreen
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Spots, clicked, draw_header
from console.storage.built_files import default_prover
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse, is_pressed
from console.terminal.screen_stack import Next, Pop
from console.text.reflow import wrapped
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.position import KING, MAN, TRIPLE, Piece, Position
from engine.printable import quoted
from engine.rules import Jumping, Rules

_LETTERS: Final = {
    "b": Piece(BLACK, MAN),
    "B": Piece(BLACK, KING),
    "3": Piece(BLACK, TRIPLE),
    "w": Piece(WHITE, MAN),
    "W": Piece(WHITE, KING),
    "4": Piece(WHITE, TRIPLE),
}
_BY_TURNS: Final = "Space"
_EMPTY: Final = "Del"
_FIRST_ACTION: Final = "T"
_ROOMY: Final = 20  # least columns of a panel with keys and texts
_VERDICT: Final = 7  # rows of the verdict and the longest FEN in a narrow column


class _Item(NamedTuple):
    """A line of the panel. A click on it does the same as ``key``, or chooses what a click puts on a square.

    ``word`` replaces ``text`` if there is little room. ``piece`` is drawn beside the text, and ``number`` is how many
    of them are on the board.
    """

    key: str
    text: str
    word: str
    piece: Piece | None = None
    number: str = ""


@dataclass(eq=False)
class PositionEditor(KeyScreen[Command]):
    """The screen of the editor. Enter returns the command to play the position, Esc returns None.

    Enter does nothing but show a message while the position cannot be played.
    """

    rules: InitVar[Rules]
    naming: Naming
    start: InitVar[Position | None] = None
    jumping: Jumping = "forced"
    prover_of: ProverOf = default_prover

    def __post_init__(self, rules: Rules, start: Position | None) -> None:
        self.draft = PositionDraft(rules, start)
        self._bottom = self.naming.home
        corner = rules.geometry.per_row
        self._cursor = corner if self.naming.home == BLACK else rules.geometry.squares + 1 - corner
        self._kind = _BY_TURNS  # the key of what a click puts on a square: a piece, nothing or the next kind in turn
        self._held: int | None = None
        self._fen: LineEditor | None = None
        self._message = ""
        self._done: list[Position] = []
        self.board: BoardLayout | None = None
        self._spots: Spots[str] = []

    # Events

    def handle(self, event: Event) -> Next[Command] | None:
        """Place pieces, edit the FEN, play the position, open a proof or leave."""
        if is_pressed(event):
            self._message = ""
        return super().handle(event)

    def actions(self) -> Sequence[Action]:
        """Return the actions of the keys. While the FEN is edited, only those of the FEN are returned."""
        if self._fen is not None:
            return [
                Action("escape f10", self._close_fen, "Esc", "Cancel"),
                Action("enter", partial(self._set_fen, self._fen), "Enter", "Set the board"),
            ]
        draft, at, change = self.draft, self._cursor, self._change
        fit, occupied = draft.fault(self.naming) is None, at in draft.pieces
        letters = {key: piece for key, piece in _LETTERS.items() if piece in draft.kinds()}
        actions = [
            BACK,
            Action("enter", self._play, "Enter", "Play", fit),
            Action("space", partial(change, partial(draft.turn, at)), "Space", "Cycle"),
            Action("backspace", partial(change, partial(draft.turn, at, back=True))),
            Action("k", partial(change, partial(draft.raise_rank, at)), "K", "Crown", len(draft.ranks(at)) > 1),
            Action("delete .", partial(change, partial(draft.put, at, None)), "Del", "Empty", occupied),
            Action("u f5", self._undo, "U", "Undo", bool(self._done)),
            Action("v f6", self._turn, "V", "Flip"),
            Action("p", self._prove, "P", "Proof", fit),
            *(Action(key, partial(change, partial(draft.put, at, piece))) for key, piece in letters.items()),
            *(Action(name, partial(self._move, *step)) for name, step in ARROWS.items()),
            Action("t", partial(change, self._other_side)),
            Action("c", partial(change, draft.pieces.clear)),
            Action("s", partial(change, partial(draft.put_all, Position.start(draft.rules)))),
            Action("f f3", self._open_fen),
        ]
        return with_help("set up", actions)

    def press(self, key: Key) -> None:
        """Edit the FEN."""
        if self._fen is not None:
            self._fen.handle(key)

    def _play(self) -> Next[Command] | None:
        return Pop(Command("fen", position=self.draft.position)) if self._is_fit() else None

    def _prove(self) -> Next[Command] | None:
        """Open a proof of the position."""
        game = Game(self.draft.rules, self.jumping, self.draft.position)
        return open_proof(game, self.naming, self.prover_of) if self._is_fit() else None

    def _is_fit(self) -> bool:
        """Return True if the position can be played. Otherwise show a message."""
        is_fit = self.draft.fault(self.naming) is None
        self._message = "" if is_fit else "Fix that first, or leave with Esc."
        return is_fit

    def _move(self, down: int, right: int) -> None:
        """Move the cursor."""
        if self.board is not None:
            self._cursor = self.board.neighbor(self._cursor, down, right)

    def _turn(self) -> None:
        self._bottom = 1 - self._bottom

    def _change(self, action: Callable[[], None]) -> None:
        """Run ``action``. If it changes the position, remember the earlier position for undo."""
        before = self.draft.position
        action()
        if before != self.draft.position:
            self._done.append(before)

    def _undo(self) -> None:
        if self._done:
            self.draft.put_all(self._done.pop())

    def _other_side(self) -> None:
        self.draft.side = 1 - self.draft.side

    def point(self, mouse: Mouse) -> Next[Command] | None:
        """Handle clicks on squares and on the panel, except while the FEN is edited.

        A drag moves a piece, or puts the chosen kind on every square.
        """
        if self._fen is not None:
            return None
        key = clicked(self._spots, mouse)
        number = self.board.square_at(mouse.row, mouse.column) if self.board else None
        if key in (_BY_TURNS, _EMPTY, *_LETTERS):
            self._kind = key
        elif key is not None:
            return self.act(Key(text=key))
        elif number is not None:
            self._point_at(number, mouse)
        return None

    def _point_at(self, number: int, mouse: Mouse) -> None:
        by_turns, brush = self._kind == _BY_TURNS, _LETTERS.get(self._kind)
        if mouse.kind == "press":
            self._cursor = number
            standing = self.draft.pieces.get(number)
            self._held = number if standing is not None else None
            if by_turns:
                self._change(partial(self.draft.turn, number, mouse.button == "right"))
            else:
                self._change(partial(self.draft.put, number, None if standing == brush else brush))
        elif mouse.kind == "drag" and not by_turns and number != self._cursor:
            self._cursor = number
            self._change(partial(self.draft.put, number, brush))
        elif mouse.kind == "release" and by_turns:
            self._drop(number)

    def _drop(self, number: int) -> None:
        """End a drag: move the piece to the square. On its own square, it stays as the press has changed it."""
        start, self._held = self._held, None
        if start is not None and start != number:
            self._undo()
            self._cursor = number
            self._change(partial(self.draft.move, start, number))

    # The FEN

    def _open_fen(self) -> None:
        self._fen = LineEditor()
        self._fen.offer(fen_text(self.draft.position))

    def _close_fen(self) -> None:
        self._fen = None

    def _set_fen(self, line: LineEditor) -> None:
        """Set up the position of the FEN."""
        try:
            position = parse_fen(line.text, self.draft.rules)
        except ValueError as error:
            # The line shows the FEN already, so the message does not repeat it.
            typed = quoted(line.text)
            message = str(error).replace(f"FEN {typed}", "That FEN", 1)
            self._message = message.replace(f"{typed} is", "That is", 1)
        else:
            self._fen = None
            self._change(partial(self.draft.put_all, position))

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board, the panel of pieces and actions beside it, and the verdict and the FEN below it."""
        found = play_layout(self.naming, canvas.width, canvas.height)
        self.board = found.board._replace(bottom=self._bottom)
        scene = Scene(self.draft.position, cursor=None if self._fen else self._cursor)
        draw_board(canvas, self.board, scene, theme)
        if found.has_header:
            draw_header(canvas, theme, "SET UP", self.draft.rules.name)
        panel, below = found.panel, found.above_the_keys
        if below.column > panel.column:  # the verdict needs few of the rows beside the board
            spare = max(below.height - _VERDICT, 0)
            panel = panel._replace(height=panel.height + spare)
            below = below._replace(row=below.row + spare, height=below.height - spare)
        self._draw_panel(canvas, theme, panel, self.board.size)
        self._draw_verdict(canvas, theme, below)
        self.draw_bar(canvas, theme)

    def _draw_panel(self, canvas: Canvas, theme: Theme, rect: Rect, square: Size) -> None:
        """Draw what can be clicked: one item below the other, and a note under them. Little room has only short texts.

        The pieces are those of the board, or smaller if they do not fit.
        """
        palette, items = theme.palette, [*self._items()]
        row, column, height, width = rect
        is_roomy = width >= _ROOMY
        if is_roomy:
            canvas.box(row, column, height, width, theme.glyphs.single, palette.frame)
            canvas.text(row, column + 2, " Click puts ", palette.player)
            row, column, height, width = row + 1, column + 2, height - 2, width - 4
        pieces = sum(item.piece is not None for item in items)
        fits = [size for size in SIZES if size.height * pieces < height - len(items) + pieces and size <= square]
        sample = fits[-1] if fits else SIZES[0]
        spare = height - len(items) - sample.height * pieces + pieces
        bottom, self._spots = row + height, []
        for item in items:
            # Blank lines are above the pieces and the actions, if there is room for all of them.
            row += (is_roomy and spare >= pieces and item.piece is not None) or (
                spare > 1 and item.key == _FIRST_ACTION
            )
            rows = 1 if item.piece is None else sample.height
            if row + rows > bottom:
                return
            self._draw_item(canvas, theme, Rect(row, column, rows, width), item, sample, is_roomy)
            row += rows
        if is_roomy and row < bottom:
            canvas.text(bottom - 1, column, self._under_cursor(), palette.dim, width)

    def _draw_item(self, canvas: Canvas, theme: Theme, rect: Rect, item: _Item, sample: Size, is_roomy: bool) -> None:
        """Draw an item: its word, or if the panel is roomy its key, its text and the number of its pieces."""
        palette, (row, column, _, width) = theme.palette, rect
        self._spots.append((rect, item.key))
        is_chosen = item.key == self._kind
        style = palette.player if is_chosen else palette.text
        if is_chosen:
            canvas.put(row, column, theme.glyphs.right, palette.prompt)
        if is_roomy:
            end = canvas.text(row, column + 2, item.key, palette.prompt) + 1
        else:
            end = canvas.text(row, column + 1, item.word, style, width - 1)
            canvas.text(row, column + 1, item.key if item.word.startswith(item.key) else "", palette.prompt)
        if item.piece is not None:
            canvas.fill(row, end, sample.height, sample.width, " ", palette.board.dark)
            draw_piece(canvas, row, end, item.piece, sample, theme)
            end += sample.width + 1
        if is_roomy:
            room = width - len(item.number)
            canvas.text(row, column + room, item.number, palette.player)
            canvas.lines(rect._replace(column=end), wrap(item.text, max(1, column + room - end)), style)

    def _items(self) -> Iterator[_Item]:
        """Yield the items that choose what a click puts on a square, then those for other actions."""
        yield _Item(_BY_TURNS, "cycle", "Turns")
        for key, piece in _LETTERS.items():
            if piece in self.draft.kinds():
                text = f"{SIDE_NAMES[piece.side]} {RANK_NAMES[piece.rank].split()[0]}"
                yield _Item(key, text, key, piece, str(self.draft.count(piece)))
        yield _Item(_EMPTY, "empty", "Empty")
        side = SIDE_NAMES[self.draft.side]
        yield _Item(_FIRST_ACTION, f"To move: {side}", side)
        for text in ("Clear", "Start position", "FEN", "Undo"):
            yield _Item(text[0], text, text.split()[0])

    def _under_cursor(self) -> str:
        """Return the name of the square under the cursor, and its piece."""
        piece = self.draft.pieces.get(self._cursor)
        what = f"{SIDE_NAMES[piece.side]} {RANK_NAMES[piece.rank]}" if piece else "empty"
        return f"{self.naming.square(self._cursor)}{self.naming.also(str(self._cursor))}: {what}"

    def _draw_verdict(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        """Draw the verdict, and the FEN on the remaining lines."""
        palette = theme.palette
        row, column, height, width = rect
        fault = self.draft.fault(self.naming)
        text, alert = f"{fault or self.draft.moves_in_words()} {self._message}".rstrip(), fault is not None
        if self._fen is not None:
            text, alert = self._message or "Enter sets the board, Esc cancels.", bool(self._message)
        lines = wrapped(text, width)[: height - 1]
        canvas.lines(rect, lines, palette.alert if alert else palette.said)
        row += len(lines)
        end = canvas.text(row, column, "FEN ", palette.prompt)
        room = column + width - end
        if self._fen is not None:
            self._fen.draw(canvas, row, end, room, palette.typed)
            return
        fen = fen_text(self.draft.position)
        for _ in range(height - len(lines)):
            last = row == rect.row + height - 1
            cut = room if last or len(fen) <= room else fen.rfind(",", 0, room) + 1
            canvas.text(row, end, fen if last else fen[:cut], palette.text, room)
            fen, row = fen[cut:], row + 1
