"""Endgame tables: positions with few pieces, solved."""
