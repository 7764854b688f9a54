"""The command of house rules: it asks article by article, shows the rules, keeps them and begins a game by them."""

from collections.abc import Mapping
from typing import Final

from console.activities.house.questionnaire import Questionnaire
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Row, Say, ShowList, ShowPage, Steps
from console.game.options import default_jumping
from console.game.rule_choice import RuleChoice, read_rule_choice
from console.storage.rules_folder import RulesFolder
from engine.house_rules import Article, house_rules
from engine.rules import Rules

ARTICLE: Final = Kind("article", Trait.ENTER_GOES_ON | Trait.Q_LEAVES)
RULES_NAME: Final = Kind("rules name", Trait.ENTER_LEAVES)
PLAY_NOW: Final = Kind("play now", Trait.YES_OR_NO | Trait.ENTER_LEAVES)
_MOVES: Final = {"(back to the question before)": "back", "(leave it all as it was)": "q"}
_BACK: Final = frozenset({"back", "undo", "u"})
_UNNAMED: Final = "your-rules"
_ASK_NAME: Final = "What are they called (Enter: not kept)? "
_INTRODUCTION: Final = (
    'We begin with {}. Enter keeps what a question has, "back" goes back one, and Q leaves it all as it was.'
)
_LEFT: Final = "Nothing is kept: your house stays as it was."
_FIRST: Final = 'This is the first question: there is nothing to go back to, but "Q" leaves.'


class HouseWords:
    """Asks for house rules, and keeps them in the folder of the user."""

    def __init__(self, conversation: Conversation) -> None:
        self._state = conversation.state
        self._archive = conversation.archive
        self._questions = conversation.questions
        self._commands = conversation.commands

    def make(self, command: Command) -> Steps[None]:
        """Ask for rules, keep them, and begin a game by them if the player agrees. Raises CannotDo and NotKept."""
        _ = self._archive.store.saved  # nobody answers eighteen questions in vain
        folder = self._archive.store.rules
        start = self._start(folder, command.argument)
        yield Say(_INTRODUCTION.format(start.name))
        rules = yield from self._ask(folder, Questionnaire(start))
        if rules is None:
            yield Say(_LEFT)
            return
        yield Say(f"Kept: the rules of your house are called {rules.name}.")
        if (yield from self._questions.ask_yes("Play by them now (Y/N)? ", PLAY_NOW)):
            choice = RuleChoice(rules, default_jumping(rules))
            self._state.next_game = self._state.next_game.apart._replace(rule_choice=choice, position=None)
            yield from self._commands.do(Command("new"))

    def _start(self, folder: RulesFolder, named: str) -> Rules:
        """Return the rules on the table, or those with a name. Raises CannotDo and NotKept."""
        if not named:
            return self._state.table.rules
        try:
            return folder.get(named) or read_rule_choice(named).rules
        except ValueError as error:  # also NotKept
            raise CannotDo(str(error)) from None

    def _ask(self, folder: RulesFolder, answers: Questionnaire) -> Steps[Rules | None]:
        """Ask for the articles and the name. Return the rules that were kept, or None if the player leaves."""
        asked: object = None
        while True:
            at_end = answers.article is None
            if asked != (asked := answers.article or _UNNAMED):  # after a wrong answer, the question is not said again
                yield self._shown(answers)
            prompt = _ASK_NAME if answers.article is None else f"{answers.article.label} (Enter: {answers.present})? "
            line = yield from self._questions.ask_line(prompt, RULES_NAME if at_end else ARTICLE)
            typed = line.strip().casefold()
            if typed == "q" or (at_end and not typed):
                return None
            if typed in _BACK:
                if not answers.back():
                    yield Say(_FIRST)
            elif at_end:
                kept = yield from self._archive.attempt(self._keep(folder, typed, answers.rules))
                if kept is not None:
                    return kept
            else:
                try:
                    answers.answer(line)
                except ValueError as error:
                    yield Say(str(error))

    def _shown(self, answers: Questionnaire) -> Say | ShowList | ShowPage:
        """Return the next question or, after the last one, the page with the rules."""
        if answers.article is not None:
            return _value_list(answers, answers.article) if answers.offered else Say(answers.question)
        from console.text.rules import explain

        return ShowPage("Your rules", explain(house_rules(_UNNAMED, answers.rules)))

    def _keep(self, folder: RulesFolder, name: str, rules: Rules) -> Steps[Rules]:
        """Keep the rules under a name, whose blanks become hyphens. Raises CannotDo and NotKept."""
        yield from ()
        try:
            kept = house_rules("-".join(name.split()), rules)
        except ValueError as error:
            raise CannotDo(f"{error}.") from None
        folder.add(kept)
        return kept


def _value_list(answers: Questionnaire, article: Article) -> ShowList:
    """Return the list of the values of an article, with two rows to go back and to leave."""
    from console.text.table import Column

    rows = [Row((text,), Command(text)) for text in answers.offered]
    moves = [Row((text,), Command(line, short=True)) for text, line in _MOVES.items()]
    chosen = answers.offered.index(answers.present)
    title = f"Your rules: {answers.number}"
    columns, plain = [Column(article.question)], [answers.question]
    return ShowList(title, columns, [*rows, *moves], chosen, topic="losing game", plain=plain)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"house": HouseWords(services.conversation).make}
