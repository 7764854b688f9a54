"""From score sheets to games: what other programs write is read leniently, and what cannot be read is told by its line.

``scanner`` finds the sheets, which costs next to nothing; here they are played through.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, NamedTuple

from engine.fen import parse_and_crown
from engine.game import Game, Turn
from engine.geometry import Geometry
from engine.notation import IllegalMove, algebraic_name, ambiguous, fitting_moves
from engine.outcome import Outcome, Reason
from engine.pdn.record import DRAWN, TERMINATIONS, GameRecord, ordered_tags
from engine.pdn.scanner import Problem, ScoreSheet, WrittenMove, score_sheets
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import RULE_SETS, Jumping, Rules

_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")
_GAME_TYPE: Final = re.compile(r"\s*([0-9]{1,4})\b")
_HUFF: Final = re.compile(r"huff\s+(?:([0-9]{1,2})|waived)", re.IGNORECASE)
_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d)?)\d*\s*\]", re.ASCII)
_LONGEST_QUOTE: Final = 30
_FIRST_WON: Final = ("1-0", "2-0")
_SECOND_WON: Final = ("0-1", "0-2")
_DRAWS: Final = (DRAWN, "1/2", "1-1")
_MOST_LINES: Final = 16


class UnreadableGame(ValueError):
    """A score sheet that cannot be played through; ``problem`` says why, ``plies`` how far it could be played."""

    def __init__(self, problem: Problem, plies: int = 0) -> None:
        super().__init__(str(problem))
        self.problem = problem
        self.plies = plies


class _Ambiguous(UnreadableGame):
    """A game whose every move is legal by the rules it is read by, but one may be any of several."""


class Reading(NamedTuple):
    """A game, and what of its sheet was not taken as it is written."""

    record: GameRecord
    remarks: tuple[Problem, ...]


def read_games(text: str, rules: Rules | None = None) -> tuple[list[GameRecord], list[Problem]]:
    """Every game of a text that can be read, and why the others cannot; ``rules`` as in read_sheet."""
    games: list[GameRecord] = []
    problems: list[Problem] = []
    for sheet in score_sheets(text):
        try:
            games.append(read_sheet(sheet, rules))
        except UnreadableGame as error:
            problems.append(error.problem)
    return games, problems


def read_sheet(sheet: ScoreSheet, rules: Rules | None = None) -> GameRecord:
    """The game on a sheet, played through; a draw nobody claimed does not stop it. Raises UnreadableGame.

    Played by ``rules`` whatever the sheet says; without them by those it names, and if it names none that are known, by
    the first of ``candidate_rules`` by which every move is legal.
    """
    return read_with_remarks(sheet, rules).record


def read_with_remarks(sheet: ScoreSheet, rules: Rules | None = None) -> Reading:
    """The same, with what was not taken as it is written. Raises UnreadableGame."""
    if sheet.problem is not None:
        raise UnreadableGame(sheet.problem)
    candidates = (rules,) if rules else candidate_rules(sheet)
    furthest: UnreadableGame | None = None
    for candidate in candidates:
        try:
            return _played_through(sheet, candidate)
        except _Ambiguous:
            raise
        except UnreadableGame as error:
            if furthest is None:
                furthest = error
            elif error.plies > furthest.plies:
                problem = replace(error.problem, reason=f"{error.problem.reason} (read as {candidate.name})")
                furthest = UnreadableGame(problem, error.plies)
    assert furthest is not None, "there is a candidate"
    raise furthest


def rules_of(sheet: ScoreSheet) -> Rules:
    """The rule set a sheet names, or the likeliest by the squares it names."""
    return candidate_rules(sheet)[0]


def candidate_rules(sheet: ScoreSheet) -> tuple[Rules, ...]:
    """The rule sets a game may be played by, the likeliest first: the one its Variant or GameType names.

    Where neither names any, all whose board has the squares of the sheet, first those in whose notation they are
    written; all where no board has them.
    """
    named = RULE_SETS.get(sheet.tag("Variant").casefold()) or _rules_of_type(sheet)
    if named is not None:
        return (named,)
    position = ":".join(sheet.tag("FEN", "").split(":")[:3])
    squares = {square for move in sheet.moves for square in _SQUARE.findall(move.text.casefold())}
    squares.update(_SQUARE.findall(position))
    letters = any(square[0].isalpha() for square in squares)
    fitting = [rules for rules in RULE_SETS.values() if squares <= _squares_of(rules.geometry).keys()]
    return tuple(sorted(fitting or RULE_SETS.values(), key=lambda rules: rules.algebraic != letters))


def _rules_of_type(sheet: ScoreSheet) -> Rules | None:
    """The rule set with the number of the sheet's GameType; None if there is no such tag or no such rule set."""
    number = _GAME_TYPE.match(sheet.tag("GameType"))
    return next((rules for rules in RULE_SETS.values() if number and rules.game_type == int(number[1])), None)


@dataclass
class _Line:
    """One way to understand the moves read so far."""

    game: Game
    clocks: list[float | None] = field(default_factory=list)

    def copy(self) -> "_Line":
        return _Line(self.game.copy(), list(self.clocks))

    def follow(self, move: Move, comments: Sequence[str]) -> None:
        """Make a move, with the huff and the time its comments tell of. Raises ValueError if there is no such huff."""
        self.game.replay(Turn(move, move.after))
        self.clocks.append(_read_comments(self.game, comments))


def _played_through(sheet: ScoreSheet, rules: Rules) -> Reading:
    """The game by these rules. Raises UnreadableGame.

    Where squares fit several captures all are followed up; what comes after decides between them.
    """
    remarks = _remarks_on_type(sheet, rules)
    start, crowned = _start(sheet, rules)
    remarks += crowned
    lines = [_Line(Game(rules, _jumping(sheet, rules), start))]
    doubt: _Ambiguous | None = None
    setups = {setup.ply: setup for setup in sheet.setups if setup.ply}
    for ply, written in enumerate(sheet.moves):
        if ply in setups and not _stands(sheet, setups[ply].fen, setups[ply].line, lines):
            reason = "another position is set up here; the game is read up to it"
            remarks.append(Problem(sheet.number, setups[ply].line, reason))
            break
        before = len(lines)
        lines, several = _followed(sheet, lines, written, ply)
        if len(lines) > before and doubt is None:
            doubt = several
        if doubt is not None and len(lines) > _MOST_LINES:
            raise doubt
    if doubt is not None and len(lines) > 1:
        raise doubt
    game, clocks = lines[0].game, lines[0].clocks
    tags = ordered_tags({name: value for name, value, _ in sheet.tags})
    timed = any(left is not None for left in clocks)
    record = GameRecord(
        rules, game.jumping, game.start, game.turns, _outcome(sheet, game), tags, tuple(clocks) if timed else ()
    )
    return Reading(record, tuple(remarks))


def _followed(
    sheet: ScoreSheet, lines: Sequence[_Line], written: WrittenMove, ply: int
) -> tuple[list[_Line], _Ambiguous | None]:
    """The lines a move can be made in, one for every way to understand it, and the doubt if there are several ways.

    Raises UnreadableGame if it can be made in none.
    """
    followed: list[_Line] = []
    refusal: Exception | None = None
    doubt: _Ambiguous | None = None
    names = _squares_of(lines[0].game.rules.geometry)
    try:
        squares = [names[name] for name in _SQUARE.findall(written.text.casefold())]
    except KeyError as error:
        raise _unreadable(sheet, written.line, f"{written.text}: there is no square {error.args[0]}", ply) from None
    for line in lines:
        fits = fitting_moves(squares, line.game.routes())
        distinct = list({move.after: move for move in reversed(fits)}.values())[::-1]
        if not distinct:
            refusal = refusal or IllegalMove(f"{'-'.join(map(str, squares))} is not a legal move here")
        elif len(distinct) > 1:
            reason = f"{written.text}: {ambiguous(squares, fits)}"
            doubt = doubt or _Ambiguous(Problem(sheet.number, written.line, reason), ply)
        for way, move in zip([*(line.copy() for _ in distinct[1:]), line], distinct, strict=False):
            try:
                way.follow(move, written.comments)
            except IllegalMove as error:
                refusal = refusal or error
            else:
                followed.append(way)
    if not followed:
        raise _unreadable(sheet, written.line, f"{written.text}: {refusal}{_foreign(sheet)}", ply)
    return followed, doubt


def _unreadable(sheet: ScoreSheet, line: int, reason: str, plies: int = 0) -> UnreadableGame:
    return UnreadableGame(Problem(sheet.number, line, reason), plies)


def _unknown_type(sheet: ScoreSheet) -> str:
    """The GameType of a kind that is not played here; empty if it is, or there is none."""
    kind = sheet.tag("GameType", "")
    return "" if _rules_of_type(sheet) else kind


def _foreign(sheet: ScoreSheet) -> str:
    """What to add where a move fails in a game of a kind that is not played here."""
    kind = _unknown_type(sheet)
    return f" (its GameType {quoted(kind, _LONGEST_QUOTE)} is not known)" if kind else ""


def _remarks_on_type(sheet: ScoreSheet, rules: Rules) -> list[Problem]:
    kind = _unknown_type(sheet)
    if not kind or sheet.tag("Variant").casefold() == rules.name:
        return []
    reason = f"GameType {quoted(kind, _LONGEST_QUOTE)} is not known; the game is read as {rules.name}"
    return [Problem(sheet.number, sheet.tag_line("GameType"), reason)]


def _jumping(sheet: ScoreSheet, rules: Rules) -> Jumping:
    """The kind of jumping the tag names; without one a huff among the comments tells."""
    named = sheet.tag("Jumping", "")
    huffs = any(_HUFF.fullmatch(comment) for move in sheet.moves for comment in move.comments)
    for jumping in rules.jumpings:
        if named.casefold() == jumping or (not named and huffs and jumping == "huff"):
            return jumping
    if named:
        kinds = " or ".join(rules.jumpings)
        reason = f"{rules.name} is not played with jumping {quoted(named, _LONGEST_QUOTE)}: {kinds}"
        raise _unreadable(sheet, sheet.tag_line("Jumping"), reason)
    return "forced"


def _start(sheet: ScoreSheet, rules: Rules) -> tuple[Position | None, list[Problem]]:
    """Where the game begins: at the last position set up before the moves, else that of the tag; None is the usual."""
    written = [(setup.fen, setup.line) for setup in sheet.setups if not setup.ply]
    fen, line = written[-1] if written else (sheet.tag("FEN", ""), sheet.tag_line("FEN"))
    if not fen:
        return None, []
    position, crowned = _position(sheet, fen, line, rules)
    if not crowned:
        return position, []
    squares = " and ".join(map(str, crowned))
    reason = f"the man on {squares} stands on its king row and is read as a king"
    if len(crowned) > 1:
        reason = f"the men on {squares} stand on their king row and are read as kings"
    return position, [Problem(sheet.number, line, reason)]


def _position(sheet: ScoreSheet, fen: str, line: int, rules: Rules) -> tuple[Position, tuple[int, ...]]:
    numbers = _squares_of(rules.geometry)
    try:
        return parse_and_crown(re.sub(r"[a-j][0-9]{1,2}", lambda name: str(numbers.get(name[0], name[0])), fen), rules)
    except ValueError as error:
        raise _unreadable(sheet, line, str(error)) from None


def _stands(sheet: ScoreSheet, fen: str, line: int, lines: list[_Line]) -> bool:
    """Whether a position that is set up is on the board anyway; lines in which it is not are given up."""
    position, _ = _position(sheet, fen, line, lines[0].game.rules)
    standing = [way for way in lines if way.game.position == position]
    lines[:] = standing or lines
    return bool(standing)


@cache
def _squares_of(geometry: Geometry) -> dict[str, int]:
    """The number of every square by the names PDN may give it."""
    numbers = range(1, geometry.squares + 1)
    plain = {f"{number:0{width}}": number for number in numbers for width in (1, 2)}
    return plain | {algebraic_name(number, geometry): number for number in numbers}


def _read_comments(game: Game, comments: Sequence[str]) -> float | None:
    """Carry out a huff that the comments behind a move tell of; returns the time they say is left."""
    left = None
    for comment in comments:
        huff, clock = _HUFF.fullmatch(comment), _CLOCK.search(comment)
        if huff and game.jumping == "huff":
            if huff[1]:
                game.huff(int(huff[1]))
            else:
                game.waive_huff()
        elif clock:
            left = round(int(clock[1]) * 3600 + int(clock[2]) * 60 + float(clock[3]), 1)
    return left


def _outcome(sheet: ScoreSheet, game: Game) -> Outcome | None:
    """How the game ended: as the last position says where it decides, else as the sheet does."""
    shown = game.outcome
    if shown is not None and shown.winner is not None:
        return shown
    first = game.rules.first
    reasons = {text: reason for reason, text in TERMINATIONS.items()}
    reason = reasons.get(sheet.tag("Termination").casefold())
    if sheet.result in _DRAWS:
        return Outcome(None, Reason.AGREED) if shown is None or reason is Reason.AGREED else shown
    if sheet.result in (*_FIRST_WON, *_SECOND_WON):
        winner = first if sheet.result in _FIRST_WON else 1 - first
        return Outcome(winner, Reason.FLAG if reason is Reason.FLAG else Reason.RESIGNED)
    return shown
