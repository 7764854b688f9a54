"""First evenings at random: no answer to any question ends the program with an exception."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from support.conversation import Script, Talk
from support.stored_games import disk

from console.activities.season.rivals import rivals
from console.cli.composition import VOCABULARY, dialogue_of
from console.dialogue.messages import Ask, Prepare, Reply, Step, Think
from console.game.options import Options
from console.reading import kinds
from console.reading.kinds import Trait
from console.reading.read import read
from console.reading.readings import Command, Input

WORDS: Final = sorted({spelling for word in VOCABULARY.words for spelling in (word.name, *word.aliases)})
ARGUMENTS: Final = ("1", "3", "9", "12", "off", "on", "list", "game", "random", "white", "russian", "fit", "C3", "a b")
ANSWERS: Final = ("", "", "y", "y", "n", "n", "1", "3", "9", "fit", "C3 D4", "11-15", "c3", "zz", "Ann", "?", "sure")
CHOSEN: Final = ("season", "9", "5", "course", "level 2", "new", "storm", "problem", "learn", "guess", "two", "one")


class Evening(Talk):
    """A conversation in which nothing takes long: searches and other work are stopped at once."""

    def send(self, reply: "Input | Reply", until: type[Step] | None = None) -> Step:
        reply = read(reply, self.asked.question) if isinstance(reply, str | tuple | Command) else reply
        while True:
            step = self.run.send(reply)
            if isinstance(step, Ask):
                self.steps = [step]
                return step
            reply = step.run(lambda: True, None) if isinstance(step, Think | Prepare) else None


def line(evening: Evening, rng: Random) -> str:
    """Return an answer to the open question: a move, a word, a word with an argument, or another answer."""
    kind, game = evening.asked.kind, evening.state.game
    chance = rng.random()
    if kind is kinds.NAME:
        return rng.choice((f"Ann {rng.randrange(1000)}", "Ann", "", "help"))
    if Trait.YES_OR_NO in kind.traits and chance < 0.7:
        return rng.choice("YN")
    if kind is kinds.MOVE and chance < 0.3 and game.outcome is None:
        return evening.state.naming.move(rng.choice(game.legal_moves()))
    if chance < 0.5:
        return rng.choice(ANSWERS)
    if chance < 0.7:
        return rng.choice(CHOSEN)
    word = rng.choice([word for word in WORDS if word not in ("engine", "demo", "quit", "q", "exit", "bye")])
    return f"{word} {rng.choice(ARGUMENTS)}" if chance < 0.8 else word


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))])
def test_no_answer_raises(seed: int, tmp_path: Path) -> None:
    """New players and known ones; one in four is named on the command line."""
    rng = Random(seed)
    chosen = Options(at_terminal=True, default_name=None if seed % 2 else "Ann", name="Ann" if seed % 4 == 3 else None)
    for _ in range(5):
        store = disk(tmp_path)
        evening = Evening(dialogue_of(chosen, rng, Script(agrees=bool(seed % 3)), store))
        typed = []
        for _ in range(25):
            typed.append(line(evening, rng))
            try:
                evening.send(typed[-1])
            except StopIteration:
                break
            except Exception as error:
                pytest.fail(f"{error!r} after {typed}")
        evening.close()
        store.in_progress.release()


@pytest.mark.parametrize("lines", [("season", "9"), ("season", "level 9"), ("course 1", "season", "9", "fit", "")])
def test_offers_no_level_against_a_rival(lines: tuple[str, ...], tmp_path: Path) -> None:
    dialogue = Talk(dialogue_of(Options(at_terminal=True), Random(1), Script(), disk(tmp_path)))
    dialogue.type("Ann", "N", "Y", *lines)
    assert dialogue.state.table.opponent == rivals()[0].program
    assert "How strong" not in dialogue.asked.prompt
