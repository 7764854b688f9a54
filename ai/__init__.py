"""The opponent: evaluation, search, levels and the one call that chooses a move."""
