"""The menu in plain lines: the words by group, and the words of a group explained."""

import pytest
from support.conversation import converse, options

from console.cli.composition import ROOMS, VOCABULARY
from console.reading.readings import Command


def test_explains_the_words_of_a_group() -> None:
    paper = converse(["menu learn", "menu nothing"], options(drawing=False))
    assert "course NUMBER    starts the next lesson" in paper
    assert paper.count("Rules and level") == 1, "an unknown group shows all"


LABELS = {
    entry.label: entry.word
    for room in ROOMS.values()
    for entries in room.menu.values()
    for entry in entries
    if isinstance(entry.argument, str)
}


@pytest.mark.parametrize(("label", "word"), LABELS.items())
def test_an_entry_of_the_menu_is_understood_when_it_is_typed(label: str, word: str) -> None:
    """The week was no word, and "Move at once" listed the moves."""
    others = {"Load": "load", "Rules": "rules", "Say something": "chat"}
    command = VOCABULARY.command(label.lower())
    assert command is not None
    assert command.name == others.get(label, word)


def test_a_name_behind_a_command_is_no_article_of_a_label() -> None:
    assert VOCABULARY.command("save a") == Command("save", "a")
