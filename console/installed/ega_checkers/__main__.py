"""Run the program as ``python -m ega_checkers``, or as the command ``checkers``."""

import sys


def main() -> int:
    """Run the program; return the exit status, which is 130 after Ctrl-C."""
    try:
        from checkers import main as run
    except KeyboardInterrupt:
        return 130
    return run()


if __name__ == "__main__":
    sys.exit(main())
