"""``checkers review`` and ``checkers hint``: the review of a game of a PDN file, and the best move of a position."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ai.analyzer import NODES, Analyzer
from ai.claims import Claims
from ai.engine import Engine, Limits, never
from ai.search.options import ANALYSIS_OPTIONS
from console.cli.arguments import AFTER_MOVES, GAME, JSON, OWN_RULES, whole
from console.cli.game_file import PDN_FILE, check_ply, headline, open_record, problem_object, read_side, title
from console.cli.parser import Asked, Command, OptionError, option, switch
from console.cli.results import print_result
from console.game.analysis import Mistake, analyze_game, decided, exact_moves, mistakes, scores
from console.game.naming import Naming
from console.game.options import same_name
from console.game.player_tags import players_of
from console.storage.built_files import available_tables, default_prover, tables_folder_if_any
from console.storage.settings import users_settings
from console.terminal.standard_streams import tell
from console.text import hints
from console.text.review import Reviewer, review_lines
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, Side
from engine.moves import MoveGenerator
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_move
from engine.position import Move, Position

_HINT_NODES: Final = 300_000


def review(asked: Asked) -> int:
    """Print a review. Return the exit status: 1 if the game cannot be read whole. Raises OptionError."""
    settings, number = users_settings(), asked.game or 1
    with open_record(asked.file, number, asked.rules) as (record, _):
        learner = _player(record, settings.name or "") if asked.side is None else asked.side
    game = record.game()
    naming = Naming.of(record.rules, record.rules.first if learner is None else learner, settings.squares)
    analyzer = Analyzer(game.rules, game.jumping, asked.nodes, tables_folder_if_any())
    if asked.json:
        facts = {"rules": record.rules.name, "jumping": record.jumping, "result": record.stated_result}
        problem = problem_object(record.problem, title(asked.file))
        players = {"black": record.tag("Black", ""), "white": record.tag("White", ""), "side": _name(learner)}
        print_result(True, facts | players | _review(game, naming, analyzer) | {"problem": problem}, ())
    elif asked.claims:
        for line in _claims(game, naming, analyzer):
            tell(line)
    else:
        tell(headline(record, number))
        tell()
        for line in review_lines(game, naming, analyzer, default_prover(game.rules, game.jumping), learner=learner):
            tell(line)
    return int(record.problem is not None)


def hint(asked: Asked) -> int:
    """Print the best move at a position of a game, and why. Return the exit status. Raises OptionError."""
    with open_record(asked.file, asked.game or 1, asked.rules) as (record, _):
        check_ply(asked.ply, record)
    game = replace(record, outcome=None).game()
    game.go_to(len(record.turns) if asked.ply is None else asked.ply)
    naming = Naming.of(record.rules, game.side, users_settings().squares)
    engine = Engine(game.rules, ANALYSIS_OPTIONS, game.jumping, tables=available_tables(game.rules))
    found = engine.analyze(game.positions_since_progress(), Limits(nodes=asked.nodes))
    if not found.pv:
        raise OptionError(f"There is no move: {SIDE_NAMES[game.side]} has lost.")
    exact = {each.move.after: each.value for each in engine.exact_moves(game.position)}
    claims = Claims(game.rules, game.jumping).of_best(game.position, found, exact.get(found.move.after))
    reasons = hints.merits(claims, naming)
    tell(hints.hint(found.move, game.routes(), naming, list(reasons)))
    for claim in reasons.values() if asked.claims else ():
        tell(claim.text)
    return int(record.problem is not None)


def _claims(game: Game, naming: Naming, analyzer: Analyzer) -> Iterator[str]:
    """Yield each sentence about a mistake, and below it the claims of which it consists."""
    found, reviewer = dict(analyze_game(game, analyzer, never)), Reviewer(game, naming)
    for mistake in mistakes(game, found, exact_moves(game, default_prover(game.rules, game.jumping))):
        yield reviewer.fault(mistake)
        for claim in reviewer.claims(mistake):
            yield f"  {claim.text}"


def _player(record: GameRecord, user: str) -> Side | None:
    """Return the side of the user, or of the only person; None if both are others."""
    players = players_of(record, user)
    is_known = players.seats.opponent is not None or same_name(players.seats[players.home].name, user)
    return players.home if is_known else None


def _name(side: Side | None) -> str | None:
    return None if side is None else SIDE_NAMES[side].casefold()


def _review(game: Game, naming: Naming, analyzer: Analyzer) -> dict[str, object]:
    """Return the review for JSON. The scores of the game are for Black, those of a mistake for the mover."""
    exact = exact_moves(game, default_prover(game.rules, game.jumping))
    found = dict(analyze_game(game, analyzer, never))
    known = scores(game, found, BLACK, exact)
    end = decided(game, known, BLACK)
    reviewer, generator = Reviewer(game, naming), MoveGenerator(game.rules, game.jumping)

    def written(moves: tuple[Move, ...], before: Position) -> list[str]:
        positions = [before, *(move.after for move in moves)]
        return [
            pdn_move(move, generator.routes(position), game.rules)
            for move, position in zip(moves, positions, strict=False)
        ]

    def described(mistake: Mistake) -> dict[str, object]:
        before = game.position_at(mistake.turn)
        return {
            "ply": mistake.turn + 1,
            "side": _name(mistake.side),
            "move": written((mistake.move,), before)[0],
            "before": mistake.before,
            "after": mistake.after,
            "loss": mistake.loss,
            "better": written(mistake.better, before),
            "claims": [claim.text for claim in reviewer.claims(mistake)],
            "text": reviewer.fault(mistake),
        }

    return {
        "plies": len(game.turns),
        "mistakes": [described(mistake) for mistake in mistakes(game, found, exact)],
        "scores": known,
        "decided": None if end is None else {"ply": end[0], "winner": _name(end[1])},
    }


CLAIMS: Final = switch("--claims", "what the sentences claim, for a checker")
COMMANDS: Final = (
    Command(
        "review",
        review,
        "Review a game of a PDN file: its mistakes, and the score after each move.",
        PDN_FILE,
        GAME,
        option("--side SIDE", read_side, "whose mistakes are all told (yours, by your name)"),
        option("--nodes N", whole(100, 10**9), "nodes for each position", str(NODES)),
        OWN_RULES,
        CLAIMS,
        JSON,
    ),
    Command(
        "hint",
        hint,
        "Tell the best move at a position of a game in a PDN file.",
        PDN_FILE,
        GAME,
        option("--ply N", whole(0, 10**15), f"{AFTER_MOVES} (the last)"),
        option("--nodes N", whole(100, 10**9), "nodes of the search", str(_HINT_NODES)),
        OWN_RULES,
        CLAIMS,
    ),
)
