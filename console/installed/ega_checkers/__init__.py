"""The installed program. In a wheel this folder also has checkers.py and its packages, so that no other is replaced."""

import sys


def main() -> int:
    """Run the program; return the exit status, which is 130 after Ctrl-C."""
    # Its packages import each other by their own names. Worker processes inherit the path.
    sys.path.insert(0, __path__[0])
    try:
        import checkers
    except KeyboardInterrupt:
        return 130
    return checkers.main()
