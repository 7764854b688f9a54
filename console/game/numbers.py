"""Parsing of typed numbers."""


def whole_number(text: str) -> int | None:
    """Parse at most 17 ASCII digits. Return None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None
