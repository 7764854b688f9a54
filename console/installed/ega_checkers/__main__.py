"""Run the program as ``python -m ega_checkers``."""

import sys

from . import main

if __name__ == "__main__":
    sys.exit(main())
