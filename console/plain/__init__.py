"""The front end on lines of text: pipes, dumb terminals, screen readers."""
