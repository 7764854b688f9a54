"""Postcards: the screen or the board as a file to show to friends."""
