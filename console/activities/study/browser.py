"""The browser of games: a filter, the games found, and a board that shows the chosen one."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import Final

from ai.openings.names import opening_of
from console.game.explored import Explored
from console.game.naming import Naming, capitalized, date_in_words
from console.reading.readings import Command
from console.screens.pager import with_help
from console.screens.widgets.board import BoardLayout, Scene, draw_board
from console.screens.widgets.explored_table import ExploredTable
from console.screens.widgets.glyphs import SIZES
from console.screens.widgets.key_screen import BACK, Action, KeyScreen
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.table_list import TableList
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_desktop, draw_window
from console.storage.explorer import Explorer
from console.storage.game_index import FoundGame, GameIndex, Query, game_at
from console.storage.notices import NotKept
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Next, Pop
from console.text.games import moves_of
from console.text.review import reached
from console.text.table import Column, figures
from engine.game import Game
from engine.position import Position
from engine.rules import Rules

_PAGE: Final = 500  # games loaded at a time
_DOWN: Final = ("down", "page-down")
_UP: Final = ("up", "page-up")
_FIRST_PLY: Final = 10  # the ply shown first
_LEAST_LIST: Final = 42  # columns
_WHOLE_LIST: Final = 60  # columns in which it shows all of a game
_SMALL_BOARD: Final = 38  # columns, with its window
_TEXT_ROWS: Final = 9  # rows below the board
_GAMES: Final = (Column("Players", least=22), Column("Year", 3), Column("Result", 2), Column("Opening", 1))
_COLUMNS: Final = (*_GAMES, *figures("Moves", rank=4))


class Browser(KeyScreen[Command]):
    """The screen of the browser. Enter returns the command to study the chosen game.

    With a ``position``, only games that reached it are listed, and each is shown there. Behind the last game of a page
    the next page begins; ``start`` is the place of the first game shown.
    Esc clears the filter, or returns None if it is empty. Left and Right step through the chosen game. F4 shows the
    moves that were played in the position on the board.
    """

    def __init__(
        self,
        library: GameIndex,
        naming_of: Callable[[Rules], Naming],
        explorer: Explorer,
        words: str = "",
        position: Position | None = None,
        start: int = 0,
    ) -> None:
        self._library = library
        self._explorer = explorer
        self._naming_of = naming_of
        self._line = LineEditor()
        self._line.set(words)
        self._position = position
        self._ply = _FIRST_PLY
        self._explored: Explored | None = None  # None while hidden
        self._game: Game | None = None
        self._has_board = True  # as it was drawn last
        self._search(start)

    # Search

    def _search(self, start: int = 0, chosen: int = 0) -> None:
        """Find the games with all words of the filter, and load a page of them from ``start`` on."""
        self._problem, self._start = "", start
        self._count, self._found = 0, list[FoundGame]()
        try:
            query = Query(words=tuple(self._line.text.split()), position=self._position)
            self._count, self._found = self._library.search(query, most=_PAGE, start=start)
        except NotKept as error:
            self._problem = str(error)
        self._table = TableList(_COLUMNS, [_texts(game) for game in self._found], chosen)
        self._list = self._table.cursor
        self._load()

    def _load(self) -> None:
        """Load the chosen game."""
        self._game = None
        if self._found:
            with suppress(OSError):
                record = game_at(self._found[self._list.chosen])
                self._game = replace(record, outcome=None).game() if record is not None else None
        self._show(self._ply if self._position is None or self._game is None else _first_at(self._position, self._game))

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

    def actions(self) -> Sequence[Action]:
        """Return the actions: open the chosen game, step through it, explore it, leave, open the manual."""
        game, some = self._game, self._game is not None
        steps = game is not None and (self._has_board or self._explored is not None)
        leave = Action("escape", partial(self._filter, ""), "Esc", "Clear") if self._line.text else BACK
        actions = [
            leave,
            Action("f10", Pop),
            Action("enter", self._open, "Enter", "Open", some),
            Action("f4", self._explore, "F4", "Explore", some),
            Action("left", partial(self._step, -1), "Left", "", steps and game is not None and game.ply > 0),
            Action("right", partial(self._step, 1), "Right", "Step", steps and game is not None and game.can_redo),
            Action("ctrl-left", partial(self._step, -10)),
            Action("ctrl-right", partial(self._step, 10)),
            Action("down", partial(self.press, Key("down")), "Up Down", "Move", some),
        ]
        return with_help("find", actions)

    def press(self, key: Key) -> None:
        """Edit the filter, or choose a game."""
        text = self._line.text
        if not key.text and key.name not in ("backspace", "ctrl-u", "ctrl-w"):
            self._choose(key)
        elif self._line.handle(key) and self._line.text != text:
            self._search()

    def _filter(self, words: str) -> None:
        self._line.set(words)
        self._search()

    def _choose(self, event: Key | Mouse) -> bool:
        """Choose a game by a key or the mouse. Return True if the game clicked was chosen already."""
        chosen = self._list.chosen
        is_again = self._table.point(event) if isinstance(event, Mouse) else not self._list.handle(event)
        if self._list.chosen != chosen:
            self._load()
        elif event.wheel > 0 if isinstance(event, Mouse) else event.name in _DOWN:
            self._turn(self._start + _PAGE, 0)
        elif event.wheel < 0 if isinstance(event, Mouse) else event.name in _UP:
            self._turn(self._start - _PAGE, _PAGE - 1)
        return is_again

    def _turn(self, start: int, chosen: int) -> None:
        """Load the page from ``start`` on, if there is one."""
        if 0 <= start < self._count:
            self._search(start, chosen)

    def _step(self, plies: int) -> None:
        """Step through the chosen game."""
        if self._game is not None:
            self._show(self._game.ply + plies)

    def point(self, mouse: Mouse) -> Next[Command] | None:
        """Choose the game clicked, or open the chosen game. The wheel scrolls the list or steps through the game."""
        if mouse.wheel and self._game is not None and not self._table.covers(mouse):
            self._step(mouse.wheel)
            return None
        return self._open() if self._choose(mouse) else None

    def _open(self) -> Next[Command] | None:
        """Return the command to study the chosen game from the ply on the board.

        Without a readable game return None, and begin the filter again at the next letter.
        """
        if self._game is None:
            self._line.offer(self._line.text)
            return None
        return Pop(Command("study", f"#{self._found[self._list.chosen].identity} {self._game.ply}"))

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the filter and the list on the left, the board and facts of the game on the right."""
        draw_desktop(canvas, theme)
        whole = Rect(0, 0, canvas.height - 1, canvas.width)
        board = self._board(whole)
        self._has_board = board is not None
        width = whole.width - (board.width + 4 if board is not None else 0)
        self._draw_list(canvas, theme, whole._replace(width=width))
        if self._game is not None and board is not None:
            place = whole._replace(column=width, width=whole.width - width)
            self._draw_game(canvas, theme, place, self._game, board._replace(row=1, column=width + 2))
        elif self._game is not None and self._explored is not None:
            rows = min(whole.height - 5, len(self._explored.moves) + 4)
            self._draw_game(canvas, theme, Rect(whole.height - 1 - rows, 1, rows, width - 2), self._game)
        self.draw_bar(canvas, theme)

    def _board(self, whole: Rect) -> BoardLayout | None:
        """Return the largest board that leaves room for the list and the facts, or None."""
        if self._game is None:
            return None
        naming = self._naming_of(self._game.rules)
        least = max(_LEAST_LIST, min(_WHOLE_LIST, whole.width - _SMALL_BOARD))  # a larger screen shows no less
        height, width = whole.height - _TEXT_ROWS - 2, whole.width - 4 - least
        boards = (BoardLayout(naming, size, bottom=naming.home, labels_outside=False) for size in reversed(SIZES))
        return next((board for board in boards if board.height <= height and board.width <= width), None)

    def _draw_list(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        palette = theme.palette
        count = f"{self._start + self._list.chosen + 1:,} of {self._count:,}" if self._found else ""
        draw_window(canvas, theme, rect, "Games" if self._position is None else "Games with this position", count)
        inside = rect.width - 4
        end = canvas.text(1, 2, "Find: ", palette.prompt, inside)
        self._line.draw(canvas, 1, end, inside - 7, palette.typed)
        problem = self._problem or "No game has all these words. The search covers names, events, openings and years."
        self._table.draw(canvas, theme, rect._replace(row=1, height=rect.height - 1), problem)

    def _draw_game(
        self, canvas: Canvas, theme: Theme, rect: Rect, game: Game, board: BoardLayout | None = None
    ) -> None:
        """Draw a window with a board, if one is given, and the moves that were played in the position, or facts."""
        draw_window(canvas, theme, rect, "Move " + reached(game.ply, len(game.turns)))
        inside = rect.inside()
        if board is not None:
            last = game.last.move.path if game.last is not None else ()
            draw_board(canvas, board, Scene(game.position, last_move=last), theme)
            inside = inside._replace(row=1 + board.height, height=inside.height - board.height)
        if self._explored is not None:
            ExploredTable(self._explored, self._naming_of(game.rules), inside.width).draw(canvas, theme, inside)
            return
        found = self._found[self._list.chosen]
        facts = [found.players, found.event, f"{date_in_words(found.date)} {found.result}".strip()]
        facts += [opening_of(game) or found.rules, f"{found.path.name} {found.number}"]
        facts += [] if found.problem is None else [capitalized(found.problem.reason)]
        lines = [line for fact in facts if fact for line in wrap(fact, inside.width)[:2]]
        canvas.lines(inside, lines, theme.palette.text)


def _first_at(position: Position, game: Game) -> int:
    """Return the first ply at which a game has a position or its mirror, 0 if it never has."""
    plies = range(len(game.turns) + 1)
    return next((ply for ply in plies if game.position_at(ply) in (position, position.turned())), 0)


def _texts(game: FoundGame) -> tuple[str, ...]:
    return game.players, str(game.year or ""), game.result, game.opening or game.rules, moves_of(game)
