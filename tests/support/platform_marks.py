"""Differences between systems: marks of tests, and command lines."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="processes, signals, rights and shells of another kind")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc, /dev/full and limits of memory")
windows = pytest.mark.skipif(os.name != "nt", reason="names, locks and code pages of Windows")
SLOWNESS: Final = 1 if os.name == "posix" else 10
"""The start of a program takes so many times longer than on POSIX."""
NO_FILE: Final = "No such file or directory" if os.name == "posix" else r"[A-Z].+"
"""A regular expression of what the system says of a program that is missing."""
TOO_LONG: Final = "File name too long" if os.name == "posix" else "No such file or directory"
"""The system's message about a name of 300 letters."""


def joined(words: Sequence[str]) -> str:
    """Return the command line that the system splits into these words."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
