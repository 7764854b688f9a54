"""EGA Checkers: the single entry."""

import sys


def main() -> int:
    """Run the program; returns the exit status, which is 130 after Ctrl-C at any time, while it still loads too."""
    try:
        from console.cli.loading import begin_loading

        begin_loading()
        from console.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
