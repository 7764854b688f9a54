"""The handlers of the commands of studies, and of the search for games."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from console.activities.study.activity import Studying
from console.activities.study.room import COMMENT_WHAT, MARK_HOW, MARKS
from console.activities.study.sentences import games_found, stands_at, ways_on
from console.activities.study.tree import Study
from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.archive import cut_off
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation, ConversationPart
from console.dialogue.messages import PAPER, Cause, Draw, Output, Paper, Played, Say, Steps
from console.dialogue.state import State
from console.game.naming import counted, quoted, whole_number
from console.game.player_tags import called_names
from console.reading import kinds
from console.reading.readings import Command
from console.storage.explorer import Explorer
from console.storage.game_index import GameIndex, Query
from console.storage.notices import NotKept
from console.text import sentences
from console.text.games import found_lines
from engine.pdn.record import GameRecord
from engine.position import Position
from engine.printable import printable

if TYPE_CHECKING:
    from console.terminal.screen_stack import Screen

_NONE: Final = "none"
_MOST_GAMES: Final = 40
_ASIDE: Final = {"up": -1, "down": 1}
_HERE: Final = "here"
_NEXT: Final = "next"
_BEGINS: Final = (
    'A study of {} against {}, {}: "redo" and "undo", or the arrows on the screen, walk through it; your own move '
    'starts a variation; "comment" and "mark" write what you think; "think" shows what I think; "save" saves it.'
)


@dataclass(frozen=True)
class ShowFound(Output):
    """The games in an index that contain all of ``words`` and ``position``, with the explorer of their positions.

    ``start`` is the place of the first game listed.
    """

    library: GameIndex
    explorer: Explorer
    words: str
    state: State
    position: Position | None = None
    start: int = 0

    @property
    def following(self) -> "ShowFound":
        """The same with the games that follow."""
        return replace(self, start=self.start + _MOST_GAMES)

    def lines(self, paper: Paper = PAPER) -> Iterable[str]:
        """Return the newest games, each with its number in the index, or why none can be read."""
        try:
            query = Query(words=tuple(self.words.split()), position=self.position)
            count, found = self.library.search(query, most=_MOST_GAMES, start=self.start)
        except NotKept as error:
            return [str(error)]
        return [*found_lines(found), games_found(count, self.start, len(found))]

    def screen(self, draw: Draw) -> "Screen[Any]":
        """Return the browser of the games."""
        from console.activities.study.browser import Browser

        home = self.state.table.home
        naming_of = partial(self.state.naming_of, home=home)
        return Browser(self.library, naming_of, self.explorer, self.words, self.position, self.start)


class StudyWords(ConversationPart):
    """The handlers of the commands of a study. Comments and marks can also be written in a game."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._found: ShowFound | None = None

    def handlers(self) -> Handlers:
        """Return the handlers by the names of their commands."""
        return {
            "find": lambda command: self._find(command.text),
            "study": self._begin,
            "comment": lambda command: self._comment(command.text),
            "mark": lambda command: self._mark(command.argument),
            "line": lambda command: self._line(command.argument),
            "main": lambda _: self._walk(Study.back_to_game),
            "promote": lambda _: self._walk(Study.promote),
            "delete": lambda _: self._delete(),
        }

    @property
    def _study(self) -> Study:
        """The study on the board. Raises CannotDo if there is none."""
        activity = self._state.activity
        if not isinstance(activity, Studying):
            raise CannotDo('That works in a study: "study" starts one of this game, "study NAME" one of a saved game.')
        return activity.study

    def _edit(self, change: Callable[[Study], None]) -> None:
        """Change the tree of a study, or the comments of a game. Raises CannotDo."""
        activity, table = self._state.activity, self._state.table
        if isinstance(activity, Studying):
            activity.edit(change)
            return
        whole = table.game.copy()
        whole.go_to(len(whole.turns))
        record = GameRecord.of(whole, dict(table.tags), before=table.source)
        study = Study(record, table.game.ply)
        change(study)
        self._state.table = replace(self._state.table, source=study.record)

    # Games

    def _find(self, words: str) -> Steps[None]:
        """Show the games that contain some words, or, for the word ``here``, those with the position on the board.

        The word ``next`` shows those that follow the games listed last.
        """
        index, state = (yield from self._archive.library()), self._state
        if words.casefold() == _NEXT and self._found is not None:
            self._found = self._found.following
        else:
            position = state.game.position if words.casefold() == _HERE else None
            explorer = Explorer(self._archive.store, state.player)
            self._found = ShowFound(index, explorer, "" if position is not None else words, state, position)
        yield self._found

    def _begin(self, command: Command) -> Steps[None]:
        """Begin a study of the game on the table, a game of the index or a saved game, or leave it.

        A game of the index may be followed by the ply at which the study begins.
        """
        words, ply, state = command.argument, 0, self._state
        if words == "off":
            _ = self._study
            yield from go_back(state)
            return
        if words.startswith("#"):
            number, _, at = words[1:].strip().partition(" ")
            record = yield from self._indexed(number)
            ply = _ply_in(record, at.strip())
        elif words:
            record = self._archive.store.saved.load(words)
        else:
            record = state.activity.record()
            if not record.turns:
                raise CannotDo('There is no move to study yet: "study NAME" opens a saved game.')
        if ply == 0 and record.problem is not None:
            ply = len(record.turns)
        if state.in_study:
            yield from state.activity.adjourn()
            if words.startswith("#"):
                state.suspended.append(state.activity)
        state.begin_task(Studying(record, self._conversation, ply))
        yield Say(_BEGINS.format(*called_names(record), sentences.game_length(len(record.turns))))
        yield from cut_off(record)
        if ply:
            yield Say(sentences.after_moves(ply))
        yield Played(state.game.position, Cause.START)

    def _indexed(self, typed: str) -> Steps[GameRecord]:
        """Return a game by its number in the index. Raises NotKept and CannotDo."""
        from console.storage.game_index import game_at

        number, found = whole_number(typed), None
        if number is not None:
            found = (yield from self._archive.library()).game(number)
        if found is None:
            raise CannotDo(f'There is no game {quoted(f"#{typed}")}: "find" lists them with their numbers.')
        with suppress(OSError):
            if record := game_at(found):
                return record
        gone = f"Game {quoted(f'#{typed}')} can no longer be read in {printable(found.path.name)}"
        raise CannotDo(f'{gone}: "find" reads the file again.')

    # The tree

    def _comment(self, text: str) -> Steps[None]:
        """Write a comment at the last move, or delete the comment."""
        if not text:
            raise CannotDo(COMMENT_WHAT)
        if not self._state.game.turns:
            raise CannotDo("There is no move to comment on yet.")
        gone = text.casefold() == _NONE
        where = "last move" if self._state.game.ply else "beginning"
        self._edit(lambda study: study.comment("" if gone else text))
        self._archive.keep()
        yield Say("The comment is gone." if gone else f'The {where} has your comment; "comment none" removes it.')

    def _mark(self, sign: str) -> Steps[None]:
        """Mark the last move with an annotation symbol, or delete the mark."""
        if sign not in (*MARKS, _NONE):
            raise CannotDo(MARK_HOW)
        sign = "" if sign == _NONE else sign
        self._edit(lambda study: study.mark(sign))
        self._archive.keep()
        yield Say(f"Marked {sign}." if sign else "The mark is gone.")

    def _line(self, number: str) -> Steps[None]:
        """Enter the line with a number. Without a number, list the lines that continue from here."""
        study = self._study
        if number in _ASIDE:
            yield from self._walk(lambda study: study.turn_aside(_ASIDE[number]))
        elif number:
            yield from self._walk(lambda study: study.enter((whole_number(number) or 0) - 1))
        elif study.ways():
            yield Say(ways_on(study, self._state.naming))
        else:
            yield Say("No moves follow from here; one you make is added.")

    def _delete(self) -> Steps[None]:
        """Delete the variation on the board after a confirmation."""
        moves = counted(self._study.deletable, "move")
        if (yield from self._conversation.questions.ask_yes(f"Delete this line of {moves} (Y/N)? ", kinds.DELETE)):
            yield from self._walk(Study.delete)

    def _walk(self, step: Callable[[Study], None]) -> Steps[None]:
        """Run a step that moves in the tree or changes it, and show the position."""
        study = self._study
        before = self._state.game.position
        self._edit(step)
        yield Played(before, Cause.REDO)
        yield Say(stands_at(study.game.ply, len(study.path)))


def _ply_in(record: GameRecord, typed: str) -> int:
    """Return the ply that was typed, 0 if nothing was. Raises CannotDo if the game has no such ply."""
    plies, ply = len(record.turns), whole_number(typed) if typed else 0
    if ply is None or ply > plies:
        raise CannotDo(sentences.go_where(plies))
    return ply


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return StudyWords(conversation).handlers()
