"""Tables of cases: text files in ``tests/data`` with a case a line and " | " between its fields."""

from support.paths import DATA


def cases(name: str) -> list[list[str]]:
    """Return the fields of each case. Lines that begin with # are comments."""
    lines = (DATA / f"{name}.txt").read_text("utf-8").splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]
