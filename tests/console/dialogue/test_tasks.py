"""Tasks on top of each other: problems, lessons, opening lines and storms suspend what is on the board."""

from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk, options
from support.stored_games import disk

import console.activities.course.sentences as course
import console.activities.guess.sentences as guess
import console.activities.learn.sentences as learn
import console.activities.problems.sentences as problems
import console.activities.storm.sentences as storm
from console.activities.course.handlers import NEXT
from console.activities.season.rivals import rivals
from console.cli.composition import FEATURES, dialogue_of
from console.storage import masters

# The lines that begin each task, how it refuses a word, and what is said without such a task.
TASKS = {
    "course": (["course 1"], course.NOT_NOW, course.NOT_IN_ONE),
    "guess": (["guess"], guess.NOT_NOW, guess.NOT_ON),
    "learn": (["learn Black Doctor"], learn.NOT_NOW, learn.NOT_IN_ONE),
    "problem": (["problem"], problems.NOT_NOW, problems.NOT_IN_ONE),
    "storm": (["storm", ""], storm.NOT_NOW, storm.NOT_IN_ONE),
}
PACKAGED = masters.PACKAGED
"""The file of all masters' games, without which other tests run."""


@pytest.fixture(name="session")
def new_session(tmp_path: Path) -> Talk:
    """Return a conversation after the first move of a game that is kept, in a lesson above a problem above the game."""
    talk = Talk(dialogue_of(options(), Random(1), Script(["23-19"]), disk(tmp_path)))
    return talk.type("11-15", "problem", "course 1")


def test_each_task_is_left_for_the_one_below_it(session: Talk) -> None:
    places = [session.state.activity.label]
    session.type("course 2")  # instead of the first lesson
    for line in ("course off", "problem off"):
        session.type(line)
        places.append(session.state.activity.label)
    assert places == ["course", "problem", ""]
    assert [text for text in session.texts if "Back to" in text] == ["Back to the task.", "Back to the game."]


def test_a_new_game_leaves_all_tasks_and_keeps_the_game_below_them(session: Talk) -> None:
    session.type("new")
    assert session.state.activity.label == ""
    assert session.state.suspended == []
    assert 'The game you leave is saved: "load unfinished" brings it back.' in session.texts


def test_a_list_leaves_no_task(session: Talk) -> None:
    session.type("season ladder", "season 19", "storm best", "learn list")
    assert session.state.activity.label == "course"


def test_a_game_of_the_season_leaves_all_tasks(session: Talk) -> None:
    session.type("season")
    assert session.state.activity.label == ""
    assert session.state.table.seats.opponent == rivals()[0].program
    assert session.state.suspended == []


def test_one_letter_leaves_no_task(session: Talk) -> None:
    session.type("n")
    assert session.state.activity.label == "course"
    assert '"new" would leave this for another game. If you mean it, type the whole word.' in session.texts


@pytest.mark.parametrize("word", TASKS)
def test_refuses_what_would_help_and_goes_back_to_the_game(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masters, "PACKAGED", PACKAGED)
    lines, not_now, not_in_one = TASKS[word]
    talk = Talk(dialogue_of(options(), Random(1), Script(["23-19"]))).type("11-15", f"{word} off")
    assert talk.texts[-1] == not_in_one
    before, turns = talk.state.activity, talk.state.game.turns
    talk.type(*lines)
    for refused in ("proof", "review", "save x"):
        assert talk.type(refused).texts[-1] == not_now
    entries = (entry for each in FEATURES.values() for group in each.menu.values() for entry in group)
    offered = {entry.word for entry in entries if entry.argument == "off" and entry.if_(talk.state)}
    assert offered & TASKS.keys() == {word}
    assert talk.type(f"{word} off").texts[-1] == "Back to the game."
    assert (talk.state.activity, talk.state.game.turns) == (before, turns)


@pytest.mark.parametrize("task", ["course", "problem", "storm", "learn Black Doctor"])
def test_names_only_the_command_that_leaves_this_task(task: str) -> None:
    talk = Talk(dialogue_of(options(), Random(1), Script())).type(task)
    word = task.partition(" ")[0]
    for typed in ("off", "stop", "end", "leave"):
        assert talk.type(typed).texts[-1] == f'"{word} off" ends this; "quit" leaves the program.'
    assert talk.type(f"{word} off").state.activity.label == ""


def test_names_the_command_that_leaves_a_lesson_at_the_question_after_it(session: Talk) -> None:
    while session.asked.kind is not NEXT:
        session.type("course skip")
    assert session.type("stop").texts[-1].startswith('"course off" ends this')
