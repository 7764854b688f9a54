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
from support.headless_screens import send, settled
from support.play_screen import PlaySession

from ai.levels import LEVEL_RATINGS, LEVELS
from ai.problems import problem as problem_module
from ai.problems.problem import Problem
from console.activities.problems.calendar_page import calendar_lines
from console.activities.problems.sentences import rating, refuted
from console.activities.problems.solved import (
    Rating,
    SolverStanding,
    rated,
    row_after,
    solved_day,
    solved_fens,
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
from console.storage.atomic_files import Folders
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


def talk(lines: Sequence[str], store: Store | None = None, problem: str | None = "", **fields: object) -> str:
    """Return the transcript of a session of play, which begins with a problem by default."""
    chosen = options(problem=problem, **fields)  # type: ignore[arg-type]  # each test names its own fields
    return " ".join(converse(lines, chosen, store=store, today=lambda: TODAY).split())


def reached(store: Store) -> SolverStanding:
    """Return what is stored of the solver."""
    return standing_of(store.player, "american")


def test_solves_a_problem_by_its_move_and_remembers_it() -> None:
    store = Store(False, None)
    heard = talk(["A1 B2", "n"], store)
    assert "difficulty 4. Black to move and win." in heard
    assert "Solved at once." in heard
    assert "Your problem rating is around 1" in heard
    assert heard.endswith("Good-bye, Dan.")
    assert solved_fens(store.player, "american") == {BETTER_THAN_FIRST}
    assert reached(store).rating.value > Rating().value


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
    paper = talk(["problem", "C3 D4"], problem=None)
    assert re.search(r"The problems by these rules are damaged: .* Your move \(like C3 D4\)\? C3 D4", paper)


def test_does_not_rate_a_problem_that_was_solved_before() -> None:
    store = Store(False, None)
    talk(["A1 B2", "n"], store, problem="today")
    rating = reached(store).rating
    assert "Your problem rating" not in talk(["2-6", "y", "A1 B2", "n"], store, problem="today")
    assert reached(store).rating == rating


def test_refutes_a_wrong_move_and_counts_it_once() -> None:
    store = Store(False, None)
    heard = talk(["2-6", "y", "2-7", "y", "A1 B2", "n"], store)
    assert heard.count("does not win: ") == 2
    assert heard.count("Your problem rating is ") == 1
    assert "I move" in heard.partition("does not win")[0]
    assert heard.count("Here it is again.") == 2
    assert "Solved after all." in heard
    assert reached(store).rating.value < Rating().value
    assert solved_fens(store.player, "american") == {BETTER_THAN_FIRST}


def test_shows_the_solution_after_giving_up() -> None:
    store = Store(False, None)
    heard = talk(["2-6", "n", "n"], store)
    assert "The solution is A1 B2, " in heard
    assert not solved_fens(store.player, "american")


def test_accepts_another_move_that_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one("B:W21:BK10,K14,K15", 1, "10-7"),))
    heard = talk(["14-18", "n"])
    assert "is not what I had in mind, but it wins, too, and I can prove it." in heard
    assert "Solved at once." in heard


def test_says_the_task_once_and_asks_for_a_move() -> None:
    session = Talk(dialogue_of(options(problem=""), Random(1), Script()))
    session.type("where")
    assert sum("to move and win" in text for text in session.texts) == 1
    assert session.asked.prompt.startswith("Your move (like ")


def test_three_hints_name_theme_man_and_solution() -> None:
    store = Store(False, None)
    heard = talk(["hint", "hint", "hint", "A1 B2", "n"], store)
    hints = ("The idea is the opposition (the other side has to give way).", "Look at A1.", "The solution is A1 B2")
    first, second, third = map(heard.index, hints)
    assert first < second < third
    assert "Solved at once" not in heard
    assert reached(store).rating.value < Rating().value


SHOT = "B:WK16,19,27:B18,K22"
"""After 18-23 White jumps to 18, and Black jumps twice: 22x15x6 or so."""


def test_a_hint_amid_a_problem_is_about_the_position_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to set the problem again."""
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one(SHOT, solution="18-23"),))
    dialogue = Talk(dialogue_of(options(problem=""), Random(1), Script())).type("hint", "hint", "18-23")
    position = dialogue.state.game.position
    for heard in ("The idea is the opposition", "Look at F6.", "The solution is F6 D4 F2"):
        assert dialogue.type("hint").texts[-1].startswith(heard)
    assert dialogue.state.game.position == position
    assert "Solved, with a hint." in " ".join(dialogue.type("F6 D4 F2").texts)


def test_offers_no_redo_and_no_saving_amid_a_problem() -> None:
    session = PlaySession(options(problem=""))
    session.type("2-6", "y")
    state = session.dialogue.state
    assert state.game.can_redo
    assert not {"Redo", "Save"} & {button.word for button in buttons(None, state, 200)}
    moves = next(item.inside for item in session.play.menu_items() if item.label == "Moves")
    assert not next(item.works for item in moves if item.label == "Redo")


def test_solves_a_drawing_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = one("B:W16,20,K2:BK10,K25", 0, "25-22")
    monkeypatch.setattr(problem_module, "collection", lambda rules: (drawn,))
    heard = talk(["10-14", "y", "25-22", "n"])
    assert "Black to move and draw" in heard
    assert "does not draw" in heard
    assert "Solved after all" in heard


def test_suspends_a_game_for_a_problem_and_resumes_it() -> None:
    heard = talk(["C3 D4", "problem", "A1 B2", "n", "undo", "quit"], problem=None)
    after = heard.partition("Another problem (Y/N)? n ")[2]
    assert after.startswith("Back to the game.")
    assert "You take back" in after or "take back" in after.casefold() or "Taken back" in after


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


def test_explains_the_kinds_of_problems() -> None:
    assert 'There are no "nonsense" problems: "problem list"' in " ".join(talk(["problem nonsense", "quit"]).split())
    assert "None of your mistakes is due" in talk(["problem yours", "quit"])


def test_names_the_problem_of_the_day() -> None:
    assert "The problem of the day, difficulty 4." in talk(["quit"], problem="today")


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
    store = Store(False, None)
    store.player.change(("INSERT INTO ratings VALUES ('american', ?, ?)", (value, tries)))
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


def test_calls_an_early_rating_a_guess() -> None:
    assert rating(Rating(1200), Rating(939.4, 1)) == ("Your problem rating is around 940 so far.")
    assert rating(Rating(1200, 5), Rating(1160.2, 6)) == "Your problem rating is 1160 (-40)."


def test_solves_a_problem_by_clicks_and_one_key() -> None:
    session = PlaySession(options(problem=""))
    assert "Defense" in session.text
    assert "Black to move and win" in session.text
    session.type("2-6")
    assert "Another try (Y/N, Enter: Y)?" in session.text
    assert "► ○  Dan" not in session.text
    session.send("y")
    session.settle()
    assert "► ○  Dan" in session.text
    for square in (4, 8):
        row, column = session.layout.place(square)
        session.send(Mouse("press", row, column + 1), Mouse("release", row, column + 1))
    session.settle()
    assert "Another problem (Y/N)?" in session.text
    assert "is thinking" not in session.text
    session.send("n")
    assert isinstance(session.answer, Leave)


# Rows


SEVERAL = [f"B:W19,{number}:B2,K4" for number in (31, 30, 29, 28)]


@pytest.fixture
def _several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: tuple(map(one, SEVERAL)))


def in_row(store: Store) -> tuple[int, int]:
    """Return the row that is stored, now and at most."""
    return reached(store).row


@pytest.mark.usefixtures("_several")
def test_counts_a_row_until_a_wrong_move() -> None:
    store = Store(False, None)
    heard = talk(["4-8", "y", "4-8", "y", "4-8", "y", "2-6", "y", "4-8", "n"], store)
    rows = ["That starts a streak. Your", "2 in a row, your best. Your", "3 in a row, your best. Your"]
    rows += ["That ends a streak of 3, your best. Your problem rating", "Solved after all."]
    places = [heard.index(row) for row in rows]
    assert places == sorted(places)
    assert in_row(store) == (0, 3)


@pytest.mark.usefixtures("_several")
def test_a_hint_ends_a_row() -> None:
    store = Store(False, None)
    heard = talk(["4-8", "y", "4-8", "y", "hint", "hint", "4-8", "y", "4-8", "n"], store)
    assert heard.count("That ends a streak of 2, your best.") == 1
    assert "Solved, with a hint." in heard
    assert "The next one can start a streak. Your best is 2. Your problem rating" in heard
    assert "That starts a streak. Your best is 2. Your problem rating" in heard
    assert in_row(store) == (1, 2)


def test_a_problem_solved_before_does_not_change_the_row() -> None:
    store = Store(False, None)
    talk(["4-8", "n"], store)
    assert "Solved, as before" in talk(["hint", "4-8", "n"], store)
    assert in_row(store) == (1, 1)


@pytest.mark.usefixtures("_several")
def test_leaving_a_problem_does_not_change_the_row() -> None:
    store = Store(False, None)
    talk(["4-8", "y", "problem off"], store)
    assert in_row(store) == (1, 1)


def test_an_own_mistake_counts_for_the_row() -> None:
    store = Store(False, None)
    store.player.change(added(OWN), row_after(at_once=True))
    assert "2 in a row, your best. This mistake will not come back." in talk(["4-8", "n"], store)
    store.player.change(added(OWN))
    assert "That ends a streak of 2, your best. This mistake comes back in a week." in talk(["2-6", "n", "n"], store)


def test_stores_a_wrong_move_before_it_is_refuted() -> None:
    """A program that is killed while the refutation is shown has stored that the row is over."""
    store = Store(False, None)
    store.player.change(row_after(at_once=True))
    dialogue = Talk(dialogue_of(options(problem=""), Random(1), Script(), store))
    dialogue.send("2-6", until=Played)
    assert in_row(store) == (1, 1)
    dialogue.send(None, until=Played)
    assert in_row(store) == (0, 1)


# The calendar


def test_marks_the_problem_of_the_day() -> None:
    store = Store(False, None)
    store.player.change(solved_day("russian", TODAY - timedelta(1)))
    assert "A mark on the calendar: 2 days in a row." in talk(["2-6", "y", "4-8", "n"], store, problem="today")
    assert "mark" not in talk(["4-8", "n"], store, problem="today")
    assert reached(store).days == {TODAY, TODAY - timedelta(1)}
    page = talk(["problem calendar", "quit"], store, problem=None)
    assert " (1)" in page
    assert "2026 Feb ...........................o 1" in page


def test_only_the_problem_of_the_day_is_marked_when_it_is_solved() -> None:
    store = Store(False, None)
    talk(["4-8", "n"], store)
    talk(["2-6", "n", "n"], store, problem="today")
    assert reached(store).days == set()


def test_marks_the_day_on_which_the_problem_was_set() -> None:
    """It is solved after midnight."""
    store, days = Store(False, None), iter((TODAY, TODAY))
    dialogue = dialogue_of(options(problem="today"), Random(1), Script(), store, today=lambda: next(days, date.max))
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
        "",
        "2025",
        "Dec ..............................o  1",
        "",
        "2024",
        "Feb ............................o    1",
    ]


@pytest.mark.parametrize("today", [date.min, TODAY, date.max])
def test_draws_a_calendar_on_any_day(today: date) -> None:
    days = {date.min, TODAY, TODAY + timedelta(1), date.max}
    lines = calendar_lines(days, today)
    assert max(map(len, lines[10:])) <= 48
    assert f"({today.day})" in "".join(lines[:9])


# Mistakes of one's own


OWN = Item(MISTAKE, "american", "", BLACK, "D4 E5", BETTER_THAN_FIRST, "4-8", TODAY)


def test_sets_own_mistakes_first_and_forgets_solved_ones() -> None:
    store = Store(False, None)
    store.player.change(added(OWN))
    heard = talk(["A1 B2", "n"], store)
    assert "One of your mistakes is due first." in heard
    assert "you played D4 E5 here" in heard
    assert "This mistake will not come back." in heard
    assert items_of(store.player, MISTAKE) == []


def test_names_own_mistakes_in_the_present_notation() -> None:
    for played, shown in (("D4 E5", "15-18"), ("something else", "something else")):
        store = Store(False, None)
        store.player.change(added(replace(OWN, name=played)))
        assert f"you played {shown} here" in talk(["squares numbers", "problem"], store, None)


def test_first_hint_of_an_own_mistake_names_its_themes() -> None:
    store = Store(False, None)
    store.player.change(added(OWN))
    assert "The idea is the opposition" in talk(["hint", "hint", "hint", "A1 B2", "n"], store)


def test_announces_due_mistakes_at_the_start() -> None:
    store = Store(False, None)
    assert "due" not in talk(["quit"], store, problem=None)
    store.player.change(added(OWN))
    assert 'One of your mistakes is due: "problem".' in talk(["quit"], store, problem=None)
    assert "due" not in talk(["quit"], store, problem=None, rules="casual")
    assert "due" not in talk(["quit"], store, problem=None, players="two", other="Eve")


def test_sets_a_repeated_mistake_again_after_longer_times() -> None:
    store = Store(False, None)
    store.player.change(added(OWN))
    heard = talk(["2-6", "y", "A1 B2", "y", "problem yours", "quit"], store)
    (kept,) = items_of(store.player, MISTAKE)
    assert heard.count("This mistake comes back in a week.") == 1
    assert "None of your mistakes is due: the next comes back in a week." in heard
    assert kept.due == TODAY + timedelta(7)
    assert kept.failed(kept.due).due == kept.due + timedelta(30)


def test_stores_the_gravest_mistakes_of_a_review_once() -> None:
    store = Store(False, None)
    # Two kings against a man: to give one away turns a win into a draw or worse.
    lines = ["4-8", "review", "quit"]
    talk(lines, store, problem=None, fen=BETTER_THAN_FIRST, jumping="forced")
    assert items_of(store.player, MISTAKE) == []
    lines = ["2-6", "review", "review", "quit"]
    heard = talk(lines, store, problem=None, fen=BETTER_THAN_FIRST, jumping="forced")
    (kept,) = items_of(store.player, MISTAKE)
    assert (kept.start, kept.moves, kept.due) == (BETTER_THAN_FIRST, "4-8", TODAY + timedelta(1))
    assert heard.count("One of your mistakes will come back tomorrow") == 1


def test_mistakes_by_house_rules_come_back_without_a_file_of_them(tmp_path: Path) -> None:
    where = Folders(tmp_path, tmp_path)
    Store(True, where).rules.add(GRANNY)
    talk(["new granny", f"fen {BETTER_THAN_FIRST}", "2-7", "save mine", "quit"], Store(True, where), problem=None)
    Store(True, where).rules.remove("granny")
    store = Store(True, where)
    tomorrow = replace(OWN, rules="granny", due=TODAY + timedelta(days=1), articles=own_articles(GRANNY))
    store.player.change(added(tomorrow))
    (kept,) = items_of(store.player, MISTAKE)
    assert (kept.rules, kept.is_by(GRANNY), kept.is_by(OTHER)) == ("granny", True, False)
    assert [bool(items_of(store.player, MISTAKE, rules)) for rules in (GRANNY, OTHER, AMERICAN)] == [True, False, False]
    store.player.change(updated(replace(kept, due=TODAY)))
    heard = talk(["no", "load mine", "problem yours", "A1 B2", "n", "quit"], store, problem=None)
    assert "This mistake will not come back." in heard


def test_stores_the_mistakes_of_a_review_on_the_screen() -> None:
    store = Store(False, None)
    chosen = options(problem=None, fen=BETTER_THAN_FIRST, jumping="forced")
    session = PlaySession(chosen, Script(["31-27"]), store=store)
    session.type("2-6", "review")
    review = session.opened
    settled(review)
    send(review, ["escape"])
    session.play.resume(None)
    assert [kept.moves for kept in items_of(store.player, MISTAKE)] == ["4-8"]
    assert "One of your mistakes will come back tomorrow" in session.text
    assert session.dialogue.state.table.mistakes


def test_keeps_a_mistake_once_under_each_rule_set() -> None:
    casual = replace(OWN, rules="casual")
    house = [replace(OWN, rules="granny", articles=article_line(rules)) for rules in (GRANNY, OTHER)]
    store = Store(False, None)
    store.player.change(*map(added, [OWN, casual, *house, *(replace(each, asked=3) for each in (OWN, *house))]))
    assert items_of(store.player, MISTAKE) == [OWN, casual, *house]


def test_sets_problems_of_a_theme_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    easy, hard = one(), replace(one("B:W19,31:B3,K4"), themes=("breeches",), difficulty=6)
    monkeypatch.setattr(problem_module, "collection", lambda rules: (easy, hard))
    for kind in ("breeches", "hard"):
        dialogue = Talk(dialogue_of(options(), Random(1), Script())).type(f"problem {kind}")
        assert dialogue.state.game.start == hard.position
    listed = talk(["problem list", "quit"])
    assert "opposition" in listed
    assert re.search(r"opposition +\.+ +0 +1 ", listed)


def test_a_new_solver_begins_with_an_easy_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [replace(one(f"B:W19,{square}:B2,K4"), difficulty=number) for number, square in enumerate((28, 29, 30), 1)]
    monkeypatch.setattr("ai.problems.problem._CANDIDATES", 1)
    monkeypatch.setattr(problem_module, "collection", lambda rules: some)
    dialogue = Talk(dialogue_of(options(), Random(1), Script())).type("problem")
    assert dialogue.state.game.start == some[0].position


@pytest.mark.parametrize("problems", [(), (one(),)], ids=["none", "none hard"])
def test_lists_only_kinds_of_which_there_are_problems(
    problems: tuple[Problem, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)
    listed = talk(["problem list", "quit"], problem=None)
    assert "hard " not in listed
    assert ("opposition" in listed) == bool(problems)
    assert listed.endswith("Good-bye, Dan.")
