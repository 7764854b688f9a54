"""EGA Checkers: the single entry."""

import sys

from console.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
