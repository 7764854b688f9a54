"""The static evaluation."""
