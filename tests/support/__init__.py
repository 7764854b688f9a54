"""Helpers of the tests: scripts, headless screens, a second move generator, a pseudo-terminal."""
