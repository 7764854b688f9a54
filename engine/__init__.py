"""The rules of checkers: boards, moves, games and notations. This package prints nothing and knows no players."""

from engine import native_types as native_types  # before compiled modules, which may need its finder
