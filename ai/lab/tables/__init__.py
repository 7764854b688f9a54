"""Building and checking the endgame tables."""
