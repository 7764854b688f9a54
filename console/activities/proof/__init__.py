"""The proof how a position ends."""
