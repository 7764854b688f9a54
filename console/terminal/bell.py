"""Tunes as each console plays them: by the codes of Linux's, by Windows' own sounds, else by the bell."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import NamedTuple

if sys.platform == "win32":
    from winsound import Beep

    def _beep(hertz: int, milliseconds: int) -> None:
        with suppress(RuntimeError):  # no speaker
            Beep(hertz, milliseconds)


class Note(NamedTuple):
    """A note of a tune: when it begins, in seconds after the tune, its pitch in hertz, and its length in seconds."""

    at: float
    hertz: int
    seconds: float


def sound(note: Note, kind: str, write: Callable[[str], object]) -> None:
    """Play a note, and return at once. ``kind`` is TERM of the terminal that ``write`` reaches.

    On the Linux console (console_codes(4)) and on a web page, pitch and length are set for the note and then reset.
    """
    milliseconds = round(1000 * note.seconds)
    if sys.platform == "win32":
        Thread(target=_beep, args=(note.hertz, milliseconds), daemon=True).start()
    elif kind in ("linux", "page"):
        write(f"\033[10;{note.hertz}]\033[11;{milliseconds}]\a\033[10]\033[11]")
    else:
        write("\a")


class Ringer:
    """A thread that plays tunes. It writes to a file descriptor, bypassing the stream buffer."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._stop = Event()

    def ring(self, tune: Sequence[Note]) -> None:
        """Start a tune, and return at once. An earlier tune is stopped. An empty tune has no effect."""
        if tune:
            self._stop.set()
            self._stop = Event()
            Thread(target=self._play, args=(tune, self._stop), daemon=True, name="bell").start()

    def _play(self, tune: Sequence[Note], stop: Event) -> None:
        began = time.monotonic()
        for note in tune:
            if stop.wait(max(0.0, began + note.at - time.monotonic())):
                return
            with suppress(OSError):  # the terminal has hung up
                sound(note, os.environ.get("TERM", ""), lambda text: os.write(self._descriptor, text.encode()))
