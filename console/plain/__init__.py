"""The front end in lines of text, for pipes, simple terminals and screen readers."""
