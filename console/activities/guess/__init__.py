"""Guess the move: a game is played through, and the player guesses the moves of one side."""
