"""Random damage to bytes."""

import random


def damaged(data: bytes, rng: random.Random, times: int) -> bytes:
    """Return bytes with so many random changes: a byte replaced, bytes removed, inserted or repeated."""
    stream = bytearray(data)
    for _ in range(times):
        at = rng.randrange(len(stream) + 1)
        match rng.randrange(4):
            case 0:
                stream[at : at + 1] = rng.randbytes(1)
            case 1:
                del stream[at : at + rng.randint(1, 9)]
            case 2:
                stream[at:at] = rng.randbytes(rng.randint(1, 9))
            case _:
                stream[at:at] = stream[:at]
    return bytes(stream)
