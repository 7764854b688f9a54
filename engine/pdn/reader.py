"""The reader from score sheets to games: lenient toward other programs, with the line of each error.

``scanner`` finds the sheets, which is cheap; here their moves are played.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from engine.fen import parse_and_crown
from engine.game import Game, IllegalMove, Turn
from engine.geometry import WHITE, Geometry
from engine.house_rules import parse_articles
from engine.notation import algebraic_name, ambiguous, fitting_moves
from engine.outcome import Outcome, Reason
from engine.pdn.record import DRAWN, TERMINATIONS, GameRecord, Tags, ordered_tags
from engine.pdn.scanner import (
    Diagnostic,
    PlainGame,
    ScoreSheet,
    WrittenItem,
    WrittenMove,
    WrittenSetup,
    WrittenVariation,
    score_sheets,
)
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, SetUp, Unread, Variation, with_note
from engine.position import Position
from engine.printable import quoted
from engine.rules import NOT_PLAYED, RULE_SETS, UNIFIED_POOL, Jumping, Rules, reason_against, rules_named

_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")
# The number of the rule set, then the side with the first move and the notation, if the tag has its attributes.
_GAME_TYPE: Final = re.compile(r"\s*([0-9]{1,4})\b(?:\s*,\s*([WB])\s*,[0-9\s]+,[0-9\s]+,\s*([ANS][0-3]))?")
_HUFF: Final = re.compile(r"huff\s+(?:([0-9]{1,2})|waived)", re.IGNORECASE)
_LONGEST_QUOTE: Final = 30
_FIRST_WON: Final = ("1-0", "2-0")
_SECOND_WON: Final = ("0-1", "0-2")
_DRAWS: Final = (DRAWN, "1/2", "1-1")
_MOST_WAYS: Final = 16


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


def read_sheet(sheet: ScoreSheet, rules: Rules | None = None) -> GameRecord:
    """Play the moves of a sheet, and return the record. An unclaimed draw does not end it. Raises UnreadableGame.

    The rule set is ``rules`` if given, even if the sheet names another; else the one that the sheet names; else the
    first of ``candidate_rules`` by which every move is legal.
    """
    return read_with_warnings(sheet, rules).record


def read_with_warnings(sheet: ScoreSheet, rules: Rules | None = None) -> Reading:
    """Like ``read_sheet``, and also return the parse warnings. Raises UnreadableGame."""
    if sheet.problem is not None:
        raise UnreadableGame(sheet.problem)
    if rules is None and (reason := _reason_against(sheet)):
        raise _unreadable(sheet, sheet.tag_line("GameType"), reason)
    try:
        candidates = (rules,) if rules else candidate_rules(sheet)
    except ValueError as error:
        raise _unreadable(sheet, sheet.tag_line("HouseRules"), str(error)) from None
    best: UnreadableGame | None = None
    for candidate in candidates:
        try:
            return _read_by(sheet, candidate)
        except _Ambiguous:
            raise
        except UnreadableGame as error:
            if best is None:
                best = error
            elif error.plies > best.plies:
                problem = replace(error.problem, reason=f"{error.problem.reason} (read as {candidate.name})")
                best = UnreadableGame(problem, error.plies)
    assert best is not None, "there is a candidate"
    raise best


def rules_of(sheet: ScoreSheet | PlainGame) -> Rules:
    """Return the rule set that a sheet names, or else the likeliest by its squares.

    Raises ValueError like ``candidate_rules``.
    """
    return candidate_rules(sheet)[0]


def candidate_rules(sheet: ScoreSheet | PlainGame) -> tuple[Rules, ...]:
    """Return the possible rule sets of a game, the likeliest first.

    If its Variant or GameType names a rule set, return only this one. Otherwise return the rule sets whose board has
    the squares of the sheet, or all if no board has them. Rule sets with the notation of the sheet come first. Of rule
    sets with the same articles only one is returned. Raises ValueError if it has house rules that cannot be read.
    """
    position = ":".join(sheet.tag("FEN", "").split(":")[:3])
    moves = sheet.moves if isinstance(sheet, PlainGame) else [move.text.casefold() for move in sheet.moves]
    return _named_rules(sheet) or _fitting_rules(frozenset(_SQUARE.findall(" ".join((position, *moves)))))


@lru_cache(maxsize=4096)
def _fitting_rules(squares: frozenset[str]) -> tuple[Rules, ...]:
    """Return the rule sets whose board has these squares. Rule sets with the notation of the squares come first."""
    letters = any(square[0].isalpha() for square in squares)
    different = [rules for rules in RULE_SETS.values() if not rules.same_as]
    fitting = [rules for rules in different if squares <= squares_of(rules.geometry).keys()]
    return tuple(sorted(fitting or different, key=lambda rules: rules.algebraic != letters))


def _named_rules(sheet: ScoreSheet | PlainGame) -> tuple[Rules, ...]:
    """Return the house rules of a sheet, or the rule set of its Variant or GameType; empty if there are none.

    Raises ValueError for house rules that cannot be read.
    """
    return _rules_of_tags(sheet.tag("Variant"), sheet.tag("GameType"), sheet.tag("HouseRules", ""))


@lru_cache(maxsize=256)
def _rules_of_tags(variant: str, game_type: str, articles: str = "") -> tuple[Rules, ...]:
    if articles:
        try:
            return (parse_articles(variant.casefold(), articles),)
        except ValueError as error:
            raise ValueError(f"its house rules: {error}") from None
    rules = rules_named(variant.casefold())
    kind = _GAME_TYPE.match(game_type)
    of_type = [_as_attributed(each, kind) for each in RULE_SETS.values() if kind and each.game_type == int(kind[1])]
    return (rules,) if rules is not None else tuple(of_type[:1])


def _as_attributed(rules: Rules, kind: re.Match[str]) -> Rules:
    """Return a rule set of numbered squares with algebraic ones, if the GameType asks for these.

    Pool in which White begins is another rule set. A board in another notation cannot be read: see ``_reason_against``.
    """
    if rules.algebraic or kind[3] != "A0" or kind[2] != "W":
        return rules
    if rules.game_type == UNIFIED_POOL.game_type:
        return UNIFIED_POOL
    return replace(rules, algebraic=True) if rules.first == WHITE else rules


def _reason_against(sheet: ScoreSheet) -> str:
    """Return the reason why a game cannot be read by any rule set, or an empty text."""
    variant, kind = sheet.tag("Variant").casefold(), _GAME_TYPE.match(sheet.tag("GameType"))
    number = int(kind[1]) if kind else None
    named = next((name for name, (of_game, _) in NOT_PLAYED.items() if of_game == number), variant)
    if reason := reason_against(named):
        return reason
    if kind and kind[3] == "A1" and _rules_of_tags("", kind[0]):
        return f"GameType {quoted(kind[0].strip(), _LONGEST_QUOTE)} names the squares from the right, which is not read"
    return ""


def _read_by(sheet: ScoreSheet, rules: Rules) -> Reading:
    """Play the moves by one rule set. Raises UnreadableGame."""
    warnings = _warnings_on_type(sheet, rules)
    start, crowned = _start(sheet, rules)
    warnings += crowned
    game, items, unexpected = _play_moves(sheet, sheet.items, Game(rules, _jumping(sheet, rules), start))
    line = _variation(sheet, items, game)
    if unexpected is not None:
        reason = "another position is set up here; the game is read up to it"
        warnings.append(Diagnostic(sheet.number, unexpected.line, reason))
        rest = Unread(sheet.tail[unexpected.at :].strip(), is_variation=False)
        last = line.moves[-1]
        line = Variation((*line.moves[:-1], PlayedMove(last.turn, (*last.notes, rest))), line.notes)
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
        return _named_rules(sheet) in ((), (rules,))
    except ValueError:
        return False


def _play_moves(
    sheet: ScoreSheet, items: Sequence[WrittenItem], game: Game
) -> tuple[Game, Sequence[WrittenItem], WrittenSetup | None]:
    """Play the moves of items. Return the game, the items that were played, and the unexpected position or None.

    A position set up among the moves is unexpected if it differs from the position on the board; the items returned end
    before it. If a move is ambiguous, all its meanings are played, and later moves decide. Raises UnreadableGame.
    """
    ways = [game]
    doubt: _Ambiguous | None = None
    unexpected: WrittenSetup | None = None
    ply = 0
    for place, item in enumerate(items):
        if isinstance(item, WrittenSetup) and ply and not _is_on_board(sheet, item, ways):
            items, unexpected = items[:place], item
            break
        if not isinstance(item, WrittenMove):
            continue
        before = len(ways)
        ways, several = _play_move(sheet, ways, item, [note.words for note in _comments_behind(items, place)], ply)
        ply += 1
        if len(ways) > before and doubt is None:
            doubt = several
        if doubt is not None and len(ways) > _MOST_WAYS:
            raise doubt
    if doubt is not None and len(ways) > 1:
        raise doubt
    return ways[0], items, unexpected


def _comments_behind(items: Sequence[WrittenItem], place: int) -> Iterator[Comment]:
    """Yield the comments between the move at a place and the next move or position."""
    for behind in range(place + 1, len(items)):
        item = items[behind]
        if isinstance(item, WrittenMove | WrittenSetup):
            return
        if isinstance(item, Comment):
            yield item


def _play_move(
    sheet: ScoreSheet, games: Sequence[Game], written: WrittenMove, comments: Sequence[str], ply: int
) -> tuple[list[Game], _Ambiguous | None]:
    """Play a move in each game, once for each meaning; also return an error if there are several meanings.

    Raises UnreadableGame if the move is legal in no game.
    """
    played: list[Game] = []
    refusal: Exception | None = None
    doubt: _Ambiguous | None = None
    names = squares_of(games[0].rules.geometry)
    try:
        squares = [names[name] for name in _SQUARE.findall(written.text.casefold())]
    except KeyError as error:
        raise _unreadable(sheet, written.line, f"{written.text}: there is no square {error.args[0]}", ply) from None
    for game in games:
        fits = fitting_moves(squares, game.routes())
        distinct = list({move.after: move for move in reversed(fits)}.values())[::-1]
        if not distinct:
            refusal = refusal or IllegalMove(f"{'-'.join(map(str, squares))} is not a legal move here")
        elif len(distinct) > 1:
            reason = f"{written.text}: {ambiguous(squares, fits)}"
            doubt = doubt or _Ambiguous(Diagnostic(sheet.number, written.line, reason), ply)
        for way, move in zip([*(game.copy() for _ in distinct[1:]), game], distinct, strict=False):
            try:
                way.replay(Turn(move, move.after))
                _huff(way, comments)
            except IllegalMove as error:
                refusal = refusal or error
            else:
                played.append(way)
    if not played:
        raise _unreadable(sheet, written.line, f"{written.text}: {refusal}{_type_hint(sheet)}", ply)
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
    if isinstance(item, Comment | Mark):
        return item
    if isinstance(item, WrittenSetup):
        return SetUp(item.fen)
    assert isinstance(item, WrittenVariation), "a move is no note"
    if ply is not None and item.is_clean:
        way = game.copy()
        way.go_to(ply)
        try:
            way, items, unexpected = _play_moves(sheet, item.items, way)
        except UnreadableGame:
            return Unread(item.text)
        if unexpected is None:
            return _variation(sheet, items, way)
    return Unread(item.text)


def _unreadable(sheet: ScoreSheet, line: int, reason: str, plies: int = 0) -> UnreadableGame:
    return UnreadableGame(Diagnostic(sheet.number, line, reason), plies)


def _unknown_type(sheet: ScoreSheet) -> str:
    """Return the GameType if it is unknown; empty if it is known or missing."""
    kind = sheet.tag("GameType", "")
    return "" if _rules_of_tags("", kind) else kind


def _type_hint(sheet: ScoreSheet) -> str:
    """Return the text that is added to the error message of a move if the GameType is unknown, else empty."""
    kind = _unknown_type(sheet)
    return f" (its GameType {quoted(kind, _LONGEST_QUOTE)} is not known)" if kind else ""


def _warnings_on_type(sheet: ScoreSheet, rules: Rules) -> list[Diagnostic]:
    kind = _unknown_type(sheet)
    if not kind or sheet.tag("Variant").casefold() == rules.name:
        return []
    reason = f"GameType {quoted(kind, _LONGEST_QUOTE)} is not known; the game is read as {rules.name}"
    return [Diagnostic(sheet.number, sheet.tag_line("GameType"), reason)]


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
    """Return the last position set up before the moves, else the position of the FEN tag, else None.

    Also return a warning if men on their king row were crowned.
    """
    fen, line = sheet.tag("FEN", ""), sheet.tag_line("FEN")
    for item in takewhile(lambda item: not isinstance(item, WrittenMove), sheet.items):
        if isinstance(item, WrittenSetup):
            fen, line = item.fen, item.line
    if not fen:
        return None, []
    position, crowned = _position(sheet, fen, line, rules)
    if not crowned:
        return position, []
    squares = " and ".join(map(str, crowned))
    reason = f"the man on {squares} stands on its king row and is read as a king"
    if len(crowned) > 1:
        reason = f"the men on {squares} stand on their king row and are read as kings"
    return position, [Diagnostic(sheet.number, line, reason)]


def _position(sheet: ScoreSheet, fen: str, line: int, rules: Rules) -> tuple[Position, tuple[int, ...]]:
    numbers = squares_of(rules.geometry)
    try:
        return parse_and_crown(re.sub(r"[a-j][0-9]{1,2}", lambda name: str(numbers.get(name[0], name[0])), fen), rules)
    except ValueError as error:
        raise _unreadable(sheet, line, str(error)) from None


def _is_on_board(sheet: ScoreSheet, setup: WrittenSetup, ways: list[Game]) -> bool:
    """Return True if a game in ``ways`` has the position set up on its board. Then drop all other games."""
    position, _ = _position(sheet, setup.fen, setup.line, ways[0].rules)
    standing = [way for way in ways if way.position == position]
    ways[:] = standing or ways
    return bool(standing)


@cache
def squares_of(geometry: Geometry) -> dict[str, int]:
    """Return a dictionary from the names that PDN may use for squares to the numbers of the squares."""
    numbers = range(1, geometry.squares + 1)
    plain = {f"{number:0{width}}": number for number in numbers for width in (1, 2)}
    return plain | {algebraic_name(number, geometry): number for number in numbers}


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
    if sheet.result in _DRAWS:
        return Outcome(None, Reason.AGREED) if shown is None or reason is Reason.AGREED else shown
    if sheet.result in (*_FIRST_WON, *_SECOND_WON):
        winner = first if sheet.result in _FIRST_WON else 1 - first
        return Outcome(winner, Reason.FLAG if reason is Reason.FLAG else Reason.RESIGNED)
    return shown
