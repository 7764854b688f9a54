"""A typed line is read in one place: nobody else asks what it means, and few take it as it is."""

import ast

from support.paths import ROOT
from support.sources import nodes

from console.reading.readings import Text

READERS = {"kinds", "readings", "question", "read", "words"}
"""The modules of console.reading that others may import."""
TOPICS = {"console/activities/course/lessons.py", "console/activities/house/handlers.py"}
"""They compare the words of an argument with titles."""
TOLD = {"console/screens/play/screen.py"}
"""It tells what was typed behind a yes or no that acted at once, unless that only repeats the answer."""
NAMES = {
    "console/dialogue/questions.py",
    "console/activities/house/handlers.py",
    "console/activities/modem/activity.py",
}
"""They ask for names and the values of articles, or keep a move that is typed ahead until it is read."""


def outside() -> dict[str, list[ast.AST]]:
    """Return the nodes of the modules of the console outside of the reading, by file."""
    paths = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "console").rglob("*.py")}
    return {file: [*nodes(path)] for file, path in paths.items() if not file.startswith("console/reading/")}


def test_only_the_results_of_the_reading_are_imported() -> None:
    for file, found in outside().items():
        imported = {
            (node.module or "").split(".")[2]
            for node in found
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("console.reading.")
        }
        others = {"patterns"} if file in TOPICS else {"answers"} if file in TOLD else set()
        assert imported - READERS <= others, file


def test_only_names_take_a_typed_line_as_it_is() -> None:
    assert "verbatim" in Text.__annotations__
    users = {
        file
        for file, found in outside().items()
        for node in found
        if isinstance(node, ast.Attribute) and node.attr == "verbatim"
    }
    assert users == NAMES
