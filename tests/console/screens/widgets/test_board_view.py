"""The picture of the board: both directions, squares under the mouse, pieces, marks, and the evaluation bar."""

from itertools import combinations, product

import pytest
from support.canvas_text import row_text
from support.headless_screens import THEMES as LOOKS
from support.palettes import PALETTES

from ai.score import CERTAIN, MATE
from console.game.naming import Naming
from console.screens.widgets.board import BoardLayout, Scene, draw_board, draw_piece
from console.screens.widgets.evaluation_bar import cells_of_black, draw_evaluation_bar
from console.screens.widgets.glyphs import CP437, GLYPH_SETS, SIZES, SMOOTH, Glyphs, Size, disc
from console.screens.widgets.palettes import COLOR, MONO, Palette
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Cell, Style
from console.terminal.colors import BRIGHT, GREY
from engine.geometry import BLACK, WHITE
from engine.position import KING, MAN, TRIPLE, Piece, Position
from engine.rules import AMERICAN, RULE_SETS

# Characters depend on the glyphs, and on whether a palette has colors and hollow men: one theme of each kind.
THEMES = list(
    {
        (look.glyphs, look.stacked, look.palette.board.shaded, *map(look.palette.board.is_hollow, (BLACK, WHITE))): look
        for look in (
            *(Theme(palette, SMOOTH) for palette in PALETTES.values()),
            *(Theme(*parts) for parts in product((COLOR, MONO), GLYPH_SETS.values(), (False, True))),
        )
    }.values()
)
PIECES = [Piece(side, rank) for side, rank in product((BLACK, WHITE), (MAN, KING, TRIPLE))]
EIGHT = Naming(AMERICAN, BLACK, "console")
TEN = Naming(RULE_SETS["international"], BLACK, "console")
TURNED = Naming(RULE_SETS["italian"], BLACK, "console")
START = Position.start(AMERICAN)
EMPTY = Position(EIGHT.geometry, 0, 0, 0, 0, BLACK)


IBM = Theme(COLOR, CP437)


def name(theme: Theme) -> str:
    """Return the names of the parts of a theme."""
    return f"{theme.palette.name} {theme.glyphs.name}{' stacked' * theme.stacked}"


def picture(layout: BoardLayout, scene: Scene, theme: Theme = IBM) -> Canvas:
    canvas = Canvas(layout.column + layout.width, layout.row + layout.height)
    draw_board(canvas, layout, scene, theme)
    return canvas


def square(canvas: Canvas, layout: BoardLayout, number: int) -> list[str]:
    """Return the characters of a square."""
    row, column = layout.place(number)
    size = layout.size
    return [row_text(canvas, line)[column : column + size.width] for line in range(row, row + size.height)]


@pytest.mark.parametrize("bottom", [BLACK, WHITE])
def test_has_the_squares_of_the_side_at_the_bottom_in_the_last_row(bottom: int) -> None:
    layout = BoardLayout(EIGHT, Size(6, 2), bottom=bottom)
    assert [layout.place(number) for number in ((4, 29) if bottom == BLACK else (29, 4))] == [(15, 3), (1, 45)]


@pytest.mark.parametrize("naming", [EIGHT, TEN, TURNED])
@pytest.mark.parametrize("home", [BLACK, WHITE])
@pytest.mark.parametrize("bottom", [BLACK, WHITE])
@pytest.mark.parametrize("outside", [False, True])
def test_labels_lead_to_every_square(naming: Naming, home: int, bottom: int, outside: bool) -> None:
    """The labels as drawn, at the edge of the row and of the column of each square."""
    algebraic = naming._replace(home=home, letters="algebraic")
    for named in (naming._replace(home=home), algebraic, algebraic._replace(in_numbers=True)):
        layout = BoardLayout(named, Size(4, 2), 1, 0, bottom, outside)
        canvas = picture(layout, Scene(Position(named.geometry, 0, 0, 0, 0, BLACK)))
        for number in range(1, named.geometry.squares + 1):
            row, column = layout.place(number)
            beside = "".join(canvas.at(row, cell).char for cell in range(layout.left)).strip(" ║")
            below = "".join(canvas.at(layout.row + layout.height - 1, column + 1 + cell).char for cell in range(2))
            below = below.strip(" ═")
            if named.in_numbers:
                first = next(n for right in range(2) if (n := layout.square_at(row, layout.left + 4 * right)))
                assert (beside, below) == (str(first), "")
                assert str(number) in "".join(canvas.at(row + 1, column + cell).char for cell in range(4))
            else:
                assert {beside + below, below + beside} & {named.square(number)}


@pytest.mark.parametrize("naming", [EIGHT, TEN, TURNED])
def test_finds_the_square_of_every_cell(naming: Naming) -> None:
    geometry = naming.geometry
    for size, bottom, outside in ((SIZES[0], BLACK, True), (SIZES[0], WHITE, False), (Size(8, 3), WHITE, True)):
        layout = BoardLayout(naming, size, 2, 5, bottom, outside)
        cells = {
            (row + down, column + right): number
            for number in range(1, geometry.squares + 1)
            for row, column in [layout.place(number)]
            for down, right in product(range(size.height), range(size.width))
        }
        assert len(cells) == geometry.squares * size.width * size.height
        for row, column in product(
            range(-1, layout.row + layout.height + 3), range(-1, layout.column + layout.width + 9)
        ):
            assert layout.square_at(row, column) == cells.get((row, column))


@pytest.mark.parametrize("naming", [EIGHT, TEN, TURNED])
@pytest.mark.parametrize("bottom", [BLACK, WHITE])
def test_reaches_every_square_by_arrows_and_returns(naming: Naming, bottom: int) -> None:
    geometry = naming.geometry
    layout = BoardLayout(naming, Size(6, 2), bottom=bottom)
    rows = range(layout.top, layout.top + 2 * geometry.size)
    columns = range(layout.left, layout.left + 6 * geometry.size)
    reached, open_squares = {1}, [1]
    while open_squares:
        number = open_squares.pop()
        row, column = layout.place(number)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            there = layout.neighbor(number, down, right)
            new_row, new_column = layout.place(there)
            if there == number:
                assert row + 2 * down not in rows or column + 12 * right not in columns
            else:
                assert (new_row - row) * down >= 0
                assert (new_column - column) * right >= 0
                assert layout.neighbor(there, -down, -right) == number
            if there not in reached:
                reached.add(there)
                open_squares.append(there)
    assert reached == set(range(1, geometry.squares + 1))


SQUARES = (9, 11, 14, 16, 20, 27)


Drawn = list[list[Cell]]


def all_pieces(size: Size, theme: Theme, cursor: int | None = None, last_move: tuple[int, ...] = ()) -> list[Drawn]:
    """Return the cells of the six pieces as they are drawn with marks."""
    layout = BoardLayout(EIGHT, size)
    scene = Scene(EMPTY, cursor, cursor, last_move=last_move, pieces=dict(zip(SQUARES, PIECES, strict=True)))
    canvas = picture(layout, scene, theme)
    places = [layout.place(number) for number in SQUARES]
    return [
        [[canvas.at(row + down, column + right) for right in range(size.width)] for down in range(size.height)]
        for row, column in places
    ]


def shape(drawn: Drawn) -> str:
    """Return the characters of a piece."""
    return "\n".join("".join(cell.char for cell in row) for row in drawn)


@pytest.mark.parametrize("theme", THEMES, ids=name)
def test_distinguishes_pieces_inside_the_marks(theme: Theme) -> None:
    """Ranks differ in shape, also with marks in the corners. Sides differ at least in color or in reverse video."""
    for size in SIZES:
        lifted = [all_pieces(size, theme, number, SQUARES)[at] for at, number in enumerate(SQUARES)]
        for pieces in (all_pieces(size, theme), all_pieces(size, theme, last_move=SQUARES), lifted):
            for one, other in combinations(pieces, 2):
                assert one != other
            for side in (pieces[:3], pieces[3:]):
                assert len(set(map(shape, side))) == 3
            assert not theme.glyphs.letters or len(set(map(shape, pieces))) == len(PIECES)


@pytest.mark.parametrize("theme", THEMES, ids=name)
def test_a_king_has_the_silhouette_of_his_man(theme: Theme) -> None:
    """Letters have no silhouette."""
    for size in SIZES if not theme.glyphs.letters else ():
        man = disc(size, theme.glyphs.quadrants)
        outline = [
            at for at in product(range(size.height), range(size.width)) if at not in man or man[at].paper == "square"
        ]
        pieces = all_pieces(size, theme)
        for side in (pieces[:3], pieces[3:]):
            assert len({tuple(drawn[row][column] for row, column in outline) for drawn in side}) == 1


def seen(canvas: Canvas, layout: BoardLayout, number: int) -> list[str]:
    """Return the characters of a square and those beside it."""
    row, column = layout.place(number)
    size = layout.size
    return [row_text(canvas, line)[column - 1 : column + size.width + 1] for line in range(row, row + size.height)]


@pytest.mark.parametrize("theme", THEMES, ids=name)
def test_distinguishes_marks_without_colors(theme: Theme) -> None:
    """A square without a mark and one of each mark, with a man and empty."""
    squares, man = (1, 3, 9, 11, 18, 25), Piece(BLACK, MAN)
    occupied = Scene(EMPTY, 3, 9, frozenset((11,)), (18,), (25, 15), pieces=dict.fromkeys(squares, man))
    pictures = (
        (occupied, squares),
        (Scene(EMPTY, 9, None, frozenset((3, 9)), (18,), (25, 15)), (1, 3, 9, 15, 18)),
        (Scene(EMPTY, cursor=3, hint=(15, 25)), (1, 3, 25)),
    )
    for layout in (BoardLayout(EIGHT, size) for size in SIZES):
        shapes = []
        for scene, numbers in pictures:
            canvas = picture(layout, scene, theme)
            shapes.append([tuple(seen(canvas, layout, number)) for number in numbers])
        for found in (shapes[0], shapes[1] + shapes[2][1:]):
            assert len(set(found)) == len(found)


@pytest.mark.parametrize("theme", THEMES, ids=name)
def test_draws_every_piece_visibly(theme: Theme) -> None:
    for size in SIZES:
        for piece in PIECES:
            canvas = Canvas(size.width, size.height, theme.palette.board.dark)
            draw_piece(canvas, 0, 0, piece, size, theme)
            drawn = [canvas.at(row, column) for row in range(size.height) for column in range(size.width)]
            ground = theme.palette.board.dark.paper
            assert any(cell.char != " " and not cell.ink == cell.paper == ground for cell in drawn)
            if theme.glyphs.letters:
                assert all(cell.ink != cell.paper for cell in drawn if cell.char in "xoXO")


@pytest.mark.parametrize("glyphs", [SMOOTH, CP437], ids=lambda glyphs: glyphs.name)
def test_draws_a_ring_on_large_men(glyphs: Glyphs) -> None:
    """The ring is lit at the upper left, shaded at the lower right, and inside the rim."""
    for size in SIZES:
        ringed = disc(size, glyphs.quadrants)
        lit, shaded = ([at for at, part in ringed.items() if ink in part] for ink in ("light", "shade"))
        assert bool(lit) == bool(shaded) == (size.height > 2)
        if lit:
            assert min(lit) < min(shaded)
            assert max(shaded) > max(lit)
        outline = {at for at, part in ringed.items() if part.paper == "square"}
        assert {ringed[at].ink for at in outline} == {"rim"}
        assert outline | {at for at, part in ringed.items() if part.ink == "rim"} >= {min(ringed), max(ringed)}


def test_men_of_ibm_have_a_rim() -> None:
    """A hollow man has the color of his square."""
    layout = BoardLayout(EIGHT, Size(6, 2))
    shown = {colors: picture(layout, Scene(START), Theme(colors, CP437)) for colors in (COLOR, MONO)}
    for colors, numbers in ((COLOR, (1, 32)), (MONO, (32,))):
        for number in numbers:
            assert square(shown[colors], layout, number) == [" ▐▀▀▌ ", " ▐▄▄▌ "]
    assert square(shown[MONO], layout, 1) == [" ▐██▌ ", " ▐██▌ "]
    row, column = layout.place(32)
    assert shown[COLOR].at(row, column + 2)[1:] == (BRIGHT, GREY)


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=lambda glyphs: glyphs.name)
def test_draws_numbers_of_squares(glyphs: Glyphs) -> None:
    """A number is at one place of men and empty squares alike. Sides and ranks still differ."""
    for size in SIZES:
        theme = Theme(MONO, glyphs, numbered=True)
        layout = BoardLayout(EIGHT, size)
        canvas = picture(layout, Scene(START), theme)
        empty = range(13, 21)
        places = set()
        for number in range(1, 33):
            shown = "".join(square(canvas, layout, number))
            assert (str(number) in shown) == (size.height > 1 or number in empty)
            places |= {shown.find(f"{number:2}")} if number > 9 and str(number) in shown else set()
        assert len(places) == 1
        assert size.height > 2 or 0 not in places, "apart from the label at the left"
        assert all(one != other for one, other in combinations(all_pieces(size, theme), 2))


def test_draws_marks_on_their_own_square_only() -> None:
    layout = BoardLayout(EIGHT, Size(8, 3), 1, 2)
    before = picture(layout, Scene(START))
    after = picture(layout, Scene(START, cursor=15, targets=frozenset((15,)), last_move=(15,)))
    changed = {
        layout.square_at(run.row, run.column + offset)
        for run in after.changed(before)
        for offset in range(len(run.cells))
    }
    assert changed == {15}


@pytest.mark.parametrize("theme", THEMES, ids=name)
def test_draws_nothing_outside_the_layout(theme: Theme) -> None:
    scene = Scene(Position(TEN.geometry, 0, 0, 0, 0, 0), 1, 1, frozenset(range(1, 51)), (1, 50))
    for size in SIZES:
        layout = BoardLayout(TEN, size, 1, 1)
        canvas = Canvas(layout.width + 2, layout.height + 2, Style(1, 5))
        draw_board(canvas, layout, scene, theme)
        edge = {canvas.at(row, at).paper for row in (0, canvas.height - 1) for at in range(canvas.width)}
        edge |= {canvas.at(row, at).paper for row in range(canvas.height) for at in (0, canvas.width - 1)}
        assert edge == {5}


@pytest.mark.parametrize("theme", THEMES, ids=name)
def test_keeps_the_piece_whole_inside_the_mark_of_the_last_move(theme: Theme) -> None:
    """On the small board of the review, the marks covered the corners of kings."""
    placed = zip((MAN, KING, TRIPLE) * 2, (5, 14, 22, 28, 29, 32), strict=True)
    pieces = {number: Piece(WHITE, rank) for rank, number in placed}
    for size in SIZES:
        layout = BoardLayout(EIGHT, size)
        plain = picture(layout, Scene(EMPTY, pieces=pieces), theme)
        marked = picture(layout, Scene(EMPTY, pieces=pieces, last_move=tuple(pieces)), theme)
        for number in pieces:
            kept = zip(square(marked, layout, number), square(plain, layout, number), strict=True)
            inside = slice(None) if size == Size(4, 2) else slice(1, -1)
            assert all(one[inside] == other[inside] for one, other in kept) or size.height == 1
            assert seen(marked, layout, number) != seen(plain, layout, number)


LAYOUT = BoardLayout(Naming(AMERICAN, BLACK, "console"), SIZES[0])
ROWS = LAYOUT.geometry.size * LAYOUT.size.height


def column(layout: BoardLayout, score: int, at: int, theme: str = "ascii", width: int = 80) -> str:
    """Return the characters of a column of the window beside the squares, with the bar of a score."""
    canvas = Canvas(width, 40, LOOKS[theme].palette.text)
    draw_evaluation_bar(canvas, LOOKS[theme], layout, score)
    return "".join(canvas.at(row, at).char for row in range(layout.top, layout.top + ROWS))


def test_a_better_score_never_shortens_the_bar() -> None:
    lengths = [cells_of_black(score, 16, AMERICAN) for score in range(-900, 900, 7)]
    assert lengths == sorted(lengths)
    assert [cells_of_black(score, 100, AMERICAN) for score in (100, 0, -100)] == [90, 50, 10]


@pytest.mark.parametrize(("score", "cells"), [(19_000, 15), (-19_000, 1), (CERTAIN, 16), (9 - MATE, 0)])
def test_only_a_decided_game_fills_the_bar(score: int, cells: int) -> None:
    assert cells_of_black(score, 16, AMERICAN) == cells


def test_black_fills_it_from_his_end() -> None:
    at = LAYOUT.width
    assert set(column(LAYOUT, 0, at, "mono")) == {"█", "▒"}
    black = cells_of_black(60, ROWS, AMERICAN)
    assert column(LAYOUT, 60, at) == "o" * (ROWS - black) + "x" * black
    assert column(LAYOUT._replace(bottom=WHITE), 60, at) == "x" * black + "o" * (ROWS - black)


def test_stands_at_the_right_of_every_board() -> None:
    """At the left it touched the labels of the rows."""
    numbered = LAYOUT._replace(naming=LAYOUT.naming._replace(in_numbers=True))
    for layout in (LAYOUT, LAYOUT._replace(labels_outside=False, column=3), numbered):
        assert set(column(layout, 0, layout.column + layout.width)) == {"x", "o"}
        assert set(column(layout, 0, layout.left - 2)) == {" "}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_both_sides_are_seen_in_every_theme(palette: Palette) -> None:
    canvas = Canvas(80, 40, palette.text)
    draw_evaluation_bar(canvas, LOOKS["colour"]._replace(palette=palette), LAYOUT, 0)
    white, black = canvas.at(LAYOUT.top, LAYOUT.width), canvas.at(LAYOUT.top + ROWS - 1, LAYOUT.width)
    assert (white.char, white.ink) != (black.char, black.ink)
    for cell in (white, black):
        assert cell.ink != palette.text.paper or cell.paper != palette.text.paper
