"""The search: iterative deepening, alpha-beta, the transposition table."""
