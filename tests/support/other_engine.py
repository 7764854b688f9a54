"""The Hub engine of another program, which does what its parameter ``deed`` says."""

import sys

import pytest

import ai.hub.client
import ai.hub.program
from support.paths import PROGRAMS
from support.platform_marks import SLOWNESS, joined

PROGRAM = PROGRAMS / "other_engine.py"
ENGINE = joined([sys.executable, "-IS", str(PROGRAM)])


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait a second at most for an engine that starts fast, in each test of a module that imports this."""
    monkeypatch.setattr(ai.hub.program, "QUIT_TIMEOUT", 0.2)
    monkeypatch.setattr(ai.hub.client, "ANSWER_TIMEOUT", 1.0 * SLOWNESS)
