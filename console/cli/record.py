"""``checkers record``: the record of a player as text, JSON or CSV."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from ai.levels import LEVEL_RATINGS
from console.cli.arguments import read_rule_set
from console.cli.composition import exercises_done
from console.cli.parser import Asked, Command, Refused, option, switch
from console.cli.play import read_player
from console.game.hall_of_fame import rated
from console.game.options import DEFAULT_NAME
from console.game.record import Exercises, GameGroup, Record, opponent_of, record_of, rules_played
from console.storage.notices import NotKept
from console.storage.store import open_store
from console.terminal.standard_streams import complain, tell
from console.text.record import record_sections, title
from console.text.spans import Signs, plain_lines

_WIDTH: Final = 78
_COLUMNS: Final = ("name", "rules", "date", "time", "opponent", "level", "opponent_rating", "side", "opening", "moves")
_LAST_COLUMNS: Final = ("seconds", "score", "helped", "rating")


class _Page(NamedTuple):
    """A record, and what is done beside the games under its rules.

    ``exercises`` are empty for rules that are not found. ``stored`` are the rows of the database by table, empty for
    other forms than JSON.
    """

    record: Record
    exercises: Sequence[Exercises]
    stored: Mapping[str, Any]


def run(asked: Asked) -> None:
    """Print a player's record. Raises Refused."""
    store = open_store(automatic=True)
    try:
        names = store.hall.names()
        name = asked.name or store.settings.name or (names[-1] if names else DEFAULT_NAME)
        results = store.hall.results(name)
    except NotKept as error:
        raise Refused(str(error)) from None
    store.player.me = lambda: name
    stored = store.player.exported() if asked.form == "json" else {}
    others = {row["rules"]: () for rows in stored.values() for row in rows if "rules" in row}
    played = [*dict.fromkeys((*rules_played(results), *others))] or [store.settings.rules]
    if asked.rules:
        played = [asked.rules.name]
    pages = []
    for each in played:
        rules = store.rules.find(each)
        exercises = exercises_done(store.player, rules) if rules is not None else ()
        pages.append(_Page(record_of(results, name, each, LEVEL_RATINGS), exercises, _under(each, stored)))
    tell(_FORMS[asked.form or ""](pages))
    for notice in store.notices.take():
        complain(notice)


def _text(pages: Sequence[_Page]) -> str:
    lines = []
    for record, exercises, _ in pages:
        lines += [title(record), "", *plain_lines(record_sections(record, exercises, _WIDTH, Signs())), "", ""]
    return "\n".join(lines).rstrip("\n")


def _json(pages: Sequence[_Page]) -> str:
    return json.dumps([_object(page) for page in pages], indent=1)


def _object(page: _Page) -> dict[str, Any]:
    """Return a record and its exercises for JSON."""
    record = page.record
    return {
        **{name: getattr(record, name) for name in ("name", "rules", "helped", "seconds", "timed", "rating")},
        **record.tally._asdict(),
        **record.runs._asdict(),
        "curve": [point._asdict() for point in record.curve],
        **{kind: _groups(getattr(record, kind)) for kind in ("opponents", "colors", "openings", "lengths")},
        "exercises": [
            {"name": each.name, **_with_keys(each.facts), "done": each.all.done, "of": each.all.of}
            | {"shares": [share._asdict() for share in each.shares]}
            for each in page.exercises
        ],
        "games": _games(record),
        "stored": page.stored,
    }


def _with_keys(facts: Mapping[str, int]) -> dict[str, int]:
    return {name.replace(" ", "_"): value for name, value in facts.items()}


def _under(rules: str, stored: Mapping[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Return the stored rows under a rule set, and those that are under none."""
    return {table: [row for row in rows if row.get("rules", rules) == rules] for table, rows in sorted(stored.items())}


def _groups(groups: Iterable[GameGroup]) -> list[dict[str, Any]]:
    return [{"name": group.name, **group.tally._asdict()} for group in groups]


def _games(record: Record) -> list[dict[str, Any]]:
    """Return the games as rows. An unknown number is None.

    ``rating`` is the player's rating after the game, None if the game does not count.
    """
    after = {id(result): rating for result, rating in rated(record.results, LEVEL_RATINGS)}
    rows = []
    for result in record.results:
        more = {
            "opponent": opponent_of(result),
            "opponent_rating": result.rating or LEVEL_RATINGS.get(result.level),
            "moves": result.moves if result.moves or result.side else None,
            "seconds": result.seconds or None,
            "rating": after.get(id(result)),
        }
        fields = asdict(result) | more
        rows.append({name: fields[name] for name in (*_COLUMNS, *_LAST_COLUMNS)})
    return rows


def _csv(pages: Sequence[_Page]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, [*_COLUMNS, *_LAST_COLUMNS], lineterminator="\n")
    writer.writeheader()
    for page in pages:
        writer.writerows(_games(page.record))
    return out.getvalue().rstrip("\n")


_FORMS: Final[dict[str, Callable[[Sequence[_Page]], str]]] = {"": _text, "json": _json, "csv": _csv}


COMMANDS: Final = (
    Command(
        "record",
        run,
        "Show a player's record: rating, results, problems and lessons.",
        option("--name NAME", read_player, "whose record; without it, yours"),
        option("--rules NAME", read_rule_set, "by one rule set; without it, by all that were played"),
        switch("--json", "one list of objects for programs", "form", "json"),
        switch("--csv", "the games, as a table for a spreadsheet", "form", "csv"),
    ),
)
