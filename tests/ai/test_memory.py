"""The memory of the machine, also as Windows reports it."""

import ctypes
import os
from types import SimpleNamespace
from typing import Any

import pytest
from support.platform_marks import linux, posix

from ai.memory import free_memory, memory_status, total_memory


def test_the_free_memory_is_a_part_of_the_memory() -> None:
    total, free = total_memory(), free_memory()
    assert total is None or total > 1 << 20
    assert free is None or total is None or 0 < free <= total


@linux
def test_linux_reports_both() -> None:
    assert total_memory() is not None
    assert free_memory() is not None


@posix
def test_a_system_may_not_report_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", int)  # raises ValueError like an unknown name
    assert total_memory() is None


class Status(ctypes.Structure):
    """MEMORYSTATUSEX, as Microsoft documents it."""

    _fields_ = [
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("available", ctypes.c_uint64),
        ("others", ctypes.c_uint64 * 5),
    ]


def kernel(answer: int) -> Any:
    """Return the library kernel32 of a machine with 8 GB, 3 of them free."""

    def report(place: Any) -> int:
        status = Status.from_buffer(place)
        assert status.length == ctypes.sizeof(Status)
        status.load, status.total, status.available = 62, 8 << 30, 3 << 30
        return answer

    return SimpleNamespace(GlobalMemoryStatusEx=report)


def test_reads_the_report_of_windows() -> None:
    assert [memory_status(kernel(1), field) for field in (1, 2)] == [8 << 30, 3 << 30]
    assert memory_status(kernel(0), 1) is None
