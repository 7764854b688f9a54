"""The terminal: input, output, and a stack of screens. Nothing here knows the program it serves."""
