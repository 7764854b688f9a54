"""The terminal bell of the plain front end. Ringing does not block the game."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread


class Ringer:
    """A player of bell rhythms on a separate thread. It writes to a file descriptor, bypassing the stream buffer."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._stop = Event()

    def ring(self, rhythm: Sequence[float]) -> None:
        """Start a rhythm, whose times are in seconds from now, and return at once.

        An earlier rhythm is stopped. An empty rhythm has no effect.
        """
        if rhythm:
            self._stop.set()
            self._stop = Event()
            Thread(target=self._sound, args=(rhythm, self._stop), daemon=True, name="bell").start()

    def _sound(self, rhythm: Sequence[float], stop: Event) -> None:
        began = time.monotonic()
        for at in rhythm:
            if stop.wait(max(0.0, began + at - time.monotonic())):
                return
            with suppress(OSError):  # the terminal has hung up
                os.write(self._descriptor, b"\a")
