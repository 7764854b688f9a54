"""The words of the prompt: other spellings, the places where they work, and questions for Y or N."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.cases import cases
from support.conversation import Script, converse, message_lines, options, talk
from support.headless_screens import picture, text_of
from support.platform_marks import posix
from support.play_screen import PlaySession
from support.questions import question
from support.stored_games import disk, played_session

from ai.levels import LEVELS, Level
from console.activities.course import handlers as course
from console.activities.guess import handlers as guess
from console.activities.house import handlers as house
from console.activities.learn import handlers as learn
from console.activities.modem import agreement, connection
from console.activities.play import computer, new_game
from console.activities.problems import activity as solving
from console.activities.review.handlers import ShowReview
from console.activities.storm import handlers as storm
from console.cli.composition import VOCABULARY
from console.dialogue.messages import ShowManual
from console.game.hall_of_fame import FOUNDERS, Founder
from console.reading import kinds
from console.reading.kinds import Kind, Trait
from console.reading.read import read
from console.reading.readings import Command, Talk
from console.reading.rows import GAME, TASK, rows, whole_lines
from console.reading.words import AT_QUESTION, IN_GAME
from console.screens.play.sub_screens import sub_screen
from console.text import sentences
from console.text.levels import VOICES
from console.text.phrases import PHRASES
from console.text.proof import UNPROVED
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import AMERICAN

KINDS = (kinds, computer, new_game, solving, agreement, connection, course, guess, house, learn, storm)
"""The modules that define kinds of questions."""


MEANT = dict(cases("words_meant"))


@pytest.mark.parametrize("typed", MEANT)
def test_understands_other_spellings(typed: str) -> None:
    word = VOCABULARY.command(typed.upper())
    assert word is not None
    assert word.name == MEANT[typed]


def test_reads_the_argument_after_a_spelling_of_two_words() -> None:
    assert VOCABULARY.read("Rules  house Russian") == Command("house", "Russian")
    assert VOCABULARY.read("problem storm best") == Command("storm", "best")
    assert VOCABULARY.read("rules russian") == Command("rules", "russian")
    assert VOCABULARY.command("give up smoking") is None


def test_each_row_is_a_command_or_a_sentence() -> None:
    """No row is a sentence because its command is misspelled."""
    for row in rows():
        command, says = VOCABULARY.meant(row.meaning)
        assert command is not None or says.endswith((".", "?")) or says == "LABEL off", row


def test_no_spelling_stands_in_two_rows() -> None:
    for label in (GAME, "course", "problem", "storm"):
        labels = {label} if label == GAME else {label, TASK}
        own = [row for row in rows() if not row.labels or labels & row.labels]
        for spellings in ([each for row in own for each in row.whole], [each for row in own for each in row.within]):
            assert Counter(spellings).most_common(1)[0][1] == 1, Counter(spellings).most_common(3)


@pytest.mark.parametrize("level", LEVELS.values())
def test_knows_the_levels_by_name(level: Level) -> None:
    assert VOCABULARY.read(f"Please play the {level.name}.") == Command("level", str(level.number))
    for told in ("Who is the {}?", "I forgot how to play the {}"):
        heard = read(told.format(level.name), question(Game(AMERICAN)))
        assert isinstance(heard, Talk)
        assert f"{level.name} {VOICES[level.number].about}. Rated {level.rating}" in heard.says


@pytest.mark.parametrize("founder", FOUNDERS)
def test_knows_the_rivals_by_name(founder: Founder) -> None:
    heard = read(f"Who is {founder.name}?", question(Game(AMERICAN)))
    assert isinstance(heard, Talk)
    assert heard.says.startswith(f"{founder.name} {founder.about}. Rated {founder.rating}")
    assert VOCABULARY.read(f"I want to play {founder.name}") == Command("season", founder.name)


def test_no_whole_line_is_the_name_of_a_command() -> None:
    own = {spelling for word in VOCABULARY.words for spelling in (word.name, *word.aliases)}
    assert own.isdisjoint(whole_lines("").plain)


def test_words_have_their_own_spellings_and_some_work_at_every_question() -> None:
    spellings = [spelling for word in VOCABULARY.words for spelling in (word.name, *word.aliases)]
    assert len(spellings) == len(set(spellings))
    assert all(word.works(IN_GAME) for word in VOCABULARY.words)
    shows = {word.name for word in VOCABULARY.words if word.works(AT_QUESTION)}
    assert shows >= {"help", "?", "where", "look", "games", "fame", "about", "quit"}


def test_shows_and_changes_settings_by_words(tmp_path: Path) -> None:
    session = PlaySession(store=disk(tmp_path))
    session.type("theme wood", "sound on", "sound loud", "version")
    assert "EGA Checkers 1." in session.text, "the lines that it takes are all in sight"
    assert (session.terminal.theme.palette.name, session.play.settings.now.sound) == ("wood", True)
    session.type("theme")
    assert "Colors" in session.text
    settings = disk(tmp_path).settings
    assert (settings.colours, settings.sound) == ("wood", True)
    paper = " ".join(message_lines(converse(["theme ega", "theme plaid", "sound"])))
    assert '"plaid" will not do: "theme" takes EGA, VGA soft' in paper
    assert "On the full screen, from the next start on: The colors are EGA." in paper
    assert '--sound rings the bell. "menu" has the rest.' in paper


@posix
def test_says_that_a_setting_is_changed_before_that_it_cannot_be_saved(tmp_path: Path) -> None:
    store = disk(tmp_path)
    (tmp_path / "settings.json").mkdir()
    paper = " ".join(message_lines(played_session(["theme wood"], store)))
    assert f"{sentences.FROM_THE_NEXT_START} The colors are wood. The settings cannot be saved" in paper


def test_f1_opens_the_manual_at_the_current_task(tmp_path: Path) -> None:
    session = PlaySession(store=disk(tmp_path))
    session.type("course 1")
    manual = sub_screen(ShowManual(), session.dialogue.state, session.play.draw)
    assert "THE COURSE has" in text_of(picture(manual))


# Enter alone


def test_never_ends_a_game_at_enter() -> None:
    """A question that Enter answers with a yes says so; at all others Enter leaves everything as it is."""
    found = [kind for module in KINDS for kind in vars(module).values() if isinstance(kind, Kind)]
    assert all(Trait.YES_OR_NO in kind.traits for kind in found if Trait.ENTER_IS_YES in kind.traits)
    assert {*PHRASES["yes"], *PHRASES["no"]} <= {"usual", "leaving", *(kind.name for kind in found)}


# Sides


@pytest.mark.parametrize("first", [True, False, None])
@pytest.mark.parametrize(("word", "home"), [("NEW White", WHITE), ("new black", BLACK)])
def test_new_takes_a_side(first: bool | None, word: str, home: int) -> None:
    dialogue = talk(options(first=first)).type(*([] if first is not None else ["Y"]), "moves", word)
    assert dialogue.state.table.home == home
    assert dialogue.state.table.seats.is_program(1 - home)


def test_chooses_a_side_on_the_screen_before_the_first_game() -> None:
    """On an empty line N is a no at once; behind a blank a word is a line."""
    session = PlaySession(options(first=None))
    session.type(" new black")
    assert session.dialogue.state.table.home == BLACK
    session = PlaySession(options(first=None))
    session.type("n")
    assert session.dialogue.state.table.home == WHITE
    session = PlaySession(options(first=None))
    session.type("y")
    assert session.dialogue.state.table.home == BLACK


BEGUN = {
    "two": "start one for two players",
    "demo": "start a demonstration",
    "match 3": "start a match",
    "ballot 3": "start one with a ballot",
    "swap": "swap sides",
    "load a": "load a saved one",
}


@pytest.mark.parametrize(
    "word",
    ["new", "n", "new pool", "international", "fen B:W15,22,32:B11,1", *BEGUN],
)
def test_asks_before_any_word_leaves_a_game_at_a_terminal(word: str, tmp_path: Path) -> None:
    """A script does as it says, except for the single letter, which may be a late answer."""
    for at_terminal in (True, False):
        store = disk(tmp_path / str(at_terminal))
        talk_ = talk(options(at_terminal=at_terminal), Script(["24-20"]), store=store).type("C3 D4", "save a", word)
        if word == "international":
            talk_.type("new")
        asks = at_terminal or word == "n"
        assert (talk_.asked.kind is kinds.NEW) == asks
        assert not asks or talk_.asked.prompt == f"Leave this game and {BEGUN.get(word, 'start a new one')} (Y/N)? "
        before, planned = talk_.state.game, talk_.state.next_game
        if asks:
            talk_.type("N")
            assert (talk_.state.game, talk_.state.next_game) == (before, planned)


# Help in a rated game


@pytest.mark.parametrize("word", ["undo", "reset", "go 1", "go 0", "review"])
def test_counts_help_in_a_rated_game(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search is enough. The player is told that the game is no longer rated."""
    monkeypatch.setattr("ai.proof.NODES", 500)
    monkeypatch.setattr("ai.proof.NODES_OF_OPEN_PLAY", 500)
    dialogue = talk(store=disk(tmp_path)).type("C3 D4")
    assert not dialogue.state.table.helped
    if word == "review":
        step = dialogue.send(word, until=ShowReview)
        assert isinstance(step, ShowReview)
        step.order.prover_of(dialogue.state.table.rules, dialogue.state.table.jumping)
    else:
        dialogue.type(word, *([word] if word in ("explore", "book") else []))
        assert dialogue.texts.count(sentences.UNRATED) == 1
        assert dialogue.type("hint").texts.count(sentences.UNRATED) == 1
    assert dialogue.state.table.helped
    dialogue.close()


def test_counts_no_rejected_command_and_no_other_word_as_help() -> None:
    rejected, others = ["undo", "go 9", "hint 3", "book off"], ["moves", "where", "flip", "level 5", "think", "fen"]
    assert (
        not talk(options(jumping="forced")).type(*rejected, "C3 D4", *others, "save lunch", "C3 C3").state.table.helped
    )


def test_a_hint_does_not_change_the_opponents_choice() -> None:
    def played(lines: Sequence[str]) -> list[Position]:
        return [turn.after for turn in talk(seed=5).type(*lines).state.game.turns]

    plain = played(["C3 D4", "moves"])
    for hints in range(1, 5):
        assert played([*["hint"] * hints, "C3 D4", "moves"]) == plain


def test_says_in_one_line_that_there_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no help, either."""
    monkeypatch.setattr("ai.proof.NODES", 500)
    monkeypatch.setattr("ai.proof.NODES_OF_OPEN_PLAY", 500)
    session = PlaySession(store=disk(tmp_path))
    session.type("proof")
    session.settle()
    assert session.play.runner.show is None
    assert UNPROVED in session.said
    assert "Your move" in session.text
    assert not session.dialogue.state.table.helped


def test_what_a_word_says_of_itself_can_be_typed() -> None:
    """The line "review all" was named and not read."""
    for word in VOCABULARY.words:
        for line in re.findall(r'"([^"]+)"', word.does):
            assert VOCABULARY.command(line) is not None, line
