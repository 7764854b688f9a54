"""Engines of other programs, and what both sides of the Hub protocol share: lines, positions, moves."""
