"""A month of play: three games and ten problems a day and a storm a week, in sessions of play, stored in a folder.

The player continues from what is stored, so that a month can be interrupted anywhere. Each answer of his is reported
before it is sent and after it was handled. A ``Diary`` is what has to be stored after an answer; it is computed without
the code of the program.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import time
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from ai.levels import LEVELS
from ai.problems import problem as problem_module
from console.activities.problems.solved import SolverStanding, standing_of
from console.cli.composition import dialogue_of
from console.dialogue import kinds
from console.game.options import Options
from console.game.player_tags import players_of
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
    from engine.position import Move

NAME: Final = "Dan"
FIRST_DAY: Final = date(2026, 10, 1)
GAMES_A_DAY: Final = 3
PROBLEMS_A_DAY: Final = 10
DAYS_TO_A_STORM: Final = 7
_TIMES: Final = ("09:30", "13:00", "21:15")
_LEVEL_RATINGS: Final = {number: level.rating for number, level in LEVELS.items()}
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


# What has to be stored


class Solver(NamedTuple):
    """The stored data about problems: the solved ones, rating, tries, row and days of the calendar."""

    solved: tuple[str, ...] = ()
    rating: float = _LEVEL_RATINGS[1]
    tries: int = 0
    row: tuple[int, int] = (0, 0)
    days: frozenset[date] = frozenset()

    def tried(self, act: ProblemLine) -> Solver:
        """Return the data after a move in a problem."""
        after = self
        if act.is_first and act.fen not in self.solved:
            score = {0: 1.0, 1: 0.5}.get(act.hints, 0.0) if act.is_right else 0.0
            step = max(32.0, 400 / (self.tries + 2))
            rating = self.rating + step * (score - _expected(self.rating, _LEVEL_RATINGS[act.difficulty]))
            after = self.in_row(score == 1)._replace(rating=rating, tries=self.tries + 1)
        if not act.is_right:
            return after
        solved = self.solved if act.fen in self.solved else (*self.solved, act.fen)
        return after._replace(solved=solved, days=self.days | ({act.day} if act.day else set()))

    def in_row(self, at_once: bool) -> Solver:
        """Return the data with the row after one more problem."""
        now, best = self.row
        now = now + 1 if at_once else 0
        return self._replace(row=(now, max(now, best)))


class InProgress(NamedTuple):
    """The game in progress: its plan, its plies, and whether a move was taken back."""

    plan: Plan
    plies: int = 0
    helped: bool = False


@dataclass(frozen=True)
class Diary:
    """The stored data: the results, the game in progress, and the data about problems."""

    results: tuple[Plan, ...] = ()
    game: InProgress | None = None
    solver: Solver = field(default_factory=lambda: Solver())
    storms: tuple[FinishedStorm, ...] = ()


class FinishedStorm(NamedTuple):
    """A storm, and the problems in it."""

    day: date
    solved: int
    missed: int


class Begin(NamedTuple):
    """The start of a session, in which the game in progress or another one begins."""

    plan: Plan


class GameLine(NamedTuple):
    """An answer in a game at a ply."""

    plan: Plan
    ply: int
    helped: bool
    line: str

    @property
    def is_last(self) -> bool:
        """True if the answer ends the game."""
        return self.line == self.plan.end or (not self.plan.end and self.ply + 1 == len(self.plan.moves))


class ProblemLine(NamedTuple):
    """A move in a problem. ``hints`` were given before; ``is_first`` until a move was wrong.

    ``day`` is the day whose problem it is, None for other problems.
    """

    fen: str
    difficulty: int
    is_right: bool
    hints: int
    is_first: bool
    day: date | None


class Hint(NamedTuple):
    """The request for a hint in a problem."""

    fen: str


Act = Begin | GameLine | ProblemLine | Hint | FinishedStorm


def diaries(diary: Diary, act: Act) -> Iterator[Diary]:
    """Yield what is stored after each of the writes that an answer may cause."""
    match act:
        case ProblemLine():
            yield replace(diary, solver=diary.solver.tried(act))
        case Hint():
            solver = diary.solver
            yield replace(diary, solver=solver if act.fen in solver.solved else solver.in_row(at_once=False))
        case FinishedStorm():
            yield replace(diary, storms=(*diary.storms, act))
        case Begin():
            if diary.game is not None and not diary.game.helped and diary.game.plan in diary.results:
                diary = replace(diary, game=None)  # the kill came after the result was stored
                yield diary
            game = diary.game or InProgress(act.plan)
            is_answered = game.plies % 2 != game.plan.side
            yield replace(diary, game=game._replace(plies=game.plies + 1)) if is_answered else diary
        case GameLine() if act.is_last:
            finished = _finished(diary, act.plan)
            yield finished
            yield replace(finished, game=None)
        case GameLine(line="undo"):
            left = act.ply - 2
            yield replace(diary, game=InProgress(act.plan, left, helped=True) if left else None)
        case GameLine():
            for plies in (act.ply + 1, act.ply + 2):
                yield replace(diary, game=InProgress(act.plan, min(plies, len(act.plan.moves)), act.helped))


def _finished(diary: Diary, plan: Plan) -> Diary:
    """Return what is stored after a game, whose result is stored once."""
    return diary if plan in diary.results else replace(diary, results=(*diary.results, plan))


def rating_after(games: Sequence[tuple[float, float]]) -> float:
    """Return the rating after games: the opponent's rating and the score of each.

    After each of the first 20 games it is the performance rating of all of them and of seven tenths of a draw against
    1200, but it changes by at most 250.
    """
    rating = 1200.0
    for number, (opponent, score) in enumerate(games, 1):
        if number > 20:
            rating += 32 * (score - _expected(rating, opponent))
            continue
        low, high = rating - 250, rating + 250
        for _ in range(50):
            rating = (low + high) / 2
            excess = 0.7 * (0.5 - _expected(rating, 1200.0))
            excess += sum(score - _expected(rating, opponent) for opponent, score in games[:number])
            low, high = (rating, high) if excess > 0 else (low, rating)
    return rating


def _expected(rating: float, opponent: float) -> float:
    return 1 / (1 + 10 ** ((opponent - rating) / 400))


# The stored data


def store_at(folder: Path, day: date, time_of_day: str) -> Store:
    """Return the store of a session that begins on a day."""
    hour, minute = map(int, time_of_day.split(":"))
    begin = datetime(day.year, day.month, day.day, hour, minute).timestamp()
    return Store(True, Folders(folder, folder), now=lambda: begin + time() % 1)


@contextmanager
def released(store: Store) -> Iterator[None]:
    """Release the game in progress at the end, as the end of a program does: the next one can lock its file."""
    try:
        yield
    finally:
        store.release()


def reached(store: Store) -> SolverStanding:
    """Return what is stored of the solver."""
    return standing_of(store.player, AMERICAN.name)


def diary_of(folder: Path) -> Diary:
    """Read what is stored. Raises AssertionError if something cannot be read or is not as it was played."""
    store = Store(True, Folders(folder, folder))
    with released(store):
        record = store.in_progress.unfinished()
    results = store.hall.results()
    known = reached(store)
    assert len({result.game for result in results}) == len(results)
    finished: list[Plan] = []
    rated: list[tuple[float, float]] = []
    for result in results:
        plan = _plan_at(result.date, result.time)
        assert (result.name, result.rules, result.jumping) == (NAME, AMERICAN.name, "forced")
        assert (result.score, result.helped, result.moves) == (plan.score, plan.is_helped, len(plan.moves))
        assert result.side == SIDE_NAMES[plan.side]
        if plan.fits:
            assert result.rating == pytest.approx(rating_after(rated), abs=1)
        else:
            assert (result.level, result.rating) == (plan.level, 0)
        finished.append(plan)
        if not plan.is_helped:
            opponent = result.rating or _LEVEL_RATINGS[plan.level]
            rated.append((opponent, {"win": 1.0, "draw": 0.5, "loss": 0.0}[plan.score]))
    ratings = [row.rating for row in store.hall.standings() if row.rating is not None]
    assert ratings == pytest.approx([rating_after(rated)] * bool(rated), abs=1)
    game = None
    if record is not None:
        plan = _plan_at(record.tag("Date", ""), record.tag("Time", ""))
        played = tuple(_moves_of(record.game()))
        assert played == plan.moves[: len(played)]
        game = InProgress(plan, len(played), players_of(record).helped)
    fens = tuple(fen for (fen,) in store.player.rows("SELECT fen FROM solved ORDER BY rowid"))
    solver = Solver(fens, *known.rating, known.row, known.days)
    storms = store.player.rows("SELECT name, rules, day, solved, missed FROM storms")
    assert store.notices() == []
    assert {(name, rules) for name, rules, *_ in storms} <= {(NAME, AMERICAN.name)}
    done = [FinishedStorm(date.fromisoformat(day), *counts) for _, _, day, *counts in storms]
    return Diary(tuple(finished), game, solver, tuple(done))


def _moves_of(game: Game) -> Iterator[str]:
    for ply, turn in enumerate(game.turns):
        yield move_text(turn.move, MoveGenerator(game.rules).routes(game.position_at(ply)))


def _plan_at(day: str, time_of_day: str) -> Plan:
    """Return the plan of the game that began at a time, from its tags."""
    days = (date.fromisoformat(day.replace(".", "-")) - FIRST_DAY).days
    return plan_of(days * GAMES_A_DAY + _TIMES.index(time_of_day[:5]))


# The player


class Planned(Script):
    """An opponent that plays the moves of a plan."""

    plan: Plan

    def _next(self, game: Game, rng: Random) -> Move:
        (move,) = (each for each in game.legal_moves() if move_text(each, game.routes()) == self.plan.moves[game.ply])
        return move


Report = Callable[[str, Act], None]


def play_on(folder: Path, days: int, report: Report = lambda when, act: None) -> None:
    """Play what is left of the month."""
    while True:
        store = Store(True, Folders(folder, folder))
        games, tries = len(store.hall.results()), reached(store).rating.tries
        storms, done = len(store.player.rows("SELECT id FROM storms")), games // GAMES_A_DAY
        store.release()
        if tries < PROBLEMS_A_DAY * done:
            solve(folder, done, report)
        elif storms * DAYS_TO_A_STORM < done:
            storm(folder, storms, report)
        elif done < days:
            play_game(folder, plan_of(games), report)
        else:
            return


def play_game(folder: Path, plan: Plan, report: Report) -> Talk:
    """Play a game, or continue the one in progress, and leave the program."""
    store = store_at(folder, plan.day, plan.time)
    options = Options(NAME, plan.side == BLACK, plan.level, plan.fits, jumping="forced")
    opponent = Planned()
    opponent.plan = plan
    with released(store):
        report("before", Begin(plan))
        talk = Talk(dialogue_of(options, Random(1), opponent, store, today=lambda: plan.day))
        if talk.asked.kind is kinds.GO_ON:
            record = store.in_progress.unfinished()
            assert record is not None
            opponent.plan = plan = _plan_at(record.tag("Date", ""), record.tag("Time", ""))
            talk.type("Y")
        report("after", Begin(plan))
        while talk.asked.kind is not kinds.ANOTHER:
            table = talk.state.table
            line = _line(plan, table.game.ply, table.helped)
            act = GameLine(plan, table.game.ply, table.helped, line)
            report("before", act)
            talk.type(line, *["Y"] * (line == "resign"))
            report("after", act)
        return talk.type("quit")


def _line(plan: Plan, ply: int, helped: bool) -> str:
    """Return the next answer of the player."""
    if plan.takes_back and ply >= 2 and not helped:
        return "undo"
    return plan.moves[ply] if ply < len(plan.moves) else plan.end


def solve(folder: Path, days: int, report: Report) -> None:
    """Solve problems until there were ten for each of some days."""
    day = FIRST_DAY + timedelta(days - 1)
    store = store_at(folder, day, "22:00")
    dialogue = dialogue_of(Options(NAME, True, problem="today"), Random(days), Script(), store, today=lambda: day)
    with released(store):
        _solve(Talk(dialogue), store, days, day, report)


def _solve(talk: Talk, store: Store, days: int, day: date, report: Report) -> None:
    of_day: date | None = day
    while True:
        problem = _problem_on(talk)
        way = reached(store).rating.tries % PROBLEMS_A_DAY
        hints, is_first = int(way == 6), way != 3
        if hints:
            _answer(talk, Hint(problem.fen), "hint", report)
        act = ProblemLine(problem.fen, problem.difficulty, True, hints, is_first, of_day)
        if not is_first:
            _answer(talk, act._replace(is_right=False, is_first=True), _wrong_move(talk.state.game, problem), report)
            talk.type("Y")
        _answer(talk, act, problem.solution, report)
        if reached(store).rating.tries >= PROBLEMS_A_DAY * days:
            talk.type("quit")
            return
        talk.type("Y")
        of_day = None


def storm(folder: Path, number: int, report: Report) -> None:
    """Play a storm: some right moves and a wrong one, until the time is up."""
    day, clock = FIRST_DAY + timedelta(number * DAYS_TO_A_STORM), Clock(0.0)
    store = store_at(folder, day, "23:00")
    dialogue = dialogue_of(Options(NAME, True), Random(number), Script(), store, clock, today=lambda: day)
    with released(store):
        _storm(Talk(dialogue), clock, number, day, report)


def _storm(talk: Talk, clock: Clock, number: int, day: date, report: Report) -> None:
    if talk.asked.kind is kinds.GO_ON:
        talk.type("Y")
    talk.type("storm", "Y")
    solved = 3 + number * 2 % 5
    for _ in range(solved):
        talk.type(_problem_on(talk).solution)
    talk.type(_wrong_move(talk.state.game, _problem_on(talk)))
    clock.seconds += 3 * 60
    _answer(talk, FinishedStorm(day, solved, 1), "", report)
    talk.type("quit")


def _problem_on(talk: Talk) -> Problem:
    """Return the problem on the board."""
    fen = fen_text(talk.state.game.position)
    return next(each for each in problem_module.collection(AMERICAN) if each.fen == fen)


def _answer(talk: Talk, act: Act, line: str, report: Report) -> None:
    report("before", act)
    talk.type(line)
    report("after", act)


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
    """Play what is left of the month, and send each report as a line."""
    problems = quick_problems()
    problem_module.collection = lambda rules: problems  # type: ignore[assignment]  # this process does nothing else

    def report(when: str, act: Act) -> None:
        os.write(writer.fileno(), pickle.dumps((when, act)).hex().encode() + b"\n")

    play_on(folder, days, report)
