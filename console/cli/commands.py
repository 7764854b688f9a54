"""The commands beside the game, in the order of the help."""

from typing import Final, NamedTuple


class Subcommand(NamedTuple):
    """A command: the module in this folder with its function, and its use and purpose for the help."""

    function: str
    use: str
    does: str


COMMANDS: Final = {
    "show": Subcommand("pdn:show", "show FILE.pdn", "print the boards of a game"),
    "play": Subcommand("pdn:play", "play --from FILE.pdn", "continue one"),
    "games": Subcommand("games:run", "games FILE.pdn", "list or search the games in files"),
    "perft": Subcommand("perft:run", "perft DEPTH", "count moves"),
    "match": Subcommand("match:run", "match PLAYER PLAYER", "play two computer players against each other"),
    "bench": Subcommand("bench:run", "bench", "measure how fast this installation is"),
    "levels": Subcommand("levels:run", "levels", "count the shots that each level overlooks"),
    "train": Subcommand("train:run", "train", "let the computer learn from its own games"),
    "tables": Subcommand("tables:run", "tables", "list, build and query the endgame tables"),
    "book": Subcommand("book:run", "book", "list, build and query the opening books"),
    "problems": Subcommand("problems:run", "problems", "set problems to solve"),
    "record": Subcommand("record:run", "record", "show a player's record"),
    "rules": Subcommand("rules:run", "rules", "list, show, add and remove house rules"),
    "course": Subcommand("course:run", "course", "list the lessons of the course, or print one"),
    "hub": Subcommand("hub:run", "hub", "play for other programs"),
    "dxp": Subcommand("dxp:run", "dxp", "play other programs over a line"),
    "call": Subcommand("modem:call", "call HOST", "play somebody else over a line"),
    "answer": Subcommand("modem:answer", "answer", "wait for somebody who calls"),
}
"""The commands by the first word of the command line."""
