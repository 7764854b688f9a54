"""The messages of the conversation, in the spirit of 1990: plain, polite and short."""

import re
from collections.abc import Iterable, Mapping, Sequence
from string import capwords
from typing import TYPE_CHECKING, Final, Literal

from ai.score import ExactValue, is_decided, is_likely
from console.game.match import MOST_GAMES, points_text
from console.game.move_input import JumpPath
from console.game.naming import (
    OWN_SQUARES,
    SQUARE_STYLES,
    Naming,
    capitalized,
    counted,
    crowned,
    in_sentence,
    quoted,
    rank_name,
    rank_of,
    spoken_list,
)
from console.game.player_tags import RecordedPlayers
from console.game.seats import Program, Seats
from console.storage.themes import COLORS, theme_names
from console.text.phrases import PHRASES
from console.version import DATE, NAME, VERSION
from engine.game import Game, Outcome, Turn, draw_count
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.position import Move, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from console.game.clock import Control
    from console.game.match import Match

ASK_NAME: Final = "Your name? "
ASK_IF_NAME: Final = "Is {} your name (Y/N)? "
ASK_IF_OTHER_NAME: Final = "Is {} the other player's name (Y/N)? "
MENU_HOW: Final = '"menu moves" explains a group, "help hint" one word, "help 10" all words.'
NO_SUCH_ROOM: Final = 'This copy of the program has no "{}": its room was taken away.'
MATCH_HOW: Final = "The best of how many games? An odd number; Enter is 3."
BALLOT_HOW: Final = 'Enter picks a ballot at random; or name one, as in "ballot 12".'
IF_JUMPS_ARE_MADE: Final = "if every jump is made"
NAME_HOW: Final = 'What should I call you? Type it as in "name Dan"; it takes effect with the next game.'
SET_HOW: Final = 'F9 on the full screen sets colors, mouse and animation; --sound rings the bell. "menu" has the rest.'
FROM_THE_NEXT_START: Final = "On the full screen, from the next start on:"
ABOUT: Final = (
    f"{NAME} {VERSION}, {DATE}: checkers by every house's rules.",
    "Registered to you, for nothing: copy it for your friends, and lose to it.",
)
ASK_FIRST: Final = "Do you want to go first (Y/N)? "
ASK_MULTIPLE: Final = "Is it a multiple jump (Y/N)? "
ASK_NEXT: Final = "Next square? "
ASK_NEW: Final = "Leave this game and {} (Y/N)? "
OFFER_LESSON: Final = "Start with lesson one, three minutes (Y), or go straight to the game (N)? "
LEAVING: Final = ("Enter leaves the program; Esc stays.", "Enter leaves, and your game is saved; Esc stays.")
ASK_RESIGN: Final = "Do you really want to resign (Y/N)? "
ASK_RULES: Final = "Whose rules for the next game (Enter: no change)? "
ASK_ANOTHER: Final = "Another game (Y/N)? "
ASK_LEAVE_MATCH: Final = "Leave the match at {} (Y/N)? "

BAD_NAME: Final = "A name has 1 to 20 printable characters. Again, please."
LEFT_OUT: Final = "{1} has answered; {0} is left out."
WAITS: Final = ("That has to wait until a game has started.", "That has to wait until this question is answered.")
NO_MORE_JUMPS: Final = "Nothing more can be jumped: the move stands."
CROWN_ENDS: Final = "A crown ends the move, even where more could be jumped."
WAY: Final = "{} men move {} the board; kings move both ways."
THINKING: Final = 'I am thinking; "now" hurries me.'
BACK: Final = {"": "Back to the game.", "study": "Back to the study."}
TOO_LONG: Final = "{} is too long for me: a line has at most {} characters. Nothing of it was done."
PROBLEMS_DAMAGED: Final = "The problems by these rules are damaged: {}."
NOTHING_TO_UNDO: Final = "You have no move to take back."
DRAW_TOO_SOON: Final = "You may offer a draw once each side has made ten moves."
GUEST: Final = "Guest"
FITTED: Final = "I am matched to you, and follow your rating from game to game."
BAD_CLOCK: Final = (
    'Set a clock as minutes plus seconds per move, as in "clock 5+3" or "clock 0:30+1"; "clock off" means none.'
)
HELP_COSTS: Final = {
    "hint": 'With a hint, this game does not count toward your rating: "hint" again shows it.',
    "explore": "With the explorer, this game does not count toward your rating: Y opens it.",
    "book": "With the explorer, this game does not count toward your rating: Y opens it.",
    "study": "With a study, this game does not count toward your rating: Y opens it.",
    "moves": 'In huff this list is help: the game then does not count toward your rating. "moves" again shows it.',
}
UNRATED: Final = "This game no longer counts toward your rating."
REPLAYED: Final = "In a match, a game with help is played again."
WELCOME: Final = ("Welcome back, {}.", "Welcome, {}.")
SAY_WHAT: Final = 'Say what? As in "say A fine stroke!".'

_WITH_EXAMPLE: Final = 6  # plies
_EVEN: Final = 20  # centimen; below it a game is even
_MOST_MOVES: Final = 4  # of a principal variation
_NAMED_DAYS: Final = {1: "tomorrow", 7: "in a week", 30: "in a month"}
_LEAST_SECONDS: Final = 0.05  # after a shorter search the speed is not shown
_LONGEST_REASON: Final = 78
NAME_EVERY_SQUARE: Final = "Two jumps go there: name every square on the way."
NOTHING_TO_JUMP: Final = "There is nothing to jump between {} and {}."
YOUR_MOVE_THEN: Final = "Your move, then."
ASK_LOAD: Final = "Load which one (Enter: cancel)? "
ASK_SAVE: Final = "Save it under what name (Enter: cancel)? "
SUGGESTION: Final = 'Type "{}" for that.'
OFFER: Final = 'Type "{0}" for that, or Y.'
NO_SQUARE: Final = "There is no square {} here: squares are named like {}."
ON_OR_OFF: Final = '{0} will not do: type "{1}", "{1} on" or "{1} off".'
NO_BALLOTS: Final = "Ballots are for {}: {} has none."
LEVEL: Final = "I play at level {}, as the {}."
_OTHER_LEVEL: Final = (
    'The {0.name}, level {0.number}, is a step {1}: Enter on his row, or "level {0.number}", takes him'
)
OTHER_LEVEL: Final = (f"{_OTHER_LEVEL}.", f"{_OTHER_LEVEL}, and the game no longer counts toward your rating.")
NO_OTHER_MATCH: Final = '{} plays season matches only; type "one" to play the computer, then "match".'
OTHER_RULES: Final = "This game brings rules called {}, which differ from yours of that name: we play by the game's."
CUT_OFF: Final = "The file cannot be read beyond line {}: {}. If you know which move was meant, make it."
LOOK_WHERE: Final = 'Look at which square? As in "look {}"; "where" describes them all.'
EXPLORER_CLOSED: Final = "The explorer is closed."
REVIEWING: Final = 'Going over the game move by move; "now" stops early.'
TRY_AGAIN: Final = "To try again: {}."
REVIEW_ALL: Final = '"review all" lists every move with its score.'
TAKEN_BACK: Final = "Taken back: {}."


def task(side: int, goal: str) -> str:
    """Return a task, for example ``Black to move and win``."""
    return f"{SIDE_NAMES[side]} to move and {goal}"


def ask_move(game: Game, naming: Naming, name: str | None = None, goal: str = "") -> str:
    """Return the question for a move, with an example until each side has made three moves.

    ``name`` is the player's name in a game of two players, else None. ``goal`` is that of a task.
    """
    asked = task(game.side, goal) if goal else "Your move" if name is None else f"{name}, your move"
    example = f" (like {naming.example_of(game.side)})" if game.ply < _WITH_EXAMPLE else ""
    return f"{asked}{example}? "


def did_you_mean(line: str, path: JumpPath, naming: Naming) -> str:
    """Return the question whether ``path`` was meant, in square numbers if the typed line has only numbers."""
    has_letters = any(letter in "abcdefghij(" for letter in line.casefold())
    is_in_numbers = any(map(str.isdigit, line)) and not has_letters
    naming = naming._replace(in_numbers=naming.in_numbers or is_in_numbers)
    return f"Did you mean {naming.path(path.squares, path.jumps)} (Y/N)? "


def squares(naming: Naming, is_chosen: bool) -> str:
    """Return the message that says how squares are named. ``is_chosen``: by the player, not by the rules."""
    now = f"Moves look like {naming.example}, {PHRASES['squares'][naming.style]}"
    if is_chosen:
        return f'{now}; "squares {OWN_SQUARES}" leaves it to each set of rules.'
    others = spoken_list([f'"squares {style}"' for style in SQUARE_STYLES if style != naming.style], "or")
    return f"{now}, as these rules write it; {others} changes that."


def will_not_do(word: str, typed: str) -> str:
    """Return the message for an unknown argument of the command ``squares``, ``theme``, ``sound`` or ``animation``."""
    themes = ["EGA", *theme_names()[1:]]
    known = {"squares": [*SQUARE_STYLES, OWN_SQUARES], "theme": themes}.get(word, ["on", "off"])
    return f'{quoted(typed)} will not do: "{word}" takes {spoken_list(known, "or")}.'


def theme_named(typed: str) -> str | None:
    """Return the theme whose name begins as typed; None if there is none."""
    typed = {"ega": COLORS[0], "color": COLORS[0]}.get(typed, typed)
    return next((name for name in theme_names() if name.casefold().startswith(typed.casefold())), None)


def set_to(word: str, value: object) -> str:
    """Return the message that a setting was changed."""
    if word == "theme":
        return f"The colors are {'EGA' if value == COLORS[0] else value}."
    return f"The {word} is {'on' if value else 'off'}."


def in_other_letters(line: str, path: JumpPath, naming: Naming) -> str:
    """Return the question whether a line is in the letters of the other notation, to be read so in this game."""
    meant, other = naming.path(path.squares, path.jumps), naming.in_other_letters
    way = PHRASES["squares"][other.style]
    return f"{capitalized(way)}, {other.path(path.squares, path.jumps)} is {meant}. Read squares so now (Y/N)? "


def type_a_move(naming: Naming, side: int) -> str:
    """Return the message for an empty line at the question for a move."""
    return f"Type a move like {naming.example_of(side)}, or ? for help."


def must_go_on(jump: JumpPath, naming: Naming) -> str:
    """Return the message that a jump must be finished."""
    return f"You must keep jumping: {next_squares(jump, naming)}."


def next_squares(path: JumpPath, naming: Naming) -> str:
    """Return the present square of a path and its next squares, as a part of a sentence."""
    return f"from {naming.square(path.end)} to {naming.any_of(path.targets)}"


def unreadable(line: str, reason: str, naming: Naming) -> str:
    """Return the message for a line that is neither a command nor a move. A reason that is too long is replaced."""
    if len(reason) <= _LONGEST_REASON:
        return reason
    return f"I cannot read {quoted(line)}. A move looks like {naming.example}; type ? for help."


def computer_moved(before: Position, move: Move, moves: Sequence[Move], naming: Naming, who: str | None = None) -> str:
    """Return the message about the computer's move; ``who`` replaces "I"."""
    message = f"{who} moves {naming.both(move, moves)}" if who else f"I move {naming.both(move, moves)}"
    if move.captured:
        message += f" and {'takes' if who else 'take'} {naming.squares(move.captured)}"
    rank = crowned(before, move)
    return f"{message}. {f'{who} has' if who else 'I have'} a {rank}." if rank else f"{message}."


def draw_answered(agreed: bool, engine: str) -> str:
    """Return the computer's answer to an offer of a draw. ``engine`` is the engine that plays for it, if any."""
    if engine:
        return f"A draw? I {'accept' if agreed else 'decline'} for {engine}."
    return "A draw? I accept." if agreed else "A draw? No, thank you. Let's play on."


def speaks(opponent: Program, words: str) -> str:
    """Return what an opponent says, after his name."""
    return f'{opponent.title}: "{words}"'


def ask_resigned(opponent: Program) -> str:
    """Return the question whether the player accepts that the computer resigns."""
    who = f"{opponent.own_name} resigns" if opponent.own_name else "I resign"
    return f"{who}: do you accept (Y/N, Enter: Y)? "


def ask_draw(opponent: Program) -> str:
    """Return the question whether the player accepts a draw that the computer offers."""
    who = f"{opponent.own_name} offers" if opponent.own_name else "I offer"
    return f"{who} a draw: do you accept (Y/N)? "


def thought(found: "SearchInfo", side: int, jumping: Jumping, value: ExactValue | None) -> str:
    """Return the message about the search for a move of ``side``: depth, positions and evaluation.

    ``value`` is the exact value of the move if every jump is made, or None.
    """
    if found.is_from_book:
        return f"That is in my opening book: {evaluation(found.claim, side, jumping)}."
    judgement = f"{ending(value, side)} (proved)" if value is not None and jumping == "forced" else ""
    if not found.depth:
        looked = f"I looked at {counted(found.nodes, 'position')}, less than one move deep"
        message = looked if found.nodes else "There was nothing to think about"
        return f"{message}: {judgement}." if judgement else f"{message}."
    judgement = judgement or evaluation(found.claim, side, jumping)
    return f"I looked {_how_far(found)}: {judgement}."


def engine_thought(found: "SearchInfo", side: int, engine: str) -> str:
    """Return the message about the search of an engine that plays for the computer."""
    if not found.depth:
        return f"{engine} does not say what it thought."
    return f"{engine} looked {_how_far(found)}: {claim(found.claim, side)}."


def _how_far(found: "SearchInfo") -> str:
    return f"{game_length(found.depth)} ahead, at {counted(found.nodes, 'position')}"


def worth(value: ExactValue) -> str:
    """Return the value of a move for the mover, as words that follow the move: ``wins in 7 moves``, ``draws``.

    A win and a loss are counted in moves of the winner.
    """
    verb = ("draws", "wins", "loses")[value.outcome]
    return verb if value.plies is None else f"{verb} in {game_length(value.plies)}"


def ending(value: ExactValue, side: int, names: Sequence[str] = SIDE_NAMES) -> str:
    """Return an exact value for ``side`` in words: ``Black wins in 7 moves`` (the winner's), or ``a draw``."""
    if not value.outcome:
        return "a draw"
    winner = names[side if value.outcome > 0 else 1 - side]
    return f"{winner} wins" if value.plies is None else f"{winner} wins in {game_length(value.plies)}"


def thinking(found: "SearchInfo", side: int, naming: Naming, jumping: Jumping) -> str:
    """Return the line about a search in progress: depth, evaluation, principal variation and speed."""
    play = naming_list(found.pv[:_MOST_MOVES], naming)
    speed = f", {found.nodes / found.seconds / 1000:,.0f}k/s" if found.seconds > _LEAST_SECONDS else ""
    source = "Opening book" if found.is_from_book else f"Depth {found.depth}"
    return f"{source}: {evaluation(found.claim, side, jumping)}; {play}{speed}"


def considered(found: "SearchInfo", side: int, naming: Naming, jumping: Jumping, width: int) -> str:
    """Return the evaluation of a position with ``side`` to move, and as much of the best line as fits ``width``."""
    text = capitalized(evaluation(found.claim, side, jumping))
    longer = [f"{text}: {naming_list(found.pv[: count + 1], naming)}" for count in range(len(found.pv))]
    return max((line for line in longer if len(line) <= width), key=len, default=text)


def claim(score: int, side: int) -> str:
    """Return a score for ``side`` in words, without claiming a proof."""
    return f"{SIDE_NAMES[side if score > 0 else 1 - side]} wins" if is_decided(score) else balance(score, side)


def evaluation(score: int, side: int, jumping: Jumping) -> str:
    """Return a score for ``side`` in words and in men.

    With huff, nothing is proved: the search ignores that jumps may be missed.
    """
    if is_decided(score):
        return claim(score, side) if jumping == "huff" else f"{claim(score, side)} (proved)"
    return balance(score, side)


def balance(score: int, side: int) -> str:
    """Return the score of an undecided game for ``side``, in centimen, as words."""
    leader, ahead = SIDE_NAMES[side if score > 0 else 1 - side], abs(score)
    if is_likely(score):
        return f"{leader} seems to be winning"
    men = f"{ahead / 100:+.2f}"
    return f"{leader} is better, {men}" if ahead >= _EVEN else f"an even game, {men}"


def clock_runs_on(owner: str | None, left: str) -> str:
    """Return the message that the clock keeps running; ``owner`` is None for the player himself."""
    whose = "Your" if owner is None else f"{owner}'s"
    return f"{whose} clock is still running: {left} left."


def clock_in_words(control: "Control") -> str:
    """Return a time control in words."""
    parts = ((control.minutes, "minute"), (control.seconds, "second"))
    time = " ".join(counted(number, unit) for number, unit in parts if number)
    return f"{time}, plus {counted(control.increment, 'second')} a move" if control.increment else time


NO_CLOCKS: Final = (
    'This game has no clock, nor has the next: "clock 5+3" sets one, of five minutes and three seconds a move.'
)


def clock_set(next_one: "Control | None", now: "Control | None", left: Iterable[str]) -> str:
    """Return the message about the time controls of the next game and of this one. None means no clock.

    ``left``: the players of this game, each with the time left.
    """
    following = "The next game has no clock."
    if next_one:
        following = f'The next game has a clock of {next_one}: "new" starts it.'
    return f"This game has a clock of {now}; {', '.join(left)} left. {following}" if now else following


def numbered_moves(plies: int) -> int:
    """Return the number of the last move as in score sheets, in which two plies are one move.

    A win of so many plies takes the winner so many moves, whoever moves first.
    """
    return (plies + 1) // 2


def game_length(plies: int) -> str:
    """Return the length of a game in words, counted as in score sheets."""
    return counted(numbered_moves(plies), "move")


def in_days(days: int) -> str:
    """Return the words for a number of days from today."""
    return _NAMED_DAYS.get(days, f"in {days} days") if days > 0 else "today"


def are_due(called: Sequence[str], number: int) -> str:
    """Return the words that so many tasks are due: ``One of your mistakes and 2 openings are due``."""
    return f"{capitalized(spoken_list(called, 'and'))} {'is' if number == 1 else 'are'} due"


def reminder(called: Sequence[str], number: int, words: Sequence[str]) -> str:
    """Return the message that so many tasks are due, with the words that set them."""
    return f"{are_due(called, number)}: type {spoken_list([*map(quoted, words)], 'or')}."


def after_moves(count: int) -> str:
    """Return the message that the board shows the position after ``count`` plies."""
    some = f"The position after {counted(count, 'move')}, counting both sides."
    return some if count else "All moves have been taken back."


def dropped(lines: Sequence[str]) -> str:
    """Return the message for lines that were typed before a question that they do not answer."""
    return f"I skipped {' and '.join(map(quoted, lines))}: a different question came up first."


def help_lines(naming: Naming, kind: str = "short help") -> list[str]:
    """Return the most important lines of help. The line about the manual is not among those of the short help."""
    return [line.format(naming.example, *naming.example_squares) for line in PHRASES[kind].values()]


def player_moved(before: Position, move: Move, naming: Naming, who: str | None = None) -> str | None:
    """Return the message about the captures and crowning of a player's move, or None. ``who`` replaces "You"."""
    found = []
    if move.captured:
        found.append(f"{who or 'You'} {'takes' if who else 'take'} {naming.squares(move.captured)}.")
    if rank := crowned(before, move):
        risen, row = rank_name(rank_of(before, move.start)), naming.geometry.row_and_column(move.end)[0]
        where = f" on {naming.square(move.end)}" if row in (0, naming.geometry.size - 1) else ""
        found.append(f"{'The' if who else 'Your'} {risen}{where} becomes a {rank}.")
    return " ".join(found) or None


def ask_huff(candidates: Sequence[int], naming: Naming, name: str) -> str:
    """Return the question of two players whether ``name`` takes a piece that has missed a jump, or which one."""
    where = naming.any_of(candidates)
    if len(candidates) == 1:
        return f"{name}, {where} could have jumped: take it (Y/N)? "
    return f"{name}, take {where}, which could have jumped (N: none)? "


def answer_huff(candidates: Sequence[int], naming: Naming) -> str:
    """Return the message for an answer to ``ask_huff`` that is neither a yes nor a no nor one of the squares."""
    where = naming.any_of(candidates)
    return f"Y takes {where}, N lets it pass." if len(candidates) == 1 else f"Name {where}, or answer N to take none."


def huffed(position: Position, move: Move, number: int, naming: Naming, owner: str | None = None) -> str:
    """Return the message that the piece on square ``number`` is huffed, with the reason.

    ``move`` missed a jump; ``position`` has the piece still on the board. In a game of two players, ``owner`` is the
    name of the player who loses the piece.
    """
    rank, where, has_moved = rank_name(rank_of(position, number)), naming.square(number), number == move.end
    missed = "kept jumping" if has_moved and move.captured else "jumped"
    who = f"{naming.square(move.start)} (now {where})" if has_moved and not move.captured else where
    loss = f"I take your {rank}" if owner is None else f"{owner} loses the {rank}"
    return f"{who} could have {missed}: {loss} for not jumping."


def _by_square(text: str) -> list[str]:
    """Return the sort key of a move: its squares in order, numbers by their value."""
    return [part.zfill(2) for part in re.findall(r"\d+|\D+", text)]


def legal_moves(moves: Sequence[Move], naming: Naming, worth: Mapping[Position, str]) -> str:
    """Return the list of legal moves, jumps first.

    ``worth`` has the known values in words, by the position after the move.
    """
    ways = []
    for verb, jumps in (("jump", True), ("move", False)):
        alike = [move for move in moves if bool(move.captured) == jumps]
        texts = [naming.move(move) + (f" ({worth[move.after]})" if move.after in worth else "") for move in alike]
        ways += [f"{verb} {', '.join(sorted(texts, key=_by_square))}"] if texts else []
    return f"You can {'; or '.join(ways)}."


_QUIET: Final = 5  # moves of each side after which the draw by moves without progress is mentioned unasked


def counted_draws(rules: Rules) -> list[str]:
    """Return the counts of moves that make a draw, in words: first the moves without progress."""
    articles = () if rules.losing else rules.draws
    return [quiet_draw(rules), *(f"{each.moves} when {each.balance}" for each in articles)]


def draw_count_of(game: Game, least: int = _QUIET) -> str:
    """Return the moves counted for a draw; empty below ``least`` moves without progress."""
    count = draw_count(game)
    if count.article is None:
        short = count.moves < least
        return "" if short else f"No progress for {counted(count.moves, 'move')}: {count.limit} make a draw."
    return f"{count.moves} of {count.limit} moves: {count.article.balance}."


def quiet_draw(rules: Rules) -> str:
    """Return the moves without progress that make a draw, in words."""
    if rules.kings_fly:
        return f"{counted(rules.draw_after, 'king move')} each without a capture"
    return f"{counted(rules.draw_after, 'move')} each without progress"


def who_wins(outcome: Outcome, names: Sequence[str] = SIDE_NAMES) -> str:
    """Return who wins, or that the game is a draw, without a full stop. ``names`` are by side."""
    return "A draw" if outcome.winner is None else f"{names[outcome.winner]} wins"


def standing(match: "Match", names: Sequence[str]) -> str:
    """Return the points of a match, the leader's first. Its points and ``names`` are in the same order."""
    order = (1, 0) if match.leader == 1 else (0, 1)
    return ", ".join(f"{in_sentence(names[side])} {points_text(match.points[side])}" for side in order)


def game_of_match(match: "Match", names: Sequence[str]) -> str:
    """Return the message at the beginning of a game of a match; ``names`` are those of Black and White."""
    which = f"Game {match.number} of at most {match.best_of}"
    return f"{which}: {standing(match, names)}." if any(match.points) else f"{which}."


def bad_match(typed: str) -> str:
    """Return the message for a length that a match cannot have."""
    will_not = f"{quoted(typed)} will not do: a" if typed.strip() else "A"
    return f'{will_not} match is the best of an odd number of games from 1 to {MOST_GAMES}, as in "match 3".'


def ask_another(match: "Match | None", opponent: Program | Literal["chosen"]) -> str:
    """Return the question after a game, about the ``match`` and the ``opponent`` planned for the next game."""
    if match is None:
        return ASK_ANOTHER
    if not any(match.points) and isinstance(opponent, Program) and opponent.own_name:
        return f"A match against {opponent.called} (Y/N)? "
    return f"Game {match.number} of the match (Y/N)? "


def ballot(title: str, opening: str, moves: Sequence[Move], naming: Naming) -> str:
    """Return the message with the title of a ballot, the name of its opening and its moves, if it has these."""
    named = f"{title}, {opening}" if opening else title
    return f"The ballot is {named}{': ' if moves else ''}{naming_list(moves, naming)}."


def turns_list(turns: Sequence[Turn], naming: Naming) -> str:
    """Return the moves of some turns of a game."""
    return naming_list([turn.move for turn in turns], naming)


def naming_list(moves: Sequence[Move], naming: Naming) -> str:
    """Return moves separated by commas."""
    return ", ".join(naming.move(move) for move in moves)


def meeting(opponent: Program, about: str) -> str:
    """Return the introduction of the opponent."""
    met = f"At a rating of {opponent.rating}, you meet" if opponent.is_fitted else "You meet"
    return f"{met} {opponent.called}, who {about}."


def ask_name(default: str | None) -> str:
    """Return the question for the player's name. ``default`` is the name of the last session, or None."""
    return f"Your name (Enter: {default})? " if default else ASK_NAME


def renamed(before: str, now: str) -> str:
    """Return the message that the player has another name, under which his results are counted apart."""
    apart = f', with a new record. "name {before}" brings the old one back.' if before not in ("", now) else "."
    return f"Starting with the next game, you are {now}{apart}"


def next_game(rules: Rules, jumping: Jumping) -> str:
    """Return the message about the rules of the next game."""
    return f"The next game is {capwords(rules.name, '-')}, and {PHRASES['the next jumping'][jumping]}."


def no_more_jumps(game: Game, move: Move | None) -> str:
    """Return the message that the jump which makes a move cannot go on."""
    is_crowned = move is not None and crowned(game.position, move) is not None
    return CROWN_ENDS if is_crowned and game.rules.crowning == "ends" else NO_MORE_JUMPS


def welcome_back(name: str, home: int, position: Position) -> str:
    """Return the greeting of a player who continues a game as the side ``home``, with the pieces of both sides."""
    own, other = (position.of(side).bit_count() for side in (home, 1 - home))
    return f"Welcome back, {name}: {counted(own, 'piece')} to {other}."


def pairing(seats: Seats, home: int, white: str = "") -> str:
    """Return the message about the players and their sides.

    ``white`` is the color of White's pieces, empty for white.
    """
    program, opponent = seats.program, seats.opponent
    level = program.level if program is not None and not (program.own_name or program.rating) else None
    how = f"level {level}" if level is not None else ""
    if program is not None and opponent is None:
        return f"{program.own_name or 'The computer'} plays itself{f', {how}' if how else ''}."
    sides = (SIDE_NAMES[BLACK], f"{SIDE_NAMES[WHITE]} ({white})" if white else SIDE_NAMES[WHITE])
    who = f"You play {sides[home]}"
    if opponent is None:
        who = " and ".join(f"{name} plays {side}" for name, side in zip(seats.names, sides, strict=True))
    elif opponent.own_name:
        who += f", {opponent.called} plays {sides[1 - home]}"
    elif white and home == BLACK:
        who += f" ({SIDE_NAMES[WHITE]} is {white})"
    return f"{who}{f' against {how}' if how else ''}. Type ? for help."


def ask_go_on(players: RecordedPlayers, plies: int) -> str:
    """Return the question whether to continue the game in progress, which has ``plies`` plies.

    A game without a move is the next one of a match.
    """
    seats = players.seats
    with_whom = f"the game of {spoken_list(seats.names, 'and')}"
    if seats.opponent is not None and seats.opponent.level is not None:
        with_whom = f"your game against {seats.opponent.called}"
    after = f"after {game_length(plies)}" if plies else "the next game of the match"
    return f"Pick up {with_whom}, {after} (Y/N, Enter: Y)? "


def have_games(names: Sequence[str]) -> str:
    """Return the message that other players have unfinished games."""
    has, games = ("has", "an unfinished game") if len(names) == 1 else ("have", "unfinished games")
    return f"{spoken_list(names, 'and')} {has} {games} here."


def farewell(names: Sequence[str], kept: bool) -> str:
    """Return the farewell to the players. ``kept``: their game is saved, and the next start offers it."""
    good_bye = f"Good-bye, {spoken_list(names, 'and')}." if names else "Good-bye."
    return f"{good_bye} Your game is saved: start me again to pick it up." if kept else good_bye


def go_where(plies: int) -> str:
    """Return the message about the numbers that the word "go" takes in a game of so many plies."""
    numbers = f'Counting both sides, moves go from 0 to {plies}, as in "go {plies}".'
    return numbers if plies else "No move has been made yet."
