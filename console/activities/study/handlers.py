"""The handlers of the words of a study: finding games, annotating them, and moving through their variations."""

from collections.abc import Callable, Mapping
from typing import Final

from console.activities.study.activity import Studying, ways_on
from console.activities.study.tree import CannotBe, Study, annotated
from console.activities.study.words import MARKS
from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Cause, Command, Played, Say, ShowFound, Steps
from console.text import sentences
from console.text.games import reached_lines
from engine.pdn.record import GameRecord

_NONE: Final = "none"


class StudyWords:
    """The handlers of the words of a study. Comments and marks can be written in any game."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._state = conversation.state
        self._archive = conversation.archive

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of each word."""
        return {
            "find": lambda command: self._find(command.text),
            "seen": lambda _: self._say_seen(),
            "study": self._begin,
            "comment": lambda command: self._comment(command.text),
            "mark": lambda command: self._mark(command.argument),
            "line": lambda command: self._line(command.argument),
            "main": lambda _: self._walk(Study.back_to_game),
            "promote": lambda _: self._walk(Study.promote),
            "delete": lambda _: self._walk(Study.delete),
        }

    @property
    def _study(self) -> Study | None:
        activity = self._state.activity
        return activity.study if isinstance(activity, Studying) else None

    def _edit(self, change: Callable[[Study], None]) -> None:
        """Change the tree of a study, or the comments of a game. Raises CannotBe."""
        activity, table = self._state.activity, self._state.table
        if isinstance(activity, Studying):
            activity.edit(change)
            return
        whole = table.game.copy()
        whole.go_to(len(whole.turns))
        record = GameRecord.of(whole, dict(table.tags), before=table.source)
        self._state.change(source=annotated(record, table.game.ply, change))

    # Games

    def _find(self, words: str) -> Steps[None]:
        """Show the games that contain some words."""
        library = yield from self._archive.library()
        if library is not None:
            yield ShowFound(library, words)

    def _say_seen(self) -> Steps[None]:
        """Say in how many games the position was reached and what followed; this counts as help."""
        position = self._state.game.position
        reached = yield from self._archive.ask_library(lambda library: library.reached(position))
        if reached is None:
            return
        if self._study is None and self._state.game.outcome is None:
            self._state.help()
            self._archive.keep()
        if not reached.games:
            yield Say(sentences.NOT_SEEN)
            return
        for line in reached_lines(reached):
            yield Say(line.strip())

    def _begin(self, command: Command) -> Steps[None]:
        """Begin a study of the game on the table, a game of the index or a saved game."""
        words = command.argument
        if isinstance(command.value, int):
            record = yield from self._indexed(str(command.value))
        elif words.startswith("#"):
            record = yield from self._indexed(words[1:].strip())
        elif words:
            record = yield from self._archive.load(words)
        else:
            record = self._state.activity.record()
            if not record.turns:
                yield Say(sentences.NOTHING_TO_STUDY)
                return
        if record is None:
            return
        yield from self._state.activity.leave()
        self._state.begin(Studying(record, self._conversation))
        table = self._state.table
        yield Say(sentences.study_begins(*table.names, len(record.turns)))
        yield Played(table.game.position, Cause.START)

    def _indexed(self, number: str) -> Steps[GameRecord | None]:
        """Return a game by its number in the index, or say the error and return None."""
        from console.storage.game_index import game_at

        found = None
        if number.isascii() and number.isdigit() and len(number) < 18:
            found = yield from self._archive.ask_library(lambda library: library.game(int(number)))
        if found is None:
            yield Say(sentences.no_indexed_game(number))
            return None
        try:
            record = game_at(found)
        except OSError:
            record = None
        if record is None:
            yield Say(sentences.gone_from_file(number, found.path.name))
        return record

    # The tree

    def _comment(self, text: str) -> Steps[None]:
        """Write a comment at the last move."""
        if not text:
            yield Say(sentences.COMMENT_WHAT)
            return
        gone = text.casefold() == _NONE
        self._edit(lambda study: study.comment("" if gone else text))
        self._archive.keep()
        yield Say(sentences.COMMENT_GONE if gone else sentences.COMMENTED)

    def _mark(self, sign: str) -> Steps[None]:
        """Mark the last move."""
        if sign not in (*MARKS, _NONE):
            yield Say(sentences.mark_how(MARKS))
            return
        sign = "" if sign == _NONE else sign
        try:
            self._edit(lambda study: study.mark(sign))
        except CannotBe as error:
            yield Say(str(error))
            return
        self._archive.keep()
        yield Say(sentences.marked(sign))

    def _line(self, number: str) -> Steps[None]:
        """List the lines that continue from here, or enter one."""
        study = self._study
        if study is None:
            yield Say(sentences.NO_STUDY)
        elif number:
            which = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 5 else -1
            yield from self._walk(lambda study: study.enter(which))
        elif study.ways():
            yield Say(ways_on(study, self._state.table))
        else:
            yield Say(sentences.NO_WAY_ON)

    def _walk(self, step: Callable[[Study], None]) -> Steps[None]:
        """Run a step that moves in the tree or changes it, and show the position."""
        study = self._study
        if study is None:
            yield Say(sentences.NO_STUDY)
            return
        before = self._state.game.position
        try:
            self._edit(step)
        except CannotBe as error:
            yield Say(str(error))
            return
        yield Played(before, Cause.REDO)
        yield Say(sentences.stands_at(study.game.ply, len(study.path)))
