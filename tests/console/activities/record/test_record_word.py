"""The word of the record, in a session of play and on its screen."""

from functools import partial
from pathlib import Path

import pytest
from support.conversation import FIVE_MOVES, options, talk
from support.headless_screens import check_view, click, picture, send, text_of
from support.play_screen import PlaySession
from support.stored_games import DAN_FIRST, disk, played_session

from ai.levels import LEVEL_RATINGS
from ai.problems.problem import by_kind, collection
from console.activities.course.progress import finished
from console.activities.problems.solved import rated, solved_problem
from console.cli.composition import exercises_done
from console.dialogue.messages import ShowSections
from console.game.hall_of_fame import Result
from console.game.record import Exercises, Share, record_of
from console.screens.pager import Manual
from console.screens.sections import SectionsScreen
from console.storage.store import PIPED, Store
from console.terminal.events import Mouse
from console.terminal.screen_stack import Pop, Push
from console.text.record import record_sections, title
from console.text.spans import Span
from engine.geometry import SIDE_NAMES
from engine.rules import AMERICAN, RULE_SETS


def shown(store: Store, *lines: str) -> ShowSections:
    """Return the page that is shown after some lines."""
    spoken = talk(DAN_FIRST, store=store)
    spoken.type(*lines)
    spoken.close()
    return next(step for step in reversed(spoken.steps) if isinstance(step, ShowSections))


def test_shows_the_games_of_the_player(tmp_path: Path) -> None:
    paper = played_session([FIVE_MOVES, "resign", "Y", "record", "N"], disk(tmp_path))
    assert "The record of Dan: american" in paper
    assert "1 game: 0 won, 0 drawn, 1 lost." in paper
    assert "Opening " in paper


def test_shows_a_new_player_nothing_that_he_has_not_done(tmp_path: Path) -> None:
    store = disk(tmp_path)
    assert played_session(["record", "quit"], store).count("Problems") == 0
    store.player.change(solved_problem("american", collection(AMERICAN)[0].fen))
    paper = played_session(["record", "quit"], store)
    assert "Problems" in paper
    assert "Problems" not in played_session(["name Eve", "new", "Y", "record", "quit"], store)
    assert "The record of Dan" in played_session(["name Eve", "record", "quit"], store)
    assert "Lessons" not in paper
    rows = [line.split() for line in paper.splitlines()]
    assert not any(row[-2:-1] == ["0"] for row in rows if len(row) > 2), "no group without a solved problem"


def test_says_in_a_pipe_why_there_is_no_record(tmp_path: Path) -> None:
    paper = played_session(["record"], disk(tmp_path, automatic=False))
    assert PIPED in " ".join(paper.split())


def test_works_at_questions_and_is_no_help(tmp_path: Path) -> None:
    spoken = talk(options(first=None), store=disk(tmp_path))
    spoken.type("record", "Y", "11-15", "record")
    assert sum(isinstance(step, ShowSections) for step in spoken.steps) == 2
    assert not spoken.state.table.helped
    spoken.close()


class TestExercises:
    def test_counts_problems_by_kind(self, tmp_path: Path) -> None:
        data = disk(tmp_path).player
        breeches = by_kind(AMERICAN)["breeches"]
        data.change(*(solved_problem("american", problem.fen) for problem in breeches[:3]), *rated("american", 5, 1.0))
        found = {each.name: each for each in exercises_done(data, AMERICAN)}["Problems"]
        assert (found.all.done, found.all.of) == (3, len(collection(AMERICAN)))
        assert {share.name: share for share in found.shares}["breeches"] == ("breeches", 3, len(breeches))
        assert found.facts.keys() == {"rating", "tried"}

    def test_counts_lessons_by_part(self, tmp_path: Path) -> None:
        data = disk(tmp_path).player
        data.change(*map(finished, (1, 2, 30)))
        found = {each.name: each for each in exercises_done(data, AMERICAN)}["The course"]
        assert found.all == ("lessons done", 3, 54)
        assert [share.done for share in found.shares] == [2, 0, 0, 1, 0, 0, 0, 0]
        assert sum(share.of for share in found.shares) == 54

    def test_there_is_no_course_under_rules_without_lessons(self, tmp_path: Path) -> None:
        data = disk(tmp_path).player
        assert [each.name for each in exercises_done(data, RULE_SETS["italian"])] == ["Problems"]


def screen() -> SectionsScreen:
    """Return the screen of a record of 60 games."""
    results = [
        Result(
            "Dan",
            3 + number % 3,
            "american",
            ("win", "draw", "win", "loss")[number % 4],
            date=f"2026.11.{1 + number // 3:02}",
            moves=20 + 2 * number,
            side=SIDE_NAMES[number % 2],
            opening=("Cross", "Kelso", "")[number % 3],
            seconds=300,
        )
        for number in range(60)
    ]
    record = record_of(results, "Dan", "american", LEVEL_RATINGS)
    course = Exercises("The course", Share("lessons done", 6, 30), (Share("Shots", 2, 8), Share("The move", 4, 4)), {})
    return SectionsScreen(title(record), partial(record_sections, record, [course]), "Looking and learning")


class TestScreen:
    @pytest.mark.parametrize("view", ["colour-80x25", "mono-40x20", "ascii-80x24", "colour-120x40"])
    def test_looks_like_the_golden_picture(self, view: str) -> None:
        check_view("record", view, screen())

    def test_scrolls_to_its_ends(self) -> None:
        shown = screen()
        top = text_of(picture(shown))
        send(shown, ["end"])
        assert "The move" in text_of(picture(shown))
        send(shown, ["down", "page-down"])
        send(shown, ["home"])
        assert text_of(picture(shown)) == top

    def test_a_short_page_is_a_window_of_its_size(self) -> None:
        page = SectionsScreen("A title", lambda width, signs: [[(Span("one line"),)]])
        rows = text_of(picture(page)).splitlines()
        framed = [row.strip("\N{LIGHT SHADE} ") for row in rows if set("║╔╚") & set(row)]
        assert framed == ["╔═ A title ═══╗", "║ one line    ║", "╚═════════════╝"]
        assert rows[-1] == "Esc Back F1 Help"

    def test_tab_goes_to_the_next_section(self) -> None:
        shown = screen()
        send(shown, ["tab"])
        assert text_of(picture(shown)).splitlines()[1].startswith("║ Rating")
        send(shown, ["tab", "tab", "shift-tab"])
        assert text_of(picture(shown)).splitlines()[1].startswith("║ Opponent")

    def test_the_mouse_scrolls_and_leaves(self) -> None:
        shown = screen()
        top = text_of(picture(shown))
        shown.handle(Mouse("wheel-down", 5, 5))
        assert text_of(picture(shown)) != top
        assert isinstance(click(shown, "Esc"), Pop)

    def test_opens_the_manual_and_leaves(self) -> None:
        answer = send(screen(), ["f1"])
        assert isinstance(answer, Push)
        assert isinstance(answer.screen, Manual)
        for name in ("escape", "f10", "enter", "q"):
            assert isinstance(send(screen(), [name]), Pop)

    def test_is_opened_by_the_word(self, tmp_path: Path) -> None:
        session = PlaySession(store=disk(tmp_path))
        session.type("record")
        assert isinstance(session.opened, SectionsScreen)
        assert "The record of Dan: american" in text_of(picture(session.opened))
