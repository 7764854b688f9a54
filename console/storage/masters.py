"""Games of masters: american checkers, packaged as compressed PDN.

``packaged/masters.txt`` has the source. The games have no names and dates, and no two are the same.
"""

from pathlib import Path
from typing import Final

from console.storage.atomic_files import bytes_or_none, write_whole

PACKAGED: Final = Path(__file__).parent / "packaged" / "masters.pdn.xz"
UNPACKED: Final = "masters.pdn"
_HEAD: Final = '[Event "ACF archive"]'


def unpack(folder: Path) -> None:
    """Write the file of the games into ``folder`` if it is missing or has another content. Raises OSError."""
    path, content = folder / UNPACKED, _content()
    if bytes_or_none(path) != content:
        write_whole(path, content)


def texts() -> list[str]:
    """Return the PDN text of each game. Raises OSError."""
    return [_HEAD + text for text in _content().decode("ascii").split(_HEAD)[1:]]


def _content() -> bytes:
    """Return the PDN of all games. Raises OSError, also if the packaged file is damaged or Python lacks lzma."""
    try:
        from lzma import LZMAError, decompress
    except ModuleNotFoundError:
        raise OSError("this Python has no lzma module") from None
    try:
        return decompress(PACKAGED.read_bytes())
    except LZMAError as error:
        raise OSError(f"{PACKAGED.name} is damaged: {error}") from None
