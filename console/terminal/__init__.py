"""The terminal; it knows no checkers."""
