"""The opening book: its growth, its file, and the players that use it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.conversation import Script, converse, options
from support.stored_games import disk, played_session

from ai.book import PACKAGED, Book, BookRecord, book_for, book_name, pack_book, position_key
from ai.engine import Engine, Limits
from ai.lab.opening_book import Expansion, Searched, expand, search_position
from ai.levels import LEVELS, MoveRequest
from ai.openings.ballots import BALLOTS, ballot_game
from ai.opponent import Opponent
from ai.search.options import SMALL_TABLE, SearchOptions
from ai.tasks import InlineExecutor
from engine.fen import fen_text
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules

NODES = 20
PLIES = 2
SIZE = 96
FEW = BALLOTS[:4]


@pytest.fixture(autouse=True, scope="module")
def _few_ballots() -> Iterator[None]:
    """Begin a book with few ballots: each has several positions to search."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ai.lab.opening_book.BALLOTS", FEW)
        yield


def grown(rules: Rules, wanted: int, known: list[Searched]) -> Expansion:
    """Grow a book by short searches; their results are added to ``known``."""
    expansion = Expansion(rules, PLIES)
    for found in expand(expansion, NODES, wanted, list(known), InlineExecutor()):
        known.append(found)
    return expansion


@pytest.fixture(scope="module")
def searched() -> list[Searched]:
    """Search the positions of a small american book."""
    found: list[Searched] = []
    grown(AMERICAN, SIZE, found)
    return found


@pytest.fixture(scope="module")
def book(searched: list[Searched]) -> Book:
    """Build the small american book."""
    return Book(pack_book(list(grown(AMERICAN, SIZE, list(searched)).records()), AMERICAN), AMERICAN)


def test_does_not_search_a_known_position_again(searched: list[Searched]) -> None:
    lines = [found.line() for found in searched]
    known = [Searched.read(line) for line in lines]
    assert known == searched
    again = grown(AMERICAN, SIZE, known)
    assert len(known) == len(searched) == again.size >= SIZE
    half = [found for number, found in enumerate(searched) if number % 2]
    assert list(grown(AMERICAN, SIZE, half).records()) == list(again.records())
    assert len(half) == len(searched)
    others = [found._replace(nodes=NODES + 1) for found in searched[:32]]
    assert len(list(expand(Expansion(AMERICAN, PLIES), NODES, 32, others, InlineExecutor()))) >= 32, "other nodes"


def test_games_from_the_start_have_more_choices_than_ballots() -> None:
    """The start keeps all its moves, and the positions after them are searched before those of the ballots."""
    expansion = Expansion(AMERICAN, PLIES)
    [start] = expansion.next_positions(1)
    kept = search_position(fen_text(start), AMERICAN, 20_000).scores
    expansion.add(start, {bytes.fromhex(key): score for key, score in kept.items()})
    replies = {move.after.turned() for move in MoveGenerator(AMERICAN).legal_moves(start)}
    assert start == Position.start(AMERICAN)
    assert set(expansion.next_positions(len(replies))) == replies


@pytest.mark.parametrize("name", ["american", "russian"])
def test_best_lines_have_the_wanted_length(name: str) -> None:
    """Only moves do not count; from each ballot the book goes on for the wanted plies."""
    rules, plies = RULE_SETS[name], 2
    expansion = Expansion(rules, plies)
    list(expand(expansion, 10, 1, [], InlineExecutor()))
    book, generator = Book(pack_book(list(expansion.records()), rules), rules), MoveGenerator(rules)
    ballots = range(1, len(FEW) + 1) if rules == AMERICAN else ()
    for position in (Position.start(rules), *(ballot_game(rules, number).position for number in ballots)):
        for _ in range(plies):
            moves = generator.legal_moves(position)
            while len(moves) == 1:
                position = moves[0].after
                moves = generator.legal_moves(position)
            best = book.find(position, moves)[0]
            assert best.weight
            position = best.move.after


@pytest.mark.parametrize(
    "line", ["", "{", "[" * 100_000, "[]", '{"fen": 1}', '{"fen": "B:W32:B1", "nodes": 1, "scores": {"zz": 1}}']
)
def test_rejects_a_damaged_line(line: str) -> None:
    with pytest.raises(ValueError, match="no position of a book"):
        Searched.read(line)


def test_backs_up_the_scores_of_the_best_replies(book: Book) -> None:
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
    assert seen > 8


def test_a_rotated_position_has_the_same_key(book: Book) -> None:
    position, generator = Position.start(AMERICAN), MoveGenerator(AMERICAN)
    known = book.find(position, generator.legal_moves(position))
    turned = book.find(position.turned(), generator.legal_moves(position.turned()))
    assert [(each.score, each.weight) for each in known] == [(each.score, each.weight) for each in turned]
    assert {each.move.after.turned() for each in known} == {each.move.after for each in turned}
    assert sum(each.weight for each in known) > 50


@pytest.mark.parametrize(
    "content",
    [b"", pack_book([], RULE_SETS["russian"]), pack_book([], AMERICAN) + b"x", b"EGA Checkers book 1 american\n"],
)
def test_rejects_other_content(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the opening book of american is damaged"):
        Book(content, AMERICAN)
    (tmp_path / book_name(AMERICAN)).write_bytes(content)
    warnings: list[str] = []
    book_for(AMERICAN, tmp_path, warnings.append)
    assert warnings == ["american.book is skipped: the opening book of american is damaged."]


def test_detects_every_changed_byte() -> None:
    """The checksum detects every changed, missing or added byte."""
    content = (PACKAGED / book_name(AMERICAN)).read_bytes()
    rng = random.Random(8)
    for _ in range(60):
        place, changed = rng.randrange(len(content)), bytearray(content)
        changed[place] ^= rng.randrange(1, 256)
        for damaged in (bytes(changed), content[:place], content + bytes([rng.randrange(256)])):
            with pytest.raises(ValueError, match="damaged"):
                Book(damaged, AMERICAN)


def test_the_packaged_book_has_consistent_weights() -> None:
    """The weight of a move is the weight of the position after it: one plus those of its own moves."""
    book, generator = Book((PACKAGED / book_name(AMERICAN)).read_bytes(), AMERICAN), MoveGenerator(AMERICAN)
    start = Position.start(AMERICAN)
    first = book.find(start, generator.legal_moves(start))
    assert [each.move for each in first if not each.weight] == []
    assert len(first) == len(generator.legal_moves(start))
    assert max(each.weight for each in first) > 255
    assert len({each.weight for each in first}) > 3
    for each in first:
        after = book.find(each.move.after, generator.legal_moves(each.move.after))
        assert each.weight == 1 + sum(later.weight for later in after)
        order = [(-later.score, -later.weight) for later in after]
        assert order == sorted(order)


def test_an_engine_plays_from_the_book(book: Book) -> None:
    position = Position.start(AMERICAN)
    limits, options = Limits(nodes=100), SearchOptions(megabytes=SMALL_TABLE)
    with_book = Engine(AMERICAN, options, book=book).search([position], limits)
    assert with_book.nodes == 0
    assert with_book.is_from_book
    assert len(with_book.roots) > 1
    assert Engine(AMERICAN, options, "free", book=book).search([position], limits).nodes
    assert Engine(AMERICAN, options, book=book).analyze([position], limits).nodes


def written(folder: Path, position: Position, moves: dict[str, tuple[int, int]]) -> None:
    """Write a book with the weights and scores of these moves in one position."""
    records = [
        BookRecord(position_key(position), position_key(move.after), *moves[f"{move.start}-{move.end}"])
        for move in MoveGenerator(AMERICAN).legal_moves(position)
        if f"{move.start}-{move.end}" in moves
    ]
    (folder / book_name(AMERICAN)).write_bytes(pack_book(records, AMERICAN))


def test_strong_levels_choose_book_moves_like_searched_moves(tmp_path: Path) -> None:
    game, rng = Game(AMERICAN, "huff"), random.Random(5)
    written(tmp_path, game.position, {"9-13": (1, 0), "10-14": (1, 9), "12-16": (1, 5), "11-15": (0, 9)})
    opponent = Opponent(books=tmp_path)
    for level, chosen in ((9, {10, 12}), (8, {9, 10, 12}), (7, {9, 10, 12})):
        played = set()
        for _ in range(60):
            found = opponent.choose_move(MoveRequest(game, LEVELS[level], rng), lambda: False)
            assert found.is_from_book
            assert (found.nodes, len(found.pv)) == (0, 1)
            played.add(found.move.start)
        assert played == chosen
    game.play(game.legal_moves()[0])
    assert opponent.choose_move(MoveRequest(game, LEVELS[7], rng), lambda: True).nodes
    for weak in range(1, 7):
        assert not LEVELS[weak].uses_book


@pytest.mark.parametrize(("plies", "chosen"), [(0, 2), (10, 1)])
def test_the_master_opens_in_many_ways_and_goes_on_carefully(plies: int, chosen: int, tmp_path: Path) -> None:
    game, rng = Game(AMERICAN), random.Random(5)
    for _ in range(plies):
        game.play(game.legal_moves()[0])
    names = [f"{move.start}-{move.end}" for move in game.legal_moves()]
    written(tmp_path, game.position, {names[0]: (1, 0), names[1]: (1, -30)})
    opponent = Opponent(books=tmp_path)
    request = MoveRequest(game, LEVELS[8], rng)
    assert len({opponent.choose_move(request, lambda: False).move for _ in range(40)}) == chosen


@pytest.mark.parametrize(
    ("level", "wished", "typed"), [(9, None, True), (7, True, True), (8, False, False), (6, True, False)]
)
def test_the_computer_plays_from_the_book_if_allowed(level: int, wished: bool | None, typed: bool) -> None:
    script = Script(["22-18", "24-19"])
    converse(["C3 D4", "book off", "B2 C3"], options(level=level, book=wished), script)
    assert script.books == [typed, False]


def test_the_word_book_lists_its_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
    (tmp_path / "books").mkdir()
    written(tmp_path / "books", Position.start(AMERICAN), {"9-13": (1, -3), "10-14": (1255, 5), "12-16": (0, 7)})
    rows = [line.split() for line in converse(["book"], options()).splitlines()]
    assert ["C5", "D6", "(10-14)", "+0.05", "1,255"] in rows
    assert ["C7", "D8", "(9-13)", "-0.03", "1"] in rows
    assert "(10-14)" not in converse(["book"], options(jumping="free"))


def test_remembers_the_switch(tmp_path: Path) -> None:
    store = disk(tmp_path)
    assert "I play without my opening book." in played_session(["book off"], store)
    assert not store.settings.book
    assert "I play from my opening book at levels 7 to 9." in played_session(["book on"], store)


@pytest.mark.parametrize("path", sorted(PACKAGED.glob("*.book")), ids=lambda path: path.stem)
def test_packaged_books_are_sound(path: Path) -> None:
    rules = RULE_SETS[path.stem]
    book = book_for(rules)
    assert book is not None
    assert path == PACKAGED / book_name(rules)
    assert path.stat().st_size < 3_000_000
    generator, rng = MoveGenerator(rules), random.Random(1)
    depths = []
    for _ in range(8):
        position = Position.start(rules)
        for ply in range(60):
            moves = generator.legal_moves(position)
            known = book.find(position, moves) if len(moves) > 1 else []
            if len(moves) > 1 and not known:
                depths.append(ply)
                break
            played = [(each.move, each.weight) for each in known if each.weight] or [(moves[0], 1)]
            position = rng.choices([move for move, _ in played], [weight for _, weight in played])[0].after
    assert sum(depths) > 3 * len(depths)


def test_a_task_result_does_not_depend_on_earlier_tasks() -> None:
    position = Position.start(RULE_SETS["russian"])
    found = search_position(fen_text(position), RULE_SETS["russian"], 300)
    for move in MoveGenerator(RULE_SETS["russian"]).legal_moves(position):
        search_position(fen_text(move.after), RULE_SETS["russian"], 300)
    assert search_position(fen_text(position), RULE_SETS["russian"], 300) == found
