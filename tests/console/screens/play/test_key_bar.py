"""The key bar: it names the keys that work in the activity, and no others."""

from typing import Any

import pytest
from support.conversation import options
from support.play_screen import PlaySession

from console.screens.play.key_bar import buttons

EVERYWHERE = {"Help", "Flip", "Menu", "Quit"}


@pytest.mark.parametrize(
    ("given", "lines", "named"),
    [
        ({}, [], {"Save", "Load", "Hint", "Undo", "Level"}),
        ({"players": "two", "other": "Eve"}, [], {"Save", "Load", "Hint", "Undo"}),
        ({}, ["course 1"], {"Load", "Hint", "Undo"}),
        ({}, ["storm", "y"], {"Undo"}),
        ({"problem": ""}, [], {"Load", "Hint", "Undo"}),
    ],
    ids=["game", "two players", "lesson", "storm", "problem"],
)
def test_names_the_commands_of_the_activity(given: dict[str, Any], lines: list[str], named: set[str]) -> None:
    session = PlaySession(options(**given))
    for line in lines:
        session.type(line)
        if session.asked is None:
            session.come_back()
    runner, state = session.play.runner, session.dialogue.state
    assert {button.word for button in buttons(runner.ask, state, 200)} == named | EVERYWHERE
    before = session.answer
    session.send("f7")
    assert (session.answer is not before) == ("Level" in named)
