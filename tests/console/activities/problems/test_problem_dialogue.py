"""Problems in the conversation: set out, solved, refuted, hinted at, put aside, and mistakes that come back."""

import io
import json
import re
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.conversation import Script, options
from support.headless_screens import picture, send
from support.play_screen import PlaySession

from ai.problems import problem as problem_module
from ai.problems.problem import Problem
from console.activities.problems.rating import Rating
from console.activities.problems.sentences import rating, refuted
from console.activities.problems.solved import SOLVED, OwnMistake, SolvedProblems, read_solved, solved_text
from console.cli.composition import dialogue_of
from console.dialogue.messages import Ask, Reply, Think
from console.dialogue.table import Findings
from console.game.analysis import Mistake
from console.game.naming import Naming
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.storage.atomic_files import Places
from console.storage.disk import Disk
from console.storage.store import NothingKept, Store
from console.terminal.events import Mouse
from console.terminal.screen_stack import Leave, Push
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.rules import AMERICAN, Rules

BETTER_THAN_FIRST = "B:W19,31:B2,K4"
TODAY = date(2026, 3, 1)


def one(fen: str = BETTER_THAN_FIRST, goal: int = 1, solution: str = "4-8", **fields: Any) -> Problem:
    """A problem that the tables know, so that no test waits for a search."""
    return Problem(AMERICAN, parse_fen(fen, AMERICAN), goal, solution, "tables", 4, ("opposition",), **fields)


@pytest.fixture(autouse=True)
def _collection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one(),))


def talk(lines: Sequence[str], store: Store | None = None, problem: str | None = "", **fields: object) -> str:
    """What is on the paper of a session of play that begins with a problem, unless told otherwise."""
    chosen = options(problem=problem, **fields)  # type: ignore[arg-type]  # each test names its own fields
    out, typed = io.StringIO(), io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    dialogue = dialogue_of(chosen, Random(1), Script(), store, today=lambda: TODAY)
    PlainFrontEnd(dialogue, LineReader(lambda: typed.read(1000), lambda: True), out, echo=True).run()
    return " ".join(out.getvalue().split())


def test_a_problem_is_solved_by_its_move_and_remembered() -> None:
    store = NothingKept("", telling=False)
    told = talk(["A1 B2", "n"], store)
    assert "difficulty 4. Black to move and win." in told
    assert "Solved at once." in told
    assert "Your rating for problems is about 1" in told
    assert told.endswith("Good-bye, Dan.")
    assert store.read_file(SOLVED).solved == {"american": (BETTER_THAN_FIRST,)}
    assert store.read_file(SOLVED).rating("american").value > Rating().value


@pytest.mark.parametrize(
    "read",
    [
        lambda rules: problem_module.read_problems("EGA Checkers problems 1\nnonsense\n", rules),
        lambda rules: (one(solution="1-32"),),
    ],
)
def test_a_damaged_collection_is_told(
    read: Callable[[Rules], Sequence[Problem]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem_module, "collection", read)
    paper = talk(["problem", "C3 D4"], problem=None)
    assert re.search(r"The problems by these rules are damaged: .* Your move \(like C3 D4\)\? C3 D4", paper)


def test_what_was_solved_before_does_not_count_again() -> None:
    store = NothingKept("", telling=False)
    talk(["A1 B2", "n"], store, problem="today")
    rating = store.read_file(SOLVED).rating("american")
    assert "Your rating" not in talk(["2-6", "y", "A1 B2", "n"], store, problem="today")
    assert store.read_file(SOLVED).rating("american") == rating


def test_a_wrong_move_is_refuted_on_the_board_and_counts_once() -> None:
    store = NothingKept("", telling=False)
    told = talk(["2-6", "y", "2-7", "y", "A1 B2", "n"], store)
    assert told.count("does not win: ") == 2
    assert told.count("Your rating for problems is ") == 1
    assert "I move" in told.partition("does not win")[0]
    assert told.count("Here it is again.") == 2
    assert "Solved. " in told
    assert store.read_file(SOLVED).rating("american").value < Rating().value
    assert store.read_file(SOLVED).solved == {"american": (BETTER_THAN_FIRST,)}


def test_who_gives_up_is_told_the_solution() -> None:
    store = NothingKept("", telling=False)
    told = talk(["2-6", "n", "n"], store)
    assert "The solution is A1 B2, " in told
    assert store.read_file(SOLVED).solved == {"american": ()}


def test_another_move_is_accepted_if_it_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_module, "collection", lambda rules: (one("B:W21:BK10,K14,K15", 1, "10-7"),))
    told = talk(["14-18", "n"])
    assert "is not what I looked for, but it wins as well: proved." in told
    assert "Solved at once." in told


def test_three_hints_name_the_man_the_square_and_the_reason() -> None:
    store = NothingKept("", telling=False)
    told = talk(["hint", "hint", "hint", "A1 B2", "n"], store)
    hints = ("Look at A1.", "A1 B2 is the move.", "It is about the opposition (the other side has to give way):")
    first, second, third = map(told.index, hints)
    assert first < second < third
    assert "Solved at once" not in told
    assert store.read_file(SOLVED).rating("american").value < Rating().value


def test_a_draw_is_held_by_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = one("B:W16,20,K2:BK10,K25", 0, "25-22")
    monkeypatch.setattr(problem_module, "collection", lambda rules: (drawn,))
    told = talk(["10-14", "y", "25-22", "n"])
    assert "Black to move and draw" in told
    assert "does not draw" in told
    assert "Solved." in told


def test_a_game_waits_for_a_problem_and_comes_back() -> None:
    told = talk(["C3 D4", "problem", "A1 B2", "n", "undo", "quit"], problem=None)
    after = told.partition("Another problem (Y/N)? n ")[2]
    assert after.startswith("Back to the game.")
    assert "You take back" in after or "take back" in after.casefold() or "Taken back" in after
    assert "Back to the game." in talk(["problem", "problem off", "quit"], problem=None)


def test_the_game_comes_back_as_it_was_left(tmp_path: Path) -> None:
    """The board stays turned, a review need not be made again, and what was helped stays so."""
    dialogue = dialogue_of(options(), Random(1), Script())
    state, steps = dialogue.state, dialogue.run()
    lines = ["C3 D4", "flip", "problem", "problem off", "moves"]
    reply: Reply = None
    mistake = Mistake(0, state.game.legal_moves()[0], BLACK, 100, 0, 100, ())
    while lines:
        step = steps.send(reply)
        reply = None
        if isinstance(step, Ask):
            reply = lines.pop(0)
            if reply == "problem":
                state.change(findings=Findings(state.game.turns, (mistake,)))
                before = state.game, state.table.flipped, state.table.mistakes, state.table.helped, state.level
        elif isinstance(step, Think):
            reply = step.choose(lambda: False)
    assert (state.game, state.table.flipped, state.table.mistakes, state.table.helped, state.level) == before
    assert state.table.flipped
    assert state.table.mistakes == (mistake,)


def test_what_would_spoil_a_problem_has_to_wait() -> None:
    told = talk(["proof", "review", "moves", "problem off"])
    assert told.count("Not in a problem") == 2
    assert "wins" not in told.partition("You can move")[2]
    assert told.endswith("Good-bye, Dan.")


def test_another_kind_of_problem_is_told_of() -> None:
    assert "problem today" in talk(["problem nonsense", "quit"])
    assert "There is no problem on the board." in talk(["problem off", "quit"], problem=None)
    assert "No mistake of yours is due" in talk(["problem yours", "quit"])


def test_the_problem_of_the_day_is_named_so() -> None:
    assert "The problem of the day, difficulty 4." in talk(["quit"], problem="today")


def test_a_refutation_takes_one_line_of_the_screen() -> None:
    game = Game(AMERICAN, "forced")
    while game.ply < 10:
        game.play(game.legal_moves()[0])
    move, *line = (turn.move for turn in game.turns)
    told = refuted(move, line[0], line, "do better", Naming(AMERICAN.geometry, BLACK))
    assert told.startswith("No, ")
    assert len(told) <= 78


def test_where_the_board_is_not_wanted_a_refutation_does_not_draw_it() -> None:
    assert "kings are capitals" in talk(["2-6", "n", "n"], drawing=True)
    assert "kings are capitals" not in talk(["2-6", "n", "n"], drawing=False)


def test_a_rating_is_a_guess_until_a_few_problems_were_tried() -> None:
    assert rating(Rating(1200), Rating(939.4, 250)) == (
        "Your rating for problems is about 940: a guess that each problem makes surer."
    )
    assert rating(Rating(1200, 140), Rating(1160.2, 135)) == "Your rating for problems is 1160 (-40)."


def test_on_the_screen_it_is_solved_at_the_board_and_one_letter_answers() -> None:
    session = PlaySession(options(problem=""))
    assert "Defence" in session.text
    assert "Black to move and win" in session.text
    session.type("2-6")
    assert "Another try (Y/N, Enter: Y)?" in session.text
    assert "Your move, Dan" not in session.text
    session.send("y")
    session.settle()
    assert "Your move, Dan" in session.text
    for square in (4, 8):
        row, column = session.layout.place(square)
        session.send(Mouse("press", row, column + 1), Mouse("release", row, column + 1))
    session.settle()
    assert "Solved." in session.text
    assert "is thinking" not in session.text
    session.send("n")
    assert isinstance(session.answer, Leave)


# Mistakes of one's own


OWN = OwnMistake("american", BETTER_THAN_FIRST, "4-8", "D4 E5", TODAY)


def test_a_mistake_of_ones_own_comes_first_and_goes_when_it_is_solved_at_once() -> None:
    store = NothingKept("", telling=False)
    store.change_file(SOLVED, lambda known: known.with_mistake(OWN))
    told = talk(["A1 B2", "n"], store)
    assert "A mistake of yours is due first." in told
    assert "you played D4 E5 here" in told
    assert "This mistake will not come back." in told
    assert store.read_file(SOLVED).yours == ()


def test_the_third_hint_for_a_mistake_of_ones_own_tells_what_is_in_its_solution() -> None:
    store = NothingKept("", telling=False)
    store.change_file(SOLVED, lambda known: known.with_mistake(OWN))
    assert "It is about the opposition" in talk(["hint", "hint", "hint", "A1 B2", "n"], store)


def test_a_session_of_play_begins_with_what_has_come_back() -> None:
    store = NothingKept("", telling=False)
    assert "due" not in talk(["quit"], store, problem=None)
    store.change_file(SOLVED, lambda known: known.with_mistake(OWN))
    assert 'A mistake of yours is due: "problem".' in talk(["quit"], store, problem=None)
    assert "due" not in talk(["quit"], store, problem=None, rules="casual")
    assert "due" not in talk(["quit"], store, problem=None, players="two", other="Eve")


def test_a_mistake_that_is_made_again_comes_back_after_a_week_and_then_a_month() -> None:
    store = NothingKept("", telling=False)
    store.change_file(SOLVED, lambda known: known.with_mistake(OWN))
    told = talk(["2-6", "y", "A1 B2", "y", "problem yours", "quit"], store)
    (kept,) = store.read_file(SOLVED).yours
    assert told.count("This mistake comes back in a week.") == 1
    assert "No mistake of yours is due: the next comes back in a week." in told
    assert kept.due == TODAY + timedelta(7)
    assert kept.failed(kept.due).due == kept.due + timedelta(30)
    assert not store.read_file(SOLVED).due("american", TODAY + timedelta(6))
    assert store.read_file(SOLVED).due("american", TODAY + timedelta(7)) == [kept]


def test_a_review_keeps_what_it_marks_twice_wrong_once() -> None:
    store = NothingKept("", telling=False)
    # Two kings against a man: to give one away turns a win into a draw or worse.
    lines = ["4-8", "review", "quit"]
    talk(lines, store, problem=None, fen=BETTER_THAN_FIRST, jumping="forced")
    before = store.read_file(SOLVED).yours
    assert before == ()
    lines = ["2-6", "review", "review", "quit"]
    told = talk(lines, store, problem=None, fen=BETTER_THAN_FIRST, jumping="forced")
    (kept,) = store.read_file(SOLVED).yours
    assert (kept.fen, kept.better, kept.due) == (BETTER_THAN_FIRST, "4-8", TODAY + timedelta(1))
    assert told.count("One mistake of yours will come back tomorrow") == 1


def test_a_review_on_the_screen_keeps_them_too() -> None:
    store = NothingKept("", telling=False)
    chosen = options(problem=None, fen=BETTER_THAN_FIRST, jumping="forced")
    session = PlaySession(chosen, Script(["31-27"]), store=store)
    session.type("2-6", "review")
    assert isinstance(session.answer, Push)
    review = session.answer.screen
    picture(review)
    while review.tick is not None:
        time.sleep(0.01)
        picture(review)
    send(review, ["escape"])
    session.play.resume(None)
    assert [kept.better for kept in store.read_file(SOLVED).yours] == ["4-8"]
    assert "One mistake of yours will come back tomorrow" in session.text
    assert session.dialogue.state.table.mistakes


def test_what_was_done_is_written_and_read_alike() -> None:
    known = SolvedProblems({"american": ("B:W1:B2",)}, {"russian": Rating(1300.5, 90, 0.05)}, (OWN,))
    assert read_solved(solved_text(known)) == known


def test_what_is_not_understood_is_kept() -> None:
    """A later format, unknown rule sets, rows that will not do, and fields more than are known."""
    row = {"rules": "american", "fen": "W:W1:B2", "better": "1-5", "played": "1-6", "due": "2026-01-02"}
    rating = {"value": 1300.5, "deviation": 90.0, "volatility": 0.05}
    text = json.dumps(
        {
            "format": "EGA Checkers solved problems 2",
            "medals": ["gold"],
            "solved": {"american": ["B:W1:B2", 7], "thai": ["B:W3:B4"]},
            "ratings": {"russian": rating | {"games": 9}, "thai": rating, "american": "high"},
            "yours": [
                row,
                row | {"rules": "thai"},
                row | {"fen": "W:W3:B2", "tries": 1, "seen": 2},
                5,
                row | {"tries": -1},
            ],
        }
    )
    known = read_solved(text)
    assert known.solved == {"american": ("B:W1:B2",)}
    assert known.ratings == {"russian": Rating(1300.5, 90, 0.05)}
    assert [(each.fen, each.tries) for each in known.yours] == [("W:W1:B2", 0), ("W:W3:B2", 1)]
    changed = known.tried("american", "B:W9:B2", True, Rating(1500, 80, 0.05)).answered(known.yours[1], False, TODAY)
    written = json.loads(solved_text(changed))
    assert (written["format"], written["medals"]) == ("EGA Checkers solved problems 2", ["gold"])
    assert written["solved"] == {"american": ["B:W1:B2", "B:W9:B2", 7], "thai": ["B:W3:B4"]}
    assert written["ratings"]["russian"] == rating | {"games": 9}
    assert written["ratings"]["thai"] == rating
    assert written["ratings"]["american"]["value"] == 1500
    assert [each for each in written["yours"] if each not in known.unread["yours"]] == [
        row | {"tries": 0},
        row | {"fen": "W:W3:B2", "tries": 2, "seen": 2, "due": changed.yours[1].due.isoformat()},
    ]
    assert known.unread["yours"] == [row | {"rules": "thai"}, 5, row | {"tries": -1}]
    assert all(each in written["yours"] for each in known.unread["yours"])
    assert read_solved(solved_text(known)) == known


HEAD = '{"format": "EGA Checkers solved problems 2"'


def test_parts_that_are_missing_or_of_another_shape_spoil_nothing_else() -> None:
    """What stands in place of a list is kept as one row of it."""
    known = read_solved(f'{HEAD}, "solved": {{"american": {{"B:W1:B2": 3}}, "russian": ["B:W1:B2"]}}, "yours": null}}')
    assert (known.solved, known.ratings, known.yours) == ({"russian": ("B:W1:B2",)}, {}, ())
    written = json.loads(solved_text(known))
    assert written["solved"] == {"american": [{"B:W1:B2": 3}], "russian": ["B:W1:B2"]}
    assert written["yours"] == [None]


@pytest.mark.parametrize("text", ["", "[]", "{}", f'{HEAD}, "ratings": []}}', "[" * 100_000])
def test_what_is_no_file_of_it_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"it |Expecting"):
        read_solved(text)


def test_a_damaged_file_is_put_aside_and_told(tmp_path: Path) -> None:
    disk = Disk(True, Places(tmp_path, tmp_path))
    disk.change_file(SOLVED, lambda known: known.with_mistake(OWN))
    assert Disk(True, Places(tmp_path, tmp_path)).read_file(SOLVED).yours == (OWN,)
    (tmp_path / "problems.json").write_text("{")
    again = Disk(True, Places(tmp_path, tmp_path))
    assert again.read_file(SOLVED) == SolvedProblems()
    assert "problems.json.damaged-1" in " ".join(again.notices())
