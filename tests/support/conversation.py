"""Whole conversations as text, through the plain front end, with a computer that follows a script."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from console.cli.arguments import read_fen, read_rule_set
from console.cli.composition import dialogue_of
from console.dialogue.loop import Dialogue
from console.dialogue.messages import Ask, Prepare, Reply, Say, Step, Think
from console.dialogue.state import State
from console.game.move_input import JumpPath, parse_squares
from console.game.naming import Naming
from console.game.options import Options
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.reading.read import read
from console.reading.readings import Command, Input
from engine.game import Game
from engine.notation import find_move
from engine.position import Move
from engine.rules import Jumping

if TYPE_CHECKING:
    from ai.engine import Report, SearchInfo, Stop
    from ai.levels import Level, MoveRequest
    from ai.manners import DrawAnswer


class Script:
    """An opponent that plays the moves it is given by number, as in ``22-18``, and any capture or move after them."""

    def __init__(self, moves: Sequence[str] = (), huff: int | None = None, agrees: bool = True) -> None:
        self.moves = list(moves)
        self.huff = huff
        self.agrees = agrees
        self.levels: list[int] = []
        self.books: list[bool] = []
        self.problems: list[str] = []

    def choose_move(self, request: "MoveRequest", stop: "Stop", report: "Report | None" = None) -> "SearchInfo":
        """Return the next move of the script."""
        from ai.engine import SearchInfo

        self.levels.append(request.level.number)
        self.books.append(request.level.uses_book)
        stop()
        return SearchInfo(0, (self._next(request.game, request.rng),), depth=1, nodes=1)

    def ponder(self, game: Game, level: "Level", stop: Callable[[], bool]) -> None:
        """Prepare nothing: the script decides."""

    def _next(self, game: Game, rng: Random) -> Move:
        if self.moves:
            return find_move(parse_squares(self.moves.pop(0), Naming(game.rules, 0, "console")), game.routes())
        return rng.choice(game.captures() or game.legal_moves())

    def choose_huff(self, game: Game) -> int:
        """Return the square of the script, or the first one."""
        return self.huff if self.huff in game.huffable else game.huffable[0]

    def answer_draw(self, game: Game, side: int) -> "DrawAnswer":
        """Return the answer set in advance."""
        from ai.manners import DrawAnswer

        return DrawAnswer.EVEN if self.agrees else DrawAnswer.DECLINED


class Scored(Script):
    """A script whose searches have a score."""

    def __init__(self, score: int, moves: Sequence[str] = ()) -> None:
        super().__init__(moves)
        self._score = score

    def choose_move(self, request: "MoveRequest", stop: "Stop", report: "Report | None" = None) -> "SearchInfo":
        """Return the next move with the score."""
        from ai.engine import RootMove

        found = super().choose_move(request, stop, report)
        return replace(found, score=self._score, roots=(RootMove(found.move, self._score),))


def options(fen: str | None = None, jumping: Jumping = "huff", rules: str = "american", **fields: Any) -> Options:
    """Return the options of a game in which Dan goes first, unless ``fields`` say otherwise."""
    chosen_rules = read_rule_set(rules)
    start = None if fen is None else read_fen(fen, chosen_rules)
    chosen: dict[str, Any] = {"name": "Dan", "first": True, "fen": fen, "start": start, "rules": chosen_rules} | fields
    return Options(jumping=jumping, **chosen)


def front_end(typed: bytes, chosen: Options, opponent: Script, out: io.StringIO) -> PlainFrontEnd:
    """Return a plain front end that will read these bytes."""
    reader = LineReader(io.BytesIO(typed).read, lambda: True)
    return PlainFrontEnd(dialogue_of(chosen, Random(1), opponent), reader, out, echo=True)


FIVE_MOVES = "five moves"
"""A line that stands for moves until the player has made five: a game that is over earlier does not count."""


def toward_five_moves(state: State) -> str:
    """Return a move of the player, with the answer to the question after it; empty if he has made five moves."""
    game = state.game
    if (game.ply + (state.table.home == game.start.side)) // 2 >= 5:
        return ""
    move = (game.captures() or game.legal_moves())[0]
    return state.naming.move(move) + answer_after(game, move)


def converse(lines: Sequence[str], chosen: Options | None = None, opponent: Script | None = None, **fields: Any) -> str:
    """Return the transcript after these lines were typed; ``fields`` are those of ``dialogue_of``."""
    out, left = io.StringIO(), list(lines)
    dialogue = dialogue_of(chosen or options(), Random(1), opponent or Script(), **fields)

    def read() -> bytes:
        while left[:1] == [FIVE_MOVES]:
            if move := toward_five_moves(dialogue.state):
                return f"{move}\n".encode()
            left.pop(0)
        count = [*left, FIVE_MOVES].index(FIVE_MOVES)
        typed, left[:count] = left[:count], []
        return "".join(f"{line}\n" for line in typed).encode()

    reader = LineReader(read, lambda: left[:1] != [FIVE_MOVES])
    assert PlainFrontEnd(dialogue, reader, out, echo=True).run() == 0
    return out.getvalue()


class Talk:
    """A conversation that is run step by step; ``steps`` are those so far, the last is the open question."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.state = dialogue.state
        self.steps: list[Step] = []
        self.run = dialogue.run()
        self.send(None)

    def send(self, reply: "Input | Reply", until: type[Step] | None = None) -> Step:
        """Send a reply and go on to the next question, or to the next step of a type; searches are made at once.

        A line that is typed and squares that are pointed at are read.
        """
        reply = read(reply, self.asked.question) if isinstance(reply, str | tuple | Command) else reply
        while True:
            step = self.run.send(reply)
            self.steps.append(step)
            if isinstance(step, until or Ask):
                return step
            reply = step.run(lambda: False, None) if isinstance(step, Think | Prepare) else None

    def type(self, *lines: str) -> "Talk":
        """Type lines; the last one may end the conversation."""
        for line in lines:
            if line == FIVE_MOVES:
                while moves := toward_five_moves(self.state):
                    self.type(*moves.split("\n"))
                continue
            try:
                self.send(line)
            except StopIteration:
                assert line == lines[-1]
        return self

    @property
    def asked(self) -> Ask:
        """The open question."""
        (step,) = self.steps[-1:]
        assert isinstance(step, Ask)
        return step

    @property
    def is_open(self) -> bool:
        """True until the conversation has ended."""
        return isinstance(self.steps[-1], Ask)

    @property
    def texts(self) -> list[str]:
        """The messages so far."""
        return [step.text for step in self.steps if isinstance(step, Say)]

    def close(self) -> None:
        """End the conversation."""
        self.run.close()


def talk(chosen: Options | None = None, opponent: Script | None = None, seed: int = 1, **fields: Any) -> Talk:
    """Return a conversation at its first question; ``fields`` are those of ``dialogue_of``."""
    return Talk(dialogue_of(chosen or options(), Random(seed), opponent or Script(), **fields))


def answer_after(game: Game, move: Move) -> str:
    """Return what is typed after a move so that a jump stops there; empty if no question follows."""
    if len(move.path) != 2 or not move.captured or game.jumping == "forced":
        return ""
    return "\nN" if game.jumping == "huff" or JumpPath.of(game).along(*move.path).targets else ""


def message_lines(transcript: str) -> list[str]:
    """Return the lines of a transcript without boards, prompts and the introduction of the opponent."""
    lines = transcript.splitlines()
    return [line for line in lines if line and not line.startswith(("  ", "You meet ")) and " |" not in line[:4]]


KINGS = "B:WK32,K31:BK4,K3"
TEN_MOVES = ["A1 B2", "B2 C3", "C3 B4", "B4 C3", "C3 B2", "B2 C3", "C3 B2", "B2 C3", "C3 B2", "B2 C1"]
TEN_REPLIES = ["32-27", "27-24", "24-19", "19-23", "23-18", "18-22", "22-25", "25-21", "21-17", "17-21"]
"""From this position, ten moves of each side without a jump or a repetition."""


def said(lines: list[str], *arguments: object, **fields: object) -> list[str]:
    """Return the sentences of a conversation that ends with its input."""
    script = next((argument for argument in arguments if isinstance(argument, Script)), None)
    return message_lines(converse(lines, options(**fields), script))  # type: ignore[arg-type]  # each test names its own fields
