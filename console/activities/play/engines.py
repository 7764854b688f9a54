"""Engines of other programs in the conversation: who is to sit where the computer sits, and with what parameters."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from console.dialogue.archive import Archive
from console.dialogue.messages import Command, Opponent, Prepare, Say, ShowEngines, ShowParameters, Steps
from console.dialogue.state import State
from console.game.engine_choice import read_command, with_engine
from console.game.player_tags import BY_ENGINE
from console.storage.settings import Settings
from console.text import engines as told
from engine.game import Game

if TYPE_CHECKING:
    from console.activities.play.engine_analyzer import EngineAnalyzer
    from console.activities.play.engine_opponent import EngineOpponent


class Engines:
    """Knows the engine that was asked for in this session of play; ``own`` is our opponent, who plays without one.

    ``command`` is the one of the command line. Those that are remembered are started only when they are named.
    """

    def __init__(self, state: State, archive: Archive, own: Callable[[], Opponent], command: str | None) -> None:
        self._state = state
        self._archive = archive
        self._own = own
        self._engine: EngineOpponent | None = None
        self._wanted = False
        self._refused: tuple[Game, str] | None = None
        self._command = command

    @property
    def opponent(self) -> Opponent:
        """Who plays for the computer in the game on the table: the engine if it sits there."""
        return self._engine if self._engine is not None and self._state.table.engine else self._own()

    def close(self) -> None:
        """Let the engine end."""
        if self._engine is not None:
            self._engine.close()

    # Where it plays

    def ready(self) -> Steps[None]:
        """Have the engine that is wanted run for the game on the table, or say why it does not play."""
        command, self._command = self._command, None
        if command is not None:
            self._engine, self._wanted = self._named(command, {}), True
        game, engine = self._state.game, self._engine
        if engine is None or not self._wanted:
            self._seat_named("")
            return
        from console.activities.play.engine_opponent import refusal

        why = refusal(game)
        if why is not None:
            self._seat_named("")
            if self._refused != (game, why):
                self._refused = game, why
                yield Say(told.refused(engine.name, why))
            return
        if not engine.runs(game.rules) and not engine.is_out(game.rules):
            yield self._start(engine)
            if engine.trouble is not None:
                yield Say(told.trouble(engine.trouble.sentence))
        self._seat_named(engine.name if engine.runs(game.rules) else "")
        if command is not None and self._state.table.engine:
            self._remember(engine)

    def moved(self) -> Steps[None]:
        """After a move it was asked for: say so if it was our own opponent who had to make it."""
        engine = self._engine
        if self._state.table.engine and engine is not None and engine.trouble is not None:
            self._seat_named("")
            yield Say(told.trouble(engine.trouble.sentence))

    def analyzer(self) -> "EngineAnalyzer | None":
        """What looks back upon the game where an engine was chosen and can; to be closed."""
        engine, state = self._engine, self._state
        if engine is None or not self._wanted or engine.is_out(state.table.rules) or state.table.jumping != "forced":
            return None
        from ai.analyzer import Analyzer
        from console.activities.play.engine_analyzer import EngineAnalyzer
        from console.storage.endgame_tables import tables_folder_if_any

        rules = state.table.rules
        return EngineAnalyzer(
            engine.command, engine.settings, rules, lambda: Analyzer(rules, folder=tables_folder_if_any())
        )

    def reviewed(self, analyzer: "EngineAnalyzer") -> Steps[None]:
        """Tell whose review it was, as far as it was the engine's."""
        assert self._engine is not None
        yield Say(told.not_reviewed(analyzer.trouble) if analyzer.trouble else told.reviewed(self._engine.name))

    def leave_seat(self) -> None:
        """Our own opponent plays from now on."""
        self._wanted = False
        self._seat_named("")
        self.close()

    def _seat_named(self, engine: str) -> None:
        """Have an engine of this name play for the computer; our own opponent if it is empty."""
        table = self._state.table
        tags = dict(table.tags)
        if engine and table.computers:
            tags[BY_ENGINE] = engine
        elif not engine and not table.game.ply:
            tags.pop(BY_ENGINE, None)
        self._state.change(engine=engine, tags=tags)

    def _named(self, command: str, settings: Mapping[str, str]) -> "EngineOpponent":
        from console.activities.play.engine_opponent import EngineOpponent

        return EngineOpponent(command, self._own(), settings)

    def _start(self, engine: "EngineOpponent") -> Prepare:
        rules = self._state.table.rules
        return Prepare(told.starting(engine.name), lambda stop: engine.start(rules, stop), for_engine=True)

    def _remember(self, engine: "EngineOpponent") -> None:
        def change(settings: Settings) -> Settings:
            return replace(settings, engines=with_engine(settings.engines, engine.command, engine.settings))

        self._archive.remember(change)

    # The word

    def do(self, word: Command) -> Steps[None]:
        """Seat an engine, tell of it, set a parameter of it or give its seat back."""
        text = word.text.strip()
        name, _, rest = text.partition(" ")
        remembered = self._archive.engines()
        if not text:
            yield from self._tell()
        elif text.casefold() == "off":
            yield from self._off()
        elif text.casefold() == "on":
            yield from self._on()
        elif text.casefold() == "list":
            yield ShowEngines(tuple(command for command, _ in remembered))
        elif name.casefold() == "set":
            yield from self._set(rest.strip())
        elif text.isascii() and text.isdigit():
            number = int(text) if len(text) < 3 else 0
            if 1 <= number <= len(remembered):
                yield from self._seat(*remembered[number - 1])
            else:
                yield Say(told.no_number(text, len(remembered)))
        else:
            yield from self._seat(text, dict(remembered).get(text, {}))

    def _seat(self, command: str, settings: Mapping[str, str]) -> Steps[None]:
        """Start an engine and have it play; where it cannot be started who plays now stays."""
        try:
            command = read_command(command)
        except ValueError as error:
            yield Say(f"{error}.")
            return
        engine = self._named(command, settings)
        yield self._start(engine)
        if engine.trouble is not None:
            yield Say(f"{engine.trouble.sentence}.")
            return
        self.close()
        self._engine = engine
        yield from self._sit_down(engine)

    def _sit_down(self, engine: "EngineOpponent") -> Steps[None]:
        """Have an engine that runs play where it can."""
        self._wanted, self._refused = True, None
        self._remember(engine)
        yield from self.ready()
        if self._state.table.engine:
            yield Say(told.seated(engine.name))

    def _again(self, engine: "EngineOpponent", settings: Mapping[str, str]) -> Steps[bool]:
        """Start an engine anew, with these values for its parameters as well; whether it runs."""
        engine.restart(settings)
        yield self._start(engine)
        if engine.trouble is not None:
            self._seat_named("")
            yield Say(told.trouble(engine.trouble.sentence))
        return engine.trouble is None

    def _on(self) -> Steps[None]:
        if self._engine is None:
            yield Say(told.NONE_YET)
        elif (yield from self._again(self._engine, {})):
            yield from self._sit_down(self._engine)

    def _off(self) -> Steps[None]:
        if self._engine is None or not self._wanted:
            yield Say(told.NONE_PLAYS)
            return
        self.leave_seat()
        yield Say(told.OFF)

    def _tell(self) -> Steps[None]:
        """Say which engine plays, what of it can be set, and which others are known."""
        engine = self._engine
        if engine is None or not self._wanted:
            yield Say(told.NONE_PLAYS)
        elif self._state.table.engine or engine.runs(self._state.table.rules):
            yield Say(told.who_plays(engine.name, engine.command))
            yield Say(told.parameters(engine.parameters))
        else:
            yield Say(told.waits(engine.name, engine.trouble.sentence if engine.trouble is not None else ""))
        if self._archive.engines():
            yield Say(told.PLAYED_BEFORE)

    def _set(self, words: str) -> Steps[None]:
        """Set a parameter of the engine, which is started anew with it."""
        engine = self._engine
        if engine is None or not self._wanted or not engine.parameters:
            yield Say(told.NOTHING_TO_SET)
            return
        if not words:
            yield ShowParameters(tuple(engine.parameters))
            return
        found = next((each for each in engine.parameters if words.startswith(f"{each.name} ")), None)
        if found is None:
            yield Say(told.set_what(words, engine.parameters))
            return
        value = words[len(found.name) :].strip()
        if not told.may_be(found, value):
            yield Say(told.cannot_be(found, value))
            return
        if (yield from self._again(engine, {found.name: value})):
            self._remember(engine)
            yield from self.ready()
            yield Say(told.is_set(found.name, value))
