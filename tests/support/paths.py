"""Where things lie in a checkout."""

from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).resolve().parent.parent
ROOT: Final = TESTS.parent
DATA: Final = TESTS / "data"
GOLDEN: Final = TESTS / "golden"
PROGRAMS: Final = TESTS / "support" / "programs"
