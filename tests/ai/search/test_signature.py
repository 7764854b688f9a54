"""The signature of the search: its nodes and scores at a fixed depth, for positions of every rule set and losing games.

Each line of ``tests/data/signature.txt`` has the evaluation, rule set, jumping, depth, MultiPV window, nodes, score in
hundredths of a man, nodes of a second search that begins after the best move with the tables of the first, and the FEN.
The lines with the material evaluation depend on the search alone. Two lines per rule set, without and with kings, have
the trained evaluation and change when that is trained again. Nodes and scores are the same on every machine, compiled
or interpreted.

A change that should not alter the search leaves the file as it is. After one that should, run
``SIGNATURE=write python -m pytest tests/ai/search/test_signature.py`` and commit the file with the change. A rule set
that differs from another in name only has no lines. The name is that of Stockfish's ``tests/signature.sh``.
"""

import os
from typing import NamedTuple

import pytest
from support.paths import DATA

from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import material_evaluation, trained_evaluation
from ai.search.limits import Limits, never
from ai.search.options import SearchOptions
from ai.search.root import Searcher, SearchResult
from engine.fen import parse_fen
from engine.rules import AMERICAN, JUMPINGS, RULE_SETS, Jumping, losing_game, rules_named

FILE = DATA / "signature.txt"
# One losing game without flying kings, and one with them.
SEARCHED = [each for each in RULE_SETS.values() if not each.same_as]
SEARCHED += [losing_game(AMERICAN), losing_game(RULE_SETS["russian"])]
EVALUATIONS = {"material": material_evaluation, "trained": trained_evaluation}


class Signature(NamedTuple):
    """The result of the searches of one position."""

    evaluation: str
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
        return f"{self.evaluation:8} {self.rules:13} {self.jumping:7} {numbers} {self.fen}"


def read() -> list[Signature]:
    """Return the lines of the file; lines that begin with # are comments."""
    jumping_of: dict[str, Jumping] = {jumping: jumping for jumping in JUMPINGS}
    found = []
    for row in FILE.read_text("utf-8").splitlines():
        if not row.startswith("#"):
            evaluation, rules, jumping, *numbers, fen = row.split()
            depth, window, nodes, score, reply_nodes = map(int, numbers)
            found.append(
                Signature(evaluation, rules, jumping_of[jumping], depth, window, nodes, score, reply_nodes, fen)
            )
    return found


def search_again(known: Signature) -> Signature:
    """Return the signature of the present search for the same position."""

    def ignore(result: SearchResult) -> None:
        pass

    rules = rules_named(known.rules)
    assert rules is not None
    evaluator = Evaluator(EVALUATIONS[known.evaluation](rules))
    searcher = Searcher(rules, SearchOptions(megabytes=1), evaluator, jumping=known.jumping)
    limits = Limits(depth=known.depth, multipv_window=known.window)
    result = searcher.search([parse_fen(known.fen, rules)], limits, never, ignore)
    reply = searcher.search([result.successors[0]], limits, never, ignore)
    return known._replace(nodes=result.nodes, score=result.scores[0], reply_nodes=reply.nodes)


def write(signatures: list[Signature]) -> None:
    """Replace the lines of the file, but not its comments."""
    comments = [row for row in FILE.read_text("utf-8").splitlines() if row.startswith("#")]
    FILE.write_text("\n".join([*comments, *map(str, signatures)]) + "\n", "utf-8")


@pytest.mark.parametrize("known", read(), ids=lambda known: " ".join(map(str, (*known[:3], known.fen))))
def test_search_matches_its_signature(known: Signature) -> None:
    found = search_again(known)
    if os.environ.get("SIGNATURE") == "write":
        write([found if each[:5] == known[:5] and each.fen == known.fen else each for each in read()])
    else:
        assert str(found) == str(known)


def test_every_rule_set_has_signatures() -> None:
    """The material evaluation has lines for forced and, where the rules allow it, free jumping."""
    searched = {(rules.name, jumping) for rules in SEARCHED for jumping in rules.jumpings if jumping != "huff"}
    assert {(each.rules, each.jumping) for each in read() if each.evaluation == "material"} == searched
    assert {each.rules for each in read() if each.evaluation == "trained"} == {rules.name for rules in SEARCHED}
