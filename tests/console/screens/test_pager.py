"""The manual on the screen: pages, contents, links, search, at every size."""

import pytest
from support.headless_screens import check_golden, click, picture, send, text_of
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
    """The number of the chapter with that title."""
    return next(chapter.number for chapter in CHAPTERS if chapter.title == title)


def top(screen: Manual, width: int = 80, height: int = 24) -> str:
    return picture(screen, width, height).row_text(0)


def test_it_opens_at_the_title_and_at_a_topic() -> None:
    assert "E G A   C H E C K E R S" in text_of(picture(Manual()))
    assert "Jumping: forced, huff and free" in top(Manual("jumping"))
    assert "E G A   C H E C K E R S" in text_of(picture(Manual("no such chapter")))


def test_it_is_left_by_any_of_its_keys() -> None:
    for name in ("escape", "q", "f1", "enter", "f10"):
        assert send(Manual(), [name]) == Pop()
    assert click(Manual(), "Esc Back") == Pop()


def test_pages_lines_and_ends() -> None:
    screen = Manual()
    lines = manual_text().splitlines()
    send(screen, ["down", "down"])
    assert lines[2].strip("| ") in picture(screen).row_text(1)
    send(screen, ["up", "page-down"])
    assert picture(screen).row_text(1)[1:79].rstrip() == lines[21]
    send(screen, ["end"])
    assert "- end of file -" in text_of(picture(screen))
    assert "100%" in top(screen)
    send(screen, ["page-down", "home"])
    assert " 0%" in top(screen)


def test_the_wheel_and_the_scroll_bar() -> None:
    screen = Manual()
    down, up = Mouse("wheel-down", 5, 5, "none"), Mouse("wheel-up", 5, 5, "none")
    send(screen, [down, down, up])
    assert picture(screen).row_text(1)[1:79].rstrip() == manual_text().splitlines()[3]
    send(screen, [Mouse("press", 21, 79)])
    assert picture(screen).row_text(1)[1:79].rstrip() == manual_text().splitlines()[4]
    send(screen, [Mouse("press", 20, 79)])
    assert "100%" in top(screen)
    send(screen, [Mouse("drag", 2, 79)])
    assert " 0%" in top(screen)


def test_contents_are_chosen_by_key_by_letters_and_by_click() -> None:
    screen = Manual()
    send(screen, ["c", "down", "enter"])
    assert "Starting up" in top(screen)
    send(screen, ["c", *"level", "enter"])
    assert "Levels" in top(screen)
    send(screen, ["c"])
    click(screen, "4. The board")
    assert "The board and its squares" in top(screen)
    send(screen, ["c", "end", "escape"])
    assert "The board and its squares" in top(screen)


def test_contents_that_do_not_fit_have_a_scroll_bar_of_their_own() -> None:
    for height, bars in ((24, 2), (50, 1)):
        screen = Manual()
        send(screen, ["c"], height=height)
        assert text_of(picture(screen, height=height)).count(SMOOTH.down) == bars


def test_wide_screens_show_the_contents_beside_the_text() -> None:
    screen = Manual()
    assert f"{CHAPTERS[-1].number}. {CHAPTERS[-1].title}" in text_of(picture(screen, 120, 40))
    click(screen, f"{number_of('Levels')}. Levels", 120, 40)
    assert "Levels" in top(screen, 120, 40)


def test_chapter_numbers_in_the_text_are_links_and_there_is_a_way_back() -> None:
    screen = Manual()
    click(screen, "3. Switches")
    assert "Switches" in top(screen)
    click(screen, f"chapter {number_of('Levels')}")
    assert "Levels" in top(screen)
    send(screen, ["backspace"])
    assert "Switches" in top(screen)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 20), (120, 40)])
def test_it_opens_at_the_very_line_and_marks_it(width: int, height: int) -> None:
    """Help on ballots opened the chapter that has them somewhere."""
    place = find_place("ballots", CHAPTERS)
    assert place is not None
    canvas = picture(Manual(place=place), width, height)
    marked = [row for row in map(canvas.row_text, range(height)) if SMOOTH.right in row and "ballot N" in row]
    assert len(marked) == 1


def test_tab_goes_from_chapter_to_chapter() -> None:
    screen = Manual()
    send(screen, ["tab", "tab", "tab"])
    assert "Switches" in top(screen)
    send(screen, ["shift-tab"])
    assert "Starting up" in top(screen)


def test_search_forwards_backwards_and_round() -> None:
    screen = Manual()
    send(screen, ["/", *"huffing it", "enter"])
    assert "HUFFING IT" in text_of(picture(screen)).upper()
    assert "Jumping" in top(screen)
    send(screen, ["n"])
    assert "On from the top." in text_of(picture(screen))
    send(screen, ["home", "/", *"tinsley", "enter"])
    assert "History" in top(screen)
    send(screen, ["/", *"xyzzy", "enter"])
    assert '"xyzzy" is not in here.' in text_of(picture(screen))


def test_what_is_found_is_lit_across_the_end_of_a_line() -> None:
    lines = ["one two", "  three four", "two three"]
    assert [tuple(hit) for hit in find_words(lines, "TWO   three")] == [
        (0, 4, 7, True),
        (1, 2, 7, False),
        (2, 0, 9, True),
    ]
    assert find_words(lines, " ") == []
    assert find_words(lines, "(") == []


def test_a_search_can_be_given_up_and_mended() -> None:
    screen = Manual()
    send(screen, ["/", "x", "backspace", "q", "escape"])
    assert " 0%" in top(screen)
    send(screen, ["n", *"q"])
    assert "Find: q" in text_of(picture(screen))


@pytest.mark.parametrize("width", [40, 44, 50, 60, 70, 79])
def test_narrow_windows_lose_no_word(width: int) -> None:
    lines = manual_text().splitlines()
    shown = reflow(lines, width - 2)
    wanted = [word for line in lines for word in line.split() if set(word) - {"="}]
    assert [word for line in shown for word in line.text.split() if set(word) - {"="}] == wanted
    too_wide = [line.text for line in shown if len(line.text) > width - 2]
    assert all("|" in text or "--" in text or "1    2" in text or "(you" in text for text in too_wide)


def test_a_picture_that_is_too_wide_can_be_moved() -> None:
    screen = Manual("The board")
    send(screen, ["page-down"], 40, 20)
    before = text_of(picture(screen, 40, 20))
    send(screen, ["right"], 40, 20)
    assert text_of(picture(screen, 40, 20)) != before
    send(screen, ["left"], 40, 20)
    assert text_of(picture(screen, 40, 20)) == before


def test_the_line_on_top_stays_when_the_window_changes() -> None:
    screen = Manual("Levels")
    for width, height in ((40, 20), (120, 40), (80, 25), (61, 33)):
        assert "Levels" in top(screen, width, height)


@pytest.mark.parametrize(("width", "height"), [(40, 20), (80, 24), (80, 25), (120, 40), (53, 21)])
def test_nothing_leaves_its_window(width: int, height: int) -> None:
    screen = Manual()
    for name in ["home", "c", "end", "escape", "/", "x", "enter", "end", "tab", *["page-up"] * 6]:
        send(screen, [name], width, height)
        canvas = picture(screen, width, height)
        assert canvas.row_text(0)[0] == "╔"
        assert canvas.row_text(height - 2)[-1] == "╝"
        assert all(canvas.row_text(row)[width - 1] in "║▲▼░█" for row in range(1, height - 2))


def test_a_lost_manual_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> str:
        raise FileNotFoundError("CHECKERS.DOC is in none of: /x")

    monkeypatch.setattr("console.screens.pager.manual_text", lost)
    screen = Manual()
    for name in ("page-down", "c", "tab", "/", "x", "enter", "n", "end"):
        send(screen, [name])
    assert "is in none of: /x" in text_of(picture(screen))
    assert screen.handle(Key("escape")) == Pop()


@pytest.mark.parametrize(
    ("theme", "width", "height"), [("colour", 80, 25), ("colour", 40, 20), ("mono", 80, 24), ("ascii", 120, 40)]
)
def test_it_looks_as_it_did(theme: str, width: int, height: int) -> None:
    canvas = picture(Pager("CHECKERS.DOC", SAMPLE, chapters(SAMPLE), "board"), width, height, theme)
    check_golden(f"manual-{theme}-{width}x{height}", canvas)
