"""The lists that are shown: levels, clocks, engines and their parameters, rule sets, saved games, the hall of fame."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from textwrap import wrap
from typing import Final

from ai.levels import LEVEL_RATINGS, LEVELS, level_at
from console.dialogue.messages import Row, ShowList
from console.game.clock import Control
from console.game.hall_of_fame import FOUNDERS, Founder
from console.game.naming import date_in_words
from console.game.options import FIT
from console.game.player_tags import both_players
from console.game.record import Record
from console.game.tally import Tally
from console.reading.readings import Command
from console.storage.saved_games import SavedGame
from console.text.levels import VOICES
from console.text.rules import explain
from console.text.sentences import clock_in_words, numbered_moves
from console.text.table import Column, TextTable, figures
from engine.pdn.record import UNDECIDED
from engine.rules import LOSING, RULE_SETS, Rules, losing_game

NO_GAME_YET: Final = 'No game is saved yet: "save NAME" saves one.'
NOBODY_YET: Final = "Finish a game against the computer, and you will be here, too."
_FOUNDER: Final = "One of the ten founders of this hall, who were made up in 1990 to be climbed past."
_CLOCKS: Final = ((3, 2), (5, 0), (5, 3), (10, 5), (15, 10), (30, 0))  # minutes, and seconds added per move
_WIDTH: Final = 78


def level_list(current: str, record: Mapping[int, Tally], fitted: int, you: str = "You") -> ShowList:
    """Return the list of levels with their ratings. Its last row is the strength that follows the player's rating.

    ``fitted`` is that strength. ``current`` is the argument of the command ``level`` for the present strength.
    ``record`` has the player's wins, draws and losses by level. ``you`` begins the sentence about whom he meets.
    """
    columns = [*figures(""), Column("Name"), Column("Who", 2, least=30), Column("Record", 1), *figures("Rating")]
    listed = []
    for number, level in LEVELS.items():
        met = record[number].text if number in record else "-"
        texts = (str(number), level.name, VOICES[number].about, met, str(LEVEL_RATINGS[number]))
        listed.append((str(number), texts))
    listed.append((FIT, ("", f"Your Match, {FIT}", "plays as well as you do", "-", str(fitted))))
    rows = [Row(texts, Command("level", argument)) for argument, texts in listed]
    rows.append(Row(("", "Another program", "plays in my place", "-", "-"), Command("engine", "list")))
    now = level_at(fitted) if current == FIT else LEVELS[int(current)]
    after = (
        f"{you} meet the {now.name}, {'your match' if current == FIT else f'level {current}'}.",
        f'"level 1" to "level 9" choose another; "level {FIT}" plays as well as you do.',
    )
    chosen = [argument for argument, _ in listed].index(current)
    return ShowList("How strong?", columns, rows, chosen, topic="Levels", mark=">", after=after)


def clock_list(current: Control | None) -> ShowList:
    """Return the list of clocks for the next game."""
    usual = [Control(*each) for each in _CLOCKS]
    controls = [None, *usual, *([current] if current is not None and current not in usual else [])]
    rows = []
    for control in controls:
        name = str(control or "off")
        rows.append(Row((name, clock_in_words(control) if control else "no clock"), Command("clock", name)))
    columns, chosen = [Column("Clock"), Column("For each player")], controls.index(current)
    return ShowList("The clock of the next game", columns, rows, chosen=chosen, topic="clock")


def rules_list(current: Rules, house: Iterable[Rules]) -> ShowList:
    """Return the list of rule sets and house rules for the next game, with their explanations.

    If ``current`` is the losing game of a set, the list has the losing games of all.
    """
    losing = current.name.endswith(LOSING)
    shown = [losing_game(rules) if losing else rules for rules in (*RULE_SETS.values(), *house)]
    rows = [Row((rules.name,), Command("next", rules.name), partial(explain, rules)) for rules in shown]
    chosen = next((place for place, rules in enumerate(shown) if rules.name == current.name), 0)
    return ShowList("Whose rules?", [Column("Rules")], rows, chosen=chosen, topic="other houses")


def games_list(games: Sequence[SavedGame]) -> ShowList:
    """Return the list of saved games, in the order given."""
    columns = [Column("Name", least=12), Column("Players", least=16), Column("Date", 2), Column("Result", 1)]
    columns += [*figures("Moves", rank=4), Column("Rules", 3)]
    rows = []
    for game in games:
        players, moves = both_players(game.black, game.white, game.first), str(numbered_moves(game.moves))
        result = "not over" if game.result == UNDECIDED else game.result
        texts = (game.words, players, date_in_words(game.date), result, moves, game.rules)
        rows.append(Row(texts, Command("load", game.words)))
    newest = games[0].words if games else ""
    before = (f'Saved games, the newest first; "load {newest}" brings the first back:', "")
    return ShowList("Saved games", columns, rows, verb="Load", empty=NO_GAME_YET, topic="saved games", before=before)


def hall_list(records: Sequence[Record], player: str = "") -> ShowList:
    """Return the hall of fame: records and founders, the best first, with results by level.

    When the list opens, the first row of ``player`` is selected, or else the first of all.
    """
    columns = [*figures("", rank=3), Column("Name", least=18), *figures("Rating")]
    columns += [*figures("Best", "Won", "Drawn", "Lost", "Streak", rank=2), Column("Rules", 1)]
    shown: list[Record | Founder] = [*records, *FOUNDERS]
    shown.sort(key=lambda one: -(one.rating or 0))  # at equal ratings the players first
    rows = []
    for place, one in enumerate(shown, 1):
        texts = [str(place), one.name, _or_dash(one.rating)]
        if isinstance(one, Founder):
            about = [f"{one.name}, 1990", "", one.sentence, "", _FOUNDER]
            rows.append(Row([*texts, "", "", "", "", "", "founder"], about=partial(_wrapped, about)))
        else:
            texts += [_or_dash(one.best), *map(str, (*one.tally, one.runs.most_wins)), one.rules]
            rows.append(Row(texts, about=partial(_about_one, one), details=_details(one)))
    legend = "" if records else NOBODY_YET
    chosen = next((place for place, one in enumerate(shown) if one.name == player and not isinstance(one, Founder)), 0)
    return ShowList("Hall of fame", columns, rows, chosen, verb="Close", topic="hall of fame", legend=legend)


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _wrapped(lines: Sequence[str], width: int) -> list[str]:
    return [part for line in lines for part in wrap(line, width) or [""]]


def _details(one: Record) -> list[str]:
    """Return a player's results by level and first wins as lines."""
    lines = list[str]()
    levels = [f"level {level}: {tally.text}" for level, tally in one.by_level.items()]
    firsts = [f"level {level} {date_in_words(date)}".rstrip() for level, date in one.first_wins.items()]
    for parts in (levels, ["first wins: " + firsts[0], *firsts[1:]] if firsts else []):
        lines += wrap(", ".join(parts), _WIDTH, initial_indent="    ", subsequent_indent="    ")
    return lines


def _about_one(one: Record, width: int) -> list[str]:
    """Return a player's results and first win against each level."""
    columns = [Column("Level"), *figures("W-D-L"), Column("First win", 1)]
    firsts = {level: date_in_words(date) for level, date in one.first_wins.items()}
    rows = [
        (LEVELS[level].name if level in LEVELS else str(level), tally.text, firsts.get(level, ""))
        for level, tally in one.by_level.items()
    ]
    titles, lines = TextTable(columns, rows).lines(width)
    records = (f"Best rating {_or_dash(one.best)}", f"Best streak {one.runs.most_wins}")
    return [f"{one.name}, {one.rules}", "", *records, "", titles, *lines]
