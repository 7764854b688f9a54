"""Marks of tests that say something of some systems only."""

import os
import sys

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="processes, signals, rights and shells of another kind")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc, /dev/full and limits of memory")
