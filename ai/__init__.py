"""The opponent: evaluation, search, levels and the one call that chooses a move."""

from engine import native_types as native_types  # before compiled modules, which may need its finder
