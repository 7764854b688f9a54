"""House rules, and positions by them in which White can jump in tens of thousands of ways."""

from dataclasses import replace
from typing import Final

from engine.house_rules import house_rules
from engine.rules import RULE_SETS

RULES: Final = house_rules(
    "granny", replace(RULE_SETS["international"], captured_stay=False, choice=(), jumpings=("forced", "free"))
)
_PIECES: Final = "WK5,K6,K35,K44:B7,9,10,13,20,21,23,24,27,29,32,33,34,41,42,43,K50"
COUNTLESS: Final = f"W:{_PIECES},17"
BEFORE: Final = f"B:{_PIECES},12"
"""The position before, in which Black can move from 12 to 17."""
