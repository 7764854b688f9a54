"""The search's signature: how many nodes it visits at a fixed depth, and what it says, in every rule set.

``tests/data/signature.txt`` holds a line for each position: rule set, jumping, depth, MultiPV window, nodes, score, the
nodes of the search of the reply that follows with what was learned, and the FEN. Nodes and scores do not depend on the
machine, nor on whether the search is compiled.

A change that is meant to leave the search alone leaves the file alone. One that means to change the search writes it
anew, with ``SIGNATURE=write python -m pytest tests/ai/search/test_signature.py``, and is committed with it. Habit and
name are Stockfish's (``tests/signature.sh``).
"""

import os
from typing import NamedTuple

import pytest
from support.paths import DATA

from ai.search.options import SearchOptions
from ai.search.root import Limits, Searcher, SearchResult
from engine.fen import parse_fen
from engine.rules import JUMPINGS, RULE_SETS, Jumping

FILE = DATA / "signature.txt"


class Line(NamedTuple):
    """One position and what the search makes of it; the score is in hundredths of a man for the side to move."""

    rules: str
    jumping: Jumping
    depth: int
    window: int
    nodes: int
    score: int
    reply_nodes: int
    fen: str

    def __str__(self) -> str:
        numbers = f"{self.depth:5} {self.window:6} {self.nodes:5} {self.score:5} {self.reply_nodes:5}"
        return f"{self.rules:13} {self.jumping:7} {numbers} {self.fen}"


def read() -> list[Line]:
    """The lines of the file; what begins with # is a remark."""
    jumping_of: dict[str, Jumping] = {jumping: jumping for jumping in JUMPINGS}
    rows = [row.split() for row in FILE.read_text("utf-8").splitlines() if row and not row.startswith("#")]
    return [
        Line(rules, jumping_of[jumping], int(depth), int(window), int(nodes), int(score), int(reply_nodes), fen)
        for rules, jumping, depth, window, nodes, score, reply_nodes, fen in rows
    ]


def search_again(line: Line) -> Line:
    """The line as the search of today would write it."""

    def ignore(result: SearchResult) -> None:
        """Nobody listens."""

    rules = RULE_SETS[line.rules]
    searcher = Searcher(rules, SearchOptions(megabytes=1), jumping=line.jumping)
    limits = Limits(depth=line.depth, multipv_window=line.window)
    result = searcher.search([parse_fen(line.fen, rules)], limits, lambda: False, ignore)
    reply = searcher.search([result.successors[0]], limits, lambda: False, ignore)
    return line._replace(nodes=result.nodes, score=result.scores[0], reply_nodes=reply.nodes)


def write(lines: list[Line]) -> None:
    """Put these in the place of the file's lines; its remarks stay."""
    remarks = [row for row in FILE.read_text("utf-8").splitlines() if row.startswith("#")]
    FILE.write_text("\n".join([*remarks, *map(str, lines)]) + "\n", "utf-8")


@pytest.mark.parametrize("line", read(), ids=lambda line: f"{line.rules} {line.jumping} {line.fen}")
def test_the_search_visits_the_nodes_of_its_signature(line: Line) -> None:
    found = search_again(line)
    if os.environ.get("SIGNATURE") == "write":
        write([found if known[:2] == line[:2] and known.fen == line.fen else known for known in read()])
    else:
        assert str(found) == str(line)


def test_every_rule_set_has_a_signature_and_free_jumping_where_there_is_such() -> None:
    searched = {(name, jumping) for name, rules in RULE_SETS.items() for jumping in rules.jumpings if jumping != "huff"}
    assert {(line.rules, line.jumping) for line in read()} == searched
