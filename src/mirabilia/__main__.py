"""`python -m mirabilia` is the command line."""

import sys

from mirabilia.cli import main

if __name__ == "__main__":
    sys.exit(main())
