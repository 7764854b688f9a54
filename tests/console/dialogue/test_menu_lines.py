"""The menu in plain lines: the words by group, and the words of a group explained."""

from support.conversation import converse, options


def test_explains_the_words_of_a_group() -> None:
    paper = converse(["menu learn", "menu nothing"], options(drawing=False))
    assert "course NUMBER    starts the next lesson" in paper
    assert paper.count("Rules and level") == 1, "an unknown group shows all"
