"""The opening book: how it grows, what is in a file, and who plays from it."""

import random
from pathlib import Path

import pytest

from ai.book import Book, BookRecord, book_for, book_name, pack_book, position_key
from ai.engine import Engine, Limits
from ai.levels import LEVELS
from ai.match.ballots import BALLOTS, ballot_game
from ai.opponent import Opponent
from ai.search.options import SMALL_TABLE, SearchOptions
from ai.tasks import HereAndNow
from ai.training.opening_book import BookTask, Expansion, Searched, expand, search_position, weight
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules

NODES = 400


def grown(rules: Rules, wanted: int, known: list[Searched]) -> Expansion:
    """A book of so many positions, grown by short searches; what they find is added to what is ``known``."""
    expansion = Expansion(rules)
    for found in expand(expansion, NODES, wanted, list(known), HereAndNow()):
        known.append(found)
    return expansion


@pytest.fixture(scope="module")
def searched() -> list[Searched]:
    """What searches for a small american book found."""
    found: list[Searched] = []
    grown(AMERICAN, 250, found)
    return found


@pytest.fixture(scope="module")
def book(searched: list[Searched]) -> Book:
    """That book."""
    return Book(pack_book(list(grown(AMERICAN, 250, list(searched)).records()), AMERICAN), AMERICAN)


def test_what_was_searched_is_not_searched_again(searched: list[Searched]) -> None:
    lines = [found.line() for found in searched]
    known = [Searched.read(line) for line in lines]
    assert known == searched
    again = grown(AMERICAN, 250, known)
    assert len(known) == len(searched) == again.size == 250
    half = [found for number, found in enumerate(searched) if number % 2]
    assert list(grown(AMERICAN, 250, half).records()) == list(again.records())
    assert len(half) == 250


def test_what_was_searched_with_other_nodes_does_not_count(searched: list[Searched]) -> None:
    known = [found._replace(nodes=NODES + 1) for found in searched[:32]]
    assert len(list(expand(Expansion(AMERICAN), NODES, 32, known, HereAndNow()))) == 32


@pytest.mark.parametrize("line", ["", "{", "[]", '{"fen": 1}', '{"fen": "B:W32:B1", "nodes": 1, "scores": {"zz": 1}}'])
def test_a_damaged_line_is_none(line: str) -> None:
    with pytest.raises(ValueError, match="no position of a book"):
        Searched.read(line)


def test_scores_are_those_of_the_best_replies(book: Book) -> None:
    generator, waiting, seen = MoveGenerator(AMERICAN), [Position.start(AMERICAN)], 0
    while waiting:
        position = waiting.pop()
        moves = generator.legal_moves(position)
        for each in book.find(position, moves):
            replies = book.find(each.move.after, generator.legal_moves(each.move.after))
            if replies:
                assert each.score == -replies[0].score
                seen += 1
                waiting.append(each.move.after)
    assert seen > 50


def test_positions_turned_round_are_the_same(book: Book) -> None:
    position, generator = Position.start(AMERICAN), MoveGenerator(AMERICAN)
    known = book.find(position, generator.legal_moves(position))
    turned = book.find(position.turned(), generator.legal_moves(position.turned()))
    assert [(each.score, each.weight) for each in known] == [(each.score, each.weight) for each in turned]
    assert {each.move.after.turned() for each in known} == {each.move.after for each in turned}
    assert max(each.weight for each in known) == 255


def test_it_begins_with_the_ballots(searched: list[Searched]) -> None:
    first = {found.fen for found in searched}
    for number in range(1, len(BALLOTS) + 1):
        game = ballot_game(AMERICAN, number)
        for ply in range(game.ply + 1):
            position = game.position_at(ply)
            seen = position if position.side == BLACK else position.turned()
            assert fen_text(seen) in first or len(MoveGenerator(AMERICAN).legal_moves(position)) == 1


def test_every_weight_has_its_gap() -> None:
    weights = [weight(gap) for gap in range(30)]
    assert weights == sorted(weights, reverse=True)
    assert (weights[0], weights[19:]) == (255, [0] * 11)


@pytest.mark.parametrize("content", [b"", b"EGA Checkers book 1 russian\n", b"EGA Checkers book 1 american\nx"])
def test_another_content_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the opening book of american is damaged"):
        Book(content, AMERICAN)
    (tmp_path / book_name(AMERICAN)).write_bytes(content)
    told: list[str] = []
    book_for(AMERICAN, tmp_path, told.append)
    assert told == ["american.book is left aside: the opening book of american is damaged."]


def test_an_engine_plays_from_it(book: Book) -> None:
    position = Position.start(AMERICAN)
    limits, options = Limits(nodes=100), SearchOptions(megabytes=SMALL_TABLE)
    with_book = Engine(AMERICAN, options, book=book).search([position], limits)
    assert with_book.nodes == 0
    assert len(with_book.roots) == len(with_book.weights) > 1
    assert Engine(AMERICAN, options, "free", book=book).search([position], limits).nodes
    assert Engine(AMERICAN, options, book=book).analyze([position], limits).nodes


def written(folder: Path, position: Position, weights: dict[str, int]) -> None:
    """A book with these moves in one position, by what they leave."""
    records = [
        BookRecord(position_key(position), position_key(move.after), weights[f"{move.start}-{move.end}"], 0)
        for move in MoveGenerator(AMERICAN).legal_moves(position)
        if f"{move.start}-{move.end}" in weights
    ]
    (folder / book_name(AMERICAN)).write_bytes(pack_book(records, AMERICAN))


def test_strong_levels_play_from_it_by_weight(tmp_path: Path) -> None:
    game, rng = Game(AMERICAN, "huff"), random.Random(5)
    written(tmp_path, game.position, {"9-13": 40, "10-14": 120, "12-16": 0})
    opponent, played = Opponent(books=tmp_path), list[int]()
    for _ in range(200):
        found = opponent.choose_move(game, LEVELS[9], rng, lambda: False)
        assert (found.nodes, len(found.pv)) == (0, 1)
        played.append(found.move.start)
    assert set(played) == {9, 10}
    assert 30 < played.count(9) < 70
    game.play(game.legal_moves()[0])
    assert opponent.choose_move(game, LEVELS[7], rng, lambda: False).nodes
    for level in range(1, 7):
        assert not LEVELS[level].uses_book


def test_a_lost_line_is_not_begun_again(tmp_path: Path) -> None:
    game, rng = Game(AMERICAN), random.Random(5)
    written(tmp_path, game.position, {"9-13": 250, "12-16": 1})
    opponent = Opponent(books=tmp_path)
    game.play(next(move for move in game.legal_moves() if move.start == 9))
    game.resign(BLACK)
    opponent.remember(game, BLACK)
    moves = {opponent.choose_move(Game(AMERICAN), LEVELS[9], rng, lambda: False).move.start for _ in range(20)}
    assert moves == {12}


def test_a_task_finds_the_same_wherever_it_is_done() -> None:
    position = Position.start(RULE_SETS["russian"])
    task = BookTask("russian", fen_text(position), 2000)
    assert search_position(task) == search_position(task)
