"""Tasks that suspend a game. Those on top of each other are in the transcript ``tasks.txt``."""

from random import Random

import pytest
from support.conversation import Script, Talk, options

from console.activities.course.handlers import Learning
from console.activities.guess.handlers import Guessing
from console.activities.learn.handlers import Drill
from console.activities.problems.activity import Solving
from console.activities.storm.handlers import Storming
from console.cli.composition import FEATURES, dialogue_of
from console.dialogue.task import Task

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
    for stopped in ("off", "stop", "end", "leave"):
        assert talk.type(stopped).texts[-1] == f'"{word} off" ends this; "quit" leaves the program.'
    entries = (entry for each in FEATURES.values() for group in each.menu.values() for entry in group)
    offered = {entry.word for entry in entries if entry.argument == "off" and entry.if_(talk.state)}
    assert offered & TASKS.keys() == {word}
    assert talk.type(f"{word} off").texts[-1] == "Back to the game."
    assert (talk.state.activity, talk.state.game.turns) == (before, turns)
