"""Games looked at and annotated: remarks and marks, variations that are entered, promoted and deleted, games found."""

from collections.abc import Callable
from typing import Final

from console.dialogue.archive import Archive
from console.dialogue.messages import Cause, Played, Say, Show, Steps, Topic
from console.dialogue.new_game import NewGame
from console.dialogue.prompt_words import Command
from console.dialogue.state import State
from console.game.study import MARKS, CannotBe, Path, Study
from console.text import sentences
from console.text.games import reached_lines
from engine.pdn.record import GameRecord

_NONE: Final = "none"


class Studying:
    """What the words of a study do; remarks and marks can be written in any game."""

    def __init__(self, state: State, archive: Archive, new_game: NewGame) -> None:
        self._state = state
        self._archive = archive
        self._new_game = new_game
        self._told: tuple[Study, Path, int] | None = None

    def words(self) -> dict[str, Callable[[Command], Steps[None]]]:
        """What each word does."""
        return {
            "find": lambda word: self._find(word.text),
            "seen": lambda _: self._tell_seen(),
            "study": lambda word: self._begin(word.argument),
            "comment": lambda word: self._comment(word.text),
            "mark": lambda word: self._mark(word.argument),
            "line": lambda word: self._line(word.argument),
            "main": lambda _: self._walk(Study.back_to_game),
            "promote": lambda _: self._walk(Study.promote),
            "delete": lambda _: self._walk(Study.delete),
        }

    def tell(self) -> Steps[None]:
        """Say what is remarked at the position of a study, and which lines go on, once where it stands."""
        study = self._state.study
        if study is None or self._told == (study, study.path, study.game.ply):
            return
        self._told = study, study.path, study.game.ply
        remarks = sentences.remarked(study.marks, study.comments)
        if remarks:
            yield Say(remarks)
        if len(study.ways()) > 1:
            yield from self._list_ways(study)

    def _list_ways(self, study: Study) -> Steps[None]:
        naming = self._state.naming
        yield Say(sentences.ways_on([naming.move(turn.move) for turn, _ in study.ways()]))

    # Games

    def _find(self, words: str) -> Steps[None]:
        """Show the games that are found by words."""
        library = yield from self._archive.library()
        if library is not None:
            yield Show(Topic.FIND, library=library, words=words)

    def _tell_seen(self) -> Steps[None]:
        """Say in how many games the position came about, and what followed; in a game that is help."""
        position = self._state.game.position
        reached = yield from self._archive.ask_library(lambda library: library.reached(position))
        if reached is None:
            return
        if self._state.study is None and self._state.game.outcome is None:
            self._state.help()
            self._archive.keep()
        if not reached.games:
            yield Say(sentences.NOT_SEEN)
            return
        for line in reached_lines(reached):
            yield Say(line.strip())

    def _begin(self, words: str) -> Steps[None]:
        """Study the game on the table, one of the index or a saved one."""
        if words.startswith("#"):
            record = yield from self._indexed(words[1:].strip())
        elif words:
            record = yield from self._archive.load(words)
        else:
            record = self._state.record()
            if not record.turns:
                yield Say(sentences.NOTHING_TO_STUDY)
                return
        if record is not None:
            yield from self._new_game.study(record)

    def _indexed(self, number: str) -> Steps[GameRecord | None]:
        """A game by its number in the index; None after saying that there is none."""
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
        """Write a remark at the last move."""
        if not text:
            yield Say(sentences.COMMENT_WHAT)
            return
        gone = text.casefold() == _NONE
        self._state.edit(lambda study: study.comment("" if gone else text))
        self._archive.keep()
        yield Say(sentences.COMMENT_GONE if gone else sentences.COMMENTED)

    def _mark(self, sign: str) -> Steps[None]:
        """Mark the last move."""
        if sign not in (*MARKS, _NONE):
            yield Say(sentences.mark_how(MARKS))
            return
        sign = "" if sign == _NONE else sign
        try:
            self._state.edit(lambda study: study.mark(sign))
        except CannotBe as error:
            yield Say(str(error))
            return
        self._archive.keep()
        yield Say(sentences.marked(sign))

    def _line(self, number: str) -> Steps[None]:
        """List the lines that go on from here, or go into one."""
        study = self._state.study
        if study is None:
            yield Say(sentences.NO_STUDY)
        elif number:
            which = int(number) - 1 if number.isascii() and number.isdigit() and len(number) < 5 else -1
            yield from self._walk(lambda study: study.enter(which))
        elif study.ways():
            yield from self._list_ways(study)
        else:
            yield Say(sentences.NO_WAY_ON)

    def _walk(self, step: Callable[[Study], None]) -> Steps[None]:
        """Go somewhere else in the tree, or change it."""
        if self._state.study is None:
            yield Say(sentences.NO_STUDY)
            return
        before = self._state.game.position
        try:
            self._state.edit(step)
        except CannotBe as error:
            yield Say(str(error))
            return
        yield Played(before, Cause.REDO)
        study = self._state.study
        yield Say(sentences.stands_at(study.game.ply, len(study.path)))
