"""Ctrl-C while the program loads. An exception that comes in the middle of an import may be lost, or become another."""

import os
import signal
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130


def begin_loading() -> None:
    """From now on Ctrl-C ends the program at once, unless whoever started it has it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)


def end_loading() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again: there is something to put in order."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end_at_once(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
