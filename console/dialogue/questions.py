"""Questions: the words that work at every one of them, and the choice of the rules."""

from console.dialogue.messages import Ask, Kind, Say, Show, Talk, Topic
from console.dialogue.prompt_words import read_word
from console.dialogue.state import Table
from console.game.options import Options
from console.game.rule_choice import House, others, read_house
from console.text import sentences


class Left(Exception):
    """The player has asked to leave."""


class Asking(Table):
    """A table at which questions are put. ``chosen`` is by whose rules the next game goes, None if by these."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.chosen: House | None = None

    def _ask(self, prompt: str, kind: Kind) -> Talk[str]:
        """Put a question; where an answer cannot be mistaken, the words that only show something work, and ``quit``."""
        while True:
            line = yield Ask(prompt, kind)
            assert isinstance(line, str)
            if kind in (Kind.NAME, Kind.MOVE):
                return line
            word = read_word(line)
            if word is None or (word.short and line.strip() != "?"):
                return line
            match word.name:
                case "quit":
                    raise Left
                case "help":
                    yield Show(Topic.MANUAL)
                case "board":
                    yield Show(Topic.BOARD)
                case "rules":
                    if (yield from self._whose_rules(word.argument, choosing=kind is Kind.RULES)):
                        yield Say(f"The next game is {self.chosen}.")
                case _:
                    return line

    def _whose_rules(self, named: str, choosing: bool = False) -> Talk[bool]:
        """Explain the rules that are named; else list them and, unless that is going on, ask which; True if chosen."""
        if named:
            house = yield from self._house(named)
            if house is not None:
                yield Show(Topic.RULES, house.rules)
            return False
        now = House(self.rules, self.jumping)
        yield Say(f"We play {now}; rules NAME explains any set of rules.")
        yield Say(f"Also: {others(self.rules)}.")
        if choosing:
            return False
        answer = yield from self._ask(sentences.ASK_RULES, Kind.RULES)
        house = (yield from self._house(answer)) if answer.strip() else None
        if house is None:
            return False
        self.chosen = house
        return True

    def _house(self, named: str) -> Talk[House | None]:
        """The rules that were named; None after telling what is wrong."""
        try:
            return read_house(named)
        except ValueError as error:
            yield Say(str(error))
            return None
