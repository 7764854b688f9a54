"""Run the program as ``python -m ega_checkers``."""

import sys

from ega_checkers import main

if __name__ == "__main__":
    sys.exit(main())
