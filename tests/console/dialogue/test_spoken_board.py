"""The words for players who hear the board: parts of it, the moves, the turn, and what was said last."""

import re
from pathlib import Path
from random import Random

import pytest
from support.conversation import FIVE_MOVES, Script, converse, options, said, talk
from support.stored_games import disk

from console.activities.spoken.board import MOST_WORDS, SpokenBoard, last_moves, moves_so_far
from console.cli.composition import VOCABULARY
from console.dialogue.messages import Ask
from console.game.move_input import parse_squares
from console.game.naming import SQUARE_STYLES, Naming, SquareStyle
from console.reading.words import Word
from console.text import sentences
from console.text.position import ME, YOU
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.rules import RULE_SETS, Jumping

HELD = re.compile(r"((?:[A-Ja-j]?\d+(?:, | and )?)+) (your|my|empty)(?: (man|men|king|kings|triple kings?))?\b")
LETTERS = [*"owvzcptges"]
ARGUMENTS = {"around": "d4", "row": "c", "column": "3", "diagonal": "c3 up right", "look": "d4"}


def held(text: str, naming: Naming) -> dict[int, str]:
    """Return what a sentence says of each square: the owner and the rank."""
    found = {}
    for squares, whose, rank in HELD.findall(text):
        for name in re.split(", | and ", squares):
            (number,) = parse_squares(name, naming)
            found[number] = f"{whose} {rank.replace('men', 'man').removesuffix('s')}".strip()
    return found


def truth(game: Game, number: int) -> str:
    """Return what a square holds, to somebody who plays White."""
    piece = game.position.piece(number)
    return "empty" if piece is None else f"{('my', 'your')[piece.side]} {('man', 'king', 'triple king')[piece.rank]}"


@pytest.mark.parametrize("style", SQUARE_STYLES)
@pytest.mark.parametrize("rules", ["american", "triple-king", "international", "italian"])
def test_every_part_of_the_board_is_told_as_it_is_and_in_few_words(rules: str, style: SquareStyle) -> None:
    rng, game = Random(5), Game(RULE_SETS[rules], "forced")
    naming = Naming.of(game.rules, WHITE, style)
    everywhere = range(1, game.rules.geometry.squares + 1)
    while game.outcome is None and game.ply < 120:
        game.play(rng.choice(game.legal_moves()))
        board = SpokenBoard(game.position, naming, rng.choice((BLACK, WHITE)), (ME, YOU))
        square, other = (naming.square(rng.choice(everywhere)) for _ in range(2))
        way = f"{rng.choice(('up', 'down'))} {rng.choice(('left', 'right'))}"
        row, column = board.line("row", square), board.line("column", other)
        ray, rays, around = board.diagonal(f"{square} {way}"), board.diagonal(square), board.around(square)
        for text in (row, column, ray, rays, around, board.kings()):
            assert len(text.split()) <= MOST_WORDS, text
        for text in (row, column, ray, rays, around):
            told = held(text.partition(":")[2], naming)
            assert told == {number: truth(game, number) for number in told}, text
        assert "all empty" in row or len(held(row, naming)) == game.rules.geometry.per_row
        for text in (last_moves(game, str(rng.randint(1, 9)), naming, (ME, YOU)), moves_so_far(game, "", naming)):
            assert len(text.split()) <= MOST_WORDS, text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("around d4", "D4: up left E3 empty, up right E5 my man, down left C3 your man, down right C5 empty."),
        ("o a1", "A1: up right B2 empty."),
        ("row c", "Row C: C1 empty; C3 your man; C5 and C7 empty."),
        ("w D4", "Row D: D2, D4 and D6 empty; D8 my king."),
        ("column 4", "Column 4: B4, D4 and F4 empty; H4 my man."),
        ("v e", '"e" is no column: they are 1 to 8.'),
        ("row 3", '"3" is no row: they are A to H.'),
        ("row", 'Name one square, as in "row C3".'),
        ("diagonal c3 up right", "Up right from C3: D4 empty; E5 my man; F6, G7 and H8 empty."),
        ("z up-right of C3", "Up right from C3: D4 empty; E5 my man; F6, G7 and H8 empty."),
        ("where diagonal a1 down left", "Down left from A1: the edge of the board."),
        ("z e5", "From E5: up left nobody, up right nobody, down left C3 your man, down right B8 your man."),
        ("z e5 up down", "Which way from E5? Up left, up right, down left or down right."),
        ("diagonal c9 up", 'There is no square "c9": rows are A to H, columns 1 to 8.'),
        ("kings", "You have a king on A5. I have a king on D8."),
        ("recent", "No move has been made yet."),
        ("history", "No move has been made yet."),
        ("recent few", '"few" is no number of moves, as in "recent 4".'),
        ("look d8", "My king is on D8."),
        ("whose turn", "It is your move."),
    ],
)
def test_answers_a_command(typed: str, answer: str) -> None:
    assert talk(options(fen="B:W18,31,K13:B5,11,K2")).type(typed).texts[-1] == answer


def test_tells_the_last_moves_and_all_moves() -> None:
    heard = talk(options(), Script(["24-20", "28-24", "32-28"])).type("C3 D4", "B2 C3", "A1 B2")
    assert heard.type("where last", "p 3", "history", "t 3", "t 4").texts[-5:] == [
        "You A1 B2; I H2 G1.",
        "I G1 F2; you A1 B2; I H2 G1.",
        "Moves 1 to 3: C3 D4, F2 E1; B2 C3, G1 F2; A1 B2, H2 G1.",
        "Move 3: A1 B2, H2 G1.",
        '"4" is no move of this game: they are 1 to 3.',
    ]


def test_tells_a_capture_a_crowning_and_a_huff() -> None:
    heard = talk(options(fen="B:W18,32:B4,15,27"), Script(["32-28"])).type("G3 H4", "last moves")
    assert heard.texts[-1] == "You G3 H4, crowned, huffed on D4; I H2 G1."
    heard = talk(options(fen="B:W18,32:B4,15"), Script(["32-28"])).type("D4 F6", "N", "recent")
    assert heard.texts[-1] == "You D4 F6 taking E5; I H2 G1."


@pytest.mark.parametrize("rules", ["american", "international"])
def test_the_pages_of_the_moves_make_the_whole_game(rules: str) -> None:
    rng, game = Random(8), Game(RULE_SETS[rules], "forced")
    while game.outcome is None and game.ply < 61:
        game.play(rng.choice(game.legal_moves()))
    naming, page, told = Naming.of(game.rules, WHITE, "console"), "", list[str]()
    while (text := moves_so_far(game, page, naming)) and len(text.split()) <= MOST_WORDS:
        told += re.split("[;,] ", text.partition(": ")[2].rstrip("."))
        if not (more := re.search(r'then "history (\d+)"', text)):
            break
        page = more[1]
    assert told == [naming.move(turn.move) for turn in game.turns]


@pytest.mark.parametrize("word", [word for word in VOCABULARY.words if word.letter in LETTERS])
def test_a_letter_says_the_same_as_its_word(word: Word) -> None:
    argument = ARGUMENTS.get(word.name, "")
    names = [alias for alias in (word.name, *word.aliases) if alias != "s"]
    heard = [talk().type("C3 D4", f"{name} {argument}").texts[-1] for name in names]
    assert len(set(heard)) == 1


def test_repeats_what_was_said_before_the_question() -> None:
    heard = talk().type("kings", "repeat", "e", "where said")
    assert heard.texts[-4:] == ["There are no kings yet."] * 4
    heard.type("C3 D4")
    moved = heard.texts[-1]
    assert heard.type("e").texts[-1] == moved


def test_flip_speaks_if_the_board_is_not_drawn() -> None:
    assert converse(["board off", "flip", "flip"]).count("is at the bottom now. The squares keep their names.") == 2
    assert "at the bottom now" not in converse(["board on", "flip"])


def test_moves_are_told_without_their_numbers_if_wanted() -> None:
    opponent = Script(["22-18", "25-22"])
    assert "I move F6 E5." in said(["numbers off", "C3 D4"], opponent)


def test_the_question_for_a_move_is_short_after_three_moves() -> None:
    asked = [step.prompt for step in talk(options(jumping="free")).type(FIVE_MOVES).steps if isinstance(step, Ask)]
    moves = [prompt for prompt in asked if prompt.startswith("Your move")]
    assert moves == ["Your move (like C3 D4)? "] * 3 + ["Your move? "] * 3


def test_in_huff_a_list_of_moves_is_help_and_first_says_so(tmp_path: Path) -> None:
    heard = talk(store=disk(tmp_path)).type("moves")
    assert heard.texts[-1] == sentences.HELP_COSTS["moves"]
    assert not heard.state.table.helped
    heard.type("moves")
    assert heard.texts[-1].startswith("You can move ")
    assert heard.state.table.helped
    heard.close()


@pytest.mark.parametrize("jumping", ["forced", "free"])
def test_elsewhere_a_list_of_moves_is_no_help(jumping: Jumping, tmp_path: Path) -> None:
    heard = talk(options(jumping=jumping), store=disk(tmp_path)).type("moves")
    assert heard.texts[-1].startswith("You can move ")
    assert not heard.state.table.helped
    heard.close()
