"""``checkers show``: print the boards of a game of a PDN file."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from console.cli.arguments import AFTER_MOVES, GAME, JSON, OWN_RULES, whole
from console.cli.game_file import PDN_FILE, check_ply, headline, open_record, problem_object, read_side, title
from console.cli.parser import Asked, Command, OptionError, option, switch
from console.cli.results import print_result
from console.game.naming import Naming
from console.storage.settings import users_settings
from console.terminal.standard_streams import complain, hand_over, tell
from console.text.board import board_text, diagram_text
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_move, pdn_text
from engine.position import Position

_EVERY: Final = -1
Drawn: TypeAlias = Callable[[Position, Naming], str]
"""A function that returns a board as text."""


def show(asked: Asked) -> int:
    """Print the boards of a game, the board at one ply, or the game as PDN. Raises OptionError.

    Return the exit status: 1 if the game cannot be read whole.
    """
    if sum(map(bool, (asked.pdn, asked.text, asked.json))) > 1:
        raise OptionError("Use only one of --pdn, --text and --json.")
    if (asked.pdn or asked.json) and asked.ply is not None:
        raise OptionError(f"--{'pdn' if asked.pdn else 'json'} writes the whole game, without --move.")
    number, file = asked.game or 1, title(asked.file)
    with open_record(asked.file, number, asked.rules) as (record, collection):
        status = int(record.problem is not None)
        if asked.pdn:
            hand_over(pdn_text([record]))
            return status
        if asked.json:
            print_result(True, _object(record, file), ())
            return status
        check_ply(asked.ply, record)
        bottom = record.rules.first if asked.bottom is None else asked.bottom
        naming = Naming.of(record.rules, bottom, users_settings().squares)
        if asked.text:
            in_squares = naming._replace(in_numbers=naming.style != "algebraic")
            _print_game(record, number, asked.ply, in_squares, diagram_text)
        else:
            _print_game(record, number, asked.ply, naming, partial(board_text, bottom=bottom))
        if asked.game is None and asked.ply is None:
            for problem in collection.problems():
                complain(f"{file}, {problem}.")
    return status


def _read_ply(text: str) -> int:
    """Parse the number of a ply, or ``all``. Raises ValueError."""
    if text.casefold() == "all":
        return _EVERY
    try:
        return whole(0, 10**15)(text)
    except ValueError as error:
        raise ValueError(f"{error}, or all") from None


def _print_game(record: GameRecord, number: int, only: int | None, naming: Naming, drawn: Drawn) -> None:
    game = record.game()
    tell(headline(record, number))
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


COMMANDS: Final = (
    Command(
        "show",
        show,
        "Print the boards of a game in a PDN file.",
        PDN_FILE,
        GAME,
        option("--move N", _read_ply, f"{AFTER_MOVES}; or all", field="ply"),
        option("--ply N", _read_ply, "the same", field="ply"),
        OWN_RULES,
        switch("--pdn", "the whole game as PDN instead, comments and all"),
        switch("--text", "the boards ruled and numbered like the one in the manual"),
        option("--bottom SIDE", read_side, "who sits at the bottom (who moves first)"),
        JSON,
    ),
)
