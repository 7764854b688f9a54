"""Draws by counted moves: the articles of each federation, and where their counts begin anew."""

import random
from itertools import permutations

import pytest
from support.cases import cases

from engine.draws import draw_counts, plies_left
from engine.fen import parse_fen
from engine.game import Game, Outcome, Reason, Turn, draw_count
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Position
from engine.rules import RULE_SETS, DrawArticle, Rules, losing_game

COUNTED = {name: rules for name, rules in RULE_SETS.items() if rules.draws}


def _limit(rules: Rules, fen: str) -> tuple[int, int]:
    """Return the limits of the counts in a position: of an article, or 0, and of moves without progress."""
    counts = list(draw_counts(rules).running([parse_fen(fen, rules)]))
    return min((count.limit for count in counts if count.article), default=0), counts[-1].limit


@pytest.mark.parametrize(("name", "fen", "moves", "draw_after"), cases("draw_counts"))
def test_counts_the_moves_of_a_balance(name: str, fen: str, moves: str, draw_after: str) -> None:
    rules = RULE_SETS[name]
    assert _limit(rules, fen) == (int(moves), int(draw_after))
    assert _limit(losing_game(rules), fen) == (0, int(draw_after))


def test_a_full_count_draws_and_names_its_article() -> None:
    rules = RULE_SETS["international"]
    game = Game(rules, start=parse_fen("W:WK46,K47:BK3", rules))
    for number, path in enumerate(("46-41", "3-9", "41-36", "9-3", "47-42", "3-14", "42-47", "14-3", "36-41"), 1):
        game.play(read_move(path, game.routes()))
        assert draw_count(game).moves == number // 2
        assert game.outcome is None
    game.play(read_move("3-25", game.routes()))
    assert game.outcome == Outcome(None, Reason.COUNTED, rules.draws[1])


@pytest.mark.parametrize(("name", "fen", "moves", "left"), cases("draw_counts_anew"))
def test_what_starts_a_count_anew(name: str, fen: str, moves: str, left: str) -> None:
    """``left`` are the plies until the draw by each count, those of articles first."""
    rules = RULE_SETS[name]
    game = Game(rules, start=parse_fen(fen, rules))
    for path in moves.split():
        game.play(read_move(path, game.routes()))
    found = draw_counts(rules).running(game.positions_since_progress())
    assert " ".join(str(count.left) for count in found) == left


def _matches(article: DrawArticle, position: Position, road: int) -> bool:
    """Return True if the article applies, by trying every reading of its letters."""
    sides = [position.of(side) for side in (BLACK, WHITE)]
    held = [
        "".join("K" if position.kings & own & 1 << bit else "M" for bit in range(64) if own & 1 << bit) for own in sides
    ]
    for strong, weak in permutations((BLACK, WHITE)):
        if article.on_main_road and (not sides[weak] & road or sides[strong] & road):
            continue
        for balance in article.balances.split():
            if all(
                len(letters) == len(pieces)
                and any(all(a in ("P", b) for a, b in zip(letters, each, strict=True)) for each in permutations(pieces))
                for letters, pieces in zip(balance.split("-"), (held[strong], held[weak]), strict=True)
            ):
                return True
    return False


@pytest.mark.parametrize("name", [name for name in COUNTED if any(one.on_main_road for one in COUNTED[name].draws)])
def test_an_article_of_the_main_road_needs_one_side_alone_on_it(name: str) -> None:
    """Positions that were played are seldom held by both sides there."""
    rules, rng = COUNTED[name], random.Random(name)
    geometry, road = rules.geometry, draw_counts(rules).main_road
    on_it = [number for number in range(1, geometry.squares + 1) if geometry.bit(number) & road]
    off_it = [number for number in range(1, geometry.squares + 1) if number not in on_it]
    seen = set()
    for _ in range(300):
        among = rng.sample(on_it, rng.randrange(3)) + rng.sample(off_it, 4)
        pieces = rng.sample(among[:4], 4)
        black, white = (geometry.mask(tuple(each)) for each in (pieces[:1], pieces[1:])[:: rng.choice((1, -1))])
        position = Position(geometry, black, white, black | white, 0, rng.choice((BLACK, WHITE)))
        found = {count.article for count in draw_counts(rules).running([position])}
        for article in (each for each in rules.draws if each.on_main_road):
            assert (article in found) == _matches(article, position, road)
            seen.add((bool(black & road), bool(white & road), article in found))
    assert len(seen) == 6, "nobody, one of them or both on the road"


def _naive_left(rules: Rules, positions: list[Position]) -> int:
    """Return the plies until the first draw by a count, counted back from the last position."""
    road = draw_counts(rules).main_road
    left = 2 * rules.draw_after
    for on_road in (False, True):
        articles = [article for article in rules.draws if article.on_main_road == on_road]
        keys = []
        for each in positions:
            found = next((number for number, article in enumerate(articles) if _matches(article, each, road)), None)
            men = (each.black | each.white) & ~each.kings
            crowned = men.bit_count() if found is not None and articles[found].until_crowned else 0
            keys.append((found, (each.black | each.white).bit_count(), crowned))
        plies = next((back for back, key in enumerate(reversed(keys)) if key != keys[-1]), len(keys)) - 1
        if keys[-1][0] is not None:
            left = min(left, 2 * articles[keys[-1][0]].moves - plies)
    settled = [
        (each.black & ~each.kings, each.white & ~each.kings, (each.black | each.white).bit_count())
        for each in positions
    ]
    idle = next((back for back, each in enumerate(reversed(settled)) if each != settled[-1]), len(settled)) - 1
    return min(left, 2 * rules.draw_after - idle)


@pytest.mark.parametrize("name", COUNTED)
def test_counts_as_a_literal_reading_does(name: str) -> None:
    rules, rng = COUNTED[name], random.Random(f"counts {name}")
    generator = MoveGenerator(rules)
    seen = set()
    for _ in range(6):
        pieces = rng.sample(
            range(rules.size // 2 + 1, rules.geometry.squares - rules.size // 2 + 1), rng.randrange(3, 8)
        )
        ranks = [rng.choice(("K", "K", "")) + str(number) for number in pieces]
        fen = f"W:WK{rules.geometry.squares},{','.join(ranks[2:])}:B{','.join(ranks[:2])}".replace(",:", ":")
        game = Game(rules, start=parse_fen(fen, rules))
        while game.ply < 24 and (moves := generator.legal_moves(game.position)):
            move = rng.choice(moves)
            game.replay(Turn(move, move.after))
            left = plies_left(rules, game.positions_since_progress())
            assert left == _naive_left(rules, [game.position_at(ply) for ply in range(game.ply + 1)])
            seen.add(left)
    assert len(seen) > 3
