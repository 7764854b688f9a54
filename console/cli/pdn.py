"""``checkers show`` and ``checkers play --from``: show or continue a game from a PDN file."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from ai.whole_files import open_file
from console.cli.parser import OptionError, one_of, whole
from console.cli.results import print_result, problem_object
from console.game.naming import Naming, counted, date_in_words
from console.storage.atomic_files import trouble
from console.storage.game_rows import file_rules
from console.storage.notices import NotKept
from console.storage.store import open_store
from console.terminal.standard_streams import complain, hand_over, tell
from console.text.board import board_text, diagram_text
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.collection import Collection, NoSuchGame
from engine.pdn.reader import UnreadableGame, read_with_warnings
from engine.pdn.record import GameRecord, ordered_tags
from engine.pdn.writer import pdn_move, pdn_text
from engine.position import Position
from engine.rules import Rules

_MOST: Final = 10**15
_EVERY: Final = -1
_OF_THE_GAME: Final = ("jumping", "fen")
Drawn: TypeAlias = Callable[[Position, Naming], str]
"""A function that returns a board as text."""


def show(asked: Namespace) -> int:
    """Print the boards of a game, the board at one ply, or the game as PDN. Raises OptionError.

    Return the exit status: 1 if the game cannot be read whole.
    """
    if sum(map(bool, (asked.pdn, asked.text, asked.json))) > 1:
        raise OptionError("checkers show: use only one of --pdn, --text and --json.")
    if (asked.pdn or asked.json) and asked.ply is not None:
        raise OptionError(f"checkers show: --{'pdn' if asked.pdn else 'json'} writes the whole game, without --move.")
    number, chosen = asked.game or 1, open_store(automatic=True).settings.squares
    with _opened(asked.file) as collection:
        record = _record(collection, number, asked.rules, asked.file)
        status = int(record.problem is not None)
        if asked.pdn:
            hand_over(pdn_text([record]))
            return status
        if asked.json:
            print_result(True, _object(record, asked.file), ())
            return status
        _check_ply(asked.ply, record)
        bottom = record.rules.first if asked.bottom is None else asked.bottom
        naming = Naming.of(record.rules, bottom, chosen)
        if asked.text:
            in_squares = naming._replace(in_numbers=naming.style != "algebraic")
            _print_game(record, f"Game {number}", asked.ply, in_squares, diagram_text)
        else:
            _print_game(record, f"Game {number}", asked.ply, naming, partial(board_text, bottom=bottom))
        if asked.game is None and asked.ply is None:
            for problem in collection.problems():
                complain(f"{asked.file}, {problem}.")
    return status


def play(asked: Namespace) -> int:
    """Continue a game from any of its positions. Raises OptionError."""
    from console.cli.play import open_game

    given = vars(asked)
    file, game, ply = given.pop("from"), given.pop("game"), given.pop("ply")
    if file is None:
        if game is not None or ply is not None:
            raise OptionError("checkers play: --game and --move belong to --from FILE.pdn.")
        return open_game(given)
    for name in _OF_THE_GAME:
        if given[name] is not None:
            raise OptionError(f'"--{name}" will not do: the game comes with its own.')
    with _opened(file) as collection:
        record = _record(collection, game or 1, given.pop("rules", None), file)
    _check_ply(ply, record)
    # A result by resignation or agreement is only a tag now: the game continues unless its last position ends it.
    tags = record.tags if record.outcome is None else ordered_tags({**dict(record.tags), "Result": record.result})
    open_record = replace(record, outcome=None, tags=tags)
    return open_game(given, rules=record.rules, jumping=record.jumping, record=open_record, ply=ply)


def read_ply(text: str) -> int:
    """Parse the number of a ply, or ``all``. Raises ValueError."""
    if text.casefold() == "all":
        return _EVERY
    try:
        return whole(0, _MOST)(text)
    except ValueError as error:
        raise ValueError(f"{error}, or all") from None


def read_side(text: str) -> int:
    """Return the side with a name. Raises ValueError."""
    sides = tuple(map(str.casefold, SIDE_NAMES))
    return sides.index(one_of(sides, f"use {' or '.join(sides)}")(text))


def _path(file: str) -> Path:
    """Return the path of a PDN file. A name without a file of its own may be that of a saved game."""
    path = Path(file)
    if not path.exists():
        with suppress(NotKept):
            saved = open_store(automatic=True).saved.path(file)
            return saved if saved.exists() else path
    return path


@contextmanager
def _opened(file: str) -> Iterator[Collection]:
    """Open a PDN file, or that of a saved game.

    Raises OptionError, also from the block, if the file cannot be read or is a pipe.
    """
    try:
        with open_file(_path(file)) as stream:
            yield Collection(stream)
    except OSError as error:
        raise OptionError(f"That file cannot be read ({trouble(error)}).") from None


def _record(collection: Collection, number: int, rules: Rules | None, file: str) -> GameRecord:
    """Return game ``number`` and print its parse warnings. Raises OptionError."""
    try:
        sheet = collection.numbered(number)
        record, warnings = read_with_warnings(sheet, rules, () if rules else file_rules(_path(file)))
    except NoSuchGame as error:
        if not error.count:
            raise OptionError(f"There is no game in {file}.") from None
        raise OptionError(f"There is no game {number}: the games of {file} go from 1 to {error.count}.") from None
    except UnreadableGame as error:
        raise OptionError(f"{file}, {error}.") from None
    for warning in warnings:
        complain(f"{file}, {warning}.")
    if record.problem is not None:
        complain(f"{file}, {record.problem}; moves read: {len(record.turns)}.")
    return record


def _check_ply(ply: int | None, record: GameRecord) -> None:
    """Raise OptionError if the game has no ply ``ply``."""
    if ply is not None and ply > len(record.turns):
        raise OptionError(f"There is no move {ply}: that game has {counted(len(record.turns), 'move')}.")


def _print_game(record: GameRecord, title: str, only: int | None, naming: Naming, drawn: Drawn) -> None:
    game = record.game()
    tell(f"{title}: {_players(record)}")
    date, rules = date_in_words(record.tag("Date", "")), f"{record.rules.name}, {record.jumping}"
    facts = (record.tag("Event", ""), date, rules, record.stated_result)
    tell("; ".join(fact for fact in facts if fact))
    first, last = (0, len(record.turns)) if only in (None, _EVERY) else (only or 0, only or 0)
    for ply in range(first, last + 1):
        game.go_to(ply)
        tell(f"\n{_made(record, game, ply, naming)}; {SIDE_NAMES[game.side]} to move")
        tell(drawn(game.position, naming))
    if last == len(record.turns):
        tell(f"\n{record.stated_result}")


def _object(record: GameRecord, file: str) -> dict[str, object]:
    """Return a game for JSON: each move with the position after it."""
    game, moves = record.game(), list[dict[str, object]]()
    for turn in record.turns:
        game.go_to(len(moves))
        text = pdn_move(turn.move, game.routes(), record.rules)
        moves.append({"move": text, "huffed": turn.huffed, "fen": fen_text(turn.after)})
    facts = {"rules": record.rules.name, "jumping": record.jumping, "result": record.stated_result}
    read = {"plies": len(moves), "problem": problem_object(record.problem, file)}
    return {**facts, "tags": dict(record.tags), "start": fen_text(game.start), "moves": moves, **read}


def _players(record: GameRecord) -> str:
    """Return the players with their colours, in the order of the result."""
    colours = SIDE_NAMES if record.rules.first == BLACK else reversed(SIDE_NAMES)
    return ", ".join(f"{colour} {record.tag(colour)}" for colour in colours)


def _made(record: GameRecord, game: Game, ply: int, naming: Naming) -> str:
    """Return the move that led to the position at ``ply``, with its number; ``Start`` at ply 0."""
    if not ply:
        return "Start"
    turn = record.turns[ply - 1]
    game.go_to(ply - 1)
    move = naming.both(turn.move, game.routes())
    game.go_to(ply)
    huff = "" if turn.huffed is None else f", {naming.square(turn.huffed)} huffed"
    return f"Move {ply}: {SIDE_NAMES[1 - turn.move.after.side]} {move}{huff}"
