"""Learning from games of the program against itself."""
