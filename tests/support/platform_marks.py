"""Marks of tests that say something of some systems only."""

import os

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="processes, signals, rights and shells of another kind")
