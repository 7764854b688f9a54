"""The words of the prompt: other spellings, the places where they work, and questions for Y or N."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.cases import cases
from support.conversation import Script, converse, message_lines, options, talk
from support.headless_screens import picture, text_of
from support.paths import ROOT
from support.platform_marks import posix
from support.play_screen import PlaySession
from support.stored_games import disk, played_session

from ai.levels import LEVELS, Level
from console.activities.course import handlers as course
from console.activities.guess import handlers as guess
from console.activities.house import handlers as house
from console.activities.learn import handlers as learn
from console.activities.modem import agreement, connection
from console.activities.play import computer, new_game
from console.activities.problems import activity as solving
from console.activities.storm import handlers as storm
from console.cli.composition import VOCABULARY
from console.dialogue import kinds
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, ShowManual, ShowReview
from console.dialogue.words import AT_QUESTION, IN_GAME
from console.game.hall_of_fame import FOUNDERS, Founder
from console.screens.play.sub_screens import sub_screen
from console.text import sentences
from console.text.levels import VOICES
from console.text.phrases import PHRASES
from console.text.proof import UNPROVED
from console.text.typed_lines import whole, within
from engine.geometry import BLACK, WHITE
from engine.position import Position

MEANT = dict(cases("words_meant"))
FOUND_ELSEWHERE = dict(cases("words_found_elsewhere"))


KINDS = (kinds, computer, new_game, solving, agreement, connection, course, guess, house, learn, storm)
"""The modules that define kinds of questions."""


@pytest.mark.parametrize("typed", MEANT)
def test_understands_other_spellings(typed: str) -> None:
    word = VOCABULARY.read(typed.upper())
    assert word is not None
    assert word.name == MEANT[typed]


@pytest.mark.parametrize("typed", FOUND_ELSEWHERE)
def test_suggests_the_command_for_a_feature(typed: str) -> None:
    answer = VOCABULARY.read(typed)
    assert answer is not None
    assert FOUND_ELSEWHERE[typed] in answer.says
    assert answer.says in " ".join(message_lines(converse([typed])))


def test_reads_the_argument_after_a_spelling_of_two_words() -> None:
    assert VOCABULARY.read("Rules  house Russian") == Command("house", "Russian")
    assert VOCABULARY.read("problem storm best") == Command("storm", "best")
    assert VOCABULARY.read("rules russian") == Command("rules", "russian")
    assert VOCABULARY.read("give up smoking") is None


def test_reads_every_other_spelling_as_its_command() -> None:
    own = {spelling for word in VOCABULARY.words for spelling in (word.name, *word.aliases)}
    for spelling, meaning in ((text, whole()[text]) for text in whole().keys() - own):
        read = VOCABULARY.read(f"Please, {spelling}!" if spelling.strip("!?") else spelling)
        assert read is not None
        assert meaning in (f"{read.name} {read.text}".strip(), read.says)


def test_each_row_answers_by_a_command_or_a_sentence() -> None:
    """No row is a sentence because its command is misspelled, and none is hidden behind one with rarer words."""
    for words, meaning in within().items():
        read = VOCABULARY.understand(f"xx {words.replace('...', 'zz')} xx")
        assert read is not None, words
        meant = meaning.removeprefix("review? ").replace("course about", "course xx")
        assert meant == read.says or (not meant.endswith(".") and read.line == meant), (words, meaning, read)


def test_no_spelling_stands_in_two_rows() -> None:
    rows = (ROOT / "console" / "text" / "typed_lines.txt").read_text("utf-8").splitlines()
    sides = [row.partition(" = ")[2].split("|") for row in rows if not row.startswith("#")]
    for listed in ([each[0] for each in sides], [each[1] for each in sides if len(each) > 1]):
        spellings = Counter(filter(None, map(str.strip, ",".join(listed).split(","))))
        assert spellings.most_common(1)[0][1] == 1, spellings.most_common(3)


@pytest.mark.parametrize("level", LEVELS.values())
def test_knows_the_levels_by_name(level: Level) -> None:
    assert VOCABULARY.understand(f"I'd rather play the {level.name}") == Command("level", str(level.number))
    for told in ("Who is the {}?", "I forgot how to play the {}"):
        told_of = VOCABULARY.understand(told.format(level.name))
        assert told_of is not None
        assert told_of.says.startswith(f"The {level.name} {VOICES[level.number].about}. Rated {level.rating}")


@pytest.mark.parametrize("founder", FOUNDERS)
def test_knows_the_rivals_by_name(founder: Founder) -> None:
    told = VOCABULARY.understand(f"Who is {founder.name}?")
    assert told is not None
    assert told.says.startswith(f"{founder.name} {founder.about}. Rated {founder.rating}")
    assert VOCABULARY.understand(f"I want to play {founder.name}") == Command("season", founder.name)


def test_no_whole_line_is_the_name_of_a_command() -> None:
    assert whole().keys().isdisjoint(spelling for word in VOCABULARY.words for spelling in (word.name, *word.aliases))


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
    assert "The next time you start: The colors are EGA." in paper
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
    assert "12. Looking and learning" in text_of(picture(manual))


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
    session = PlaySession(options(first=None))
    session.type("new black")
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


# Words at questions for Y or N


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
        step.prover_of(dialogue.state.table.rules, dialogue.state.table.jumping)
    else:
        dialogue.type(word)
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
    assert UNPROVED in session.text
    assert "Your move" in session.text
    assert not session.dialogue.state.table.helped
