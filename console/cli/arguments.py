"""The command line: options with their DOS spellings. An option given answers its question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from console.game.clock import Control
from console.game.options import LEVEL_NUMBERS, LONGEST_NAME, Options, name_of, only_jumping
from engine.position import Position
from engine.printable import printable
from engine.rules import JUMPINGS, RULE_SETS, Jumping, Rules


class OptionError(ValueError):
    """A command line that cannot be followed, in one sentence that quotes what is wrong."""


def _read_name(text: str) -> str:
    try:
        return name_of(text)
    except ValueError:
        raise OptionError(f"a name has 1 to {LONGEST_NAME} printable characters") from None


def _read_level(text: str) -> int:
    if text not in LEVEL_NUMBERS:
        raise OptionError("a level is a number from 1 to 9")
    return int(text)


def _read_jumping(text: str) -> Jumping:
    for jumping in JUMPINGS:
        if text.casefold() == jumping:
            return jumping
    raise OptionError(f"jumping is {', '.join(JUMPINGS[:-1])} or {JUMPINGS[-1]}")


def read_rules(text: str) -> str:
    """The name of a rule set. Raises OptionError that lists them."""
    if text.casefold() not in RULE_SETS:
        raise OptionError(f"the rule sets are {', '.join(RULE_SETS)}")
    return text.casefold()


def _read_clock(text: str) -> Control | None:
    try:
        return Control.read(text)
    except ValueError:
        raise OptionError("a clock has 1 to 999 minutes and at most 999 seconds a move, as in 5+3") from None


def _read_seed(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise OptionError("a seed is a whole number of at most 18 digits")
    return int(text)


def _read_ballot(text: str) -> int:
    from ai.match.ballots import BALLOTS

    if text.casefold() == "random":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= len(BALLOTS)):
        raise OptionError(f"a ballot is a number from 1 to {len(BALLOTS)} or random")
    return int(text)


@dataclass(frozen=True)
class _Option:
    """One entry of the table: its field, its value's placeholder (empty: none) and how that is read."""

    flag: str
    field: str
    does: str
    takes: str = ""
    read: Callable[[str], Any] = str  # the field it is for has the type
    value: bool | str = True


_OPTIONS: Final = (
    _Option("--name", "name", "your name, 1 to 20 characters", "NAME", _read_name),
    _Option("--first", "first", "you go first"),
    _Option("--second", "first", "the computer goes first", value=False),
    _Option("--level", "level", "how strong the computer is, 1 to 9 (5)", "N", _read_level),
    _Option("--rules", "rules", "a set of rules by its name (american)", "NAME", read_rules),
    _Option("--jumping", "jumping", "huff, forced or free, where the rules offer it", "KIND", _read_jumping),
    _Option("--two", "players", "two players at one board", value="two"),
    _Option("--other", "other", "the second player's name", "NAME", _read_name),
    _Option("--demo", "players", "the computer plays itself", value="demo"),
    _Option("--clock", "clock", "minutes each + seconds a move, as in 5+3, or off", "M+S", _read_clock),
    _Option("--ballot", "ballot", "begin with a three-move opening, 1 to 156 or random", "N", _read_ballot),
    _Option("--fen", "fen", "begin from this position", "FEN"),
    _Option("--seed", "seed", "the same seed and moves, the same game (but level 9)", "N", _read_seed),
    _Option("--plain", "plain", "lines of text instead of the full screen"),
    _Option("--ascii", "ascii", "no characters beyond ASCII"),
    _Option("--mono", "mono", "no colors"),
    _Option("--no-mouse", "mouse", "leave the mouse to the terminal", value=False),
    _Option("--no-animation", "animation", "show moves at once", value=False),
    _Option("--sound", "sound", "beep when the computer has moved"),
    _Option("--teach", "teach", "explain each kind of move when it first occurs"),
    _Option("--keep", "keep", "keep the game and the settings in a pipe too"),
    _Option("--version", "version", "tell the version"),
    _Option("--help", "help", "tell this; /? does too"),
)
_BY_FLAG: Final = {option.flag: option for option in _OPTIONS}
_SHORT: Final = {"-h": "--help", "-?": "--help", "/?": "--help", "-V": "--version"}
FLAGS: Final = tuple(_BY_FLAG)


def parse(arguments: Sequence[str], usual: Options | None = None) -> Options:
    """The options of a command line, fit to play by; what it does not say is as usual. Raises OptionError."""
    return _checked(read(arguments, usual))


def read(arguments: Sequence[str], usual: Options | None = None) -> Options:
    """The same before one option is held against another, or the FEN against the rules. Raises OptionError."""
    fields: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        given = rest.pop(0)
        flag, joined, value = split_flag(given)
        option = _BY_FLAG.get(flag)
        if option is None:
            raise OptionError(f'"{printable(given)}" is no option; there are {", ".join(FLAGS)}.')
        if not option.takes:
            if joined:
                raise OptionError(f'"{printable(given)}": {option.flag} takes no value.')
            other = fields.get(option.field, option.value)
            if other != option.value:
                raise OptionError(f'"{printable(given)}" contradicts {_flag_of(option.field, other)}.')
            fields[option.field] = option.value
            continue
        if not joined:
            if not rest:
                raise OptionError(f'"{printable(given)}" wants a value, as in {option.flag} {option.takes}.')
            value = rest.pop(0)
        try:
            fields[option.field] = option.read(value)
        except OptionError as error:
            raise OptionError(f'"{printable(value)}" after {option.flag} will not do: {error}.') from None
    chosen = replace(usual or Options(), **fields, given=frozenset(fields))
    if "jumping" not in fields and chosen.jumping not in RULE_SETS[chosen.rules].jumpings:
        chosen = replace(chosen, jumping=None)
    return chosen


def _flag_of(field: str, value: bool | str) -> str:
    """The flag that sets a field to a value."""
    return next(option.flag for option in _OPTIONS if (option.field, option.value) == (field, value))


def split_flag(given: str) -> tuple[str, str, str]:
    """The flag in its long spelling, the sign that joins a value to it ("" if none does), and that value."""
    if given.startswith("--"):
        return given.partition("=")
    spelling = _SHORT.get(given, given)
    if given.startswith("/") and spelling == given:
        flag, joined, value = given[1:].partition(":")
        return f"--{flag.casefold()}", joined, value
    return spelling, "", ""


def _checked(options: Options) -> Options:
    """The options with the position of the FEN; raises OptionError where two of them do not agree."""
    rules = RULE_SETS[options.rules]
    if options.jumping is not None and options.jumping not in rules.jumpings:
        raise OptionError(f'"{options.jumping}" after --jumping will not do: {only_jumping(rules)}.')
    if options.ballot is not None:
        from ai.match.ballots import has_ballots

        if options.fen is not None:
            raise OptionError("--ballot and --fen cannot both begin the game.")
        if not has_ballots(rules):
            raise OptionError(f'"--ballot" will not do: {rules.name} is not played from ballots.')
    return options if options.fen is None else replace(options, start=read_fen(options.fen, rules))


def read_fen(text: str, rules: Rules) -> Position:
    """The position of a FEN. Raises OptionError."""
    from engine.fen import parse_fen

    try:
        return parse_fen(text, rules)
    except ValueError as error:
        raise OptionError(f"{error}.") from None


def usage() -> str:
    """The text of --help, 78 columns wide at most."""
    rows = ["usage: checkers [OPTIONS]", "       checkers perft DEPTH [--rules NAME] [--fen FEN]"]
    rows += ["       checkers show FILE.pdn [--game N] [--ply N]"]
    rows += ["       checkers play --from FILE.pdn [--game N] [--ply N] [OPTIONS]"]
    rows += ["       checkers match, bench, hub or train: each has a --help of its own", ""]
    for option in _OPTIONS:
        left = f"{option.flag} {option.takes}".strip()
        rows.append(f"  {left:16}{option.does}")
    rows += ["", "DOS spellings work too: /?, /PLAIN, /ASCII, /MONO, /LEVEL:7 and so on."]
    return "\n".join(rows)
