"""External engines that play in place of the built-in opponent: start, stop and parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ai.hub.client import HubParameter
from console.activities.engines import sentences as engines
from console.activities.engines.opponent import EngineOpponent, program_name, refusal
from console.dialogue.activity import Handlers, refusing
from console.dialogue.conversation import Conversation, ConversationPart
from console.dialogue.messages import MoveChooser, Prepare, Row, Say, ShowList, Steps
from console.game.engine_choice import LONGEST_COMMAND, read_command, settings_of, with_engine
from console.game.naming import counted, whole_number
from console.game.player_tags import BY_ENGINE
from console.game.seats import RIVAL
from console.reading.readings import Command
from console.text.table import Column, figures
from engine.game import Game
from engine.printable import printable, quoted


class Engines(ConversationPart):
    """The external engine of this session of play: that of the options, or one that the player names."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        command = conversation.options.engine
        self._engine = None if command is None else self._opponent_of(command, {})
        conversation.closing.append(self.close)
        self._refused: tuple[Game, str] | None = None

    @property
    def chooser(self) -> MoveChooser:
        """The chooser of the moves and hints of an engine's seat: the engine, or else the built-in opponent."""
        return self._engine or self._conversation.built_in()

    def close(self) -> None:
        """Close the engine's process."""
        if self._engine is not None:
            self._engine.close()

    # The choice of the opponent

    def ready(self) -> Steps[None]:
        """Start the wanted engine for the game on the table if needed, or say why it does not play.

        An engine that has failed leaves its seat to the built-in opponent, who has made the last move in its place.
        """
        game, engine = self._state.game, self._engine
        if engine is None:
            self._seat("")
            return
        why = self._refusal()
        if why is not None:
            self._seat("")
            if self._refused != (game, why):
                self._refused = game, why
                yield Say(engines.REFUSED.format(why, engine.name))
            return
        if engine.is_out(game.rules) and self._state.table.engine:
            yield Say(engines.TROUBLE.format(engine.trouble))
        if not engine.runs(game.rules) and not engine.is_out(game.rules):
            yield from self._started(engine)
        self._seat(engine.name if engine.runs(game.rules) else "")

    def _refusal(self) -> str | None:
        """Return the reason why engines do not play the game on the table, as the predicate of "Engines ...", or None.

        A game of two players at this board has no seat for them.
        """
        program = self._state.table.seats.program
        if program is None:
            return "play only for the computer"
        return "may not take a rival's seat" if program.kind == RIVAL else refusal(self._state.game)

    def _seat(self, engine: str) -> None:
        """Let an engine play for the computer; the built-in opponent, if the name is empty.

        The opponent of a game that is over does not change.
        """
        state, table = self._state, self._state.table
        program = table.seats.program
        if program is None or table.game.outcome is not None:
            return
        # An engine that played a recorded game to its end has no level.
        program = program.without_engine if program.level is not None else state.opponent
        tags = dict(table.tags)
        if engine:
            tags[BY_ENGINE] = engine
        elif not table.game.ply:
            tags.pop(BY_ENGINE, None)
        state.table = replace(table.with_program(program.played_by(engine) if engine else program), tags=tags)

    def _opponent_of(self, command: str, settings: Mapping[str, str]) -> EngineOpponent:
        return EngineOpponent(command, self._conversation.built_in, settings)

    def _start(self, engine: EngineOpponent) -> Prepare:
        rules = self._state.table.rules
        return Prepare(f"Starting {engine.name}", lambda stop: engine.start(rules, stop), for_engine=True)

    def _started(self, engine: EngineOpponent) -> Steps[bool]:
        """Start an engine; return True if it runs. If it fails, say why the built-in opponent plays on."""
        yield self._start(engine)
        if engine.trouble:
            yield Say(engines.TROUBLE.format(engine.trouble))
            return False
        self._remember(engine)
        return True

    def _remember(self, engine: EngineOpponent) -> None:
        known = with_engine(self._archive.store.settings.engines, engine.command, engine.settings)
        self._archive.remember(lambda settings: replace(settings, engines=known))

    # The command

    def do(self, word: Command) -> Steps[None]:
        """Execute the command "engine": start an engine, describe it, set a parameter, or stop it."""
        text = word.text.strip()
        name, _, rest = text.partition(" ")
        remembered = [(known[0], settings_of(known)) for known in self._archive.store.settings.engines]
        acts = {"": self._describe, "off": self._off, "on": self._on}
        if text.casefold() in acts:
            yield from acts[text.casefold()]()
        elif text.casefold() == "list":
            yield engine_list([f"{program_name(command)}: {command}" for command, _ in remembered])
        elif name.casefold() == "set":
            yield from self._set(rest.strip())
        elif (number := whole_number(text)) is not None:
            if 1 <= number <= len(remembered):
                yield from self._begin_with(*remembered[number - 1])
            else:
                yield Say(engines.no_number(text, len(remembered)))
        else:
            yield from self._begin_with(text, dict(remembered).get(text, {}))

    def _begin_with(self, command: str, settings: Mapping[str, str]) -> Steps[None]:
        """Start an engine and let it play; if it cannot be started, keep the present opponent."""
        with refusing("{}."):
            command = read_command(command)
        engine = self._opponent_of(command, settings)
        yield self._start(engine)
        if engine.trouble:
            yield Say(f"{engine.trouble}.")
            return
        self.close()
        self._engine = engine
        yield from self._let_play(engine)

    def _let_play(self, engine: EngineOpponent) -> Steps[None]:
        """Choose a running engine as the opponent, and start to play with it if it can play this game."""
        self._refused = None
        self._remember(engine)
        yield from self.ready()
        if self._state.table.engine:
            yield Say(f"{engine.name} plays for me, and the game is not rated.")
        elif self._state.game.outcome is not None:
            yield Say(f"{engine.name} plays the next game.")

    def _again(self, engine: EngineOpponent, settings: Mapping[str, str]) -> Steps[bool]:
        """Restart an engine with changed parameters; return True if it runs."""
        engine.restart(settings)
        runs = yield from self._started(engine)
        if not runs:
            self._seat("")
        return runs

    def _on(self) -> Steps[None]:
        """Start the engine again, or without one that which played last."""
        known = self._archive.store.settings.engines
        if self._engine is None and known:
            yield from self._begin_with(known[0][0], settings_of(known[0]))
        elif self._engine is None:
            yield Say(engines.NONE_YET)
        elif (yield from self._again(self._engine, {})):
            yield from self._let_play(self._engine)

    def _off(self) -> Steps[None]:
        if self._engine is None:
            yield Say(engines.NONE_PLAYS)
        else:
            self._seat("")
            self.close()
            self._engine = None
            yield Say("I am playing for myself again.")

    def _describe(self) -> Steps[None]:
        """Say which engine plays, its parameters, and which others are known."""
        engine = self._engine
        if engine is None:
            yield Say(engines.NONE_PLAYS)
        elif (why := self._refusal()) is not None:
            yield Say(engines.REFUSED.format(why, engine.name))
        elif self._state.table.engine or engine.runs(self._state.table.rules):
            yield Say(engines.WHO_PLAYS.format(engine.name, quoted(engine.command, LONGEST_COMMAND)))
            found = counted(len(engine.parameters), "parameter")
            yield Say(engines.PARAMETERS.format(found) if engine.parameters else engines.NO_PARAMETERS)
        else:
            yield Say(engines.waits(engine.name, engine.trouble))
        if self._archive.store.settings.engines:
            yield Say('"engine list" shows those that played before.')

    def _set(self, words: str) -> Steps[None]:
        """Set a parameter of the engine and restart it."""
        engine = self._engine
        if engine is None or not engine.parameters:
            yield Say('There is nothing to set: "engine" shows which engine plays and what it has.')
            return
        if not words:
            yield parameter_list(engine.parameters)
            return
        found = next((each for each in engine.parameters if words.startswith(f"{each.name} ")), None)
        if found is None:
            yield Say(engines.set_what(words, engine.parameters))
            return
        value = words[len(found.name) :].strip()
        if not engines.may_be(found, value):
            yield Say(engines.cannot_be(found, value))
        elif (yield from self._again(engine, {found.name: value})):
            yield from self.ready()
            yield Say(engines.is_set(found.name, value))


def engine_list(known: Sequence[str]) -> ShowList:
    """Return the list of opponents: the engines that played before, the latest first, and the built-in one.

    ``known`` are names, with the commands behind them: the end of a long path is cut off.
    """
    numbered = [(str(number), text) for number, text in enumerate(known, 1)]
    rows = [Row(texts, Command("engine", texts[0])) for texts in (*numbered, ("off", "nothing: I do my own playing"))]
    before = ('Engines that played, the latest first; "engine 1" seats the first again:', "")
    columns, plain = [*figures(""), Column("Started by")], None if known else [engines.NONE_YET]
    return ShowList("Who plays?", columns, rows, topic="engines", before=before, plain=plain)


def parameter_list(parameters: Sequence[HubParameter]) -> ShowList:
    """Return the list of an engine's parameters."""
    columns = [Column("Parameter", least=10), Column("Value", least=6), Column("It may be", 1)]
    rows = [
        Row((printable(each.name), printable(each.value), engines.allowed(each)), f"engine set {each.name} ")
        for each in parameters
    ]
    before = ('Parameters, as in "engine set NAME VALUE":', "")
    return ShowList("Parameters of the engine", columns, rows, verb="Set", topic="engines", before=before)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"engine": conversation.part("engines", Engines).do}
