"""The terminal: input, output, and a stack of screens. It can serve any program."""
