"""The phrases that stand for values."""

from pathlib import Path
from typing import Final

from engine.entries import read_entries

PHRASES: Final = read_entries(Path(__file__).with_name("phrases.txt").read_text("utf-8"), " = ")
"""Phrases by group and by the value that they stand for."""
