"""Lessons: texts and tasks, read from the files in ``lessons/``.

The name of a file is the number of its lesson. It begins with the lines ``title``, ``part``, ``minutes`` and, if the
lesson is not of american checkers, ``rules``. Paragraphs are separated by empty lines. A task begins
with ``@board FEN`` and one line that says what is to be done:

- ``@do MOVE | MOVE``: one of these moves; ``@only MOVE`` if it is the only legal one;
- ``@shot MOVE MOVE ...``: the only move that wins or saves the game, and the best play after it;
- ``@win N``: a won game, against the best defense, in at most N moves if N is given;
- ``@hold N``: a drawn game, for N moves.

``@value`` is the value of the board, ``win``, ``draw`` or ``loss``, and ``@after`` are the moves of a game that lead to
it; tests check both. ``@ask``, ``@hint`` and ``@done`` are the sentences of the task. Numbers in braces are squares,
``{11-15}`` is a move; both are shown as they are typed.
``{hint}`` is a command, which is shown in quotation marks.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from ai.score import EVALUATION_LIMIT
from console.game.naming import figure_of
from console.reading.patterns import WORD_LISTS, spoken
from engine.fen import parse_fen
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Rules

RULES: Final = AMERICAN  # of lessons that name none
FOLDER: Final = Path(__file__).parent / "lessons"
GOALS: Final = ("do", "only", "shot", "win", "hold")
_WINNING_SHOT: Final = 150  # centimen


@dataclass(frozen=True)
class Exercise:
    """A position and what the learner has to do there.

    ``goal`` is one of GOALS, ``rules`` are those of the lesson. ``moves`` are the accepted moves, or the line of a
    shot; empty for ``win`` and ``hold``. ``limit`` is the number of moves for ``win`` and ``hold``, else None.
    ``value`` is the stated value of the position, empty if none is stated. ``after`` are moves that lead to it.
    """

    rules: Rules
    position: Position
    goal: str
    moves: tuple[str, ...]
    limit: int | None
    value: str
    after: tuple[str, ...]
    ask: str
    hint: str
    done: str

    @property
    def is_draw(self) -> bool:
        """True if the learner has to draw."""
        return self.goal == "hold" or self.value == "draw"

    @property
    def winning(self) -> int:
        """The score from which on a side wins, in centimen."""
        return _WINNING_SHOT if self.goal == "shot" else EVALUATION_LIMIT

    def is_reached(self, score: int) -> bool:
        """Return True if a score for the learner, in centimen, is a win or, where he has to draw, a draw."""
        return score >= (1 - self.winning if self.is_draw else self.winning)

    def asks_for(self, move: Move, ply: int) -> bool:
        """Return True if a move, which leads to ``ply``, has the start and the end of an accepted move."""
        asked = self.moves[ply - 1 : ply] if self.goal == "shot" else self.moves
        ends = [re.findall(r"\d+", text) for text in asked]
        return [str(move.start), str(move.end)] in [[each[0], each[-1]] for each in ends]


@dataclass(frozen=True)
class Lesson:
    """A lesson: texts and tasks in their order. ``minutes`` is about how long it takes.

    The paragraphs of a text are separated by empty lines.
    """

    number: int
    title: str
    part: str
    minutes: int
    rules: Rules
    pieces: tuple[str | Exercise, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons by number. Raises OSError, and ValueError or KeyError if a file is malformed."""
    paths = sorted(FOLDER.glob("*.lesson"), key=lambda path: int(path.stem))
    return tuple(read_lesson(int(path.stem), path.read_text("utf-8")) for path in paths)


def lessons_of(rules: Rules) -> tuple[Lesson, ...]:
    """Return the lessons of a rule set, by number; empty if it has none."""
    return tuple(lesson for lesson in lessons() if lesson.rules == rules)


def find_lesson(topic: str, course: Sequence[Lesson]) -> Lesson | None:
    """Return the lesson of a number, or the one with the most words of a topic in its title, or else in its text.

    Return None if there is no lesson of that number, and none has any of the words.
    """
    numbered = next((lesson for lesson in lessons() if str(lesson.number) == figure_of(topic).lstrip("0")), None)
    words = {word.rstrip("s") for word in spoken(topic)} - WORD_LISTS["common"]

    def shared(lesson: Lesson) -> list[int]:
        texts = (lesson.title, " ".join(piece for piece in lesson.pieces if isinstance(piece, str)))
        return [len(words.intersection(word.rstrip("s") for word in spoken(text))) for text in texts]

    best = numbered or max(course, key=shared)
    return best if numbered or any(shared(best)) else None


def read_lesson(number: int, text: str) -> Lesson:
    """Read the text of a lesson. Raises ValueError or KeyError if it is malformed."""
    head, _, body = text.partition("\n\n")
    fields = dict(line.split(" ", 1) for line in head.splitlines())
    rules = RULE_SETS[fields.get("rules", RULES.name)]
    return Lesson(number, fields["title"], fields["part"], int(fields["minutes"]), rules, tuple(_pieces(body, rules)))


def _pieces(body: str, rules: Rules) -> Iterator[str | Exercise]:
    blocks = (block.splitlines() for block in body.strip().split("\n\n"))
    for is_task, group in groupby(blocks, lambda lines: lines[0].startswith("@")):
        if is_task:
            yield from (_task(lines, rules) for lines in group)
        else:
            yield "\n\n".join(map(" ".join, group))


def _task(lines: list[str], rules: Rules) -> Exercise:
    """Read the lines of a task. Raises ValueError or KeyError if they are malformed."""
    fields = {}
    for line in lines:
        name, _, value = line.removeprefix("@").partition(" ")
        fields[name] = value
    goal = next(name for name in GOALS if name in fields)
    argument = fields[goal]
    numbered = goal in ("win", "hold")
    return Exercise(
        rules,
        parse_fen(fields["board"], rules),
        goal,
        () if numbered else tuple(argument.replace("|", " ").split()),
        int(argument) if numbered and argument else None,
        fields.get("value", ""),
        tuple(fields.get("after", "").split()),
        *(fields[name] for name in ("ask", "hint", "done")),
    )


def side_of(pieces: Iterable[str | Exercise], otherwise: int) -> int:
    """Return the side to move in the first task of ``pieces``; ``otherwise`` if there is no task."""
    return next((piece.position.side for piece in pieces if isinstance(piece, Exercise)), otherwise)
