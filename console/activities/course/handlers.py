"""The course: its command, and a lesson on the board with its paragraphs, its tasks and the judgement of moves."""

from typing import Final

from ai.engine import SearchInfo
from ai.score import MATE
from console.activities.course import sentences as said
from console.activities.course.lesson_text import lesson_list, lesson_page
from console.activities.course.lessons import RULES, Exercise, Lesson, find_lesson, lessons_of, side_of
from console.activities.course.progress import finished, finished_lessons
from console.dialogue.activity import CannotDo
from console.dialogue.commands import go_back
from console.dialogue.messages import Say, Steps
from console.dialogue.task import Task, TaskWord
from console.game.naming import quoted
from console.game.seats import Program
from console.reading.kinds import BETWEEN_STEPS, STEP, Kind, Trait
from console.reading.readings import Command
from engine.game import Game
from engine.notation import read_move

NEXT: Final = Kind("the next lesson", Trait.YES_OR_NO | Trait.ENTER_IS_YES | BETWEEN_STEPS)


class Learning(Task):
    """One lesson, until the learner leaves it."""

    word: "Course"

    label = "course"
    follows = True
    not_now = 'That has to wait: "course off" leaves the lesson.'
    not_in_one = 'There is no lesson on the board. "course" starts the next one.'
    from_start = "Back to the start of this task."

    def __init__(self, lesson: Lesson, word: "Course") -> None:
        self._teacher = word.defense_of(lesson.rules, NODES)
        self.lesson = lesson
        self._pieces = list(lesson.pieces)
        self._is_hinted = False
        self._skipped = False
        first = next(piece for piece in lesson.pieces if isinstance(piece, Exercise))
        super().__init__(word, Game(lesson.rules, "forced", first.position), Program(given="Teacher"))

    @property
    def task(self) -> Exercise:
        """The task on the board. Raises CannotDo if none is set."""
        piece = self._pieces[0] if self._pieces and self.is_set_out else None
        if not isinstance(piece, Exercise):
            raise CannotDo(said.NO_TASK)
        return piece

    def set_out(self) -> Steps[None]:
        """Show the paragraphs before the next task, or set the task. Finish the lesson after the last."""
        piece = self._pieces[0] if self._pieces else None
        if piece is None:
            yield from self._finish()
        elif isinstance(piece, str):
            self._next_piece()
            naming = self.conversation.state.naming_of(self.lesson.rules, side_of(self._pieces, self.table.home))
            yield lesson_page(self.lesson, piece, naming)
        else:
            self.table = self.table_of(Game(self.lesson.rules, "forced", piece.position))
            yield from super().set_out()
            self.asked = self.naming.in_text(piece.ask)
            yield Say(self.asked)

    def skip(self) -> Steps[None]:
        """Leave out the task on the board."""
        self._skipped = bool(self.task)
        yield Say(said.SKIPPED)
        self._next_piece()

    def _next_piece(self) -> None:
        self._pieces.pop(0)
        self.is_set_out = self._is_hinted = False

    # A task

    def judge(self) -> Steps[None]:
        """Judge the learner's last move: reply to it, finish the task with it, or take it back.

        A move that is not of the line of a shot stands if it ends the game, or if it is not the first and still wins
        or, in a drawn position, draws.
        """
        task, game = self.task, self.table.game
        assert game.last is not None
        if task.asks_for(game.last.move, game.ply):
            rest = task.moves[game.ply :] if task.goal == "shot" else ()
            if len(rest) > 1:
                yield from self.reply(read_move(rest[0], game.routes()), self.naming)
            else:
                yield from self._done(task)
        elif task.goal in ("do", "only") and task.value != "win":
            yield from self._take_back(said.OTHER_MOVE)
        else:
            found = None if game.outcome is not None else (yield from self.reply_of(self._teacher, game))
            yield from self._judge_other(task, found)

    def _judge_other(self, task: Exercise, found: SearchInfo | None) -> Steps[None]:
        """Judge a move that no line has, by ``found``, the best reply to it; None if the game is over."""
        game = self.table.game
        is_won = game.outcome is not None and game.outcome.winner is not None
        value = -found.score if found is not None else MATE if is_won else 0
        keeps = task.is_reached(value)
        too_long = task.limit is not None and game.ply + 1 >= 2 * task.limit
        match task.goal:
            case "shot" if found is None or (keeps and game.ply > 1):
                yield Say(said.ALSO_DRAWS if task.is_draw else said.ALSO_WINS)
                yield from self._done(task)
            case "win" | "hold" if keeps and (found is None or (task.is_draw and too_long)):
                yield from self._done(task)
            case "win" if keeps and too_long:
                yield Say(said.TOO_SLOW)
                yield from self.go_to(0)
            case "win" | "hold" if keeps and found is not None:
                yield from self.reply(found.move, self.naming)
            case "do" | "only" if keeps:
                yield from self._take_back(said.OTHER_MOVE)
            case goal:
                answer = "" if found is None else self.naming.move(found.move)
                yield from self._take_back(said.wrong(goal, value <= -task.winning, answer))

    def _done(self, task: Exercise) -> Steps[None]:
        """Say that the task is done, and leave its last position on the board until Enter if the lesson goes on."""
        yield Say(self.naming.in_text(task.done))
        self._next_piece()
        if self._pieces:
            yield from self.goes_on(said.GO_ON, STEP)

    # Moves

    def _take_back(self, message: str) -> Steps[None]:
        """Say what is wrong with the learner's last move, and take it back."""
        yield Say(message)
        yield from self.go_to(self.table.game.ply - 1)

    def again(self, command: Command) -> Steps[None]:
        """Begin the task again. Raises CannotDo if no task is on the board."""
        if self.task:
            yield from super().again(command)

    # Words

    def hint(self, command: Command) -> Steps[None]:
        """Say the hint of the task, or the next move if the hint was said or the task begun. Raises CannotDo."""
        task, naming = self.task, self.naming
        game, was_hinted, self._is_hinted = self.table.game, self._is_hinted, True
        if not was_hinted and not game.ply:
            yield Say(naming.in_text(task.hint))
        elif task.moves:
            yield Say(said.NEXT_MOVE.format(naming.move(read_move(task.moves[game.ply], game.routes()))))
        else:
            yield Say(said.NEXT_MOVE.format(naming.move((yield from self.reply_of(self._teacher, game)).move)))

    def _finish(self) -> Steps[None]:
        """Finish the lesson, and store this unless a task was skipped.

        Then offer the next lesson. If the learner declines or there is none, resume the suspended activity. Raises Left
        if no activity is suspended.
        """
        lesson, state = self.lesson, self.conversation.state
        yield Say(said.finished(lesson, self._skipped))
        if not self._skipped:
            self.data.change(finished(lesson.number))
        following = next((each for each in lessons_of(lesson.rules) if each.number > lesson.number), None)
        if following and (yield from self.goes_on(said.ASK_NEXT.format(following), NEXT, said.NEXT_OR_NOT)):
            self.word.begin(following)
        elif state.activity is self:
            yield from go_back(state)


NODES: Final = 30_000  # for a reply; positions of the endgame tables need none


class Course(TaskWord):
    """Begins lessons."""

    kind = Learning

    def execute(self, command: Command) -> Steps[None]:
        """Begin a lesson, list the lessons, or skip a task. Raises CannotDo."""
        activity, course = self.state.activity, lessons_of(self.state.table.rules) or lessons_of(RULES)
        match command.argument:
            case "":
                known = finished_lessons(self.data)
                now = activity.lesson.number if isinstance(activity, Learning) else 0
                left = [lesson for lesson in course if lesson.number not in known]
                if not left:
                    raise CannotDo(said.ALL_DONE.format(course[0].number))
                self.begin(min(left, key=lambda lesson: (lesson.number <= now, lesson.number)))
            case "first" | "last" as end:
                self.begin(course[0 if end == "first" else -1])
            case "list":
                yield lesson_list(course, finished_lessons(self.data))
            case "skip" if isinstance(activity, Learning):
                yield from activity.skip()
            case "skip":
                raise CannotDo(Learning.not_in_one)
            case named:
                found = find_lesson(named, course)
                if found is None:
                    raise CannotDo(said.NO_LESSON.format(quoted(command.text)))
                self.begin(found)

    def begin(self, lesson: Lesson) -> None:
        """Make a lesson the current activity."""
        self.state.begin_task(Learning(lesson, self))


handlers = Course.handlers
