"""Paths of a checkout and of its test data."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent.parent
ROOT: Final = TESTS.parent
DATA: Final = TESTS / "data"
GOLDEN: Final = TESTS / "golden"
PROGRAMS: Final = TESTS / "support" / "programs"
