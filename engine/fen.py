"""FEN of checkers, ``B:W18,24,K27:B5,K10``: the side to move, then the squares of each side; ``K`` is a king.

Source: the FEN tag of the PDN standard. Ranges (``1-12``) and a final full stop are accepted. ``T`` for a triple king
is an extension. The counters of lidraughts, ``:H0:F1``, are ignored.
"""

import re
from dataclasses import replace

from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.printable import quoted
from engine.rules import Rules

_LETTERS = {"B": BLACK, "W": WHITE}
_SQUARES = re.compile(r"([KT]?)([0-9]{1,3})(?:-([0-9]{1,3}))?")
_COUNTERS = re.compile(r"(?::[HF][0-9]+)+\Z")


def parse_fen(text: str, rules: Rules) -> Position:
    """Parse a FEN. Raises ValueError, which quotes the FEN; a man on its king row is an error too."""
    position = _parse(text, rules)
    for uncrowned in position.geometry.numbers(_uncrowned(position)):
        fen = f"FEN {quoted(text)}"
        raise ValueError(f"{fen}: the man on {uncrowned} stands on its king row; write K{uncrowned}")
    return position


def parse_and_crown(text: str, rules: Rules) -> tuple[Position, tuple[int, ...]]:
    """Parse a FEN, crown the men on their king row, and also return the squares of these men.

    Raises ValueError, which quotes the FEN.
    """
    position = _parse(text, rules)
    uncrowned = _uncrowned(position)
    return replace(position, kings=position.kings | uncrowned), position.geometry.numbers(uncrowned)


def _uncrowned(position: Position) -> int:
    """Return the mask of the men on their king row."""
    geometry = position.geometry
    crown_rows = geometry.row_bits(geometry.size - 1) & position.black | geometry.row_bits(0) & position.white
    return crown_rows & ~position.kings


def _parse(text: str, rules: Rules) -> Position:
    """Parse a FEN as written; men may be on their king row."""
    fen = f"FEN {quoted(text)}"
    parts = _COUNTERS.sub("", re.sub(r"\s", "", text).rstrip(".").upper()).rstrip(".").split(":")
    if len(parts) != 3 or parts[0] not in _LETTERS:
        raise ValueError(f"{fen} is not like B:W21-32:B1-12 (side to move, then each side's squares)")
    geometry = rules.geometry
    masks = [0, 0]
    seen = []
    kings = triples = 0
    for part in parts[1:]:
        if part[:1] not in _LETTERS:
            raise ValueError(f"{fen}: {quoted(part)} must begin with W or B")
        side = _LETTERS[part[0]]
        seen.append(side)
        for item in filter(None, part[1:].split(",")):
            match = _SQUARES.fullmatch(item)
            if match is None:
                raise ValueError(f"{fen}: {quoted(item)} is no square; squares are like 18, K27 or 1-12")
            rank, first, last = match[1], int(match[2]), int(match[3] or match[2])
            if not 1 <= first <= last <= geometry.squares:
                raise ValueError(f"{fen}: {quoted(item)} is not on this board; squares are 1 to {geometry.squares}")
            if rank == "T" and not rules.triple_kings:
                raise ValueError(f"{fen}: {quoted(item)} is a triple king, which {rules.name} does not have")
            for number in range(first, last + 1):
                bit = geometry.bit(number)
                if (masks[BLACK] | masks[WHITE]) & bit:
                    raise ValueError(f"{fen}: square {number} is named twice")
                masks[side] |= bit
                kings |= bit if rank else 0
                triples |= bit if rank == "T" else 0
    if seen[0] == seen[1]:
        raise ValueError(f"{fen} names one side twice; it needs one part with W and one with B")
    return Position(geometry, masks[BLACK], masks[WHITE], kings, triples, _LETTERS[parts[0]])


def fen_text(position: Position) -> str:
    """Return the FEN of a position, squares in ascending order."""
    sides = []
    for letter, side in (("W", WHITE), ("B", BLACK)):
        items = []
        for number in position.geometry.numbers(position.of(side)):
            bit = position.geometry.bit(number)
            items.append(f"{'T' if position.triples & bit else 'K' if position.kings & bit else ''}{number}")
        sides.append(letter + ",".join(items))
    return ":".join(("BW"[position.side], *sides))
