"""The browser of games: a filter, the games found, and a board that shows the chosen one."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from textwrap import wrap
from typing import Final

from ai.openings.names import opening_of
from console.dialogue.messages import Command, PositionExplorer
from console.game.explored import Explored
from console.game.naming import Naming
from console.screens.pager import Manual
from console.screens.widgets.board import BoardLayout, Scene, draw_board
from console.screens.widgets.explored_table import ExploredTable
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.piece_art import SIZES
from console.screens.widgets.table_list import TableList
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar, draw_desktop, draw_window
from console.storage.game_index import FoundGame, GameIndex, Query, game_at
from console.storage.notices import NotKept
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop, Push, Screen
from console.text.review import reached
from console.text.sentences import numbered_moves
from console.text.table import Column, figures
from engine.game import Game
from engine.rules import Rules

_MOST: Final = 500  # games listed
_FIRST_PLY: Final = 10  # the ply shown first
_LEAST_LIST: Final = 42  # columns
_TEXT_ROWS: Final = 9  # rows below the board
_STEPS: Final = {"left": -1, "right": 1, "ctrl-left": -10, "ctrl-right": 10}
_GAMES: Final = (Column("Players", least=22), Column("Year", 3), Column("Result", 2), Column("Opening", 1))
_COLUMNS: Final = (*_GAMES, *figures("Moves", rank=4))


class Browser(Screen[Command]):
    """The screen of the browser. Enter returns the command to study the chosen game.

    Esc clears the filter, or returns None if it is empty. Left and Right step through the chosen game. F4 shows the
    moves that were played in the position on the board.
    """

    def __init__(
        self, library: GameIndex, naming_of: Callable[[Rules], Naming], explorer: PositionExplorer, words: str = ""
    ) -> None:
        self._library = library
        self._explorer = explorer
        self._naming_of = naming_of
        self._line = LineEditor()
        self._line.set(words)
        self._ply = _FIRST_PLY
        self._explored: Explored | None = None  # None while hidden
        self._game: Game | None = None
        self._bar = KeyBar()
        self._search()

    # Search

    def _search(self) -> None:
        """Find the games with all words of the filter."""
        self._problem = ""
        self._count, self._found = 0, list[FoundGame]()
        try:
            self._count, self._found = self._library.search(Query(words=tuple(self._line.text.split())), most=_MOST)
        except NotKept as error:
            self._problem = str(error)
        self._table = TableList(_COLUMNS, [_texts(game) for game in self._found])
        self._list = self._table.cursor
        self._load()

    def _load(self) -> None:
        """Load the chosen game."""
        self._game = None
        if self._found:
            with suppress(OSError):
                record = game_at(self._found[self._list.chosen])
                self._game = replace(record, outcome=None).game() if record is not None else None
        self._show(self._ply)

    def _show(self, ply: int) -> None:
        """Show the position at ply ``ply``, or the last position of a shorter game."""
        self._explored = None
        if self._game is not None:
            self._ply = max(0, ply)
            self._game.go_to(min(self._ply, len(self._game.turns)))

    def _explore(self) -> None:
        """Show or hide the moves that were played in the position on the board."""
        is_hidden = self._explored is None
        self._explored = self._explorer.look(self._game) if is_hidden and self._game is not None else None

    # Events

    def handle(self, event: Event) -> Next[Command] | None:
        """Edit the filter, choose a game, step through it, open it or leave."""
        event = self._bar.pressed(event)
        chosen, answer = self._list.chosen, None
        match event:
            case Mouse():
                answer = self._point(event)
            case Key():
                answer = self._press(event)
        if self._list.chosen != chosen:
            self._load()
        return answer

    def _press(self, key: Key) -> Next[Command] | None:
        text = self._line.text
        if key.name == "f10" or (key.name == "escape" and not text):
            return Pop()
        if key.name == "escape":
            self._line.set("")
        elif key.name == "enter":
            return self._open()
        elif key.name == "f1":
            return Push(Manual("Looking and learning"))
        elif key.name == "f4":
            self._explore()
        elif key.name in _STEPS and self._game is not None:
            self._show(self._game.ply + _STEPS[key.name])
        elif key.text or key.name in ("backspace", "ctrl-u", "ctrl-w"):
            self._line.handle(key)
        else:
            self._list.handle(key)
        if self._line.text != text:
            self._search()
        return None

    def _point(self, mouse: Mouse) -> Next[Command] | None:
        """Choose the game clicked, or open the chosen game. The wheel scrolls the list or steps through the game."""
        if mouse.wheel and self._game is not None and not self._table.covers(mouse):
            self._show(self._game.ply + mouse.wheel)
            return None
        return self._open() if self._table.point(mouse) else None

    def _open(self) -> Next[Command] | None:
        """Return the command to study the chosen game from the ply on the board; None without a readable game."""
        if self._game is None:
            return None
        return Pop(Command("study", f"#{self._found[self._list.chosen].identity} {self._game.ply}"))

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the filter and the list on the left, the board and facts of the game on the right."""
        draw_desktop(canvas, theme)
        height = canvas.height - 1
        board = self._board(canvas.width, height)
        width = canvas.width - (board.width + 4 if board is not None else 0)
        self._draw_list(canvas, theme, height, width)
        if board is not None:
            self._draw_game(canvas, theme, board._replace(row=1, column=width + 2), width, height)
        elif (table := self._explored_table(width - 6)) is not None and self._game is not None:
            rows = min(height - 6, table.rows)
            top, title = height - 3 - rows, "Move " + reached(self._game.ply, len(self._game.turns))
            draw_window(canvas, theme, top, 1, rows + 2, width - 2, title)
            table.draw(canvas, theme, Rect(top + 1, 3, rows, width - 6))
        self._bar.draw(canvas, theme, self._buttons())

    def _board(self, width: int, height: int) -> BoardLayout | None:
        """Return the largest board that leaves room for the list and the facts, or None."""
        if self._game is None:
            return None
        naming = self._naming_of(self._game.rules)
        for size in reversed(SIZES):
            board = BoardLayout(naming, size, bottom=naming.home, labels_outside=False)
            if board.height + _TEXT_ROWS + 2 <= height and board.width + 4 + _LEAST_LIST <= width:
                return board
        return None

    def _draw_list(self, canvas: Canvas, theme: Theme, height: int, width: int) -> None:
        palette = theme.palette
        count = f"{self._list.chosen + 1} of {self._count}" if self._found else ""
        draw_window(canvas, theme, 0, 0, height, width, "Games", count)
        inside = width - 4
        end = canvas.text(1, 2, "Find: ", palette.prompt, inside)
        self._line.draw(canvas, 1, end, inside - 7, palette.typed)
        problem = self._problem or "No game has all these words. The search covers names, events, openings and years."
        self._table.draw(canvas, theme, Rect(1, 0, height - 1, width), problem)

    def _draw_game(self, canvas: Canvas, theme: Theme, board: BoardLayout, column: int, height: int) -> None:
        assert self._game is not None, "a board is drawn of a game"
        width = canvas.width - column
        game, found = self._game, self._found[self._list.chosen]
        draw_window(canvas, theme, 0, column, height, width, "Move " + reached(game.ply, len(game.turns)))
        last = game.last.move.path if game.last is not None else ()
        draw_board(canvas, board, Scene(game.position, last_move=last), theme)
        inside = Rect(1 + board.height, column + 2, height - board.height - 2, width - 4)
        table = self._explored_table(inside.width)
        if table is not None:
            table.draw(canvas, theme, inside)
            return
        facts = [found.players, found.event, f"{found.date} {found.result}".strip()]
        facts += [opening_of(game) or found.rules, f"{found.path.name} {found.number}"]
        lines = [line for fact in facts if fact for line in wrap(fact, inside.width)[:2]]
        for down, line in enumerate(lines[: inside.height]):
            canvas.text(inside.row + down, inside.column, line, theme.palette.text, inside.width)

    def _explored_table(self, width: int) -> ExploredTable | None:
        if self._explored is None or self._game is None:
            return None
        return ExploredTable(self._explored, self._naming_of(self._game.rules), width)

    def _buttons(self) -> list[Button]:
        some = self._game is not None
        return [
            Button("Esc", "Clear" if self._line.text else "Back", Key("escape")),
            Button("Enter", "Open", Key("enter"), some),
            Button("F4", "Explore", Key("f4"), some),
            Button("Left", "", Key("left"), some),
            Button("Right", "Step", Key("right"), some),
            Button("Up Down", "Move", Key("down"), some),
            Button("F1", "Help", Key("f1"), stays=True),
        ]


def _texts(game: FoundGame) -> tuple[str, ...]:
    return game.players, game.date[:4], game.result, game.opening or game.rules, str(numbered_moves(game.plies))
