"""The reasons for a hint, and the cause of a mistake, in a few words. Each is written from a claim (``ai.claims``)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ai.claims import Claim, Claims, Kind
from ai.tactics import EVERYTHING
from console.game.naming import Naming, crowned, in_words, rank_name, rank_of, spoken_list
from console.text.phrases import PHRASES
from console.text.sentences import game_length, worth
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

_MOST_REASONS: Final = 2
_NAMED_SHOTS: Final = 4
_MOST: Final = 0.5  # of the people
_RARE: Final = 0.1
_OUTCOMES: Final = (Kind.ONLY_MOVE, Kind.VALUE, Kind.WON, Kind.LOST)
_SOURCES: Final = (Kind.BOOK, Kind.SEARCH)
_PLANS: Final = (
    *(Kind.PREPARE, Kind.SUPPORT, Kind.CENTER, Kind.FROM_BEHIND, Kind.EDGE, Kind.FORWARD),
    *(Kind.KING_NEARER, Kind.KING_CENTER),
)
_BAD: Final = ("loses", "gives up", "sacrifices")
_NEITHER: Final = ("is ", "holds out")


def merits(claims: Iterable[Claim], naming: Naming) -> dict[str, Claim]:
    """Return one or two reasons for a move, by words that follow "it", at most one of a kind.

    A plan is said if there is no other reason but the outcome, the source if there is no reason at all.
    """
    found = list({claim.kind: claim for claim in reversed(list(claims))}.values())[::-1]
    outcomes = [claim for claim in found if claim.kind in _OUTCOMES]
    plans = [claim for claim in found if claim.kind in _PLANS][:1]
    reasons = [claim for claim in found if claim.kind not in (*_OUTCOMES, *_PLANS, *_SOURCES)] or plans
    chosen = [*outcomes, *reasons][:_MOST_REASONS] or found[:1]
    # What the move is comes before what it does: "it is a two-for-one and wins".
    return dict(sorted(((said(each, naming), each) for each in chosen), key=lambda pair: not pair[0].startswith("is ")))


def purpose(before: Position, line: Sequence[Move], rules: Rules, naming: Naming) -> str:
    """Return what the first move of a line does, or else its plan, after the word "it".

    Empty for a jump or a shot: the line may end before the other side has taken back.
    """
    claim = next(Claims(rules).of_move(before, line), None)
    is_shot = claim is None or line[0].captured or claim.kind in (Kind.GAIN, Kind.SACRIFICE)
    return "" if is_shot or claim is None else said(claim, naming)


def said(claim: Claim, naming: Naming) -> str:
    """Return a claim in words that follow "it"."""
    move, kind = claim.line[0], claim.kind
    if kind.value in PHRASES["merits"]:
        named = claim.squares and naming.square(claim.squares[0])
        return PHRASES["merits"][kind.value].format(named)
    match kind:
        case Kind.ONLY_MOVE:
            return "is forced" if move.captured else "is the only move"
        case Kind.VALUE if claim.value is not None:
            return worth(claim.value)
        case Kind.WON:
            return "wins" if claim.sure else "seems to win"
        case Kind.GAIN | Kind.CAPTURE | Kind.EXCHANGE | Kind.SACRIFICE:
            return _captures(claim)
        case Kind.CROWN:
            return f"makes a {crowned(claim.before, move)}"
        case Kind.THREAT | Kind.PARRY:
            return _threat(claim, naming)
        case Kind.FEW_REPLIES:
            ends = zip(claim.squares[::2], claim.squares[1::2], strict=True)
            replies = spoken_list([naming.path(each) for each in ends], "and")
            return f"leaves only {replies} as {'a safe reply' if len(claim.squares) == 2 else 'safe replies'}"
        case Kind.HOLD:
            rank = rank_name(rank_of(claim.before, claim.squares[0]))
            return f"holds the {rank} on {naming.square(claim.squares[0])}"
        case Kind.DETER:
            return f"answers {naming.move(claim.line[1])} with {naming.move(claim.line[2])}"
        case Kind.PREPARE:
            goes_on = claim.line[2].start == move.end
            return (
                f"heads for {naming.square(claim.line[2].end)}" if goes_on else f"prepares {naming.move(claim.line[2])}"
            )
    return f"scores best, looking {game_length(claim.quiet)} ahead"


def _captures(claim: Claim) -> str:
    taken, given, _ = _counts(claim.before, claim.line)
    match claim.kind:
        case Kind.CAPTURE:
            return f"takes {_taken(claim.before, claim.line[:1])}"
        case Kind.SACRIFICE if given > taken:
            return f"sacrifices {in_words(given - taken)}"
        case Kind.SACRIFICE:
            return f"gives a king for {_taken(claim.before, claim.line)}"
        case Kind.EXCHANGE if taken == given:
            return f"exchanges {in_words(given)} for {in_words(taken)}"
        case Kind.EXCHANGE:
            return f"takes {in_words(taken)} for {in_words(given)}"
    if given and taken > given:
        shot = f"{in_words(taken)}-for-{in_words(given)}"
        return f"is a {shot}" if taken <= _NAMED_SHOTS else "is a shot that wins material"
    return f"wins {gained(claim.before, claim.line, claim.half_men)}" if taken else "makes a king by force"


def consequence(claim: Claim, naming: Naming) -> str:
    """Return a claim about a move in words that follow the move: ``, two for one``, ``, which draws``."""
    if claim.kind is not Kind.GAIN:
        return f", which {said(claim, naming)}"
    what = gained(claim.before, claim.line, claim.half_men)
    return f", {what}" if " for " in what else f", which wins {what}"


def _threat(claim: Claim, naming: Naming) -> str:
    """Return a threat, or what parries it, in words."""
    first, line, is_mine = claim.line[0], claim.line[1:], claim.kind is Kind.THREAT
    board = first.after if is_mine else claim.before
    if len(line) == 1 and len(line[0].captured) == 1:
        number = line[0].captured[0]
        return f"{'attacks' if is_mine else 'saves'} the {rank_name(rank_of(board, number))} on {naming.square(number)}"
    return f"{'threatens' if is_mine else 'prevents'} {naming.move(line[0])} ({gained(board, line, claim.half_men)})"


def gained(before: Position, line: Sequence[Move], half_men: int) -> str:
    """Return in words what a line gains: ``two for one``, ``two men``, ``a man and a crown``."""
    if half_men == EVERYTHING:
        return "the game"
    taken, given, kings = _counts(before, line)
    first = f"{in_words(taken)} for {in_words(given)}" if given else _taken(before, line) if taken else ""
    return spoken_list([*[first] * bool(first), *["a crown"] * (kings > 0)], "and")


def _counts(before: Position, line: Sequence[Move]) -> tuple[int, int, int]:
    """Return how many pieces the first side of a line captures and loses, and how many men it crowns."""
    taken, given = (sum(len(move.captured) for move in line[ply::2]) for ply in (0, 1))
    return taken, given, sum(crowned(board, move) is not None for board, move in _moves(before, line))


def _moves(before: Position, line: Sequence[Move]) -> Iterator[tuple[Position, Move]]:
    """Yield the moves of the first side of a line, each with the position before it."""
    boards = [before, *(move.after for move in line)]
    return zip(boards[: len(line) : 2], line[::2], strict=True)


def _taken(before: Position, line: Sequence[Move]) -> str:
    """Return the pieces that the first side of a line captures in words: ``a man``, ``two men and a king``."""
    ranks = Counter(rank_of(board, number) for board, move in _moves(before, line) for number in move.captured)
    return spoken_list(
        [f"{'a' if n == 1 else in_words(n)} {rank_name(rank, n)}" for rank, n in sorted(ranks.items())], "and"
    )


def hint(
    move: Move, moves: Sequence[Move], naming: Naming, merits: Sequence[str], who: str = "I", proved: str = ""
) -> str:
    """Return the hint: the move that ``who`` would play, and the reasons ``merits``.

    ``proved`` is the value of the move in words if it holds only where every jump is made.
    """
    because = [f"it {_joined(merits)}"] if merits else []
    condition = [f"if every jump is made, it {proved}"] if proved else []
    return f"{'; '.join([f'{who} would move {naming.both(move, moves)}', *because, *condition])}."


def others(move: Move, moves: Sequence[Move], naming: Naming, shares: Sequence[tuple[Move, float]]) -> str:
    """Return the sentence about the move of most people; empty if there is none, or if it is the move of the hint."""
    likely, share = shares[0]
    return (
        f"Most people would play {naming.both(likely, moves)}." if share >= _MOST and likely.after != move.after else ""
    )


def people(moves: Sequence[Move], naming: Naming, shares: Sequence[tuple[Move, float]]) -> str:
    """Return the sentence about the moves that people play, with how many of a hundred play each."""
    named = [f"{round(100 * share)} {naming.both(move, moves)}" for move, share in shares if share >= _RARE]
    number, _, rest = spoken_list(named, "and").partition(" ")
    return f"Of a hundred people of your strength {number} would play {rest}."


def because(merits: Sequence[str], move: str) -> str:
    """Return the reason for a hint as a sentence of its own."""
    return f"{move}: it {_joined(merits)}." if merits else f"{move}: I saw nothing better."


def why_moved(game: Game, naming: Naming) -> str:
    """Return why the last move was made, in a sentence. What it threatens or is about to win is not told."""
    before, move = game.position_at(game.ply - 1), game.turns[game.ply - 1].move
    if len(game.generator.legal_moves(before)) == 1:
        return because([said(Claim(Kind.ONLY_MOVE, before, (move,)), naming)], naming.move(move))
    claim = next(Claims(game.rules, game.jumping).of_move(before, [move]), None)
    if claim is None or claim.kind in (Kind.GAIN, Kind.THREAT):
        return f"{naming.move(move)}: that you will see."
    return because([said(claim, naming)], naming.move(move))


def _joined(merits: Sequence[str]) -> str:
    """Return one or two reasons as one phrase, with "but" between a good one and a bad one."""
    is_bad = [each.startswith(_BAD) for each in merits if not each.startswith(_NEITHER)]
    return ", but ".join(merits) if is_bad in ([True, False], [False, True]) else spoken_list(merits, "and")
