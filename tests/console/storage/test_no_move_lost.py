"""Every position that a move reached is in some file, whatever is saved, loaded, taken back, resigned or killed."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk, answer_after

from console.cli.composition import dialogue_of
from console.game.options import Options
from console.reading import kinds
from console.storage.atomic_files import Folders
from console.storage.store import Store
from engine.pdn.reader import read_games
from engine.pdn.tree import Variation
from engine.position import Position
from engine.rules import Jumping

NAMES = ("lunch", "dinner", "tea")
WORDS = ["save", "load", "kill", "undo"] * 2 + ["undo", "new", "redo", "go", "branch", "resign"]
JUMPINGS: tuple[Jumping, ...] = ("forced", "huff", "free")


def stored_positions(folder: Path) -> set[Position]:
    """Return the positions after the moves of all games in the files of a folder."""
    return set().union(*(positions_in(path.read_text("utf-8")) for path in folder.rglob("*.pdn")))


@cache
def positions_in(text: str) -> set[Position]:
    """Return the positions after the moves of the games in a text, also of their variations."""
    games, problems = read_games(text)
    assert problems == []
    return {position for game in games for position in positions_after(game.line)}


def positions_after(line: Variation) -> Iterator[Position]:
    """Yield the positions after the moves of a line and of its variations."""
    for move in line.moves:
        yield from (move.turn.after, move.turn.move.after)
        for note in move.notes:
            if isinstance(note, Variation):
                yield from positions_after(note)


class Evening:
    """Sessions of play in one folder. A killed program leaves everything as it is, but its locks."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.folder = folder
        self.rng = rng
        self.reached: set[Position] = set()
        self.dead: list[Talk] = []
        self.ticks = count(1_700_000_000_000)
        self.start()

    def start(self) -> None:
        """Start the program, which may offer to go on with a game."""
        self.store = Store(True, Folders(self.folder, self.folder), now=lambda: next(self.ticks) / 1000)
        options = Options(name="Dan", first=self.rng.random() < 0.7, jumping=JUMPINGS[self.rng.randrange(3)])
        self.talk = Talk(dialogue_of(options, self.rng, Script(), self.store))
        self.settle()

    def kill(self) -> None:
        """Drop a program without closing it, as the system does, and start it again."""
        self.dead.append(self.talk)
        self.store.in_progress.release()
        self.start()

    def type(self, *lines: str) -> None:
        """Type lines, and answer the questions after them."""
        for line in lines:
            self.talk.send(line)
            self.note()
        self.settle()

    def settle(self) -> None:
        """Answer questions at random until a move or another game is asked for."""
        self.note()
        while self.talk.asked.kind not in (kinds.MOVE, kinds.ANOTHER):
            huffable = [self.talk.state.naming.square(number) for number in self.talk.state.game.huffable]
            self.talk.send(self.rng.choice(["Y", "N", *huffable]))
            self.note()

    def note(self) -> None:
        """Note the position on the board if a move led to it."""
        game = self.talk.state.game
        if game.ply and game.position == self.talk.state.table.position:
            self.reached.add(game.position)

    def move(self) -> None:
        """Play a random move, or begin another game after the end of one."""
        state = self.talk.state
        if state.game.outcome is not None:
            self.type("Y")
            return
        move = self.rng.choice(state.game.legal_moves())
        self.type(*(state.naming.move(move) + answer_after(state.game, move)).splitlines())

    def act(self) -> None:
        """Do something at random; most often, play a move."""
        word = self.rng.choice((*["move"] * 14, *WORDS))
        match word:
            case "move":
                self.move()
            case "branch":
                self.type("undo")
                self.move()
            case "kill":
                self.kill()
            case "save" | "load":
                self.type(f"{word} {self.rng.choice((*NAMES, 'unfinished', 'played'))}")
            case "go":
                self.type(f"go {self.rng.randrange(len(self.talk.state.game.turns) + 1)}")
            case _:
                self.type(word)


class EveningOfStudies(Evening):
    """Sessions of play in which games are studied."""

    def act(self) -> None:
        """Do something at random; most often, play a move."""
        name = self.rng.choice((*NAMES, "unfinished", ""))
        match self.rng.choice((*["move"] * 8, *["go"] * 6, "study", "study", "save", "mark", "promote", "off", "kill")):
            case "move":
                self.move()
            case "kill":
                self.kill()
            case "go":
                self.type(f"go {self.rng.randrange(len(self.talk.state.game.turns) + 1)}")
            case "study":
                self.type(f"study {name}".rstrip())
            case "save":
                self.type(f"save {name or 'lunch'}")
            case "mark":
                self.type("mark !")
            case "off":
                self.type("study off")
            case word:
                self.type(word)


@pytest.mark.parametrize("kind", [Evening, EveningOfStudies])
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 3000), marks=pytest.mark.slow)], ids=len)
def test_keeps_every_position_in_some_file(tmp_path: Path, seeds: range, kind: type[Evening]) -> None:
    for seed in seeds:
        evening = kind(tmp_path / str(seed), rng := Random(seed))
        for _ in range(rng.randrange(10, 50)):
            evening.act()
            assert evening.reached <= stored_positions(evening.folder), seed
        evening.kill()
        assert evening.reached <= stored_positions(evening.folder), seed
        assert evening.store.notices.take() == []
