"""The conversation, tested by whole transcripts."""

import pytest
from support.conversation import Script, converse, options, said, talk

from ai.openings.ballots import ballot_game
from console.cli.composition import VOCABULARY
from console.dialogue.messages import Ask, Cause, Played, Say, Think
from console.game.clock import Control
from console.game.seats import Person, Program, Seats
from console.reading import kinds
from console.text.result import announcement
from engine.game import Outcome, Reason
from engine.geometry import BLACK, WHITE
from engine.rules import AMERICAN

PROMPT = "Your move (like C3 D4)? "


@pytest.mark.parametrize("typed", ["x" * 21, "a\x07b", "\x1b[31mred", "a\ufffdb"])
def test_rejects_a_bad_name_and_asks_again(typed: str) -> None:
    lines = said([typed, "Eve", "Y"], name=None, first=None)
    assert lines[1] == "A name has 1 to 20 printable characters. Again, please."
    assert lines[-1] == "Good-bye, Eve."


def test_asks_no_question_that_an_option_answers() -> None:
    paper = converse([], options(first=False), Script(["11-15"]))
    assert "name?" not in paper
    assert "(Y/N)" not in paper
    assert "I move F6 E5 (11-15)." in paper
    assert "H | . x . x . x . x |" in paper


class TestTheEnd:
    def test_executes_or_explains_every_command_after_a_game(self) -> None:
        for typed in [spelling for word in VOCABULARY.words for spelling in (word.name, word.letter)]:
            if typed not in ("", "n", "quit", "q"):
                dialogue = talk(options(fen="B:W15:B11")).type("C3 E5", "N")
                before = len(dialogue.steps)
                answer = dialogue.type(typed).steps[before]
                assert not (isinstance(answer, Ask) and answer.kind is kinds.ANOTHER), typed
                assert dialogue.dialogue.farewell() not in dialogue.texts, typed

    @pytest.mark.parametrize("reason", Reason)
    def test_every_reason_of_a_result_has_short_sentences(self, reason: Reason) -> None:
        seats = Seats(Person("Dan"), Program(5))
        for winner in (BLACK, WHITE, None):
            if (winner is None) == (
                reason in (Reason.REPETITION, Reason.NO_PROGRESS, Reason.COUNTED, Reason.AGREED, Reason.UNCOUNTABLE)
            ):
                sentences = announcement(Outcome(winner, reason), seats, AMERICAN)
                assert len(sentences) == 2
                assert all(len(sentence) <= 60 for sentence in sentences)
        drawn = announcement(Outcome(None, Reason.NO_PROGRESS), seats, AMERICAN)
        assert drawn[0] == "The game is a draw: 40 moves each without progress."


class TestWords:
    def test_says_that_the_clocks_do_not_go_back(self) -> None:
        typed = ["11-15", "undo", "11-15", "go 2", "go 1", "reset", "quit"]
        sentence = "The time they took stays on the clocks."
        assert said(typed, clock=Control(5)).count(sentence) == 3
        assert sentence not in said(typed)

    def test_flip_turns_the_picture_with_its_labels(self) -> None:
        paper = converse(["flip", "C3 D4"], options(), Script(["22-18"]))
        assert "A | . x . x . x . x |" in paper
        assert "    8 7 6 5 4 3 2 1" in paper
        assert "I move F6 E5 (22-18)." in paper


def test_shows_the_state_before_and_after_a_capture() -> None:
    dialogue = talk(options(fen="B:W15,32:B11,9,1", jumping="forced"), Script(["32-28"]))
    state = dialogue.state
    assert (dialogue.asked.prompt, dialogue.asked.kind) == (PROMPT, kinds.MOVE)
    assert state.activity.headline == "You have a jump."
    assert (state.table.home, state.bottom, state.table.seats) == (BLACK, BLACK, Seats(Person("Dan"), Program(5)))
    assert state.table.names == ("Dan", "Computer")
    assert state.table.paths.targets == {11: True}
    assert state.table.paths.along(11).targets == {18: True}
    assert state.game.last is None
    played = dialogue.send("C3 E5", until=Played)
    assert isinstance(played, Played)
    assert (played.cause, played.side, played.shown) == (Cause.MOVE, BLACK, 0)
    assert (state.table.taken(BLACK), state.table.taken(WHITE)) == (1, 0)
    assert state.activity.headline == "", "the conversation says that he is thinking"
    dialogue.send(None)
    assert "You take D4." in dialogue.texts


def test_same_seed_and_moves_give_the_same_game() -> None:
    lines = ["C3 D4", "moves", "hint", "A1 B2"]
    games = [talk(options(jumping="free"), seed=7).type(*lines).state.game.turns for _ in range(2)]
    assert games[0] == games[1]


def test_plays_and_says_a_ballot_before_the_first_question() -> None:
    """The first player plays Black, and the computer moves after the ballot's three moves."""
    dialogue = talk(options(ballot="37"))
    state = dialogue.state
    assert state.game.position_at(3) == ballot_game(AMERICAN, 37).position
    assert state.table.home == BLACK
    moves = ", ".join(state.naming.move(turn.move) for turn in state.game.turns[:3])
    thinking = next(place for place, step in enumerate(dialogue.steps) if isinstance(step, Think))
    assert dialogue.steps[thinking - 2] == Say(f"The ballot is 37, Double Corner: {moves}.")


@pytest.mark.parametrize("rules", ["international", "russian"])
def test_other_rules_give_up_a_planned_ballot(rules: str) -> None:
    dialogue = talk(options(first=None)).type("ballot", f"new {rules}", "Y")
    assert dialogue.state.table.rules.name == rules
    assert "Ballot" not in dialogue.state.table.tags
