"""Games of masters: american checkers, packaged as compressed PDN.

``packaged/masters.txt`` has the source and the licence. The games have no names and dates, and no two are the same.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from console.storage.atomic_files import bytes_or_none, write_whole
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.position import Position
from engine.rules import AMERICAN

PACKAGED: Final = Path(__file__).parent / "packaged" / "masters.pdn.xz"
UNPACKED: Final = "masters.pdn"
_HEAD: Final = '[Event "ACF archive"]'


def unpack(folder: Path) -> None:
    """Write the file of the games into ``folder`` if it is missing or has another content. Raises OSError."""
    path, content = folder / UNPACKED, _content()
    if bytes_or_none(path) != content:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)


def texts() -> list[str]:
    """Return the PDN text of each game. Raises OSError."""
    return [_HEAD + text for text in _content().decode("ascii").split(_HEAD)[1:]]


def _content() -> bytes:
    """Return the PDN of all games. Raises OSError, also if the packaged file is damaged or Python lacks lzma."""
    try:
        from lzma import LZMAError, decompress
    except ModuleNotFoundError:
        raise OSError("this Python comes without its package lzma") from None
    try:
        content = decompress(PACKAGED.read_bytes())
    except LZMAError as error:
        raise OSError(f"{PACKAGED.name} is damaged: {error}") from None
    if not content.isascii():
        raise OSError(f"{PACKAGED.name} is damaged: it is not ASCII")
    return content


def pack(lines: Iterable[str]) -> bytes:
    """Return the content of the packaged file, made of the lines of ``ACF.txt``. Raises ValueError.

    A line has the moves and the result, separated by a tab. Squares are numbered from 0, and from right to left in each
    row. Repeated games are left out.
    """
    import lzma

    generator = MoveGenerator(AMERICAN)
    games = sorted({_moves_and_result(line, generator) for line in lines})
    return lzma.compress("".join(_pdn(games)).encode("ascii"), preset=9 | lzma.PRESET_EXTREME)


def _moves_and_result(line: str, generator: MoveGenerator) -> tuple[str, str]:
    moves, result = line.rstrip("\n").split("\t")
    position, texts = Position.start(AMERICAN), list[str]()
    for text in moves.split():
        numbers = (int(number) for number in text.split("-"))
        path = "-".join(str(number // 4 * 4 + 4 - number % 4) for number in numbers)
        routes = generator.routes(position)
        move = read_move(path, routes)
        texts.append(move_text(move, routes))
        position = move.after
    return " ".join(texts), result


def _pdn(games: Iterable[tuple[str, str]]) -> Iterator[str]:
    for moves, result in games:
        yield f'{_HEAD}\n[Result "{result}"]\n\n{moves} {result}\n\n'
