"""Training of the evaluation and of opening books from games of the program against itself."""
