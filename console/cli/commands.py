"""The commands beside the game, in the order of the help."""

from typing import Final, NamedTuple


class Command(NamedTuple):
    """A command: the module in this folder with its function, and its use and purpose for the help."""

    function: str
    use: str
    does: str


COMMANDS: Final = {
    "show": Command("pdn:show", "show FILE.pdn", "print the boards of a game"),
    "play": Command("pdn:play", "play --from FILE.pdn", "go on with one"),
    "games": Command("games:run", "games FILE.pdn", "list the games of files, and find some"),
    "perft": Command("perft:run", "perft DEPTH", "count moves"),
    "match": Command("match:run", "match PLAYER PLAYER", "play two computer players against each other"),
    "bench": Command("bench:run", "bench", "tell how fast this installation is"),
    "levels": Command("levels:run", "levels", "count the shots that each level overlooks"),
    "train": Command("train:run", "train", "let the computer learn from its own games"),
    "tables": Command("tables:run", "tables", "list, build and ask the endgame tables"),
    "book": Command("book:run", "book", "list, build and ask the opening books"),
    "problems": Command("problems:run", "problems", "set problems to solve"),
    "record": Command("record:run", "record", "show a player's record"),
    "rules": Command("rules:run", "rules", "list, show, add and remove house rules"),
    "course": Command("course:run", "course", "list the lessons of the course, or print one"),
    "hub": Command("hub:run", "hub", "play for other programs"),
    "dxp": Command("dxp:run", "dxp", "play other programs over a line"),
    "call": Command("modem:call", "call HOST", "play somebody else over a line"),
    "answer": Command("modem:answer", "answer", "wait for somebody who calls"),
}
"""The commands by the first word of the command line."""
