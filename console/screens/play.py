"""The board's screen: runs the conversation, shows its moves and lets a line be typed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from console.app import Leave, Next, Push, Screen
from console.board import Scene, draw_board
from console.canvas import Canvas
from console.dialogue import Dialogue
from console.events import Event, Key, Mouse, Posted, Tick
from console.rules_text import explain
from console.screens.animation import Animation, moving, taking
from console.screens.arrangement import Arrangement, Rect, arrange
from console.screens.host import Host
from console.screens.keys import KeyColumn, buttons
from console.screens.line_input import LineEdit
from console.screens.panel import draw_header, draw_line, draw_panel, draw_rules, draw_rules_after, draw_strip
from console.screens.parts import Bar
from console.screens.thinker import Finished, Thinker
from console.screens.transcript import Prompt, Transcript
from console.steps import Ask, Cause, Kind, Played, Reply, Say, Show, Step, Think, Topic
from console.theme import Look

_SQUARE_SECONDS: Final = 0.1
_DOTS_SECONDS: Final = 0.5
_STRIP: Final = 12
_TITLES: Final = {Topic.RULES: "The rules", Topic.GAMES: "Saved games", Topic.FAME: "Hall of fame"}
_TAKE_BACK: Final = (Kind.MULTIPLE, Kind.NEXT_SQUARE)
_PROMPT_WORDS: Final = {"f4": "hint", "f5": "undo", "shift-f5": "redo", "f6": "flip"}


class Play(Screen):
    """One sitting at the board, from the name to the farewell; leaves with status 0."""

    def __init__(self, dialogue: Dialogue, host: Host) -> None:
        self._dialogue = dialogue
        self._host = host
        self._talk = dialogue.run()
        self._transcript = Transcript()
        self._line = LineEdit()
        self._ask: Ask | None = None
        self._thinker: Thinker | None = None
        self._dots = 0
        self._animation = Animation()
        self._ahead: list[str] = []
        self._showing = False
        self._bar = Bar()
        self._strip = KeyColumn()
        self._arrangement: tuple[tuple[int, int, int], Arrangement] | None = None
        self._go_on(None)

    def close(self) -> None:
        """End the conversation where it is, and the work of the opponent."""
        if self._thinker is not None:
            self._thinker.leave()
        self._talk.close()

    @property
    def tick(self) -> float | None:  # type: ignore[override]  # it changes with what is going on
        """A tenth of a second a square while something moves."""
        if self._animation.now is not None:
            return _SQUARE_SECONDS
        return _DOTS_SECONDS if self._thinker is not None else None

    # The conversation

    def _go_on(self, reply: Reply) -> Next | None:
        """Send a reply and follow the conversation to where it waits for something."""
        while True:
            try:
                step = self._talk.send(reply)
            except StopIteration:
                return Leave(0)
            match step:
                case Ask():
                    line = self._typed_ahead(step)
                    if line is None:
                        self._ask = step
                        return None
                    self._transcript.answer(step.prompt, line)
                    reply = line
                case Show(Topic.MANUAL):
                    self._showing = True
                    return self._help()
                case Show(topic, rules, lines) if topic is not Topic.BOARD:
                    self._showing = True
                    return self._text(_TITLES[topic], explain(rules) if rules else lines)
                case _:
                    if self._waits(step):
                        return None
                    reply = None

    def _waits(self, step: Step) -> bool:
        """Take in a step that asks nothing; whether its reply comes later."""
        match step:
            case Say(text):
                self._transcript.say(text)
            case Think():
                self._dots = 0
                self._thinker = Thinker(step, self._host.post)
                return True
            case Played():
                self._animation = self._animated(step)
                return self._animation.now is not None
        return False

    def _typed_ahead(self, ask: Ask) -> str | None:
        """A line that was typed while there was no question; only the question for a move takes one."""
        lines, self._ahead = self._ahead, []
        if ask.kind is not Kind.MOVE or not lines:
            return None
        self._ahead = lines[1:]
        return lines[0]

    def _animated(self, step: Played) -> Animation:
        if step.cause is Cause.MOVE and step.move is not None:
            return moving(step.before, step.move, step.shown, self._dialogue.rules.captured_stay)
        if step.cause is Cause.HUFF and step.square is not None:
            return taking(step.before, step.square)
        return Animation()

    def _answer(self, line: str) -> Next | None:
        """Reply to the open question."""
        assert self._ask is not None
        self._transcript.answer(self._ask.prompt, line)
        self._ask = None
        return self._go_on(line)

    def _help(self) -> Next:
        from console.screens.pager import Manual

        return Push(Manual())

    def _text(self, title: str, lines: Sequence[str]) -> Next:
        from console.screens.pager import Pager

        return Push(Pager(title, "\n".join(lines)))

    def resume(self, result: object) -> Next | None:
        """Go on where another screen was put on top."""
        if self._showing:
            self._showing = False
            return self._go_on(None)
        return self._think_on()

    def _think_on(self) -> Next | None:
        """Go on if the opponent has found its move."""
        thinker = self._thinker
        if thinker is None or not thinker.done:
            return None
        self._thinker = None
        return self._go_on(thinker.thought())

    def _skip(self) -> Next | None:
        """End the movement on the board at once."""
        self._animation = Animation()
        return self._go_on(None)

    # Events

    def handle(self, event: Event) -> Next | None:
        """Keys to the line and the question, ticks to what moves, the opponent's news to the conversation."""
        event = self._strip.pressed(self._bar.pressed(event))
        match event:
            case Posted(Finished()):
                return self._think_on()
            case Tick():
                return self._step_on()
            case Mouse():
                return self._point(event)
            case Key():
                return self._press(event)
        return None

    def _step_on(self) -> Next | None:
        if self._animation.now is not None:
            self._animation = self._animation.next()
            return self._go_on(None) if self._animation.now is None else None
        self._dots = self._dots % 3 + 1
        return self._think_on()

    def _point(self, mouse: Mouse) -> Next | None:
        if mouse.kind in ("wheel-up", "wheel-down"):
            self._transcript.scroll(1 if mouse.kind == "wheel-up" else -1)
        elif mouse.kind == "press" and self._animation.now is not None:
            return self._skip()
        return None

    def _press(self, key: Key) -> Next | None:
        if key.name == "ctrl-d":
            return Leave(0)
        if self._animation.now is not None:
            step = self._skip()
            if step is not None or key.name in ("enter", "escape") or key.text == " ":
                return step
        if key.name in ("page-up", "page-down"):
            self._transcript.scroll(1 if key.name == "page-up" else -1)
            return None
        if key.name == "f1":
            return self._help()
        if key.name == "f10":
            return self._quit()
        if self._ask is not None:
            return self._press_at_question(self._ask, key)
        if key.name == "escape":
            self._move_now()
        elif key.name == "enter":
            self._type_ahead(self._line.take())
        elif key.name in _PROMPT_WORDS:
            self._type_ahead(_PROMPT_WORDS[key.name])
        else:
            self._line.handle(key)
        return None

    def _press_at_question(self, ask: Ask, key: Key) -> Next | None:
        if key.name == "enter":
            return self._answer(self._line.take())
        if key.name == "escape":
            if not self._line.text and ask.kind in _TAKE_BACK:
                return self._answer("undo")
            self._line.set("")
        elif ask.kind is Kind.MOVE and key.name in _PROMPT_WORDS:
            return self._answer(_PROMPT_WORDS[key.name])
        elif ask.kind is Kind.MOVE and key.name == "f7":
            self._line.set("level ")
        else:
            self._line.handle(key)
        return None

    def _quit(self) -> Next | None:
        if self._ask is not None and self._ask.kind is not Kind.NAME:
            return self._answer("quit")
        return Leave(0)

    def _move_now(self) -> None:
        if self._thinker is not None:
            self._thinker.stop()

    def _type_ahead(self, line: str) -> None:
        """A line typed while the computer thinks: ``now`` hurries it, all else waits for the next question."""
        if line.strip().casefold() == "now":
            self._move_now()
        elif line.strip():
            self._ahead.append(line)

    # The picture

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The board and, round it, the players, the moves, the conversation and the keys that work."""
        table = self._dialogue
        place = self._arranged(canvas.width, canvas.height)
        layout = place.layout
        if place.header is not None:
            draw_header(canvas, look, table)
        draw_board(canvas, layout, self._scene(), look)
        if place.rules is not None:
            draw_rules(canvas, look, table, place.rules)
        if place.above is not None and place.below is not None:
            above = place.above
            if place.header is None:
                above = draw_rules_after(canvas, look, table, above)
            draw_line(canvas, look, table, 1 - table.bottom, above)
            draw_line(canvas, look, table, table.bottom, place.below)
        keys = buttons(self._ask, table)
        if place.panel is not None and place.bar is None:
            draw_strip(canvas, look, table, place.panel)
            self._strip.draw_column(canvas, look, keys, place.panel.row + 3, place.panel.column + 1, _STRIP)
            used = min(len(keys), _STRIP) + 4
            height, width = place.panel.height - used - 3, place.panel.width - 1
            draw_rules(canvas, look, table, Rect(place.panel.row + used, place.panel.column + 1, height, width))
        elif place.panel is not None:
            draw_panel(canvas, look, table, place.panel)
        if place.bar is not None:
            self._strip.forget()
            self._bar.draw(canvas, look, keys, place.bar)
        else:
            self._bar.draw(canvas, look, (), canvas.height)
        self._transcript.draw(canvas, look, place.talk, self._prompt(), self._line)

    def _arranged(self, width: int, height: int) -> Arrangement:
        """Where everything stands, seen from the players' seats as they are now."""
        table = self._dialogue
        geometry = table.rules.geometry
        key = (geometry.size, width, height)
        if self._arrangement is None or self._arrangement[0] != key:
            self._arrangement = (key, arrange(geometry, width, height))
        found = self._arrangement[1]
        layout = replace(found.layout, geometry=geometry, home=table.home, flipped=table.flipped)
        return replace(found, layout=layout)

    def _scene(self) -> Scene:
        if self._animation.now is not None:
            return self._animation.now
        table = self._dialogue
        if table.under_way:
            return Scene(table.position, lifted=table.under_way[-1], last_move=table.under_way)
        turn = table.last_turn
        return Scene(table.position, last_move=turn.move.path if turn is not None else ())

    def _prompt(self) -> Prompt:
        if self._ask is not None:
            return Prompt(self._ask.prompt)
        if self._thinker is None or not self._dots:
            return Prompt("", busy=not self._line.text)
        what = "Looking for a good move" if self._thinker.step.hint else "I am thinking"
        return Prompt(f"{what}{'.' * self._dots:3} (Esc: at once) ")
