"""Squares: the moves that a line names in the player's own notation."""

import re
from typing import Final

from console.game.move_input import JumpPath, Squares, UnreadableMove, in_figures, parse_squares, square_names
from console.game.naming import RANK_NAMES, Naming, rank_of
from console.reading.kinds import HUFF, TO
from console.reading.patterns import WORD_LISTS, last_sentence, spoken
from console.reading.question import Question
from console.reading.readings import Meant, NamedMove, Talk
from console.text import sentences
from engine.game import IllegalMove
from engine.notation import AmbiguousMove, written_moves
from engine.notation import UnreadableMove as UnreadableRead

_NAME: Final = r"\(\s*\d+\s*,\s*\d+\s*\)|(?<![a-z])[a-j]\s?\d{1,2}(?!\d)"
_LETTERED: Final = re.compile(_NAME, re.IGNORECASE)
_NUMBERED: Final = re.compile(rf"{_NAME}|(?<!\d)\d{{1,2}}(?!\d|\.\s)", re.IGNORECASE)
_PAIR: Final = re.compile(r"(?<!\d)(\d{1,2})(?:\s?[-x:]\s?(?!\1\b)\d{1,2})+(?!\d)")
TAKES: Final = re.compile(
    r"(?i)\b(?:takes?|taking|captures?|capturing|jumps?|jumping|x)\b|(?<=\d)\s*[x\xd7:](?=\s*(?:[a-j(]?\s?\d|[.!]?\Z))"
)
_CROSS: Final = re.compile(r"(?i)(?<=\d)\s*[x\xd7:]\s*(?=[a-j]\s?\d)")
_RANK: Final = re.compile("|".join(RANK_NAMES[:2]), re.IGNORECASE)
_MOST_BETWEEN: Final = 4  # words between two squares
_APART: Final = (",", ".", ";", "!")
_WAYS: Final = frozenset({"left", "right"})
_QUIET: Final = "doubts", "denials", "comparisons", "questions", "other side"


def squares_named(line: str, naming: Naming) -> Squares:
    """Return the squares that a line names, in its order; none if one of them is no square of the board."""
    text = _CROSS.sub(" x ", in_figures(line))
    names = _name(text, naming).findall(text)
    try:
        return tuple(square for name in names for square in parse_squares(name, naming))
    except UnreadableMove:
        return ()


def unread(line: str, naming: Naming) -> str:
    """Return why a line or the first name in it names no square; empty if all its names are squares."""
    text = in_figures(line)
    for named in (*_name(text, naming).findall(text), line):
        try:
            parse_squares(named, naming)
        except UnreadableMove as error:
            return sentences.unreadable(line, str(error), naming)
    return ""


def asked_back(line: str, path: JumpPath, at: Question, refused: str = "") -> Talk:
    """Return the reason why a line is refused, and the question whether a legal move was meant."""
    return Talk(refused, meant=Meant(path, sentences.did_you_mean(line, path, at.naming)))


def read_move(line: str, at: Question) -> NamedMove | None:
    """Return the legal move that a line names with nothing else but words of moves, or None.

    A question plays no move. A line that speaks of a jump plays no step. A line that says king moves no man.
    """
    if "?" in line:
        return None
    found = _whole_move(line, at)
    return found if found is not None or (last := last_sentence(line)) == line else _whole_move(last, at)


def _whole_move(text: str, at: Question) -> NamedMove | None:
    """Return the legal move that is all of a text, or None."""
    told = _told(text, at.naming)
    try:
        path = reached(told[0], at) if told is not None else _in_columns(text, at)
    except (IllegalMove, AmbiguousMove):
        return None
    ends = told is not None and told[1]
    if path is None or takes_nothing(text, path) or (ends and not path.jumps) or other_rank(text, path):
        return None
    return NamedMove(path, ends)


def _in_columns(text: str, at: Question) -> JumpPath | None:
    """Return the path of the only move that a text names by columns, as in ``cd4`` and ``c:e``, or None."""
    if at.naming.style != "algebraic":
        return None
    try:
        found = written_moves(text.strip(" .!"), square_names(at.naming), at.path.routes)
    except UnreadableRead:
        return None
    return at.path.along(*found[0].path[len(at.path.squares) :]) if len({move.after for move in found}) == 1 else None


def other_rank(line: str, path: JumpPath) -> bool:
    """Return True if a line calls the piece of a path a king although it is a man, or the other way around."""
    if not _RANK.search(line):
        return False
    words = spoken(_LETTERED.split(in_figures(line))[0])
    named = {rank for rank, name in enumerate(RANK_NAMES[:2]) if name in words}
    return len(named) == 1 and min(1, rank_of(path.before, path.squares[0])) not in named


def reached(squares: Squares, at: Question) -> JumpPath:
    """Return the path that squares continue or begin. Raises IllegalMove and AmbiguousMove.

    A single square lifts its piece if that can move. While a piece is lifted, squares may begin with another one. In
    answer to a question for a huff it is the square of a piece that may be taken.
    """
    if at.kind is HUFF:
        if len(squares) != 1 or squares[0] not in at.game.huffable:
            raise IllegalMove(squares)
        return at.path.along(*squares)
    empty = JumpPath.of(at.game) if at.kind is TO else at.path
    is_other = at.kind is TO and squares[0] != at.path.end and empty.along(squares[0]).routes
    path = empty if is_other else at.path
    if squares == path.squares:
        return path
    if path.squares or len(squares) > 1:
        return path.to(squares)
    if not (lifted := path.along(*squares)).routes:
        raise IllegalMove(squares)
    return lifted


def takes_nothing(line: str, path: JumpPath) -> bool:
    """Return True if a line speaks of a jump although its move is a step."""
    return len(path.squares) > 1 and not path.jumps and TAKES.search(in_figures(line)) is not None


def _told(line: str, naming: Naming) -> tuple[Squares, bool] | None:
    """Return the squares of a line that tells only of moves, and True if it says that the jump ends.

    Between two squares stand at most four words, which do not doubt, deny or compare. Behind the last square, other
    words follow only a comma or a full stop.
    """
    text = in_figures(line)
    try:
        return parse_squares(text, naming), False
    except UnreadableMove:
        pass
    text = _CROSS.sub(" x ", text).replace("thank you", "thank-you")
    head, *gaps = _name(text, naming).split(text)
    if not gaps or not WORD_LISTS["words of moves"].issuperset(_words(head)):
        return None
    *between, tail = gaps
    for gap in between:
        words = _words(gap)
        if len(words) > _MOST_BETWEEN or not all(WORD_LISTS[name].isdisjoint(words) for name in _QUIET):
            return None
    words = _words(tail)
    ends = " ".join(words) in WORD_LISTS["only"]
    is_apart = tail.lstrip()[:1] in _APART and all(WORD_LISTS[name].isdisjoint(words) for name in _QUIET[:2])
    if not (ends or is_apart or WORD_LISTS["behind a move"].issuperset(words)):
        return None
    squares = squares_named(line, naming)
    is_way = len(squares) == 1 and not _WAYS.isdisjoint(spoken(head))  # "up right from C3" asks who stands there
    return (squares, ends) if squares and not is_way else None


def _words(text: str) -> list[str]:
    """Return the words of a text without lone punctuation."""
    return [word for word in spoken(text) if any(map(str.isalnum, word))]


def _name(text: str, naming: Naming) -> re.Pattern[str]:
    """Return the pattern of the names of squares in a text. Bare numbers are names if squares are shown so."""
    is_numbered = (naming.in_numbers or _PAIR.search(text) is not None) and _LETTERED.search(text) is None
    return _NUMBERED if is_numbered else _LETTERED
