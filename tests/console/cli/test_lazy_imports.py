"""Modules that are imported and not loaded."""

import subprocess
import sys

import pytest
from support.platform_marks import posix

from console.terminal.lazy_imports import lazy_imports

PROGRAM = """
import sys
from console.terminal.lazy_imports import lazy_imports
with lazy_imports("asyncio", "unittest", "unittest.mock"):
    import asyncio
    from unittest import mock
assert not {"asyncio", "unittest", "unittest.mock"} & set(sys.modules), "somebody may import the real ones"
"""


def said_by(program: str) -> str:
    """What a program of its own prints behind PROGRAM."""
    done = subprocess.run([sys.executable, "-c", PROGRAM + program], capture_output=True, text=True, check=True)
    return done.stdout


def test_a_module_is_loaded_at_its_first_use() -> None:
    """And is the one that everybody else imports."""
    assert said_by("print('asyncio.events' in sys.modules)") == "False\n"
    assert said_by("print(asyncio.run.__name__, asyncio.run is sys.modules['asyncio'].run)") == "run True\n"
    assert said_by("print(mock.Mock(return_value=3)())") == "3\n"
    assert said_by("from unittest import mock as real; print(real is mock, real.Mock is mock.Mock)") == "False True\n"


def test_what_a_module_does_not_have_is_missed() -> None:
    with lazy_imports("wave"):
        import wave
    with pytest.raises(AttributeError):
        wave.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_module_that_is_loaded_stays() -> None:
    before = sys.modules["subprocess"]
    with lazy_imports("subprocess"):
        assert sys.modules["subprocess"] is before
    assert sys.modules["subprocess"] is before


@posix
def test_the_screen_starts_without_them() -> None:
    """What blessed imports for others is not loaded."""
    program = "import sys; from console.terminal.terminal import terminal_driver; import io; terminal_driver();" + (
        "print('asyncio.events' in sys.modules, 'unittest.case' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False False\n")
