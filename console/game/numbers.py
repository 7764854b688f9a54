"""Reading numbers that a player typed."""


def whole_number(text: str) -> int | None:
    """Return the number that a text of at most 17 ASCII digits stands for; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None
