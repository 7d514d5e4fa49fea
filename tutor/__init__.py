"""The command line, and later lessons, hints and reviews (floor 4)."""
