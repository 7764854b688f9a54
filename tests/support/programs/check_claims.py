"""Check what hints and reviews claim in games between levels: ``python -m support.programs.check_claims OUT 300``.

OUT gets a line of JSON a game: its seed, the reasons for every third hint, what an opponent of the season remarks, and
the mistakes, each with the claim and whether it is true. A game that is there already is not played again.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from support.claim_checker import ClaimChecker

from ai.analyzer import Analyzer
from ai.claims import Claims, Kind
from ai.engine import never
from ai.levels import HINT, LEVELS, MoveRequest
from ai.opponent import Opponent
from console.activities.play.remarks import claim_at, turning_points
from console.activities.season.rivals import rivals
from console.game.analysis import analyze_game, exact_moves, mistakes
from console.game.naming import Naming
from console.storage.built_files import default_prover
from console.text.hints import merits
from console.text.review import Reviewer
from engine.game import Game
from engine.rules import AMERICAN

_LONGEST = 100
_EVERY = 3
_HINT_NODES = 20_000
_UNCHECKED = (Kind.BOOK.value, Kind.SEARCH.value)


def sentences_of(seed: int, longest: int = _LONGEST) -> Iterator[tuple[str, str]]:
    """Play a game between two of the levels 1 to 6, and yield each sentence about it with a claim that it makes."""
    naming, rng, game = Naming.of(AMERICAN, 0, "numbers"), Random(seed), Game(AMERICAN)
    players, opponent, adviser = (LEVELS[seed % 6 + 1], LEVELS[seed // 6 % 6 + 1]), Opponent(), Opponent()
    prover, claims = default_prover(AMERICAN, "forced"), Claims(AMERICAN)
    while game.outcome is None and game.ply < longest:
        if len(game.legal_moves()) > 1 and game.ply % _EVERY == seed % _EVERY:
            advice = MoveRequest(game, HINT._replace(nodes=_HINT_NODES), Random(0))
            found = adviser.choose_move(advice, never)
            values = {each.move.after: each.value for each in prover.exact_moves(game.position)}
            said = merits(claims.of_best(game.position, found, values.get(found.move.after)), naming)
            yield from ((sentence, claim.text) for sentence, claim in said.items())
        moved = opponent.choose_move(MoveRequest(game, players[game.ply % 2], rng), never)
        game.play(moved.move)
        for point, position, line in turning_points(game, moved) if moved.nodes else ():
            remark = rivals()[game.ply * seed % len(rivals())].remarks.get(point, point.name)
            yield remark, claim_at(point, position, line).text
    found_in = dict(analyze_game(game, Analyzer(AMERICAN), never))
    reviewer = Reviewer(game, naming)
    for mistake in mistakes(game, found_in, exact_moves(game, prover)):
        yield from ((reviewer.fault(mistake), claim.text) for claim in reviewer.claims(mistake))


def checked(seed: int, checker: ClaimChecker, longest: int = _LONGEST) -> list[tuple[str, str, bool]]:
    """Return the sentences about a game, each with a claim and whether it is true."""
    found = [(said, text) for said, text in sentences_of(seed, longest) if not text.startswith(_UNCHECKED)]
    return [(said, text, checker.is_true(text)) for said, text in found]


def main(out: Path, games: int) -> None:
    """Check the games that the file does not have yet, and print the false claims."""
    done = {json.loads(line)["seed"] for line in out.read_text("ascii").splitlines()} if out.exists() else set()
    checker = ClaimChecker()
    for seed in range(games):
        if seed not in done:
            sentences = checked(seed, checker)
            with out.open("a", encoding="ascii") as file:
                file.write(f"{json.dumps({'seed': seed, 'sentences': sentences})}\n")
            for said, text, is_true in sentences:
                if not is_true:
                    print(seed, said, text, sep="\n  ", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
