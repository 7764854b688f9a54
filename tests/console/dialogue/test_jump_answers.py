"""The question of the multiple jump: how it is answered, and answered in advance."""

import pytest
from support.cases import cases
from support.conversation import Talk, options, talk

from console.reading import kinds

JUMPS = options("B:W15,22,32:B11,1")


def begun(*lines: str) -> Talk:
    """Return a conversation after these lines."""
    return talk(JUMPS).type(*lines)


def outcome(run: Talk) -> str:
    """Return what has become of the jump."""
    jump = run.state.table.jump
    if run.state.game.turns:
        return "ends" if run.state.game.turns[0].move.path == (11, 18) else "on"
    if jump is None:
        return "back"
    if len(jump.squares) == 3:
        return "on"
    return "where" if run.asked.kind is kinds.NEXT_SQUARE else "asked"


@pytest.mark.parametrize(("line", "becomes"), cases("jump_answers"))
def test_is_answered(line: str, becomes: str) -> None:
    run = begun("C3 E5", line)
    assert outcome(run) == becomes
    assert (run.asked.kind is kinds.MULTIPLE) == (becomes in ("asked", "on"))


@pytest.mark.parametrize("line", ["C3 E5 N", "c3 e5 n", "C3 E5 only", "c3 takes e5, just the one", "11x18 N"])
def test_is_answered_in_advance(line: str) -> None:
    assert outcome(begun(line)) == "ends"


def test_a_full_stop_is_no_answer_in_advance() -> None:
    assert outcome(begun("C3 E5.")) == "asked"


def test_tells_how_to_answer_in_advance_after_three_vain_questions() -> None:
    run, told = talk(options()), []
    for _ in range(4):
        run.type("fen B:W15,32:B11,9", "C3 E5", "N")
        told.append(sum("answers this in advance" in text for text in run.texts))
    assert told == [0, 0, 1, 1]


def test_says_that_another_line_counts_as_a_no() -> None:
    assert "No, then: the jump ends on E5." in begun("C3 E5", "maybe").texts
    assert "No, then: the jump ends on E5." not in begun("C3 E5", "N").texts
