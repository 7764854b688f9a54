"""The terminal bell of the plain front end. Ringing does not block the game."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread


class Ringer:
    """A player of bell rhythms on a separate thread. ``beep`` sounds the bell once."""

    def __init__(self, beep: Callable[[], None]) -> None:
        self.beep = beep
        self._stop = Event()

    @classmethod
    def of(cls, descriptor: int) -> "Ringer":
        """Return a ringer that writes the bell to a file descriptor, bypassing the stream buffer."""

        def beep() -> None:
            with suppress(OSError):  # the terminal has hung up
                os.write(descriptor, b"\a")

        return cls(beep)

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
            self.beep()
