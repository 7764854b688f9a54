"""Every rule set at the table: whole conversations through the plain face."""

import io
import random
from dataclasses import replace

import pytest
from bridge import SETS_AND_JUMPINGS, position_of
from conversation import Script, converse, options, told
from naive import SETS
from samples import random_state

from console.dialogue import Dialogue
from console.lines import LineReader
from console.options import default_jumping
from console.paths import resolve
from console.phrases import Naming
from console.plain import PlainFace
from console.refusals import why_not
from console.rules_text import explain
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES
from engine.notation import AmbiguousMove, IllegalMove, tuple_name
from engine.position import Move
from engine.rules import RULE_SETS, Jumping, Rules

EVERY_SET = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
EVERY_JUMPING = pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)


def heard(name: str, fen: str | None, typed: list[str], *replies: str, jumping: Jumping | None = None) -> list[str]:
    """What is told after the opening line, in a game of these rules that is left at its end; counts are left out."""
    chosen = options(fen=fen, rules=name, jumping=jumping or default_jumping(RULE_SETS[name]))
    lines = told(converse(typed, chosen, Script(replies)))[1:-1]
    return [line for line in lines if not line.startswith(("Taken: ", "Your move"))]


@pytest.mark.parametrize(
    ("name", "first", "typed", "reply", "answer"),
    [
        ("american", "Black, american, huff", "C3 D4", "22-18", "F6 E5 (22-18)"),
        ("casual", "Black, casual, huff", "C3 D4", "22-18", "F6 E5 (22-18)"),
        ("triple-king", "Black, triple-king, huff", "(5,2) (4,3)", "23-19", "F4 E3 (23-19)"),
        ("russian", "White, russian, forced", "22to18", "11-16", "F6 E7 (11-16)"),
        ("brazilian", "White, brazilian, forced", "c3d4", "11-16", "F6 E7 (11-16)"),
        ("international", "White, international, forced", "D4 E5", "20-25", "G9 F10 (20-25)"),
        ("italian", "White, italian, forced", "C2 D3", "10-14", "F3 E4 (10-14)"),
    ],
)
def test_the_first_moves_of_the_side_that_begins(name: str, first: str, typed: str, reply: str, answer: str) -> None:
    """Who goes first plays the side that begins, with home, example and names of his own board."""
    chosen = options(rules=name, jumping=default_jumping(RULE_SETS[name]), first=None)
    paper = converse(["Y", typed], chosen, Script([reply]))
    side, rules, jumping = first.split(", ")
    assert f"You play {side}: {rules}, {jumping}, level 5. Type ? for help." in told(paper)
    assert f"  {rules}, {jumping}; kings are capitals" in paper
    assert f"I move {answer}." in told(paper)
    assert SIDE_NAMES[RULE_SETS[name].first] == side


@EVERY_SET
def test_who_does_not_go_first_plays_the_other_side(rules: Rules) -> None:
    chosen = options(rules=rules.name, jumping=default_jumping(rules), first=False)
    lines = told(converse([], chosen))
    assert lines[0].startswith(f"You play {SIDE_NAMES[1 - rules.first]}: {rules.name}, ")
    assert lines[1].startswith("I move ")


@EVERY_SET
def test_the_example_in_the_prompt_is_a_first_move(rules: Rules) -> None:
    for first in (True, False):
        dialogue = Dialogue(options(rules=rules.name, jumping=default_jumping(rules), first=first), random.Random(1))
        naming = Naming(rules.geometry, rules.first if first else 1 - rules.first)
        if first:
            assert naming.example in map(naming.move, dialogue.game.legal_moves())
        assert f"like {naming.example})" in "".join(
            told(converse([], options(rules=rules.name, jumping=default_jumping(rules), first=first), Script()))
        )


RUSSIAN_KING = "W:W9,29:B4,6,11,23"
ROUND_TRIP = "W:WK22,29:B18,16,24,1,4"
VISIT = "W:W9,24,29:B6,7,16,19,4"
TRIPLE = "B:BT1,6,4:W10,15,24,29"
MAJORITY = "W:W32,18,46:B28,27,17,13,5"
TEN_KING = "W:WK46,31:B32,19,20,5"
MANNERS = "W:W22,K14,29:B19,K18,11,2"


@pytest.mark.parametrize(
    ("name", "fen", "typed", "reply", "lines"),
    [
        (
            "casual",
            "B:B22,4:W26,27,29",
            ["F6 H4", "Y", "F2", "Y"],
            "29-25",
            ["Nothing more can be jumped: the move stands.", "You take G5 and G3. Your man on F2 becomes a king."],
        ),
        (
            "triple-king",
            TRIPLE,
            ["A7 E3", "Y", "G1", "N"],
            "29-25",
            ["You take C5, D4 and F2.", "I move H8 G7 (29-25)."],
        ),
        (
            "triple-king",
            "B:BK12,10,4:W8,14,29",
            ["C1 A3", "Y", "E7", "N"],
            "29-25",
            ["You take B2 and D6. Your king on E7 becomes a triple king."],
        ),
        (
            "triple-king",
            "B:BT1,6,4:W29",
            ["A7 C5", "C5 B4"],
            "29-25",
            ["I move H8 G7 (29-25)."],
        ),
        (
            "russian",
            RUSSIAN_KING,
            ["F2 H4", "Y", "E7", "Y", "(6,3)", "Y"],
            "4-8",
            ["You take G3, F6 and C5. Your man on B4 becomes a king.", "I move H8 G7 (4-8)."],
        ),
        (
            "russian",
            "W:W22,32:B26,4",
            ["C3 A5", "N"],
            "4-8",
            ["You take B4."],
        ),
        (
            "brazilian",
            VISIT,
            ["F2 H4", "Y", "F6", "Y", "D8", "N"],
            "19-28",
            ["You take G3, G5 and E7.", "I move D6 B8 (19x28) and take C7."],
        ),
        (
            "international",
            MAJORITY,
            ["D4 F2", "Y", "H4", "N"],
            "13-22",
            ["You take E3 and G3.", "I move H6 F4 (13x22) and take G5."],
        ),
        (
            "international",
            TEN_KING,
            ["A1 F6", "Y", "H8", "Y", "F10", "N"],
            "5-10",
            ["You take D4, G7 and G9."],
        ),
        (
            "italian",
            MANNERS,
            ["C4 E6", "Y", "G4", "N"],
            "18-11",
            ["You take D5 and F5.", "I move D3 F5 (18x11) and take E4."],
        ),
    ],
)
def test_a_multiple_jump_by_its_landing_squares(
    name: str, fen: str, typed: list[str], reply: str, lines: list[str]
) -> None:
    for jumping in RULE_SETS[name].jumpings:
        all_heard = heard(name, fen, typed, reply, jumping=jumping)
        for line in lines:
            assert line in all_heard


@pytest.mark.parametrize(
    ("name", "fen", "typed", "reason"),
    [
        ("american", "B:W14,15,32:B10,9", "C7 D8", "You must jump: C5 or C7 can."),
        ("casual", "B:B22,4:W26,27,29", "F6 G7", "You must jump: F6 can."),
        ("triple-king", TRIPLE, "B6 C7", "You must jump: A7 can."),
        ("triple-king", "B:BK12,10:W8,14,21,29,16", "C1 E3", "You must take the most: go from C1 to A3 or F4."),
        ("triple-king", "B:BK12,10:W8,14,21,29,16", "C5 E7", "You must take the most: C1 takes 2."),
        ("triple-king", "B:BT1,4:W10,15,19,29", "A7 F2", "A triple king jumps two at the most."),
        (
            "triple-king",
            "B:BT1,4:W10,19,29",
            "A7 D4 A7",
            "Nothing to jump between D4 and A7.",
        ),
        (
            "triple-king",
            "B:BT1,15,4:W10,19,29",
            "A7 F2",
            "A triple king jumps two only if they stand directly next to each other.",
        ),
        (
            "triple-king",
            "B:BT1,6,4:W29",
            "A7 D4",
            "As a step a triple king leaps one friend, to the square just beyond.",
        ),
        ("triple-king", "B:BK1,6,4:W29", "A7 C5", "You cannot jump your own man."),
        ("triple-king", "B:BK1,4:W29", "A7 C5", "Nothing to jump between A7 and C5."),
        ("triple-king", "B:BK1,4:W29", "A7 D4", "That is too far: a king steps one square."),
        ("russian", RUSSIAN_KING, "F2 H4 D8", "You must land where the jump can go on: from H4 to E7."),
        ("russian", RUSSIAN_KING, "A1 B2", "You must jump: F2 can."),
        ("russian", ROUND_TRIP, "C3 F6 D8 B6 E3", "D4 has been jumped already: it leaves when the turn ends."),
        ("russian", "W:WK29,24:B18,15,4", "A1 F6", "You can jump only one man at a time."),
        ("russian", "W:W22,32:B4", "C3 B2", "A man steps forward only."),
        ("brazilian", VISIT, "C7 E5", "You must take the most: F2 takes 3."),
        ("brazilian", VISIT, "F2 H4 F6 E5", "Only a jump can follow a jump."),
        ("brazilian", "W:W9,29:B6,11,4", "F2 H4 E7", "A man crowned on H4 stops there."),
        ("brazilian", "W:W9,29:B6,7", "F2 H4 E7", "That is too far: jump one man at a time."),
        ("international", MAJORITY, "D4 F6", "You must take the most: go from D4 to F2."),
        ("international", MAJORITY, "G5 I7", "You must take the most: D4 takes 2."),
        ("international", TEN_KING, "A1 F6 I9", "You must take the most: go from F6 to H8."),
        ("international", MAJORITY, "A11", "There is no square 'A11': rows are A to J, columns 1 to 10."),
        ("international", MAJORITY, "51-46", "There is no square '51': they are numbered 1 to 50."),
        ("italian", MANNERS, "C4 E2", "A man cannot take a king."),
        ("italian", MANNERS, "E4 G6", "You must take the most: C4 takes 2."),
        ("italian", "W:WK22,13,29:B19,10,1,2", "E2 G4", "You must take with a king: C4 can."),
        ("italian", "W:WK22,K6,29:B19,K10,1", "C4 E6", "You must take the most kings: G4 takes 1."),
        (
            "italian",
            "W:WK22,29:B19,K11,10,K18,27",
            "C4 E6 G4 E2 C4",
            "You must take a king as soon as you can: go from C4 to E2.",
        ),
        ("italian", MANNERS, "C3", "C3 is a light square: the men stand on the dark ones."),
        ("italian", MANNERS, "", "Type a move like C2 D3, or ? for help."),
    ],
)
def test_a_refusal_gives_the_true_reason(name: str, fen: str, typed: str, reason: str) -> None:
    assert reason in heard(name, fen, [typed], jumping="forced")


@pytest.mark.parametrize(
    ("name", "fen", "typed", "reason"),
    [
        ("casual", "B:B22,4:W26,27,29", ["F6 H4", "N"], "You must go on jumping: from H4 to F2."),
        ("russian", RUSSIAN_KING, ["F2 H4", "N"], "You must go on jumping: from H4 to E7."),
        ("russian", RUSSIAN_KING, ["F2 H4", "Y", "D8"], "You must land where the jump can go on: from H4 to E7."),
        ("brazilian", VISIT, ["F2 H4", "N"], "You must go on jumping: from H4 to F6."),
        ("international", TEN_KING, ["A1 F6", "Y", "I9"], "You must take the most: go from F6 to H8."),
    ],
)
def test_a_jump_that_must_go_on(name: str, fen: str, typed: list[str], reason: str) -> None:
    assert reason in heard(name, fen, typed, jumping="forced")


def test_a_farther_landing_is_enough_where_it_settles_the_way() -> None:
    assert "You take G3, G5 and E7." in heard("brazilian", VISIT, ["F2 D8"])
    assert "You take G3, G5 and E7." in heard("brazilian", VISIT, ["F2 H4", "Y", "D8", "N"])


def test_the_board_of_a_jump_under_way_is_honest() -> None:
    """Pieces that leave after the last jump still stand, marked; a man is crowned at once or not at all."""
    paper = converse(["F2 H4", "Y", "board"], options(fen=RUSSIAN_KING, rules="russian", jumping="forced"))
    assert "H | .   . O .   . x |\nG |   . - .   .   . |" in paper
    assert "- is jumped and still stands" in paper
    paper = converse(["F2 H4", "Y", "board"], options(fen=VISIT, rules="brazilian", jumping="forced"))
    assert "H | .   . o .   . x |\nG |   . - . x .   . |" in paper
    paper = converse(["C1 A3", "Y", "board"], options(fen="B:BK12,10,4:W8,14,29", rules="triple-king", jumping="free"))
    assert "B | .   .   .   .   |\nA | x . * .   .   . |" in paper
    assert "still stands" not in paper


def test_triple_kings_are_drawn_apart() -> None:
    paper = converse([], options(fen="B:BT1,K6,4:WT29,K30", rules="triple-king"))
    assert "H | .   .   . O . @ |" in paper
    assert "B | .   .   . X .   |\nA | x .   .   . * . |" in paper
    assert "  triple-king, huff; kings are capitals, triple kings * and @\n" in paper


TEN = """\
  +-------------------------------+
J |  .  x  .  x  .  x  .  x  .  x |
I |  x  .  x  .  x  .  x  .  x  . |
H |  .  x  .  x  .  x  .  x  .  x |
G |  x  .  x  .  x  .  x  .  x  . |
F |  .     .     .     .     .    |
E |     .     .     .     .     . |
D |  .  o  .  o  .  o  .  o  .  o |
C |  o  .  o  .  o  .  o  .  o  . |
B |  .  o  .  o  .  o  .  o  .  o |
A |  o  .  o  .  o  .  o  .  o  . |
  +-------------------------------+
     1  2  3  4  5  6  7  8  9 10
  o is Dan, x is Computer
  international, forced; kings are capitals
"""


def test_the_board_of_ten_by_ten() -> None:
    assert f"\n{TEN}" in converse([], options(rules="international", jumping="forced"))


def test_the_italian_board_is_mirrored() -> None:
    paper = converse([], options(rules="italian", jumping="forced"))
    assert "B | o . o . o . o . |\nA | . o . o . o . o |" in paper


class TestHuff:
    """Where the most must be taken only the missing of a jump is punished."""

    FEN = "B:BK12,10:W8,14,21,29,16"

    def test_a_jump_that_takes_too_few_stands(self) -> None:
        lines = heard("triple-king", self.FEN, ["C5 E7", "N"], "29-25")
        assert "You take D6." in lines
        assert not any("could have" in line for line in lines)

    def test_stopping_early_costs_the_piece(self) -> None:
        lines = heard("triple-king", self.FEN, ["C1 A3", "N"], "29-25")
        assert "A3 could have gone on jumping: I take your triple king for not jumping." in lines

    def test_a_step_instead_of_a_jump_costs_one_that_could(self) -> None:
        lines = heard("triple-king", self.FEN, ["C5 B4"], "29-25")
        assert not any("could have jumped" in line for line in lines)
        assert "A man moves forward only." in lines


class TestChoosing:
    """The rules chosen and explained at the prompt."""

    def test_a_new_game_by_other_rules(self) -> None:
        lines = told(converse(["C3 D4", "new russian", "board", "undo"], options(), Script(["22-18"])))
        assert "You play White: russian, forced, level 5. Type ? for help." in lines
        assert "There is no move of yours to take back." in lines

    @pytest.mark.parametrize(
        ("typed", "opening"),
        [
            ("new casual free", "You play Black: casual, free, level 5."),
            ("NEW Triple-King", "You play Black: triple-king, huff, level 5."),
            ("new american, forced", "You play Black: american, forced, level 5."),
            ("n international", "You play White: international, forced, level 5."),
            ("new", "You play Black: american, huff, level 5."),
        ],
    )
    def test_the_kind_of_jumping_may_be_named(self, typed: str, opening: str) -> None:
        assert any(line.startswith(opening) for line in told(converse([typed]))[1:])

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("new russian huff", "In russian jumping is always forced."),
            ("new american never", "Jumping is forced, huff or free."),
            ("rules chess", "The rule sets are american, casual, triple-king, russian, brazilian,"),
            ("new chess", "The rule sets are american, casual, triple-king, russian, brazilian,"),
        ],
    )
    def test_what_is_not_played_is_told_and_the_game_goes_on(self, typed: str, sentence: str) -> None:
        lines = told(converse([typed, "moves"]))
        assert sentence in lines
        assert lines[-3].startswith("You can move C1 D2")

    def test_rules_tells_lists_and_asks(self) -> None:
        lines = told(converse(["C3 D4", "rules", "italian", "new", "rules", ""], options(), Script(["22-18"])))
        assert lines[3:8] == [
            "Your move (like C3 D4)? rules",
            "We play american, huff; rules NAME explains any set of rules.",
            "Also: casual, triple-king, russian, brazilian, international and italian.",
            "Whose rules for the next game (Enter: no change)? italian",
            "The next game is italian, forced: new begins it.",
        ]
        assert "You play White: italian, forced, level 5. Type ? for help." in lines
        assert "We play italian, forced; rules NAME explains any set of rules." in lines
        assert lines[-2] == "Your move (like C2 D3)? "

    def test_before_the_first_move_the_chosen_rules_begin_at_once(self) -> None:
        lines = told(converse(["rules", "brazilian"]))
        assert lines[-3] == "You play White: brazilian, forced, level 5. Type ? for help."

    def test_after_the_game_they_are_those_of_the_next(self) -> None:
        lines = told(converse(["resign", "rules", "casual forced", "y"]))
        assert "The next game is casual, forced." in lines
        assert "You play Black: casual, forced, level 5. Type ? for help." in lines

    def test_while_they_are_asked_for_they_can_be_explained(self) -> None:
        paper = converse(["rules", "rules russian", "rules", "russian"])
        assert "\n".join(explain(RULE_SETS["russian"])) in paper
        assert paper.count("Whose rules for the next game") == 3
        assert "You play White: russian, forced" in paper

    @EVERY_SET
    def test_any_set_is_explained_at_any_question(self, rules: Rules) -> None:
        for chosen in (options(), options(first=None)):
            assert "\n".join(explain(rules)) in converse([f"rules {rules.name}"], chosen)

    def test_a_position_from_the_command_line_stays_with_its_rules(self) -> None:
        paper = converse(["new russian", "new american"], options(fen="B:W32:B1"))
        assert paper.count("A |   .   .   . x . |") == 2
        assert paper.count("A | o . o . o . o . |") == 1


def quiet(game: Game) -> Move:
    """A step that leaves neither side a capture if it can be had, to a position that has been there least."""
    past, middle = game.positions_since_progress(), game.rules.geometry.squares // 2

    def noise(move: Move) -> tuple[bool, bool, bool, int]:
        boards = [replace(move.after, side=side) for side in (1 - game.side, game.side)]
        theirs, mine = (bool(Game(game.rules, start=board).captures()) for board in boards)
        astray = not game.rules.kings_range and (move.end > middle) == (game.side == BLACK)
        return theirs, mine, astray, past.count(move.after)

    return min(game.legal_moves(), key=noise)


class Quiet(Script):
    """An opponent that plays for a draw."""

    def _next(self, game: Game, rng: random.Random) -> Move:
        return quiet(game)


def played_by(dialogue: Dialogue, choose: "object") -> str:
    """The transcript of a game in which the player types, square by square, what ``choose`` finds."""
    out = io.StringIO()

    def typed() -> bytes:
        if dialogue.game.outcome is not None:
            return b""
        move = choose(dialogue.game)  # type: ignore[operator]  # a function from game to move
        answer = "\nN" if move.captured and len(move.path) == 2 else ""
        return f"{dialogue.naming.move(move)}{answer}\n".encode()

    assert PlainFace(dialogue, LineReader(typed, lambda: False), out, echo=True).run() == 0
    return out.getvalue()


KINGS = {8: "W:WK32:BK1", 10: "W:WK50:BK1"}
DRAWS = {
    "american": "40 moves each without progress",
    "casual": "40 moves each without progress",
    "triple-king": "40 moves each without progress",
    "russian": "15 king moves each without a capture",
    "brazilian": "20 king moves each without a capture",
    "international": "25 king moves each without a capture",
    "italian": "40 moves each without progress",
}


@EVERY_SET
def test_quiet_moves_draw_and_the_result_counts_them(rules: Rules) -> None:
    chosen = options(fen=KINGS[rules.size], rules=rules.name, jumping=default_jumping(rules))
    paper = played_by(Dialogue(chosen, random.Random(1), Quiet()), quiet)
    assert f"The game is a draw: {DRAWS[rules.name]}." in told(paper)
    assert paper.count("I move") == rules.draw_after


@EVERY_SET
def test_the_third_repetition_draws(rules: Rules) -> None:
    geometry = rules.geometry
    naming = Naming(geometry, rules.first)
    white, black = geometry.squares, 1
    home, away = (black, white) if rules.first == 0 else (white, black)
    out = next(n for n in (home + geometry.per_row, home - geometry.per_row) if 1 <= n <= geometry.squares)
    back = next(n for n in (away + geometry.per_row, away - geometry.per_row) if 1 <= n <= geometry.squares)
    there, again = f"{naming.square(home)} {naming.square(out)}", f"{naming.square(out)} {naming.square(home)}"
    fen = f"{'BW'[rules.first]}:WK{white}:BK{black}"
    replies = [f"{away}-{back}", f"{back}-{away}"] * 3
    lines = heard(rules.name, fen, [there, again] * 3, *replies, jumping=default_jumping(rules))
    assert "The game is a draw: third repetition of the position." in lines


@EVERY_JUMPING
def test_whole_games_of_random_moves(name: str, jumping: Jumping) -> None:
    """Typed square by square, offences and all, each ends with its result."""
    rng = random.Random(f"{name} {jumping}")
    dialogue = Dialogue(options(rules=name, jumping=jumping), rng, Script())
    paper = played_by(dialogue, lambda game: rng.choice(game.legal_moves()))
    assert dialogue.game.outcome is not None
    assert "Another game (Y/N)? " in paper
    assert max(map(len, paper.splitlines())) <= 78


@EVERY_JUMPING
def test_whatever_is_typed_the_conversation_goes_on(name: str, jumping: Jumping) -> None:
    rng = random.Random(f"typed {name} {jumping}")
    geometry = RULE_SETS[name].geometry
    words = (
        "undo",
        "redo",
        "moves",
        "hint",
        "board",
        "flip",
        "Y",
        "Y",
        "N",
        "",
        "rules",
        f"rules {name}",
        "draw",
        "l 3",
    )
    lines = []
    for _ in range(500):
        squares = [f"{rng.choice('ABCDEFGHIJ')}{rng.randint(1, 11)}" for _ in range(rng.randint(1, 4))]
        numbers = rng.choice(("-", "x", " to ", "to")).join(str(rng.randint(1, 51)) for _ in range(2))
        pairs = " ".join(tuple_name(rng.randint(1, geometry.squares), geometry, rng.randint(0, 1)) for _ in range(2))
        first = " ".join(f"{letter}{rng.randint(1, 10)}" for letter in "CD")
        lines.append(rng.choice((" ".join(squares), numbers, pairs, first, rng.choice(words))))
    paper = converse(lines, options(rules=name, jumping=jumping), Script(agrees=False))
    assert paper.endswith("Good-bye, Dan.\n")


@EVERY_JUMPING
def test_every_refusal_has_a_reason(name: str, jumping: Jumping) -> None:
    """In random positions, for squares at random and for moves that only a duty forbids."""
    rng = random.Random(f"refused {name} {jumping}")
    rules = RULE_SETS[name]
    last = rules.geometry.squares
    for _ in range(40):
        game = Game(rules, jumping, position_of(rules, random_state(SETS[name], rng)))
        if game.outcome is not None:
            continue
        naming = Naming(rules.geometry, game.side)
        for move in rng.choices(game.possible(), k=20):
            squares = move.path[: rng.randint(1, len(move.path))] + (rng.randint(1, last),) * rng.randint(0, 1)
            try:
                resolve(squares, game.routes())
            except AmbiguousMove:
                continue
            except IllegalMove:
                reason = why_not(game, squares, naming)
                assert reason != "That is not a legal move."
                assert len(reason) <= 78


def test_another_rule_set_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set that is in the table is listed, explained and played, and its draw is named."""
    house = Rules(
        name="house",
        summary="as at home",
        size=10,
        rows_of_men=4,
        dark_left=False,
        kings_fly=True,
        kings_range=True,
        choice=("kings", "pieces"),
        crowning="passes",
        draw_after=3,
    )
    monkeypatch.setitem(RULE_SETS, "house", house)
    paper = converse(["rules", "house", "rules house", "D3 E4"], options(), Script(["16-21"]))
    assert "international, italian and\nhouse." in paper
    assert "You play White: house, forced, level 5." in paper
    assert "\n".join(explain(house)) in paper
    assert "I move" in paper
    chosen = options(fen=KINGS[10], rules="house", jumping="forced")
    assert "draw: 3 king moves each without a capture." in played_by(Dialogue(chosen, random.Random(1), Quiet()), quiet)
