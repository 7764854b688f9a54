"""Games of two people over a connection."""
