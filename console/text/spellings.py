"""Other spellings of commands, the words for yes and no, and words of courtesy."""

from typing import Final

from engine.rules import RULE_SETS

_COMMANDS: Final = """
help = man, manual, instructions, how to play
? = help me
menu = commands, words, list commands
board = display, print, print board, print the board, draw board, draw the board, redraw, refresh, cls
where = pieces, position
flip = flip board, flip the board, turn board, rotate, rotate the board
rules = variants, other rules
save = save game, save my game, save the game
games = saved games, list games, saves, dir, ls
fame = scores, high scores, hall of fame
settings = preferences, config
theme = themes
sound = sounds, beep, beeps, music
sound off = mute, turn off sound, turn sound off
sound on = unmute, turn on sound, turn sound on
quit = bye bye, goodbye, good bye, q!, wq, close, logout
undo = go back, take back, take it back, take that back, takeback, oops
redo = forward
moves = move, legal moves, possible moves, valid moves, available moves, list moves, list
hint = hints, best move, suggest, suggestion, advice, tip
level = levels, difficulty, strength, hard, harder, easy, easier, too hard, too easy, stronger, weaker
draw = offer draw, offer a draw, call it a draw, tie
resign = surrender, concede, forfeit, you win
new = new game, start new game, start over, start again, another game, play again
swap = switch, switch sides, change sides, swap sides
two = two players, 2 players, two player, 2 player, multiplayer
one = one player, 1 player, single player
demo = watch, autoplay
review = analysis
load = load game, load my game, load saved game, open, restore
now = hurry, hurry up
problem = problems, puzzle, puzzles
problem today = today, daily, daily problem, daily puzzle, problem of the day, puzzle of the day
course = tutorial, teach me
"""


def _by_spelling(table: str) -> dict[str, str]:
    """Return the commands of a table by their spellings."""
    rows = (row.split(" = ") for row in table.strip().splitlines())
    return {spelling: command for command, spellings in rows for spelling in spellings.split(", ")}


SPELLINGS: Final = _by_spelling(_COMMANDS) | {name: f"next {name}" for name in RULE_SETS}
"""Commands by other spellings, which take no argument. The name of a rule set chooses it for the next game."""
_POLITE: Final = (
    "a all an and any can change checkers could do draughts game games give have i i'd i'll i'm it just last let "
    "let's lets like make me move my need now play please pls plz rules see show some thank thanks that that's "
    "the then this to try us wanna want we will would you your ? ! ."
)
COURTESY: Final = frozenset(_POLITE.split())
"""Words that change nothing at the beginning or the end of a line, unless they are a command by themselves."""
_AGREE: Final = (
    "y yes yess yea yeah yep yup ya ja si oui da sure ok okay k aye absolutely certainly definitely indeed right "
    "correct fine alright"
)
YES: Final = frozenset({*_AGREE.split(), "of course", "why not", "go ahead", "all right", "please do", "go on"})
NO: Final = frozenset(
    {"n", "no", "nope", "nah", "nay", "never", "cancel", "no thanks", "no thank you", "no way", "no more", "not now"}
)
