"""Playing the player's answers: moves, jumps and huffs."""

from dataclasses import replace
from typing import Final

from console.dialogue.activity import Activity
from console.dialogue.archive import Archive
from console.dialogue.commands import Commands
from console.dialogue.messages import Answer, Cause, Played, Say, Steps
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.game.move_input import JumpPath
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.readings import Blank, Command, Meant, Moves, NamedMove, No, Talk, Yes
from console.reading.words import Group
from console.text import sentences
from console.text.phrases import PHRASES

_ASKED: Final = {kinds.MULTIPLE: sentences.ASK_MULTIPLE, kinds.NEXT_SQUARE: sentences.ASK_NEXT}
_IN_VAIN: Final = 3
"""The number of vain questions for a multiple jump after which the player is told how to answer in advance."""


class Player:
    """Asks the player at the board for moves and huffs, and plays them."""

    def __init__(self, state: State, questions: Questions, archive: Archive, commands: Commands) -> None:
        self._commands = commands
        self._state = state
        self._questions = questions
        self._archive = archive
        self._in_vain = 0
        self._following: tuple[Activity, Moves] | None = None

    def ask_move(self, prompt: str = "") -> Steps[Answer]:
        """Ask for a move and return the answer. ``prompt`` replaces the usual question if given. Raises FlagFell.

        While typed moves are followed, return the next one of the player without a question.
        """
        game, following, self._following = self._state.game, self._following, None
        if following is not None and following[0] is self._state.activity:
            moves = following[1]
            reached = [turn.after for turn in moves.turns]
            if game.position in reached[:-1]:
                return self._followed(Moves(moves.turns[reached.index(game.position) + 1 :], moves.stop))
            if moves.stop or game.position != reached[-1]:
                yield Say(f"I have followed your moves so far: {moves.stop or 'the reply is another one'}.")
        table = self._state.table
        name = table.names[table.game.side] if len(table.seats.people) == 2 else None
        question = prompt or sentences.ask_move(table.game, self._state.naming, name)
        return (yield from self._questions.ask(question, kinds.MOVE))

    def _followed(self, moves: Moves) -> NamedMove:
        """Return the first of moves that are to be followed, and remember the others."""
        self._following = self._state.activity, moves
        return NamedMove(JumpPath.of(self._state.game).along(*moves.turns[0].move.path), ends=True)

    def respond(self, answer: Answer) -> Steps[bool]:
        """Execute a command or answer talk. Return False if an answer is neither, or if there is nothing to say."""
        match answer:
            case Command():
                yield from self._commands.do(answer)
            case Talk() if answer != Talk():
                yield from self._commands.tell(answer)
            case _:
                return False
        return True

    def act(self, answer: Answer) -> Steps[bool]:
        """Execute an answer as a command or play it as a move. Return True if a move was made."""
        before = self._state.game.position
        following: Answer | None = answer
        while following is not None:
            if isinstance(following, Command):
                yield from self._commands.do(following)
                return False
            before = self._state.game.position
            following = yield from self.move(following)
        return self._state.game.position != before

    def move(self, answer: Answer) -> Steps[Answer | None]:
        """Play the move of an answer, or say why it cannot be played; answer talk.

        After a single square, ask where its piece goes. If a jump can go on, ask how. Return the answer to one of these
        questions if it is a command or another move, else None.
        """
        try:
            match answer:
                case NamedMove(path) if len(path.squares) == 1:
                    return (yield from self._lift(path))
                case NamedMove():
                    finished = yield from self._finish(answer)
                    if not isinstance(finished, JumpPath):
                        return finished
                    yield from self._play(finished)
                case Moves() if self._state.activity.follows:
                    return self._followed(answer)
                case Moves():
                    yield Say("One move at a time: here each of us has to find his own.")
                case Talk():
                    return (yield from self._discuss(answer))
                case Blank():
                    yield Say(sentences.type_a_move(self._state.naming, self._state.game.side))
                case _:
                    yield Say(sentences.YOUR_MOVE_THEN)
        finally:
            self._state.table = replace(self._state.table, jump=None)
        return None

    def choose_huff(self, side: int) -> Steps[int | None]:
        """Ask the player of ``side`` which piece to huff. Return its square, or None if the player huffs none."""
        candidates, naming = self._state.game.huffable, self._state.naming
        prompt = sentences.ask_huff(candidates, naming, self._state.table.names[side])
        while True:
            answer = yield from self._questions.ask(prompt, kinds.HUFF)
            match answer:
                case No():
                    return None
                case Yes() if len(candidates) == 1:
                    return candidates[0]
                case NamedMove(path) if path.end in candidates:
                    return path.end
            if isinstance(answer, Command | NamedMove | Blank) or not (yield from self.respond(answer)):
                yield Say(sentences.answer_huff(candidates, naming))

    def _discuss(self, talk: Talk) -> Steps[Answer | None]:
        """Answer talk, and ask about the move that may have been meant. Return the move, another answer, or None.

        A yes to other letters has them read and shown in this game, and a no has the player not asked again.
        """
        state, naming = self._state, self._state.naming
        answer: Answer = talk
        meant: Meant | None = None
        while isinstance(answer, Talk):
            yield from self._commands.tell(answer)
            meant = answer.meant or meant
            if meant is None:
                return None
            answer = yield from self._questions.ask(meant.prompt, kinds.MEANT)
        assert meant is not None
        if meant.in_other_letters and isinstance(answer, Yes | No | Blank):
            style = (naming.in_other_letters if isinstance(answer, Yes) else naming).style
            state.table = replace(state.table, squares=style)
            if isinstance(answer, Yes):
                yield Played(state.game.position, Cause.FLIP)
        match answer:
            case Yes():
                return NamedMove(meant.path)
            case No() | Blank():
                yield Say(sentences.YOUR_MOVE_THEN)
                return answer.rest if isinstance(answer, No) else None
        return answer

    def _lift(self, lifted: JumpPath) -> Steps[Answer | None]:
        """Ask where a piece goes. Return the move, or another answer; None if the piece is put down again.

        The answer may be the square of another piece, which is then lifted instead.
        """
        answer: Answer | None = None
        while True:
            self._state.table = replace(self._state.table, jump=lifted)
            prompt = f"{self._state.naming.square(lifted.end)} to? "
            answer = answer or (yield from self._questions.ask(prompt, kinds.TO))
            match answer:
                case Talk():
                    answer = yield from self._discuss(answer)
                case NamedMove(path) if len(path.squares) == 1 and path.squares != lifted.squares:
                    lifted, answer = path, None
                case NamedMove(path) if path.squares != lifted.squares:
                    return answer
                case Command():
                    return answer
                case _:
                    return None

    # An unfinished jump

    def _finish(self, move: NamedMove) -> Steps[JumpPath | Answer | None]:
        """Ask how a jump goes on until it ends. Return its whole path, another answer, or None if it is taken back.

        A forced jump goes on by itself where there is one way. In huff the program does not point out jumps: it asks
        after a typed jump even if it cannot go on, unless several jumps were named at once. A jump made on the board
        ends without a question if it cannot go on.
        """
        first, jump, jumping = move, move.path, self._state.table.jumping
        while jump.jumps:
            if move.ends and jump.move is not None:
                return jump
            if jumping == "forced":
                if len(jump.targets) == 1:
                    jump = jump.along(*jump.targets)
                    continue
                kind = kinds.NEXT_SQUARE
            else:
                kind = kinds.MULTIPLE
            is_blind = jumping == "huff" and not move.by_hand and (len(jump.squares) == 2 or move is not first)
            if not jump.targets and not is_blind:
                return jump
            longer = yield from self._ask_on(jump, kind)
            if not isinstance(longer, NamedMove):
                return longer
            move, jump = longer, longer.path
        return jump

    def _ask_on(self, jump: JumpPath, kind: Kind) -> Steps[JumpPath | Answer | None]:
        """Ask whether a jump goes on, or where to. Return the move that continues it, or its path if it ends.

        Return None if the player takes the jump back, and the command or the other move that he answers.
        """
        state = self._state
        state.table = replace(state.table, jump=jump)
        answer: Answer | None = None
        while True:
            answer = answer or (yield from self._questions.ask(_ASKED[kind], kind))
            match answer:
                case NamedMove(path) if len(path.squares) > len(jump.squares):
                    return answer
                case Command("undo"):
                    yield Say("Very well, make another move.")
                    return None
                case Command("hint" | "moves") | No() if jump.move is None:
                    yield Say(sentences.must_go_on(jump, state.naming))
                case Command() if state.vocabulary.word(answer).group in (Group.BEGIN, Group.TASK):
                    yield Say("The jump is taken back.")
                    return answer
                case Command():
                    yield from self._commands.do(answer)
                    if state.game.outcome is not None:
                        return None
                case Talk():
                    answer = yield from self._discuss(answer)
                    continue
                case Yes() if kind is kinds.MULTIPLE:
                    if not jump.targets:
                        yield Say(sentences.no_more_jumps(state.game, jump.move))
                        return jump
                    kind = kinds.NEXT_SQUARE
                case No() if kind is kinds.NEXT_SQUARE:
                    kind = kinds.MULTIPLE
                case No() | Blank() if kind is kinds.MULTIPLE:
                    yield from self._told_no(answer, jump)
                    return jump
                case _:
                    yield Say(PHRASES["asked"][kinds.NEXT_SQUARE.name])
            answer = None

    def _told_no(self, answer: Answer, jump: JumpPath) -> Steps[None]:
        """Say that a line other than a plain no counts as one; after some vain questions, how to answer in advance."""
        naming = self._state.naming
        if not isinstance(answer, No) or answer.is_guess:
            yield Say(f"No, then: the jump ends on {naming.square(jump.end)}.")
        self._in_vain += not jump.targets
        if self._in_vain == _IN_VAIN:
            self._in_vain += 1
            yield Say(f'N behind a jump answers this in advance, as in "{naming.path(jump.squares, jumps=True)} N".')

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
