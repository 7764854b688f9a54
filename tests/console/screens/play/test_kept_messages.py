"""Messages that stay readable: a huff, until the next move of the player who has lost the piece."""

import pytest
from support.canvas_text import row_text
from support.conversation import Script, converse, options
from support.play_screen import THEME, PlaySession

from console.activities.play.remarks import Remarks
from console.dialogue import kinds

SIZES = [(40, 20), (53, 21), (60, 22), (80, 24), (80, 25), (120, 40)]
HUFF = "could have jumped: I take your man for not jumping."
REMARK = "You left a jump lying there, and that is a pity, because it was a good one. I sweep up, as ever."


def read(session: PlaySession) -> str:
    """Return what is read in the conversation, also where it has grown over the board."""
    canvas, talk = session.picture(), session.play.picture.layout.conversation
    rows = range(max(0, talk.row - 9), talk.row + talk.height)
    return " ".join(" ".join(row_text(canvas, row)[talk.column : talk.column + talk.width] for row in rows).split())


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Remarks, "after", lambda self, found: REMARK)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("fen", "missed", "reply", "later"),
    [("B:W15,31,32:B11,9,1", "9-13", "32-28", "1-5"), ("W:W22,24,30:B18,1,2", "24-20", "1-6", "30-26")],
    ids=["Black", "White"],
)
def test_stays_until_the_next_move(size: tuple[int, int], fen: str, missed: str, reply: str, later: str) -> None:
    session = PlaySession(options(fen=fen), Script([reply]), size)
    session.type(missed)
    assert HUFF in read(session)
    assert read(session).rstrip(f" {THEME.glyphs.up}").endswith("?")
    assert ("I move" in read(session)) == (size != (40, 20))
    session.type("moves")
    session.type("fen")
    assert HUFF in read(session)
    assert "FEN" in read(session)
    if size[1] == 40:
        assert read(session).index(missed) < read(session).index(HUFF), "all fits, so nothing moves up"
    session.type("resign")
    assert session.asked is kinds.RESIGN
    assert HUFF in read(session)
    session.type("n", later)
    if size[1] < 40:
        assert HUFF not in read(session)


@pytest.mark.parametrize("size", SIZES)
def test_stays_for_both_of_two_players(size: tuple[int, int]) -> None:
    session = PlaySession(options(fen="B:W15,32:B11,9", players="two", other="Bartholomew Fothrin"), None, size)
    session.type("9-13", "11")
    lost = "C3 could have jumped: Dan loses the man for not jumping."
    assert lost in read(session)
    session.type("moves", "32-28")
    assert lost in read(session)
    session.type("13-17")
    if size[1] < 40:
        assert lost not in read(session)


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_two_huffs_are_both_read(size: tuple[int, int]) -> None:
    """The computer misses a jump in its answer."""
    session = PlaySession(options(fen="B:W15,31:B11,9,27"), Script(["15-10"]), size)
    session.type("9-13")
    assert session.asked is kinds.HUFF
    assert HUFF in read(session)
    session.type("31")
    assert HUFF in read(session)
    assert "Computer loses the man for not jumping." in read(session)


def test_undo_releases_it() -> None:
    session = PlaySession(options(fen="B:W15,31,32:B11,9"), Script(["32-28"]), (40, 20))
    session.type("9-13", "undo")
    assert HUFF not in read(session)


def test_the_remark_gives_way_in_plain_lines() -> None:
    """On a terminal of 24 rows the board, which follows, pushed the sentence out."""
    lines = converse(["9-13", "1-5"], options(fen="B:W15,31,32:B11,9,1"), Script(["32-28"])).splitlines()
    huff = next(number for number, line in enumerate(lines) if line.endswith(HUFF))
    asked = next(number for number in range(huff, len(lines)) if lines[number].startswith("Your move"))
    assert asked - huff < 20
    assert "pity" not in " ".join(lines[huff:asked])
    assert "pity" in " ".join(lines[asked:])
