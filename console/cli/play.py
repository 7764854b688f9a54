"""The game and ``checkers play``: start the game, in full screen or with the plain front end."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar

from console.cli.arguments import AFTER_MOVES, GAME, SEEDS, Offered, one_of, read_jumping, read_rule_set, whole
from console.cli.loading import end_loading
from console.cli.parser import Asked, Command, OptionError, option, switch
from console.game.clock import Control
from console.game.engine_choice import read_command
from console.game.options import FIT, LEVEL_NUMBERS, LONGEST_NAME, Options, name_of, only_jumping
from console.terminal.standard_streams import is_dumb, is_old_console
from engine.rules import losing_game

if TYPE_CHECKING:
    from console.dialogue.loop import Dialogue

OLD_CONSOLE: Final = "This console knows no colors, so I play in plain lines; Windows Terminal gets the whole board."
_OF_THE_GAME: Final = ("losing", "jumping", "ballot", "fen")
_T = TypeVar("_T")


def run(asked: Asked) -> int:
    """Start the game. Raises OptionError."""
    return open_game(vars(asked))


def play_on(asked: Asked) -> int:
    """Continue a game of a file from any of its positions. Raises OptionError."""
    from console.cli.game_file import check_ply, open_record
    from engine.pdn.record import ordered_tags

    given = vars(asked)
    file, game, ply = given.pop("from"), given.pop("game"), given.pop("ply")
    if file is None:
        if game is not None or ply is not None:
            raise OptionError("--game and --move belong to --from FILE.pdn.")
        return open_game(given)
    for name in _OF_THE_GAME:
        if given[name] is not None:
            raise OptionError(f'"--{name}" will not do: the game comes with its own.')
    with open_record(file, game or 1, given.pop("rules")) as (record, _):
        check_ply(ply, record)
    # A result by resignation or agreement is only a tag now: the game continues unless its last position ends it.
    tags = record.tags if record.outcome is None else ordered_tags({**dict(record.tags), "Result": record.result})
    going_on = replace(record, outcome=None, tags=tags)
    return open_game(given, rules=record.rules, jumping=record.jumping, record=going_on, ply=ply)


def open_game(given: Mapping[str, Any], **beginning: Any) -> int:
    """Start the game with the given options and the settings; return the exit status. Raises OptionError.

    ``beginning`` are fields of ``Options`` that the command sets itself: the record to continue, with its ply and
    rules, the first task or the remote game.
    """
    from console.storage.store import PIPED, open_store

    store = open_store(at_terminal() or bool(given.get("keep")))
    if store.saves_games and not (at_terminal() or given.get("keep") or given.get("name")):
        store.complain(PIPED)
    rules = beginning.get("rules") or given.get("rules") or store.rules_of_settings()
    options = game_options(given, replace(store.settings.options(rules), at_terminal=at_terminal(), **beginning))
    rng = Random(options.seed)
    if at_terminal() and is_old_console() and not options.plain:
        store.complain(OLD_CONSOLE)
    if options.plain or not full_screen_possible():
        from console.plain.front_end import play
    else:
        from console.screens.run import play
    end_loading()

    def make_dialogue() -> "Dialogue":
        from console.cli.composition import dialogue_of

        return dialogue_of(options, rng, store=store)

    return play(options, make_dialogue, store)


def at_terminal() -> bool:
    """Return True if standard input and output are terminals."""
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


def full_screen_possible() -> bool:
    """Return True if the terminal supports the full screen."""
    return at_terminal() and not is_dumb()


def game_options(given: Mapping[str, Any], defaults: Options | None = None) -> Options:
    """Return the options of a game: ``defaults`` replaced by the options given on the command line, which are not None.

    A kind of jumping in ``defaults`` that the rule set lacks is dropped. Raises OptionError if two options contradict
    each other, or if the jumping, the ballot or the FEN is not valid under the rules.
    """
    given = {name: value for name, value in given.items() if value is not None}
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
    if options.fen is None:
        return options
    from console.game.position_editor import read_start

    try:
        return replace(options, start=read_start(options.fen, rules))
    except ValueError as error:
        raise OptionError(f"{error}.") from None


def _reads(read: Callable[[str], _T], accepted: str) -> Callable[[str], _T]:
    """Return a reader whose error message is ``accepted``."""

    def convert(text: str) -> _T:
        try:
            return read(text)
        except ValueError:
            raise ValueError(accepted) from None

    return convert


def _read_level(text: str) -> int | str:
    """Return the number of a level, or FIT."""
    chosen = _LEVEL(text)
    return chosen if chosen == FIT else int(chosen)


_LEVEL: Final = one_of((*LEVEL_NUMBERS, FIT), f"a level is a number from 1 to 9, or {FIT}")
read_player: Final = _reads(name_of, f"a name has 1 to {LONGEST_NAME} printable characters")
_read_clock: Final = _reads(Control.read, "a clock has at most 999 minutes and 999 seconds a move, as in 5+3 or 0:30+1")
_read_seed: Final = _reads(whole(1 - SEEDS, SEEDS - 1), "a seed is a whole number of at most 18 digits")
NAME_AND_RULES: Final = (
    option("--name NAME", read_player, f"your name, 1 to {LONGEST_NAME} characters"),
    option(
        "--rules NAME",
        read_rule_set,
        "the rules to play by; without it, your last choice (a newcomer: american)",
    ),
)
CLOCK: Final = option("--clock M+S", _read_clock, "minutes each + seconds a move, as in 5+3, or off")
_GAME: Final = (
    *NAME_AND_RULES,
    switch("--first", "you go first"),
    switch("--second", "the computer goes first", "first", False),
    option(
        "--level N",
        Offered(_LEVEL.words, _read_level),
        "how strong the computer is, 1 to 9, or fit: as strong as you; without it, your last choice (a newcomer: fit)",
    ),
    switch("--losing", "the losing game: run out of pieces or moves and you win"),
    option("--jumping KIND", read_jumping, "huff, forced or free, where the rules offer it"),
    switch("--two", "two players at one board", "players", "two"),
    option("--other NAME", read_player, "the second player's name"),
    switch("--demo", "the computer plays itself", "players", "demo"),
    option("--engine COMMAND", read_command, "an engine of another program plays for the computer (Hub)"),
    CLOCK,
    option("--ballot N", str, "start with an opening drawn by lot, as the word ballot takes it"),
    option("--fen FEN", str, "start from this position"),
    option("--seed N", _read_seed, "the same seed and moves give the same game (except level 9)"),
)
PLAIN: Final = switch("--plain", "lines of text instead of the full screen")
DISPLAY: Final = (
    PLAIN,
    switch("--ascii", "no characters beyond ASCII"),
    switch("--mono", "no colors"),
    switch("--no-mouse", "leave the mouse to the terminal", "mouse", False),
    switch("--no-animation", "show moves at once", "animation", False),
    switch("--no-board", "in plain lines, draw the board only when asked", "drawing", False),
    switch("--no-exit-screen", "leave at once, without the exit screen", "exit_screen", False),
    switch("--no-book", "the computer plays without its opening book", "book", False),
    switch("--sound", "ring the bell for moves, jumps, crownings and wins"),
    switch("--teach", "explain each kind of move when it first occurs"),
    switch("--claims", "what is said of the board, for a checker"),
    switch("--keep", "save the game and the settings even in a pipe"),
)
_FROM: Final = (
    option("--from FILE.pdn", str, "the file of a game to continue"),
    GAME,
    option("--move N", whole(0, 10**15), AFTER_MOVES, field="ply"),
    option("--ply N", whole(0, 10**15), "the same", field="ply"),
)
_VERSION: Final = switch("--version", "show the version")
COMMANDS: Final = (
    Command("", run, "Play checkers on a text screen, as in 1990.", *_GAME, *DISPLAY, _VERSION),
    Command("play", play_on, "Play; continue a game from a PDN file.", *_FROM, *_GAME, *DISPLAY),
)
