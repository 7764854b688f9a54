"""All that a player sees and types."""
