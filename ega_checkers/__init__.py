"""The installed program. In a wheel this folder also has checkers.py and its packages, so that no other is replaced."""

import sys


def main() -> int:
    """Run the program; return the exit status."""
    # Its packages import each other by their own names. Worker processes inherit the path.
    sys.path.insert(0, __path__[0])
    import checkers

    return checkers.main()
