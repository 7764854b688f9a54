"""The explorer: the moves that masters and the player himself made in a position, with their results."""
