"""The browser of games: the filter, the games found, and the positions."""

from pathlib import Path

import pytest
from support.conversation import Script, options
from support.headless_screens import THEMES, click, find, picture, send, text_of
from support.namings import from_black
from support.play_screen import PlaySession
from support.stored_games import disk

from console.activities.study.browser import Browser
from console.reading.readings import Command
from console.screens.widgets.spans import draw_spans, signs_of
from console.storage import masters
from console.storage.explorer import Explorer
from console.storage.game_index import GameIndex
from console.storage.store import Store
from console.terminal.canvas import Canvas
from console.terminal.events import Mouse
from console.terminal.screen_stack import Pop
from console.text.spans import result_spans

GAMES = """[Event "Cup"]
[Date "1896.02.01"]
[Black "Jordan"]
[White "Ferrie"]
[Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 1-0

[Black "Wyllie"]
[White "Anderson"]
[Date "1847"]
1. 11-15 23-19 2. 9-14 22-17 3. 5-9 1/2-1/2

[Black "Both"]
[GameType "20"]
1. 32-28 19-23 2. 28x19 14x23 *
"""


@pytest.fixture
def library(tmp_path: Path) -> GameIndex:
    """Return an index of three games."""
    (tmp_path / "club.pdn").write_text(GAMES)
    index = GameIndex(None)
    index.add(tmp_path / "club.pdn")
    return index


def browser_of(library: GameIndex, words: str = "") -> Browser:
    """Return a browser, whose explorer knows no games."""
    return Browser(library, from_black, Explorer(Store(False, None), "Dan"), words)


def shown(screen: Browser, width: int = 80, height: int = 24) -> str:
    """Return the picture as text."""
    return text_of(picture(screen, width, height))


def test_filters_by_the_words_typed(library: GameIndex) -> None:
    browser = browser_of(library)
    assert "1 of 3" in shown(browser)
    send(browser, "ander")
    text = shown(browser, 100)
    assert "Find: ander" in text
    assert "Wyllie - Anderson" in text
    assert "Jordan" not in text
    send(browser, [" ", *"glas"])
    assert "No game has all these words." in shown(browser)
    send(browser, ["backspace"] * 4)
    assert send(browser, ["enter"]) == Pop(Command("study", "#2 5"))
    assert send(browser, ["escape"]) is None
    assert "1 of 3" in shown(browser)
    assert send(browser, ["escape"]) == Pop()
    assert send(browser_of(library, "1896 fife"), ["enter"]) is None
    browser = browser_of(library)
    send(browser, [*"how do I find one", "enter", *"glas"])
    assert "Find: glas " in shown(browser), "a line without a game makes way for the next"
    assert send(browser_of(library, "1896 cup"), ["enter"]) == Pop(Command("study", "#1 5"))
    assert send(browser_of(library), ["down", "down", "enter"]) == Pop(Command("study", "#3 4"))


def test_goes_on_behind_the_last_game_of_a_page(library: GameIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games beyond the 500th could only be reached by more words."""
    monkeypatch.setattr("console.activities.study.browser._PAGE", 2)
    browser = browser_of(library)
    for key, place in (("up", 1), ("down", 2), ("down", 3), ("page-down", 3), ("up", 2), ("home", 1), ("end", 2)):
        send(browser, [key])
        assert f" {place} of 3 " in shown(browser)
    send(browser, [Mouse("wheel-down", 5, 5)])
    assert " 3 of 3 " in shown(browser)
    assert send(browser, ["enter"]) == Pop(Command("study", "#3 4"))


def test_steps_through_the_chosen_game(library: GameIndex) -> None:
    browser = browser_of(library)
    assert " 3 of 3 " in shown(browser)
    assert "Glasgow" in shown(browser)
    assert "club.pdn 1" in shown(browser)
    send(browser, ["left", "left"])
    assert " 2 of 3 " in shown(browser)
    send(browser, ["right"] * 9)
    assert " 3 of 3 " in shown(browser)


def test_explores_the_position_on_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masters, "PACKAGED", tmp_path / "none")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "club.pdn").write_text(GAMES)
    store = disk(tmp_path)
    explorer = Explorer(store, "Dan")
    explorer.read(lambda: False)
    browser = Browser(store.library.index, from_black, explorer)
    send(browser, ["end", "up", "left", "left", "left", "f4"])
    assert "Archive 2" in shown(browser, 100, 30)
    assert "Move Games Won Drew Lost Book" in " ".join(shown(browser, 100, 30).split())
    for size in ((80, 24), (40, 20)):
        assert f"B2 C3    1 {'█' * 9}" in shown(browser, *size)
    for key in ("f4", "right"):
        send(browser, [key])
        assert "Archive" not in shown(browser, 100, 30)
        send(browser, ["f4"])
        assert "Archive" in shown(browser, 100, 30)


@pytest.mark.parametrize(("theme", "bar"), [("colour", "█▒░"), ("mono", "█▒░"), ("ascii", "#:.")])
def test_draws_results_as_bars(theme: str, bar: str) -> None:
    """Wins, draws and losses differ in character, so that they are seen without colors too."""
    canvas = Canvas(12, 2)
    draw_spans(canvas, THEMES[theme], 1, 0, result_spans(2, 3, 1, 12, signs_of(THEMES[theme])))
    won, drawn, lost = list(bar)
    assert text_of(canvas) == f"\n{won * 4}{drawn * 6}{lost * 2}\n"
    if theme == "colour":
        assert len({canvas.at(1, column).ink for column in (0, 4, 10)}) == 3


def test_handles_clicks_and_the_wheel_and_a_missing_file(library: GameIndex, tmp_path: Path) -> None:
    browser = browser_of(library)
    assert click(browser, "Wyllie") is None
    assert "2 of 3" in shown(browser)
    board = find(picture(browser), " 3 of 3 ")
    browser.handle(Mouse("wheel-up", board[0] + 4, board[1]))
    assert " 2... of 3 " in shown(browser)
    assert click(browser, "Wyllie") == Pop(Command("study", "#2 4"))
    assert click(browser, "Back") == Pop()
    (tmp_path / "club.pdn").unlink()
    lost = browser_of(library)
    assert "Jordan" in shown(lost)
    assert send(lost, ["f4", "left", "enter"]) is None


def test_leads_from_a_position_of_a_study_into_another_game_and_back(tmp_path: Path) -> None:
    """By F3, Down and Enter; Esc leads back."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "club.pdn").write_text(GAMES)
    session = PlaySession(options(), Script(["22-18"]), store=disk(tmp_path))
    session.type("study #1", "yes")
    session.send("right", "right", "f3")
    assert isinstance(session.opened, Browser)
    text = text_of(picture(session.opened, 80, 24))
    assert all(each in text for each in ("Games with this position", "Jordan", "Wyllie", "Move 1... of"))
    answer = send(session.opened, ["down", "enter"])
    assert answer == Pop(Command("study", "#2 2"))
    session.come_back(Command("study", "#2 2"))
    assert session.dialogue.state.game.turns[2].move.start == 9
    session.send("escape")
    assert "Back to the study." in session.text
    assert session.dialogue.state.game.turns[2].move.start == 8


def test_shows_it_at_f4_in_a_study_too(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "club.pdn").write_text(GAMES)
    session = PlaySession(options(), Script(["22-18"]), store=disk(tmp_path))
    session.type("find jordan")
    assert isinstance(session.opened, Browser)
    session.come_back(Command("study", "#1"))
    session.type("yes")
    session.send("f8", "f4")
    session.settle()
    text = session.text
    assert "Archive 2" in text
    assert "F4 Explore" in text


def test_a_larger_screen_shows_no_less_of_a_game(tmp_path: Path) -> None:
    """The board grows into what the list does not need."""
    lead = '[Event "Cup"]\n[Date "17 april 2009"]\n[Black "Marion Tinsley"]\n[White "Willie Ryan of New York"]\n'
    games = ("1. 11-15 23-19 2. 8-11 22-17 1-0", '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 *')
    (tmp_path / "club.pdn").write_text("\n\n".join(lead + each for each in games))
    index = GameIndex(None)
    index.add(tmp_path / "club.pdn")
    assert index.count() == 2
    for game in range(2):
        browser, before = browser_of(index), frozenset[str]()
        send(browser, ["down"] * game)
        for width in range(80, 200, 4):
            for height in (24, 30, 40, 50, 60):
                titles = frozenset(shown(browser, width, height).splitlines()[2].split("║")[1].split())
                assert titles >= before, (width, height)
            before = titles
        assert {"Players", "Year", "Result", "Opening", "Moves"} <= before
    assert "  2009  " in shown(browser, 120, 40)
