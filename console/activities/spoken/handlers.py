"""The words that say the position and the game, for players who do not see the board."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from console.activities.spoken.board import SpokenBoard, last_moves, moves_so_far
from console.dialogue.activity import CannotDo, Handler, Handlers, refusing
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Say, Steps
from console.dialogue.state import State
from console.game.move_input import UnreadableMove, parse_squares
from console.game.naming import capitalized
from console.reading.readings import Command
from console.text import sentences
from console.text.phrases import PHRASES
from console.text.position import about, look, persons


class BoardWords:
    """The handlers of the words that say the position and the game."""

    def __init__(self, state: State) -> None:
        self._state = state

    def handlers(self) -> Handlers:
        """Return the handlers by the names of their commands."""
        return {
            "where": lambda command: self._say_position(command.argument),
            "look": self._look,
            "row": self._part(lambda board, named: board.line("row", named)),
            "column": self._part(lambda board, named: board.line("column", named)),
            "diagonal": self._part(lambda board, named: board.diagonal(named)),
            "around": self._part(lambda board, named: board.around(named)),
            "kings": self._part(lambda board, _: board.kings()),
            "recent": self._saying(self._recent),
            "history": self._saying(self._history),
            "whose": lambda _: self._say_position("turn"),
            "repeat": lambda _: self._say_position("said"),
        }

    def _say_position(self, topics: str) -> Steps[None]:
        """Say the squares of all pieces and the side to move, or only what the topics are about.

        The topic ``why`` is the reason of the last hint or of a huff, ``why you`` else of the computer's move, ``task``
        what is to be done, ``way`` where the player's men go, ``said`` what was said last.
        """
        state = self._state
        if topics == "said":
            yield Say(" ".join(state.said) or "Nothing has been said yet.")
        elif topics == "task" and state.activity.asked:
            yield Say(f"Still to do: {state.activity.asked}")
        elif topics.startswith("why") and state.offer.reason:
            yield Say(state.offer.reason)
        elif topics == "way":
            side = state.table.home if state.table.opponent is not None else state.game.side
            whose = capitalized(persons(state.table.seats)[side].possessive)
            yield Say(sentences.WAY.format(whose, "up" if side == state.bottom else "down"))
        else:
            table = state.table
            said = about(topics, table.game, table.paths, state.naming, persons(table.seats))
            is_unknown = topics == "why you" and said == PHRASES["nothing"]["why"]
            if is_unknown and table.game.ply and table.seats.is_program(1 - table.game.side):
                from console.text.hints import why_moved

                said = why_moved(table.game, state.naming)
            yield Say(said)

    def _look(self, command: Command) -> Steps[None]:
        """Say the piece on each of the named squares, and its moves. Raises CannotDo if the text names no squares."""
        state = self._state
        if not command.text:
            raise CannotDo(sentences.LOOK_WHERE.format(state.naming.example_squares[1]))
        with self._refusing(command):
            squares = parse_squares(command.text, state.naming)
        for number in squares:
            yield Say(look(number, state.game, state.table.paths, state.naming, persons(state.table.seats)))

    def _part(self, describe: Callable[[SpokenBoard, str], str]) -> Handler:
        """Return the handler that says a part of the board, which the argument of the command names."""
        return self._saying(lambda named: describe(self._board(), named))

    def _board(self) -> SpokenBoard:
        state = self._state
        return SpokenBoard(state.table.position, state.naming, state.bottom, persons(state.table.seats))

    def _recent(self, named: str) -> str:
        """Return the last moves of both sides. Raises ValueError."""
        return last_moves(self._state.game, named, self._state.naming, persons(self._state.table.seats))

    def _history(self, named: str) -> str:
        """Return the moves of the game, from the number that is named. Raises ValueError."""
        return moves_so_far(self._state.game, named, self._state.naming)

    def _saying(self, describe: Callable[[str], str]) -> Handler:
        """Return the handler that says what ``describe`` makes of the argument of the command."""

        def say(command: Command) -> Steps[None]:
            with self._refusing(command):
                said = describe(command.text)
            yield Say(said)

        return say

    @contextmanager
    def _refusing(self, command: Command) -> Iterator[None]:
        """Raise CannotDo in place of UnreadableMove, and of other ValueErrors."""
        with refusing():
            try:
                yield
            except UnreadableMove as error:
                raise CannotDo(sentences.unreadable(command.text, str(error), self._state.naming)) from None


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return BoardWords(conversation.state).handlers()
