"""A lesson on the board: its paragraphs, its tasks, and the judgement of the learner's moves."""

import re
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from console.activities.course import sentences as said
from console.activities.course.lessons import RULES, Exercise, Lesson, lessons, shown, side_of
from console.activities.course.progress import finished
from console.dialogue.activity import Activity, CannotDo
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Say, ShowPage, Steps, Think, think
from console.dialogue.task import Task
from console.dialogue.words import is_no, is_yes
from console.game.seats import Program
from engine.game import Game
from engine.notation import read_move

if TYPE_CHECKING:
    from ai.defence import Defence
    from ai.engine import SearchInfo

_TAKES_COMMANDS: Final = Trait.ANY_LINE | Trait.TAKES_WORDS | Trait.N_BEGINS_WORDS
NEXT: Final = Kind("the next lesson", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN | _TAKES_COMMANDS)
DONE: Final = Kind("the task is done", Trait.ENTER_GOES_ON | Trait.BETWEEN | _TAKES_COMMANDS)
_WIDTH: Final = 74
_TEACHER: Final = "Teacher"
_WINS: Final = 150  # centimen: with this score a side wins, as far as a shot is concerned


class Learning(Task):
    """One lesson, until the learner leaves it. ``begin`` begins another lesson, ``teacher`` plays the other side."""

    label = "course"
    not_now = said.NOT_NOW
    not_in_one = said.NOT_IN_ONE
    from_start = said.FROM_THE_START

    def __init__(
        self, lesson: Lesson, conversation: Conversation, teacher: "Defence", begin: Callable[[Lesson], None]
    ) -> None:
        self._teacher = teacher
        self._begin = begin
        self._lesson = lesson
        self._pieces = list(lesson.pieces)
        self._is_set = False
        self._is_hinted = False
        self._skipped = False
        first = next(piece for piece in lesson.pieces if isinstance(piece, Exercise))
        super().__init__(conversation, Game(RULES, "forced", first.position), Program(given=_TEACHER))

    @property
    def task(self) -> Exercise | None:
        """The task on the board, or None while none is set."""
        piece = self._pieces[0] if self._pieces else None
        return piece if isinstance(piece, Exercise) and self._is_set else None

    def step(self) -> Steps[Activity | None]:
        """Show the paragraphs before the next task, set the task, ask for a move in it, or finish the lesson."""
        piece = self._pieces[0] if self._pieces else None
        if piece is None:
            yield from self._finish()
        elif isinstance(piece, str):
            yield self._page()
        elif self._is_set:
            yield from self.ask_move()
        else:
            self._is_set = True
            self.table = self.table_of(Game(RULES, "forced", piece.position))
            yield from super().set_out()
            yield Say(shown(piece.ask, self.naming))
        return self.conversation.state.activity

    def _page(self) -> ShowPage:
        """Remove the paragraphs before the next task, and return them as a page.

        The first page has a heading. Squares are named as on the next board.
        """
        is_first = len(self._pieces) == len(self._lesson.pieces)
        heading = (*wrap(said.heading(self._lesson), _WIDTH), "") if is_first else ()
        naming = self.conversation.state.naming_of(RULES, side_of(self._pieces, self.table.home))
        paragraphs = []
        for piece in takewhile(lambda piece: isinstance(piece, str), self._pieces[:]):
            paragraphs.append(shown(str(piece), naming))
            self._next_piece()
        lines = [line for paragraph in paragraphs for line in ("", *wrap(paragraph, _WIDTH))]
        return ShowPage(f"Lesson {self._lesson.number}: {self._lesson.title}", tuple(lines[1:]), heading)

    def skip(self) -> Steps[None]:
        """Leave out the task on the board."""
        self._task_on_board()
        self._skipped = True
        yield Say(said.SKIPPED)
        self._next_piece()

    def _next_piece(self) -> None:
        self._pieces.pop(0)
        self._is_set = self._is_hinted = False

    def _task_on_board(self) -> Exercise:
        """Return the task on the board. Raises CannotDo if none is set."""
        if self.task is None:
            raise CannotDo(said.NO_TASK)
        return self.task

    # A task

    def judge(self) -> Steps[None]:
        """Judge the learner's last move: reply to it, finish the task with it, or take it back.

        A move that is not of the line of a shot stands if it ends the game, or if it is not the first and still wins
        or, in a drawn position, draws.
        """
        task, game = self._task_on_board(), self.table.game
        if self._is_of_line(task):
            rest = task.moves[game.ply :] if task.goal == "shot" else ()
            if len(rest) > 1:
                yield from self.reply(read_move(rest[0], game.routes()), self.naming)
            else:
                yield from self._done(task)
        elif task.goal in ("do", "only") and task.value != "win":
            yield from self._take_back(said.OTHER_MOVE)
        else:
            yield from self._judge_other(task, (yield from self._best_move()))

    def _judge_other(self, task: Exercise, found: "SearchInfo | None") -> Steps[None]:
        """Judge a move that no line has, by ``found``, the best reply to it; None if the game is over."""
        from ai.score import EVALUATION_LIMIT, MATE

        game = self.table.game
        if found is None:
            value = MATE if game.outcome is not None and game.outcome.winner is not None else 0
        else:
            value = -found.score
        wins = _WINS if task.goal == "shot" else EVALUATION_LIMIT
        is_draw = task.goal == "hold" or task.value == "draw"
        keeps = value >= (1 - wins if is_draw else wins)
        too_long = task.limit is not None and game.ply + 1 >= 2 * task.limit
        match task.goal:
            case "shot" if found is None or (keeps and game.ply > 1):
                yield Say(said.ALSO_DRAWS if is_draw else said.ALSO_WINS)
                yield from self._done(task)
            case "win" | "hold" if keeps and (found is None or (is_draw and too_long)):
                yield from self._done(task)
            case "win" if keeps and too_long:
                yield Say(said.TOO_SLOW)
                yield from self.go_to(0)
            case "win" | "hold" if keeps and found is not None:
                yield from self.reply(found.move, self.naming)
            case "do" | "only" if keeps:
                yield from self._take_back(said.OTHER_MOVE)
            case goal:
                lets_go = said.wrong_shot if goal == "shot" else said.lost_win
                wrong = said.loses if value <= -wins else lets_go
                yield from self._take_back(wrong("" if found is None else self.naming.move(found.move)))

    def _done(self, task: Exercise) -> Steps[None]:
        """Say that the task is done, and leave its last position on the board until Enter if the lesson goes on.

        Commands are executed meanwhile.
        """
        questions, commands, state = self.conversation.questions, self.conversation.commands, self.conversation.state
        yield Say(shown(task.done, state.naming))
        self._next_piece()
        while self._pieces and state.activity is self:
            answer = yield from questions.ask(said.GO_ON, DONE)
            if isinstance(answer, str) and not answer.strip():
                return
            yield from commands.do_answer(answer)

    # Moves

    def _is_of_line(self, task: Exercise) -> bool:
        """Return True if the last move is one of those asked for: it starts and ends like one of them."""
        game = self.table.game
        assert game.last is not None
        asked = task.moves[game.ply - 1 : game.ply] if task.goal == "shot" else task.moves
        ends = [re.findall(r"\d+", text) for text in asked]
        return [str(game.last.move.start), str(game.last.move.end)] in [[each[0], each[-1]] for each in ends]

    def _best_move(self) -> "Steps[SearchInfo | None]":
        """Return the best move for the side to move; None if the game is over."""
        game = self.table.game
        if game.outcome is not None:
            return None
        return (yield from think(Think(game, partial(self._teacher.reply, game))))

    def _take_back(self, message: str) -> Steps[None]:
        """Say what is wrong with the learner's last move, and take it back."""
        yield Say(message)
        yield from self.go_to(self.table.game.ply - 1)

    def again(self, command: Command) -> Steps[None]:
        """Begin the task again. Raises CannotDo if no task is on the board."""
        self._task_on_board()
        yield from super().again(command)

    # Words

    def hint(self, command: Command) -> Steps[None]:
        """Say the hint of the task, or the next move if the hint was said or the task begun. Raises CannotDo."""
        task, naming = self._task_on_board(), self.naming
        game, was_hinted, self._is_hinted = self.table.game, self._is_hinted, True
        if not was_hinted and not game.ply:
            yield Say(shown(task.hint, naming))
        elif task.moves:
            yield Say(said.next_move(naming.move(read_move(task.moves[game.ply], game.routes()))))
        elif (found := (yield from self._best_move())) is not None:
            yield Say(said.next_move(naming.move(found.move)))

    def _finish(self) -> Steps[None]:
        """Finish the lesson, and store this unless a task was skipped.

        Then offer the next lesson. If the learner declines or there is none, resume the suspended activity. Raises Left
        if no activity is suspended.
        """
        lesson, state = self._lesson, self.conversation.state
        yield Say(said.finished(lesson, self._skipped))
        if not self._skipped:
            self.data.change(finished(lesson.number))
        following = lessons()[lesson.number : lesson.number + 1]
        if following:
            yield from self._offer(following[0])
        else:
            yield from go_back(state)

    def _offer(self, following: Lesson) -> Steps[None]:
        """Ask whether to begin the next lesson, until the answer is yes or no or a command leaves this lesson."""
        state, commands = self.conversation.state, self.conversation.commands
        while state.activity is self:
            answer = yield from self.conversation.questions.ask(said.ask_next(following), NEXT)
            if is_yes(answer) or (isinstance(answer, str) and not answer.strip()):
                self._begin(following)
            elif is_no(answer):
                yield from go_back(state)
            elif not (yield from commands.do_answer(answer)):
                yield Say(said.NEXT_OR_NOT)
