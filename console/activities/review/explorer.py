"""The explorer in a review: the moves that were played in the position, shown in the place of the plot."""

from threading import Event
from typing import Final

from ai.worker import Worker
from console.activities.review.layout import ReviewLayout
from console.game.explored import Explored
from console.game.naming import Naming
from console.screens.widgets.explored_table import ExploredTable
from console.screens.widgets.theme import Theme
from console.storage.explorer import Explorer
from console.storage.notices import NotKept
from console.terminal.canvas import Canvas, Rect
from engine.game import Game
from engine.position import Position

_READING: Final = Explored(problem="Looking through the archive...")


class ReviewExplorer:
    """The explorer, closed at first. When it is first opened, another thread brings the index of games up to date."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self.worker: Worker[None] | None = None
        self._known: dict[Position, Explored] = {}
        self.is_open = False

    @property
    def reading(self) -> bool:
        """True while the explorer is open and has drawn no moves yet."""
        return self.is_open and not self._known

    def toggle(self) -> None:
        """Open or close the explorer."""
        self.is_open = not self.is_open
        if self.worker is None:
            self.worker = Worker("games", self._read)

    def close(self) -> None:
        """End the work on the other thread."""
        if self.worker is not None:
            self.worker.leave()

    def title(self, game: Game) -> str:
        """Return the title of the list: the name of the opening, if the position has one."""
        return self._explored(game).opening or "Archive"

    def draw(self, canvas: Canvas, theme: Theme, layout: ReviewLayout, game: Game, naming: Naming) -> None:
        """Draw the moves that were played in the position of a game."""
        rect = _place(layout)
        ExploredTable(self._explored(game), naming, rect.width).draw(canvas, theme, rect)

    def _read(self, stop: Event) -> None:
        self._explorer.read(stop.is_set)

    def _explored(self, game: Game) -> Explored:
        if self.worker is None or not self.worker.finished:
            return _READING
        if game.position not in self._known:
            try:
                self.worker.result()
                found = self._explorer.look(game)
            except NotKept as error:
                found = Explored(problem=str(error))
            self._known[game.position] = found
        return self._known[game.position]


def _place(layout: ReviewLayout) -> Rect:
    """Return the place of the plot and of the part below it: the worst moves, or the comments."""
    row, column, _, width = layout.plot
    last = layout.comments if layout.worst is None else layout.worst
    return Rect(row, column + 1, last.row + last.height - row, width - 2)
