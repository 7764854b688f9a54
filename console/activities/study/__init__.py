"""Recorded games that are looked at and annotated."""
