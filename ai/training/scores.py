"""New scores for samples: a longer search with the current evaluation replaces the score from the game.

A fit learns more from scores than from results, and a score is only as good as the search and the evaluation behind it.
Games therefore need to be played only once, and each evaluation teaches the next, as in the bootstrapping of Veness,
Silver, Uther and Blair (2009).
"""

from pathlib import Path
from typing import Final, NamedTuple

from ai.engine import Engine, Limits
from ai.score import is_decided
from ai.training.games import small_engine
from ai.training.samples import RECORD, SUFFIX, Sample, limited, position_of, read_samples, write_samples
from engine.rules import RULE_SETS

_AGAIN: Final = "+"


class ScoreTask(NamedTuple):
    """A file of samples to score anew with a number of nodes for each."""

    rules: str
    path: Path
    nodes: int


def score_file(task: ScoreTask, folder: Path) -> int:
    """Write the samples of a file with new scores, unless they exist; return the number of samples.

    Raises OSError, ValueError.
    """
    path = scored_file(task, folder)
    if not path.exists():
        # The packaged tables only: lookups in larger ones would take longer than the search.
        engine, limits = small_engine(RULE_SETS[task.rules], None), Limits(nodes=task.nodes)
        engine.new_game()
        write_samples(path, [_scored(each, engine, limits) for each in read_samples(task.path)])
    return path.stat().st_size // RECORD.size


def scored_file(task: ScoreTask, folder: Path) -> Path:
    """Return the path of the new samples; its name gives the nodes of both searches."""
    rules, nodes, first = task.path.stem.rsplit("-", 2)
    return folder / f"{rules}-{nodes.partition(_AGAIN)[0]}{_AGAIN}{task.nodes}-{first}{SUFFIX}"


def nodes_text(path: Path) -> str:
    """Describe the searches behind samples, by the name of their file."""
    played, _, again = path.stem.rsplit("-", 2)[-2].partition(_AGAIN)
    return f"{played} nodes a move" + (f" and scored anew at {again}" if again else "")


def _scored(each: Sample, engine: Engine, limits: Limits) -> Sample:
    """Return a sample with a new score; a proved score also sets the result."""
    score = engine.analyze([position_of(each, engine.rules.geometry)], limits).score
    scored = each._replace(score=limited(score))
    return scored._replace(result=1 if score > 0 else -1, exact=True) if is_decided(score) else scored
