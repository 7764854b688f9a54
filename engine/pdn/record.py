"""The record of a game as a value, with everything that Portable Draughts Notation (PDN) stores."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from engine.fen import fen_text
from engine.game import Game, Outcome, Reason, Turn
from engine.pdn.tree import NO_MOVES, Diagnostic, Note, PlayedMove, Unread, Variation
from engine.position import Position
from engine.rules import RULE_SETS, Jumping, Rules, is_house

ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black")
OF_THE_GAME: Final = ("Result", "GameType", "Variant", "HouseRules", "Jumping", "SetUp", "FEN", "Termination")
TERMINATIONS: Final = {
    Reason.RESIGNED: "resignation",
    Reason.FLAG: "time forfeit",
    Reason.AGREED: "agreement",
}
UNKNOWN: Final = ("", "?", "????.??.??")
UNDECIDED: Final = "*"
DRAWN: Final = "1/2-1/2"
_RESULTS: Final = ("1-0", "0-1", DRAWN)
_INTERNATIONAL_RESULTS: Final = ("2-0", "0-2", "1-1")
TERMINATORS: Final = (*_RESULTS, *_INTERNATIONAL_RESULTS, "0-0", UNDECIDED)
"""The results that may end the moves of a game in PDN."""
_INTERNATIONAL: Final = (20, 96, 98)
"""The GameTypes that write a win as ``2-0``: international, and the games that lidraughts derives from it."""
BOTH_LOST: Final = 3
_READ_AS: Final = str.maketrans(
    {":": "-", "=": "-", ",": ".", "\u2044": "/"} | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
)
_HALF: Final = re.compile(r"\s*(?:1/2|\xbd)")
_SCORE: Final = re.compile(r"(-?\d*\.?\d+)[+-]?-(-?\d*\.?\d+)[+-]?", re.ASCII)

# The values of the roster's tags if nothing is known.
NOT_KNOWN: Final = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"}

Tags = tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def points(result: str) -> int | None:
    """Return the code of a result: 0 if the first player won, 1 if the second, 2 for a draw, ``BOTH_LOST``; else None.

    Results are also read as points, such as ``12-0``, ``1.01-0.99`` and ``1 1/2 - 1/2``. ``0-0`` is lost for both.
    """
    text = unicodedata.normalize("NFKC", _HALF.sub(".5", result)).translate(_READ_AS)
    score = _SCORE.fullmatch("".join(_HALF.sub(".5", text).split()))
    if score is None:
        return 2 if text.strip() == ".5" else None
    first, second = float(score[1]), float(score[2])
    if first == second:
        return 2 if first else BOTH_LOST
    return int(first < second)


def result_text(rules: Rules, code: int) -> str:
    """Return a result by its code as it is written under a rule set."""
    texts = _INTERNATIONAL_RESULTS if rules.game_type in _INTERNATIONAL else _RESULTS
    return (*texts, "0-0")[code]


def ordered_tags(tags: Mapping[str, str]) -> Tags:
    """Sort tags as in a record: the roster, the tags about the game, the others. Leave out unknown roster tags."""
    order = {name: place for place, name in enumerate((*ROSTER, *OF_THE_GAME))}
    known = (each for each in tags.items() if NOT_KNOWN.get(each[0]) != each[1])
    return tuple(sorted(known, key=lambda each: order.get(each[0], len(order))))


@dataclass(frozen=True)
class GameRecord:
    """The record of a game: rules, start, moves with variations, outcome and tags.

    ``tags`` contain a tag of OF_THE_GAME only if its value in the file differs from ``facts``. An empty Termination
    means that the file has no such tag. ``terminator`` is the text after the moves if it differs from ``result``, else
    empty. ``problem`` is what could not be read of the game, or None if all was read. If it stands among the moves, the
    game ends before it, and its last note has the rest of the text.
    """

    rules: Rules
    jumping: Jumping
    start: Position
    line: Variation = NO_MOVES
    outcome: Outcome | None = None
    tags: Tags = ()
    terminator: str = ""
    problem: Diagnostic | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        tags: Mapping[str, str] | None = None,
        before: "GameRecord | None" = None,
    ) -> "GameRecord":
        """Return the record of a game up to the current position, without undone turns.

        ``before`` is the record from which the game was continued. Its notes are kept up to the first move that
        differs. If everything else is the same, its tags about the game and its ``terminator`` are kept too.
        """
        turns = game.turns[: game.ply]
        line = _with_notes(turns, before.line if before and before.start == game.start else NO_MOVES)
        own = {name: value for name, value in (tags or {}).items() if name not in OF_THE_GAME and value not in UNKNOWN}
        made = cls(game.rules, game.jumping, game.start, line, game.outcome)
        terminator = ""
        if before is not None and made == replace(before, tags=(), terminator=""):
            own |= {name: value for name, value in before.tags if name in OF_THE_GAME}
            terminator = before.terminator
        return replace(made, tags=ordered_tags(own), terminator=terminator)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the game without variations."""
        return self.line.turns

    def tag(self, name: str, otherwise: str = "?") -> str:
        """Return the value of a tag, or ``otherwise`` if it is unknown."""
        return next((value for tag, value in self.tags if tag == name and value not in UNKNOWN), otherwise)

    @property
    def result(self) -> str:
        """The result in PDN: in every rule set ``1-0`` or ``2-0`` means that the side with the first move won."""
        if self.outcome is None:
            return UNDECIDED
        return result_text(
            self.rules, 2 if self.outcome.winner is None else int(self.outcome.winner != self.rules.first)
        )

    @property
    def stated_result(self) -> str:
        """The result as the file has it, such as ``12-0``, or ``result`` if the file has none or a wrong one."""
        code, stated = points(self.result), dict(self.tags).get("Result", self.terminator)
        if points(stated) is None or (code is None and points(stated) != BOTH_LOST and self.problem is None):
            return self.result
        return stated if code in (None, points(stated)) else self.result

    @property
    def is_over(self) -> bool:
        """True if the game has ended, on the board or by a result in its tags."""
        return self.outcome is not None or points(self.tag("Result", "")) is not None

    @property
    def facts(self) -> dict[str, str]:
        """The tags of OF_THE_GAME that follow from the record, with their values."""
        facts = {"Result": self.result}
        if self.rules.game_type is not None:
            facts["GameType"] = _type_text(self.rules)
        if self.rules.game_type is None or self.rules.losing:
            facts["Variant"] = self.rules.name
        if is_house(self.rules):
            from engine.house_rules import article_line

            facts["HouseRules"] = article_line(self.rules)
        if self.jumping != "forced":
            facts["Jumping"] = self.jumping
        if self.start != Position.start(self.rules):
            facts |= {"SetUp": "1", "FEN": fen_text(self.start)}
        if self.outcome is not None and self.outcome.reason in TERMINATIONS:
            facts["Termination"] = TERMINATIONS[self.outcome.reason]
        return facts

    def continues(self, other: "GameRecord") -> bool:
        """Return True if nothing of ``other`` is lost when this record replaces it.

        This record has the start, the moves and the variations of ``other``, and its outcome, if any. It has remarks
        where ``other`` has some. A huff may follow the last move of ``other``.
        """
        if (self.rules, self.jumping, self.start) != (other.rules, other.jumping, other.start):
            return False
        return other.outcome in (None, self.outcome) and _has_all(self.line, other.line)

    def game(self) -> Game:
        """Return a game with all turns played, which can be continued."""
        game = Game(self.rules, self.jumping, self.start)
        for turn in self.turns:
            game.replay(turn)
        if self.outcome is not None and game.outcome != self.outcome:
            game.end(self.outcome)
        return game


def _type_text(rules: Rules) -> str:
    """Return the number of a rule set for the GameType tag, with its attributes if they differ from the usual ones."""
    if rules.losing or RULE_SETS.get(rules.name) == rules:
        return str(rules.game_type)
    return f"{rules.game_type},{'BW'[rules.first]},{rules.size},{rules.size},A0,{int(not rules.dark_left)}"


def _has_all(line: Variation, other: Variation) -> bool:
    """Return True if a line begins with the moves of another and has all its notes. Remarks may be reworded."""
    pairs = list(zip(line.moves, other.moves, strict=False))
    last = other.moves[-1] if other.moves else None
    notes = [(line.notes, other.notes), *((mine.notes, move.notes) for mine, move in pairs)]
    return (
        len(pairs) == len(other.moves)
        and all(mine.turn.move == move.turn.move for mine, move in pairs)
        and all(mine.turn.huffed == move.turn.huffed or (move is last and not move.turn.huffed) for mine, move in pairs)
        and all(_has_notes(mine, theirs) for mine, theirs in notes)
    )


def _has_notes(notes: Sequence[Note], other: Sequence[Note]) -> bool:
    def is_kept(note: Note) -> bool:
        if isinstance(note, Variation):
            return any(isinstance(each, Variation) and _has_all(each, note) for each in notes)
        return note in notes if isinstance(note, Unread) else any(isinstance(each, type(note)) for each in notes)

    return all(map(is_kept, other))


def _with_notes(turns: Sequence[Turn], line: Variation) -> Variation:
    """Return a variation of these turns, with the notes of another variation as far as the turns are equal."""
    same = 0
    while same < min(len(turns), len(line.moves)) and turns[same] == line.moves[same].turn:
        same += 1
    return Variation((*line.moves[:same], *map(PlayedMove, turns[same:])), line.notes)
