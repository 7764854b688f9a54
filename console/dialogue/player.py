"""Reading the player's answers as moves, jumps and huffs."""

import re
from dataclasses import replace
from typing import Final, TypeAlias

from console.dialogue import kinds, mistyped
from console.dialogue.archive import Archive
from console.dialogue.commands import Commands
from console.dialogue.kinds import Kind
from console.dialogue.messages import Answer, Cause, Command, Played, Say, Steps
from console.dialogue.questions import Questions
from console.dialogue.state import Offer, State
from console.dialogue.words import is_mere_yes, parts, verdict
from console.game.move_input import JumpPath, Squares, UnreadableMove, parse_squares
from console.game.naming import quoted
from console.text import sentences
from console.text.illegal_moves import must_go_on, why_not
from console.text.phrases import PHRASES
from console.text.typed_lines import WORD_LISTS, asks, has_any, supposes, taken_up, wants_jump
from engine.game import IllegalMove
from engine.notation import AmbiguousMove, fitting_moves

_ABOUT_THE_MOVE: Final = ("hint", "moves", "book", "now")
"""The commands that are executed while a jump is unfinished. Any other command takes the jump back."""

_SENTENCE_END: Final = r"(?<=[a-z]{2})[.!;]\s+"
_NO: Final = r"(?i)\A(?:no|nope|nah)\b[\s,.!]*"
_YOURS: Final = "Your move, then."

_TAKES_BACK: Final = frozenset({"cancel", "never mind", "nevermind", "wait", "esc"})

AnsweredPath: TypeAlias = tuple[JumpPath, bool]
"""A path over the board, and True if its last squares were typed."""


class OtherAnswer(Exception):
    """The player has answered a question about a move by another move or a command, ``answer``."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.answer = answer


class Player:
    """Asks the player at the board for moves and huffs, and plays them."""

    def __init__(self, state: State, questions: Questions, archive: Archive, commands: Commands) -> None:
        self._commands = commands
        self._state = state
        self._questions = questions
        self._archive = archive

    def do_word(self, answer: Answer) -> Steps[bool]:
        """Execute or answer a line that is no move. Return False if it is a move or cannot be understood."""
        command = self._state.vocabulary.understand(answer)
        if command is not None:
            yield from self._commands.do(command)
        return command is not None

    def ask_move(self, prompt: str = "") -> Steps[Answer]:
        """Ask for a move and return the answer. ``prompt`` replaces the usual question if given. Raises FlagFell."""
        table = self._state.table
        name = table.names[table.game.side] if len(table.seats.people) == 2 else None
        question = prompt or sentences.ask_move(table.game, self._state.naming, name)
        return (yield from self._questions.ask(question, kinds.MOVE))

    def act(self, answer: Answer) -> Steps[bool]:
        """Execute an answer as a command or play it as a move. Return True if a move was made."""
        following: Answer | None = answer
        while following is not None:
            if isinstance(following, str):
                following = self._taken(following)
            if (yield from self.do_word(following)):
                return False
            before = self._state.game.position
            following = yield from self.move(following)
        return self._state.game.position != before

    def _taken(self, line: str) -> Answer:
        """Return the command or the move, of those that were offered, that a line takes; else the line.

        A yes takes a command, but only asks about a move. A line with squares takes nothing.
        """
        offer = self._state.offer
        named: tuple[Squares | str, ...] = (offer.command,) if offer.command else offer.moves
        if mistyped.named_squares(line, self._state.naming):
            return line
        taken = taken_up(line, named)
        if taken == line and is_mere_yes(line) and len(named) == 1:
            return offer.command or f"{self._state.naming.path(offer.moves[0])}?"
        return taken

    def move(self, answer: Answer) -> Steps[Answer | None]:
        """Play the move of an answer, or say why it cannot be played.

        After a single square, ask where its piece goes. If a jump can go on, ask how. If the player answers one of
        these questions by another move or a command, return that answer, else None.
        """
        squares = self._read(answer)
        try:
            if isinstance(squares, tuple) and len(squares) == 1:
                answered = yield from self._lift(squares[0], answer)
            else:
                empty = f"Type a move like {self._state.naming.example_of(self._state.game.side)}, or ? for help."
                answered = yield from self._go(JumpPath.of(self._state.game), answer, empty)
            if answered is None:
                return None
            path, typed = answered
            is_single = path.move is not None and has_any(str(answer), WORD_LISTS["single"])
            jump = (yield from self._finish(path, typed)) if path.jumps and not is_single else path
            if jump is None:
                yield Say("Very well, make another move.")
            else:
                yield from self._play(jump)
        except OtherAnswer as other:
            return other.answer
        finally:
            self._state.table = replace(self._state.table, jump=None)
        return None

    def choose_huff(self, side: int) -> Steps[int | None]:
        """Ask the player of ``side`` which piece to huff. Return its square, or None if the player huffs none."""
        candidates, naming = self._state.game.huffable, self._state.naming
        is_one = len(candidates) == 1
        prompt = sentences.ask_huff(candidates, naming, self._state.table.names[side])
        while True:
            answer = yield from self._questions.ask(prompt, kinds.HUFF)
            meant = self._state.vocabulary.verdict(answer, kinds.HUFF) if answer else None
            if meant is False and str(answer).strip():
                return None
            if meant and is_one:
                return candidates[0]
            squares = self._read(answer)
            if isinstance(squares, tuple) and len(squares) == 1 and squares[0] in candidates:
                return squares[0]
            is_beside = self._state.vocabulary.is_beside(answer, kinds.HUFF)
            about = None if is_beside else self._state.vocabulary.overheard(str(answer))
            yield Say((about and about.says) or sentences.answer_huff(candidates, naming))

    def _lift(self, number: int, named: Answer) -> Steps[AnsweredPath | None]:
        """Ask where the piece on a square goes. Return its path, or None if it cannot move or is put down again.

        The answer may be the square of another piece, which is then lifted instead. If no piece of the square, which
        the answer ``named`` names, can move, the square may still be where a move goes. Raises OtherAnswer.
        """
        state, naming = self._state, self._state.naming
        start = JumpPath.of(state.game)
        lifted = start.along(number)
        if not lifted.routes:
            return (yield from self._go(start, named))
        answer: Answer | None = named if isinstance(named, str) and wants_jump(named) else None
        while True:
            state.table = replace(state.table, jump=lifted)
            if answer is None:
                answer = yield from self._questions.ask(f"{naming.square(lifted.end)} to? ", kinds.TO)
            command = state.vocabulary.understand(answer)
            if verdict(answer) is False:
                return None
            if command is not None and not command.says:
                raise OtherAnswer(answer)
            landings = [landing for landing, jump in lifted.targets.items() if jump]
            if len(landings) == 1 and isinstance(answer, str) and wants_jump(answer):
                return lifted.along(*landings), True
            if command is not None or answer is named:
                yield from self.do_word(answer)
                answer = None
                continue
            squares = self._read(answer)
            if squares == lifted.squares:
                return None
            other = start.along(*squares[:1]) if isinstance(squares, tuple) else lifted
            if other.routes and other.squares != lifted.squares:
                if len(squares) > 1:
                    raise OtherAnswer(answer)
                lifted, answer = other, None
                continue
            try:
                answered = yield from self._go(lifted, answer)
            except OtherAnswer as again:
                answer = again.answer
                continue
            if answered is not None:
                return answered
            answer = None

    # Squares

    def _read(self, answer: Answer) -> Squares | str:
        """Return the squares that an answer names, or the message that says why it names none.

        A number alone names no square if squares are named by letters and numbers as in files: it is a slip.
        """
        if isinstance(answer, tuple):
            return answer
        assert isinstance(answer, str)
        if answer.strip().isdecimal() and self._state.naming.style == "algebraic":
            return sentences.NO_SQUARE.format(quoted(answer), self._state.naming.example_squares[0])
        try:
            return parse_squares(re.split(_SENTENCE_END, answer)[-1].strip(), self._state.naming)
        except UnreadableMove as error:
            if verdict(answer) is not None:
                return _YOURS
            return sentences.unreadable(answer, str(error), self._state.naming)

    def _go(self, path: JumpPath, answer: Answer, empty: str = "") -> Steps[AnsweredPath | None]:
        """Return the path continued by the squares of an answer; say why and return None if it cannot go there.

        ``empty`` is the message for an empty line. If a typed line is a legal move in the other notation of letters
        only, say how it is read. If it is one typing error away from a legal move, names another own piece and is a
        square in the other notation, or names squares that only one move has, ask whether that move was meant. Of an
        illegal move in a sentence say why it is. A move that is illegal only because jumping is forced is none of
        these. Of a legal move with a question mark ask that, too. Raises OtherAnswer.
        """
        typed = isinstance(answer, str)
        if isinstance(answer, str) and not answer.strip():
            yield Say(empty)
            return None
        squares, naming = self._read(answer), self._state.naming
        slip, meant, told = typed, None, None
        if isinstance(squares, str):
            refused = squares
            try:
                short = mistyped.in_short_form(str(answer), path, naming)
            except (AmbiguousMove, UnreadableMove) as problem:
                short, refused, slip = None, str(problem), False
            if short is not None and short.routes:
                return short, typed
            if short is not None:
                refused, slip = why_not(self._state.game, short.squares, naming), False
        else:
            try:
                meant, refused, slip = path.to(squares), "", False
                if not isinstance(answer, str) or not asks(answer):
                    return meant, typed
            except AmbiguousMove:
                refused, slip = "Two jumps go there: name every square on the way.", False
            except IllegalMove:
                whole = path.whole(squares)
                refused = why_not(self._state.game, whole, naming)
                slip = typed and not fitting_moves(whole, self._state.game.possible())
        if isinstance(answer, str) and slip:
            try:
                last = re.split(_SENTENCE_END, answer)[-1]
                told = mistyped.in_a_sentence(last, path, naming) or mistyped.in_a_sentence(answer, path, naming)
                named = mistyped.named_squares(answer, naming) if told is None and isinstance(squares, str) else ()
                if len(named) > 1 and not JumpPath.of(self._state.game).along(*path.whole(named)).routes:
                    refused = why_not(self._state.game, path.whole(named), naming)
            except mistyped.SeveralMoves as ways:
                told, refused = None, str(ways)
                self._state.offer = Offer(ways.moves)
            except IllegalMove as problem:
                told, refused = None, str(problem)
            if told is not None and told.is_order and not self._state.vocabulary.mentions(answer):
                return told.path, typed
            meant = mistyped.in_other_letters(answer, path, naming)
            if meant is not None and not asks(answer) and not _is_own_piece(squares, path):
                yield Say(sentences.READ_AS.format(quoted(answer), naming.path(meant.squares, meant.jumps)))
                return meant, typed
            meant = meant or mistyped.only_reading(answer, path, naming) or (told.path if told is not None else None)
        if meant is not None and meant.move is not None and isinstance(answer, str) and supposes(answer):
            from console.text.position import what_if

            refused, meant = what_if(meant.move, self._state.game, naming), None
        if meant is None:
            about = self._state.vocabulary.overheard(str(answer)) if refused == squares else None
            yield from self._commands.do(about if about is not None else Command("?", says=refused))
            return None
        if isinstance(squares, tuple) and asks(str(answer)) and refused:
            yield Say(refused)  # the reason is what he asks for
            refused = ""
        prompt = sentences.did_you_mean(str(answer), meant, naming)
        reply = yield from self._questions.ask_line(prompt, kinds.MEANT)
        is_meant = self._state.vocabulary.verdict(reply, kinds.MEANT)
        others = {*mistyped.named_squares(reply, naming)}
        if is_meant and others <= {*meant.squares}:
            return meant, True
        if others:
            raise OtherAnswer(re.sub(_NO, "", reply))
        if (other := reply if is_meant is None else self._state.vocabulary.wish(reply, kinds.MEANT)) is not None:
            raise OtherAnswer(other)
        yield Say(_YOURS if not refused or (told is not None and refused == squares) else refused)
        return None

    # An unfinished jump

    def _finish(self, jump: JumpPath, typed: bool) -> Steps[JumpPath | None]:
        """Ask how a jump goes on until it ends; return the whole jump, or None if the player takes it back."""
        if self._state.table.jumping == "forced":
            return (yield from self._finish_forced(jump))
        return (yield from self._finish_at_will(jump, typed))

    def _finish_forced(self, jump: JumpPath) -> Steps[JumpPath | None]:
        """Continue a forced jump to its end. Ask for the next square only where there are several."""
        while jump.targets:
            if len(jump.targets) == 1:
                jump = jump.along(*jump.targets)
                continue
            longer = yield from self._ask_on(jump, sentences.ASK_NEXT, kinds.NEXT_SQUARE)
            if not isinstance(longer, tuple):
                return None
            jump, _ = longer
        return jump

    def _finish_at_will(self, jump: JumpPath, typed: bool) -> Steps[JumpPath | None]:
        """Ask after each jump whether it goes on, if jumping is not forced. An answer of squares also continues it.

        With huffing the program does not point out jumps. It therefore also asks after a ``typed`` jump that cannot go
        on, unless the first answer named several jumps. A jump made on the board ends without a question if it cannot
        go on.
        """
        blind = self._state.table.jumping == "huff" and len(jump.squares) == 2
        while jump.targets or (blind and typed):
            longer = yield from self._ask_on(jump, sentences.ASK_MULTIPLE, kinds.MULTIPLE)
            if longer is True:
                if not jump.targets:
                    yield Say(sentences.no_more_jumps(self._state.game, jump.move))
                    return jump
                longer = yield from self._ask_on(jump, sentences.ASK_NEXT, kinds.NEXT_SQUARE)
            elif longer is False:
                return jump
            if longer is None:
                return None
            if isinstance(longer, tuple):
                jump, typed = longer
                blind = self._state.table.jumping == "huff"
        return jump

    def _ask_on(self, jump: JumpPath, prompt: str, kind: Kind) -> Steps[AnsweredPath | bool | None]:
        """Ask whether a jump goes on, or where to. Return the jump continued by squares, a yes or a no.

        Return None if the player takes the jump back. Only where the question is whether the jump goes on, a yes is an
        answer, and an empty line a no. Raises OtherAnswer.
        """
        answer: Answer | None = None
        self._state.table = replace(self._state.table, jump=jump)
        while True:
            if answer is None:
                answer = yield from self._questions.ask(prompt, kind)
            line, answer = answer, None
            if self._is_word(line, "undo") or any(part in _TAKES_BACK for part in parts(line)):
                return None
            is_whether, empty = kind is kinds.MULTIPLE, isinstance(line, str) and not line.strip()
            meant = self._state.vocabulary.verdict(line, kind) if is_whether or not empty else None
            squares = self._read(line)
            if jump.move is None and (meant is False or self._is_word(line, "hint", "moves")):
                yield Say(must_go_on(jump, self._state.naming))
            elif meant is False or (meant and is_whether):
                return meant
            elif meant or empty or (squares == jump.squares[-len(squares) :]):
                yield Say(PHRASES["asked"][kinds.NEXT_SQUARE.name])
            elif self._state.vocabulary.is_beside(line, kind):
                yield Say(PHRASES["asked"][kind.name])
            elif (yield from self._do_about_jump(line)):
                continue
            else:
                try:
                    longer = yield from self._go(jump, line)
                except OtherAnswer as other:
                    answer = other.answer
                else:
                    if longer is not None:
                        return longer

    def _do_about_jump(self, answer: Answer) -> Steps[bool]:
        """Execute a command about the move during a jump, or answer a line in words.

        Return False if the answer is neither. Raises OtherAnswer for a command that is not about the move.
        """
        command = self._state.vocabulary.understand(answer)
        if command is not None and not command.says and command.name not in _ABOUT_THE_MOVE:
            yield Say(sentences.JUMP_TAKEN_BACK)
            raise OtherAnswer(answer)
        return (yield from self.do_word(answer))

    def _play(self, jump: JumpPath) -> Steps[None]:
        """Play the move of a complete path."""
        state, move = self._state, jump.move
        assert move is not None
        side = state.game.side
        who = state.table.names[side] if len(state.table.seats.people) == 2 else None
        message = sentences.player_moved(state.game.position, move, state.naming, who)
        before, shown = state.table.position, len(state.table.jump.squares) - 1 if state.table.jump is not None else 0
        state.table = replace(state.table, jump=None)
        state.activity.make(move)
        state.table.press_clock(side)
        self._archive.keep()
        yield Played(before, Cause.MOVE, move, side, shown=shown)
        if message:
            yield Say(message)

    def _is_word(self, answer: Answer, *names: str) -> bool:
        """Return True if an answer is one of these commands."""
        understood = self._state.vocabulary.understand(answer)
        return isinstance(understood, Command) and understood.name in names


def _is_own_piece(squares: Squares | str, path: JumpPath) -> bool:
    """Return True if an answer names the square of a piece of the side to move, and no other square."""
    piece = None if isinstance(squares, str) or len(squares) != 1 else path.position.piece(squares[0])
    return piece is not None and piece.side == path.before.side
