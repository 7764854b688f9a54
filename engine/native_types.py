"""Types that mypyc compiles to machine words (``i64`` and smaller) and ``vec``, a growing array of one type.

The compiled modules and their callers import both from here. If ``librt`` or ``mypy_extensions`` is missing, the same
modules use plain ints and lists, with the same results. Compiled modules cannot be loaded then: their sources are.
"""

import sys
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

__all__ = ("append", "i16", "i32", "i64", "is_compiled", "u8", "vec")

try:
    from librt.vecs import append, vec
    from mypy_extensions import i16, i32, i64, u8
except (ImportError, AttributeError):  # librt raises the latter where mypy_extensions is older
    if not TYPE_CHECKING:
        i16 = i32 = i64 = u8 = int

        def _taken_over(items=()):
            return items if type(items) is list else list(items)

        class vec:  # noqa: N801 - the name of librt's class
            """A stand-in for librt's arrays: ``vec[i64]([0] * 8)`` returns the list itself instead of a copy.

            So there is only one copy of a large table in memory.
            """

            def __class_getitem__(cls, item):
                return _taken_over

        def append(array, item):
            """Append an item and return the array. The caller must use only the returned array afterwards."""
            array.append(item)
            return array

        class _SourceFinder:
            """Finds the sources of ``engine`` and ``ai``, even where compiled modules lie beside them."""

            @staticmethod
            def find_spec(name, path=None, target=None):
                source = Path(next(iter(path or ()), ""), f"{name.rpartition('.')[2]}.py")
                return spec_from_file_location(name, source) if name.startswith(_OURS) and source.is_file() else None

        _OURS = tuple(f"{__package__.removesuffix('engine')}{each}." for each in ("ai", "engine"))
        sys.meta_path.insert(0, _SourceFinder)


def is_compiled() -> bool:
    """Return True if the modules that mypyc can compile are compiled. None of them is imported."""
    found = find_spec(".moves", __package__)
    return found is not None and not str(found.origin).endswith(".py")
