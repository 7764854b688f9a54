"""Tasks that suspend a game. Those on top of each other are in the transcript ``tasks.txt``."""

from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk, options
from support.stored_games import disk

from console.activities.course.handlers import Learning
from console.activities.guess.handlers import Guessing
from console.activities.learn.handlers import Drill
from console.activities.problems.activity import Solving
from console.activities.storm.handlers import Storming
from console.cli.composition import ROOMS, dialogue_of
from console.dialogue.messages import Ask
from console.dialogue.task import Task
from console.reading.kinds import MOVE
from console.text import sentences

# The lines that begin each task, and the kind of the task.
TASKS: dict[str, tuple[list[str], type[Task]]] = {
    "course": (["course 1"], Learning),
    "guess": (["guess"], Guessing),
    "learn": (["learn Black Doctor"], Drill),
    "problem": (["problem"], Solving),
    "storm": (["storm", ""], Storming),
}


@pytest.mark.usefixtures("masters_games")
@pytest.mark.parametrize("word", TASKS)
def test_refuses_what_would_help_and_goes_back_to_the_game(word: str) -> None:
    lines, kind = TASKS[word]
    talk = Talk(dialogue_of(options(), Random(1), Script(["23-19"]))).type("11-15", f"{word} off")
    assert talk.texts[-1] == kind.not_in_one
    before, turns = talk.state.activity, talk.state.game.turns
    talk.type(*lines)
    for refused in ("proof", "review", "save x"):
        assert talk.type(refused).texts[-1] == kind.not_now
    assert talk.type("esc").texts[-1] == f'"{word} off" ends this; "quit" leaves the program.'
    entries = (entry for each in ROOMS.values() for group in each.menu.values() for entry in group)
    offered = {entry.word for entry in entries if entry.argument == "off" and entry.shown(talk.state)}
    assert offered & TASKS.keys() == {word}
    assert talk.type(f"{word} off").texts[-1] == "Back to the game."
    assert (talk.state.activity, talk.state.game.turns) == (before, turns)


OUT = ("{} off", "off", "stop", "done", "close", "leave", "I'm done", "ok, stop please", "back to my game")


@pytest.mark.usefixtures("masters_games")
@pytest.mark.parametrize("below", [[], ["course 2"], ["problem"], ["study"]])
@pytest.mark.parametrize("word", [*TASKS, "study"])
def test_every_room_is_left_for_where_the_player_was(word: str, below: list[str]) -> None:
    room = {word: lines for word, (lines, _) in TASKS.items()} | {"study": ["study"]}
    talk = Talk(dialogue_of(options(), Random(1), Script(["23-19"]))).type("11-15", *below)
    if word == talk.state.activity.label or (word == "study" and not talk.state.is_at_board):
        return  # it takes the place of the other, or does not work there
    before, turns = talk.state.activity, talk.state.game.turns
    for out in OUT:
        talk.type(*room[word])
        assert talk.state.activity.label == word
        talk.type(out.format(word))
        assert (talk.state.activity, talk.state.game.turns) == (before, turns), out


@pytest.mark.parametrize("out", OUT)
def test_a_storm_that_has_not_begun_is_left_too(out: str) -> None:
    talk = Talk(dialogue_of(options(), Random(1), Script(["23-19"]))).type("11-15", "storm", out.format("storm"))
    assert talk.asked.kind is MOVE
    assert not talk.state.suspended


@pytest.mark.parametrize("line", ["leave the study", "done with this study"])
def test_a_study_is_left_in_words(line: str) -> None:
    talk = Talk(dialogue_of(options(), Random(1), Script(["23-19"]))).type("11-15", "study", line)
    assert talk.texts[-1] == "Back to the game."


def test_no_stopping_word_leaves_the_program_in_a_game() -> None:
    talk = Talk(dialogue_of(options(), Random(1), Script())).type("11-15", "off", "close", "done", "back to my game")
    assert talk.state.game.turns
    assert isinstance(talk.steps[-1], Ask)


def test_a_task_after_a_demonstration_leads_back_to_it() -> None:
    demo = options("B:W32:B27", players="demo")
    talk = Talk(dialogue_of(demo, Random(1), Script()))
    before = talk.state.activity
    assert talk.type("problem", "off").texts[-1] == "Back to the game."
    assert talk.state.activity is before


def test_keeps_what_was_written_in_a_study_below_a_task(tmp_path: Path) -> None:
    for last in ("quit", "new", "load unfinished"):
        store = disk(tmp_path / last.split()[0])
        dialogue = dialogue_of(options(), Random(1), Script(["23-19"]), store=store)
        talk = Talk(dialogue).type("11-15", "study", "yes", f"comment {last}", "problem", last)
        assert 'What you wrote in the study is saved: "study unfinished" picks it up again.' in talk.texts


def test_a_study_of_a_rated_game_is_help(tmp_path: Path) -> None:
    dialogue = dialogue_of(options(), Random(1), Script(["23-19"]), store=disk(tmp_path))
    talk = Talk(dialogue).type("11-15", "study")
    assert talk.texts[-1] == sentences.HELP_COSTS["study"]
    assert not talk.state.table.helped
    assert talk.type("yes").state.in_study
    assert talk.type("study off").state.table.helped
