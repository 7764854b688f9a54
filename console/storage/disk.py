"""The store on the disk. It never fails the player: what cannot be written is told once, and the game goes on."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from console.game.player_tags import IDENTITY, seats_of
from console.storage.atomic_files import Places, alone, decoded_or_none, places, put_aside, sweep, trouble, write_whole
from console.storage.hall_of_fame import Result, Score, Standing, hall_text, read_hall, standings, with_result
from console.storage.saved_games import UNFINISHED, Damaged, SavedGame, SavedGames, Slot, take_slots
from console.storage.settings import Settings, read_settings, settings_text
from console.storage.store import NotKept
from engine.pdn.writer import GameRecord
from engine.position import Position

_SETTINGS: Final = "settings.json"
_HALL: Final = "hall.json"
_GAMES: Final = "games"


class Disk:
    """A store in the user's folders.

    Where it is not ``automatic`` (in a pipe) it acts on ``save``, ``load`` and ``games`` only: nothing is offered, kept
    or remembered, and the settings are the usual ones. ``now`` tells the time in seconds.
    """

    def __init__(
        self, automatic: bool = True, where: Places | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._where = where or places()
        self._automatic = automatic
        self._now = now
        self._notices: list[str] = []
        self._told: set[str] = set()
        self._slot: Slot | None = None
        self._saved = SavedGames(self._where.data / _GAMES)
        self.settings = Settings()
        if automatic:
            sweep(self._where.data)
            self._read_settings()

    # What is told

    def notices(self) -> list[str]:
        """What is to be told since the last call."""
        told, self._notices = self._notices, []
        return told

    def _tell(self, what: str, error: OSError) -> None:
        """Say once of each thing that it cannot be done."""
        if what not in self._told:
            self._told.add(what)
            self._notices.append(f"{what} ({trouble(error)}).")

    # The game in progress

    def begin(self) -> dict[str, str]:
        """The tags of a game that begins now."""
        now = self._now()
        moment = time.localtime(now)
        return {
            "Event": "EGA Checkers",
            "Date": time.strftime("%Y.%m.%d", moment),
            "Time": time.strftime("%H:%M:%S", moment),
            IDENTITY: f"{time.strftime('%Y%m%d-%H%M%S', moment)}-{round(now * 1e6) % 10**6:06}",
        }

    def unfinished(self) -> GameRecord | None:
        """The latest game no running program plays; damaged ones are put aside."""
        if not self._automatic:
            return None
        self._leave()
        try:
            slots = take_slots(self._where.data)
        except OSError as error:
            self._tell("The game in progress cannot be kept", error)
            return None
        found: GameRecord | None = None
        for slot in slots:
            record = self._read(slot) if found is None else None
            if found is None and record is not None:
                found, self._slot = record, slot
            elif found is None and slot is slots[-1]:
                self._slot = slot
            else:
                slot.release()
        return found

    def _read(self, slot: Slot) -> GameRecord | None:
        """The unfinished game a slot holds."""
        try:
            record = slot.read()
        except Damaged as error:
            self._put_aside(slot.path, f"The saved game could not be read ({error})")
            return None
        except OSError as error:
            self._tell("A saved game cannot be read", error)
            return None
        return record if record and record.turns and record.outcome is None else None

    def _put_aside(self, path: Path, sentence: str) -> None:
        try:
            self._notices.append(f"{sentence}: it is put aside as {put_aside(path).name}.")
        except OSError as error:
            self._tell(f"{sentence} and cannot be put aside", error)

    def _own(self) -> Slot | None:
        """This program's slot."""
        if self._slot is None and self._automatic:
            try:
                slots = take_slots(self._where.data)
            except OSError as error:
                self._tell("The game in progress cannot be kept", error)
                return None
            for slot in slots[:-1]:
                slot.release()
            self._slot = slots[-1] if slots else None
        return self._slot

    def keep(self, record: GameRecord) -> None:
        """Hold the game in progress; one without a move is none."""
        slot = self._own()
        if slot is None:
            return
        try:
            if record.turns and record.outcome is None:
                slot.write(record)
            else:
                slot.clear()
        except OSError as error:
            self._tell("The game in progress cannot be kept", error)

    def finish(self, record: GameRecord) -> None:
        """Count a game that is over, then hold it no longer."""
        if not self._automatic:
            return
        result = result_of(record)
        if result is not None:
            self._count(result)
        self.keep(record)

    def abandon(self, record: GameRecord) -> str | None:
        """Save an unfinished game that is left for another, in the place of the one left before."""
        if not (self._automatic and record.turns and record.outcome is None):
            return None
        try:
            self._saved.replace(UNFINISHED, record)
        except OSError as error:
            self._tell("The game you leave cannot be saved", error)
            return None
        self.keep(replace(record, turns=()))
        return UNFINISHED

    def close(self) -> None:
        """Let other programs have the slot; what it holds is offered at the next start."""
        self._leave()

    def _leave(self) -> None:
        if self._slot is not None:
            self._slot.release()
            self._slot = None

    # Saved games

    def save(self, name: str, record: GameRecord) -> None:
        """Save a game by name. Raises NotKept."""
        try:
            self._saved.save(name, record)
        except OSError as error:
            raise NotKept(f"It cannot be saved ({trouble(error)}).") from None
        except ValueError as error:
            raise NotKept(str(error)) from None

    def load(self, words: str) -> GameRecord:
        """The game of a name, or of a name and its number there. Raises NotKept."""
        try:
            return self._saved.load(words)
        except OSError as error:
            raise NotKept(f"It cannot be read ({trouble(error)}).") from None
        except ValueError as error:
            raise NotKept(str(error)) from None

    def games(self) -> list[SavedGame]:
        """The saved games, the newest first. Raises NotKept."""
        try:
            return self._saved.listed()
        except OSError as error:
            raise NotKept(f"The saved games cannot be listed ({trouble(error)}).") from None

    # Settings

    def _read_settings(self) -> None:
        path = self._where.config / _SETTINGS
        try:
            text = decoded_or_none(path)
            if text is None:
                return
            self.settings, complaints = read_settings(text)
        except OSError as error:
            self._tell("The settings cannot be read", error)
        except ValueError:
            self._put_aside(path, "The settings could not be read")
        else:
            self._notices += complaints
            if complaints:
                self._write_settings(self.settings)

    def remember(self, settings: Settings) -> None:
        """Have these settings in this run; what is new in them is kept, the others stay as the file has them."""
        before, self.settings = self.settings, settings
        if settings != before:
            self._write_settings(before)

    def _write_settings(self, before: Settings) -> None:
        """Write what has changed since ``before``."""
        if not self._automatic:
            return
        path = self._where.config / _SETTINGS
        try:
            with alone(path):
                on_disk = self.settings
                with suppress(ValueError):
                    text = decoded_or_none(path)
                    on_disk = read_settings(text)[0] if text is not None else on_disk
                write_whole(path, settings_text(self.settings.changes_put_on(before, on_disk)))
        except OSError as error:
            self._tell("The settings cannot be kept", error)

    # The hall of fame

    def hall(self) -> list[Standing]:
        """The hall of fame, the best first. Raises NotKept."""
        try:
            return standings(self._results(), level_ratings())
        except OSError as error:
            raise NotKept(f"The hall of fame cannot be read ({trouble(error)}).") from None

    def _results(self) -> tuple[Result, ...]:
        """All results; a damaged file is put aside. Raises OSError."""
        path = self._where.data / _HALL
        text = decoded_or_none(path)
        if text is None:
            return ()
        try:
            return read_hall(text)
        except ValueError as error:
            self._put_aside(path, f"The hall of fame could not be read ({error})")
            return ()

    def _count(self, result: Result) -> None:
        path = self._where.data / _HALL
        try:
            with alone(path):
                results = self._results()
                more = with_result(results, result)
                if more != results:
                    write_whole(path, hall_text(more))
        except OSError as error:
            self._tell("The hall of fame cannot be kept", error)


def level_ratings() -> Mapping[int, int]:
    """The ratings of the levels, as measured."""
    from ai.levels import LEVEL_RATINGS

    return LEVEL_RATINGS


def result_of(record: GameRecord) -> Result | None:
    """What a finished game counts in the hall of fame: one against the computer, from the usual start, begun here."""
    seats = seats_of(record)
    identity, outcome = record.tag(IDENTITY, ""), record.outcome
    if outcome is None or seats.computers is None or len(seats.computers) != 1 or not identity or seats.level is None:
        return None
    if record.start != Position.start(record.rules):
        return None
    score: Score = "draw" if outcome.winner is None else "win" if outcome.winner == seats.home else "loss"
    return Result(
        identity,
        seats.names[seats.home],
        seats.level,
        record.rules.name,
        record.jumping,
        score,
        record.tag("Date", time.strftime("%Y.%m.%d")),
        len(record.turns),
        seats.helped,
    )
