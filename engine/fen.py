"""FEN of checkers, ``B:W18,24,K27:B5,K10``: the side to move, then the squares of each side; ``K`` is a king.

Source: the FEN tag of PDN 3.0, and what lidraughts, pydraughts, py-draughts and CheckerBoard write. Squares are numbers
or algebraic names, ``Ke3``. Accepted are ranges (``1-12``), a final full stop, several parts of one side or none of the
other, blanks, the whole tag instead of its value, and the side to move twice. If the side to move is ``?`` or missing,
it is the side with the first move. ``R`` is Red, the side that no other letter names. Ranks of WinBoard and lists in
words, ``White: 12, K18``, are read, too. ``T`` for a triple king is an extension. Of lidraughts the counters,
``:H0:F1``, and the jumped pieces that are still on the board, ``G`` and ``P``, are ignored.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from engine.geometry import BLACK, WHITE, Side, squares_of
from engine.moves import check_captures
from engine.position import Position
from engine.printable import quoted
from engine.rules import Rules

_LETTERS = {"B": BLACK, "W": WHITE}
_WRAPPED = re.compile(r"""\[? ?(?:FEN ?)?["']?(.*?)["']? ?\]?""", re.IGNORECASE)
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_RANKS = re.compile(r"([\dA-Z.]+(?:/[\dA-Z.]+){7,9})(?:\s+([WB]))?(?:\s.*)?", re.IGNORECASE)
_WORDS = {"W": "white|wit|wei(?:ß|ss)|blancs?|белые", "B": "black|zwart|schwarz|noirs?|ч[её]рные", "R": "red|rood|rot"}
_NAMED = {letter: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for letter, words in _WORDS.items()}
_TO_MOVE = re.compile(r"\b([WBR]) (?:to (?:play|move)|aan zet|am zug|begins?)\b[^\d]*?(?=[WBR]\b|\Z)", re.IGNORECASE)
_LIST = re.compile(r"[.;, ]*\b([WBR])\b[ :=]*(?=[KT]? ?[a-j]?\d)")
_KINGS = re.compile(r"\bkings?\b[ :=]*((?:[a-j]?\d+(?:[, ]|\band\b)*)+)", re.IGNORECASE)
_MEN = re.compile(r"\b(?:men|man|pieces?)\b:?|\band\b", re.IGNORECASE)
_BLANKS = re.compile(r"[\s_]+")
_GLUE = re.compile(r" ?([:,;-])[ ,;]*|(?<=[BWKT]) ", re.IGNORECASE)
_COUNTER = re.compile(r"[HF][0-9]+|\+[0-9]+\+[0-9]+")
_JUMPED = re.compile(r"(?<=[,WB])[GP][0-9]+(?:,|(?=:)|\Z)")
_IN_NUMBERS = re.compile(r"(?::[WB]|,)[KT]?[0-9]")
_SQUARES = re.compile(r"([KT]?)(?:([A-J][0-9]{1,2})|([0-9]{1,3})(?:-([0-9]{1,3}))?)", re.ASCII)


def parse_fen(text: str, rules: Rules) -> Position:
    """Parse a FEN. Raises ValueError, which quotes the FEN; a man on its king row is an error too."""
    position = _parse(text, rules)
    for square in position.geometry.numbers(position.uncrowned):
        fen = f"FEN {quoted(text)}"
        raise ValueError(f"{fen}: the man on {square} stands on its king row; write K{square}")
    return _countable(text, position, rules)


def parse_and_crown(text: str, rules: Rules) -> tuple[Position, tuple[int, ...]]:
    """Parse a FEN, crown the men on their king row, and also return the squares of these men.

    Raises ValueError, which quotes the FEN.
    """
    position = _parse(text, rules)
    crowned = replace(position, kings=position.kings | position.uncrowned)
    return _countable(text, crowned, rules), position.geometry.numbers(position.uncrowned)


def _countable(text: str, position: Position, rules: Rules) -> Position:
    """Return a position. Raises ValueError, which quotes the FEN, if it has too many captures."""
    try:
        check_captures(position, rules)
    except ValueError as error:
        raise ValueError(f"FEN {quoted(text)}: {error}") from None
    return position


def fen_squares(text: str) -> list[str]:
    """Return the names of the squares of a FEN that can be read, in small letters; the ends of each range."""
    items = (_SQUARES.fullmatch(item) for part in _parts(text)[1] for item in part[1:].split(","))
    return [name.casefold() for match in items if match for name in match.groups()[1:] if name]


def names_side(text: str) -> bool:
    """Return True if a FEN names the side to move."""
    return _parts(text)[0] in _LETTERS


def _plain(text: str) -> str:
    """Return a position in ranks or in words as a FEN; other text unchanged."""
    if ranks := _RANKS.fullmatch(text):
        return _of_ranks(ranks[1].split("/"), ranks[2] or "?")
    named = text
    for letter, words in _NAMED.items():
        named = words.sub(letter, named)
    if named == text:
        return text
    named = _KINGS.sub(lambda kings: re.sub(r"([a-j]?\d+)", r"K\1", kings[1]), named)
    side = _TO_MOVE.search(named)
    lists = _LIST.sub(r":\1", _MEN.sub("", _TO_MOVE.sub("", named)))
    return f"{side[1] if side else ''}{lists}"


def _of_ranks(ranks: list[str], side: str) -> str:
    """Return the FEN of ranks, the last one first. Capitals are White's; but of the letters b and w they are kings."""
    squares: dict[str, list[str]] = {"W": [], "B": []}
    by_color = set("".join(ranks).casefold()) <= set("bw0123456789.")
    for number, rank in zip(range(len(ranks), 0, -1), ranks, strict=True):
        signs = re.sub(r"\d+", lambda empty: "." * min(10, int(empty[0])), rank)
        for column, sign in enumerate(signs.rstrip(".")):
            color = sign.upper() if by_color else "W" if sign.isupper() else "B"
            rest = "K" if (sign.isupper() if by_color else sign in "KkQq") else ""
            if sign != ".":
                squares[color].append(f"{rest}{chr(ord('a') + column)}{number}")
    return ":".join((side, *(color + ",".join(named) for color, named in squares.items())))


@lru_cache(maxsize=64)
def _parts(text: str) -> tuple[str, list[str]]:
    """Return the side to move as it is written, or an empty text, and the other parts of a FEN, in capitals.

    The squares of a part are separated by single commas.
    """
    text = _BLANKS.sub(" ", _DASHES.sub("-", text)).strip()
    wrapped = _WRAPPED.fullmatch(text)
    text = _GLUE.sub(r"\1", _plain(wrapped[1] if wrapped else text)).strip(" .")
    text = text.translate({32: ",", 59: ","}).upper()
    text = re.sub(r"(?<![^:])R", "W" if re.search("(?<![^:])B[^:]", text) else "B", text)
    if _IN_NUMBERS.search(text):
        text = _JUMPED.sub("", text)
    side, *parts = text.split(":")
    while parts and _COUNTER.fullmatch(parts[-1]):
        del parts[-1]
    parts = [part.strip(".") for part in parts]
    if len(side) > 1 and side[0] in _LETTERS and side[-1].isdigit():
        return "", [side, *parts]
    if len(parts) > 2 and parts[0] in _LETTERS and {part[:1] for part in parts[1:]} >= {*_LETTERS}:
        return parts[0], parts[1:]
    return side, parts


def _parse(text: str, rules: Rules) -> Position:
    """Parse a FEN as written; men may be on their king row."""
    fen = f"FEN {quoted(text)}"
    side, parts = _parts(text)
    if side not in ("", "?", *_LETTERS) or not parts:
        raise ValueError(
            f"{quoted(text)} is not a FEN; one looks like B:W21-32:B1-12 (side to move, then each side's squares)"
        )
    geometry = rules.geometry
    masks = [0, 0]
    kings = triples = 0
    for part in filter(None, parts):
        if part[0] not in _LETTERS:
            raise ValueError(f"{fen}: {quoted(part)} must begin with W or B")
        for item in filter(None, part[1:].split(",")):
            rank, numbers = _item(item, fen, rules)
            if rank == "T" and not rules.triple_kings:
                raise ValueError(f"{fen}: {quoted(item)} is a triple king, which {rules.name} does not have")
            for number in numbers:
                bit = geometry.bit(number)
                if (masks[BLACK] | masks[WHITE]) & bit:
                    raise ValueError(f"{fen}: square {number} is named twice")
                masks[_LETTERS[part[0]]] |= bit
                kings |= bit if rank else 0
                triples |= bit if rank == "T" else 0
    if not any(masks):
        raise ValueError(f"{fen} has no pieces")
    return Position(geometry, masks[BLACK], masks[WHITE], kings, triples, _LETTERS.get(side, rules.first))


def _item(item: str, fen: str, rules: Rules) -> tuple[str, range]:
    """Return the letter of the rank and the numbers of the squares of an item of a FEN. Raises ValueError."""
    match = _SQUARES.fullmatch(item)
    if match is None:
        raise ValueError(f"{fen}: {quoted(item)} is no square; squares are like 18, K27, c3 or 1-12")
    first = squares_of(rules.geometry).get((match[2] or match[3]).casefold(), 0)
    last = int(match[4] or first)
    if not 1 <= first <= last <= rules.geometry.squares:
        last = rules.geometry.squares
        raise ValueError(f"{fen}: {quoted(item)} is not on this board; squares are 1 to {last}")
    return match[1], range(first, last + 1)


def fen_text(position: Position) -> str:
    """Return the FEN of a position, squares in ascending order."""
    return _written(position, _pieces)


def short_fen(position: Position) -> str:
    """Return the FEN of a position with ranges of squares, as in ``W:W31-50:B1-20``."""
    return _written(position, _ranges)


def _written(position: Position, items: Callable[[Position, Side], Iterable[str]]) -> str:
    white, black = (letter + ",".join(items(position, side)) for letter, side in (("W", WHITE), ("B", BLACK)))
    return f"{'BW'[position.side]}:{white}:{black}"


def _pieces(position: Position, side: Side) -> Iterator[str]:
    """Yield the pieces of a side, each with the letter of its rank."""
    for number in position.geometry.numbers(position.of(side)):
        bit = position.geometry.bit(number)
        yield f"{'T' if position.triples & bit else 'K' if position.kings & bit else ''}{number}"


def _ranges(position: Position, side: Side) -> Iterator[str]:
    """Yield the pieces of a side, three men or more on successive squares as a range."""
    for is_king, run in groupby(_pieces(position, side), lambda piece: not piece.isdigit()):
        pieces = [*run]
        squares = [] if is_king else [*enumerate(map(int, pieces))]
        for _, alike in groupby(squares, lambda pair: pair[1] - pair[0]):
            first, *more = (number for _, number in alike)
            yield f"{first}-{more[-1]}" if len(more) > 1 else ",".join(map(str, (first, *more)))
        if is_king:
            yield from pieces
