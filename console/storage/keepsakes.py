"""Folders of texts and pictures that the player saves, such as postcards and certificates."""

from itertools import count
from pathlib import Path

from console.storage.atomic_files import bytes_or_none, locked, write_whole
from console.storage.notices import not_kept


def put(folder: Path, kind: str, suffix: str, content: str | bytes) -> Path:
    """Write a file under the lowest free number, and return its path. Text is written in UTF-8. Raises NotKept.

    A file name is ``kind``, as in ``postcard``, and a number from 1. If there is a file with this content, nothing is
    written, and its path is returned.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
    with not_kept(f"The {kind} cannot be saved"), locked(folder / f"{kind}s"):
        alike = sorted(folder.glob(f"{kind}-*.{suffix}"))
        if same := next((path for path in alike if bytes_or_none(path) == data), None):
            return same
        taken = {path.stem for path in folder.iterdir()}
        stem = next(stem for number in count(1) if (stem := f"{kind}-{number}") not in taken)
        path = folder / f"{stem}.{suffix}"
        write_whole(path, data)
    return path
