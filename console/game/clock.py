"""The clocks of a game, with minutes for each side and an increment. The caller provides the time."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from engine.geometry import BLACK, SIDE_NAMES, WHITE

if TYPE_CHECKING:
    from ai.time_control import Budget

OFF: Final = "off"
_SPELLING: Final = re.compile(r"([0-9]{1,3})(?::([0-5][0-9]))?(?:\s*\+\s*([0-9]{1,3}))?")
_CONTROL: Final = "TimeControl"
_RESERVE: Final = 0.2  # seconds that a budget leaves on the clock
_MOST: Final = 999  # largest number of minutes and of seconds a move, as in _SPELLING
_PLAYED: Final = "Seconds"
_SECONDS: Final = re.compile(r"[0-9]{1,7}")
_LONGEST_WAIT: Final = 600.0  # seconds: of a longer wait for an answer, the rest does not count as played


class Control(NamedTuple):
    """A time control: minutes and seconds for each side, and the increment in seconds."""

    minutes: int
    increment: int = 0
    seconds: int = 0

    def __str__(self) -> str:
        """Return the control as it is typed: ``5+3``, or ``0:30+3``."""
        return f"{self.minutes}{f':{self.seconds:02}' if self.seconds else ''}+{self.increment}"

    @property
    def total(self) -> int:
        """The seconds with which each side begins."""
        return self.minutes * 60 + self.seconds

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse a typed control. Return None for ``off`` and an empty text. Raises ValueError for other texts."""
        if text.strip().casefold() in (OFF, ""):
            return None
        match = _SPELLING.fullmatch(text.strip())
        control = cls(int(match[1]), int(match[3] or 0), int(match[2] or 0)) if match is not None else None
        if control is None or not control.total:
            raise ValueError(text)
        return control


@dataclass(eq=False)
class GameClock:
    """The clocks of both sides, or of ``sides`` only. At most one clock runs.

    ``now`` returns the time in seconds. ``seconds`` has what each side begins with, by default the control's.
    ``running`` is the side whose clock runs, or None.
    """

    control: Control
    now: Callable[[], float]
    seconds: tuple[float, float] | None = None
    sides: Sequence[int] = (BLACK, WHITE)
    running: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._left = list(self.seconds or (float(self.control.total),) * 2)
        self._since = 0.0

    @classmethod
    def of_tags(cls, tags: Mapping[str, str], now: Callable[[], float]) -> Self | None:
        """Return the clock of a recorded game, or None if its clock tags are missing or invalid."""
        try:
            seconds, _, increment = tags[_CONTROL].partition("+")
            left = (float(tags[f"{SIDE_NAMES[0]}Clock"]), float(tags[f"{SIDE_NAMES[1]}Clock"]))
            minutes, rest = divmod(int(seconds), 60)
            control = Control(minutes, int(increment), rest)
        except (KeyError, ValueError):
            return None
        is_valid = control.total > 0 and all(0 <= it <= _MOST for it in control) and all(0 <= it < 1e6 for it in left)
        return cls(control, now, left) if is_valid else None

    @staticmethod
    def is_in(tags: Mapping[str, str]) -> bool:
        """Return True if a record has all clock tags, even with invalid values."""
        return all(name in tags for name in (_CONTROL, *(f"{color}Clock" for color in SIDE_NAMES)))

    def tags(self) -> dict[str, str]:
        """Return the tags for the record of the game."""
        left = {f"{color}Clock": f"{self.left(side):.1f}" for side, color in enumerate(SIDE_NAMES)}
        return {_CONTROL: f"{self.control.total}+{self.control.increment}"} | left

    def left(self, side: int) -> float:
        """Return the seconds that a side has left, at least 0."""
        elapsed = self.now() - self._since if side == self.running else 0.0
        return max(0.0, self._left[side] - elapsed)

    def run(self, side: int) -> None:
        """Run the clock of a side and stop the other."""
        if side != self.running:
            self.stop()
            self.running, self._since = side, self.now()

    def stop(self) -> None:
        """Stop both clocks."""
        if self.running is not None:
            self._left[self.running] = self.left(self.running)
            self.running = None

    def press(self, side: int) -> None:
        """Stop the clocks, and add the increment to the clock of the side that has moved."""
        self.stop()
        self._left[side] += self.control.increment

    def give(self, side: int, seconds: float) -> None:
        """Add seconds to the clock of a side."""
        self._left[side] += seconds

    def budget(self, side: int) -> "Budget":
        """Return the time budget of a side for a search that starts now."""
        from ai.time_control import for_game

        left = max(0.0, self.left(side) - _RESERVE)
        increment = min(self.control.increment, left)  # the clock gets the increment only after the move
        return for_game(left - increment, increment)


def duration_text(seconds: float) -> str:
    """Return a duration as ``0:03``, ``12:40`` or ``1:00:00``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def clock_text(seconds: float) -> str:
    """Return the time left as a clock shows it: ``5:00`` to its first second, with tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    return duration_text(ceil(seconds))


def seconds_played(tags: Mapping[str, str]) -> int | None:
    """Return the seconds played in a recorded game, or None if its tag is missing or invalid."""
    found = tags.get(_PLAYED, "")
    return int(found) if _SECONDS.fullmatch(found) else None


class Stopwatch:
    """A stopwatch for a game and each of its moves. ``now`` returns the time in seconds.

    ``before`` is the time played in earlier sessions, in seconds; None if unknown. A move is identified by its ply,
    counted from 0.
    """

    def __init__(self, now: Callable[[], float], before: float | None = 0) -> None:
        self._now = now
        self._before = before
        self._since: float | None = now()
        self._turn: tuple[int, float] | None = None
        self._seconds: list[float | None] = []

    @property
    def played(self) -> float | None:
        """The time played in seconds, or None if unknown. A wait for an answer counts ten minutes at most."""
        elapsed = 0.0 if self._since is None else min(_LONGEST_WAIT, self._now() - self._since)
        return None if self._before is None else self._before + elapsed

    def tags(self) -> dict[str, str]:
        """Return the tag for the record of the game; none if the time is unknown or less than a second."""
        return {_PLAYED: str(int(self.played))} if self.played is not None and self.played >= 1 else {}

    def stop(self) -> None:
        """Stop the time of the game until the next turn starts."""
        self._before, self._since = self.played, None

    def start_turn(self, ply: int) -> None:
        """Continue the time of the game. Start timing the move at ``ply``, unless it is already timed."""
        self._before, self._since = self.played, self._now()
        if self._turn is None or self._turn[0] != ply:
            self._turn = ply, self._now()

    def end_turn(self, ply: int) -> None:
        """Store the time of the move at ``ply``, or None if the move was not timed."""
        self._seconds = [*self._seconds[:ply], *[None] * (ply - len(self._seconds))]
        timed = self._turn is not None and self._turn[0] == ply
        self._seconds.append(self._now() - self._turn[1] if timed and self._turn else None)

    def seconds(self, ply: int) -> float | None:
        """Return the seconds spent on the move at ``ply``, or None if the move was not timed."""
        return self._seconds[ply] if ply < len(self._seconds) else None
