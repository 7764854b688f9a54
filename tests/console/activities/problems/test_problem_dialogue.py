"""Problems in the conversation: solving, refutations, hints, ratings, and own mistakes."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.conversation import Script, Talk, converse, options
from support.headless_screens import settled
from support.play_screen import PlaySession
from support.stored_games import disk, in_memory

from ai.levels import LEVEL_RATINGS, LEVELS
from ai.problems import problem as problem_module
from ai.problems.problem import Problem
from console.activities.problems.calendar_page import calendar_lines
from console.activities.problems.sentences import refuted
from console.activities.problems.solved import (
    Rating,
    SolverStanding,
    rated,
    row_after,
    standing_of,
)
from console.cli.composition import dialogue_of
from console.dialogue.messages import Played
from console.dialogue.table import Findings
from console.game.analysis import Mistake
from console.game.elo import elo
from console.game.naming import Naming
from console.game.repetition import MISTAKE, Item
from console.screens.play.key_bar import buttons
from console.storage.due_items import added, items_of, updated
from console.storage.store import Store
from console.terminal.events import Mouse
from console.terminal.screen_stack import Leave
from engine.game import Game
from engine.geometry import BLACK
from engine.house_rules import article_line, house_rules, own_articles
from engine.rules import AMERICAN, Rules

BETTER_THAN_FIRST = "B:W19,31:B2,K4"
TODAY = date(2026, 3, 1)
GRANNY = house_rules("granny", replace(AMERICAN, men_capture_back=True))
OTHER = house_rules("granny", replace(AMERICAN, draw_after=20))


def one(fen: str = BETTER_THAN_FIRST, goal: int = 1, solution: str = "4-8", **fields: Any) -> Problem:
    """Return a problem in the endgame tables, so that no test waits for a search."""
    return Problem(AMERICAN, fen, goal, solution, "tables", 4, ("opposition",), **fields)


@pytest.fixture(autouse=True)
def _collection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one(),))


def talk(lines: Sequence[str], store: Store | None = None, task: str = "problem", **fields: Any) -> str:
    """Return the transcript of a session of play, which begins with a problem by default."""
    return " ".join(converse(lines, options(task=task, **fields), store=store, today=lambda: TODAY).split())


def reached(store: Store) -> SolverStanding:
    """Return what is stored of the solver."""
    return standing_of(store.player, "american")


@pytest.mark.parametrize(
    "read",
    [
        lambda rules: problem_module.read_problems("EGA Checkers problems 1\nnonsense\n", rules),
        lambda rules: (one(solution="1-32"),),
    ],
)
def test_reports_a_damaged_collection(
    read: Callable[[Rules], Sequence[Problem]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_module, "collection", read)
    paper = talk(["problem", "C3 D4"], task="")
    assert re.search(r"The problems by these rules are damaged: .* Your move \(like C3 D4\)\? C3 D4", paper)


def test_accepts_another_move_that_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one("B:W21:BK10,K14,K15", 1, "10-7"),))
    heard = talk(["14-18", "n"])
    assert "is not what I had in mind, but it wins, too, and I can prove it." in heard
    assert "Solved at once." in heard


SHOT = "B:WK16,19,27:B18,K22"
"""After 18-23 White jumps to 18, and Black jumps twice: 22x15x6 or so."""


def test_a_hint_amid_a_problem_is_about_the_position_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to set the problem again."""
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one(SHOT, solution="18-23"),))
    dialogue = Talk(dialogue_of(options(task="problem"), Random(1), Script())).type("what's the answer?", "18-23")
    assert [dialogue.texts[-3][:21], dialogue.texts[-2]] == ["The solution is E5 F4", "Right so far."]
    position = dialogue.state.game.position
    for heard in ("The idea is the opposition", "Look at F6.", "The solution is F6 D4 F2"):
        assert dialogue.type("hint").texts[-1].startswith(heard)
    assert dialogue.state.game.position == position
    assert "Solved, with a hint." in " ".join(dialogue.type("F6 D4 F2").texts)


def test_offers_no_redo_and_no_saving_amid_a_problem() -> None:
    session = PlaySession(options(task="problem"))
    session.type("2-6", "y")
    state = session.dialogue.state
    assert state.game.can_redo
    assert not {"Redo", "Save"} & {button.word for button in buttons(None, state)}
    moves = next(item.inside for item in session.play.menu_items() if item.label == "Moves")
    assert not next(item.works for item in moves if item.label == "Redo")


def test_resumes_the_game_with_all_its_fields() -> None:
    """The turned board, the review and the help are kept."""
    dialogue = Talk(dialogue_of(options(), Random(1), Script())).type("C3 D4", "flip")
    state = dialogue.state
    mistake = Mistake(0, state.game.legal_moves()[0], BLACK, 100, 0, 0.4, ())
    state.table = replace(state.table, findings=Findings(state.game.turns, (mistake,)))
    before = state.table, state.opponent
    dialogue.type("problem", "problem off")
    assert (state.table, state.opponent) == before
    assert state.table.flipped
    assert state.table.mistakes == (mistake,)


def test_shows_a_refutation_in_one_line() -> None:
    game = Game(AMERICAN, "forced")
    while game.ply < 10:
        game.play(game.legal_moves()[0])
    move, *line = (turn.move for turn in game.turns)
    heard = refuted(move, line, "do better", Naming(AMERICAN, BLACK, "console"))
    assert heard.startswith("No, ")
    assert len(heard) <= 78


def test_draws_no_board_with_a_refutation_when_drawing_is_off() -> None:
    assert "kings are capitals" in talk(["2-6", "n", "n"], drawing=True)
    assert "kings are capitals" not in talk(["2-6", "n", "n"], drawing=False)


def gain(value: float, tries: int, difficulty: int = 5, score: float = 1.0) -> float:
    """Return the change of a rating by a try."""
    store = in_memory()
    store.player.change(("INSERT INTO ratings VALUES (me(), 'american', ?, ?)", (value, tries)))
    store.player.change(*rated("american", difficulty, score))
    assert reached(store).rating.tries == tries + 1
    return reached(store).rating.value - value


def test_first_problems_change_a_rating_more_than_games_do() -> None:
    """The first three results change it by 200, 133 and 100; later the step is the step of games."""
    level = LEVEL_RATINGS[5]
    assert [round(2 * gain(level, tries)) for tries in (0, 1, 2, 20, 1000)] == [200, 133, 100, 32, 32]
    assert level + gain(level, 20) == elo(level, level, 1.0)
    assert [Rating(tries=tries).is_guess for tries in (0, 4, 5)] == [True, True, False]


def test_a_harder_problem_gains_more_and_loses_less() -> None:
    for score in (1.0, 0.0):
        values = [gain(1200, 0, difficulty, score) for difficulty in LEVELS]
        assert all(lower < higher for lower, higher in pairwise(values))


def test_solves_a_problem_by_clicks_and_a_letter() -> None:
    session = PlaySession(options(task="problem"))
    assert "Defense" in session.text
    assert "Black to move and win" in session.text
    session.type("2-6")
    assert "Another try (Y/N, Enter: Y)?" in session.text
    assert "│►▟▀▀▙ Dan" not in session.text
    session.type("y")
    assert "│►▟▀▀▙ Dan" in session.text
    for square in (4, 8):
        row, column = session.layout.place(square)
        session.send(Mouse("press", row, column + 1), Mouse("release", row, column + 1))
    session.settle()
    assert "Another problem (Y/N)?" in session.text
    assert "is thinking" not in session.text
    session.type("n")
    assert isinstance(session.answer, Leave)


# Rows


def test_an_own_mistake_counts_for_the_row() -> None:
    store = in_memory()
    store.player.change(added(OWN), row_after(at_once=True))
    assert "2 in a row, your best. This mistake will not come back." in talk(["4-8", "n"], store)
    store.player.change(added(OWN))
    assert "That ends a streak of 2, your best. This mistake comes back in a week." in talk(["2-6", "n", "n"], store)


def test_stores_a_wrong_move_before_it_is_refuted() -> None:
    """A program that is killed while the refutation is shown has stored that the row is over."""
    store = in_memory()
    store.player.change(row_after(at_once=True))
    dialogue = Talk(dialogue_of(options(task="problem"), Random(1), Script(), store))
    dialogue.send("2-6", until=Played)
    assert reached(store).row == (1, 1)
    dialogue.send(None, until=Played)
    assert reached(store).row == (0, 1)


# The calendar


def test_marks_the_day_on_which_the_problem_was_set() -> None:
    """It is solved after midnight."""
    store, days = in_memory(), iter((TODAY, TODAY))
    dialogue = dialogue_of(
        options(task="problem today"), Random(1), Script(), store, today=lambda: next(days, date.max)
    )
    Talk(dialogue).type("4-8")
    assert reached(store).days == {TODAY}


def test_draws_the_months() -> None:
    solved = {date(2024, 2, 29), date(2025, 12, 31), date(2026, 3, 3), date(2026, 3, 4), date(2026, 3, 9)}
    lines = calendar_lines(solved, date(2026, 3, 10))
    assert lines[:8] == [
        "+-----------------------------+",
        "|          March 2026         |",
        "| Sun Mon Tue Wed Thu Fri Sat |",
        "|  1   2  (3) (4)  5   6   7  |",
        "|  8  (9)[10] 11  12  13  14  |",
        "| 15  16  17  18  19  20  21  |",
        "| 22  23  24  25  26  27  28  |",
        "| 29  30  31                  |",
    ]
    assert lines[9:] == [
        "",
        '(10) is solved, [10] is today: "problem today".',
        "This month: 3 of 10 days.",
        "In a row: 1 day; best, 2.",
    ]


@pytest.mark.parametrize("today", [date.min, TODAY, date.max])
def test_draws_a_calendar_on_any_day(today: date) -> None:
    days = {date.min, TODAY, TODAY + timedelta(1), date.max}
    lines = calendar_lines(days, today)
    assert max(map(len, lines[10:])) <= 48
    assert f"({today.day})" in "".join(lines[:9])


# Mistakes of one's own


OWN = Item(MISTAKE, "american", "", BLACK, "D4 E5", BETTER_THAN_FIRST, "4-8", TODAY)


def test_names_own_mistakes_in_the_present_notation() -> None:
    for played, shown in (("D4 E5", "15-18"), ("something else", "something else")):
        store = in_memory()
        store.player.change(added(replace(OWN, name=played)))
        assert f"you played {shown} here" in talk(["squares numbers", "problem"], store, "")


def test_mistakes_by_house_rules_come_back_without_a_file_of_them(tmp_path: Path) -> None:
    disk(tmp_path).rules.add(GRANNY)
    talk(["new granny", f"fen {BETTER_THAN_FIRST}", "2-7", "save mine", "quit"], disk(tmp_path), task="")
    disk(tmp_path).rules.remove("granny")
    store = disk(tmp_path)
    tomorrow = replace(OWN, rules="granny", due=TODAY + timedelta(days=1), articles=own_articles(GRANNY))
    store.player.change(added(tomorrow))
    (kept,) = items_of(store.player, MISTAKE)
    assert (kept.rules, kept.is_by(GRANNY), kept.is_by(OTHER)) == ("granny", True, False)
    assert [bool(items_of(store.player, MISTAKE, rules)) for rules in (GRANNY, OTHER, AMERICAN)] == [True, False, False]
    store.player.change(updated(replace(kept, due=TODAY)))
    heard = talk(["no", "load mine", "problem yours", "A1 B2", "n", "quit"], store, task="")
    assert "This mistake will not come back." in heard


@pytest.mark.parametrize(
    ("user", "words", "kept"),
    [("Dan", [], ["4-8"]), ("Dan", ["study", "redo"], ["4-8"]), ("Eve", ["study", "redo"], [])],
)
def test_stores_the_players_mistakes_of_a_review_on_the_screen(user: str, words: list[str], kept: list[str]) -> None:
    store = in_memory()
    chosen = options(fen=BETTER_THAN_FIRST, jumping="forced")
    session = PlaySession(chosen, Script(["31-27"]), store=store)
    session.type("2-6", *words)
    session.dialogue.state.player = user
    session.type("review")
    settled(session.opened)
    session.come_back()
    assert [each.moves for each in items_of(store.player, MISTAKE)] == kept
    assert ("will come back tomorrow" in session.text) == bool(kept)
    assert words or session.dialogue.state.table.mistakes


def test_stores_the_mistakes_of_a_game_under_the_name_in_it() -> None:
    store = in_memory()
    session = PlaySession(options(fen=BETTER_THAN_FIRST, jumping="forced"), Script(["31-27"]), store=store)
    session.type("2-6", "name Ann", "review")
    settled(session.opened)
    session.come_back()
    assert store.player.rows("SELECT player, moves FROM items") == [("Dan", "4-8")]
    session.type("problem")
    assert session.dialogue.state.table.names[BLACK] == "Ann"
    assert items_of(store.player, MISTAKE) == []


def test_keeps_a_mistake_once_under_each_rule_set() -> None:
    casual = replace(OWN, rules="casual")
    house = [replace(OWN, rules="granny", articles=article_line(rules)) for rules in (GRANNY, OTHER)]
    store = in_memory()
    store.player.change(*map(added, [OWN, casual, *house, *(replace(each, asked=3) for each in (OWN, *house))]))
    assert items_of(store.player, MISTAKE) == [OWN, casual, *house]


def test_sets_problems_of_a_theme_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    easy, hard = one(), replace(one("B:W19,31:B3,K4"), themes=("breeches",), difficulty=7)
    monkeypatch.setattr(problem_module, "collection", lambda rules: (easy, hard))
    monkeypatch.setattr(problem_module, "classics", lambda rules: (hard,))
    for kind in ("breeches", "hard", "master", "classics"):
        dialogue = Talk(dialogue_of(options(), Random(1), Script())).type(f"problem {kind}")
        assert dialogue.state.game.start == hard.position
    listed = talk(["problem list", "quit"])
    assert re.search(r"opposition +\.+ +0 +1 ", listed)


def test_sets_a_classic_by_its_name_and_says_how_it_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "classics", lambda rules: (one(name="Gould 1884, problem 3"),))
    for number in ("0", "2", "99"):
        assert "have the numbers 1 to 1, as in" in talk([f"problem classics {number}", "quit"], task="")
    assert "Gould 1884, problem 3" in talk(["problem classics 1", "4-8", "N", "quit"], task="")
    text = talk(["problem classics", "4-8", "N", "problem list", "quit"], task="")
    assert "A problem, difficulty 4. Gould 1884, problem 3. Black to move and win." in text
    assert "The idea was the opposition. The endgame tables prove the result." in text
    assert re.search(r"classics +#+ +1 +1 ", text)


def test_a_new_solver_begins_with_an_easy_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [replace(one(f"B:W19,{square}:B2,K4"), difficulty=number) for number, square in enumerate((28, 29, 30), 1)]
    monkeypatch.setattr("ai.problems.problem.CANDIDATES", 1)
    monkeypatch.setattr(problem_module, "collection", lambda rules: some)
    dialogue = Talk(dialogue_of(options(), Random(1), Script())).type("problem")
    assert dialogue.state.game.start == some[0].position


@pytest.mark.parametrize("problems", [(), (one(),)], ids=["none", "none hard"])
def test_lists_only_kinds_of_which_there_are_problems(
    problems: tuple[Problem, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)
    monkeypatch.setattr(problem_module, "classics", lambda rules: ())
    listed = talk(["problem list", "quit"], task="")
    assert "hard " not in listed
    assert ("opposition" in listed) == bool(problems)
    assert listed.endswith("Good-bye, Dan.")
