"""The reading of typed lines: what a line is, decided once, with the open question at hand."""
