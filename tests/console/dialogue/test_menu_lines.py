"""The menu in plain lines: all words by group on one screen, and the words of a group explained."""

from support.conversation import converse, options

from console.activities.play.menu import MENU
from console.cli.composition import FEATURES, VOCABULARY
from console.dialogue.menu import joined, menu_lines

ALL = joined([*(feature.menu for feature in FEATURES.values()), MENU])


def test_names_every_word_once_on_a_screen_of_24_lines() -> None:
    text = "\n".join(menu_lines(ALL, VOCABULARY, ""))
    names = [name.strip(",") for line in text.splitlines()[:-1] for name in line[17:].split()]
    assert sorted(names) == sorted(word.name for word in VOCABULARY.words)
    assert text.count("\n") < 23
    assert max(map(len, text.splitlines())) < 79


def test_explains_the_words_of_a_group() -> None:
    paper = converse(["menu learn", "menu nothing"], options(drawing=False))
    assert "course NUMBER    starts the next lesson" in paper
    assert paper.count("Rules and level") == 1, "an unknown group shows all"
