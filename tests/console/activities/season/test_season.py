"""The season in the conversation: matches, rungs, certificates, and results that survive everything."""

from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.conversation import FIVE_MOVES, Script, Talk, options
from support.set_clock import Clock
from support.stored_games import disk, keep_results

from console.activities.season import sentences as said
from console.activities.season.rivals import rivals
from console.cli.composition import dialogue_of
from console.dialogue.messages import Ended, ShowList, ShowSections
from console.dialogue.table import Table
from console.game.clock import Control
from console.game.hall_of_fame import Result
from console.game.match import Match
from console.game.naming import in_list
from console.game.seats import Program
from console.storage.store import Store
from console.text.sentences import speaks
from console.text.spans import Signs, plain_lines
from console.text.table import TextTable
from engine.geometry import BLACK, WHITE

VISITOR, HERB, DOT = rivals()[:3]


class Sleeper(Script):
    """A computer that loses on time when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.sleeps = False
        self.ratings: list[int] = []

    def choose_move(self, request: Any, *rest: Any) -> Any:
        """Move at once, or after the flag has fallen."""
        self.ratings.append(request.level.rating)
        self.clock.seconds += 100 if self.sleeps else 0
        return super().choose_move(request, *rest)


class Session:
    """A session of play in a folder, with a computer that can be made to lose."""

    def __init__(self, folder: Path | None, **chosen: Any) -> None:
        self.computer = Sleeper()
        self.store = disk(folder) if folder is not None else Store(False, None)
        given = {"clock": Control(1), "jumping": "forced", "name": "Dan", "at_terminal": False, **chosen}
        today = date.fromtimestamp(self.store.now())
        dialogue = dialogue_of(
            options(**given), Random(1), self.computer, self.store, self.computer.clock, lambda: today
        )
        self.talk = Talk(dialogue)
        self.heard = 0

    @property
    def table(self) -> Table:
        """The table."""
        return self.talk.state.table

    def enter(self, *lines: str) -> "Session":
        """Type lines."""
        self.talk.type(*lines)
        return self

    def win(self) -> "Session":
        """Win the game on the table."""
        self.enter(FIVE_MOVES)
        self.computer.sleeps = True
        moves = self.table.game.legal_moves()
        self.enter(self.talk.state.naming.move(moves[0]))
        self.computer.sleeps = False
        return self

    def lose(self) -> "Session":
        """Lose the game on the table."""
        return self.enter(FIVE_MOVES, "resign", "y")

    def close(self) -> None:
        """End the program."""
        self.talk.close()
        self.store.in_progress.release()

    @property
    def said(self) -> list[str]:
        """The messages since the last call."""
        texts = self.talk.texts[self.heard :]
        self.heard += len(texts)
        return texts

    def shown(self, kind: type[Any]) -> list[Any]:
        """Return what was shown of a kind."""
        return [step for step in self.talk.steps if isinstance(step, kind)]


@pytest.fixture(name="career")
def new_career(tmp_path: Path) -> Session:
    """Return a new career, at its first question for a move."""
    return Session(tmp_path)


def standing(career: Session) -> tuple[str, Match | None, int]:
    """Return the rival on the table, the match and the side of the player."""
    table = career.table
    return table.opponent.given if table.opponent is not None else "", table.match, table.home


class TestWeek:
    def test_a_round_is_played_once_a_day_from_the_opening_of_the_week(self, career: Session) -> None:
        career.enter("season week", "season today")
        assert [shown.title for shown in career.shown(ShowList)] == ["The week"]
        assert (standing(career)[0] in {rival.name for rival in rivals()}, career.table.match) == (True, None)
        assert career.table.game.ply, "the moves of the ballot"
        career.win()
        assert any(text.startswith("Round ") and "you have 1" in text for text in career.said)
        career.enter("season today")
        assert said.ROUND_PLAYED in career.said


class TestGames:
    def test_begins_a_match_against_the_first_rival_with_his_strength(self, career: Session) -> None:
        career.enter("season")
        assert standing(career) == (VISITOR.name, Match(3), BLACK)
        assert speaks(VISITOR.program, VISITOR.hello) in career.said
        career.enter("season herb", "C3 D4")
        assert career.computer.ratings == [HERB.rating]
        assert career.table.opponent == HERB.program
        assert career.talk.state.opponent == Program(5), "the level of other games is the player's"

    def test_the_sides_change_and_the_points_go_along(self, career: Session) -> None:
        career.enter("season").win()
        assert career.talk.asked.prompt == "Game 2 of the match (Y/N)? "
        career.enter("y")
        assert career.said.count(speaks(VISITOR.program, VISITOR.hello)) == 1
        assert standing(career) == (VISITOR.name, Match(3, (0, 1)), WHITE)
        career.lose().enter("y")
        assert standing(career) == (VISITOR.name, Match(3, (1, 1)), BLACK)

    def test_a_match_won_earns_a_certificate_and_calls_the_next_rival(self, career: Session) -> None:
        career.enter("season").win().enter("y").win()
        (page,) = career.shown(ShowSections)
        assert any("D A N" in line for line in plain_lines(page.sections(76, Signs())))
        texts = career.said
        assert speaks(VISITOR.program, VISITOR.loses) in texts
        assert any(text.startswith("Rung 1 is yours") for text in texts)
        assert career.talk.asked.prompt == "A match against Herb Tuttle (Y/N)? "
        career.enter("y")
        assert standing(career) == (HERB.name, Match(3), BLACK)

    def test_a_helped_game_does_not_count_and_is_played_again(self, career: Session) -> None:
        career.enter("season").win().enter("y", "hint", "hint").win()
        assert any("does not count" in fact for step in career.shown(Ended) for fact in step.facts)
        career.enter("y")
        assert standing(career) == (VISITOR.name, Match(3, (0, 1)), WHITE)

    def test_the_first_result_of_a_game_stays(self, career: Session) -> None:
        career.enter("season", FIVE_MOVES, "resign", "y", "undo").win()
        career.enter("y")
        assert standing(career) == (VISITOR.name, Match(3, (1, 0)), WHITE)

    def test_other_games_leave_the_season(self, career: Session) -> None:
        career.enter("season").win().enter("new white")
        assert standing(career) == ("", None, WHITE)
        career.enter("season")
        assert standing(career) == (VISITOR.name, Match(3, (0, 1)), WHITE)

    def test_a_match_goes_on_although_another_is_under_way_higher_up(self, career: Session) -> None:
        career.enter("season dot").lose().enter("season visitor").win().enter("y")
        assert standing(career) == (VISITOR.name, Match(3, (0, 1)), WHITE)

    def test_rematch_plays_the_same_rival_again(self, career: Session) -> None:
        career.enter("season").win().enter("y").win().enter("rematch")
        assert standing(career) == (VISITOR.name, Match(3), BLACK)

    def test_a_game_from_a_problem_on(self, career: Session) -> None:
        career.enter("problem", "season")
        assert standing(career) == (VISITOR.name, Match(3), BLACK)

    def test_begins_at_the_start_whatever_the_options_say(self, tmp_path: Path) -> None:
        career = Session(tmp_path, fen="B:W21,22:B1,2").enter("season")
        assert career.table.game.start.black.bit_count() == 12


class TestStorage:
    def test_an_unfinished_game_goes_on_with_its_match(self, tmp_path: Path) -> None:
        Session(tmp_path).enter("season").win().enter("y", "C3 D4").close()
        career = Session(tmp_path, first=None).enter("y")
        assert standing(career) == (VISITOR.name, Match(3, (0, 1)), WHITE)
        career.win()
        assert any(text.startswith("Rung 1 is yours") for text in career.said)

    def test_a_result_counts_once_if_the_program_dies_after_it(self, tmp_path: Path) -> None:
        """The result is stored before the game in progress is deleted. A death in between leaves both.

        The game is not offered again.
        """
        first = Session(tmp_path).enter("season", FIVE_MOVES)
        left = {path: path.read_bytes() for path in tmp_path.glob("game-*.pdn")}
        first.lose().close()
        assert left
        for path, data in left.items():
            path.write_bytes(data)
        career = Session(tmp_path, first=None).enter("y", "season")  # the player goes first
        assert standing(career) == (VISITOR.name, Match(3, (1, 0)), WHITE)

    def test_results_of_earlier_versions_are_no_games_of_the_season(self, tmp_path: Path) -> None:
        keep_results(tmp_path, *[Result("Dan", 1, "american", "win")] * 5)
        assert standing(Session(tmp_path).enter("season")) == (VISITOR.name, Match(3), BLACK)


class TestWords:
    def test_the_ladder_shows_who_is_next(self, career: Session) -> None:
        career.enter("season dot").win().enter("y").lose().enter("ladder")
        (ladder,) = career.shown(ShowList)
        assert ladder.rows[ladder.chosen].texts[2] == DOT.name
        assert ladder.rows[ladder.chosen].texts[5] == "1-0-1"
        assert [row.texts[0] for row in ladder.rows] == ["-"] * 16 + [">", "", ""]
        assert all(len(line) <= 78 for line in ladder.lines())
        for row in ladder.rows:
            about = row.about(30)
            assert all(len(line) <= 30 for line in about)
            assert ("Out of reach: more than" in " ".join(about)) == (row.texts[0] == "-")

    def test_the_ladder_cuts_no_name_off(self, career: Session) -> None:
        (ladder,) = career.enter("ladder").shown(ShowList)
        _, lines = TextTable(ladder.columns, [row.texts for row in ladder.rows]).lines(34)
        assert all(any(in_list(rival.name) in line for line in lines) for rival in rivals())

    @pytest.mark.parametrize("line", ["shelf", "ladder", "season list", "season print"])
    def test_words_that_only_show_do_not_end_a_lesson(self, career: Session, line: str) -> None:
        career.enter("course 1", line)
        assert career.talk.state.activity.label == "course"

    def test_a_certificate_is_written_when_it_is_asked_for(self, career: Session, tmp_path: Path) -> None:
        career.enter("season print")
        assert said.NOTHING_TO_PRINT in career.said
        career.enter("season").win().enter("y").win()
        assert not (tmp_path / "certificates").exists()
        career.enter("season print", "season print visitor", "season print dot")
        texts = career.said
        files = sorted(path.name for path in (tmp_path / "certificates").iterdir() if path.suffix == ".txt")
        assert files == ["certificate-1.txt"], "the same certificate is printed once"
        lines = (tmp_path / "certificates" / "certificate-1.txt").read_text("ascii").splitlines()
        assert max(map(len, lines)) <= 78
        assert said.NOT_WON.format(DOT.called) in texts

    def test_the_highest_certificate_is_printed(self, career: Session, tmp_path: Path) -> None:
        career.enter("season").win().enter("y").win().enter("y").win().enter("y").win().enter("season print")
        assert HERB.name in (tmp_path / "certificates" / "certificate-1.txt").read_text("ascii")


def test_a_rival_unknown_to_this_version_plays_like_any_opponent(tmp_path: Path) -> None:
    text = '[Black "Dan"] [White "Computer"] [BlackType "human"] [WhiteType "program"] [Level "3"] [Rating "1290"]'
    games = tmp_path / "games"
    games.mkdir()
    (games / "odd.pdn").write_text(f'{text} [Rival "Cousin Lou"] [GameId "a"]\n11-15 *\n')
    career = Session(tmp_path).enter("load odd").lose()
    assert any(text.startswith("Cousin Lou wins") for text in career.said)
    assert career.computer.ratings == [1290] * 5
