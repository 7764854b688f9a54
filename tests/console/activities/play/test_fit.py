"""The computer's strength follows the player's rating: the word ``level fit``, its setting and its games."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.command_line import command_named
from support.conversation import FIVE_MOVES, Script, options, talk
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession
from support.stored_games import DAN_FIRST, disk, played_session

from ai.levels import LEVEL_RATINGS, level_at
from console.activities.play.room import MENU
from console.cli.play import game_options
from console.game.elo import FIRST_RATING
from console.game.options import FIT, Options
from console.game.seats import Program, fitted, rival
from console.reading.readings import Command
from console.screens.lists import ListScreen
from console.terminal.events import Key
from console.terminal.screen_stack import Pop
from engine.rules import AMERICAN, RULE_SETS

if TYPE_CHECKING:
    from ai.levels import Level

FITTED = replace(DAN_FIRST, fit=True)
LOSS = [FIVE_MOVES, "resign", "Y"]


class Heard(Script):
    """A scripted opponent that notes the strengths at which it is asked to play."""

    def __init__(self) -> None:
        super().__init__()
        self.strengths: list[Level] = []

    def choose_move(self, request, *rest):  # type: ignore[no-untyped-def]  # as in Script
        self.strengths.append(request.level)
        return super().choose_move(request, *rest)


def rating_of(folder: Path, rules: str = "american") -> int | None:
    """Return Dan's rating in the hall of fame."""
    return next((row.rating for row in disk(folder).hall.records() if (row.name, row.rules) == ("Dan", rules)), None)


class TestGames:
    def test_begins_at_the_rating_of_a_new_player(self, tmp_path: Path) -> None:
        heard = Heard()
        talk(FITTED, heard, store=disk(tmp_path)).type("C3 D4")
        assert heard.strengths == [level_at(FIRST_RATING)]

    def test_keeps_its_strength_during_a_game(self, tmp_path: Path) -> None:
        dialogue = talk(FITTED, store=disk(tmp_path)).type(*LOSS)
        assert dialogue.state.table.opponent == fitted(FIRST_RATING)
        dialogue.type("Y")
        assert dialogue.state.table.opponent == fitted(rating_of(tmp_path) or 0)

    def test_has_a_rating_for_each_rule_set(self, tmp_path: Path) -> None:
        played_session([*LOSS, "N"], disk(tmp_path), FITTED)
        dialogue = talk(replace(FITTED, rules=RULE_SETS["russian"], jumping="forced"), store=disk(tmp_path))
        assert dialogue.state.table.opponent == fitted(FIRST_RATING)
        dialogue.type("new american")
        assert dialogue.state.table.opponent == fitted(rating_of(tmp_path) or 0)

    def test_needs_a_player_against_the_computer(self) -> None:
        dialogue = talk(options(fit=True, players="two", other="Eve"))
        assert dialogue.state.table.opponent is None
        assert dialogue.type("one").state.table.opponent == fitted(FIRST_RATING)
        assert "level 5" in talk(options(fit=True, players="demo")).texts[0]

    def test_leaves_a_game_against_a_rival_alone(self) -> None:
        dialogue = talk(options(fit=True))
        dialogue.state.next_game = dialogue.state.next_game._replace(opponent=rival("Gus Lindqvist", 1500))
        dialogue.type("new")
        assert dialogue.state.table.opponent == rival("Gus Lindqvist", 1500)

    @pytest.mark.parametrize(("line", "opponent"), [("4", Program(4)), (FIT, fitted(FIRST_RATING))])
    def test_goes_on_at_the_level_of_the_command_line(self, tmp_path: Path, line: str, opponent: Program) -> None:
        played_session(["C3 D4", "quit"], disk(tmp_path), replace(DAN_FIRST, level=7, fit=line != FIT))
        given = vars(command_named("").parse(["--level", line, "--name", "Dan"]))
        table = talk(game_options(given, Options()), store=disk(tmp_path)).type("Y").state.table
        assert table.opponent == opponent

    def test_comes_back_after_a_recorded_game_at_a_level(self, tmp_path: Path) -> None:
        played_session(["C3 D4", "quit"], disk(tmp_path), replace(DAN_FIRST, level=7))
        dialogue = talk(FITTED, store=disk(tmp_path)).type("Y")
        assert dialogue.state.table.opponent == Program(7)
        dialogue.type("new", "Y")
        assert dialogue.state.table.opponent == fitted(FIRST_RATING)


class TestWord:
    def test_is_remembered_until_a_level_is_set(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        dialogue = talk(store=store).type("level fit")
        assert dialogue.texts[-1] == "I am matched to you, and follow your rating from game to game."
        assert disk(tmp_path).settings.fit
        assert talk(replace(disk(tmp_path).settings.options(AMERICAN), name="Dan", first=True)).state.opponent.is_fitted
        dialogue.type("level 4")
        assert (store.settings.fit, store.settings.level) == (False, 4)
        assert dialogue.state.table.opponent == Program(4)
        dialogue.type("new")
        assert dialogue.state.table.opponent == Program(4)

    @pytest.mark.parametrize(("fit", "word"), [(False, "level fit"), (True, "level 3")])
    def test_counts_as_help_after_the_first_move(self, fit: bool, word: str) -> None:
        dialogue = talk(options(fit=fit)).type(word)
        assert not dialogue.state.table.helped
        dialogue = talk(options(fit=fit)).type("C3 D4", word)
        assert dialogue.state.table.helped

    @pytest.mark.parametrize(("word", "opponent"), [("level 6", Program(6)), ("level fit", fitted(FIRST_RATING))])
    def test_is_kept_with_the_game(self, tmp_path: Path, word: str, opponent: Program) -> None:
        played_session(["C3 D4", word, "quit"], disk(tmp_path), DAN_FIRST)
        table = talk(DAN_FIRST, store=disk(tmp_path)).type("Y").state.table
        assert table.opponent == opponent

    def test_is_no_help_if_it_changes_nothing(self) -> None:
        assert not talk(options(fit=True)).type("C3 D4", "level fit").state.table.helped


class TestMessages:
    def test_an_easier_opponent_is_easier_than_the_last_one(self) -> None:
        dialogue = talk(options(fit=True)).type("C3 D4", "resign", "Y", "easier")
        assert "I play at level 2" in " ".join(dialogue.texts)

    def test_a_complaint_during_a_game_lights_the_easier_level_and_says_so(self) -> None:
        """The level was not set, and nothing was said."""
        session = PlaySession(opponent=Script(["22-18"]))
        session.type("C3 D4", "you are too strong, play easier", "level easier")
        assert '"level easier" sets the level' in session.said
        assert isinstance(session.opened, ListScreen)
        assert "The Club Player, level 4, is a step easier: Enter" in text_of(picture(session.opened))
        assert session.opened.handle(Key("enter")) == Pop(Command("level", "4"))
        hardest = talk(options(level=9)).type("C3 D4", "level harder")
        assert "is a step" not in " ".join(hardest.texts)

    def test_shows_the_rating_in_the_header(self) -> None:
        session = PlaySession(options(fit=True))
        assert session.rows[0].endswith("level fit, 1200 ")

    def test_is_the_value_in_the_menu(self) -> None:
        for fit, value in ((True, "fit"), (False, "5")):
            state = talk(options(fit=fit)).state
            entry = next(entry for entry in MENU["Rules and level"] if entry.word == "level")
            assert callable(entry.value)
            assert entry.value(state) == value


@pytest.mark.parametrize(("line", "fit", "level"), [("fit", True, 6), ("FIT", True, 6), ("3", False, 3)])
def test_the_command_line_sets_it(line: str, fit: bool, level: int) -> None:
    given = vars(command_named("").parse(["--level", line]))
    found = game_options(given, Options(level=6, fit=True))
    assert (found.fit, found.level, found.given) == (fit, level, frozenset({"level"}))


def test_never_leaves_the_ratings_of_the_levels() -> None:
    assert level_at(200).rating == LEVEL_RATINGS[1]
    assert level_at(4000).rating == LEVEL_RATINGS[9]
