"""``checkers match``: a match between two configurations of the opponent."""

from collections import Counter
from contextlib import nullcontext
from time import monotonic
from typing import Any, Final

from ai.evaluation.trained_evaluation import trained_evaluation, unpack_evaluation
from ai.hub.program import EngineError
from ai.lab.match.match import LINE_PLIES, EngineMatch, GameResult, Pair, play_match
from ai.lab.match.players import Configuration, at_equal_cost, read_configuration
from ai.lab.match.sprt import BOUND, Sprt
from ai.lab.match.tally import PairTally
from ai.whole_files import read_bytes
from console.cli.arguments import JSON, RULES, SEEDS, WORKERS, one_of, read_file_name, read_jumping, whole
from console.cli.match_record import MatchRecord, match_record
from console.cli.parser import Asked, Command, OptionError, Refused, option, switch, word
from console.cli.progress import ProgressBar
from console.cli.results import print_result
from console.cli.workers import workers
from console.game.naming import counted
from console.game.options import only_jumping
from console.storage.atomic_files import reason
from console.storage.built_files import tables_folder_if_any
from console.storage.notices import NotKept
from console.terminal.standard_streams import complain, tell
from engine.printable import quoted
from engine.rules import Rules

_USUAL_GAMES: Final = 312
_MOST_GAMES: Final = 10**6
_MOST_ELO: Final = 1000
REPORTED: Final = 100  # games between two lines about a sequential test
_TALLIED: Final = ("games", "wins", "draws", "losses", "pairs", "score", "elo", "superiority")


def run(options: Asked) -> None:
    """Play a match and print its result. Raises OptionError and Refused."""
    rules = options.rules
    if options.jumping not in rules.jumpings:
        raise OptionError(f'"{options.jumping}" after --jumping will not do: {only_jumping(rules)}.')
    if options.start and options.unbalanced:
        raise OptionError("--start and --unbalanced exclude each other.")
    if problem := trained_evaluation(rules).problem:
        complain(problem)
    first, second = _configuration(options.first, rules), _configuration(options.second, rules)
    if options.jumping != "forced" and "hub" in (first.kind, second.kind):
        raise OptionError(f'"{options.jumping}" after --jumping will not do: the Hub protocol knows forced jumps only.')
    match = EngineMatch(
        at_equal_cost(first, second),
        at_equal_cost(second, first),
        rules=rules,
        jumping=options.jumping,
        pairs=(_games(options) + 1) // 2,
        seed=options.seed,
        from_start=bool(options.start),
        unbalanced=bool(options.unbalanced),
        tables=tables_folder_if_any(),
        opening_plies=options.opening_moves,
        longest=options.longest,
        adjudicates=options.adjudicate == "on",
    )
    report = _Report(match, options.sprt)
    try:
        with match_record(options.record, match) if options.record else nullcontext() as record:
            _play(match, report, record, options)
    except EngineError as error:
        raise Refused(f"{error}.") from None
    except NotKept as error:
        raise Refused(str(error)) from None
    finally:
        if report.tally.games:
            print_result(options.json, report.record(), [report.text()])


def _play(match: EngineMatch, report: "_Report", record: MatchRecord | None, options: Any) -> None:
    """Play the pairs that are not in the record, until a sequential test is decided.

    Raises EngineError, NotKept and Refused.
    """
    for points in record.points[: match.pairs] if record else []:
        report.tally.add(points)
    known = sum(report.tally.pairs)
    if known == match.pairs or report.is_decided:
        return
    with (
        ProgressBar() as bar,
        workers(min(options.jobs, match.pairs - known), options.cluster) as executor,
    ):
        report.show(bar, 2 * known)
        for pair in play_match(match, executor, known):
            report.add(pair)
            if record:
                record.add(pair)
            report.show(bar, 2 * known)
            if options.sprt and not options.json and report.tally.games % REPORTED == 0:
                bar.clear()
                tell(report.short())
            if report.is_decided:
                return


def _games(options: Any) -> int:
    """Return the number of games, or the largest number with a sequential test."""
    return options.games or (_USUAL_GAMES if options.sprt is None else _MOST_GAMES)


def _read_sprt(text: str) -> Sprt:
    """Parse two Elo differences. Raises ValueError."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
        raise ValueError(f"use two Elo differences up to {_MOST_ELO}, the smaller first, as in 0,5")
    return Sprt(elo0, elo1)


def _configuration(text: str, rules: Rules) -> Configuration:
    """Parse a player and check its evaluation file. Raises OptionError."""
    try:
        found = read_configuration(text)
    except ValueError as error:
        raise OptionError(f"{error}.") from None
    if found.evaluation is not None:
        try:
            unpack_evaluation(read_bytes(found.evaluation), rules)
        except (OSError, ValueError) as error:
            raise OptionError(f"{quoted(text)}: {reason(error)}.") from None
    return found


class _Report:
    """The statistics of a match."""

    def __init__(self, match: EngineMatch, test: Sprt | None) -> None:
        self.tally = PairTally()
        self._test = test
        self._match = match
        self._began = monotonic()
        self.games: list[GameResult] = []

    def add(self, pair: Pair) -> None:
        self.tally.add([game.points for game in pair.games])
        self.games.extend(pair.games)

    @property
    def is_decided(self) -> bool:
        """True if a sequential test of the match is decided."""
        return self._test is not None and self._test.decision(self.tally.pairs) != "undecided"

    def short(self) -> str:
        """Return the score so far in a few characters, and with a sequential test the games and the ratio."""
        tally = self.tally
        score = f"+{tally.wins} ={tally.draws} -{tally.losses}  {_elo(tally)}"
        return f"{counted(tally.games, 'game')}: {score}  {self._llr()}" if self._test else score

    def show(self, bar: ProgressBar, known: int) -> None:
        """Show the score so far, and a bar unless a test may end the match. ``known`` games are from the record."""
        if self._test is None:
            bar.show(self.tally.games, 2 * self._match.pairs, self.short(), known)
        else:
            bar.show_text(self.short())

    def _llr(self) -> str:
        """Return the log-likelihood ratio of the sequential test and its bounds."""
        assert self._test is not None
        return f"LLR {self._test.llr(self.tally.pairs):+.2f} ({-BOUND:+.2f} to {BOUND:+.2f})"

    def record(self) -> dict[str, Any]:
        """Return all statistics. An unknown Elo difference or error is None."""
        match, tally, games, test = self._match, self.tally, self.games, self._test
        tested = {"llr": test.llr(tally.pairs), "bound": BOUND, "decision": test.decision(tally.pairs)} if test else {}
        return {
            "first": match.first.text,
            "second": match.second.text,
            "rules": match.rules.name,
            "jumping": match.jumping,
            "seed": match.seed,
            **{name: getattr(tally, name) for name in _TALLIED},
            "elo_error": tally.error,
            "sprt": test and test._asdict() | tested,
            "games_of_this_run": len(games),
            "distinct_lines": len({game.line for game in games}),
            "distinct_positions": len({game.early for game in games}),
            "line_plies": LINE_PLIES,
            "plies_per_game": sum(game.plies for game in games) / len(games) if games else None,
            "endings": dict(sorted(Counter(game.reason for game in games).items())),
            "seconds": monotonic() - self._began,
            "seconds_thought": [sum(game.seconds[player] for game in games) for player in (0, 1)],
        }

    def text(self) -> str:
        """Return the statistics as text. Without games since the record there are no lines about their course."""
        found = self.record()
        lines = [
            "{first} against {second}, {rules}, {jumping}".format(**found),
            "games {games}: wins {wins}, draws {draws}, losses {losses}".format(**found),
            f"pairs by half points 0 to 4: {' '.join(map(str, found['pairs']))}",
            f"Elo {_elo(self.tally)} (95%), stronger with probability {found['superiority']:.3f}",
        ]
        if self._test is not None:
            lines.append(
                f"{self._llr()}: Elo {self._test.elo1:g} against {self._test.elo0:g} is {found['sprt']['decision']}"
            )
        if self.games:
            endings = ", ".join(f"{count} {reason}" for reason, count in found["endings"].items())
            first, second = found["seconds_thought"]
            if len(self.games) < self.tally.games:
                lines.append(f"Of the {counted(len(self.games), 'game')} of this run:")
            lines += [
                "distinct by move {line_plies}: {distinct_lines} ({distinct_positions} positions)".format(**found),
                f"{found['plies_per_game']:.1f} moves a game; ended by {endings}",
                f"{found['seconds']:.1f} s; thought for {first:.1f} s and {second:.1f} s",
            ]
        return "\n".join(lines)


def _elo(tally: PairTally) -> str:
    if tally.elo is None:
        return "beyond measure" if tally.games else ""
    return f"{tally.elo:+.1f}" + ("" if tally.error is None else f" +- {tally.error:.1f}")


COMMANDS: Final = (
    Command(
        "match",
        run,
        "Play two configurations of the opponent against each other.",
        word("PLAYER", str, "the one whose wins are counted", "first"),
        word("PLAYER", str, "the one it plays against", "second"),
        option("--games N", whole(1, _MOST_GAMES), f"in pairs of one opening, both colors ({_USUAL_GAMES})"),
        option("--sprt ELO,ELO", _read_sprt, "play until one of the two is settled"),
        *WORKERS,
        option("--seed N", whole(-SEEDS, SEEDS), "of openings and chance", "1"),
        RULES,
        option("--jumping KIND", read_jumping, "forced, huff or free", "forced"),
        switch("--start", "from the starting position instead of the ballots"),
        switch("--unbalanced", "from openings in which one side is better"),
        option("--opening-moves N", whole(0, 60), "this many random moves where there are no ballots", "6"),
        option("--longest N", whole(1, 10_000), "moves after which a game is a draw", "300"),
        option("--adjudicate on|off", one_of(("on", "off")), "end games both players call decided", "on"),
        option("--record FILE", read_file_name, "keep the games as PDN, and continue from them"),
        JSON,
    ),
)
