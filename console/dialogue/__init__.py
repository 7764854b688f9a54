"""The conversation with the player, independent of the front end."""
