"""``checkers review``: the review of a game of a PDN file."""

import math
from typing import Final

from ai.analyzer import NODES, Analyzer
from ai.engine import never
from console.cli.arguments import GAME, JSON, OWN_RULES, whole
from console.cli.game_file import PDN_FILE, headline, open_record, problem_object, read_side, title
from console.cli.parser import Asked, Command, option
from console.cli.results import print_result
from console.dialogue.proving import default_prover
from console.game.analysis import Mistake, analyze_game, decided, exact_moves, mistakes, scores
from console.game.naming import Naming
from console.game.options import same_name
from console.game.player_tags import players_of
from console.storage.built_files import tables_folder_if_any
from console.storage.settings import users_settings
from console.terminal.standard_streams import tell
from console.text.review import Reviewer, review_lines
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, Side
from engine.moves import MoveGenerator
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_move
from engine.position import Move, Position


def review(asked: Asked) -> int:
    """Print a review. Return the exit status: 1 if the game cannot be read whole. Raises OptionError."""
    settings, number = users_settings(), asked.game or 1
    with open_record(asked.file, number, asked.rules) as (record, _):
        learner = _player(record, settings.name or "") if asked.side is None else asked.side
    game = record.game()
    naming = Naming.of(record.rules, record.rules.first if learner is None else learner, settings.squares)
    analyzer = Analyzer(game.rules, game.jumping, asked.nodes, tables_folder_if_any(), math.inf)
    if asked.json:
        facts = {"rules": record.rules.name, "jumping": record.jumping, "result": record.stated_result}
        problem = problem_object(record.problem, title(asked.file))
        players = {"black": record.tag("Black", ""), "white": record.tag("White", ""), "side": _name(learner)}
        print_result(True, facts | players | _review(game, naming, analyzer) | {"problem": problem}, ())
    else:
        tell(headline(record, number))
        tell()
        for line in review_lines(game, naming, analyzer, default_prover(game.rules, game.jumping), learner=learner):
            tell(line)
    return int(record.problem is not None)


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
            "text": reviewer.fault(mistake),
        }

    return {
        "plies": len(game.turns),
        "mistakes": [described(mistake) for mistake in mistakes(game, found, exact)],
        "scores": known,
        "decided": None if end is None else {"ply": end[0], "winner": _name(end[1])},
    }


COMMANDS: Final = (
    Command(
        "review",
        review,
        "Review a game of a PDN file: its mistakes, and the score after each move.",
        PDN_FILE,
        GAME,
        option("--side SIDE", read_side, "whose mistakes come first, black or white (yours, by your name)"),
        option("--nodes N", whole(100, 10**9), "nodes for each position", str(NODES)),
        OWN_RULES,
        JSON,
    ),
)
