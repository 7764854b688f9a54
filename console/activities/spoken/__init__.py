"""The position and the game in words, for players who do not see the board."""
