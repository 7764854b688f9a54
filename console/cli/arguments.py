"""The command-line options of a game. The program does not ask a question that an option answers."""

from argparse import SUPPRESS
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeVar

from console.cli.commands import COMMANDS
from console.cli.parser import CommandLine, OptionError, one_of, whole
from console.game.clock import Control
from console.game.engine_choice import read_command
from console.game.naming import spoken_list
from console.game.options import FIT, LEVEL_NUMBERS, LONGEST_NAME, Options, name_of, only_jumping
from console.version import NAME, VERSION
from engine.native_types import is_compiled
from engine.position import Position
from engine.rules import AMERICAN, JUMPINGS, RULE_SETS, Rules, losing_game, reason_against, rules_named

_T = TypeVar("_T")
_COMMANDS: Final = "\n".join(f"  checkers {each.use:21} {each.does}" for each in COMMANDS.values())
_EPILOG: Final = f"""
besides the game:
{_COMMANDS}
Each has a --help of its own.

DOS spellings work too: /?, /PLAIN, /ASCII, /MONO, /LEVEL:7 and so on.
"""


def _reads(read: Callable[[str], _T], accepted: str) -> Callable[[str], _T]:
    """Return a converter whose error message is ``accepted``."""

    def convert(text: str) -> _T:
        try:
            return read(text)
        except ValueError:
            raise ValueError(accepted) from None

    return convert


def _read_level(text: str) -> int | str:
    """Return the number of a level, or FIT."""
    chosen = one_of((*LEVEL_NUMBERS, FIT), f"a level is a number from 1 to 9, or {FIT}")(text)
    return chosen if chosen == FIT else int(chosen)


def read_rule_set(text: str) -> Rules:
    """Return the rule set with this name, its losing game (``american-losing``) or house rules. Raises ValueError."""
    name = text.casefold()
    rules = rules_named(name)
    if rules is not None:
        return rules
    from console.storage.rules_folder import users_rules

    folder = users_rules()
    try:
        rules, house = folder.get(name), folder.names()
    except ValueError as error:
        raise ValueError(str(error).rstrip(".")) from None
    if rules is not None:
        return rules
    if reason := reason_against(name):
        raise ValueError(reason)
    raise ValueError(f"the rule sets are {', '.join((*RULE_SETS, *house))}, each also with -losing added")


read_jumping: Final = one_of(JUMPINGS, f"jumping is {spoken_list(JUMPINGS, 'or')}")
read_player_name: Final = _reads(name_of, f"a name has 1 to {LONGEST_NAME} printable characters")
_read_clock: Final = _reads(Control.read, "a clock has 1 to 999 minutes and at most 999 seconds a move, as in 5+3")
_read_seed: Final = _reads(whole(1 - 10**18, 10**18 - 1), "a seed is a whole number of at most 18 digits")


def add_rules_option(line: CommandLine) -> None:
    """Add the option for the rule set. Its value is a ``Rules`` record."""
    line.add_argument("--rules", type=read_rule_set, default=AMERICAN, metavar="NAME", help="the rule set (american)")


def game_line() -> CommandLine:
    """Return the parser of the command line without a command, which starts the game."""
    line = CommandLine("", f"{NAME} {VERSION}", _EPILOG, "checkers [OPTIONS]", SUPPRESS)
    add_game_options(line)
    line.add_text_option(
        "--version", lambda: f"{NAME} {VERSION}{'' if is_compiled() else ', interpreted'}", "show the version"
    )
    return line


def add_remote_options(line: CommandLine, calls: bool) -> None:
    """Add the options of a remote game. ``calls``: add the caller's options too: who begins, the jumping, the clock."""
    value, flag = line.add_value, line.add_flag
    value("--name", "NAME", read_player_name, "your name, 1 to 20 characters")
    value("--rules", "NAME", read_rule_set, "the rules to play by; without it, those you chose last")
    if calls:
        flag("--first", "you go first")
        flag("--second", "the other player goes first", "first", False)
        value("--jumping", "KIND", read_jumping, "forced or free, where the rules offer it (forced)")
        value("--clock", "M+S", _read_clock, "minutes each + seconds a move, as in 5+3, or off")
    add_display_options(line)


def add_game_options(line: CommandLine) -> None:
    """Add the options of a game."""
    value, flag = line.add_value, line.add_flag
    value("--name", "NAME", read_player_name, "your name, 1 to 20 characters")
    flag("--first", "you go first")
    flag("--second", "the computer goes first", "first", False)
    value("--level", "N", _read_level, "how strong the computer is, 1 to 9 (5), or fit: as strong as you")
    value("--rules", "NAME", read_rule_set, "the rules to play by; without it, those you chose last")
    flag("--losing", "the losing game: run out of pieces or moves and you win")
    value("--jumping", "KIND", read_jumping, "huff, forced or free, where the rules offer it")
    flag("--two", "two players at one board", "players", "two")
    value("--other", "NAME", read_player_name, "the second player's name")
    flag("--demo", "the computer plays itself", "players", "demo")
    value("--engine", "COMMAND", read_command, "an engine of another program plays for the computer (Hub)")
    value("--clock", "M+S", _read_clock, "minutes each + seconds a move, as in 5+3, or off")
    value("--ballot", "N", str, "start with an opening drawn by lot, as the word ballot takes it")
    value("--fen", "FEN", str, "start from this position")
    value("--seed", "N", _read_seed, "the same seed and moves give the same game (except level 9)")
    add_display_options(line)


def add_display_options(line: CommandLine) -> None:
    """Add the options of the display and of storage."""
    flag = line.add_flag
    flag("--plain", "lines of text instead of the full screen")
    flag("--ascii", "no characters beyond ASCII")
    flag("--mono", "no colors")
    flag("--no-mouse", "leave the mouse to the terminal", "mouse", False)
    flag("--no-animation", "show moves at once", "animation", False)
    flag("--no-board", "in plain lines, draw the board only when asked", "drawing", False)
    flag("--no-exit-screen", "leave at once, without the exit screen", "exit_screen", False)
    flag("--no-book", "the computer plays without its opening book", "book", False)
    flag("--sound", "ring the bell for moves, jumps, crownings and wins")
    flag("--teach", "explain each kind of move when it first occurs")
    flag("--keep", "save the game and the settings even in a pipe")


def game_options(given: Mapping[str, Any], defaults: Options | None = None) -> Options:
    """Return the options of a game: ``defaults`` replaced by the options given on the command line.

    A kind of jumping in ``defaults`` that the rule set lacks is dropped. Raises OptionError if two options contradict
    each other, or if the jumping, the ballot or the FEN is not valid under the rules.
    """
    fields = dict(given)
    if "level" in fields:
        fields["fit"] = fields["level"] == FIT
        if fields["fit"]:
            del fields["level"]
    if fields.pop("losing", False):
        fields["rules"] = losing_game(fields.get("rules", (defaults or Options()).rules))
    options = replace(
        defaults or Options(), **fields, given=frozenset("rules" if name == "losing" else name for name in given)
    )
    rules = options.rules
    if options.engine is not None:
        if given.get("jumping", "forced") != "forced":
            raise OptionError(f'"{options.jumping}" after --jumping will not do: engines know forced jumps only.')
        options = replace(options, jumping="forced")
    if options.jumping is not None and options.jumping not in rules.jumpings:
        if "jumping" in given:
            raise OptionError(f'"{options.jumping}" after --jumping will not do: {only_jumping(rules)}.')
        options = replace(options, jumping=None)
    if options.ballot is not None:
        from ai.openings.ballots import find_ballot

        if options.fen is not None:
            raise OptionError("--ballot and --fen cannot both start the game.")
        try:
            find_ballot(rules, options.ballot, Random(0))
        except ValueError as error:
            raise OptionError(f'"--ballot" will not do: {error}.') from None
    return options if options.fen is None else replace(options, start=read_fen(options.fen, rules, is_start=True))


def read_fen(text: str, rules: Rules, is_start: bool = False) -> Position:
    """Parse a FEN. ``is_start``: a game is to begin from it. Raises OptionError."""
    from console.game.position_editor import read_start
    from engine.fen import parse_fen

    try:
        return read_start(text, rules) if is_start else parse_fen(text, rules)
    except ValueError as error:
        raise OptionError(f"{error}.") from None
