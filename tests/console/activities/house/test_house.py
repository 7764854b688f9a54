"""The page of house rules: what it shows, how articles change, and the game that it begins."""

from pathlib import Path
from random import Random

import pytest
from support.conversation import Talk, options, talk
from support.headless_screens import picture, send, text_of
from support.play_screen import PlaySession
from support.stored_games import disk

from console.activities.house.handlers import changed
from console.dialogue.messages import ShowList
from console.reading.kinds import MOVE
from console.screens.pager import Pager
from console.terminal.screen_stack import Pop
from console.text.rules import articles
from engine.house_rules import ARTICLES, FIELDS, Article, contradiction, with_article
from engine.rules import AMERICAN, RULE_SETS


def made(folder: Path, *lines: str) -> Talk:
    """Return a conversation that keeps its files in a folder, after "rules house" and these lines."""
    return talk(store=disk(folder)).type("rules house", *lines)


class TestArticles:
    @pytest.mark.parametrize(
        ("field", "typed", "value"),
        [
            ("size", " 10X10 ", 10),
            ("size", "10", 10),
            ("size", "", 10),
            ("first", "w", 1),
            ("choice", "most pieces", ("pieces",)),
            ("draw_after", "25", 25),
            ("dark_left", "", False),
        ],
    )
    def test_take_texts_and_their_beginnings_and_else_the_next_value(
        self, field: str, typed: str, value: object
    ) -> None:
        assert getattr(changed(AMERICAN, FIELDS[field], typed), field) == value

    @pytest.mark.parametrize("typed", ["0", "x", "8x8x8", "yes", "1 2", "\u00b2", "\x1b[2J"])
    def test_reject_other_values(self, typed: str) -> None:
        with pytest.raises(ValueError, match=r'Board cannot be .*: it is "8x8" or "10x10"\.') as error:
            changed(AMERICAN, FIELDS["size"], typed)
        assert str(error.value).isprintable()

    @pytest.mark.parametrize(("field", "typed"), [("choice", "most"), ("draw_after", ""), ("draw_after", "4")])
    def test_reject_what_names_no_value(self, field: str, typed: str) -> None:
        with pytest.raises(ValueError, match="cannot be"):
            changed(RULE_SETS["international"], FIELDS[field], typed)

    def test_reject_a_contradiction_with_its_reason(self) -> None:
        with pytest.raises(ValueError, match=r'"Rows of men: 4" does not go with "Board: 8x8": nobody could move\.'):
            changed(AMERICAN, FIELDS["rows_of_men"], "4")
        with pytest.raises(ValueError, match="every jump must be made"):
            changed(AMERICAN, FIELDS["losing"], "")

    def test_skip_the_next_value_if_it_contradicts(self) -> None:
        assert changed(AMERICAN, FIELDS["rows_of_men"], "").rows_of_men == 2

    def test_never_contradict_each_other(self) -> None:
        rng, rules = Random(30), AMERICAN
        for _ in range(300):
            article = rng.choice(ARTICLES)
            try:
                rules = changed(rules, article, rng.choice(["", *list(article.values)[:6]]))
            except ValueError:
                continue
            assert not contradiction(rules)
        assert rules != AMERICAN

    @pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.field)
    def test_are_explained_with_every_value(self, article: Article) -> None:
        start = RULE_SETS["international"]
        rules = [with_article(start, article, value) for value in article.values.values()]
        assert len({tuple(articles(each).values()) for each in rules}) == len(rules)


class TestConversation:
    def test_lists_the_articles_with_numbers(self, tmp_path: Path) -> None:
        found = made(tmp_path)
        first = found.steps[-2]
        shown = found.type("7 any distance").steps[-2]
        assert isinstance(first, ShowList)
        assert isinstance(shown, ShowList)
        assert ["7", "Kings", "step", "one", "square"] in [line.split() for line in first.lines()]
        assert shown.lines() == ["7 Kings step: any distance"]
        assert shown.chosen == 6

    @pytest.mark.parametrize("content", [b"\xff\0", b"", b"EGA Checkers house rules 1\n"])
    def test_keeps_a_damaged_file_with_this_name(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "rules" / "mine.rules"
        file.parent.mkdir()
        file.write_bytes(content)
        found = made(tmp_path, "", "mine")
        assert "called mine" in found.texts[-1]
        assert file.read_bytes() == content
        found.type("q", "house mine")
        assert found.texts[-1].startswith("The rules mine cannot be read")


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
class TestScreen:
    def opened(self, folder: Path, size: tuple[int, int]) -> PlaySession:
        session = PlaySession(options(), None, size, disk(folder))
        session.type("rules house")
        return session

    def press(self, session: PlaySession, *keys: str) -> None:
        """Send keys to the page; the last of them closes it with an answer."""
        left = send(session.opened, keys)
        assert isinstance(left, Pop)
        session.come_back(left.result)

    def test_changes_the_lit_article_and_begins_a_game(self, tmp_path: Path, size: tuple[int, int]) -> None:
        session = self.opened(tmp_path, size)
        self.press(session, "enter")
        seen = text_of(picture(session.opened, *size))
        assert "10x10" in seen
        assert ("How large is the board?" in seen) == (size[0] == 80)
        self.press(session, "end", "enter")
        assert isinstance(session.opened, Pager)
        session.come_back()
        session.type("big")
        session.type("y")
        assert session.dialogue.state.table.rules.size == 10
        assert session.dialogue.state.table.rules.name == "big"

    def test_leaves_by_escape(self, tmp_path: Path, size: tuple[int, int]) -> None:
        session = self.opened(tmp_path, size)
        self.press(session, "escape")
        assert session.asked is MOVE
        session.type("house")
        self.press(session, "enter")
        self.press(session, "escape")
        assert isinstance(session.opened, Pager), "what was changed is not thrown away unasked"
        session.come_back()
        session.send("escape")
        assert session.asked is MOVE
        assert [words in session.text for words in ("Nothing is saved", "Change which")] == [True, False]

    def test_begins_a_line_for_an_article_of_many_values(self, tmp_path: Path, size: tuple[int, int]) -> None:
        session = self.opened(tmp_path, size)
        self.press(session, *["down"] * 13, "enter")
        assert session.play.line.text == "14 "

    def test_says_at_once_what_does_not_go_together(self, tmp_path: Path, size: tuple[int, int]) -> None:
        session = self.opened(tmp_path, size)
        self.press(session, *["down"] * 15, "enter")
        assert isinstance(session.opened, Pager)
        assert "made" in text_of(picture(session.opened, *size))
