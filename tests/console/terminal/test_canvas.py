"""The canvas: clipping, one column per character, and runs of changed cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.canvas_text import row_text

from console.screens.widgets.glyphs import CP437
from console.terminal.canvas import REST, Canvas, Style, clipped, columns_of, in_columns, padded

PLAIN = Style(7, 0)
LOUD = Style(15, 4)


def lines(canvas: Canvas) -> list[str]:
    return [row_text(canvas, row) for row in range(canvas.height)]


@pytest.mark.parametrize("row", [-1, 0, 1, 2])
@pytest.mark.parametrize("column", [-9, -2, 0, 3, 4, 99])
def test_cuts_drawing_off_at_the_bounds(row: int, column: int) -> None:
    canvas = Canvas(4, 2)
    canvas.text(row, column, "abcdef", LOUD)
    canvas.fill(row, column, 3, 3, "x", LOUD)
    canvas.box(row, column, 5, 5, CP437.double, LOUD)
    canvas.restyle(row, column, 9, PLAIN)
    assert [len(line) for line in lines(canvas)] == [4, 4]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Dan", "Dan"),
        ("e\u0301te", "\u00e9te"),
        ("漢字", f"漢{REST}字{REST}"),
        ("a\tb\x1b[m", "ab[m"),
        ("a\u200db", "ab"),
        ("🙂!", f"🙂{REST}!"),
        (f"漢{REST}x", f"漢{REST}x"),
    ],
)
def test_has_one_character_for_every_column(text: str, shown: str) -> None:
    assert in_columns(text) == shown


def test_replaces_half_a_character_by_a_blank() -> None:
    assert clipped("漢字漢字", 4) == f"漢{REST} ~"
    assert clipped("漢字", 4) == f"漢{REST}字{REST}"
    assert columns_of(in_columns("漢字x"), 1, 3) == "  "
    canvas = Canvas(6, 1)
    assert canvas.text(0, 0, "漢字x", PLAIN) == 5
    canvas.put(0, 1, "|", PLAIN)
    canvas.text(0, 5, "漢", PLAIN)
    canvas.settle()
    assert lines(canvas) == [f" |字{REST}x "]


def test_a_text_of_a_plain_line_is_filled_to_its_columns() -> None:
    assert padded("Dan", 5) == "Dan  "
    assert padded("漢字", 6) == "漢字  "
    assert padded("漢字漢字", 5) == "漢字漢字"
    assert padded("漢字漢字", 6, most=True) == "漢 ..."
    assert padded("漢字漢字", 8, most=True) == "漢字漢字"


def test_marks_clipped_text() -> None:
    assert clipped("abcdef", 6) == "abcdef"
    assert clipped("abcdef", 4) == "abc~"
    assert clipped("abcdef", 1) == "~"
    assert clipped("abcdef", 0) == ""
    assert Canvas(9, 1).text(0, 0, "abcdef", PLAIN, width=3) == 3


def test_yields_all_cells_without_a_previous_picture() -> None:
    canvas = Canvas(3, 2)
    for previous in (None, Canvas(4, 2), Canvas(3, 3)):
        assert [(run.row, run.column, len(run.cells)) for run in canvas.changed(previous)] == [(0, 0, 3), (1, 0, 3)]


def test_ignores_the_ink_of_blanks() -> None:
    assert not list(Canvas(3, 1, Style(4, 1)).changed(Canvas(3, 1, Style(9, 1))))
    assert list(Canvas(3, 1, Style(4, 1)).changed(Canvas(3, 1, Style(4, 2))))


def test_yields_the_longest_runs() -> None:
    before, after = Canvas(9, 2), Canvas(9, 2)
    after.text(1, 0, "ab", PLAIN)
    after.text(1, 7, "cd", PLAIN)
    after.put(0, 4, "x", PLAIN)
    assert [(run.row, run.column, "".join(cell.char for cell in run.cells)) for run in after.changed(before)] == [
        (0, 4, "x"),
        (1, 0, "ab"),
        (1, 7, "cd"),
    ]


@pytest.mark.parametrize("glyph", "█▄▒─║")
def test_repaints_the_neighbors_of_a_removed_block(glyph: str) -> None:
    """Some fonts draw blocks beyond their cells. Neighbors of letters and of new blocks are not repainted."""
    for column, expected in ((3, (2, 3)), (0, (0, 2)), (6, (5, 2))):
        before, after = Canvas(7, 1), Canvas(7, 1)
        before.put(0, column, glyph, LOUD)
        assert [(run.column, len(run.cells)) for run in after.changed(before)] == [expected]
        assert [len(run.cells) for run in before.changed(after)] == [1]
    for half, expected in (("▌", (2, 2)), ("▐", (3, 2))):
        before, after = Canvas(7, 1), Canvas(7, 1)
        before.put(0, 3, half, LOUD)
        assert [(run.column, len(run.cells)) for run in after.changed(before)] == [expected], "one edge only"
    before.text(0, 0, "abcdefg", LOUD)
    after.text(0, 0, "abcxefg", LOUD)
    assert [len(run.cells) for run in after.changed(before)] == [1]


_cells = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 6), st.sampled_from("ab █"), st.integers(0, 2)), max_size=12
)


@given(_cells, _cells)
def test_changes_one_picture_into_the_next(
    old: list[tuple[int, int, str, int]], new: list[tuple[int, int, str, int]]
) -> None:
    before, after = Canvas(7, 3), Canvas(7, 3)
    for canvas, cells in ((before, old), (after, new)):
        for row, column, char, ink in cells:
            canvas.put(row, column, char, Style(ink, 0))
    for run in list(after.changed(before)):
        for offset, cell in enumerate(run.cells):
            before.put(run.row, run.column + offset, cell.char, Style(cell.ink, cell.paper))
    assert not list(after.changed(before))
    assert lines(after) == lines(before)
