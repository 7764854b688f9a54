"""Matches between two configurations: openings with both colors, worker processes, adjudication."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, TypeAlias

from ai.hub.program import EngineError
from ai.lab.match.players import Configuration, MatchPlayer, make_player
from ai.lab.match.unbalanced import unbalanced_opening
from ai.openings.ballots import BALLOTS, ballot_game, random_plies
from ai.openings.names import has_ballots
from ai.opponent import Opponent
from ai.tasks import finished
from engine.game import Game, Outcome, Reason, is_progress
from engine.geometry import BLACK
from engine.pdn.record import GameRecord, ordered_tags
from engine.pdn.writer import pdn_text
from engine.position import Position
from engine.rules import AMERICAN, Jumping, Rules

LINE_PLIES: Final = 10
NOBODY: Final = -1
GRACE: Final = 1.0  # seconds by which a move may exceed its time limit before the game is lost
# A game is adjudged by the scores that both players gave to their own last moves: won by a side that is so many
# centimen ahead over so many plies; drawn if no score is farther from zero over so many plies without progress.
_LEAD: Final = 300
_LEAD_PLIES: Final = 8
_DRAW_MARGIN: Final = 20
_DRAW_PLIES: Final = 30
_LEAST_SCORES: Final = 2
_REASONS: Final = {"time": Reason.FLAG}
_TERMINATIONS: Final = {"adjudged": "adjudication", "length": "adjudication", "failure": "abandoned"}
"""The Termination tags of games that end early, unless a ``Reason`` has one."""


@dataclass(frozen=True)
class EngineMatch:
    """A match of ``pairs`` openings, each played with both colors.

    With huff jumping, a player that misses a capture loses the piece that ``ai.opponent`` would huff. With
    ``unbalanced`` the openings are those of ``ai.lab.match.unbalanced``. ``longest``: the number of plies after which a
    game is drawn. ``adjudicates``: games that both players call decided end early. ``tables``: a folder of endgame
    tables, used in addition to the packaged tables.
    """

    first: Configuration
    second: Configuration
    rules: Rules = AMERICAN
    jumping: Jumping = "forced"
    pairs: int = 156
    seed: int = 1
    from_start: bool = False
    unbalanced: bool = False
    opening_plies: int = 6
    longest: int = 300
    adjudicates: bool = True
    tables: Path | None = None


@dataclass(frozen=True)
class GameResult:
    """The result of a game: half points of the first player, plies, and the reason of the end.

    ``line`` contains the paths of the first ten plies; ``early`` is the position after them. ``seconds`` is the
    wall-clock time that each player thought; ``pdn`` is the game as text.
    """

    points: int
    plies: int
    reason: str
    line: tuple[tuple[int, ...], ...]
    early: Position
    seconds: tuple[float, float] = field(compare=False)
    pdn: str = field(compare=False, default="")


@dataclass(frozen=True)
class Pair:
    """The two games of one opening; the first player has the first move in the first of them."""

    number: int
    games: tuple[GameResult, GameResult]


PlayerOf: TypeAlias = Callable[[Configuration, Rules, Jumping, Path | None, int], MatchPlayer]
"""A function that makes the first (0) or second (1) player of a match."""


def play_match(match: EngineMatch, executor: Executor, first: int = 0) -> Iterator[Pair]:
    """Yield the pairs from number ``first`` on, in the order of their numbers.

    Without time limits and external engines, the games of a pair depend only on the match and the pair's number.
    """
    early: dict[int, Pair] = {}
    for number, pair in finished(executor, partial(play_pair, match), range(first, match.pairs)):
        early[number] = pair
        while first in early:
            yield early.pop(first)
            first += 1


def play_pair(match: EngineMatch, number: int, player_of: PlayerOf | None = None) -> Pair:
    """Play both games of one opening. ``player_of`` makes the players, by default those of the configurations."""
    terms, player_of = (match.rules, match.jumping, match.tables), player_of or _player
    players = player_of(match.first, *terms, 0), player_of(match.second, *terms, 1)
    return Pair(number, (_play(match, number, 0, players), _play(match, number, 1, players)))


@lru_cache(maxsize=8)
def _player(
    configuration: Configuration, rules: Rules, jumping: Jumping, tables: Path | None, number: int
) -> MatchPlayer:
    """Return the first (0) or second (1) player of a match, which a worker process keeps from game to game."""
    return make_player(configuration, rules, jumping, tables)


@lru_cache(maxsize=1)
def _huffer() -> Opponent:
    """Return the opponent that chooses the piece to huff."""
    return Opponent()


def opening(match: EngineMatch, number: int) -> Game:
    """Return the opening of a pair: a ballot, or random moves for rules without ballots.

    With ``from_start`` there are no moves; with ``unbalanced`` it is an unbalanced opening.

    The seed determines the order of the ballots. If there are more pairs than ballots, each further round of ballots
    adds one more random ply.
    """
    rules = match.rules
    if match.from_start:
        return Game(rules, match.jumping)
    if match.unbalanced:
        return unbalanced_opening(rules, match.jumping, match.seed, number)
    rng = Random(f"opening {match.seed} {number}")
    if not has_ballots(rules):
        game = Game(rules, match.jumping)
        random_plies(game, match.opening_plies, rng)
        return game
    repeat, index = divmod(number, len(BALLOTS))
    order = list(range(1, len(BALLOTS) + 1))
    Random(f"ballots {match.seed} {repeat}").shuffle(order)
    game = ballot_game(rules, order[index], match.jumping)
    random_plies(game, repeat, rng)
    return game


def _play(match: EngineMatch, number: int, half: int, players: Sequence[MatchPlayer]) -> GameResult:
    """Play one game of a pair. In the first game (``half`` 0) the first player has the first move."""
    side = match.rules.first ^ half
    game = opening(match, number)
    rng = Random(f"game {match.seed} {number} {half}")
    for each in players:
        each.begin()
    scores: list[int | None] = []
    seconds = [0.0, 0.0]
    left = [terms.clock.seconds if terms.clock else math.inf for terms in (match.first, match.second)]
    since_progress = 0

    def result(winner: int | None, reason: str) -> GameResult:
        points = 1 if winner is None else 2 if winner == side else 0
        early = min(game.ply, LINE_PLIES)
        line = tuple(turn.move.path for turn in game.turns[:early])
        ended = Outcome(winner, _REASONS.get(reason, Reason.AGREED if winner is None else Reason.RESIGNED))
        pdn = _game_pdn(match, number, half, game, side, ended, reason)
        return GameResult(points, game.ply, reason, line, game.position_at(early), (seconds[0], seconds[1]), pdn)

    while game.ply < match.longest:
        outcome = game.outcome
        if outcome is not None:
            return result(outcome.winner, outcome.reason.name.lower())
        winner = adjudged(scores, since_progress, game.side) if match.adjudicates else None
        if winner is not None:
            return result(None if winner == NOBODY else winner, "adjudged")
        mover = 0 if game.side == side else 1
        terms = (match.first, match.second)[mover]
        began = perf_counter()
        try:
            choice = players[mover].choose(game, rng, left[mover])
        except EngineError:
            return result(1 - game.side, "failure")
        taken = perf_counter() - began
        seconds[mover] += taken
        if terms.clock is not None:
            left[mover] += terms.clock.increment - taken
            is_late = left[mover] < 0
        else:
            is_late = terms.seconds > 0 and not terms.nodes and taken > terms.seconds + GRACE
        if is_late:
            return result(1 - game.side, "time")
        scores.append(choice.score)
        since_progress = 0 if is_progress(game.position, choice.move) else since_progress + 1
        game.play(choice.move)
        if game.huffable:
            game.huff(_huffer().choose_huff(game))
    return result(None, "length")


def _game_pdn(match: EngineMatch, number: int, half: int, game: Game, side: int, outcome: Outcome, reason: str) -> str:
    """Return a game as PDN, with the given outcome and its reason if it was ended early."""
    names = {side: match.first.text, 1 - side: match.second.text}
    tags = {"Event": "Match", "Date": f"{date.today():%Y.%m.%d}", "Round": f"{number + 1}.{half + 1}"}
    record = GameRecord.of(game, tags | {"Black": names[BLACK], "White": names[1 - BLACK]})
    if game.outcome is None:
        own = dict(record.tags) | ({"Termination": _TERMINATIONS[reason]} if reason in _TERMINATIONS else {})
        record = replace(record, outcome=outcome, tags=ordered_tags(own))
    return pdn_text([record])


def adjudged(scores: Sequence[int | None], since_progress: int, side: int) -> int | None:
    """Return the winner by the last scores of both players, ``NOBODY`` for a draw, None while undecided.

    ``since_progress`` counts plies; ``side`` is to move.
    """
    ahead = _scores(scores, _LEAD_PLIES)
    if ahead and min(ahead) >= _LEAD:
        return side
    if ahead and max(ahead) <= -_LEAD:
        return 1 - side
    even = _scores(scores, _DRAW_PLIES) if since_progress >= _DRAW_PLIES else []
    return NOBODY if even and max(map(abs, even)) <= _DRAW_MARGIN else None


def _scores(scores: Sequence[int | None], plies: int) -> list[int]:
    """Return the scores of the last ``plies`` plies from the view of the side to move.

    Return an empty list if there are fewer plies, or if a player gave fewer than two scores.
    """
    if len(scores) < plies:
        return []
    latest = scores[: -plies - 1 : -1]
    theirs = [-score for score in latest[::2] if score is not None]
    ours = [score for score in latest[1::2] if score is not None]
    return theirs + ours if min(len(theirs), len(ours)) >= _LEAST_SCORES else []
