"""A process killed without warning: at whatever moment, the next start offers the right position."""

import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.platform_marks import posix
from support.stored_games import offered, play_at_random

from console.storage.atomic_files import Places
from console.storage.disk import Disk
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text


class Killed(BaseException):
    """The moment at which the process is gone."""


class Fragile:
    """A file system on which a process dies at its n-th call; what it had begun to write may be cut anywhere."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fatal: int, rng: Random) -> None:
        self.calls = 0
        self.fatal = fatal
        self.rng = rng
        monkeypatch.setattr(os, "fsync", lambda handle: None)
        for owner, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "mkdir"), (Path, "rename")):
            self.watch(monkeypatch, owner, name)
        real_open = Path.open

        def opened(path: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:
            self.step()
            stream = real_open(path, mode, *arguments, **named)
            if mode == "wb":
                write = stream.write

                def half(data: bytes) -> int:
                    if self.calls + 1 == self.fatal:
                        write(data[: self.rng.randrange(len(data) + 1)])
                        stream.flush()
                    self.step()
                    return write(data)

                return Watched(stream, half)
            return stream

        monkeypatch.setattr(Path, "open", opened)

    def watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        """Count a call, before it does anything or after it has."""
        real: Callable[..., Any] = getattr(owner, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            late = self.rng.random() < 0.5
            if not late:
                self.step()
            result = real(*arguments, **named)
            if late:
                self.step()
            return result

        monkeypatch.setattr(owner, name, counted)

    def step(self) -> None:
        """One call more; dead processes make none."""
        self.calls += 1
        if self.calls >= self.fatal:
            raise Killed


class Watched:
    """A stream with a write of its own."""

    def __init__(self, stream: Any, write: Callable[[bytes], int]) -> None:
        self._stream = stream
        self.write = write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *details: object) -> None:
        self._stream.close()


class Witness(Disk):
    """A disk that tells what it is asked to hold, before and after it does."""

    def __init__(self, folder: Path, tell: Callable[[str, GameRecord], None]) -> None:
        super().__init__(True, Places(folder, folder))
        self._witness = tell

    def keep(self, record: GameRecord) -> None:
        self._witness("before", record)
        super().keep(record)
        self._witness("after", record)


def in_progress(record: GameRecord | None) -> tuple[object, ...] | None:
    """What a start should offer when this game was held last."""
    return None if record is None or record.outcome is not None or not record.turns else record.turns


class TestKilled:
    """At whatever moment the process is killed, the next start offers the right position."""

    @pytest.mark.parametrize(
        "moment", [pytest.param(moment, marks=[pytest.mark.slow] if moment % 4 else []) for moment in range(200)]
    )
    def test_at_every_step_of_writing(self, tmp_path: Path, moment: int) -> None:
        rng = Random(moment)
        held: list[GameRecord] = []
        done: list[GameRecord] = []
        store = Witness(tmp_path, lambda when, record: (held if when == "before" else done).append(record))
        with pytest.MonkeyPatch.context() as patch:
            Fragile(patch, fatal=1 + moment, rng=Random(moment))
            with suppress(Killed):
                play_at_random(store, rng, 40)
        store.release()
        expected = [in_progress(records[-1] if records else None) for records in (held, done)]
        kept = offered(tmp_path)
        assert in_progress(kept) in expected
        assert kept is None or read_games(pdn_text([kept])) == ([kept], [])

    @posix
    @pytest.mark.parametrize("moment", range(12))
    def test_by_the_system(self, tmp_path: Path, moment: int) -> None:
        killed_for_real(tmp_path, moment)

    @posix
    @pytest.mark.slow
    @pytest.mark.parametrize("moment", range(200))
    def test_by_the_system_at_two_hundred_moments(self, tmp_path: Path, moment: int) -> None:
        killed_for_real(tmp_path, 1000 + moment)


def killed_for_real(folder: Path, moment: int) -> None:
    """Play in another process, kill it without warning, and look at what is offered then."""
    rng = Random(moment)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)

            def tell(when: str, record: GameRecord) -> None:
                os.write(writing, f"{when}\f{pdn_text([record])}\f".encode())

            while True:
                store = Witness(folder, tell)
                play_at_random(store, rng, 60)
                store.release()
        finally:
            os._exit(1)
    os.close(writing)
    heard = bytearray()
    end = time.monotonic() + 0.02 + rng.random() * 0.25
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            heard += os.read(reading, 65536)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as stream:
        heard += stream.read()
    words = heard.decode().split("\f")[:-1]
    told = list(zip(words[0::2], words[1::2], strict=False))
    latest = dict(told)
    expected = [in_progress(read_games(text)[0][0]) for text in latest.values()] or [None]
    if "after" not in latest:
        expected.append(None)
    assert in_progress(offered(folder)) in expected
