"""``checkers match``: a match between two configurations of the opponent."""

import json
from argparse import SUPPRESS
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from ai.evaluation.trained_evaluation import unpack_evaluation
from ai.hub.program import EngineError
from ai.match.match import LINE_PLIES, NO_ADJUDICATION, Adjudication, Match, Pair, play_match
from ai.match.players import Configuration, at_equal_cost, read_configuration
from ai.match.tally import Tally
from console.cli.arguments import read_jumping, read_rules
from console.cli.parser import CommandLine, OptionError, one_of, whole
from console.cli.progress import ProgressBar
from console.cli.workers import NoWorkers, add_worker_options, workers
from console.game.options import only_jumping
from console.storage.atomic_files import trouble, write_whole
from console.storage.endgame_tables import tables_folder_if_any
from console.terminal.standard_streams import complain, tell
from engine.printable import printable
from engine.rules import RULE_SETS, Rules

_PLAYERS: Final = """
A player is a list of these, joined by commas:
  level=N  nodes=N  seconds=S  depth=N   what it may spend (nodes=20000)
  clock=S+I                              or seconds a game and more a move
  window=N  temperature=X                how far below its best it may choose
  evaluation=FILE                        instead of the program's own
  tables=off                             without endgame tables; on: with all
  book=on                                from the opening book as well
  late_move_reductions=off  ...          a feature of the search
or one of: random  greedy  material=DEPTH
or an engine of another program that speaks the Hub protocol, started by
  hub=COMMAND                            and all that follows in the argument
It gets what its opponent may spend; before it may stand seconds=S, nodes=N or
clock=S+I. Who takes a second longer than its seconds loses the game, and who
oversteps its clock.

The error is that of 95 %, from the results of pairs of games (pentanomial).
"""


def run(arguments: Sequence[str]) -> int:
    """Play a match and print its result. Raises OptionError."""
    asked = _command_line().parse_args(arguments)
    rules = RULE_SETS[asked.rules]
    if asked.jumping not in rules.jumpings:
        raise OptionError(f'"{asked.jumping}" after --jumping will not do: {only_jumping(rules)}.')
    first, second = _configuration(asked.first, rules), _configuration(asked.second, rules)
    if asked.jumping != "forced" and "hub" in (first.kind, second.kind):
        raise OptionError(f'"{asked.jumping}" after --jumping will not do: the Hub protocol knows forced jumps only.')
    match = Match(
        at_equal_cost(first, second),
        at_equal_cost(second, first),
        rules=asked.rules,
        jumping=asked.jumping,
        pairs=(asked.games + 1) // 2,
        seed=asked.seed,
        from_start=asked.start,
        endings=asked.endings,
        tables=tables_folder_if_any(),
        opening_plies=asked.opening_plies,
        longest=asked.longest,
        adjudication=Adjudication() if asked.adjudicate == "on" else NO_ADJUDICATION,
    )
    report, is_written = _Report(match), True
    try:
        with ProgressBar() as bar, workers(min(asked.jobs, match.pairs), asked.cluster) as executor:
            bar.show(0, 2 * match.pairs)
            for pair in play_match(match, executor):
                report.add(pair)
                bar.show(report.tally.games, 2 * match.pairs, report.short())
    except (EngineError, NoWorkers) as error:
        complain(f"{error}." if isinstance(error, EngineError) else str(error))
        return 1
    finally:
        if asked.pdn is not None and report.games:
            is_written = _write(asked.pdn, "\n".join(report.games[key] for key in sorted(report.games)))
        if report.tally.games:
            tell(json.dumps(report.record()) if asked.json else report.lines())
    return 0 if is_written else 1


def _command_line() -> CommandLine:
    line = CommandLine("match", "Play two configurations of the opponent against each other.", _PLAYERS)
    line.add_argument("first", metavar="PLAYER", help="the one whose wins are counted")
    line.add_argument("second", metavar="PLAYER", help="the one it plays against")
    add = line.add_argument
    add("--games", type=whole(1, 10**6), default=312, metavar="N", help="in pairs of one opening, both colors (312)")
    add_worker_options(line)
    add("--seed", type=whole(-(10**18), 10**18), default=1, metavar="N", help="of openings and chance (1)")
    add("--rules", type=read_rules, default="american", metavar="NAME", help="the rule set (american)")
    add("--jumping", type=read_jumping, default="forced", metavar="KIND", help="forced, huff or free (forced)")
    add("--start", action="store_true", help="from the starting position instead of the ballots")
    endings = "from endings in which the first is two or more pieces ahead"
    add("--endings", action="store_true", help=endings)
    random = "so many at random, where there are no ballots (6)"
    add("--opening-moves", dest="opening_plies", type=whole(0, 60), default=6, metavar="N", help=random)
    add("--opening-plies", type=whole(0, 60), default=SUPPRESS, metavar="N", help=SUPPRESS)
    add("--longest", type=whole(1, 10_000), default=300, metavar="N", help="moves that make a draw (300)")
    add(
        "--adjudicate",
        type=one_of(("on", "off"), "it is on or off"),
        default="on",
        metavar="on|off",
        help="end games both players call decided (on)",
    )
    add("--pdn", type=Path, default=None, metavar="FILE", help="write the games to a file")
    add("--json", action="store_true", help="one object instead of lines")
    return line


def _write(path: Path, text: str) -> bool:
    """Write the games, or print the reason why they cannot be written; return True if they are."""
    try:
        write_whole(path, text.encode())
    except OSError as error:
        complain(f"The games cannot be written ({trouble(error)}).")
        return False
    return True


def _configuration(text: str, rules: Rules) -> Configuration:
    """Parse a player and check its evaluation file. Raises OptionError."""
    try:
        found = read_configuration(text)
        if found.evaluation is not None:
            unpack_evaluation(found.evaluation.read_bytes(), rules)
    except OSError as error:
        raise OptionError(f'"{printable(text)}": {trouble(error)}.') from None
    except ValueError as error:
        raise OptionError(f"{error}.") from None
    return found


class _Report:
    """The figures of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tally = Tally()
        self._began = monotonic()
        self._plies = 0
        self._thought = [0.0, 0.0]
        self._reasons: Counter[str] = Counter()
        self._lines: set[Any] = set()
        self._positions: set[Any] = set()
        self.games: dict[tuple[int, int], str] = {}
        """The games as PDN, by the number of their pair and their number in it."""

    def add(self, pair: Pair) -> None:
        self.tally.add([game.points for game in pair.games])
        for half, game in enumerate(pair.games):
            self.games[pair.number, half] = game.pdn
            self._plies += game.plies
            self._thought = [total + more for total, more in zip(self._thought, game.seconds, strict=True)]
            self._reasons[game.reason] += 1
            self._lines.add(game.line)
            self._positions.add(game.early)

    def short(self) -> str:
        """Return the score so far in a few characters."""
        tally = self.tally
        return f"+{tally.wins} ={tally.draws} -{tally.losses}  {_elo(tally)}"

    def record(self) -> dict[str, Any]:
        """Return all figures; an unknown Elo difference or error is None."""
        tally = self.tally
        return {
            "first": self.match.first.text,
            "second": self.match.second.text,
            "rules": self.match.rules,
            "jumping": self.match.jumping,
            "seed": self.match.seed,
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "score": tally.score,
            "elo": tally.elo,
            "elo_error": tally.error,
            "superiority": tally.superiority,
            "distinct_lines": len(self._lines),
            "distinct_positions": len(self._positions),
            "line_plies": LINE_PLIES,
            "plies_per_game": self._plies / tally.games,
            "endings": dict(sorted(self._reasons.items())),
            "seconds": monotonic() - self._began,
            "seconds_thought": self._thought,
        }

    def lines(self) -> str:
        """Return the figures as text."""
        tally = self.tally
        endings = ", ".join(f"{count} {reason}" for reason, count in sorted(self._reasons.items()))
        return "\n".join(
            (
                f"{self.match.first.text} against {self.match.second.text}, {self.match.rules}, {self.match.jumping}",
                f"games {tally.games}: wins {tally.wins}, draws {tally.draws}, losses {tally.losses}",
                f"pairs by half points 0 to 4: {' '.join(map(str, tally.pairs))}",
                f"Elo {_elo(tally)} (95 %), stronger with probability {tally.superiority:.3f}",
                f"distinct by move {LINE_PLIES}: {len(self._lines)} ({len(self._positions)} positions)",
                f"{self._plies / tally.games:.1f} moves a game; ended by {endings}",
                f"{monotonic() - self._began:.1f} s; thought for {self._thought[0]:.1f} s and {self._thought[1]:.1f} s",
            )
        )


def _elo(tally: Tally) -> str:
    if tally.elo is None:
        return "beyond measure" if tally.games else ""
    return f"{tally.elo:+.1f}" + ("" if tally.error is None else f" +- {tally.error:.1f}")
