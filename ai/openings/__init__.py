"""Openings: their names, the ballots, and random ones."""
