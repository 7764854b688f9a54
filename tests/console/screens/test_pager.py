"""The pager: scrolling, contents, links and search, at every size."""

import pytest
from support.canvas_text import row_text
from support.headless_screens import check_view, click, picture, send, text_of
from support.paths import DATA

from console.screens.pager import Manual, Pager
from console.screens.widgets.glyphs import SMOOTH
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Pop
from console.text.find import find_words
from console.text.manual import chapters, find_place, manual_text
from console.text.reflow import reflow

CHAPTERS = chapters(manual_text())
SAMPLE = (DATA / "manual_sample.txt").read_text("ascii")


def number_of(title: str) -> int:
    """Return the number of a chapter."""
    return next(chapter.number for chapter in CHAPTERS if chapter.title == title)


def top(screen: Manual, width: int = 80, height: int = 24) -> str:
    return row_text(picture(screen, width, height), 0)


def test_text_does_not_touch_the_scroll_bar() -> None:
    screen = Manual()
    for _ in range(5):
        canvas = picture(screen)
        assert {canvas.at(row, 78).char for row in range(1, 22)} == {" "}
        send(screen, ["page-down"] * 12)


def test_scrolls_by_pages_lines_and_to_the_ends() -> None:
    screen = Manual()
    lines = manual_text().splitlines()
    send(screen, ["down", "down"])
    assert lines[2].strip("| ") in row_text(picture(screen), 1)
    send(screen, ["up", "page-down"])
    assert lines[21].startswith(row_text(picture(screen), 1)[1:79].rstrip())
    send(screen, ["end"])
    assert "- end of file -" in text_of(picture(screen))
    assert "100%" in top(screen)
    send(screen, ["page-down", "home"])
    assert " 0%" in top(screen)
    down, up = Mouse("wheel-down", 5, 5, "none"), Mouse("wheel-up", 5, 5, "none")
    for events, line in (([down, down, up], 3), ([Mouse("press", 21, 79)], 4), ([Mouse("press", 1, 79)], 3)):
        send(screen, events)
        assert row_text(picture(screen), 1)[1:79].rstrip() == lines[line]
    send(screen, [Mouse("press", 20, 79)])
    assert "100%" in top(screen)
    send(screen, [Mouse("drag", 2, 79)])
    assert " 0%" in top(screen)
    send(screen, ["tab", "]", "tab"])
    assert "Switches" in top(screen)
    send(screen, ["shift-tab"])
    assert "Starting up" in top(screen)


def test_opens_at_the_title_or_a_topic_and_keeps_its_line_after_a_resize() -> None:
    for topic in ("", "xyzzy"):
        assert "E G A   C H E C K E R S" in text_of(picture(Manual(topic)))
    screen = Manual("levels")
    for width, height in ((40, 20), (120, 40), (80, 25), (61, 33)):
        assert "Levels" in top(screen, width, height)


@pytest.mark.parametrize("width", [40, 57, 80, 120])
def test_lists_the_keys_without_breaking_one_from_its_word(width: int) -> None:
    words = ("Help", "Save", "Load", "Hint", "Undo", "Flip", "Level", "Redo", "Menu", "Quit")
    shown = text_of(
        picture(Manual("levels", keys=[(f"F{number}", word) for number, word in enumerate(words, 1)]), width)
    )
    assert all(f" F{number} {word}" in shown for number, word in enumerate(words, 1))
    assert shown.index("F10 Quit") < shown.index("There are nine")


@pytest.mark.parametrize("name", ["escape", "q", "Q", "f1", "enter", "f10"])
def test_closes_at_each_of_its_keys(name: str) -> None:
    assert send(Manual(), [name]) == Pop()
    assert send(Pager("Lesson 1", "A man moves forward."), [name]) == Pop()


def test_chooses_contents_by_keys_letters_and_clicks() -> None:
    screen = Manual()
    send(screen, ["c", "down", "enter"])
    assert "Starting up" in top(screen)
    send(screen, ["c", *"level", "enter"])
    assert "Levels" in top(screen)
    send(screen, ["c"])
    click(screen, " 9. How to play")
    assert "How to play" in top(screen)
    send(screen, ["c", "end", "escape"])
    assert "How to play" in top(screen)


def test_shows_contents_beside_the_text_on_wide_screens() -> None:
    screen = Manual()
    shown = text_of(picture(screen, 120, 40))
    assert all(f"{chapter.number}. {chapter.title} " in shown for chapter in CHAPTERS)
    click(screen, f"{number_of('Levels')}. Levels", 120, 40)
    assert "Levels" in top(screen, 120, 40)


def test_follows_chapter_numbers_and_returns() -> None:
    screen = Manual()
    send(screen, ["page-down"])
    click(screen, "3. Switches")
    assert "Switches" in top(screen)
    click(screen, f"chapter {number_of('Levels')}")
    assert "Levels" in top(screen)
    send(screen, ["backspace"])
    assert "Switches" in top(screen)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20), (120, 40)])
def test_opens_at_a_line_and_marks_it(width: int, height: int) -> None:
    """Help on a word opened its chapter, not its line."""
    place = find_place("ballots", CHAPTERS)
    assert place is not None
    canvas = picture(Manual(place=place), width, height)
    rows = [row_text(canvas, row) for row in range(height)]
    marked = [row for row in rows if SMOOTH.right in row and "ballot N" in row]
    assert len(marked) == 1


def test_searches_forward_backward_and_around_the_end() -> None:
    screen = Manual()
    send(screen, ["/", *"huffing it", "enter"])
    assert "HUFFING IT" in text_of(picture(screen)).upper()
    assert "Jumping" in top(screen)
    send(screen, ["n"])
    assert "Continuing from the top." in text_of(picture(screen))
    send(screen, ["home", "/", *"tinsley", "enter"])
    assert "History" in top(screen)
    send(screen, ["/", *"xyzzy", "enter"])
    assert '"xyzzy" is not in here.' in text_of(picture(screen))
    send(screen, ["home", "/", "x", "backspace", "q", "escape"])
    assert " 0%" in top(screen)


def test_highlights_words_found_across_a_line_end() -> None:
    lines = ["one two", "  three four", "two three"]
    assert [tuple(hit) for hit in find_words(lines, "TWO   three")] == [
        (0, 4, 7, True),
        (1, 2, 7, False),
        (2, 0, 9, True),
    ]
    assert find_words(lines, " ") == []
    assert find_words(lines, "(") == []


@pytest.mark.parametrize("width", [40, 60, 79])
def test_keeps_every_word_in_narrow_windows(width: int) -> None:
    lines = manual_text().splitlines()
    shown = reflow(lines, width - 2)
    wanted = [word for line in lines for word in line.split() if set(word) - {"="}]
    assert [word for line in shown for word in line.text.split() if set(word) - {"="}] == wanted
    too_wide = [line.text for line in shown if len(line.text) > width - 2]
    assert all("|" in text or "--" in text or "1    2" in text or "(you" in text for text in too_wide)


def test_keeps_the_columns_of_table_rows_that_fit() -> None:
    """The moves of an opening lost their columns in the smallest window because of a long sentence above them."""
    rows = [
        "        Black (you)    White",
        "    1.  C3 D4 (11-15)  F4 E3 (23-19)",
        "    2.  B2 C3 (8-11)   F6 E7 (22-17)",
    ]
    shown = reflow(["Read it, close the page, and play it from memory.", "", *rows], 36)
    assert [line.text for line in shown[-3:]] == rows


def test_pans_a_picture_that_is_too_wide() -> None:
    screen = Manual("its squares")
    send(screen, ["page-down"], 40, 20)
    before = text_of(picture(screen, 40, 20))
    send(screen, ["right"], 40, 20)
    assert text_of(picture(screen, 40, 20)) != before
    send(screen, ["left"], 40, 20)
    assert text_of(picture(screen, 40, 20)) == before


def test_draws_a_short_text_in_a_window_of_its_size() -> None:
    screen = Pager("Short", "one\n\nthree little words")
    for width, height in ((80, 25), (40, 20), (120, 40)):
        rows = text_of(picture(screen, width, height)).splitlines()
        framed = [row.strip("\N{LIGHT SHADE} ") for row in rows if set("║╔╚") & set(row)]
        assert framed == [
            "╔═ Short ════════════╗",
            "║ one                ║",
            "║                    ║",
            "║ three little words ║",
            "╚════════════════════╝",
        ]
        assert rows[-1] == "Esc Back Enter Go on / Find"
    screen = Pager("Long", "\n".join([f"granny: {'word ' * 13}", *(f"- line {number}" for number in range(40))]))
    assert text_of(picture(screen)).splitlines()[-1] == "Esc Back Enter Go on PgDn Down PgUp Up / Find"
    assert "0%" in row_text(picture(screen), 0)
    assert row_text(picture(screen, 40, 20), 1)[1:].startswith("║ granny: word")


@pytest.mark.parametrize(("width", "height"), [(40, 20), (80, 24), (120, 40)])
def test_draws_only_inside_its_window(width: int, height: int) -> None:
    screen = Manual()
    for name in ["home", "c", "end", "escape", "/", "x", "enter", "end", "tab", *["page-up"] * 6]:
        send(screen, [name], width, height)
        canvas = picture(screen, width, height)
        assert row_text(canvas, 0)[0] == "╔"
        assert row_text(canvas, height - 2)[-1] == "╝"
        assert all(row_text(canvas, row)[width - 1] in "║▲▼░█" for row in range(1, height - 2))


def test_says_that_the_manual_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> str:
        raise FileNotFoundError("CHECKERS.DOC is in none of: /x")

    monkeypatch.setattr("console.screens.pager.manual_text", lost)
    screen = Manual()
    for name in ("page-down", "c", "tab", "/", "x", "enter", "n", "end"):
        send(screen, [name])
    assert "is in none of: /x" in text_of(picture(screen))
    assert screen.handle(Key("escape")) == Pop()


def test_looks_like_the_golden_picture() -> None:
    check_view(
        "manual", "colour-80x25", Pager("CHECKERS.DOC", SAMPLE, chapters(SAMPLE), at=chapters(SAMPLE)[0].first_line)
    )
