"""EGA Checkers: the single entry. An older Python must be able to read this file."""

import sys

OLDEST = (3, 11)


def main() -> int:
    """Run the program; returns the exit status, which is 130 after Ctrl-C at any time, while it still loads too."""
    if sys.version_info < OLDEST:
        sys.exit("EGA Checkers needs Python {}.{} or later. This is Python {}.{}.".format(*OLDEST, *sys.version_info))
    try:
        from console.cli.loading import begin_loading

        begin_loading()
        from console.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
