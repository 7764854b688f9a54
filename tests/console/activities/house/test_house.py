"""The questionnaire about house rules: its questions, its answers, and the game that it begins."""

from pathlib import Path
from random import Random

import pytest
from support.conversation import Talk, options, talk
from support.headless_screens import picture, send, text_of
from support.play_screen import PlaySession
from support.stored_games import disk

from console.activities.house.handlers import ARTICLE
from console.activities.house.questionnaire import Questionnaire
from console.dialogue.kinds import MOVE
from console.dialogue.messages import ShowList, ShowPage
from console.screens.lists import ListScreen
from console.screens.pager import Pager
from console.storage.rules_folder import RulesFolder
from console.terminal.screen_stack import Pop
from console.text.rules import explain, sentences
from engine.house_rules import ARTICLES, FIELDS, Article, contradiction, house_rules, with_article
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

TO_THE_NAME = [""] * (len(ARTICLES) - 2)
"""Empty answers to all questions about american rules, which skip where kings land and triple kings."""


def made(folder: Path, *lines: str) -> Talk:
    """Return a conversation that keeps its files in a folder, after "rules house" and these lines."""
    return talk(store=disk(folder)).type("rules house", *lines)


def question(found: Talk) -> str:
    """Return the question that the list before the prompt asks."""
    shown = found.steps[-2]
    assert isinstance(shown, ShowList)
    (line,) = shown.lines
    return line


def answered(start: Rules, *lines: str) -> Questionnaire:
    """Return a questionnaire after these answers."""
    found = Questionnaire(start)
    for line in lines:
        found.answer(line)
    return found


class TestQuestions:
    @pytest.mark.parametrize("start", [*RULE_SETS.values(), losing_game(AMERICAN)], ids=lambda rules: rules.name)
    def test_keeps_every_rule_set_by_empty_answers(self, start: Rules) -> None:
        found = Questionnaire(start)
        while found.article is not None:
            found.answer("")
        assert found.rules == start

    @pytest.mark.parametrize(
        ("line", "size"),
        [("8x8", 8), ("1", 8), (" 10X10 ", 10), ("2", 10), ("10", 10), ("", 8)],
    )
    def test_takes_numbers_texts_and_their_beginnings(self, line: str, size: int) -> None:
        assert answered(AMERICAN, line).rules.size == size

    @pytest.mark.parametrize("line", ["0", "3", "9", "x", "8x8x8", "yes", "1 2", "\u00b2", "\x1b[2J"])
    def test_rejects_other_answers(self, line: str) -> None:
        found = Questionnaire(AMERICAN)
        with pytest.raises(ValueError, match=r'" is no answer to this: it is "8x8" or "10x10"\.') as error:
            found.answer(line)
        assert str(error.value).isprintable()
        assert found.article is ARTICLES[0]

    def test_rejects_the_beginning_of_several_values(self) -> None:
        found = answered(RULE_SETS["international"], *[""] * 9)
        assert found.article is not None
        assert found.article.field == "choice"
        with pytest.raises(ValueError, match='"most" is no answer'):
            found.answer("most")
        found.answer("most pieces")
        assert found.rules.choice == ("pieces",)

    def test_rejects_a_contradiction_with_an_article_before(self) -> None:
        found = answered(AMERICAN, "", "")
        assert found.question == "3 of 19: How many rows of men has a side? 2 or 3."
        with pytest.raises(ValueError, match=r'"Rows of men: 4" does not go with "Board: 8x8".*; choose "2" or "3"'):
            found.answer("4")
        assert "2, 3 or 4" in answered(AMERICAN, "10", "").question

    def test_replaces_a_value_that_an_answer_excludes(self) -> None:
        found = answered(RULE_SETS["international"], "8", "")
        assert found.rules.rows_of_men == 2
        assert found.present == "2"

    def test_skips_an_article_with_one_value(self) -> None:
        found = answered(AMERICAN, *[""] * 7, "from next to it")
        assert found.article is not None
        assert found.article.field == "choice"
        assert found.rules.landing == "anywhere"

    def test_goes_back_over_skipped_articles(self) -> None:
        found = answered(AMERICAN, *[""] * 7, "from next to it")
        assert found.back()
        assert found.article is not None
        assert found.article.field == "kings_range"
        found.answer("from any distance")
        assert found.article.field == "landing"

    def test_never_makes_contradictory_rules(self) -> None:
        rng = Random(30)
        for _ in range(100):
            found = Questionnaire(rng.choice(list(RULE_SETS.values())))
            while found.article is not None:
                try:
                    found.answer(rng.choice(["", *list(found.article.values)[:6]]))
                except ValueError:
                    found.back()
            assert not contradiction(found.rules)

    @pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.field)
    def test_every_value_is_explained(self, article: Article) -> None:
        start = RULE_SETS["international"]
        rules = [with_article(start, article, value) for value in article.values.values()]
        pages = {tuple(sentences(each)) for each in rules}
        assert len(pages) == len(rules)


class TestConversation:
    def test_keeps_the_rules_and_plays_by_them(self, tmp_path: Path) -> None:
        found = made(tmp_path, "", "right", *TO_THE_NAME[2:])
        page = found.steps[-2]
        assert isinstance(page, ShowPage)
        assert "a dark square at each player's lower right" in " ".join(page.lines)
        assert found.asked.prompt == "What are they called (Enter: not kept)? "
        found.type("Our House")
        assert found.texts[-1] == "Kept: the rules of your house are called our-house."
        rules = RulesFolder(tmp_path / "rules").get("our-house")
        assert rules == house_rules("our-house", with_article(AMERICAN, FIELDS["dark_left"], False))
        assert found.asked.prompt == "Play by them now (Y/N)? "
        found.type("y")
        assert found.state.table.rules == rules

    def test_goes_on_with_the_game_after_a_no(self, tmp_path: Path) -> None:
        found = made(tmp_path, *TO_THE_NAME, "mine", "n")
        assert found.state.table.rules == AMERICAN
        assert found.state.next_game.rule_choice is None
        assert RulesFolder(tmp_path / "rules").names() == ["mine"]

    def test_begins_with_the_rules_named(self, tmp_path: Path) -> None:
        found = talk(store=disk(tmp_path)).type("rules house russian losing", *[""] * 3)
        assert found.asked.prompt == "First move (Enter: White)? "
        again = made(tmp_path, "", "right", *TO_THE_NAME[2:], "mine", "n", "house mine", "")
        assert again.asked.prompt == "Dark corner (Enter: right)? "

    @pytest.mark.parametrize("answer", ["house", "House russian", "rules house"])
    def test_is_an_answer_to_the_question_for_the_rules(self, tmp_path: Path, answer: str) -> None:
        found = talk(store=disk(tmp_path)).type("rules")
        assert '"rules house" makes up rules of your house.' in found.texts
        assert found.type(answer).asked.prompt == "Board (Enter: 8x8)? "
        assert f"We begin with {'russian' if 'russian' in answer else 'american'}." in found.texts[-1]
        assert found.type("q").asked.kind is MOVE

    def test_rejects_an_unknown_name(self, tmp_path: Path) -> None:
        found = talk(store=disk(tmp_path)).type("rules house chess")
        assert found.texts[-1].startswith('"chess" is no rule set: there are american,')

    def test_goes_back_and_keeps_the_answers(self, tmp_path: Path) -> None:
        found = made(tmp_path, "back")
        assert found.texts[-1].startswith("This is the first question")
        found.type("10x10", "right", "back", "BACK")
        assert found.asked.prompt == "Board (Enter: 10x10)? "
        found.type("", "")
        assert question(found) == "3 of 19: How many rows of men has a side? 2, 3 or 4."

    def test_goes_back_from_the_name(self, tmp_path: Path) -> None:
        found = made(tmp_path, *TO_THE_NAME, "back")
        assert question(found).startswith("19 of 19: On whose first row is square 1?")

    @pytest.mark.parametrize("lines", [["q"], ["", "right", "Q"], [*TO_THE_NAME, ""], [*TO_THE_NAME, "q"]])
    def test_leaves_without_saving(self, tmp_path: Path, lines: list[str]) -> None:
        found = made(tmp_path, *lines)
        assert found.texts[-1] == "Nothing is kept: your house stays as it was."
        assert found.state.table.rules == AMERICAN
        assert RulesFolder(tmp_path / "rules").names() == []

    def test_says_only_what_is_wrong_with_an_answer(self, tmp_path: Path) -> None:
        found = made(tmp_path, "9x9")
        assert found.texts[-1] == '"9x9" is no answer to this: it is "8x8" or "10x10".'
        assert found.asked.prompt == "Board (Enter: 8x8)? "

    def test_asks_again_for_a_bad_name(self, tmp_path: Path) -> None:
        found = made(tmp_path, *TO_THE_NAME, "russian")
        assert found.texts[-1] == '"russian" means something else already: house rules need a name of their own.'
        found.type("Grandpa's")
        assert found.texts[-1].startswith('"grandpa\'s" is no name of rules')
        found.type("grandpa", "n")
        assert RulesFolder(tmp_path / "rules").names() == ["grandpa"]

    @pytest.mark.parametrize("content", [b"\xff\0", b"", b"EGA Checkers house rules 1\n"])
    def test_keeps_a_damaged_file_with_this_name(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "rules" / "mine.rules"
        file.parent.mkdir()
        file.write_bytes(content)
        found = made(tmp_path, *TO_THE_NAME, "mine")
        assert found.texts[-1] == "There are other rules called mine: remove them first, or choose another name."
        assert file.read_bytes() == content
        found.type("q", "house mine")
        assert found.texts[-1].startswith("The rules mine cannot be read")

    def test_asks_nothing_where_nothing_can_be_kept(self) -> None:
        found = talk().type("rules house")
        assert found.texts[-1] == "Nothing is saved in this session."

    def test_shows_the_commands_of_every_question(self, tmp_path: Path) -> None:
        found = made(tmp_path, "rules russian")
        page = found.steps[-2]
        assert isinstance(page, ShowPage)
        assert list(page.lines) == explain(RULE_SETS["russian"])


@pytest.mark.parametrize("start", ["american", "international", "italian"])
def test_shows_a_question_and_all_its_values_in_the_smallest_window(tmp_path: Path, start: str) -> None:
    """Six values in a sentence scrolled the question away."""
    found = talk(store=disk(tmp_path)).type(f"rules house {start}", *[""] * (len(ARTICLES) - 3))
    lists = [step for step in found.steps if isinstance(step, ShowList)]
    assert len(lists) > 12
    for shown in lists:
        seen = text_of(picture(ListScreen(shown), 40, 20))
        assert all(text in seen for text in (shown.columns[0].title, *(row.texts[0] for row in shown.rows)))


def choose(session: PlaySession, *keys: str) -> None:
    """Choose a row of the list that is open."""
    left = send(session.opened, [*keys, "enter"])
    assert isinstance(left, Pop)
    session.come_back(left.result)


def test_takes_the_value_that_is_chosen_from_a_list(tmp_path: Path) -> None:
    session = PlaySession(options(), None, (40, 20), disk(tmp_path))
    session.type("rules house")
    for keys in (["down"], ["down"], ["end", "up"]):  # 10x10, right, back
        choose(session, *keys)
    assert "Which lower corner is dark?" in text_of(picture(session.opened, 40, 20))
    assert "Board (Enter: 8x8)? 10x10" in session.text
    choose(session, "end")
    assert "Nothing is kept" in session.text


def test_leaves_by_escape_from_the_list_and_the_question(tmp_path: Path) -> None:
    session = PlaySession(options(), None, (40, 20), disk(tmp_path))
    session.type("rules house")
    assert send(session.opened, ["escape"]) == Pop()
    session.come_back()
    assert session.asked is ARTICLE
    session.send("escape")
    assert session.asked is MOVE
    assert "Nothing is kept" in session.text


@pytest.mark.parametrize("size", [(80, 25), (40, 20)])
def test_plays_by_house_rules_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    session = PlaySession(options(), None, size, disk(tmp_path))
    session.type("rules house")
    for line in ["10x10", *TO_THE_NAME[1:]]:
        if session.asked is None:
            session.come_back()
        session.type(line)
    assert isinstance(session.opened, Pager)
    session.come_back()
    session.type("big")
    session.type("y")
    assert session.dialogue.state.table.rules.size == 10
    assert session.dialogue.state.table.rules.name == "big"
