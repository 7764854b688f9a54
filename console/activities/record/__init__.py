"""The record of the player: rating, results, runs, problems and lessons."""
