"""Bits of masks. Compiled by mypyc; also runs interpreted."""

from typing import Final

from engine.native_types import i64

_M1: Final = 0x1555555555555555  # below 2**62: mypyc would convert a larger constant from an object at every use
_M2: Final = 0x3333333333333333
_M4: Final = 0x0F0F0F0F0F0F0F0F
_ONES: Final = 0x0101010101010101


def count(bits: i64) -> i64:
    """Return the number of one bits of a mask below 2**62."""
    bits = bits - ((bits >> 1) & _M1)
    bits = (bits & _M2) + ((bits >> 2) & _M2)
    bits = (bits + (bits >> 4)) & _M4
    return ((bits * _ONES) >> 56) & 0x7F
