"""Hold what a player reads to American English, and to one word for one thing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from support.paths import ROOT
from support.sources import MODULES, nodes

BRITISH: Final = (
    r"\w*colour\w*|(?:behavi|fav|flav|hon|hum|lab|neighb)our\w*|\w+lys(?:e|ed|ing)\b|defences?|offences?|licences?"
    r"|centres?|theatres?|metres?|greys?|judgement\w*|labelled|cancelled|travelled|modell\w+|learnt|spelt|practis\w+"
    r"|programmes?|whilst|amongst|towards|afterwards|for ever\b|Dr [A-Z]|(?:turn|get|go|come)(?:s|ed|ing)? round|\d+ %"
)
FOREIGN: Final = (
    r"look(?:s|ed|ing)? back upon|better was|in succession|to and fro|put aside|anew|both sides' counted|ticked off"
    r"|commiserations|will not do: it is|(?<!there )is no (?:word|level|rule set|answer)|or no longer|goes on where"
)
OTHER_WORDS: Final = (
    r"last row|far row(?!, the KING)|opening lines?|last screen|on levels? \d|game is kept|rating for problems"
    r"|a row of \d|fitted to you|remarks? (?:on|at) the last move|return game"
)
"""For king or back row, opening, exit screen, at level, saved, problem rating, streak, matched, comment, rematch."""


def strings(path: Path) -> Iterator[str]:
    """Yield the texts of two words or more in a module, without its docstrings."""
    docstrings = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield from [node.value] if " " in node.value and "[" not in node.value else []


def texts() -> Iterator[tuple[Path, str]]:
    """Yield every file that a player's text is in, with a text."""
    yield from ((path, text) for path in MODULES for text in strings(path))
    for path in (
        *(ROOT / "console").rglob("*.lesson"),
        *(ROOT / "console").rglob("*.txt"),
        ROOT / "ai/openings/plans.txt",
        ROOT / "CHECKERS.DOC",
        ROOT / "README.md",
    ):
        lines = path.read_text("utf-8").splitlines()
        if path.name == "typed_lines.txt":
            lines = [line.partition(" = ")[0] for line in lines]
        if path.name == "ideas.txt":
            lines = [line.rpartition(" = ")[2] for line in lines]
        yield path, "\n".join(line for line in lines if not line.startswith(("# ", "habit ", "openings ")))


def test_player_reads_american_english_and_one_word_for_one_thing() -> None:
    wrong = re.compile(rf"\b(?:{BRITISH}|{FOREIGN}|{OTHER_WORDS})", re.IGNORECASE)
    spaced = ((path, " ".join(text.split())) for path, text in texts())
    found = [f"{path.name}: {match[0]} in {text[:80]}" for path, text in spaced for match in wrong.finditer(text)]
    assert found == []


def test_sees_what_is_wrong() -> None:
    for sentence in ("Its colour is grey.", "From the last row", "95 %", "Analyse it", "It turned round"):
        assert re.search(rf"\b(?:{BRITISH}|{OTHER_WORDS})", sentence, re.IGNORECASE), sentence
