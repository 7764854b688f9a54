"""The queue of what is set again: the player's mistakes and the opening lines that he learns."""

from dataclasses import astuple, fields, replace
from datetime import date
from typing import Final

from console.game.repetition import Item
from console.storage.player_data import PlayerData, Statement
from engine.rules import Rules

_FIELDS: Final = ", ".join(field.name for field in fields(Item))
_MARKS: Final = ", ".join("?" for _ in fields(Item))
_SAME: Final = "player = me() AND (kind, rules, articles, side, key) = (?, ?, ?, ?, ?)"


def items_of(data: PlayerData, kind: str, rules: Rules | None = None) -> list[Item]:
    """Return the items of a kind, also those under one rule set only, sorted by the day on which they are due."""
    rows = data.rows(f"SELECT due, {_FIELDS} FROM items WHERE player = me() AND kind = ? ORDER BY due, rowid", kind)
    items = [replace(Item(*row), due=date.fromisoformat(due)) for due, *row in rows]
    return items if rules is None else [item for item in items if item.is_by(rules)]


def added(item: Item, *, replaces: bool = False) -> Statement:
    """Return the statement that adds an item. One with its key stays, unless the new one ``replaces`` it."""
    how = "REPLACE" if replaces else "IGNORE"
    return f"INSERT OR {how} INTO items (player, key, {_FIELDS}) VALUES (me(), ?, {_MARKS})", (item.key, *_values(item))


def updated(item: Item) -> Statement:
    """Return the statement that stores the day and the results of an item. One that was removed stays removed."""
    text = f"UPDATE items SET ({_FIELDS}) = ({_MARKS}) WHERE {_SAME} AND (start, moves) = (?, ?)"
    return text, (*_values(item), *_key(item), item.start, item.moves)


def removed(item: Item) -> Statement:
    """Return the statement that removes an item."""
    return f"DELETE FROM items WHERE {_SAME}", _key(item)


def _key(item: Item) -> tuple[str | int, ...]:
    return item.kind, item.rules, item.articles, item.side, item.key


def _values(item: Item) -> list[str | int]:
    return [value.isoformat() if isinstance(value, date) else value for value in astuple(item)]
