"""The player's part of the conversation: the squares he names or points at, and the moves and huffs they make."""

from console.dialogue.archive import Archive
from console.dialogue.messages import Answer, Cause, Kind, Played, Say, Steps
from console.dialogue.prompt_words import is_no, is_yes, read_word
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.game.jump_path import JumpPath, Squares
from console.text import sentences
from console.text.illegal_moves import must_go_on, why_not
from engine.game import IllegalMove
from engine.notation import AmbiguousMove, UnreadableMove, parse_squares


class Player:
    """What whoever sits at the board does in the game on the table."""

    def __init__(self, state: State, questions: Questions, archive: Archive) -> None:
        self._state = state
        self._questions = questions
        self._archive = archive

    def ask_move(self) -> Steps[Answer]:
        """The question for a move. Raises FlagFell."""
        name = None if self._state.computers else self._state.names[self._state.game.side]
        return (yield from self._questions.ask(sentences.ask_move(self._state.naming, name), Kind.MOVE))

    def move(self, answer: Answer) -> Steps[None]:
        """Play the move that was answered, a jump once it is known where it stops; or say why not."""
        squares = yield from self._squares(answer, sentences.empty_line(self._state.naming))
        jump = None if squares is None else (yield from self._further(JumpPath.of(self._state.game), squares))
        if jump is None:
            return
        try:
            if jump.jumps:
                jump = yield from self._finish(jump, typed=isinstance(answer, str))
            if jump is None:
                yield Say(sentences.MOVE_GIVEN_UP)
            else:
                yield from self._play(jump)
        finally:
            self._state.show_jump(None)

    def choose_huff(self, judge: int) -> Steps[int | None]:
        """Which piece the player takes for not jumping; None lets it pass."""
        candidates = self._state.game.huffable
        where = self._state.naming.any_of(candidates)
        prompt = f"{self._state.names[judge]}, take {where} for not jumping (Enter: let it pass)? "
        while True:
            answer = yield from self._questions.ask(prompt, Kind.HUFF)
            if isinstance(answer, str):
                if is_no(answer):
                    return None
                if len(candidates) == 1 and is_yes(answer):
                    return candidates[0]
            squares = self._read(answer)
            if isinstance(squares, tuple) and len(squares) == 1 and squares[0] in candidates:
                return squares[0]
            yield Say(f"Name {where}, or press Enter to let it pass.")

    # Squares

    def _read(self, answer: Answer) -> Squares | str:
        """The squares an answer names, or the sentence that says why it names none."""
        if isinstance(answer, tuple):
            return answer
        try:
            return parse_squares(answer.strip(), self._state.rules.geometry, self._state.home)
        except UnreadableMove as error:
            return sentences.unreadable(answer, str(error), self._state.naming)

    def _squares(self, answer: Answer, empty: str) -> Steps[Squares | None]:
        """The squares an answer names; None after saying why it names none, ``empty`` where it is empty."""
        squares = empty if isinstance(answer, str) and not answer.strip() else self._read(answer)
        if isinstance(squares, str):
            yield Say(squares)
            return None
        return squares

    def _further(self, jump: JumpPath, squares: Squares) -> Steps[JumpPath | None]:
        """The path with these squares behind it; None after saying why it cannot go there."""
        try:
            return jump.to(squares)
        except AmbiguousMove:
            yield Say(sentences.TWO_WAYS)
        except IllegalMove:
            yield Say(why_not(self._state.game, jump.whole(squares), self._state.naming))
        return None

    # A jump under way

    def _finish(self, jump: JumpPath, typed: bool) -> Steps[JumpPath | None]:
        """Ask after each jump whether it goes on; None if the player takes it back.

        After a single jump that was ``typed`` the question is put even where nothing more can be jumped; one that was
        made on the board stops there by itself. Squares in place of an answer go on.
        """
        single = len(jump.squares) == 2
        while jump.targets or (single and typed):
            self._state.show_jump(jump)
            answer = yield from self._questions.ask(sentences.ASK_MULTIPLE, Kind.MULTIPLE)
            if isinstance(answer, str):
                if not is_yes(answer):
                    return None if _is_undo(answer) else jump
                if not jump.targets:
                    yield Say(sentences.NO_MORE_JUMPS)
                    return jump
                answer = yield from self._questions.ask(sentences.ASK_NEXT, Kind.NEXT_SQUARE)
            longer = yield from self._next(jump, answer)
            if longer is None:
                return None
            jump, typed = longer
            single = True
        return jump

    def _next(self, jump: JumpPath, answer: Answer) -> Steps[tuple[JumpPath, bool] | None]:
        """The jump gone on as answered, and whether that was typed; None if the player takes it back."""
        while True:
            if isinstance(answer, str) and _is_undo(answer):
                return None
            squares = yield from self._squares(answer, sentences.NAME_NEXT)
            if squares is not None and jump.whole(squares) == jump.squares:
                yield Say(sentences.NAME_NEXT)
            elif squares is not None:
                longer = yield from self._further(jump, squares)
                if longer is not None:
                    return longer, isinstance(answer, str)
            answer = yield from self._questions.ask(sentences.ASK_NEXT, Kind.NEXT_SQUARE)

    def _play(self, jump: JumpPath) -> Steps[None]:
        """Make the move, unless it is a jump that must go on."""
        state, move = self._state, jump.move
        if move is None:
            yield Say(must_go_on(jump, state.naming))
            return
        side = state.game.side
        who = None if state.computers else state.names[side]
        told = sentences.player_moved(state.game.position, move, state.naming, who)
        before, shown = state.position, len(state.jump.squares) - 1 if state.jump is not None else 0
        state.show_jump(None)
        state.game.play(move)
        state.press_clock(side)
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side, shown=shown)
        if told:
            yield Say(told)


def _is_undo(line: str) -> bool:
    word = read_word(line)
    return word is not None and word.name == "undo"
