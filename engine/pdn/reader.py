"""The reader from score sheets to games: lenient toward other programs, with the line of each error.

``scanner`` finds the sheets, which is cheap; here their moves are played.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from engine.fen import fen_squares, names_side, parse_and_crown
from engine.game import Game, IllegalMove, Outcome, Reason, Turn
from engine.geometry import WHITE, squares_of
from engine.notation import UnreadableMove, ambiguous, written_moves
from engine.pdn.game_types import NamedRules, UnknownRules, named_rules
from engine.pdn.record import TERMINATIONS, GameRecord, Tags, ordered_tags, points
from engine.pdn.scanner import (
    BLACK_FIRST,
    Diagnostic,
    ScoreSheet,
    WrittenItem,
    WrittenMove,
    WrittenVariation,
    score_sheets,
)
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, SetUp, Unread, Variation, with_note
from engine.position import Position
from engine.printable import quoted
from engine.rules import RULE_SETS, Jumping, Rules

_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")
_HUFF: Final = re.compile(r"huff\s+(?:([0-9]{1,2})|waived)", re.IGNORECASE)
_LONGEST_QUOTE: Final = 30
_MOST_WAYS: Final = 16
_MIRROR: Final = str.maketrans("abcdefgh", "hgfedcba")


class UnreadableGame(ValueError):
    """A score sheet whose moves cannot be played; ``problem`` says why, ``plies`` is the number of moves played."""

    def __init__(self, problem: Diagnostic, plies: int = 0) -> None:
        super().__init__(str(problem))
        self.problem = problem
        self.plies = plies


class _Ambiguous(UnreadableGame):
    """A game with a move that remains ambiguous. As the moves so far are legal, no other rule set is tried."""


class Reading(NamedTuple):
    """A game and the parse warnings of its sheet."""

    record: GameRecord
    warnings: tuple[Diagnostic, ...]


def read_games(text: str, rules: Rules | None = None) -> tuple[list[GameRecord], list[Diagnostic]]:
    """Return the readable games of a text and the problems of the others; ``rules`` as in read_sheet."""
    games: list[GameRecord] = []
    problems: list[Diagnostic] = []
    for sheet in score_sheets(text):
        try:
            games.append(read_sheet(sheet, rules))
        except UnreadableGame as error:
            problems.append(error.problem)
    return games, problems


def read_sheet(sheet: ScoreSheet, rules: Rules | None = None, likely: Sequence[Rules] = ()) -> GameRecord:
    """Play the moves of a sheet, and return the record. An unclaimed draw does not end it. Raises UnreadableGame.

    The rule set is ``rules`` if given, even if the sheet names another; else the one that the sheet names; else the
    first of ``candidate_rules`` by which every move is legal, those of its file (``likely``) first.
    """
    return read_with_warnings(sheet, rules, likely).record


def read_with_warnings(sheet: ScoreSheet, rules: Rules | None = None, likely: Sequence[Rules] = ()) -> Reading:
    """Like ``read_sheet``, and also return the parse warnings. Raises UnreadableGame."""
    if sheet.problem is not None:
        raise UnreadableGame(sheet.problem)
    try:
        candidates = (rules,) if rules else candidate_rules(sheet, likely)
    except UnknownRules as error:
        raise _unreadable(sheet, sheet.tag_line(error.tag), str(error)) from None
    best: UnreadableGame | None = None
    for candidate in candidates:
        try:
            return _read_by(sheet, candidate)
        except _Ambiguous:
            raise
        except UnreadableGame as error:
            if best is None and not likely:
                best = error
            elif best is None or error.plies > best.plies:
                problem = replace(error.problem, reason=f"{error.problem.reason} (read as {candidate.name})")
                best = UnreadableGame(problem, error.plies)
    assert best is not None, "there is a candidate"
    raise best


def candidate_rules(sheet: ScoreSheet, likely: Sequence[Rules] = ()) -> tuple[Rules, ...]:
    """Return the possible rule sets of a game, the likeliest first.

    If its tags name a rule set, return only this one. Otherwise return the rule sets of its file (``likely``) whose
    board has the squares of the sheet; if there are none, all with such a board; or all if no board has them. Rule sets
    with the notation of the sheet come first. Of rule sets with the same articles only one is returned. Raises
    UnknownRules if the tags name rules that are unknown.
    """
    if (rules := _named(sheet).rules) is not None:
        return (rules,)
    moves = [move.text.casefold() for move in sheet.moves]
    fitting = _fitting_rules(frozenset((*fen_squares(sheet.tag("FEN", "")), *_SQUARE.findall(" ".join(moves)))))
    return tuple(rules for rules in likely if rules in fitting) or fitting


@lru_cache(maxsize=4096)
def _fitting_rules(squares: frozenset[str]) -> tuple[Rules, ...]:
    """Return the rule sets whose board has these squares. Rule sets with the notation of the squares come first."""
    letters = any(square[0].isalpha() for square in squares)
    different = [rules for rules in RULE_SETS.values() if not rules.same_as]
    fitting = [rules for rules in different if squares <= squares_of(rules.geometry).keys()]
    return tuple(sorted(fitting or different, key=lambda rules: rules.algebraic != letters))


def _named(sheet: ScoreSheet) -> NamedRules:
    """Return the rule set that the tags of a sheet name. Raises UnknownRules."""
    return named_rules(sheet.tag("Variant", ""), sheet.tag("GameType", ""), sheet.tag("HouseRules", ""))


def _read_by(sheet: ScoreSheet, rules: Rules) -> Reading:
    """Play the moves by one rule set. Raises UnreadableGame."""
    start, warnings = _start(sheet, rules)
    with suppress(UnknownRules):
        named = _named(sheet)
        if named.warning and named.rules == rules:
            warnings.insert(0, Diagnostic(sheet.number, sheet.tag_line(named.warning.split()[0]), named.warning))
    game = _play_moves(sheet, sheet.items, Game(rules, _jumping(sheet, rules), start))
    line = _variation(sheet, sheet.items, game)
    record = GameRecord(rules, game.jumping, game.start, line, _outcome(sheet, game))
    terminator = "" if sheet.terminator == record.result else sheet.terminator
    return Reading(replace(record, tags=_tags(sheet, record), terminator=terminator), tuple(warnings))


def _tags(sheet: ScoreSheet, record: GameRecord) -> Tags:
    """Return the tags of a sheet that differ from the facts of the record.

    Variant, GameType and HouseRules are left out if they name another rule set than the record, or none that can be
    read. Termination is empty if only the record has it.
    """
    written = {name: value for name, value, _ in sheet.tags}
    if not _is_read_as_named(sheet, record.rules):
        for name in ("Variant", "GameType", "HouseRules"):
            written.pop(name, None)
    facts = record.facts
    if "Termination" in facts:
        written.setdefault("Termination", "")
    return ordered_tags({name: value for name, value in written.items() if facts.get(name) != value})


def _is_read_as_named(sheet: ScoreSheet, rules: Rules) -> bool:
    """Return True if a sheet that is read by a rule set names this one or none."""
    try:
        return _named(sheet).rules in (None, rules)
    except UnknownRules:
        return False


def _play_moves(sheet: ScoreSheet, items: Sequence[WrittenItem], game: Game) -> Game:
    """Return the game after the moves of items.

    If a move is ambiguous, all its meanings are played, and later moves and positions decide. Raises UnreadableGame.
    """
    ways, names = [game], _square_names(sheet, game)
    doubt: _Ambiguous | None = None
    ply = 0
    for place, item in enumerate(items):
        if isinstance(item, SetUp):
            ways = [way for way in ways if _is_set_up(item.fen, way)]
            if not ways:
                raise _unreadable(sheet, item.line, "another position is set up among the moves", ply)
        if not isinstance(item, WrittenMove):
            continue
        before = len(ways)
        comments = [note.words for note in _comments_behind(items, place)]
        ways, several = _play_move(sheet, ways, item, names, comments, ply)
        ply += 1
        if len(ways) > before and doubt is None:
            doubt = several
        if doubt is not None and len(ways) > _MOST_WAYS:
            raise doubt
    if doubt is not None and len(ways) > 1:
        raise doubt
    return ways[0]


def _square_names(sheet: ScoreSheet, game: Game) -> Mapping[str, int]:
    """Return the squares by name. PlayStrategy counts letters from the first player's chair, which may be Black's.

    Its portuguese board is the mirror image: each letter on a light square names the dark one in its row.
    """
    start = game.start
    is_turned = sheet.tag("Variant").casefold() in BLACK_FIRST and _first_mover(sheet, start) != start.side
    names = squares_of(game.rules.geometry, start.side if is_turned else WHITE)
    return names if game.rules.geometry.dark_left else names | {name.translate(_MIRROR): names[name] for name in names}


def _is_set_up(fen: str, game: Game) -> bool:
    """Return True if a FEN is the position of a game. One that cannot be read, such as ``B::``, is another position."""
    with suppress(ValueError):
        return parse_and_crown(fen, game.rules)[0] == game.position
    return False


def _comments_behind(items: Sequence[WrittenItem], place: int) -> Iterator[Comment]:
    """Yield the comments between the move at a place and the next move or position."""
    for behind in range(place + 1, len(items)):
        item = items[behind]
        if isinstance(item, WrittenMove | SetUp):
            return
        if isinstance(item, Comment):
            yield item


def _play_move(
    sheet: ScoreSheet,
    games: Sequence[Game],
    written: WrittenMove,
    names: Mapping[str, int],
    comments: Sequence[str],
    ply: int,
) -> tuple[list[Game], _Ambiguous | None]:
    """Play a move in each game, once for each meaning; also return an error if there are several meanings.

    Raises UnreadableGame if the move is legal in no game.
    """
    played: list[Game] = []
    refusal: Exception | None = None
    doubt: _Ambiguous | None = None
    for game in games:
        try:
            fits = written_moves(written.text, names, game.routes())
        except UnreadableMove as error:
            raise _unreadable(sheet, written.line, f"{written.text}: {error}", ply) from None
        distinct = list({move.after: move for move in reversed(fits)}.values())[::-1]
        if not distinct:
            refusal = refusal or IllegalMove(f"{written.text} is not a legal move here")
        elif len(distinct) > 1:
            reason = str(ambiguous(written.text, fits))
            doubt = doubt or _Ambiguous(Diagnostic(sheet.number, written.line, reason), ply)
        for way, move in zip([*(game.copy() for _ in distinct[1:]), game], distinct, strict=False):
            try:
                way.replay(Turn(move, move.after))
                _huff(way, comments)
            except IllegalMove as error:
                refusal = refusal or IllegalMove(f"{written.text}: {error}")
            else:
                played.append(way)
    if not played:
        raise _unreadable(sheet, written.line, str(refusal), ply)
    return played, doubt


def _variation(sheet: ScoreSheet, items: Sequence[WrittenItem], game: Game) -> Variation:
    """Return the variation of these items, whose moves are the last turns of a game."""
    turns = game.turns[-sum(isinstance(item, WrittenMove) for item in items) :]
    before = len(game.turns) - len(turns)
    lead: tuple[Note, ...] = ()
    moves: list[PlayedMove] = []
    huff_open = False
    for item in items:
        if isinstance(item, WrittenMove):
            turn = turns[len(moves)]
            moves.append(PlayedMove(turn))
            huff_open = turn.huffed is not None or turn.waived
        elif huff_open and isinstance(item, Comment) and _HUFF.fullmatch(item.words):
            huff_open = False
        elif moves:
            note = _note(sheet, item, game, before + len(moves) - 1)
            moves[-1] = PlayedMove(moves[-1].turn, with_note(moves[-1].notes, note))
        else:
            lead = with_note(lead, _note(sheet, item, game, None))
    return Variation(tuple(moves), lead)


def _note(sheet: ScoreSheet, item: WrittenItem, game: Game, ply: int | None) -> Note:
    """Return an item between moves as a note. A variation begins after ``ply`` turns.

    If ``ply`` is None or the variation cannot be read, its text is kept as ``Unread``.
    """
    if isinstance(item, Comment | Mark | SetUp):
        return item
    assert isinstance(item, WrittenVariation), "a move is no note"
    if ply is not None and item.is_clean:
        way = game.copy()
        way.go_to(ply)
        with suppress(UnreadableGame):
            return _variation(sheet, item.items, _play_moves(sheet, item.items, way))
    return Unread(item.text)


def _unreadable(sheet: ScoreSheet, line: int, reason: str, plies: int = 0) -> UnreadableGame:
    return UnreadableGame(Diagnostic(sheet.number, line, reason), plies)


def _jumping(sheet: ScoreSheet, rules: Rules) -> Jumping:
    """Return the jumping rule of the tag. Raises UnreadableGame if the rule set does not have it.

    Without a tag, return huff if a comment is a huff and the rule set has huffing, else forced.
    """
    named = sheet.tag("Jumping", "")
    huffs = any(isinstance(item, Comment) and _HUFF.fullmatch(item.words) for item in sheet.items)
    for jumping in rules.jumpings:
        if named.casefold() == jumping or (not named and huffs and jumping == "huff"):
            return jumping
    if named:
        kinds = " or ".join(rules.jumpings)
        reason = f"{rules.name} is not played with jumping {quoted(named, _LONGEST_QUOTE)}: {kinds}"
        raise _unreadable(sheet, sheet.tag_line("Jumping"), reason)
    return "forced"


def _start(sheet: ScoreSheet, rules: Rules) -> tuple[Position | None, list[Diagnostic]]:
    """Return the position of the FEN tag or None, and a warning if men on their king row were crowned."""
    fen, line = sheet.tag("FEN", ""), sheet.tag_line("FEN")
    if not fen:
        return None, []
    try:
        position, crowned = parse_and_crown(fen, rules)
    except ValueError as error:
        raise _unreadable(sheet, line, str(error)) from None
    if not names_side(fen):
        position = replace(position, side=_first_mover(sheet, position))
    if not crowned:
        return position, []
    squares = " and ".join(map(str, crowned))
    reason = f"the man on {squares} stands on its king row and is read as a king"
    if len(crowned) > 1:
        reason = f"the men on {squares} stand on their king row and are read as kings"
    return position, [Diagnostic(sheet.number, line, reason)]


def _first_mover(sheet: ScoreSheet, position: Position) -> int:
    """Return the side that owns the piece on the first square of the moves, or else the side to move."""
    first = _SQUARE.match(sheet.moves[0].text.casefold()) if sheet.moves else None
    number = squares_of(position.geometry).get(first[0], 0) if first else 0
    other = 1 - position.side
    return other if number and position.of(other) & position.geometry.bit(number) else position.side


def _huff(game: Game, comments: Sequence[str]) -> None:
    """Play the huffs that the comments after a move describe, if jumping is *huff*.

    Raises IllegalMove for an impossible huff.
    """
    for comment in comments:
        huff = _HUFF.fullmatch(comment)
        if huff and game.jumping == "huff":
            if huff[1]:
                game.huff(int(huff[1]))
            else:
                game.waive_huff()


def _outcome(sheet: ScoreSheet, game: Game) -> Outcome | None:
    """Return a win by the last position, else the outcome in the sheet, else a draw by the last position, else None.

    If the sheet has a draw too, the reason is that of the last position, unless the sheet says that it was agreed.
    """
    shown = game.outcome
    if shown is not None and shown.winner is not None:
        return shown
    first = game.rules.first
    reasons = {text: reason for reason, text in TERMINATIONS.items()}
    reason = reasons.get(sheet.tag("Termination").casefold())
    won = points(sheet.result)
    if won == 2:
        return Outcome(None, Reason.AGREED) if shown is None or reason is Reason.AGREED else shown
    if won is not None:
        return Outcome(1 - first if won else first, Reason.FLAG if reason is Reason.FLAG else Reason.RESIGNED)
    return shown
