"""Paths of a checkout and of its test data."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent.parent
ROOT: Final = TESTS.parent
DATA: Final = TESTS / "data"
GOLDEN: Final = TESTS / "golden"
PROGRAMS: Final = TESTS / "support" / "programs"
INSTALLED: Final = ROOT / "console" / "installed" / "ega_checkers"
"""The package of a wheel, which contains all others."""
MAN_PAGE: Final = ROOT / "console" / "installed" / "share" / "man" / "man6" / "checkers.6"
