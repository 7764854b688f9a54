"""The tutor's lessons. The transcript ``tutor.txt`` has one of each kind."""

import re
from typing import Any

import pytest
from support.conversation import options, talk

from console.activities.tutor.handlers import Tutor
from console.dialogue.messages import Taught


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ({"fen": "B:W18,26,32:B15,1", "jumping": "huff"}, ["moves"] * 3),
        ({"fen": "W:W32,17:B27,19,14,1", "rules": "brazilian", "jumping": "forced"}, ["moves"] * 5),
        ({"fen": "B:W32:B27,1"}, ["G3 H4", "moves", "resign", "Y", "N"]),
        ({"fen": "B:W18:B15"}, ["D4 F6", "N", "N"]),
    ],
)
def test_a_lesson_has_two_short_sentences_and_is_given_once(fields: dict[str, Any], lines: list[str]) -> None:
    steps = talk(options(teach=True, **fields)).type(*lines).steps
    heard = [step.text for step in steps if isinstance(step, Taught)]
    assert len(heard) == len(set(heard)) > 1
    for text in heard:
        assert len(re.findall(r"[.!?](?: |$)", text.replace("...", ""))) == 2, text
        assert len(text) <= 160


def test_explains_jumps_in_huff_without_pointing_one_out() -> None:
    """The lesson is the second one, wherever the pieces stand."""
    for fen in ("B:W18,26,32:B15,1", "B:W28,26,32:B15,1"):
        heard = [
            step.text
            for step in talk(options(fen=fen, teach=True)).type("kings", "kings").steps
            if isinstance(step, Taught)
        ]
        assert heard[1].startswith("A man jumps an enemy beside him")
        assert re.findall(r"[A-H][1-8]", heard[1]) == []


def test_gives_one_lesson_at_a_time() -> None:
    dialogue = talk(options(fen="B:W18,26,32:B15,K1", jumping="free", teach=True))
    tutor = Tutor(dialogue.state)
    spoken = [tutor.lesson(dialogue.asked) for _ in range(6)]
    assert spoken[3] is not None
    assert spoken[4:] == [None, None]
    assert len(set(spoken[:4])) == 4
