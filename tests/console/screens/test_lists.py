"""Lists: keys, letters, clicks and the wheel, at every size."""

import re
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap

import pytest
from support.canvas_text import row_text
from support.cases import cases
from support.headless_screens import check_view, click, find, picture, send, text_of

from ai.levels import LEVEL_RATINGS, LEVELS
from console.dialogue import lists
from console.dialogue.messages import Row, ShowList
from console.game.hall_of_fame import Result
from console.game.record import Record, best_first
from console.game.tally import Score, Tally
from console.reading.readings import Command
from console.screens.lists import ListScreen
from console.screens.pager import Pager
from console.storage.saved_games import SavedGame
from console.terminal.events import Mouse
from console.terminal.screen_stack import Pop, Push
from console.text.levels import VOICES
from console.text.rules import explain
from console.text.table import Column
from engine.geometry import BLACK, WHITE
from engine.rules import RULE_SETS

GAMES = [
    SavedGame("lunch", 1, 2, "Dan", "Computer, level 5", "1990.05.12", "1-0", "american", BLACK, 43),
    SavedGame("lunch", 2, 2, "Marion Tinsley", "Asa Long", "1981.08.02", "1/2-1/2", "american", BLACK, 52),
    SavedGame("ryan", 1, 1, "W. Ryan", "Dan", "1949.01.22", "0-1", "russian", WHITE, 102),
] + [
    SavedGame(f"game-{number}", 1, 1, f"Player {number}", "Computer", "1989.01.01", "*", "casual", BLACK, 9)
    for number in range(10, 60)
]
RECORD = {5: Tally(6, 2, 8), 7: Tally(1, 0, 9)}
SCORES: tuple[Score, ...] = ("win", "draw", "loss")
RESULTS = [
    Result(name, level, rules, score, date=f"2025.11.{20 + level}", helped=level == 1)
    for name, rules, tallies in (("Dan", "american", RECORD), ("A name of twenty let", "triple-king", {1: (0, 0, 4)}))
    for level, tally in tallies.items()
    for score, count in zip(SCORES, tally, strict=True)
    for _ in range(count)
]
RATINGS = {level: 1000 + 100 * level for level in LEVELS}
HALL = best_first(RESULTS, RATINGS)
MAKERS: dict[str, Callable[[], ListScreen]] = {
    "games": lambda: games_list(GAMES),
    "levels": lambda: level_list(5, RECORD),
    "rules": lambda: rules_list("american"),
    "hall": lambda: hall_list(HALL, "Dan"),
    "nothing": lambda: games_list([]),
    "short": lambda: ListScreen(
        ShowList(
            "How many?",
            [Column("", right=True), Column("Men")],
            [Row((str(n), "o" * n)) for n in range(1, 13)],
            chosen=4,
        )
    ),
}


def level_list(current: int | str, record: Mapping[int, Tally]) -> ListScreen:
    return ListScreen(lists.level_list(str(current), record, 1240))


def rules_list(current: str) -> ListScreen:
    return ListScreen(lists.rules_list(RULE_SETS[current], []))


def games_list(games: Sequence[SavedGame]) -> ListScreen:
    return ListScreen(lists.games_list(games))


def hall_list(hall: Sequence[Record], player: str = "") -> ListScreen:
    return ListScreen(lists.hall_list(hall, player))


@pytest.mark.parametrize(("name", "keys", "answer"), cases("chosen_rows"))
def test_returns_the_row_chosen_by_keys_or_letters(name: str, keys: str, answer: str) -> None:
    word, _, argument = answer.partition(" ")
    assert send(MAKERS[name](), keys.split()) == Pop(Command(word, argument) if word != "-" else None)
    assert send(ListScreen(ShowList("Or not", [Column("")], [], leave=Command("q"))), ["escape"]) == Pop(Command("q"))


def test_shows_and_forgets_the_letters_typed() -> None:
    screen = rules_list("american")
    send(screen, ["b", "r", "backspace"])
    assert "Find: b " in text_of(picture(screen))
    send(screen, ["up"])
    assert "Find" not in text_of(picture(screen)).splitlines()[-3]


@pytest.mark.parametrize("typed", ["yep", "zz", "i", "ru c"])
def test_enter_chooses_no_row_that_was_not_named(typed: str) -> None:
    """A move typed into the list of levels chose one of them."""
    screen = rules_list("american")
    assert send(screen, [*typed, "enter"]) is None
    assert f"Find: {typed}" in text_of(picture(screen))
    assert "which?" in text_of(picture(screen))
    send(screen, ["down"])
    assert "which?" not in text_of(picture(screen))


def test_a_row_is_named_by_its_command() -> None:
    """A line that is typed into the list may be the whole command."""
    assert send(rules_list("american"), [*"next italian", "enter"]) == Pop(Command("next", "italian"))


def test_a_line_that_named_no_row_makes_way_for_the_next_and_escape_clears_it() -> None:
    """The lines piled up."""
    screen = rules_list("american")
    send(screen, [*"what is this", "enter", *"what", "enter", *"ru"])
    assert "Find: ru " in text_of(picture(screen))
    assert "Esc Clear" in text_of(picture(screen)).splitlines()[-1]
    assert send(screen, ["escape"]) is None
    assert "Find:" not in text_of(picture(screen))
    assert isinstance(send(screen, ["r", "f10"]), Pop)
    assert isinstance(send(screen, ["backspace", "escape"]), Pop)


def test_returns_a_row_at_the_second_click() -> None:
    screen = games_list(GAMES)
    assert click(screen, "W. Ryan") is None
    assert click(screen, "W. Ryan") == Pop(Command("load", "ryan"))
    assert click(screen, "Enter Load") == Pop(Command("load", "ryan"))


def test_scrolls_by_pages_wheel_and_scroll_bar() -> None:
    screen = games_list(GAMES)
    send(screen, ["page-down"])
    assert "19 of 53" not in text_of(picture(screen))
    send(screen, ["end"])
    assert "Player 59" in text_of(picture(screen))
    send(screen, ["home", Mouse("wheel-down", 5, 5, "none")])
    assert send(screen, ["enter"]) == Pop(Command("load", "game-10"))
    row, column = find(picture(screen), "▼")
    send(screen, [Mouse("press", row - 1, column)])
    assert "Player 59" in text_of(picture(screen))


def test_shows_lines_about_the_chosen_row() -> None:
    screen = rules_list("american")
    assert "american: straight checkers" in text_of(picture(screen, 80, 25))
    send(screen, ["down", "down"])
    assert "triple king for good" in text_of(picture(screen, 120, 40))
    answer = send(screen, ["tab"], 40, 20)
    assert isinstance(answer, Push)
    assert isinstance(answer.screen, Pager)
    assert explain(RULE_SETS["triple-king"])[0][:30] in text_of(picture(answer.screen))
    rows = [Row(("Walt",), about=lambda width: ["Walt, 1130", "Racine", "", *wrap("a shop for shoes " * 9, width)])]
    answer = send(ListScreen(ShowList("Rivals", [Column("Rival")], rows)), ["tab"], 40, 20)
    assert isinstance(answer, Push)
    shown = picture(answer.screen, 40, 20)
    assert find(shown, "Racine")[0] == find(shown, "Walt, 1130")[0] + 1, "wrapped for the width of the window"


def test_scrolls_a_long_explanation() -> None:
    screen = rules_list("triple-king")
    assert "or agreement" not in text_of(picture(screen))
    send(screen, ["right"])
    assert "or agreement" in text_of(picture(screen))
    send(screen, ["down"])
    assert "russian: flying" in text_of(picture(screen))
    send(screen, ["up", *[Mouse("wheel-down", 5, 60, "none")] * 5])
    assert "or agreement" in text_of(picture(screen))


@pytest.mark.parametrize("width", [80, 40])
def test_lists_the_levels(width: int) -> None:
    shown = text_of(picture(level_list("fit", RECORD), width, 24)).splitlines()
    assert any("Your Match" in line and (width < 80 or ("fit" in line and "1240" in line)) for line in shown)
    for number, level in LEVELS.items():
        line = next(line for line in shown if level.name in line)
        assert width < 80 or VOICES[number].about in line
        assert str(LEVEL_RATINGS[number]) in line
        assert "-".join(map(str, RECORD[number])) in line if number in RECORD else " - " in line


def test_opens_the_hall_at_the_player() -> None:
    screen = hall_list(HALL, "Dan")
    assert "Dan, american" in text_of(picture(screen, 120, 40))
    send(screen, ["up"], 120, 40)
    assert "founders of this" in text_of(picture(screen, 120, 40))


def test_handles_an_empty_list() -> None:
    screen = games_list([])
    assert send(screen, ["down", "x", "end", "enter"]) is None
    assert "save NAME saves one" in " ".join(re.sub("[^a-zA-Z.]", " ", text_of(picture(screen, 40, 20))).split())
    assert send(screen, ["escape"]) == Pop()


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("width", "height"), [(40, 20), (80, 24), (200, 60)])
def test_draws_only_inside_its_window(name: str, width: int, height: int) -> None:
    screen = MAKERS[name]()
    for events in ([], ["end"], ["x"], ["a"]):
        send(screen, events, width, height)
        canvas = picture(screen, width, height)
        for row in range(height - 1):
            line = row_text(canvas, row)
            assert line[0] in "╔║╚░"
            assert line[-1] in "╗║╝▲▼█░"
            assert not re.search(r"[\w.~-][║▲▼█░]", line)


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("games", "colour-80x25"),
        ("rules", "colour-80x24"),
        ("short", "mono-80x24"),
        ("levels", "colour-80x25"),
        ("hall", "colour-120x40"),
        ("hall", "colour-80x25"),
    ],
)
def test_looks_like_the_golden_picture(name: str, view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.dialogue.lists.LEVEL_RATINGS", RATINGS)
    check_view(f"list-{name}", view, MAKERS[name]())
