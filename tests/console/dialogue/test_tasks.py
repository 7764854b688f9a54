"""Tasks that suspend a game. Those on top of each other are in the transcript ``tasks.txt``."""

from random import Random

import pytest
from support.conversation import Script, Talk, options

import console.activities.course.sentences as course
import console.activities.guess.sentences as guess
import console.activities.learn.sentences as learn
import console.activities.problems.sentences as problems
import console.activities.storm.sentences as storm
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
    for stopped in ("off", "stop", "end", "leave"):
        assert talk.type(stopped).texts[-1] == f'"{word} off" ends this; "quit" leaves the program.'
    entries = (entry for each in FEATURES.values() for group in each.menu.values() for entry in group)
    offered = {entry.word for entry in entries if entry.argument == "off" and entry.if_(talk.state)}
    assert offered & TASKS.keys() == {word}
    assert talk.type(f"{word} off").texts[-1] == "Back to the game."
    assert (talk.state.activity, talk.state.game.turns) == (before, turns)
