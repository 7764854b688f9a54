"""The types that mypyc makes machine words of: ``i64`` and smaller ones, and ``vec``, a growing array of one type.

The compiled modules and those that hand them arrays import both from here. Without ``librt`` and ``mypy_extensions``
the same modules run on plain ints and lists, with the same results.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i32 as i32
    from mypy_extensions import i64 as i64
    from mypy_extensions import u8 as u8
else:
    try:
        from mypy_extensions import i16, i32, i64, u8
    except ImportError:
        i16 = i32 = i64 = u8 = int

    try:
        from librt.vecs import append, vec
    except ImportError:

        def _taken_over(items=()):
            return items if type(items) is list else list(items)

        class vec:  # noqa: N801 - it has the name of what it stands for
            """Makes lists as librt makes its arrays, ``vec[i64]([0] * 8)``, but takes a list over instead of copying.

            So a large table is in memory once, and indexing it is as fast as that of any list.
            """

            def __class_getitem__(cls, item):
                return _taken_over

        def append(array, item):
            """The array with one more item; the one that was handed in is used up."""
            array.append(item)
            return array
