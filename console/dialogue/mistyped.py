"""Moves that are typed in a sentence, in another notation than the present one, or with one slip of a finger."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from console.game.move_input import JumpPath, Squares, UnreadableMove, between, in_figures, parse_squares
from console.game.naming import RANK_NAMES, Naming, rank_name, rank_of, spoken_list
from console.text.typed_lines import COURTESY, denies, doubts, wants_jump
from engine.game import IllegalMove
from engine.moves import MoveGenerator
from engine.notation import AmbiguousMove, fitting_moves
from engine.position import Move

_KEYS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_ROWS: Final = "abcdefghij"
_SIGNS: Final = "0123456789(),"
_LETTERED: Final = r"[a-j]\s?\d{1,2}|\(\s*\d+\s*,\s*\d+\s*\)"
_SHORT: Final = r"([a-j])([-:x]?)([a-j])(\d?)"
_LONGEST: Final = 24  # characters of a line in which a slip is looked for
_SQUARE: Final = r"(?i)\(\s*\d+\s*,\s*\d+\s*\)|(?<![a-z])[a-j]\s?\d{1,2}(?!\d)"
_NUMBER: Final = r"\b\d{1,2}\b"
_TAKES: Final = r"(?i)(?<=\d)\s*[x:]\s*(?=[a-j]\s?\d)"
_WORD: Final = r"[a-z']{2,}"
_TAIL: Final = r"(?i)(?:[,;.!]+|\s(?:and|but|so)\b)[^\d]*\Z"  # behind the last square
_TO_YOU: Final = r"(?i)[,;.!]*\s(?:(?:and|but|so|please) )*(?:do not|don'?t|you (?:can|won)'?t|nobody)\b[^\d?]*\Z"


class SeveralMoves(AmbiguousMove):
    """A sentence may mean several ``moves``, which the message names."""

    def __init__(self, moves: tuple[Squares, ...], message: str) -> None:
        super().__init__(message)
        self.moves = moves


class Told(NamedTuple):
    """The path of the move that a sentence tells. ``is_order``: it is to be played; otherwise it is asked about."""

    path: JumpPath
    is_order: bool


_AT: Final = {key: (place + down / 2, down) for down, row in enumerate(_KEYS) for place, key in enumerate(row)}
"""The places of the keys of an American keyboard. Each row is half a key right of the row above."""
_BESIDE: Final = {
    key: "".join(other for other, (x, y) in _AT.items() if other != key and abs(x - right) <= 1 and abs(y - down) <= 1)
    for key, (right, down) in _AT.items()
}


def only_reading(text: str, path: JumpPath, naming: Naming) -> JumpPath | None:
    """Return the path continued by the only move that is one slip away from ``text``.

    Return None if there is no such move or several. A slip is a key next to the right one, two exchanged characters, or
    one character too few or too many.
    """
    found: dict[tuple[int, ...], JumpPath] = {}
    for spelling in set(slips(text.strip().casefold(), _ROWS[: path.before.geometry.size] + _SIGNS)):
        if _is_mixed(spelling):
            continue
        try:
            reached = path.to(parse_squares(spelling, naming))
        except (UnreadableMove, IllegalMove):
            continue
        except AmbiguousMove:
            return None
        found[reached.squares] = reached
    return found.popitem()[1] if len(found) == 1 else None


def in_other_letters(text: str, path: JumpPath, naming: Naming) -> JumpPath | None:
    """Return the path continued by the move that ``text`` names if letters are read in the other notation.

    Return None if there is no such move, or if the text has no letters, names several moves or is a sentence. Return
    None, too, if the other side could make the move as it is read now, unless the text is spelled just as the other
    notation is written.
    """
    if not COURTESY.issuperset(re.findall(_WORD, re.sub(_TAKES, " ", text.casefold()))):
        return None
    other = naming._replace(letters="console" if naming.letters == "algebraic" else "algebraic", in_numbers=False)
    try:
        found = path.to(parse_squares(text, other))
    except (UnreadableMove, IllegalMove, AmbiguousMove):
        return None
    if re.search(_TAKES, text) and not found.jumps:
        return None
    is_spelled = text.strip().replace("x", ":") == other.path(found.squares, found.jumps).replace("x", ":")
    return found if is_spelled or not _suits_other_side(text, path, naming) else None


def in_short_form(text: str, path: JumpPath, naming: Naming) -> JumpPath | None:
    """Return the path continued by the only move that ``text`` names without rows, ``cd4``, ``c:e``, ``cd``, or None.

    If it names none, return the illegal path of the piece of the column that is nearest. Raises SeveralMoves, and
    UnreadableMove if the column has no piece.
    """
    match = re.fullmatch(_SHORT, in_figures(text).strip(" .!").casefold())
    if match is None or naming.style != "algebraic":
        return None
    if not match[2] + match[4] and abs(ord(match[1]) - ord(match[3])) != 1:
        return None
    column, goal, before = match[1], match[3] + match[4], path.before
    own = [each for each in before.geometry.numbers(before.of(before.side)) if naming.square(each)[0] == column]
    fitting = [move for move in path.routes if move.start in own and naming.square(move.end).startswith(goal)]
    only = _only((path.along(*move.path[len(path.squares) :]) for move in fitting), naming)
    if only is not None or path.squares or not match[4]:
        return only
    (end,) = parse_squares(goal, naming)
    if not own:
        raise UnreadableMove(f"You have no piece in column {column}.")
    reached = {(move.start, move.end) for move in path.possible}
    return path.along(min(own, key=lambda each: ((each, end) not in reached, abs(each - end))), end)


def _only(found: Iterable[JumpPath], naming: Naming) -> JumpPath | None:
    """Return the path of the only move, or None if there is none. Raises SeveralMoves."""
    by_moves = {each.routes: each for each in found}
    if len(by_moves) > 1:
        ways = [naming.path(each.squares, each.jumps) for each in by_moves.values()]
        moves = tuple(each.squares for each in by_moves.values())
        raise SeveralMoves(moves, f"Which one: {spoken_list(ways, 'or')}?")
    return next(iter(by_moves.values()), None)


def named_squares(text: str, naming: Naming) -> Squares:
    """Return the squares that a text names, in its order; none if it denies, or names a square that is none."""
    if denies(re.sub(_TAIL, "", text)):
        return ()
    names = re.findall(_NUMBER if naming.in_numbers else _SQUARE, in_figures(text))
    try:
        return tuple(square for name in names for square in parse_squares(name, naming))
    except UnreadableMove:
        return ()


def in_a_sentence(text: str, path: JumpPath, naming: Naming) -> Told | None:
    """Return the path continued by the only move that has all squares of ``text``, where it goes and what it takes.

    It is an order if the text has words and does not doubt, and says a square and which piece moves, in any order: by
    its square, as the only king or man that can, or by what only one can take. Return None if there is no such move,
    and for several squares without a word. Raises SeveralMoves, and IllegalMove if the piece that can make it is no man
    or no king, as the text has it.
    """
    text = re.sub(_TO_YOU, "", re.sub(_TAKES, " takes ", in_figures(text)))
    words, names = re.findall(_WORD, text.casefold()), named_squares(text, naming)
    named = {*names}
    if not named or (len(names) > 1 and not words):
        return None
    found, first = {}, min((words.index(name) for name in RANK_NAMES[:2] if name in words), default=-1)
    is_named = first >= 0 and (COURTESY - {"get", "got"}).issuperset(words[:first])  # "and I get a king" names none
    rank = RANK_NAMES.index(words[first]) if is_named else None
    for route in path.routes:
        for length in range(max(2, len(path.squares) + 1), len(route.path) + 1):
            landings = route.path[:length]
            if named <= {*landings, *_jumped(route, landings, path)}:
                found[landings] = path.along(*landings[len(path.squares) :])
                break
    of_rank = {each: it for each, it in found.items() if rank in (None, min(1, rank_of(path.before, each[0])))}
    if found and not of_rank:
        start = min(found)[0]
        raise IllegalMove(f"The piece on {naming.square(start)} is a {rank_name(rank_of(path.before, start))}.")
    reached = _only(of_rank.values(), naming)
    if reached is None:
        return None
    landings = reached.squares
    is_told = bool(words) and not doubts(text) and not denies(text)
    is_taken = wants_jump(text) and named <= {*_jumped(reached.routes[0], landings, path)}
    is_known = path.squares or rank is not None or (len(named) > 1 and landings[0] in named)
    return Told(reached, is_told and bool(is_known or is_taken))


def _jumped(route: Move, landings: tuple[int, ...], path: JumpPath) -> list[int]:
    """Return the squares of the pieces that a move has taken when it is on the last of these landings."""
    geometry = path.before.geometry
    return [number for step in pairwise(landings) for number in between(geometry, *step) if number in route.captured]


def _suits_other_side(text: str, path: JumpPath, naming: Naming) -> bool:
    """Return True if a text names a move that the other side could make if it were its turn."""
    moves = MoveGenerator(path.rules, "free").routes(path.before.passed())
    try:
        return bool(fitting_moves(parse_squares(text, naming), moves))
    except UnreadableMove:
        return False


def _is_mixed(text: str) -> bool:
    """Return True if a text mixes squares named by letters with squares named by numbers."""
    rest = re.sub(_LETTERED, "", text)
    return rest != text and any(sign.isdigit() for sign in rest)


def slips(text: str, signs: str) -> Iterator[str]:
    """Yield the texts that are one slip away from ``text``. Inserted characters are from ``signs``."""
    if len(text) > _LONGEST:
        return
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        yield from (f"{before}{sign}{after}" for sign in signs)
        if after:
            yield before + after[1:]
            yield from (f"{before}{sign}{after[1:]}" for sign in _BESIDE.get(after[0], "") if sign in signs)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
