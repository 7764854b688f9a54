"""Waiting for what another thread or another process does."""

import time
from collections.abc import Callable

PATIENCE = 60.0


def wait_until(is_so: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until a condition is true, for ``patience`` seconds at most."""
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "the condition has not become true"
        time.sleep(0.002)
