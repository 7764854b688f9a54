"""The conversation, tested by whole transcripts."""

import ast
import re

import pytest
from support.conversation import KINGS, TEN_MOVES, TEN_REPLIES, Script, converse, message_lines, options, said, talk
from support.paths import ROOT

from ai.openings.ballots import ballot_game
from console.cli.composition import VOCABULARY
from console.dialogue import kinds
from console.dialogue.messages import Ask, Cause, Played, Say, ShowHelp, ShowManual, Think
from console.dialogue.words import Word
from console.game.clock import Control
from console.game.naming import Naming
from console.game.seats import Person, Program, Seats
from console.text.sentences import result
from engine.geometry import BLACK, WHITE
from engine.outcome import Outcome, Reason
from engine.rules import AMERICAN

PROMPT = "Your move (like C3 D4)? "


def test_says_everything_from_the_name_to_the_first_reply() -> None:
    paper = converse(["Dan", "Y", "C3 D4"], options(name=None, first=None), Script(["22-18"]))
    assert message_lines(paper) == [
        "Your name? Dan",
        "Do you want to go first (Y/N)? Y",
        "You play Black: american, huff, level 5. Type ? for help.",
        PROMPT + "C3 D4",
        "I move F6 E5 (22-18).",
        PROMPT,
        "Good-bye, Dan.",
    ]


@pytest.mark.parametrize(
    ("typed", "name"), [("", "Player"), ("  Eve ", "Eve"), ("x" * 20, "x" * 20), ("Zoë", "Zoë"), ("I am Eve.", "Eve")]
)
def test_takes_a_name(typed: str, name: str) -> None:
    assert said([typed, "Y"], name=None, first=None)[-1] == f"Good-bye, {name}."


@pytest.mark.parametrize("typed", ["x" * 21, "a\x07b", "\x1b[31mred", "a\ufffdb"])
def test_rejects_a_bad_name_and_asks_again(typed: str) -> None:
    lines = said([typed, "Eve", "Y"], name=None, first=None)
    assert lines[1] == "A name has 1 to 20 printable characters. Again, please."
    assert lines[-1] == "Good-bye, Eve."


@pytest.mark.parametrize(
    ("answer", "colour"),
    [(answer, "Black") for answer in ("Y", " y ", "Yes, please", "yep", "Sure!", "ok")]
    + [(answer, "White") for answer in ("N", "", "nope", "surely", "1")],
)
def test_takes_every_response_but_a_yes_for_a_no(answer: str, colour: str) -> None:
    """A player who answered "sure" was given White."""
    assert any(line.startswith(f"You play {colour}:") for line in said([answer], first=None))


def test_asks_no_question_that_an_option_answers() -> None:
    paper = converse([], options(first=False), Script(["11-15"]))
    assert "name?" not in paper
    assert "(Y/N)" not in paper
    assert "I move F6 E5 (11-15)." in paper
    assert "H | . x . x . x . x |" in paper


@pytest.mark.parametrize(
    "typed", ["C3 D4", "c3d4", "C3-D4", "c3 to d4", "C3, D4", "11-15", "11 15", "(5,2) (4,3)", " c3  d4. "]
)
def test_reads_a_move_in_many_notations(typed: str) -> None:
    assert "I move F6 E5 (22-18)." in said([typed], Script(["22-18"]))


def test_names_squares_from_the_players_side() -> None:
    assert "I move G7 F6 (8-11)." in said(["C3 D4"], Script(["11-15", "8-11"]), first=False)


class TestTheEnd:
    def test_announces_a_win_by_the_last_capture(self) -> None:
        assert said(["C3 E5", "N", "N"], fen="B:W15:B11")[3:] == [
            "You take D4.",
            "Dan (Black) wins: I have no men left.",
            "Congratulations, Dan!",
            "1 move.",
            "Another game (Y/N)? N",
            "Good-bye, Dan.",
        ]

    @pytest.mark.parametrize(
        "word", [word for word in VOCABULARY.words if word.name != "quit"], ids=lambda word: str(word.name)
    )
    @pytest.mark.parametrize("spelling", ["name", "letter"])
    def test_executes_or_explains_every_command_after_a_game(self, word: Word, spelling: str) -> None:
        typed = word.name if spelling == "name" else word.letter
        if typed in ("", "n"):
            return
        dialogue = talk(options(fen="B:W15:B11")).type("C3 E5", "N")
        before = len(dialogue.steps)
        answer = dialogue.type(typed).steps[before]
        assert not (isinstance(answer, Ask) and answer.kind is kinds.ANOTHER)
        assert dialogue.dialogue.farewell() not in dialogue.texts

    @pytest.mark.parametrize("typed", ["C3 D4", "maybe", "u 3", "yesterday", "0"])
    def test_rejects_an_invalid_answer_and_asks_again(self, typed: str) -> None:
        lines = said(["C3 E5", "N", typed, "Y"], fen="B:W15:B11")
        at = lines.index(f"Another game (Y/N)? {typed}")
        assert lines[at + 1 : at + 3] == ['Y begins another game; N, Enter or "quit" leaves.', "Another game (Y/N)? Y"]

    @pytest.mark.parametrize("typed", ["", "n", "NO", " n ", "quit", "Q"])
    def test_leaves_after_no_enter_and_quit(self, typed: str) -> None:
        assert talk(options(fen="B:W15:B11")).type("C3 E5", "N", typed).steps[-1] == Say("Good-bye, Dan.")

    def test_takes_back_the_last_move_by_the_letter_u(self) -> None:
        lines = said(["C3 E5", "N", "u", "fen"], fen="B:W15:B11")
        assert "Taken back: C3 E5." in lines
        assert "FEN B:W15:B11" in lines

    def test_announces_a_win_by_leaving_no_moves(self) -> None:
        lines = said(["F2 G1"], fen="B:W32:B24,27,23")
        assert "Dan (Black) wins: I have no moves left." in lines

    def test_announces_a_loss(self) -> None:
        lines = said(["C3 D4"], Script(["18-11"]), fen="B:W18:B11")
        assert lines[2:5] == [
            "I move E5 C3 (18x11) and take D4.",
            "The County Champion wins: you have no men left.",
            "My commiserations, Dan. A good game.",
        ]

    def test_agrees_to_a_draw_or_declines_it(self) -> None:
        lines = said([*TEN_MOVES, "draw"], Script(TEN_REPLIES), fen=KINGS)
        assert "The game is a draw: agreed." in lines
        assert "Well played, Dan." in lines
        lines = said([*TEN_MOVES, "draw"], Script(TEN_REPLIES, agrees=False), fen=KINGS)
        assert "A draw? No, thank you: let us play on." in lines
        assert not any("is a draw" in line for line in lines)

    @pytest.mark.parametrize("players", ["one", "two"])
    def test_rejects_a_draw_before_ten_moves_of_each_side(self, players: str) -> None:
        moves, replies = [*TEN_MOVES], [*TEN_REPLIES]
        if players == "two":
            home = Naming(AMERICAN, BLACK, "console")
            spelled = [" ".join(map(home.square, map(int, reply.split("-")))) for reply in replies]
            moves = [move for pair in zip(moves, spelled, strict=True) for move in pair]
        lines = said(["draw", *moves[:-1], "draw"], Script(replies), fen=KINGS, players=players, other="Eve")
        assert lines.count("Draws may be offered after ten moves each.") == 2
        assert not any("accept" in line or "is a draw" in line for line in lines)

    @pytest.mark.parametrize("reason", Reason)
    def test_every_reason_of_a_result_has_short_sentences(self, reason: Reason) -> None:
        seats = Seats(Person("Dan"), Program(5))
        for winner in (BLACK, WHITE, None):
            if (winner is None) == (
                reason in (Reason.REPETITION, Reason.NO_PROGRESS, Reason.AGREED, Reason.UNCOUNTABLE)
            ):
                sentences = result(Outcome(winner, reason), seats, AMERICAN)
                assert len(sentences) == 2
                assert all(len(sentence) <= 60 for sentence in sentences)
        drawn = result(Outcome(None, Reason.NO_PROGRESS), seats, AMERICAN)
        assert drawn[0] == "The game is a draw: 40 moves each without progress."

    @pytest.mark.parametrize(("answer", "ends"), [("Y", True), ("N", False), ("", False), ("x", False)])
    def test_asks_before_resigning(self, answer: str, ends: bool) -> None:
        lines = said(["resign", answer])
        assert f"Do you really resign (Y/N)? {answer}" in lines
        assert ("The County Champion wins: you resign." in lines) is ends

    def test_ends_a_game_after_an_undo(self) -> None:
        assert "Another game (Y/N)? " in said(["C3 D4", "undo", "resign", "Y"], Script(["22-18"]))
        lines = said([*TEN_MOVES, "C1 B2", "undo", "draw"], Script([*TEN_REPLIES, "21-17"]), fen=KINGS)
        assert "The game is a draw: agreed." in lines

    def test_asks_only_new_questions_before_another_game(self) -> None:
        lines = said(["Y", "resign", "Y", "Y", "N"], Script(["11-15"]), first=None)
        assert lines.count("Do you want to go first (Y/N)? Y") == 1
        assert "You play White: american, huff, level 5. Type ? for help." in lines
        assert "I move F6 E5 (11-15)." in lines

    def test_takes_back_a_lost_game(self) -> None:
        lines = said(["C3 D4", "undo", "C3 D2"], Script(["18-11", "18-15"]), fen="B:W18:B11")
        assert "Taken back: C3 D4, E5 C3." in lines
        assert "I move E5 D4 (18-15)." in lines

    def test_announces_a_crowning(self) -> None:
        lines = said(["G7 H8"], Script(["8-3"]), fen="B:W8,31:B25,K20")
        assert "Your man on H8 becomes a king." in lines
        assert "I move B2 A3 (8-3). I have a king." in lines


class TestWords:
    def test_undoes_to_the_first_move_and_redoes_to_the_last(self) -> None:
        moves = ["C3 D4", "C1 D2", "B2 C3"]
        dialogue = talk(options(jumping="free"), Script(["22-17", "24-20", "23-19"]))
        texts = dialogue.type(*moves, "undo", "u", "UNDO", "undo", "redo", "r", "redo", "redo").texts
        taken = [text for text in texts if text.startswith("Taken back")]
        assert len(taken) == 3
        assert "There is no move of yours to take back." in texts
        assert len([text for text in texts if text.startswith("Played again")]) == 3
        assert "There is nothing to play again." in texts
        assert dialogue.state.game.ply == 6

    def test_says_that_the_clocks_do_not_go_back(self) -> None:
        typed = ["11-15", "undo", "11-15", "go 2", "go 1", "reset", "quit"]
        sentence = "The time they took stays on the clocks."
        assert said(typed, clock=Control(5)).count(sentence) == 3
        assert sentence not in said(typed)

    def test_undo_as_white_stops_after_the_first_reply(self) -> None:
        lines = said(["undo", "C3 D4", "undo", "undo"], Script(["11-15", "8-11"]), first=False, jumping="free")
        assert lines.count("There is no move of yours to take back.") == 2
        assert "Taken back: C3 D4, G7 F6." in lines

    def test_lists_the_legal_moves(self) -> None:
        lines = said(["moves", "M"])
        assert lines.count("You can move A1 B2, B2 A1.") == 0
        assert lines.count("You can move C1 D2, C3 D2, C3 D4, C5 D4, C5 D6, C7 D6, C7 D8.") == 2

    def test_names_a_move_as_a_hint_without_playing_it(self) -> None:
        script = Script(["11-18", "32-28"])
        lines = said(["hint", "C3 E5", "N"], script, fen="B:W15,30,31,32:B11,9,1,2")
        assert lines[2] == "I would move C3 E5 (11x18); it takes a man."
        assert "I move H2 G1 (32-28)." in lines

    def test_rejects_a_review_before_the_first_move(self) -> None:
        assert "There is nothing to look back upon yet: no move was made." in said(["review"])

    def test_sets_levels_and_rejects_unknown_ones(self) -> None:
        script = Script(["22-18", "23-19"])
        lines = said(["C3 D4", "level 9", "L 3", "l2", "level 12", "level x", "C7 D8"], script)
        assert [line[:19] for line in lines if line.startswith("I play")] == [
            "I play at level 9, ",
            "I play at level 3, ",
            "I play at level 2, ",
        ]
        for wrong in ("12", "x"):
            assert f'"{wrong}" is no level: they go from 1 to 9, or fit, and "level" lists them.' in lines
        assert script.levels == [5, 2]

    @pytest.mark.parametrize(
        ("word", "on", "off"),
        [
            ("teach", "I explain each kind of move when it first occurs.", "I explain nothing more."),
            ("think", "I think aloud.", "I think in silence."),
            (
                "ponder",
                "I think on your time on level 9, clock or no clock.",
                "I think on your time on level 9, and only if there is a clock.",
            ),
            ("chat", "I say what I think of the game, now and then.", "I keep my remarks to myself."),
            ("turn", "The board turns after each move of two players.", "The board stays as it is."),
        ],
    )
    def test_switches_confirm_their_new_state(self, word: str, on: str, off: str) -> None:
        typed = [f"{word} on", f"{word} on", word, word, f"{word} off", f"{word} perhaps"]
        lines = [line for line in said(typed) if line[0] in 'IT"']
        assert lines[:6] == [
            on,
            on,
            off,
            on,
            off,
            f'"perhaps" will not do: it is "{word}", "{word} on" or "{word} off".',
        ]

    def test_flip_turns_the_picture_with_its_labels(self) -> None:
        paper = converse(["flip", "C3 D4"], options(), Script(["22-18"]))
        assert "A | . x . x . x . x |" in paper
        assert "    8 7 6 5 4 3 2 1" in paper
        assert "I move F6 E5 (22-18)." in paper

    def test_explains_now_while_nobody_thinks(self) -> None:
        assert "I am not thinking: it is your move." in said(["now"])

    def test_asks_before_new_by_its_letter(self) -> None:
        script = Script(["22-18"])
        lines = said(["C3 D4", "n", "N", "moves", "n", "Y"], script)
        assert len([line for line in lines if line.startswith("You play")]) == 2
        asked = [line for line in lines if line.startswith("Leave this game")]
        assert asked == ["Leave this game for a new one (Y/N)? N", "Leave this game for a new one (Y/N)? Y"]
        assert len([line for line in said(["C3 D4", "new"], Script(["22-18"])) if line.startswith("You play")]) == 2

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("go 0", "All moves are taken back."),
            ("go 1", "The position after 1 move, both sides' counted."),
            ("go 2", "The position after 2 moves, both sides' counted."),
            ("go 3", 'Moves, both sides\' counted, go from 0 to 2, as in "go 2".'),
        ],
    )
    def test_counts_the_moves_of_both_sides(self, typed: str, sentence: str) -> None:
        assert sentence in said(["C3 D4", typed], Script(["22-18", "22-18"]))

    @pytest.mark.parametrize(("typed", "sets"), [("next russian", True), ("next casual free", True), ("next", False)])
    def test_chooses_the_rules_of_the_next_game(self, typed: str, sets: bool) -> None:
        lines = said(["C3 D4", typed, "new"], Script(["22-18"]))
        assert any(line.startswith("The next game is ") for line in lines) is sets
        assert (lines[-3] != lines[0]) is sets

    @pytest.mark.parametrize("word", ["quit", "q", "QUIT"])
    def test_quits_by_every_spelling(self, word: str) -> None:
        assert said([word, "C3 D4"])[-2:] == [PROMPT + word, "Good-bye, Dan."]

    def test_quits_and_helps_at_other_questions(self) -> None:
        assert said(["quit", "Y"], first=None)[-1] == "Good-bye, Dan."
        first = Ask("Do you want to go first (Y/N)? ", kinds.FIRST)
        assert talk(options(first=None)).type("?", "help").steps == [first, ShowHelp(), first, ShowManual(), first]

    def test_chooses_rules_at_the_question_who_goes_first(self) -> None:
        lines = said(["next nonsense", "next russian", "N"], first=None)
        assert "The next game is russian, forced." in lines
        assert any(line.startswith("You play Black: russian, forced") for line in lines)


def test_shows_the_state_before_and_after_a_capture() -> None:
    dialogue = talk(options(fen="B:W15,32:B11,9", jumping="forced"), Script(["32-28"]))
    state = dialogue.state
    assert dialogue.asked == Ask(PROMPT, kinds.MOVE)
    assert state.activity.headline == "Your move, Dan: you have a jump."
    assert (state.table.home, state.bottom, state.table.seats) == (BLACK, BLACK, Seats(Person("Dan"), Program(5)))
    assert state.table.names == ("Dan", "Computer")
    assert state.table.paths.targets == {11: True}
    assert state.table.paths.along(11).targets == {18: True}
    assert state.game.last is None
    played = dialogue.send("C3 E5", until=Played)
    assert isinstance(played, Played)
    assert (played.cause, played.side, played.shown) == (Cause.MOVE, BLACK, 0)
    assert (state.table.taken(BLACK), state.table.taken(WHITE)) == (1, 0)
    assert state.activity.headline == "The County Champion is thinking."
    dialogue.send(None)
    assert "You take D4." in dialogue.texts


def test_same_seed_and_moves_give_the_same_game() -> None:
    lines = ["C3 D4", "moves", "hint", "A1 B2"]
    games = [talk(options(jumping="free"), seed=7).type(*lines).state.game.turns for _ in range(2)]
    assert games[0] == games[1]


def test_plays_and_says_a_ballot_before_the_first_question() -> None:
    """The first player plays Black, and the computer moves after the ballot's three moves."""
    dialogue = talk(options(ballot=37))
    state = dialogue.state
    assert state.game.position_at(3) == ballot_game(AMERICAN, 37).position
    assert state.table.home == BLACK
    moves = ", ".join(state.naming.move(turn.move) for turn in state.game.turns[:3])
    thinking = next(place for place, step in enumerate(dialogue.steps) if isinstance(step, Think))
    assert dialogue.steps[thinking - 2] == Say(f"The ballot is {moves}.")


def test_only_owners_assign_their_attributes() -> None:
    """Other modules set the fields of the state, and of no other object of the conversation."""
    console = ROOT / "console"
    assigned = {}
    folders = [console / "dialogue", console / "screens" / "play", *(console / "activities").iterdir()]
    for path in (path for folder in folders for path in folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for part in (part for target in targets if target is not None for part in ast.walk(target)):
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    assigned[f"{path.name}: {ast.unparse(part)}"] = ast.unparse(part.value)
    others = {name for name, owner in assigned.items() if not re.search(r"(^self|\b_?state)$", owner)}
    assert not {name for name in others if "state" in name}
    assert not {name for name in others if (console / "dialogue" / name.partition(":")[0]).exists()}
