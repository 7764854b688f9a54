"""The list of levels: name, character, rating and the player's results."""

from collections.abc import Mapping

from ai.levels import LEVEL_RATINGS, LEVELS
from console.text.voices import VOICES


def met(record: tuple[int, int, int] | None) -> str:
    """Return wins, draws and losses as ``2-0-1``, or a dash if no game was played."""
    return "-" if record is None else "-".join(map(str, record))


def level_lines(current: int, record: Mapping[int, tuple[int, int, int]]) -> list[str]:
    """Return a line for each level, the current one marked, and a line on how to choose another."""
    names = max(len(level.name) for level in LEVELS.values())
    abouts = max(len(voice.about) for voice in VOICES.values())
    lines = [f"     {'level':{names}}  {'who':{abouts}}  rating  record"]
    for number, level in LEVELS.items():
        mark = ">" if number == current else " "
        who = f"{level.name:{names}}  {VOICES[number].about:{abouts}}"
        lines.append(f"{mark} {number}  {who}  {LEVEL_RATINGS[number]:6}  {met(record.get(number))}")
    return [*lines, f'You meet the {LEVELS[current].name}, level {current}; "level 3" calls the {LEVELS[3].name}.']
