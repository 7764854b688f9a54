"""The message that a piece was huffed is read at once, in every window."""

import pytest
from support.conversation import Script, options
from support.play_screen import PlaySession

from console.activities.play.remarks import Remarks
from console.reading import kinds

SIZES = [(40, 20), (53, 21), (60, 22), (80, 24), (80, 25), (120, 40)]
HUFF = "could have jumped: I take your man for not jumping."
REMARK = "You left a jump lying there, and that is a pity, because it was a good one. I sweep up, as ever."


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Remarks, "after", lambda self, found: (REMARK, None))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("fen", "missed", "reply"),
    [("B:W15,31,32:B11,9,1", "9-13", "32-28"), ("W:W22,24,30:B18,1,2", "24-20", "1-6")],
    ids=["Black", "White"],
)
def test_is_read_with_the_reply(size: tuple[int, int], fen: str, missed: str, reply: str) -> None:
    session = PlaySession(options(fen=fen), Script([reply]), size)
    session.type(missed)
    assert HUFF in session.said
    session.type("why")
    assert HUFF in session.said


@pytest.mark.parametrize("size", SIZES)
def test_is_read_by_both_of_two_players(size: tuple[int, int]) -> None:
    session = PlaySession(options(fen="B:W15,32:B11,9", players="two", other="Bartholomew Fothrin"), None, size)
    session.type("9-13", "11")
    assert "C3 could have jumped: Dan loses the man for not jumping." in session.said


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_two_huffs_are_both_read(size: tuple[int, int]) -> None:
    """The computer misses a jump in its answer."""
    session = PlaySession(options(fen="B:W15,31:B11,9,27"), Script(["15-10"]), size)
    session.type("9-13")
    assert session.asked is kinds.HUFF
    assert HUFF in session.said
    session.type("31")
    assert "Computer loses the man for not jumping." in session.said
