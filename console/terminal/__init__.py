"""The terminal: input, output, and a stack of screens. Nothing here is about checkers."""
