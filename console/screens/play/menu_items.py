"""The menu of the board's screen: everything that can be asked for or switched while a game goes on."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from console.dialogue import kinds
from console.dialogue.prompt_words import Place, read_word
from console.dialogue.state import State
from console.game.study import MARKS
from console.screens.play import sub_screens
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import SWITCHES, DisplaySettings, Switch, palette_title
from console.screens.play.sub_screens import SubScreen
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Item
from console.storage.settings import COLOURS
from console.text import engines, modem, sentences
from engine.rules import Rules

_HELP: Final = "Help"


def items(
    state: State,
    runner: DialogueRunner,
    settings: DisplaySettings,
    say: Callable[[str], None],
    open_sub_screen: Callable[[SubScreen[Any]], None],
    levels: Callable[[State], SubScreen[int]],
    line: LineEditor,
) -> list[Item]:
    """The entries as they stand now; words work where a move or another game is asked for, or a move will be."""
    kind = runner.ask.kind if runner.ask is not None else kinds.MOVE
    playing = kind in (kinds.MOVE, kinds.TO, kinds.WAITING)
    free = playing or kind is kinds.ANOTHER
    game = state.game

    off_or_on = ("off", "on")

    def words(line: str, value: str = "", works: bool = free, stays: bool = False, label: str = "") -> Item:
        return Item(label or _label(line), partial(say, line), value, works and _is_for(line, state), stays)

    def typing(text: str, told: str, works: bool = free, label: str = "") -> Item:
        """One that leaves the rest of the line to the player, and tells him how it goes on."""

        def begin() -> None:
            line.set(text)
            runner.transcript.say(told)

        return Item(label or _label(text), begin, "", works and _is_for(text, state))

    def opening(label: str, make: Callable[[State], SubScreen[Any]], value: str = "", works: bool = free) -> Item:
        return Item(label, lambda: open_sub_screen(make(state)), value, works and (state.far is None or label == _HELP))

    def switch(one: Switch) -> Item:
        def switch_on() -> None:
            settings.change(one.switched(settings.now))
            runner.animated = settings.now.animation

        return Item(one.label, switch_on, one.shown(settings.now), stays=True)

    def leave() -> None:
        if runner.ask is None or runner.ask.kind is kinds.NAME:
            runner.close()
        else:
            say("quit")

    def colours(name: str) -> Item:
        def choose() -> None:
            settings.change(replace(settings.now, colours=name))

        chosen = name == settings.now.colours
        title, look = palette_title(name), partial(settings.preview, name)
        return Item(title, choose, "now" if chosen else "", stays=True, current=chosen, preview=look)

    next_jumping = _following(state.rules, state.jumping)
    of_the_game = (
        words("new"),
        words("swap"),
        words("one"),
        words("two"),
        words("demo"),
        typing("ballot random", sentences.BALLOT_HOW),
        words("save", "F2", free and bool(game.turns)),
        words("games", "F3", label="Load"),
        words("find"),
        words("draw", works=playing),
        words("resign", works=playing),
        *((typing("say ", modem.SAY_WHAT),) if state.far is not None else ()),
        words("fame"),
        typing("name ", sentences.NAME_HOW),
        words("about"),
    )
    of_problems = (
        words("problem", label="One that fits"),
        words("problem today", label="The one of today"),
        words("problem yours", label="Mistakes of yours"),
        words("problem off", works=free and state.is_problem, label="Leave problems"),
    )
    of_the_rules = (
        opening("Rules", sub_screens.rule_sets, state.rules.name, free or kind is kinds.FIRST),
        words(
            f"next {state.rules.name} {next_jumping}",
            value=state.jumping,
            works=free and next_jumping != state.jumping,
            label="Jumping",
        ),
        words(f"rules {state.rules.name}", label="About these rules"),
        opening("Level", levels, str(state.level), free and bool(state.computers)),
        words("chat", off_or_on[state.remarks], works=free and bool(state.computers), stays=True),
        words(f"book {off_or_on[not state.book]}", off_or_on[state.book], works=free, stays=True, label="Opening book"),
        opening("Clock", sub_screens.clocks, str(state.next_game.control or "off")),
    )
    of_engines = (
        words("engine list", state.engine),
        typing("engine ", engines.NAME_ONE, label="Name another"),
        words("engine set", works=free and bool(state.engine), label="Parameters"),
        words("engine on", label="Start it again"),
        words("engine off", works=free and bool(state.engine), label="Play without"),
    )
    of_the_moves = (
        words("hint", "F4", playing),
        words("proof", works=playing),
        words("moves", works=playing),
        words("undo", "F5", free and game.can_undo),
        words("redo", "F8", free and game.can_redo),
        typing("go ", sentences.go_where(len(game.turns)), works=free and bool(game.turns)),
        words("reset", works=free and game.can_undo),
        words("now", works=runner.ask is None),
        words("teach", off_or_on[state.teaching], stays=True),
        words("think", off_or_on[state.thinking], stays=True),
    )
    of_the_position = (
        words("flip", "F6"),
        words("turn", off_or_on[state.turning], stays=True),
        words("setup"),
        words("review", works=free and bool(game.turns)),
        words("seen"),
        words("book"),
        words("fen"),
        words("where"),
        typing("look ", sentences.LOOK_WHERE),
    )
    studied = free and state.study is not None
    of_a_study = (
        words("study", works=free and bool(game.turns)),
        typing("comment ", sentences.COMMENT_WHAT),
        typing("mark !", sentences.mark_how(MARKS), works=free and game.can_undo),
        words("line", works=studied),
        words("main", works=studied),
        words("promote", works=studied),
        words("delete", works=studied),
    )
    return [
        Item("Game", inside=of_the_game),
        Item("Problems", inside=of_problems),
        Item("Rules and level", inside=of_the_rules),
        Item("Engines", inside=of_engines),
        Item("Moves", inside=of_the_moves),
        Item("Position", inside=of_the_position),
        Item("Annotations", inside=of_a_study),
        Item("Screen", inside=tuple(map(switch, SWITCHES))),
        Item("Colors", inside=tuple(map(colours, COLOURS))),
        opening(_HELP, sub_screens.manual, "F1", works=True),
        Item("Quit", leave, "F10"),
    ]


def _label(line: str) -> str:
    """Return what the menu calls the word that a line begins with."""
    word = read_word(line)
    assert word is not None
    return word.word.menu


def _is_for(line: str, state: State) -> bool:
    """Whether a word is for the game on the table: over a line not all of them are."""
    word = read_word(line)
    place = Place.LINE if state.game.outcome is None else Place.LINE_OVER
    return state.far is None or word is None or word.works(place)


def _following(rules: Rules, jumping: str) -> str:
    """The kind of jumping that comes after one, round the end."""
    kinds = list(rules.jumpings)
    return kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
