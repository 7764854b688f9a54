"""The reader from score sheets to games: lenient toward other programs, with the line of each error.

``scanner`` finds the sheets, which is cheap; here their moves are played. A game is kept up to the first move that
cannot be played; what follows becomes a comment.
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
from engine.notation import UnreadableMove, ambiguous, is_begun, pair_of_squares, written_moves
from engine.pdn.game_types import NamedRules, UnknownRules, named_rules
from engine.pdn.record import BOTH_LOST, TERMINATIONS, TERMINATORS, GameRecord, Tags, ordered_tags, points
from engine.pdn.scanner import (
    BLACK_FIRST,
    Fault,
    ScoreSheet,
    WrittenItem,
    WrittenMove,
    WrittenVariation,
    score_sheets,
)
from engine.pdn.tree import (
    Comment,
    Diagnostic,
    Mark,
    Note,
    PlayedMove,
    SetUp,
    Unread,
    Variation,
    comment_of,
    with_note,
)
from engine.position import Position
from engine.printable import quoted
from engine.rules import RULE_SETS, Jumping, Rules

_SQUARE: Final = re.compile(r"[a-j]?[0-9]{1,2}")
_HUFF: Final = re.compile(r"huff\s+(?:([0-9]{1,2})|waived)", re.IGNORECASE)
_LONGEST_QUOTE: Final = 30
_MOST_WAYS: Final = 16
_MIRROR: Final = str.maketrans("abcdefgh", "hgfedcba")


class UnreadableGame(ValueError):
    """A score sheet whose rules or start position cannot be read; ``problem`` says why."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(str(problem))
        self.problem = problem


class Reading(NamedTuple):
    """A game and the parse warnings of its sheet."""

    record: GameRecord
    warnings: tuple[Diagnostic, ...]


class _Played(NamedTuple):
    """The game after the items that can be played, those before the place ``stop``; the ``fault`` is there.

    ``ends`` are the places of the items that complete a turn. ``is_ambiguous``: the fault is a move with two meanings.
    """

    game: Game
    ends: list[int]
    stop: int
    fault: Fault | None
    is_ambiguous: bool = False


def read_games(text: str, rules: Rules | None = None) -> tuple[list[GameRecord], list[Diagnostic]]:
    """Return the games of a text, and all their problems; ``rules`` as in read_sheet.

    Games with unreadable rules or start positions are left out.
    """
    games: list[GameRecord] = []
    problems: list[Diagnostic] = []
    for sheet in score_sheets(text):
        try:
            game = read_sheet(sheet, rules)
        except UnreadableGame as error:
            problems.append(error.problem)
        else:
            games.append(game)
            problems += [game.problem] if game.problem else []
    return games, problems


def read_sheet(sheet: ScoreSheet, rules: Rules | None = None, likely: Sequence[Rules] = ()) -> GameRecord:
    """Play the moves of a sheet, and return the record. An unclaimed draw does not end it. Raises UnreadableGame.

    The rule set is ``rules`` if given, even if the sheet names another; else the one that the sheet names; else the
    first of ``candidate_rules`` by which every move is legal, those of its file (``likely``) first; else the one by
    which most moves are legal.
    """
    return read_with_warnings(sheet, rules, likely).record


def read_with_warnings(sheet: ScoreSheet, rules: Rules | None = None, likely: Sequence[Rules] = ()) -> Reading:
    """Like ``read_sheet``, and also return the parse warnings. Raises UnreadableGame."""
    try:
        named = rules or _named(sheet).rules
    except UnknownRules as error:
        raise _unreadable(sheet, sheet.tag_line(error.tag), str(error)) from None
    candidates = [named] if named else [*candidate_rules(sheet, likely)]
    if named is None:  # the wrong square of one move must not decide
        candidates += (each for each in likely or _fitting_rules(frozenset()) if each not in candidates)
    best: Reading | None = None
    refusal: UnreadableGame | None = None
    more = ""
    for candidate in candidates:
        try:
            reading, is_legal = _read_by(sheet, candidate)
        except UnreadableGame as error:
            refusal = refusal or error
            continue
        if is_legal:
            return reading
        if best is None or len(reading.record.turns) > len(best.record.turns):
            more = f"read as {candidate.name}" if likely or best else ""
            best = reading
    if best is None:
        assert refusal is not None, "there is a candidate"
        raise refusal
    if named and not best.record.turns:
        others = (each for each in _fitting_rules(_named_squares(sheet)) if each != named)
        more = next((f"the game is legal by the rules of {each.name}" for each in others if _is_legal(sheet, each)), "")
    problem = best.record.problem
    if problem is None or not more:
        return best
    problem = replace(problem, reason=f"{problem.reason} ({more})")
    return Reading(replace(best.record, problem=problem), best.warnings)


def _is_legal(sheet: ScoreSheet, rules: Rules) -> bool:
    with suppress(UnreadableGame):
        return _read_by(sheet, rules)[1]
    return False


def candidate_rules(sheet: ScoreSheet, likely: Sequence[Rules] = ()) -> tuple[Rules, ...]:
    """Return the possible rule sets of a game, the likeliest first.

    If its tags name a rule set, return only this one. Otherwise return the rule sets of its file (``likely``) whose
    board has the squares of the sheet; if there are none, all with such a board; or all if no board has them. Rule sets
    with the notation of the sheet come first. Of rule sets with the same articles only one is returned. Raises
    UnknownRules if the tags name rules that are unknown.
    """
    if (rules := _named(sheet).rules) is not None:
        return (rules,)
    fitting = _fitting_rules(_named_squares(sheet))
    return tuple(rules for rules in likely if rules in fitting) or fitting


def names_rules(sheet: ScoreSheet) -> bool:
    """Return True if the tags of a sheet name its rules, known or not: then no other rules are tried."""
    try:
        return _named(sheet).rules is not None
    except UnknownRules:
        return True


def _named_squares(sheet: ScoreSheet) -> frozenset[str]:
    """Return the names of all squares in the position and the moves of a sheet."""
    moves = " ".join(move.text for move in sheet.moves).casefold()
    return frozenset((*fen_squares(sheet.tag("FEN", "")), *_SQUARE.findall(moves)))


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


def _read_by(sheet: ScoreSheet, rules: Rules) -> tuple[Reading, bool]:
    """Play the moves by one rule set. Also return True if all are legal or ambiguous. Raises UnreadableGame."""
    start, warnings = start_of(sheet, rules)
    with suppress(UnknownRules):
        named = _named(sheet)
        if named.warning and named.rules == rules:
            warnings.insert(0, Diagnostic(sheet.number, sheet.tag_line(named.warning.split()[0]), named.warning))
    played = _play_moves(sheet, sheet.items, Game(rules, _jumping(sheet, rules), start))
    game, line = played.game, _variation(sheet, sheet.items, played, warnings)
    problems = [sheet.diagnostic(each) for each in (played.fault, *sheet.faults) if each]
    warnings += [*problems[1:], *map(sheet.diagnostic, sheet.doubtful)]
    problem = problems[0] if problems else None
    outcome = _outcome(sheet, game) if played.fault is None else None
    record = GameRecord(rules, game.jumping, game.start, line, outcome, problem=problem)
    terminator = sheet.terminator if sheet.terminator in TERMINATORS and sheet.terminator != record.result else ""
    record = replace(record, tags=_tags(sheet, record), terminator=terminator)
    return Reading(record, tuple(warnings)), played.fault is None or played.is_ambiguous


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


def _play_moves(sheet: ScoreSheet, items: Sequence[WrittenItem], game: Game) -> _Played:
    """Play the moves of items up to the first fault.

    If a move is ambiguous, all its meanings are played, and later moves and positions decide. The jumps of a capture
    may be written one by one.
    """
    ways, names, begun = [game], _square_names(sheet, game), game.ply
    ends: list[int] = []
    doubt: tuple[int, Fault] | None = None
    fault: Fault | None = None
    jumps: tuple[int, WrittenMove] | None = None  # of a capture that is not complete, and the place of the first
    for place, item in enumerate(items):
        if isinstance(item, WrittenMove):
            if not jumps and len(ways) == 1 and _is_played(ways[0], item.text, names):
                ends.append(place)
                continue
            jumps = (jumps[0], jumps[1]._replace(text=f"{jumps[1].text} {item.text}")) if jumps else (place, item)
            try:
                played, several = _play_move(ways, jumps[1].text, names, list(_comments_behind(items, place)))
            except ValueError as error:
                fault = Fault(*jumps[1], str(error))
                break
            if played:
                ways, jumps = played, None
                ends.append(place)
                doubt = doubt or ((place, Fault(*item, several)) if several else None)
        elif isinstance(item, SetUp):
            try:
                ways = _set_up(item.fen, ways, begun)
            except ValueError as error:
                fault = Fault(item.fen, item.line, str(error))
        elif isinstance(item, Fault):
            fault = item
        if len(ways) == 1:
            doubt = None
        if fault or len(ways) > _MOST_WAYS:
            break
    if jumps and not fault:
        fault = Fault(*jumps[1], f"{quoted(jumps[1].text, _LONGEST_QUOTE)} is not a legal move here")
    stop = jumps[0] if jumps else place if fault else len(items)
    if doubt is not None:
        stop, fault = doubt
    ends = [end for end in ends if end < stop]
    ways[0].go_to(begun + len(ends))
    return _Played(ways[0], ends, stop, fault, doubt is not None)


def follow(text: str, game: Game) -> tuple[tuple[Turn, ...], Fault | None]:
    """Return the turns of the moves that a text names from the current position on, and the fault that ends them."""
    begun, way = game.ply, game.copy()
    for sheet in score_sheets(text):
        played = _play_moves(sheet, sheet.items, way)
        return played.game.turns[begun : played.game.ply], played.fault
    return (), None


def _set_up(fen: str, ways: Sequence[Game], begun: int) -> list[Game]:
    """Return the games with a position among the moves. It changes the result of the last turn if it is another one.

    A FEN without pieces, such as ``B::``, only changes the side to move. Raises ValueError.
    """
    way, passed = ways[0], ways[0].position.passed()
    if names_side(fen) and not fen_squares(fen):
        position = passed if fen.strip().upper().startswith("BW"[passed.side]) else way.position
    else:
        position = parse_and_crown(fen, way.rules)[0]
    same = [each for each in ways if each.position == position]
    if same or len(ways) > 1:
        return same or list(ways)
    if way.last is None or way.ply == begun:
        raise ValueError("another position is set up before the first move")
    turn = replace(way.last, after=position)
    way.go_to(way.ply - 1)
    way.replay(turn)
    return [way]


def _square_names(sheet: ScoreSheet, game: Game) -> Mapping[str, int]:
    """Return the squares by name. PlayStrategy counts letters from the first player's chair, which may be Black's.

    Its portuguese board is the mirror image: each letter on a light square names the dark one in its row.
    """
    start = game.start
    is_turned = sheet.tag("Variant").casefold() in BLACK_FIRST and _first_mover(sheet, start) != start.side
    names = squares_of(game.rules.geometry, start.side if is_turned else WHITE)
    return names if game.rules.geometry.dark_left else names | {name.translate(_MIRROR): names[name] for name in names}


def _comments_behind(items: Sequence[WrittenItem], place: int) -> Iterator[str]:
    """Yield the comments between the move at a place and the next move or position."""
    for behind in range(place + 1, len(items)):
        item = items[behind]
        if isinstance(item, WrittenMove | SetUp):
            return
        if isinstance(item, Comment):
            yield item.words


def _is_played(game: Game, text: str, names: Mapping[str, int]) -> bool:
    """Play a move that names two squares and is the only one between them; return False for any other.

    Most moves in files are of this kind, and listing all legal moves would take longer.
    """
    pair = None if game.jumping == "huff" else pair_of_squares(text, names)
    fits = game.generator.routes_between(game.position, *pair) if pair else []
    if len(fits) != 1:
        return False
    with suppress(IllegalMove):
        game.replay(Turn(fits[0], fits[0].after))
        return True
    return False


def _play_move(
    games: Sequence[Game], text: str, names: Mapping[str, int], comments: Sequence[str]
) -> tuple[list[Game], str]:
    """Play a move in each game, once for each meaning; also return an error if there are several meanings.

    Return no games if more jumps must follow. Raises ValueError if the move is legal in no game.
    """
    played: list[Game] = []
    doubt, refusal = "", f"{quoted(text, _LONGEST_QUOTE)} is not a legal move here"
    for game in games:
        routes = game.routes()
        try:
            fits = written_moves(text, names, routes)
        except UnreadableMove as error:
            named = quoted(text, _LONGEST_QUOTE)
            raise ValueError(str(error) if str(error).startswith(named) else f"{named}: {error}") from None
        distinct = list({move.after: move for move in reversed(fits)}.values())[::-1]
        if len(distinct) > 1:
            doubt = doubt or str(ambiguous(quoted(text, _LONGEST_QUOTE), fits))
        for way, move in zip([*(game.copy() for _ in distinct[1:]), game], distinct, strict=False):
            try:
                way.replay(Turn(move, move.after))
                _huff(way, comments)
            except IllegalMove as error:
                refusal = f"{quoted(text, _LONGEST_QUOTE)}: {error}"
            else:
                played.append(way)
        if not fits and is_begun(text, names, routes):
            return [], ""
    if not played:
        raise ValueError(refusal)
    return played, doubt


def _variation(
    sheet: ScoreSheet, items: Sequence[WrittenItem], played: _Played, warnings: list[Diagnostic]
) -> Variation:
    """Return the variation of the items that were played; the text of the others is its last comment.

    The faults of variations among the items are added to ``warnings``.
    """
    game, ends = played.game, played.ends
    before = game.ply - len(ends)
    lead: tuple[Note, ...] = ()
    moves: list[PlayedMove] = []
    huff_open = False
    for place, item in enumerate(items[: played.stop]):
        if isinstance(item, WrittenMove):
            if place == ends[len(moves)]:
                turn = game.turns[before + len(moves)]
                moves.append(PlayedMove(turn))
                huff_open = turn.huffed is not None or turn.waived
        elif huff_open and isinstance(item, Comment) and _HUFF.fullmatch(item.words):
            huff_open = False
        elif moves:
            note = _note(sheet, item, game, before + len(moves) - 1, warnings)
            moves[-1] = PlayedMove(moves[-1].turn, with_note(moves[-1].notes, note))
        else:
            lead = with_note(lead, _note(sheet, item, game, None, warnings))
    if rest := _text(items[played.stop :]):
        if moves:
            moves[-1] = PlayedMove(moves[-1].turn, (*moves[-1].notes, comment_of(rest)))
        else:
            lead = (*lead, comment_of(rest))
    return Variation(tuple(moves), lead)


def _text(items: Sequence[WrittenItem]) -> str:
    """Return items as the text of a comment."""
    texts = (item.fen if isinstance(item, SetUp) else item.text for item in items)
    parts = (
        f"({text})" if isinstance(item, WrittenVariation | Comment) else text
        for item, text in zip(items, texts, strict=True)
    )
    return " ".join(parts).translate({123: "(", 125: ")"})


def _note(sheet: ScoreSheet, item: WrittenItem, game: Game, ply: int | None, warnings: list[Diagnostic]) -> Note:
    """Return an item between moves as a note. A variation begins after ``ply`` turns, and ends before its first fault.

    If ``ply`` is None or no move of the variation can be read, its text is kept as ``Unread``.
    """
    if isinstance(item, Comment | Mark | SetUp):
        return item
    assert isinstance(item, WrittenVariation), "a move is no note"
    if ply is not None:
        way = game.copy()
        way.go_to(ply)
        played = _play_moves(sheet, item.items, way)
        if played.fault is not None:
            warnings.append(sheet.diagnostic(played.fault))
        if played.ends or played.fault is None:
            return _variation(sheet, item.items, played, warnings)
    return Unread(item.text)


def _unreadable(sheet: ScoreSheet, line: int, reason: str) -> UnreadableGame:
    return UnreadableGame(Diagnostic(sheet.number, line, reason))


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


def start_of(sheet: ScoreSheet, rules: Rules) -> tuple[Position | None, list[Diagnostic]]:
    """Return the position of the FEN tag or None, and a warning if men on their king row were crowned.

    Raises UnreadableGame.
    """
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
    if won == BOTH_LOST:
        return None
    if won is not None:
        return Outcome(1 - first if won else first, Reason.FLAG if reason is Reason.FLAG else Reason.RESIGNED)
    return shown
