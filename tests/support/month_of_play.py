"""A month of play: three games and ten problems a day and a storm a week, in sessions of play, stored in a folder.

The player continues from what is stored, so that a month can be interrupted anywhere. After each of his answers he
reports what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from functools import cache
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import time
from typing import TYPE_CHECKING, Final, NamedTuple

from ai.problems import problem as problem_module
from console.activities.problems.solved import standing_of
from console.cli.composition import dialogue_of
from console.game.options import Options
from console.reading import kinds
from console.storage.atomic_files import Folders
from console.storage.store import Store
from engine.fen import fen_text
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.moves import MoveGenerator
from engine.notation import move_text
from engine.rules import AMERICAN
from support.conversation import Script, Talk
from support.set_clock import Clock

if TYPE_CHECKING:
    from ai.problems.problem import Problem
    from engine.game import Game
    from engine.pdn.record import GameRecord
    from engine.position import Move

NAME: Final = "Dan"
FIRST_DAY: Final = date(2026, 10, 1)
GAMES_A_DAY: Final = 3
PROBLEMS_A_DAY: Final = 10
DAYS_TO_A_STORM: Final = 7
_TIMES: Final = ("09:30", "13:00", "21:15")
_WON: Final = {
    BLACK: "10-14 21-17 14x21 23-19 9-13 27-23 6-9 19-16 11x27 31x24 2-6 22-17 13x31 25-22 31-27 22-17 27x20 "
    "29-25 7-10 17-14 9x27 32x23 8-11 30-26 21x30 28-24 20x18 26-23 18x27",
    WHITE: "12-16 22-17 10-14 17x10 6x15 25-22 9-14 22-17 1-6 17x1 2-6 1x12 5-9 29-25 7-10 25-22 10-15 22-17 "
    "11-16 12x10 3-7 10x12 9-14 17x10 4-8 12x3",
}
"""A game that a side wins, for each side."""


class Plan(NamedTuple):
    """A game: its moves, the word that ends it (empty if a move does), and whether its first move is taken back."""

    day: date
    time: str
    side: int
    level: int
    fits: bool
    moves: tuple[str, ...]
    end: str = ""
    takes_back: bool = False

    @property
    def score(self) -> str:
        """The result of the player."""
        return {"": "win", "resign": "loss", "draw": "draw"}[self.end]

    @property
    def is_helped(self) -> bool:
        """True if the game is not rated, for a move taken back or an early draw."""
        return self.takes_back or self.end == "draw"


def plan_of(number: int) -> Plan:
    """Return a game of the month, counted from 0: won, then lost, then drawn, won with help or won."""
    day, nth = divmod(number, GAMES_A_DAY)
    side = day % 2
    moves = tuple(_WON[side].split())
    date, level = FIRST_DAY + timedelta(day), 1 + day % 9
    plan = Plan(date, _TIMES[nth], side, level, fits=day % 3 == nth, moves=moves)
    if nth == 1:
        return plan._replace(moves=moves[: 10 + 2 * (day % 4) + side], end="resign")
    if nth == 2 and day % 3 == 0:
        return plan._replace(moves=moves[: 20 + side], end="draw")
    return plan._replace(takes_back=nth == 2 and day % 3 == 1)


class Stored(NamedTuple):
    """Counts of what is stored: finished games, plies of the present game, problems tried and solved, days, storms."""

    games: int = 0
    plies: int = 0
    tries: int = 0
    solved: tuple[str, ...] = ()
    days: int = 0
    storms: int = 0


def stored(store: Store, plies: int) -> Stored:
    """Read what is stored, except the game in progress. Raises AssertionError if a game is not as it was played."""
    results = store.hall.results()
    assert len({result.game for result in results}) == len(results)
    for plan, result in zip(map(plan_of, count()), results, strict=False):
        played = NAME, f"{plan.day:%Y.%m.%d}", plan.time, SIDE_NAMES[plan.side], plan.score, plan.is_helped
        assert (result.name, result.date, result.time, result.side, result.score, result.helped) == played
        assert (result.moves, result.rules, result.jumping) == (len(plan.moves), AMERICAN.name, "forced")
        assert plan.fits or (result.level, result.rating) == (plan.level, 0)
    solver = standing_of(store.player, AMERICAN.name)
    solved = tuple(fen for (fen,) in store.player.rows("SELECT fen FROM solved ORDER BY rowid"))
    storms = store.player.rows("SELECT name, rules, missed FROM storms")
    assert {*storms} <= {(NAME, AMERICAN.name, 1)}
    assert store.notices.take() == []
    return Stored(len(results), plies, solver.rating.tries, solved, len(solver.days), len(storms))


def found_at_the_next_start(folder: Path, last: Stored) -> Stored:
    """Return what is stored after a kill. It is what was stored ``last``, or after one answer more."""
    with opened(folder, FIRST_DAY, _TIMES[0]) as store:
        record = next(iter(store.unfinished(NAME)), None)
        found = stored(store, 0 if record is None else len(record.turns))
    if record is not None:
        plan = plan_at(record)
        assert plan == plan_of(found.games)
        assert tuple(moves_of(record.game())) == plan.moves[: found.plies]
    plan = plan_of(last.games)
    for now, before in ((found.games, last.games), (found.tries, last.tries), (found.storms, last.storms)):
        assert now - before in (0, 1)
    assert found.solved[: len(last.solved)] == last.solved
    assert (len(found.solved) - len(last.solved), found.days - last.days) in ((0, 0), (0, 1), (1, 0), (1, 1))
    if found.games == last.games:
        assert last.plies - 2 * plan.takes_back <= found.plies <= last.plies + 2
    return found


@contextmanager
def opened(folder: Path, day: date, time_of_day: str) -> Iterator[Store]:
    """Open the store of a session that begins at a time, and release it, so that the next one can lock its files."""
    hour, minute = map(int, time_of_day.split(":"))
    begin = datetime(day.year, day.month, day.day, hour, minute).timestamp()
    store = Store(True, Folders(folder, folder), now=lambda: begin + time() % 1)
    store.player.owner = lambda: NAME
    try:
        yield store
    finally:
        store.release()


def moves_of(game: Game) -> Iterator[str]:
    """Yield the moves of a game as text."""
    for ply, turn in enumerate(game.turns):
        yield move_text(turn.move, MoveGenerator(game.rules).routes(game.position_at(ply)))


def plan_at(record: GameRecord) -> Plan:
    """Return the plan of a game, from the time in its tags."""
    days = (date.fromisoformat(record.tag("Date", "").replace(".", "-")) - FIRST_DAY).days
    return plan_of(days * GAMES_A_DAY + _TIMES.index(record.tag("Time", "")[:5]))


# The player


class Planned(Script):
    """An opponent that plays the moves of a plan."""

    plan: Plan

    def _next(self, game: Game, rng: Random) -> Move:
        (move,) = (each for each in game.legal_moves() if move_text(each, game.routes()) == self.plan.moves[game.ply])
        return move


Report = Callable[[Stored], None]


def play_on(folder: Path, days: int, report: Report) -> None:
    """Play what is left of the month."""
    now = None
    while True:
        before = now
        with opened(folder, FIRST_DAY, _TIMES[0]) as store:
            now = stored(store, 0)
        assert now != before, "nothing was stored"
        done = now.games // GAMES_A_DAY
        if now.tries < PROBLEMS_A_DAY * done:
            solve(folder, done, report)
        elif now.storms * DAYS_TO_A_STORM < done:
            storm(folder, now.storms, report)
        elif done < days:
            play_game(folder, plan_of(now.games), report)
        else:
            return


def play_game(folder: Path, plan: Plan, report: Report | None) -> Talk:
    """Play a game, or continue the one in progress, and leave the program."""
    opponent = Planned()
    opponent.plan = plan
    options = Options(NAME, plan.side == BLACK, plan.level, plan.fits, jumping="forced")
    with opened(folder, plan.day, plan.time) as store:
        talk = Talk(dialogue_of(options, Random(1), opponent, store, today=lambda: plan.day))
        if talk.asked.kind is kinds.GO_ON:
            opponent.plan = plan = plan_at(talk.state.table.record())
            talk.type("Y")
        while talk.asked.kind is not kinds.ANOTHER:
            table = talk.state.table
            assert store.in_progress.is_kept == bool(table.game.ply)
            if report is not None:
                report(stored(store, table.game.ply))
            if plan.takes_back and table.game.ply >= 2 and not table.helped:
                talk.type("undo")
            elif table.game.ply < len(plan.moves):
                talk.type(plan.moves[table.game.ply])
            else:
                talk.type(plan.end, *["Y"] * (plan.end == "resign"))
        if report is not None:
            report(stored(store, 0))
        return talk.type("quit")


def solve(folder: Path, days: int, report: Report) -> None:
    """Solve problems until there were ten for each of some days: one after a wrong move, another after a hint."""
    day = FIRST_DAY + timedelta(days - 1)
    with opened(folder, day, "22:00") as store:
        options = Options(NAME, True, task="problem today")
        talk = Talk(dialogue_of(options, Random(days), Script(), store, today=lambda: day))
        while True:
            problem, way = _problem_on(talk), stored(store, 0).tries % PROBLEMS_A_DAY
            if way == 6:
                talk.type("hint")
            if way == 3:
                talk.type(_wrong_move(talk.state.game, problem))
                report(stored(store, 0))
                talk.type("Y")
            talk.type(problem.solution)
            report(now := stored(store, 0))
            if now.tries >= PROBLEMS_A_DAY * days:
                talk.type("quit")
                return
            talk.type("Y")


def storm(folder: Path, number: int, report: Report) -> None:
    """Play a storm: some right moves and a wrong one, until the time is up."""
    day, clock = FIRST_DAY + timedelta(number * DAYS_TO_A_STORM), Clock(0.0)
    with opened(folder, day, "23:00") as store:
        talk = Talk(dialogue_of(Options(NAME, True), Random(number), Script(), store, clock, today=lambda: day))
        if talk.asked.kind is kinds.GO_ON:
            talk.type("Y")
        talk.type("storm", "Y")
        for _ in range(3 + number * 2 % 5):
            talk.type(_problem_on(talk).solution)
        talk.type(_wrong_move(talk.state.game, _problem_on(talk)))
        clock.seconds += 3 * 60
        talk.type("")
        report(stored(store, 0))
        talk.type("quit")


def _problem_on(talk: Talk) -> Problem:
    """Return the problem on the board."""
    fen = fen_text(talk.state.game.position)
    return next(each for each in problem_module.collection(AMERICAN) if each.fen == fen)


def _wrong_move(game: Game, problem: Problem) -> str:
    moves = (move for move in game.legal_moves() if move.after != problem.first_move.after)
    return move_text(next(moves), game.routes())


@cache
def quick_problems() -> list[Problem]:
    """Return the problems that the endgame tables prove and one move solves, so that no test waits for a search."""
    quiet = MoveGenerator(AMERICAN).is_quiet
    every = problem_module.collection(AMERICAN)
    return [each for each in every if each.ground == "tables" and quiet(each.first_move.after)]


def play_on_in_a_process(folder: Path, days: int, writer: Connection) -> None:
    """Play what is left of the month, and send each report."""
    problems = quick_problems()
    problem_module.collection = lambda rules: problems  # type: ignore[assignment]  # this process does nothing else

    def report(now: Stored) -> None:
        writer.send(now)

    play_on(folder, days, report)
