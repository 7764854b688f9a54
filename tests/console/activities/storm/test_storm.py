"""Storms in the conversation: the clock, right and wrong moves, the result and the table of the best."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk, converse, options
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession
from support.set_clock import Clock
from support.stored_games import disk

from ai.problems import problem as problem_module
from ai.problems.problem import Problem, collection
from console.activities.storm import scores
from console.activities.storm.handlers import ANOTHER, EACH, PENALTY, READY, Storming, rising
from console.activities.storm.scores import FOUNDERS_STORMS, Storm, best_storms, storm_list
from console.cli.composition import dialogue_of
from console.dialogue.messages import Say, ShowList
from console.game.clock import Control
from console.game.hall_of_fame import FOUNDERS
from console.reading.kinds import MOVE
from console.storage.store import Store
from console.terminal.events import Tick
from engine.rules import AMERICAN, RULE_SETS, Rules

TODAY = date(2026, 3, 1)
SEVERAL = [f"B:W19,{number}:B2,K4" for number in (31, 30, 29, 28)]
"""Black wins by 4-8 only."""


def one(fen: str, difficulty: int = 1, solution: str = "4-8") -> Problem:
    """Return a problem of a difficulty."""
    return Problem(AMERICAN, fen, 1, solution, "tables", difficulty, ("opposition",))


@pytest.fixture(autouse=True)
def _collection(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [one(fen, number) for number, fen in enumerate(SEVERAL, 1)]
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)


def begun(watch: Clock, store: Store | None = None, *lines: str) -> Talk:
    """Return a conversation in which a storm has begun amid a game, after these lines."""
    dialogue = dialogue_of(options(clock=Control(5)), Random(1), Script(), store, watch, today=lambda: TODAY)
    return Talk(dialogue).type(*lines, "storm", "")


def left(talk: Talk) -> float | None:
    """Return the seconds on the clock that runs."""
    return talk.state.table.time_left


def stored(store: Store) -> list[Storm]:
    """Return the storms that are stored."""
    rows = store.player.rows("SELECT name, rules, solved, missed, day FROM storms")
    return [Storm(*row) for row in rows]


class TestClock:
    def test_runs_while_a_move_is_asked_for_only(self) -> None:
        watch = Clock()
        dialogue = dialogue_of(options(), Random(1), Script(), None, watch, today=lambda: TODAY)
        talk = Talk(dialogue).type("storm")
        assert talk.asked.kind is READY
        watch.seconds = 1000
        talk.type("")
        assert (talk.asked.kind, left(talk)) == (MOVE, 180)
        watch.seconds += 7
        talk.type("4-8")
        assert left(talk) == 173
        assert talk.texts[-1] == "Right, that is 1. 2:53 left."
        watch.seconds += 13
        talk.type("where", "hint", "help", "moves", "nonsense")
        assert left(talk) == 160

    def test_a_wrong_move_costs_ten_seconds_and_goes_on(self) -> None:
        watch = Clock()
        talk = begun(watch)
        watch.seconds = 20
        talk.type("2-6")
        assert talk.texts[-1] == "No: A1 B2 wins. 2:30 left."
        assert left(talk) == 160 - PENALTY
        talk.type("4-8")
        assert talk.texts[-1] == "Right, that is 1. 2:30 left."

    def test_a_move_after_the_time_is_up_does_not_count(self) -> None:
        watch, store = Clock(), Store(False, None)
        talk = begun(watch, store).type("4-8")
        watch.seconds = 180
        talk.type("4-8")
        assert talk.asked.kind is ANOTHER
        assert [(storm.solved, storm.missed) for storm in stored(store)] == [(1, 0)]
        assert "Time! 1 problem solved, and none missed." in talk.texts[-1]

    @pytest.mark.parametrize("seconds", [171, 179.9])
    def test_a_wrong_move_can_use_up_the_time(self, seconds: float) -> None:
        watch, store = Clock(), Store(False, None)
        talk = begun(watch, store)
        watch.seconds = seconds
        talk.type("2-6")
        assert talk.texts[-2:] == [
            "No: A1 B2 wins. 0:00.0 left.",
            "Time! 0 problems solved, 1 missed. Nowhere to go but up.",
        ]
        assert left(talk) is None

    def test_stops_the_clock_of_a_game(self) -> None:
        watch = Clock()
        talk = begun(watch, None, "C3 D4")
        watch.seconds = 60
        talk.type("4-8", "storm off")
        assert talk.texts[-2:] == ["It blows over. A storm you leave early does not count.", "Back to the game."]
        assert left(talk) == 300


class TestWords:
    @pytest.mark.parametrize("word", ["hint", "moves", "problem", "course", "new", "storm"])
    def test_rejects_words_that_would_help_or_stop_the_clock(self, word: str) -> None:
        talk = begun(Clock())
        before = talk.state.activity
        talk.type(word)
        assert talk.texts[-1].startswith("Not now")
        assert talk.state.activity is before

    def test_a_player_who_is_not_ready_goes_back(self) -> None:
        talk = Talk(dialogue_of(options(), Random(1), Script())).type("problem storm")
        assert talk.asked.kind is READY
        assert talk.type("n").texts[-1] == "Back to the game."

    def test_explains_what_it_takes(self) -> None:
        talk = Talk(dialogue_of(options(), Random(1), Script())).type("storm purple")
        assert talk.texts[-1].startswith('There is no storm "purple": "storm" starts one')

    @pytest.mark.parametrize(
        ("read", "message"),
        [
            (lambda rules: (), "There are no problems by these rules:"),
            (lambda rules: problem_module.read_problems("x", rules), "The problems by these rules are damaged"),
        ],
    )
    def test_says_that_there_are_no_problems(self, read: object, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(problem_module, "collection", read)
        talk = Talk(dialogue_of(options(), Random(1), Script())).type("storm")
        assert talk.texts[-1].startswith(message)
        assert talk.asked.kind is MOVE

    def test_leaves_out_problems_that_cannot_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        some = [one("B:W19"), one(SEVERAL[0], solution="1-32"), one(SEVERAL[1], 2)]
        monkeypatch.setattr(problem_module, "collection", lambda rules: some)
        talk = Talk(dialogue_of(options(), Random(1), Script())).type("storm", "")
        assert talk.state.game.start == some[2].position

    def test_begins_during_a_problem_and_goes_back_to_it(self) -> None:
        talk = Talk(dialogue_of(options(task="problem"), Random(1), Script())).type("storm", "")
        assert isinstance(talk.state.activity, Storming)
        talk.type("storm off")
        assert talk.state.activity.label == "problem"


class TestResult:
    def test_ends_with_the_last_problem(self) -> None:
        store = Store(False, None)
        talk = begun(Clock(), store).type("4-8", "4-8", "2-6", "4-8")
        assert "Right, that is 3, as many as Herb Tuttle. 2:50 left." in talk.texts
        assert stored(store) == [Storm("Dan", "american", 3, 1, "2026-03-01")]
        assert talk.texts[-1] == (
            "That was the last problem I had. 3 problems solved, 1 missed. "
            "That makes you number 10, ahead of Herb Tuttle; Dot Pickering has 6."
        )
        shown = talk.steps[-2]
        assert isinstance(shown, ShowList)
        assert shown.rows[shown.chosen].texts == ("10", "Dan", "3", "Mar 1, 2026", "american")

    def test_names_the_best_of_earlier_storms(self) -> None:
        store = Store(False, None)
        begun(Clock(), store).type("4-8", "4-8", "2-6", "4-8")
        talk = begun(Clock(), store).type("4-8", "4-8", "2-6", "2-6")
        assert "2 problems solved, 2 missed. Your best is 3." in talk.texts[-1]
        shown = talk.steps[-2]
        assert isinstance(shown, ShowList)
        assert [row.texts[1] for row in shown.rows].count("Dan") == 1
        assert shown.rows[shown.chosen].texts[2] == "3"

    def test_stores_the_result_before_it_is_said(self, tmp_path: Path) -> None:
        store, watch = disk(tmp_path), Clock()
        talk = begun(watch, store).type("4-8")
        watch.seconds = 200
        said = talk.send("4-8", until=Say)
        assert isinstance(said, Say)
        assert said.text.startswith("Time!")
        assert [storm.solved for storm in stored(disk(tmp_path))] == [1]

    def test_another_storm_begins_with_a_full_clock(self) -> None:
        watch, store = Clock(), Store(False, None)
        talk = begun(watch, store).type("4-8")
        watch.seconds = 200
        talk.type("", "y", "")
        assert left(talk) == 180
        assert talk.state.activity.headline.startswith("0 solved.")
        watch.seconds = 400
        talk.type("", "n")
        assert talk.texts[-2:] == ["Time! You have not made a move, so nobody will hear of it.", "Back to the game."]
        assert len(stored(store)) == 1

    def test_a_storm_in_plain_lines(self) -> None:
        text = converse(["storm", "", "4-8", "2-6", "storm off", "quit"], now=Clock())
        assert text.count("kings are capitals") == 5  # the game, three problems, and the game again
        assert text.count("Black to move and win (like C3 D4)? ") == 3


class TestLadder:
    @pytest.mark.parametrize("rules", [*filter(collection, RULE_SETS.values())], ids=lambda rules: str(rules.name))
    def test_rises(self, rules: Rules) -> None:
        problems = collection(rules)
        order = list(rising(problems, Random(3)))
        levels = [problem.difficulty for problem in order]
        hardest = max(levels)
        rise = levels.index(hardest) + min(EACH, levels.count(hardest))
        assert levels[:rise] == sorted(levels[:rise])
        assert levels[rise:] == sorted(levels[rise:], reverse=True)
        assert max(levels[:rise].count(level) for level in levels) == EACH
        assert sorted(problem.fen for problem in order) == sorted(problem.fen for problem in problems)

    def test_differs_from_storm_to_storm(self) -> None:
        problems = collection(AMERICAN)
        assert [next(rising(problems, Random(seed))).fen for seed in (1, 1, 2)].count(
            next(rising(problems, Random(1))).fen
        ) == 2


MINE = Storm("Dan", "american", 9, 2, "2026-03-01")


def best_of(*storms: Storm) -> list[Storm]:
    """Return the table of the best after some storms."""
    data = Store(False, None).player
    data.change(*map(scores.stored, storms))
    return best_storms(data)


class TestTable:
    def test_has_the_founders(self) -> None:
        assert [(each.name, each.founder) for each in best_of()] == [(one.name, one.sentence) for one in FOUNDERS]
        solved = [each.solved for each in FOUNDERS_STORMS]
        assert solved == sorted(set(solved), reverse=True)

    def test_has_the_best_storm_of_each_player_before_founders_of_equal_score(self) -> None:
        table = best_of(
            replace(MINE, solved=4), MINE, replace(MINE, missed=0), replace(MINE, rules="russian", solved=40)
        )
        assert table[0].rules == "russian"
        assert table.count(MINE) == 1
        assert table[table.index(MINE) + 1].name == "Walt Sorensen"
        assert len(table) == len(FOUNDERS) + 2

    def test_fits_plain_lines(self) -> None:
        long = replace(MINE, name="\N{CJK UNIFIED IDEOGRAPH-4E2D}" * 20, rules="international", solved=10**6)
        lines = storm_list(best_of(long), long.name).lines()
        assert max(map(len, lines)) <= 78
        assert lines[1].startswith(">  1  ")


class TestScreen:
    def session(self, watch: Clock, size: tuple[int, int] = (80, 25), store: Store | None = None) -> PlaySession:
        session = PlaySession(options(), size=size, now=watch, store=store)
        session.type("storm", "")
        return session

    @pytest.mark.parametrize("size", [(80, 25), (80, 24), (120, 40), (40, 20)])
    def test_shows_one_clock_that_ticks(self, size: tuple[int, int]) -> None:
        watch = Clock()
        session = self.session(watch, size)
        assert session.text.count("3:00") == 1
        assert session.play.tick is not None
        assert 0 < session.play.tick <= 1.01
        watch.seconds = 61
        session.send(Tick())
        assert session.text.count("1:59") == 1
        watch.seconds = 175
        assert session.text.count("0:05.") == 1

    def test_ends_by_itself_and_shows_the_table(self) -> None:
        watch, store = Clock(), Store(False, None)
        session = self.session(watch, store=store)
        session.type("4-8")
        watch.seconds = 180
        session.send(Tick())
        assert [storm.solved for storm in stored(store)] == [1]
        shown = text_of(picture(session.opened))
        assert "Old Man Carrow" in shown
        session.come_back()
        session.send(Tick())
        assert session.asked is ANOTHER

    def test_names_no_keys_of_words_that_do_not_work(self) -> None:
        from console.screens.play.key_bar import buttons

        session = self.session(Clock())
        keys = {button.word: button.works for button in buttons(session.play.runner.ask, session.dialogue.state)}
        assert keys == {"Leave": True, "Help": True, "Undo": False, "Flip": True, "Menu": True, "Quit": True}
