"""Certificates and the trophy shelf: in ASCII, within their width, with what they certify."""

import pytest

from console.activities.season.career import Against, Career, Finished, career_of
from console.activities.season.certificate import WIDTH, certificate, shelf
from console.activities.season.rivals import Rival, rivals
from console.game.match import Match
from console.game.naming import date_in_words
from console.game.tally import Tally
from console.terminal.canvas import in_columns
from console.text.spans import Line, Signs, plain_lines
from engine.rules import RULE_SETS

NAMES = ("Dan", "W" * 20, "\N{CJK UNIFIED IDEOGRAPH-4F60}" * 20, "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")


def won(rival: Rival, name: str = "Dan") -> tuple[Career, Against]:
    """Return a career in which only one rival was beaten."""
    new = career_of([], name, RULE_SETS["triple-king"], rivals())
    victory = Finished(Match(3, (1.5, 0.5)), "1990.05.07", "a")
    against = Against(rival, (victory,), Match(3), 0, Tally(1, 1, 0))
    rungs = tuple(against if each.rival is rival else each for each in new.rungs)
    return Career(name, "triple-king", rungs), against


def widths(sections: list[list[Line]]) -> set[int]:
    """Return the widths of the lines, in columns."""
    return {sum(len(in_columns(span.text)) for span in line) for section in sections for line in section}


@pytest.mark.parametrize(("width", "framed"), [(36, 33), (56, 53), (76, WIDTH)])
def test_the_frame_is_closed_at_every_width(width: int, framed: int) -> None:
    for rival in rivals():
        sections = certificate(*won(rival, NAMES[rival.rung % len(NAMES)]), width)
        assert widths(sections) == {framed}
        assert [line.endswith("(o)") for line in plain_lines(sections)[:: len(sections[0]) - 1]] == [True, True]


def test_says_who_has_beaten_whom() -> None:
    for rival in rivals():
        lines = plain_lines(certificate(*won(rival), WIDTH))
        text = " ".join(" ".join(lines).replace("|", " ").split())
        assert all(line.isascii() for line in lines)
        assert len(lines) <= 22, "a screen of 25 rows shows all of it"
        parts = ("D A N", rival.called, rival.town, "May 7, 1990", "1.5 to 0.5", "by Triple-king rules")
        assert all(part in text for part in parts)
        assert f"Rung {rival.rung} of 19" in text


def test_the_last_one_is_for_the_champion() -> None:
    texts = ["\n".join(plain_lines(certificate(*won(rival), WIDTH))) for rival in rivals()[-2:]]
    assert ["C H A M P I O N" in text for text in texts] == [False, True]


def test_a_date_is_american_and_as_exact_as_it_is_known() -> None:
    for date, said in {
        "1990.12.22": "Dec 22, 1990",
        "22.12.1990": "Dec 22, 1990",
        "1990-02-03": "Feb 3, 1990",
        "1990.13.01": "Jan 13, 1990",
        "1990.12.??": "Dec 1990",
        "1990.??.??": "1990",
        "1990": "1990",
    }.items():
        assert date_in_words(date) == said
    for other in ("", "????.??.??", "1990.13.13", f"1990.{'1' * 5_000}"):
        assert date_in_words(other) == other
    assert date_in_words("1990.12.22", 9) == "December 22, 1990"


@pytest.mark.parametrize("width", [36, 56, 76])
def test_the_shelf_has_a_place_for_everybody(width: int) -> None:
    career, _ = won(rivals()[6])
    sections = shelf(career, width, Signs())
    assert max(widths(sections)) <= width
    text = "\n".join(plain_lines(sections))
    assert "(Visitor)" in text
    assert "(Mrs. E. Halloran)" not in text
    assert "|  7  |" in text
    assert "1.5 to 0.5" in text
