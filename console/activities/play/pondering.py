"""Thinking on the player's time: the computer searches while a question to the player is open."""

from typing import TYPE_CHECKING

from ai.levels import Level
from console.activities.play.computer import Computer
from console.dialogue.messages import Ask, Say, Step
from console.dialogue.state import State
from engine.position import Position

if TYPE_CHECKING:
    from ai.worker import Worker


class Pondering:
    """The search of the computer on the player's time, on its own thread. It only prepares the computer's next move."""

    def __init__(self, state: State, computer: Computer) -> None:
        self._state = state
        self._computer = computer
        self._search: Worker[None] | None = None
        self._searched: tuple[Position, Level] | None = None

    def follow(self, step: Step) -> None:
        """Start the search at a question, and end it at the next step that is neither a message nor a question.

        It also ends if the position, the level or the switch has changed. Raises the error of the search.
        """
        wanted = self._wanted
        if wanted != self._searched or not isinstance(step, Say | Ask):
            self._end()
        if wanted is not None and self._search is None and isinstance(step, Ask):
            self._begin(*wanted)

    def close(self) -> None:
        """End the search, and discard its error."""
        if self._search is not None:
            self._search.leave()
        self._search = self._searched = None

    @property
    def _wanted(self) -> tuple[Position, Level] | None:
        """The position to search and the level, or None if the computer does not think on the player's time.

        At a level with a node limit it does not: it would be stronger than its rating. An external engine is not asked.
        """
        state, table, computer = self._state, self._state.table, self._computer
        is_on = (state.switches.pondering or table.clock is not None) and state.activity.is_kept
        opponent = table.opponent if table.game.side == table.home else None
        if not is_on or opponent is None or opponent.engine or not computer.has_played:
            return None
        if state.game.outcome is not None:
            return None
        level = computer.level_of(opponent)
        return None if level.nodes or level.other else (table.game.position, level)

    def _begin(self, position: Position, level: Level) -> None:
        from ai.worker import Worker

        game, opponent = self._state.game.copy(), self._computer.opponent
        self._search = Worker("pondering", lambda stop: opponent.ponder(game, level, stop.is_set))
        self._searched = position, level

    def _end(self) -> None:
        search, self._search, self._searched = self._search, None, None
        if search is not None:
            search.stop()
            search.result()
