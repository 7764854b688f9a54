"""Everything between the moves of a PDN game: read into a tree and written back the same."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_values import SETS_AND_JUMPINGS
from support.written_games import random_game, read_one

from engine.game import Game, Turn
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, Unread, Variation, with_note
from engine.pdn.writer import pdn_text
from engine.printable import printable_lines
from engine.rules import AMERICAN, Jumping

# Everything that PDN 3.0 allows and that programs add: each kind of item in each kind of place.
EVERYTHING = """% a line that opens with a percent sign
{before the tags}
[Event "Club \\"Damoclès\\" \\\\ Łódź"]
[Site ""]
[Date "2001.??.??"]
[White "von Weiß, A."]
[Black "Чёрный"]
[WhiteRating "2100"]
[Result "0-2"]
[GameType "21,B,8,8,N1,0"]
[Termination "abandoned"]
[Annotator ""]

{before the
    first move} $6 1. {before a move} 11-15!? (1. 9-13 22-17 (22-18? {deep (down}) 13x22 25x18)
{between} 23-19 $1 $140 {[%clk 0:04:59.3]} (23-18(?)) 2. 8-11(!) ; to the end {of} the line
22-17* ! {} 3. /FEN "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"/ 4-8
(3. 1-30 {no such move}) 17-13 ( {nothing} ) 0-2 {behind the result} ; and } more
"""


def notes_of(line: Variation) -> list[Note]:
    """Return the notes of a variation, without those of nested variations."""
    return [*line.notes, *(note for move in line.moves for note in move.notes)]


def check_fixed(text: str) -> GameRecord:
    """Return the only game of a text, after checking that it is read back equal."""
    record = read_one(text)
    written = pdn_text([record])
    again = read_one(written)
    assert again == record
    assert pdn_text([again]) == written
    return record


COMMENTS = (
    st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30)
    .map(printable_lines)
    .filter(lambda text: not ("}" in text and "\n" in text) and "[" not in text and not text.lower().startswith("huff"))
)
MARKS = st.sampled_from(["!", "?", "!?", "??", "(!)", "(?!)", "$1", "$14", "$999"])


@st.composite
def notes(draw: st.DrawFn, game: Game, ply: int | None, depth: int) -> tuple[Note, ...]:
    """Draw notes that may follow the move at a ply."""
    found: tuple[Note, ...] = ()
    for kind in draw(st.lists(st.sampled_from("ccmmv"), max_size=3)):
        if kind == "c":
            found = with_note(found, Comment(draw(COMMENTS)))
        elif kind == "m":
            found = with_note(found, Mark(draw(MARKS)))
        elif ply is not None and depth:
            way = game.copy()
            way.go_to(ply)
            found = (*found, draw(lines(way, depth - 1)))
    return found


@st.composite
def lines(draw: st.DrawFn, game: Game, depth: int) -> Variation:
    """Draw a variation of a few moves from the current position, with notes and nested variations."""
    ahead = draw(notes(game, None, depth))
    moves: list[Turn] = []
    begun = game.ply
    rng = draw(st.randoms())
    for _ in range(rng.randrange(4)):
        routes = game.routes()
        if game.outcome is not None or not routes:
            break
        game.play(rng.choice(routes))
        if game.huffable and rng.random() < 0.5:
            game.huff(game.huffable[0])
        assert game.last is not None
        moves.append(game.last)
    return Variation(
        tuple(PlayedMove(turn, draw(notes(game, begun + at, depth))) for at, turn in enumerate(moves)), ahead
    )


class TestEverything:
    """A game with everything in it."""

    def test_reads_and_writes_it_back(self) -> None:
        record = check_fixed(EVERYTHING)
        assert len(record.turns) == 6
        text = pdn_text([record])
        assert "{before the\n    first move} $6" in text
        assert text.endswith("; and } more\n0-2\n")
        for kept in (
            "{% a line that opens with a percent sign}", "{before the tags}",
            '[Event "Club \\"Damoclès\\" \\\\ Łódź"]', '[Site ""]', '[Black "Чёрный"]', '[Result "0-2"]',
            '[GameType "21,B,8,8,N1,0"]', '[Termination "abandoned"]', '[Annotator ""]', '[WhiteRating "2100"]',
            "11-15!?", "(1. 9-13 22-17 (1... 22-18? {deep (down}) 2. 13x22 25x18)",
            "{between} 1... 23-19 $1 $140", "8-11(!) ; to the end {of} the line 22-17*!",
            "(1... 23-18(?))", "22-17*! {}", "(3. 1-30 {no such move})",
            '/FEN "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15"/', "({nothing})",
            "{behind the result}",
        ):  # fmt: skip
            assert kept in " ".join(text.split()), kept

    def test_keeps_an_unplayable_variation_as_text(self) -> None:
        for inside in ("1. 1-30", "junk 9-13", '[Event "x"]', '/FEN "B:W1:B2"/ 2-6', "((9-13))"):
            record = check_fixed(f"1. 11-15 ({inside}) 23-19 *")
            assert Unread(inside) in notes_of(record.line) or inside == "((9-13))"

    def test_a_mark_alone_in_a_variation_stays_in_it(self) -> None:
        record = check_fixed("1. 11-15 ( !) 23-19(!) *")
        assert notes_of(record.line) == [Variation((), (Mark("!"),)), Mark("(!)")]

    def test_keeps_variations_deeper_than_twenty_as_text(self) -> None:
        deep = "(1. 9-13 " * 400 + ")" * 400
        record = check_fixed(f"1. 11-15 {deep} *")
        assert len(record.turns) == 1

    def test_a_huff_after_a_set_up_position_stays_after_it(self) -> None:
        """It is kept as text."""
        before = '[Jumping "huff"] [FEN "B:W18,32:B15,1,2"] 1. 1-5'
        for behind in ("{huff waived} 1... 18x11", "{huff 15}"):
            record = check_fixed(f'{before} /FEN "W:W18,32:B15,5,2"/ {behind} *')
            assert (record.turns[0].waived, record.turns[0].huffed) == (False, None)
            assert pdn_text([record]).count("huff 15") + pdn_text([record]).count("waived") == 1

    def test_comments_after_the_result_stay_with_their_game(self) -> None:
        games, problems = read_games("1. 11-15 1-0 {of the first}\n{of the second} 1. 9-14 0-1\n1. 11-15 * ;third")
        assert problems == []
        assert [notes_of(game.line) for game in games] == [
            [Comment("of the first")],
            [Comment("of the second")],
            [Comment("third")],
        ]


class TestRoundTrip:
    """Any tree is read back equal."""

    @settings(max_examples=12)
    @given(st.sampled_from(SETS_AND_JUMPINGS), st.integers(0, 10**6), st.data())
    def test_reads_back_any_tree(self, played_as: tuple[str, Jumping], seed: int, data: st.DataObject) -> None:
        game = random_game(*played_as, random.Random(seed), 12, anywhere=False)
        moves = tuple(
            PlayedMove(turn, data.draw(notes(game, ply, 2)) if ply % 4 == 0 else ())
            for ply, turn in enumerate(game.turns)
        )
        line = Variation(moves, data.draw(notes(game, None, 0)))
        record = GameRecord(game.rules, game.jumping, game.start, line, game.outcome)
        text = pdn_text([record])
        assert read_games(text) == ([record], [])
        assert pdn_text(read_games(text)[0]) == text

    @settings(max_examples=40)
    @given(
        st.lists(
            st.sampled_from(
                (
                    "11-15", "23-19 ", "9-14", "22-17 ", "1.", "(", ")", "( 9-13 )", "{x}", "{\n y }", ";z }\n", "!",
                    "$3 ", " \n", "%p\n", '/FEN "B:W28:B2"/', '[Annotator "?"]', "1-0", "0-2 ", "* ", "(?)", "junk ",
                )
            ),
            max_size=16,
        )
    )  # fmt: skip
    def test_reads_back_any_readable_text(self, parts: list[str]) -> None:
        for read in read_games("".join(parts))[0]:
            text = pdn_text([read])
            again, problems = read_games(text)
            assert problems == []
            assert again == [read] or read.problem is not None
            assert pdn_text(read_games(text)[0]) == text

    def test_a_continued_game_keeps_its_notes(self) -> None:
        record = read_one('[Result "1-1"]\n{a} 1. 11-15 {b} (1. 9-13) 23-19 {c} 1-1')
        game = record.game()
        assert GameRecord.of(game, before=record) == record
        game.go_to(1)
        game.play(game.routes()[0])
        went_on = GameRecord.of(game, before=record)
        assert [str(type(note).__name__) for note in notes_of(went_on.line)] == ["Comment", "Comment", "Variation"]
        assert (went_on.tags, went_on.terminator) == ((), "")
        elsewhere = Game(game.rules, game.jumping, game.position)
        assert notes_of(GameRecord.of(elsewhere, before=record).line) == []


@pytest.mark.parametrize("text", ["1. 11-15 (1. 9-13 22-18) 23-19 *", EVERYTHING])
def test_the_moves_of_a_sheet_exclude_variations(text: str) -> None:
    (sheet,) = score_sheets(text)
    assert [move.text for move in sheet.moves][:2] == ["11-15", "23-19"]
    assert read_one(text).rules is AMERICAN
