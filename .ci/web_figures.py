"""The signature and the speed of the search in the browser. Run by ``web_play.mjs`` with the tests beside it."""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace

TESTS = Path("/tests")


def ignored(*arguments: object, **options: object) -> object:
    """Return a decorator that returns its function."""
    return lambda function: function


sys.path[:0] = ["/game", str(TESTS)]
# What the tests of the signature import, and these figures do not need.
sys.modules["pytest"] = SimpleNamespace(mark=SimpleNamespace(parametrize=ignored))  # type: ignore[assignment]
sys.modules["support"] = sys.modules["support.paths"] = SimpleNamespace(DATA=TESTS)  # type: ignore[assignment]

from test_signature import read, search_again  # type: ignore[import-not-found] # noqa: E402

from console.cli.main import main  # noqa: E402


def speed() -> int:
    """Return the nodes per second of a search."""
    with redirect_stdout(io.StringIO()) as printed:
        main(["bench", "--runs", "1", "--json"])
    found: int = json.loads(printed.getvalue())["search_nodes_per_s"]
    return found


wrong = [str(known) for known in read() if str(search_again(known)) != str(known)]
found = {"lines": len(read()), "wrong": wrong, "speed": max(speed() for _ in range(5))}  # the least disturbed of 5
json.dumps(found)
