"""Handle Ctrl-C during imports, where KeyboardInterrupt may be lost or turned into another exception."""

import os
import signal
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130


def begin_loading() -> None:
    """Make Ctrl-C end the program at once, unless SIGINT was ignored at the start."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)


def end_loading() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again, so that the game can clean up."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_at_once(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
