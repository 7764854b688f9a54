"""Games of players and of the computer at this board."""
