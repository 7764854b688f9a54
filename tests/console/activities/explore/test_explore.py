"""The explorer: what the masters, the book and the player himself played in a position."""

import lzma
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.canvas_text import row_text
from support.conversation import talk
from support.games import play
from support.headless_screens import THEMES, picture, text_of
from support.play_screen import PlaySession
from support.stored_games import disk, played_session

from ai.book import BookMove
from console.activities.explore.handlers import summary
from console.game.explored import Explored, ExploredMove
from console.game.naming import Naming
from console.game.options import Options
from console.game.tally import Tally
from console.screens.widgets.explored_table import ExploredTable
from console.storage import masters
from console.storage.explorer import Explorer
from console.storage.game_in_progress import read_autosaved
from console.storage.store import Store
from console.terminal.canvas import Canvas, Rect
from console.text import sentences
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.rules import AMERICAN, RULE_SETS

ARCHIVE = "".join(
    f'[Event "ACF archive"]\n[Result "{result}"]\n\n{moves} {result}\n\n'
    for moves, result in (
        ("11-15 23-19 9-14", "1-0"),
        ("11-15 22-18 15x22 25x18", "1/2-1/2"),
        ("9-14 23-19 11-15", "0-1"),
    )
)
TWO = Options(name="Dan", other="Ann", first=True, players="two", jumping="forced")
OWN = """\
[Black "Dan"]
[White "Ann"]
[Result "1-0"]

1. 9-14 22-18 1-0

[Black "Ann"]
[White "DAN"]
[Result "1-0"]

1. 9-14 22-17 1-0

[Black "Ann"]
[White "Bob"]
[Result "1-0"]

1. 9-14 22-17 1-0

[Black "Dan"]
[White "Ann"]
[Result "*"]

1. 9-14 22-17 *

[GameType "25"]
[Black "Ann"]
[White "Dan"]
[Result "1-0"]

1. c3-d4 f6-g5 1-0
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Return a store with five games of the player's own, among three games of masters."""
    packaged = tmp_path / "few.pdn.xz"
    packaged.write_bytes(lzma.compress(ARCHIVE.encode()))
    monkeypatch.setattr(masters, "PACKAGED", packaged)
    games = tmp_path / "home" / "games"
    games.mkdir(parents=True)
    (games / "own.pdn").write_text(OWN)
    return disk(tmp_path / "home")


@pytest.fixture
def explorer(store: Store) -> Explorer:
    """Return an explorer of these games."""
    found = Explorer(store, "Dan")
    found.read(lambda: False)
    return found


def game_of(moves: str) -> Game:
    return play(Game(AMERICAN), *moves.split())


def found(explorer: Explorer, moves: str) -> dict[str, ExploredMove]:
    """Return the moves that were played after these moves, by their start and end."""
    return {f"{each.move.start}-{each.move.end}": each for each in explorer.look(game_of(moves)).moves}


class TestExplorer:
    def test_counts_moves_between_the_same_squares_apart(self, store: Store) -> None:
        """Black jumps from 10 to 26 on two ways, over other men; so does White, on the board turned round."""
        ways, mirror = ("10x17x26", "10x19x26", "10x19x26"), ("23x16x7", "23x14x7")
        heads = ("B:W14,15,22,23,32:B1,10", "W:W23,32:B1,10,11,18,19")
        (store.saved.path("routes")).write_text("".join(
            f'[Black "Dan"][White "Ann"][SetUp "1"][FEN "{head}"]\n1. {way} 1-0\n\n'
            for head, moves in zip(heads, (ways, mirror), strict=True) for way in moves
        ))  # fmt: skip
        explorer = Explorer(store, "Dan")
        explorer.read(lambda: False)
        for head, side in zip(heads, (3, 2), strict=True):
            looked = explorer.look(Game(AMERICAN, "forced", parse_fen(head, AMERICAN)))
            assert len(looked.moves) == 2
            assert looked.yours.games == 5
            counts = {each.move.captured: each.yours.games for each in looked.moves}
            assert sorted(counts.values()) == [2, 3], (counts, side)

    def test_counts_the_players_own_finished_games_from_his_view(self, explorer: Explorer) -> None:
        assert explorer.look(game_of("")).yours == Tally(won=1, lost=1)
        assert found(explorer, "")["9-14"].yours == Tally(won=1, lost=1)
        assert [*found(explorer, "")][:2] == ["9-14", "11-15"], "the most frequent move comes first"
        moves = found(explorer, "9-14")
        assert moves["22-18"].yours == Tally(won=1)
        assert moves["22-17"].yours == Tally(lost=1)

    def test_gives_the_name_of_the_opening_and_the_score_of_the_book(self, explorer: Explorer) -> None:
        explored = explorer.look(game_of("11-15 23-18"))
        assert explored.opening == "Cross"
        assert explored.archive.games == 0
        scores = [each.book.score for each in explorer.look(game_of("10-14")).moves if each.book is not None]
        assert scores == sorted(scores, reverse=True) != []
        assert explorer.look(Game(AMERICAN, "forced")).moves[-1].book is not None
        assert all(each.book is None for each in explorer.look(Game(AMERICAN, "free")).moves), "it assumes forced jumps"

    @pytest.mark.parametrize("word", ["seen", "book", "masters"])
    def test_has_other_spellings(self, store: Store, word: str) -> None:
        assert played_session([word], store, TWO) == played_session(["explore"], store, TWO).replace("explore", word)

    def test_other_rules_have_no_masters(self, explorer: Explorer) -> None:
        """In the player's own game of these rules he had White, who moves first, and won."""
        explored = explorer.look(Game(RULE_SETS["russian"]))
        assert (explored.archive.games, explored.yours) == (0, Tally(won=1))


@pytest.mark.parametrize(("games", "words"), [(1, "one game with"), (2, "2 games with"), (1000, "1,000 games with")])
def test_names_the_number_of_games(games: int, words: str) -> None:
    assert words in summary(Explored(archive=Tally(drawn=games)), BLACK)


class TestWord:
    @pytest.mark.parametrize("name", ["Dan", "Eve"])
    def test_explains_the_columns_that_are_there(self, store: Store, name: str) -> None:
        said = played_session(["explore"], store, replace(TWO, name=name))
        assert ("Yours" in said) == ("Your own games: won-drawn-lost." in said) == (name == "Dan")
        assert all(len(line) <= 78 for line in said.splitlines())

    def test_lists_the_moves_in_plain_lines(self, store: Store) -> None:
        said = played_session(("9-14", "explore", "quit"), store, TWO)
        summary = "Double Corner. The archive has 2 games with this position: White won 1, drew 0, lost 1."
        assert summary in " ".join(said.split())
        assert "Your own games: won 1, drew 0, lost 1." in said
        lines = [line.split() for line in said.splitlines()]
        assert ["F4", "E3", "(23-19)", "1", "100%", "0%", "0%", "############"] in [line[:8] for line in lines]
        (others,) = [line for line in lines if line[:3] == ["F6", "E5", "(22-18)"]]
        assert re.fullmatch("[-+][0-9]\\.[0-9]{2}", others[3]), "the score of the book"
        assert others[5:] == ["1-0-0"]

    def test_counts_as_help_in_a_rated_game(self, store: Store, tmp_path: Path) -> None:
        assert "came here" in played_session(("9-14", "explore", "explore", "quit"), store)
        session = talk(store=disk(tmp_path / "other")).type("9-14", "explore", "explore")
        record = read_autosaved(next(tmp_path.glob("other/game-*.pdn")))
        assert record is not None
        assert record.tag("Helped", "") != "", "also if the program is killed now"
        session.close()

    @pytest.mark.parametrize("word", ["explore", "book"])
    def test_says_what_it_costs_before_it_costs_it(self, word: str, store: Store) -> None:
        session = talk(store=store).type("9-14", word)
        assert session.texts[-1] == sentences.HELP_COSTS[word]
        assert not session.state.table.helped
        assert session.type("yes").state.table.helped

    def test_says_that_the_archive_is_not_read_to_its_end(self, store: Store) -> None:
        explorer = Explorer(store, "Dan")
        explorer.read(lambda: True)
        explored = explorer.look(game_of(""))
        assert explored.is_partial
        assert "so far" in summary(explored, BLACK)
        assert "so far" in summary(replace(explored, archive=Tally(1, 1, 1)), BLACK)
        explorer.read(lambda: False)
        assert "so far" not in summary(explorer.look(game_of("")), BLACK).casefold()

    def test_off_is_no_help_and_is_answered_in_plain_lines(self, store: Store) -> None:
        said = played_session(("9-14", "explore off", "explore of", "save rated", "quit"), store)
        assert "The explorer is closed." in said
        assert '"explore" shows the opening, book, archive and your games; also off' in said
        assert store.saved.load("rated").tag("Helped", "") == ""

    def test_refuses_when_nothing_is_kept(self) -> None:
        said = played_session(("explore", "quit"), Store(automatic=False, where=None), TWO)
        assert "Nothing is saved in this session." in said


class TestPanel:
    def test_closes_with_the_game(self, store: Store) -> None:
        session = PlaySession(TWO, store=store)
        session.type("explore")
        assert "Archive 4" in session.text
        session.type("11-15", "new", "Y")
        assert "Archive" not in session.text
        session.type("explore")
        assert "Archive 4" in session.text

    def test_follows_the_position_until_it_is_closed_by_the_word_or_a_rated_game(self, store: Store) -> None:
        session = PlaySession(TWO, store=store)
        session.type("explore")
        assert "Archive 4" in session.text
        session.type("11-15", "22-18")
        assert "Archive 1" in session.text
        assert session.text.count("Single Corner") == 1
        session.type("undo", "explore")
        assert "Archive" not in session.text
        session.type("explore", "explore off")
        assert "Archive" not in session.text
        assert "The explorer is closed." in session.text
        session.type("explore off")
        assert "Archive" not in session.text
        session.type("explore", "one", "Y")
        assert session.dialogue.state.table.is_rated
        assert "Archive" not in session.text, "it is closed in a rated game until it is asked for"
        session.type("explore", "yes")
        assert "Archive 4" in session.text
        assert not session.dialogue.state.table.is_rated

    def test_keeps_to_its_rows(self, explorer: Explorer) -> None:
        canvas, theme = Canvas(40, 7, THEMES["colour"].ground), THEMES["colour"]
        table = ExploredTable(explorer.look(game_of("")), Naming.of(AMERICAN, BLACK, None), 36)
        table.draw(canvas, theme, Rect(0, 0, 5, 36))
        rows = [row_text(canvas, row).strip() for row in range(7)]
        assert rows[0].split() == ["Move", "Games", "Won", "Drew", "Lost", "Book"]
        assert rows[4] == "Archive 4, yours 1-0-1"
        assert rows[5:] == ["", ""]
        unseen = replace(explorer.look(game_of("12-16 24-20")), moves=())
        table._replace(explored=unseen, width=24).draw(canvas, theme, Rect(0, 0, 5, 24))
        assert [row_text(canvas, row)[:24].strip() for row in (1, 2)] == ["No game of the archive", "came here."]

    def test_scores_of_the_book_end_with_their_column(self, explorer: Explorer) -> None:
        canvas, theme = Canvas(40, 7, THEMES["colour"].ground), THEMES["colour"]
        explored = explorer.look(game_of(""))
        shown = replace(
            explored, moves=tuple(replace(each, book=BookMove(each.move, -105, 1)) for each in explored.moves)
        )
        ExploredTable(shown, Naming.of(AMERICAN, BLACK, None), 36).draw(canvas, theme, Rect(0, 0, 5, 36))
        assert [row_text(canvas, row)[31:] for row in range(3)] == [" Book    ", "-1.05    ", "-1.05    "]

    def test_leaves_room_for_the_moves_in_a_large_window(self, store: Store) -> None:
        session = PlaySession(TWO, size=(120, 40), store=store)
        session.type("11-15", "explore")
        assert "Archive 2" in session.text
        assert "Won Drew Lost" in session.text
        assert "C3 D4" in session.text

    def test_is_a_list_in_a_small_window(self, store: Store) -> None:
        session = PlaySession(TWO, size=(40, 20), store=store)
        session.picture()
        session.type("C3 D4", "F6 E5", "explore")
        assert ">D4 F6      1" in text_of(picture(session.opened, 40, 20)).replace("►", ">"), "no letters and a tilde"
        session.come_back("C3 D4")
        assert session.play.line.text == "C3 D4"
