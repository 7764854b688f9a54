"""A source of time that tests set."""


class Clock:
    """Returns the seconds that a test has set."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds
