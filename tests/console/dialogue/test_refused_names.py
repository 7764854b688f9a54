"""Questions for the name of something: to refuse one leaves everything as it is, and says so."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from support.conversation import Script, Talk, options
from support.stored_games import disk, names

from console.activities.house.handlers import RULES_NAME
from console.cli.composition import dialogue_of
from console.reading import kinds

REFUSALS: Final = [
    *("cancel", "Cancel.", "never mind", "nevermind", "no", "No!", "nope", "no thanks", "forget it", "no, forget it"),
    *("don't", "don't save it", "I changed my mind", "oh never mind", "nothing", "none", "skip it", "leave it", "esc"),
    *("stop", "abort", "not now", "", "  ", "cancel please", "no thank you", "n", "no, never mind, thanks"),
]
LEFT: Final = {
    kinds.SAVE: (["save"], "Nothing is saved."),
    kinds.LOAD: (["save one", "load"], "Nothing is loaded."),
    kinds.RULES: (["rules"], "The rules stay as they are."),
    RULES_NAME: (["rules house", "huffs", ""], "Nothing is saved: your house stays as it was."),
}


def asked(folder: Path, *lines: str) -> Talk:
    """Return a conversation in which these lines were typed after a move."""
    return Talk(dialogue_of(options(), Random(1), Script(["24-20"]), disk(folder))).type("C3 D4", *lines)


@pytest.mark.parametrize("kind", LEFT, ids=lambda kind: kind.name)
def test_a_refusal_leaves_everything_as_it_is_and_says_so(kind: kinds.Kind, tmp_path: Path) -> None:
    lines, left = LEFT[kind]
    run = asked(tmp_path)
    for line in REFUSALS:
        run.type(*lines)
        assert run.asked.kind == kind
        kept = names(tmp_path)
        run.type(line)
        assert (line, run.texts[-1], run.asked.kind) == (line, left, kinds.MOVE)
        assert names(tmp_path) == kept
    assert run.state.next_game.rules == "same"
    run.close()


@pytest.mark.parametrize("line", ["save", "hint", "Undo", "new game"])
def test_a_word_is_no_name_of_a_game(line: str, tmp_path: Path) -> None:
    run = asked(tmp_path, "save", line)
    assert run.texts[-1] == f'"{line}" is a word of mine, so no name. Which name, please?'
    assert run.asked.kind is kinds.SAVE
    assert run.type("save lunch").texts[-1] == "Saved as lunch."


@pytest.mark.parametrize("name", ["No Mercy", "never say never", "my first win", "Cancel Culture"])
def test_a_name_that_only_begins_like_a_refusal_is_one(name: str, tmp_path: Path) -> None:
    assert asked(tmp_path, "save", name).texts[-1].startswith("Saved as ")
