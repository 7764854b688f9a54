"""The command of house rules: it shows and changes articles on one page, keeps the rules and begins a game by them."""

import re
from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import Final

from console.dialogue.activity import CannotDo, Handlers, refusing
from console.dialogue.conversation import Conversation, ConversationPart
from console.dialogue.messages import Row, Say, ShowList, ShowPage, Steps
from console.game.move_input import PLEASE
from console.game.naming import quoted, spoken_list, whole_number
from console.game.options import default_jumping
from console.game.rule_choice import RuleChoice, names_jumping, rule_words
from console.reading.kinds import Kind, Trait
from console.reading.patterns import WORD_LISTS, spoken
from console.reading.readings import Command
from console.storage.rules_folder import RulesFolder
from console.text.rules import articles, explain
from console.text.table import Column, figures
from engine.house_rules import ARTICLES, TAKEN, Article, contradiction, house_rules, with_article
from engine.rules import Rules

ARTICLE: Final = Kind("article", Trait.ANY_TEXT | Trait.ENTER_GOES_ON | Trait.Q_LEAVES)
REMOVE: Final = Kind("remove rules", Trait.YES_OR_NO | Trait.ENTER_LEAVES)
RULES_NAME: Final = Kind("rules name", Trait.ANY_TEXT | Trait.ENTER_LEAVES)
PLAY_NOW: Final = Kind("play now", Trait.YES_OR_NO | Trait.ENTER_LEAVES)
_UNNAMED: Final = "your-rules"
_MOST_EXPLAINED: Final = 6
"""The largest number of values of an article that are explained, and are chosen one after the other."""
_WIDTH: Final = 76
_CALL: Final = re.compile(r"\A(?:call|name) (?:it|them) ")
_TITLE: Final = "Your house rules"
_DONE, _LEAVE = Command("done", short=True), Command("q", short=True)
_ASK_ARTICLE: Final = "Change which (Enter: done)? "
_ASK_NAME: Final = "What shall we call them (Enter: do not save)? "
_HOW: Final = (
    '"7 any distance" changes an article, "7 ?" explains it, Enter or Q is done. Nothing is saved without a name.'
)
_WHICH: Final = 'There is no article {}: they are numbered 1 to {}, as in "7 any distance".'
_JUMPING: Final = ' Articles say what may be chosen: "next NAME free" then chooses it for a game.'
_REMOVE: Final = "remove"
_REMOVE_WHICH: Final = "There are no house rules {} to remove; yours are: {}."
_LEFT: Final = "Nothing is saved: your house stays as it was."


class HouseWords(ConversationPart):
    """Has the player change articles, and keeps the rules in the folder of the user."""

    def make(self, command: Command) -> Steps[None]:
        """Show the articles, keep the changed rules, and begin a game by them if the player agrees; or remove rules.

        Raises CannotDo and NotKept.
        """
        _ = self._archive.store.saved  # nobody changes rules in vain
        folder = self._archive.store.rules
        what, _, named = command.argument.partition(" ")
        if what == _REMOVE:
            yield from self._remove(folder, "-".join(rule_words(named)))
            return
        rules = yield from self._change(self._start(command.argument))
        kept = None
        if rules is not None:
            kept = yield from self._ask_name(folder, rules)
        if kept is None:
            yield Say(_LEFT)
            return
        yield Say(f"Saved: your house rules are called {kept.name}.")
        if (yield from self._questions.ask_yes("Play by them now (Y/N)? ", PLAY_NOW)):
            choice = RuleChoice(kept, default_jumping(kept))
            self._state.next_game = self._state.next_game.by(choice)._replace(start="usual")
            yield from self._commands.do(Command("new"))

    def _remove(self, folder: RulesFolder, name: str) -> Steps[None]:
        """Remove house rules after a confirmation. Raises CannotDo and NotKept."""
        if name not in folder.names():
            raise CannotDo(_REMOVE_WHICH.format(quoted(name), spoken_list(folder.names(), "and") or "none"))
        if (yield from self._questions.ask_yes(f"Remove the house rules {name} (Y/N)? ", REMOVE)):
            folder.remove(name)
            yield Say(f"Removed: {name}. A game by these rules goes on.")
        else:
            yield Say("They stay.")

    def _start(self, named: str) -> Rules:
        """Return the rules on the table, or those with a name. Raises CannotDo and NotKept."""
        return self._questions.rules.read(named).rules if named else self._state.table.rules

    def _change(self, rules: Rules) -> Steps[Rules | None]:
        """Show the articles and change those that the player names. Return None if he leaves and has changed none."""
        start, number, is_new, told = rules, 1, True, list[str]()
        while True:
            if is_new:
                yield replace(_article_list(rules, number), plain=told or None)
            line = (yield from self._questions.ask_text(_ASK_ARTICLE, ARTICLE)).verbatim.strip()
            if line.casefold() in ("", _DONE.line):
                return rules
            if line.casefold() == _LEAVE.line:
                return rules if rules != start else None
            typed, _, value = line.partition(" ")
            number, is_new, told = whole_number(typed) or 0, True, list[str]()
            if not number and (number := _about(line)):
                value, told = "?", [f"{number} {ARTICLES[number - 1].line(rules)}"]
            if not 1 <= number <= len(ARTICLES):
                is_new = False
                yield Say(_WHICH.format(quoted(line), len(ARTICLES)) + (_JUMPING if names_jumping(line) else ""))
            elif value.strip() == "?":
                yield ShowPage(_TITLE, _meanings(rules, ARTICLES[number - 1], _WIDTH))
            else:
                try:
                    rules = changed(rules, ARTICLES[number - 1], PLEASE.sub("", value))
                    told = [f"{number} {ARTICLES[number - 1].line(rules)}"]
                except ValueError as error:
                    yield ShowPage(_TITLE, wrap(f"{error}{_JUMPING if names_jumping(value) else ''}", _WIDTH))

    def _ask_name(self, folder: RulesFolder, rules: Rules) -> Steps[Rules | None]:
        """Show the rules in words and ask for their name. Return the rules that were kept, or None."""
        yield ShowPage("Your rules", explain(house_rules(_UNNAMED, rules)))
        while True:
            text = yield from self._questions.ask_text(_ASK_NAME, RULES_NAME)
            name = "-".join(rule_words(_CALL.sub("", text.verbatim.strip().casefold())))
            if name in ("", _LEAVE.line) or text.answer is False:
                return None
            if text.answer:
                yield Say(TAKEN.format(quoted(name)) + ".")
                continue
            kept = yield from self._archive.attempt(self._keep(folder, name, rules))
            if kept is not None:
                return kept

    def _keep(self, folder: RulesFolder, name: str, rules: Rules) -> Steps[Rules]:
        """Keep the rules under a name. Raises CannotDo and NotKept."""
        yield from ()
        with refusing("{}."):
            if self._state.vocabulary.is_line(name):
                raise ValueError(TAKEN.format(quoted(name)))
            kept = house_rules(name, rules)
        folder.add(kept)
        return kept


def _about(line: str) -> int:
    """Return the number of the article with the most words of a line; 0 if several have as many."""
    said = {word.rstrip("s") for word in spoken(line) if word.isalpha() and word not in WORD_LISTS["common"] | {"no"}}
    labels = (f"{article.short} {article.label}".casefold().split() for article in ARTICLES)
    shared = [len(said.intersection(word.rstrip("s") for word in label)) for label in labels]
    return shared.index(max(shared)) + 1 if shared.count(max(shared)) == 1 else 0


def changed(rules: Rules, article: Article, typed: str) -> Rules:
    """Return rules with the typed value of an article; with its next value if nothing is typed.

    The beginning of a value is enough if no other value begins so.
    Raises ValueError with a sentence about a contradiction, or one that quotes the value and says what is accepted.
    """
    texts, text = list(article.values), " ".join(typed.casefold().split())
    if text:
        similar = [each for each in texts if each.casefold() == text]
        similar = similar or [each for each in texts if each.casefold().startswith(text)]
    else:
        at = texts.index(article.text(rules)) + 1
        following = [*texts[at:], *texts[: at - 1]]
        similar = [each for each in following if not _problem(rules, article, each)][:1] or following[:1]
    if len(similar) != 1 or (not text and len(texts) > _MOST_EXPLAINED):
        raise ValueError(f"{article.label} cannot be {quoted(typed)}: it is {article.accepted}.")
    if problem := _problem(rules, article, similar[0]):
        raise ValueError(f"{problem}.")
    return with_article(rules, article, article.values[similar[0]])


def _problem(rules: Rules, article: Article, text: str) -> str:
    """Return the sentence about an article that excludes a value, without full stop; empty if there is none."""
    return contradiction(with_article(rules, article, article.values[text]))


def _article_list(rules: Rules, number: int) -> ShowList:
    """Return the list of the articles, with the one of that number chosen, and a row to end with."""
    rows = [
        Row(
            (str(at), article.short, article.text(rules)),
            Command(str(at), short=True) if len(article.values) <= _MOST_EXPLAINED else f"{at} ",
            partial(_meanings, rules, article),
        )
        for at, article in enumerate(ARTICLES, 1)
    ]
    before = (f"{_TITLE}, as in {rules.name}:", "")
    columns = [*figures("", rank=2), Column("Article", least=14), Column("", least=20)]
    return ShowList(
        _TITLE,
        columns,
        [*rows, Row(("", "Done: name it", ""), _DONE)],
        number - 1,
        verb="Change",
        topic="losing game",
        before=before,
        after=("", *wrap(_HOW, _WIDTH)),
        leave=_LEAVE,
    )


def _meanings(rules: Rules, article: Article, width: int) -> list[str]:
    """Return the question of an article and what each value means, or why it does not go with the other articles."""
    lines = wrap(article.question, width)
    if len(article.values) > _MOST_EXPLAINED:
        return [*lines, "", *wrap(f"It is {article.accepted}.", width)]
    told = {
        text: list(articles(with_article(rules, article, value)).values()) for text, value in article.values.items()
    }
    for text, said in told.items():
        own = [sentence for sentence in said if any(sentence not in others for others in told.values())]
        problem = _problem(rules, article, text)
        mark = " (now)" if text == article.text(rules) else ""
        lines += ["", *wrap(f"{text}{mark}: {f'{problem}.' if problem else ' '.join(own)}", width)]
    return lines


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"house": HouseWords(conversation).make}
