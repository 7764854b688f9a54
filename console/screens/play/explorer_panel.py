"""The panel of the explorer beside the board, below the moves of the game or in their place."""

from typing import TYPE_CHECKING

from console.dialogue.activity import Activity
from console.dialogue.state import State
from console.game.explored import Explored
from console.screens.play.layout import PlayLayout
from console.screens.play.scoreboard import draw_between
from console.screens.widgets.explored_table import LEAST, ExploredTable
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from engine.position import Position

if TYPE_CHECKING:
    from console.storage.explorer import Explorer


class ExplorerPanel:
    """The moves that were played in the position on the board.

    The panel is closed at first, and closes with the game. In a rated game ``draw`` closes it, because the command
    counts as help there.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._explorer: Explorer | None = None
        self._activity: Activity | None = None
        self._seen: tuple[Position, Explored] | None = None

    @property
    def is_open(self) -> bool:
        """True if the panel is open in this activity."""
        return self._explorer is not None and self._activity is self._state.activity and self._state.is_at_board

    def open(self, explorer: "Explorer") -> None:
        """Open the panel with an explorer."""
        self._explorer, self._activity, self._seen = explorer, self._state.activity, None

    def close(self) -> None:
        """Close the panel."""
        self._explorer = self._state.exploring = None

    def fits(self, place: PlayLayout) -> bool:
        """Return True if there is room for the panel."""
        parts = place.parts
        return parts is not None and parts.moves.height >= LEAST[0] and parts.moves.width >= LEAST[1]

    def draw(self, canvas: Canvas, theme: Theme, place: PlayLayout, may_look: bool) -> None:
        """Draw the panel if it is open and fits. Without ``may_look``, draw the moves of the position drawn last."""
        state, parts = self._state, place.parts
        if state.table.is_rated:
            self.close()
        if self._explorer is None or parts is None or not self.is_open or not self.fits(place):
            return
        position, rect = state.game.position, parts.moves
        if may_look and (self._seen is None or self._seen[0] != position):
            self._seen = position, self._explorer.look(state.game)
        if self._seen is None:
            return
        canvas.fill(*rect, " ", theme.palette.text)
        table = ExploredTable(self._seen[1], state.naming, max(LEAST[1], rect.width - 2))
        rest = rect.height - table.rows - 1
        if rest > 0:
            draw_between(canvas, theme, state, rect._replace(height=rest), place.is_scored_below)
            rect = rect._replace(row=rect.row + rest + 1, height=table.rows)
        table.draw(canvas, theme, rect._replace(column=rect.column + 1, width=table.width))
