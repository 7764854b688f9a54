"""House rules: rule sets that players make up. The file ``articles.txt`` is the one table of what can be chosen.

The table is used by the questionnaire, the text files and the HouseRules tag of PDN. The file ``contradictions.txt``
has the values that exclude each other. A text has one line for each article, ``Men jump backward: yes``; only an
article with a default may be missing. The last article has none, so a truncated text never gives other rules.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

from engine.printable import quoted
from engine.rules import AMERICAN, JUMPINGS, LOSING, RULE_SETS, Rules, field_value, is_house, losing_game, rules_named

_HEAD: Final = "EGA Checkers house rules"
_VERSION: Final = "1"
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST_NAME: Final = 16
_LONGEST_TEXT: Final = 10_000
_LONGEST_QUOTE: Final = 50
_MOST_NAMED: Final = 3  # differences that a summary names
_RESERVED: Final = frozenset((*JUMPINGS, "losing", "house", "list", "off", "white", "black", "yes", "no"))
"""Names that mean something else where a rule set is named."""
TAKEN: Final = "{} already means something else: house rules need a name of their own"


class Article(NamedTuple):
    """An article of house rules: a field of ``Rules`` and the values that it can have, by their texts.

    ``short`` is the label in lists. ``accepted`` describes the values in a sentence. ``default`` is the value, as text,
    if the line is missing; empty if the line is required.
    """

    label: str
    short: str
    question: str
    field: str
    values: Mapping[str, Any]
    accepted: str
    default: str

    def text(self, rules: Rules) -> str:
        """Return the text of the value that a rule set has. Raises ValueError if the table does not have it."""
        value = getattr(rules, self.field)
        for text, each in self.values.items():
            if each == value:
                return text
        raise ValueError(f"{self.label} cannot be {value!r}")

    def line(self, rules: Rules) -> str:
        """Return the article as a line of text: ``Men jump backward: yes``."""
        return f"{self.label}: {self.text(rules)}"

    def read(self, text: str) -> Any:
        """Return the value of a text; case and spacing are ignored. Raises ValueError, which quotes the line."""
        wanted = _folded(text)
        for name, value in self.values.items():
            if _folded(name) == wanted:
                return value
        line = quoted(f"{self.label}: {text.strip()}", _LONGEST_QUOTE)
        raise ValueError(f"{line} cannot be: it is {self.accepted}")


def _article(line: str) -> Article:
    """Return the article of a line of the file."""
    labels, question, field, values, *default = line.split(" | ")
    label, _, short = labels.partition("; ")
    least, is_range, most = values.partition("...")
    if is_range:
        numbers = {str(number): number for number in range(int(least), int(most) + 1)}
        return Article(label, short or label, question, field, numbers, f"a number from {least} to {most}", "")
    pairs = ((text, value or text) for text, _, value in (each.partition(" = ") for each in values.split("; ")))
    by_text = {text: field_value(field, value) for text, value in pairs}
    *others, last = map(quoted, by_text)
    return Article(label, short or label, question, field, by_text, f"{', '.join(others)} or {last}", *default or [""])


def _lines(file: str) -> list[str]:
    lines = Path(__file__).with_name(file).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


ARTICLES: Final = tuple(map(_article, _lines("articles.txt")))
"""The articles in the order in which they are asked and written."""

FIELDS: Final = {article.field: article for article in ARTICLES}
_CONTRADICTIONS: Final = [line.split(" | ") for line in _lines("contradictions.txt")]


def contradiction(rules: Rules) -> str:
    """Return one sentence about two articles that exclude each other, without full stop; empty if there are none."""
    for *pairs, reason in _CONTRADICTIONS:
        of_fields = dict(zip(pairs[::2], pairs[1::2], strict=True))
        if all(
            getattr(rules, field) in [field_value(field, text) for text in texts.split(" / ")]
            for field, texts in of_fields.items()
        ):
            lines = (quoted(FIELDS[field].line(rules)) for field in of_fields)
            return f"{' does not go with '.join(lines)}: {reason}"
    return ""


def check_name(name: str) -> None:
    """Raise ValueError if house rules cannot have this name."""
    if rules_named(name) is not None or name in _RESERVED or name.endswith(LOSING):
        raise ValueError(TAKEN.format(quoted(name)))
    if len(name) > _LONGEST_NAME or _NAME.fullmatch(name) is None:
        shown = quoted(name, _LONGEST_QUOTE)
        allowed = f"1 to {_LONGEST_NAME} lowercase letters, digits, single hyphens"
        raise ValueError(f"{shown} cannot be a name of rules: use {allowed}")


def is_name(name: str) -> bool:
    """Return True if house rules can have this name."""
    try:
        check_name(name)
    except ValueError:
        return False
    return True


def with_article(rules: Rules, article: Article, value: Any) -> Rules:
    """Return a rule set with another value of an article. Name, summary and files do not change."""
    return replace(rules, **{article.field: value})


def house_rules(name: str, rules: Rules) -> Rules:
    """Return house rules with the articles of a rule set. Raises ValueError for a bad name or a contradiction.

    The nearest named set decides how players name squares, and the sign of captures between squares with letters.
    Evaluation, tables and other files are stored under a name that depends on all articles: rules that have changed
    never use the files of the rules before.
    """
    check_name(name)
    problem = contradiction(rules)
    if problem:
        raise ValueError(problem)
    near = nearest(rules)
    others = [FIELDS[field] for field in differences(rules, near)]
    chosen = {article.field: getattr(rules, article.field) for article in ARTICLES}
    # The losing game of these rules has the same sign, though its jumps are forced.
    kin = nearest(replace(rules, losing=False, jumpings=("forced",)))
    sign = kin.capture_sign if rules.algebraic else "x"
    names = kin.console_names and not rules.algebraic
    return Rules(
        name,
        _summary(rules, near, others),
        **chosen,
        capture_sign=sign,
        console_names=names,
        same_as=_files(rules),
    )


def _files(rules: Rules) -> str:
    """Return the name of the files of house rules: that of the named set with the same articles, or a checksum.

    The articles on jumping and on counts of draws make no difference. A losing game has the name of the usual game,
    with ``LOSING`` behind.
    """
    usual = replace(rules, losing=False, jumpings=("forced",), draws=())
    same = (named.files for named in RULE_SETS.values() if not set(differences(usual, named)) - {"jumpings", "draws"})
    name = next(same, f"house-{crc32(article_line(usual).encode()):08x}")
    return name + LOSING if rules.losing else name


def nearest(rules: Rules) -> Rules:
    """Return the rule set, or the losing game of one, with the fewest articles that differ."""
    named = RULE_SETS.values()
    return min((*named, *map(losing_game, named)), key=lambda other: len(differences(rules, other)))


def differences(one: Rules, other: Rules) -> list[str]:
    """Return the fields of the articles in which two rule sets differ."""
    return [field for field in FIELDS if getattr(one, field) != getattr(other, field)]


def _summary(rules: Rules, near: Rules, others: list[Article]) -> str:
    if not others:
        return f"house rules, the same as {near.name}"
    if len(others) > _MOST_NAMED:
        return f"house rules, nearest to {near.name}, with {len(others)} articles of their own"
    changed = "; ".join(f"{article.label[0].lower()}{article.line(rules)[1:]}" for article in others)
    return f"house rules, like {near.name}, except {changed}"


# Texts


def rules_text(rules: Rules) -> str:
    """Return the text of a file with a rule set; ``parse_rules`` is the inverse."""
    lines = [f"{_HEAD} {_VERSION}", "", f"Name: {rules.name}", "", *(article.line(rules) for article in ARTICLES)]
    return "".join(f"{line}\n" for line in lines)


def parse_rules(text: str) -> Rules:
    """Return the house rules of a text. Lines with # are comments.

    Raises ValueError with one sentence, without full stop, that quotes the wrong line.
    """
    if len(text) > _LONGEST_TEXT:
        raise ValueError(f"rules have at most {_LONGEST_TEXT} characters, and here are {len(text)}")
    lines = [line.strip() for line in text.split("\n")]
    head, *rest = [line for line in lines if line and not line.startswith("#")] or [""]
    if head != f"{_HEAD} {_VERSION}":
        raise ValueError(f'{quoted(head, _LONGEST_QUOTE)} is not the line "{_HEAD} {_VERSION}", which rules begin with')
    if not rest or _folded(rest[0].partition(":")[0]) != "name":
        raise ValueError('the line "Name: ..." is missing')
    return _read_articles(rest[0].partition(":")[2].strip(), rest[1:])


def article_line(rules: Rules) -> str:
    """Return all articles on one line, without those that have their default; ``parse_articles`` is the inverse."""
    return "; ".join(article.line(rules) for article in ARTICLES if article.text(rules) != article.default)


def own_articles(rules: Rules) -> str:
    """Return the articles that are stored beside the name of a rule set: empty for a named one."""
    return article_line(rules) if is_house(rules) else ""


def stored_rules(name: str, articles: str) -> Rules | None:
    """Return the rule set stored by its name and its ``own_articles``, or None if no set has this name.

    Raises ValueError like ``parse_rules``.
    """
    return parse_articles(name, articles) if articles else rules_named(name)


def parse_articles(name: str, line: str) -> Rules:
    """Return the house rules with a name and the articles of a line, or the losing game of house rules.

    Raises ValueError like ``parse_rules``.
    """
    rules = _read_articles(name.removesuffix(LOSING), line[:_LONGEST_TEXT].split(";"))
    if not name.endswith(LOSING):
        return rules
    if not rules.losing:
        raise ValueError(f"{quoted(name, _LONGEST_QUOTE)} is the name of a losing game, and here the loser loses")
    return losing_game(house_rules(rules.name, replace(rules, losing=False)))


def _read_articles(name: str, lines: Iterable[str]) -> Rules:
    check_name(name)
    labels = {_folded(label): article for article in ARTICLES for label in (article.label, article.short)}
    found: dict[str, Any] = {}
    for line in lines:
        label, _, text = line.partition(":")
        article = labels.get(_folded(label))
        if article is None:
            raise ValueError(f"{quoted(line.strip(), _LONGEST_QUOTE)} is no article of house rules")
        if article.field in found:
            raise ValueError(f"{quoted(line.strip(), _LONGEST_QUOTE)} is the second line about {article.label}")
        found[article.field] = article.read(text)
    for article in ARTICLES:
        if article.field not in found and not article.default:
            raise ValueError(f'the line "{article.label}: ..." is missing')
        found.setdefault(article.field, article.values.get(article.default))
    return house_rules(name, replace(AMERICAN, **found))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
