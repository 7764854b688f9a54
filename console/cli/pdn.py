"""``checkers show`` and ``checkers play --from``: games out of any PDN file."""

from argparse import SUPPRESS, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final

from console.cli.arguments import add_game_options, read_rules
from console.cli.parser import CommandLine, OptionError, whole
from console.storage.atomic_files import open_file, trouble
from console.terminal.standard_streams import complain, hand_over, tell
from console.text.sentences import moves_counted
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.collection import Collection, NoSuchGame
from engine.pdn.reader import UnreadableGame, read_with_remarks
from engine.pdn.record import GameRecord
from engine.pdn.scanner import Problem
from engine.pdn.writer import pdn_move, pdn_text
from engine.rules import RULE_SETS

_MOST: Final = 10**15
_OF_THE_GAME: Final = ("jumping", "fen")


def show(arguments: Sequence[str]) -> int:
    """Print the boards of a game, or the one after some moves. Raises OptionError."""
    line = CommandLine("show", "Print the boards of a game in a PDN file.")
    line.add_argument("file", metavar="FILE.pdn", help="the file")
    _add_choice(line)
    line.add_argument("--rules", type=read_rules, default=None, metavar="NAME", help="by which it is read (its own)")
    line.add_argument("--pdn", action="store_true", help="the game in PDN instead, with all that is written in it")
    asked = line.parse_args(arguments)
    if asked.pdn and asked.ply is not None:
        raise OptionError("checkers show: --pdn writes the whole game, without --move.")
    number = asked.game or 1
    with _opened(asked.file) as stream:
        collection = Collection(stream)
        record = _record(collection, number, asked.rules, asked.file)
        if asked.pdn:
            hand_over(pdn_text([record]))
            return 0
        _print_game(record, f"Game {number}", _checked_ply(asked, record))
        if asked.game is None and asked.ply is None:
            for problem in _problems(collection, asked.file):
                complain(f"{asked.file}, {problem}.")
    return 0


def play(arguments: Sequence[str]) -> int:
    """Go on with a game from any of its positions. Raises OptionError."""
    from console.cli.play import open_game

    usage = "checkers play [--from FILE.pdn [--game N] [--move N]] [OPTIONS]"
    line = CommandLine("play", "Play; go on with a game in a PDN file.", usage=usage, argument_default=SUPPRESS)
    line.add_argument("--from", dest="file", default=None, metavar="FILE.pdn", help="the file of a game to go on with")
    _add_choice(line)
    add_game_options(line)
    asked = line.parse_args(arguments)
    if asked.file is None:
        if asked.game is not None or asked.ply is not None:
            raise OptionError("checkers play: --game and --move belong to --from FILE.pdn.")
        return open_game(vars(asked))
    for name in _OF_THE_GAME:
        if name in asked:
            raise OptionError(f"{line.spelled(f'--{name}')} will not do: the game comes with its own.")
    given = vars(asked)
    with _opened(asked.file) as stream:
        record = _record(Collection(stream), asked.game or 1, given.pop("rules", None), asked.file)
    # Who resigned or agreed to a draw has gone; the game goes on unless its last position is decided.
    return open_game(given, replace(record, outcome=None), _checked_ply(asked, record))


def _add_choice(line: CommandLine) -> None:
    add = line.add_argument
    add("--game", type=whole(1, _MOST), default=None, metavar="N", help="which game of the file (1)")
    told = "the position after so many moves, Black's and White's counted together"
    add("--move", dest="ply", type=whole(0, _MOST), default=None, metavar="N", help=told)
    add("--ply", type=whole(0, _MOST), default=SUPPRESS, metavar="N", help=SUPPRESS)


def _opened(file: str) -> BinaryIO:
    """The file, to read. Raises OptionError, also for a pipe, which is not waited for."""
    try:
        return open_file(Path(file))
    except OSError as error:
        raise _unreadable(error) from None


def _unreadable(error: OSError) -> OptionError:
    return OptionError(f"That file cannot be read ({trouble(error)}).")


def _record(collection: Collection, number: int, rules: str | None, file: str) -> GameRecord:
    """The game of a number; tells what of it was not taken as it is written. Raises OptionError."""
    try:
        sheet = collection.sheet(number)
        record, remarks = read_with_remarks(sheet, RULE_SETS[rules] if rules else None)
    except NoSuchGame as error:
        if not error.count:
            raise OptionError(f"There is no game in {file}.") from None
        raise OptionError(f"There is no game {number}: the games of {file} go from 1 to {error.count}.") from None
    except UnreadableGame as error:
        raise OptionError(f"{file}, {error}.") from None
    except OSError as error:
        raise _unreadable(error) from None
    for remark in remarks:
        complain(f"{file}, {remark}.")
    return record


def _problems(collection: Collection, file: str) -> Iterator[Problem]:
    """What is wrong with the games that follow. Raises OptionError."""
    try:
        yield from collection.problems()
    except OSError as error:
        raise _unreadable(error) from None


def _checked_ply(asked: Namespace, record: GameRecord) -> int | None:
    ply: int | None = asked.ply
    if ply is not None and ply > len(record.turns):
        raise OptionError(f"There is no move {ply}: that game has {moves_counted(len(record.turns))}.")
    return ply


def _print_game(record: GameRecord, title: str, only: int | None) -> None:
    from console.text.board import board_text

    game = record.game()
    tell(f"{title}: {', '.join(f'{colour} {record.tag(colour)}' for colour in SIDE_NAMES)}")
    facts = (record.tag("Event", ""), record.tag("Date", ""), f"{record.rules.name}, {record.jumping}", record.result)
    tell("; ".join(fact for fact in facts if fact))
    first, last = (0, len(record.turns)) if only is None else (only, only)
    for ply in range(first, last + 1):
        game.go_to(ply)
        tell(f"\n{_heading(record, game, ply)}")
        tell(board_text(game.position, BLACK, BLACK))
    if last == len(record.turns):
        tell(f"\n{record.result}")


def _heading(record: GameRecord, game: Game, ply: int) -> str:
    """The move that led here, and whose turn it is."""
    to_move = f"{SIDE_NAMES[game.side]} to move"
    if not ply:
        return f"Start; {to_move}"
    turn = record.turns[ply - 1]
    game.go_to(ply - 1)
    move = pdn_move(turn.move, game.routes(), record.rules)
    game.go_to(ply)
    huff = "" if turn.huffed is None else f", {turn.huffed} huffed"
    return f"Move {ply}: {SIDE_NAMES[1 - turn.move.after.side]} {move}{huff}; {to_move}"
