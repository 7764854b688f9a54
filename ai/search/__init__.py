"""The search: iterative deepening, alpha-beta and the transposition table."""
