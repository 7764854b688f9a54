"""Endgame tables: the values of positions with few pieces."""
