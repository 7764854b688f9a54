"""The types that mypyc makes machine words of: ``i64``, and ``vec``, a growing array of one type.

The compiled modules and those that hand them arrays import both from here. Without ``librt`` and ``mypy_extensions``
the same modules run on plain ints and lists, with the same results.
"""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    try:
        from mypy_extensions import i64
    except ImportError:
        i64 = int

    try:
        from librt.vecs import append, vec
    except ImportError:
        T = TypeVar("T")

        class vec(list[T]):  # noqa: N801 - it has the name of what it stands for
            """A list that is made like librt's array: ``vec[i64]([0] * 8)``."""

        def append(array: vec[T], item: T) -> vec[T]:
            """The array with one more item; the one that was handed in is used up."""
            array.append(item)
            return array
