"""The installed program. In a wheel this folder also has checkers.py and its packages, so that no other is replaced."""

import sys

# The packages import each other by their own names. Worker processes get the path from the process that starts them.
sys.path.insert(0, __path__[0])


def main() -> int:
    """Run the program; return the exit status."""
    import checkers

    return checkers.main()
