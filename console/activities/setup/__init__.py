"""The setup of a position."""
