"""The commands beside the game. Each is loaded when it is asked for, with what it needs and nothing else."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

# Takes the arguments behind its name, returns the exit status. Raises OptionError, and Answered for --help.
Command: TypeAlias = Callable[[Sequence[str]], int]


def _perft() -> Command:
    from console.cli.perft import run

    return run


def _match() -> Command:
    from console.cli.match import run

    return run


def _bench() -> Command:
    from console.cli.bench import run

    return run


def _hub() -> Command:
    from console.cli.hub import run

    return run


def _dxp() -> Command:
    from console.cli.dxp import run

    return run


def _answer() -> Command:
    from console.cli.modem import answer

    return answer


def _call() -> Command:
    from console.cli.modem import call

    return call


def _show() -> Command:
    from console.cli.pdn import show

    return show


def _games() -> Command:
    from console.cli.games import run

    return run


def _play() -> Command:
    from console.cli.pdn import play

    return play


def _train() -> Command:
    from console.cli.train import run

    return run


def _tables() -> Command:
    from console.cli.tables import run

    return run


def _book() -> Command:
    from console.cli.book import run

    return run


def _problems() -> Command:
    from console.cli.problems import run

    return run


# How each is loaded, by the word that stands first on the command line.
COMMANDS: Final[dict[str, Callable[[], Command]]] = {
    "perft": _perft,
    "match": _match,
    "bench": _bench,
    "hub": _hub,
    "dxp": _dxp,
    "answer": _answer,
    "call": _call,
    "show": _show,
    "play": _play,
    "games": _games,
    "train": _train,
    "tables": _tables,
    "book": _book,
    "problems": _problems,
}
