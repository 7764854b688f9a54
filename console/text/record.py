"""The page of a player's record, in sections: rating, results by group, and exercises such as problems and lessons."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from console.game.elo import FIRST_RATING
from console.game.naming import counted, date_in_words
from console.game.record import UNKNOWN, UNNAMED, Exercises, GameGroup, Record
from console.game.tally import Tally
from console.text.curve import curve
from console.text.spans import NO_BARS, RESULTS, Line, Signs, Span, result_spans, share_spans
from console.text.table import Column, TextTable, figures

NO_GAME: Final = "Finish a game against the computer, and the record begins."
NO_RATING: Final = "No rating yet: it takes a game against the computer, finished without help."
_HIGH: Final = 8  # rows of the curve
_LOW: Final = 6
_MOST_OPENINGS: Final = 10
_OTHERS: Final = "others"
_SHORTEST_BAR: Final = 8
_LONGEST_BAR: Final = 20  # as wide as the legend
_GAP: Final = 2
_WIDE: Final = 64  # least width of a page with a high curve


def record_sections(record: Record, exercises: Sequence[Exercises], width: int, signs: Signs) -> list[list[Line]]:
    """Return the sections of the page, each line at most ``width`` columns."""
    sections = [[*_summary(record, width)]]
    if record.curve:
        sections.append([*_rating(record, width, signs)])
    sections += _results(record, width, signs)
    return [*sections, *([*_exercises(each, width, signs)] for each in exercises if each.all.done or each.facts)]


def title(record: Record) -> str:
    """Return the title of the page."""
    return f"The record of {record.name}: {record.rules}"


def _summary(record: Record, width: int) -> Iterator[Line]:
    """Yield the lines about all games."""
    if not record.results:
        yield from _wrapped(NO_GAME, width)
        return
    tally, runs = record.tally, record.runs
    helped = f", {record.helped} not rated" if record.helped else ""
    yield from _wrapped(f"{counted(tally.games, 'game')}: {_in_words(tally)}{helped}.", width)
    yield from _wrapped(
        f"Wins in a row: {runs.wins} now, best {runs.most_wins}. "
        f"Longest run without a loss: {counted(runs.most_unbeaten, 'game')}.",
        width,
    )
    if not record.curve:
        yield from _wrapped(NO_RATING, width)
    if record.timed:
        rest = tally.games - record.timed
        untimed = f"; {counted(rest, 'game')} {'was' if rest == 1 else 'were'} not timed" if rest else ""
        yield from _wrapped(f"Time played: {duration(record.seconds)}{untimed}.", width)


def _in_words(tally: Tally) -> str:
    return f"{tally.won} won, {tally.drawn} drawn, {tally.lost} lost"


def duration(seconds: int) -> str:
    """Return a long time in words: ``40 seconds``, ``12 minutes``, ``3 hours 5 minutes``."""
    minutes = seconds // 60
    if not minutes:
        return counted(seconds, "second")
    hours, rest = divmod(minutes, 60)
    return " ".join([counted(hours, "hour")] * bool(hours) + [counted(rest, "minute")] * bool(rest))


def _rating(record: Record, width: int, signs: Signs) -> Iterator[Line]:
    """Yield the section about the rating. Its curve begins with ``FIRST_RATING``."""
    points = record.curve
    yield (Span("Rating", "title"),)
    sentence = f"{record.rating} after {counted(len(points), 'rated game')}; best, {record.best}."
    yield from _wrapped(sentence, width)
    if signs == NO_BARS or len(points) == 1:
        return
    ends = date_in_words(points[0].date), date_in_words(points[-1].date)
    height = _HIGH if width >= _WIDE else _LOW
    yield from curve([FIRST_RATING, *(point.rating for point in points)], ends, width, height, signs)


# Results by group


def _results(record: Record, width: int, signs: Signs) -> list[list[Line]]:
    """Return a section for each kind of group that has games. All have the same columns."""
    kinds = {
        "Opponent": record.opponents,
        "Color": record.colors,
        "Opening": _first_openings(record.openings),
        "Length": record.lengths,
        "Other rules": record.other_rules,
    }
    kinds = {name: some for name, some in kinds.items() if some}
    longest = max(kinds, key=len, default="")
    columns = [Column(longest, least=12), *figures("Games"), *figures("Won", "Drawn", "Lost", rank=2)]
    columns += figures("%", rank=1)
    groups = [group for some in kinds.values() for group in some]
    heading, rows, bar = _beside_bars(TextTable(columns, [_row(group) for group in groups]), width)
    lines = iter(zip(rows, groups, strict=True))
    sections: list[list[Line]] = []
    for name, some in kinds.items():
        legend = _legend(signs) if bar == _LONGEST_BAR and not sections and signs != NO_BARS else ()
        titles = heading.replace(longest, " " * len(longest), 1)
        section: list[Line] = [(Span(name, "title"), Span(titles[len(name) :], "dim"), *legend)]
        for row, group in (next(lines) for _ in some):
            section.append((Span(row), *result_spans(*group.tally, bar, signs)))
        sections.append(section)
    return sections


def _legend(signs: Signs) -> Line:
    """Return the legend of the bars."""
    parts = zip(("", " ", " "), RESULTS, signs.results, strict=True)
    return tuple(Span(f"{gap}{look} {sign}", look) for gap, look, sign in parts)


def _first_openings(openings: Sequence[GameGroup]) -> list[GameGroup]:
    """Return the most frequent openings, and all others as one group; empty if no opening has a name."""
    if all(group.name in (UNKNOWN, UNNAMED) for group in openings):
        return []
    rest = openings[_MOST_OPENINGS:]
    others = [GameGroup(_OTHERS, Tally(*map(sum, zip(*(group.tally for group in rest), strict=True))))] if rest else []
    return [*openings[:_MOST_OPENINGS], *others]


def _row(group: GameGroup) -> list[str]:
    """Return the cells of a group: name, games, results, and the points in percent."""
    tally = group.tally
    points = 100 * (2 * tally.won + tally.drawn) // (2 * tally.games)
    return [group.name, *map(str, (tally.games, *tally, points))]


def _beside_bars(table: TextTable, width: int) -> tuple[str, list[str], int]:
    """Return the titles and the rows of a table, all of one length, and the width of the bars behind them."""
    bar = min(_LONGEST_BAR, max(_SHORTEST_BAR, width - table.width - _GAP))
    heading, rows = table.lines(width - bar - _GAP)
    room = max(map(len, (heading, *rows))) + _GAP
    return heading.ljust(room), [row.ljust(room) for row in rows], bar


# Exercises


def _exercises(exercises: Exercises, width: int, signs: Signs) -> Iterator[Line]:
    """Yield the section about exercises: the facts, and a bar for each share of which something is done."""
    name, done, of = exercises.all
    facts = "".join(f", {fact} {number}" for fact, number in exercises.facts.items())
    yield (Span(exercises.name, "title"),)
    yield from _wrapped(f"{done} of {of} {name}{facts}.", width)
    shares = [share for share in exercises.shares if share.done]
    table = TextTable([Column("", least=10), *figures("Done", "All")], [tuple(map(str, share)) for share in shares])
    heading, rows, bar = _beside_bars(table, width)
    yield (Span(heading, "dim"),)
    for row, share in zip(rows, shares, strict=True):
        yield (Span(row), *share_spans(share.done, share.of, bar, signs))


def _wrapped(text: str, width: int) -> list[Line]:
    return [(Span(line),) for line in wrap(text, width)]
