"""A lesson on the board: its paragraphs, its tasks, and the judgement of the learner's moves."""

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
from engine.position import Move

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
        """Judge the learner's last move."""
        task = self._task_on_board()
        match task.goal:
            case "shot":
                yield from self._judge_shot(task)
            case "win":
                yield from self._judge_win(task)
            case "hold":
                yield from self._judge_draw(task)
            case _:
                if any(self._is_last(text) for text in task.moves):
                    yield from self._done(task)
                else:
                    yield from self._reject(task)

    def _judge_shot(self, task: Exercise) -> Steps[None]:
        """Reply to the next move of the shot, or finish the task after its last move.

        Another move also finishes the task if it ends the game, or if it is not the first and still wins or, in a drawn
        position, draws. Any other move is taken back.
        """
        game = self.table.game
        if self._is_last(task.moves[game.ply - 1]):
            if game.ply + 1 >= len(task.moves):
                yield from self._done(task)
                return
            yield from self.reply(read_move(task.moves[game.ply], game.routes()), self.naming)
            return
        found = yield from self._best_move()
        is_draw = task.value == "draw"
        if found is None or (game.ply > 1 and -found.score >= (1 - _WINS if is_draw else _WINS)):
            yield Say(said.ALSO_DRAWS if is_draw else said.ALSO_WINS)
            yield from self._done(task)
            return
        wrong = said.loses if found.score >= _WINS else said.wrong_shot
        yield Say(wrong(self._named(found)))
        yield from self._take_back()

    def _reject(self, task: Exercise) -> Steps[None]:
        """Take back a move that was not asked for. If the task has a won position, say if the move lets the win go."""
        from ai.score import EVALUATION_LIMIT

        found = (yield from self._best_move()) if task.value == "win" else None
        lets_go = found is not None and -found.score < EVALUATION_LIMIT
        yield Say(self._lost(found) if lets_go else said.OTHER_MOVE)
        yield from self._take_back()

    def _lost(self, found: "SearchInfo | None") -> str:
        """Return the message for a move that lets a won game go, or loses it; ``found`` is the best reply."""
        from ai.score import EVALUATION_LIMIT

        wrong = said.loses if found is not None and found.score >= EVALUATION_LIMIT else said.lost_win
        return wrong(self._named(found))

    def _judge_win(self, task: Exercise) -> Steps[None]:
        """Reply to a move that keeps the win, and take back any other.

        A move that wins the game finishes the task. The task begins again if it takes more moves than its limit.
        """
        from ai.score import EVALUATION_LIMIT

        game = self.table.game
        found = yield from self._best_move()
        is_won = game.outcome is not None and game.outcome.winner == task.position.side
        if is_won:
            yield from self._done(task)
        elif found is None or -found.score < EVALUATION_LIMIT:
            yield Say(self._lost(found))
            yield from self._take_back()
        elif task.limit is not None and game.ply + 1 >= 2 * task.limit:
            yield Say(said.TOO_SLOW)
            yield from self.go_to(0)
        else:
            yield from self.reply(found.move, self.naming)

    def _judge_draw(self, task: Exercise) -> Steps[None]:
        """Reply to a move that keeps the draw, and take back a losing move.

        The task is finished after as many moves as its limit, or when the game is over.
        """
        from ai.score import EVALUATION_LIMIT

        game = self.table.game
        assert task.limit is not None
        found = yield from self._best_move()
        if found is not None and found.score >= EVALUATION_LIMIT:
            yield Say(said.loses(self._named(found)))
            yield from self._take_back()
        elif found is None or game.ply + 1 >= 2 * task.limit:
            yield from self._done(task)
        else:
            yield from self.reply(found.move, self.naming)

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

    def _is_last(self, text: str) -> bool:
        """Return True if the last move starts and ends like the move ``text``, which is in PDN."""
        game = self.table.game
        turn = game.last
        assert turn is not None
        ends = [int(number) for number in text.replace("x", "-").split("-")]
        return (turn.move.start, turn.move.end) == (ends[0], ends[-1])

    def _best_move(self) -> "Steps[SearchInfo | None]":
        """Return the best move for the side to move; None if the game is over."""
        game = self.table.game
        if game.outcome is not None:
            return None
        return (yield from think(Think(game, partial(self._teacher.reply, game))))

    def _named(self, found: "SearchInfo | None") -> str:
        """Return the name of a reply; empty if there is no reply because the game is over."""
        return "" if found is None else self.naming.move(found.move)

    def _take_back(self) -> Steps[None]:
        """Take back the learner's last move."""
        yield from self.go_to(self.table.game.ply - 1)

    def again(self, command: Command) -> Steps[None]:
        """Begin the task again. Raises CannotDo if no task is on the board."""
        self._task_on_board()
        yield from super().again(command)

    # Words

    def hint(self, command: Command) -> Steps[None]:
        """Say the hint of the task, or the next move if the hint was said or the task begun. Raises CannotDo."""
        task, naming = self._task_on_board(), self.naming
        if self._is_hinted or self.table.game.ply:
            move = yield from self._right_move(task)
            yield Say(said.next_move(naming.move(move)))
        else:
            self._is_hinted = True
            yield Say(shown(task.hint, naming))

    def _right_move(self, task: Exercise) -> Steps[Move]:
        """Return the next move of the task: of its line if it has one, else the best move."""
        game = self.table.game
        if task.moves:
            return read_move(task.moves[game.ply], game.routes())
        found = yield from self._best_move()
        assert found is not None
        return found.move

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
