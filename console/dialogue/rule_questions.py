"""The rules at the prompt: their descriptions, their list, and the choice of those of the next game."""

from collections.abc import Callable
from dataclasses import dataclass
from textwrap import wrap

from console.dialogue.activity import refusing
from console.dialogue.archive import Archive
from console.dialogue.commands import Commands
from console.dialogue.messages import Say, ShowPage, Steps
from console.dialogue.state import State
from console.game.naming import spoken_list
from console.game.rule_choice import RuleChoice, others, read_rule_choice
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.readings import Text
from console.text import sentences
from engine.rules import Rules


@dataclass(eq=False)
class RuleQuestions:
    """Explains rules, and asks for those of the next game.

    ``ask_or_leave`` asks for a name, and returns None if things are left as they are. ``offered`` are rules that
    a peer offers, which are explained, too.
    """

    state: State
    archive: Archive
    commands: Commands
    ask_or_leave: Callable[[str, Kind, str], Steps[Text | None]]
    offered: Rules | None = None

    def explain(self, named: str) -> Steps[None]:
        """Show the description of a rule set. Raises CannotDo if no rule set has that name."""
        from console.text.rules import explain

        name = named.strip().casefold()
        near = (rules for rules in (self.offered, self.state.table.rules) if rules is not None and rules.name == name)
        yield ShowPage("The rules", explain(next(near, None) or self.read(named).rules))

    def show_list(self) -> Steps[None]:
        """Show the rules of this game, the names of the other rule sets, and the words for house rules."""
        rules, jumping = self.state.table.rules, self.state.table.jumping
        said = [
            f'We play {RuleChoice(rules, jumping)}; "rules NAME" explains any set of rules.',
            f"Also: {others(rules, self.archive.house_names())}.",
        ]
        if others_now := [each for each in rules.jumpings if each != jumping]:
            said.append(f'Jumping can be {spoken_list(others_now, "or")}, too, as in "next {others_now[-1]}".')
        for spelling, word in self.state.vocabulary.behind("rules").items():
            if word.works(self.state.activity.allowed):
                said.append(f'"{spelling}" {word.does.partition(",")[0]}.')
        yield ShowPage("The rules", [line for sentence in said for line in (*wrap(sentence, 77), "")][:-1], beside=True)

    def ask(self) -> Steps[RuleChoice | None]:
        """List the rule sets and ask for the rules of the next game. Return None for an empty line.

        Commands that begin with the word "rules" are executed, also without this word. Then return None, too.
        """
        yield from self.show_list()
        text = yield from self.ask_or_leave(sentences.ASK_RULES, kinds.RULES, "The rules stay as they are.")
        if text is None:
            return None
        vocabulary = self.state.vocabulary
        for command in (text.command, vocabulary.command(f"rules {text.argument_of('rules')}")):
            if command is not None and vocabulary.word(command) in vocabulary.behind("rules").values():
                yield from self.commands.do(command)
                return None
        return self.choose(text.argument_of("next", "rules"))

    def choose(self, named: str) -> RuleChoice:
        """Set the rules of the next game by name, and return them. Raises CannotDo if no rule set has that name."""
        choice = self.read(named)
        self.state.next_game = self.state.next_game.by(choice)
        return choice

    def read(self, named: str) -> RuleChoice:
        """Return the rules with a name, or those of the next game. Raises CannotDo if no rules have that name."""
        with refusing():
            return read_rule_choice(named, self.state.next_rules, self.archive.find_rules, self.archive.house_names)

    def plan(self, named: str) -> Steps[None]:
        """Choose the rules of the next game by name, or ask for them, and say which they are. Raises CannotDo."""
        chosen = self.choose(named) if named else (yield from self.ask())
        if chosen is not None:
            yield Say(sentences.next_game(*chosen))
