"""The questionnaire about house rules: which articles are asked, which values are offered, and how answers are read."""

from collections.abc import Sequence
from typing import Any, Final

from console.game.naming import quoted
from console.game.numbers import whole_number
from engine.house_rules import ARTICLES, Article, contradiction, with_article
from engine.rules import Rules

_MOST_LISTED: Final = 6
"""The largest number of values that a question lists."""


class Questionnaire:
    """The answers so far. ``rules`` has the values chosen and, for later articles, those from which it began.

    An article of which only one value is possible after the answers before is not asked.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._asked: list[int] = []
        self._next = 0
        self._settle()

    @property
    def article(self) -> Article | None:
        """The article to ask; None after the last one."""
        return ARTICLES[self._next] if self._next < len(ARTICLES) else None

    @property
    def number(self) -> str:
        """The number of the article to ask, and of all articles."""
        return f"{self._next + 1} of {len(ARTICLES)}"

    @property
    def question(self) -> str:
        """The question, with its number and the values that are offered."""
        return f"{self.number}: {self._current.question} {self._listed}."

    @property
    def offered(self) -> list[str]:
        """The texts of the values that are offered; empty if they are too many to list."""
        article = self._current
        return list(self._offered(article)) if len(article.values) <= _MOST_LISTED else []

    @property
    def present(self) -> str:
        """The text of the value that an empty answer chooses."""
        return self._current.text(self.rules)

    def answer(self, line: str) -> None:
        """Choose a value by its number, its text or the beginning of its text; an empty line keeps the present value.

        Raises ValueError, with one sentence that quotes the line and says what is accepted.
        """
        text = " ".join(line.casefold().split())
        if text:
            self.rules = with_article(self.rules, self._current, self._value(line.strip(), text))
        self._asked.append(self._next)
        self._next += 1
        self._settle()

    def back(self) -> bool:
        """Go back to the article asked before. Return False if there is none."""
        if not self._asked:
            return False
        self._next = self._asked.pop()
        return True

    @property
    def _current(self) -> Article:
        article = self.article
        assert article is not None
        return article

    def _settle(self) -> None:
        """Skip the articles with one possible value. Replace the present value of the next one if it is impossible."""
        while (article := self.article) is not None:
            offered = self._offered(article)
            if getattr(self.rules, article.field) not in offered.values():
                self.rules = with_article(self.rules, article, next(iter(offered.values())))
            if len(offered) > 1:
                return
            self._next += 1

    def _offered(self, article: Article) -> dict[str, Any]:
        """Return the values that no article before contradicts, by their texts."""
        return {text: value for text, value in article.values.items() if not self._problem(article, value)}

    def _problem(self, article: Article, value: Any) -> str:
        """Return the sentence about an article before that excludes a value; empty if there is none."""
        fields = [each.field for each in ARTICLES[: ARTICLES.index(article) + 1]]
        return contradiction(with_article(self.rules, article, value), fields)

    @property
    def _listed(self) -> str:
        texts = self.offered
        if not texts:
            first, *_, last = self._current.values
            return f"{first} to {last}"
        if _are_numbers(texts):
            return _either(texts)
        return "; ".join(f"{number} {text}" for number, text in enumerate(texts, 1))

    def _value(self, line: str, text: str) -> Any:
        """Return the value that a line names. Raises ValueError."""
        article = self._current
        offered = self._offered(article)
        if text in offered:
            return offered[text]
        texts = list(offered)
        number = None if _are_numbers(texts) else whole_number(text)
        if number is not None and 1 <= number <= len(texts):
            return offered[texts[number - 1]]
        similar = [each for each in texts if each.casefold().startswith(text)]
        if len(similar) == 1 and not _are_numbers(texts):
            return offered[similar[0]]
        accepted = article.accepted if len(article.values) > _MOST_LISTED else _either([f'"{each}"' for each in texts])
        if text in article.values:
            raise ValueError(f"{self._problem(article, article.values[text])}; choose {accepted}.")
        raise ValueError(f"{quoted(line)} is no answer to this: it is {accepted}.")


def _are_numbers(texts: Sequence[str]) -> bool:
    """Return True if the texts of the values are numbers themselves, so that they have no others."""
    return all(text.isdigit() for text in texts)


def _either(texts: Sequence[str]) -> str:
    *others, last = texts
    return f"{', '.join(others)} or {last}"
