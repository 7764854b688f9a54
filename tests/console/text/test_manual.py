"""CHECKERS.DOC has everything that the program has, and nothing else."""

import re
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.cases import cases
from support.command_line import FLAGS, help_of, parse
from support.conversation import converse, message_lines
from support.golden import check_kept
from support.paths import DATA, MAN_PAGE, ROOT

from ai.lab.tables.build import build_cost
from ai.levels import ALL_TABLES, LEVELS
from ai.problems.problem import classics, collection
from console.activities.guess import sentences as guess
from console.activities.guess.scores import Guesses, Score
from console.cli.commands import COMMANDS
from console.cli.composition import VOCABULARY
from console.cli.help import SECTIONS
from console.cli.parser import TextRequested
from console.dialogue.archive import ANNOTATED
from console.game.hall_of_fame import RatingChange
from console.game.move_input import parse_squares
from console.game.naming import Naming
from console.game.options import DEFAULT_LEVEL
from console.game.player_tags import RecordedPlayers
from console.game.seats import Person, Program, Seats
from console.storage import masters
from console.storage.masters import PACKAGED
from console.terminal.screen_stack import LEAST_HEIGHT, LEAST_WIDTH
from console.text import manual, sentences
from console.text.board import board_text
from console.text.levels import VOICES
from console.text.manual import Chapter, Place, chapters, manual_text
from console.text.result import facts
from console.version import NAME, VERSION
from engine.game import Game, Outcome, Reason
from engine.geometry import BLACK, SIDE_NAMES, square_name
from engine.position import Position
from engine.rules import AMERICAN, JUMPINGS, RULE_SETS, Crowning, Landing, Preference, Rules

TEXT = manual_text()
LINES = TEXT.splitlines()
HELP = help_of("")
CHAPTERS = chapters(TEXT)
SWITCH = r"(?<![-\w])--[a-z]+(?:-[a-z]+)*"


def chapter(words: str) -> Chapter:
    """Return the chapter with these words in its title."""
    return next(chapter for chapter in CHAPTERS if words in chapter.title)


def words_of(lines: tuple[str, ...]) -> str:
    """Return lines as running text."""
    return " ".join(" ".join(lines).split())


def block(lines: tuple[str, ...], first: str) -> list[str]:
    """Return the indented block that begins with this line, without its margin."""
    margin = next(line.index(first) for line in lines if line.strip().startswith(first))
    start = next(number for number, line in enumerate(lines) if line[margin:].startswith(first))
    taken = []
    for line in lines[start:]:
        if not line:
            break
        taken.append(line[margin - 2 :])
    return taken


def test_has_short_lines_few_words_and_characters_of_every_screen() -> None:
    assert max(map(len, LINES)) <= 78
    assert [line for line in LINES if line != line.rstrip()] == []
    assert len(TEXT.split()) <= 11_000
    assert {character for character in TEXT if not " " <= character <= "~"} == {"\n"}


def test_the_title_box_names_the_program_and_its_version() -> None:
    title = "".join(LINES[:9])
    assert f"Version {VERSION}" in title
    assert NAME.upper().replace(" ", "") in title.replace(" ", "")


def test_the_contents_match_the_chapters() -> None:
    listed = [re.fullmatch(r" +(\d+)\. (.+)", line) for line in LINES[: CHAPTERS[0].first_line]]
    contents = [(int(match[1]), match[2]) for match in listed if match]
    assert contents == [(chapter.number, chapter.title) for chapter in CHAPTERS]
    assert [number for number, _ in contents] == list(range(1, len(CHAPTERS) + 1))


def test_the_chapters_are_the_whole_manual_after_its_contents() -> None:
    lines = [line for chapter in CHAPTERS for line in chapter.lines]
    assert lines == LINES[CHAPTERS[0].first_line :]
    assert all(LINES[chapter.first_line] == chapter.lines[0] for chapter in CHAPTERS)


def test_spells_the_switches_as_the_help_does() -> None:
    spelled = re.findall(r"^     (--[\w-]+(?: [A-Z+]+)?)  ", TEXT, re.MULTILINE)
    assert len(spelled) > 8
    assert [each for each in spelled if f"  {each}" not in HELP] == []


def switches_of(command: str) -> set[str]:
    """Return the switches in the help of a command."""
    return set(re.findall(SWITCH, help_of(command))) - {"--help"}


def test_no_switch_is_made_up() -> None:
    behind_a_word = {ANNOTATED, "--man"}
    assert set(re.findall(SWITCH, TEXT)) <= {*FLAGS}.union(behind_a_word, *map(switches_of, COMMANDS))


@pytest.mark.parametrize("spelling", ["/?", "/MONO", "/PLAIN", "/ASCII", "/LEVEL:7"])
def test_explains_and_reads_the_dos_spellings(spelling: str) -> None:
    assert spelling in words_of(chapter("Switches").lines)
    if spelling == "/?":
        with pytest.raises(TextRequested):
            parse([spelling])
    else:
        assert parse([spelling]) != parse([])


def test_every_word_of_the_prompt_is_explained_with_its_letter_and_no_other() -> None:
    lines = chapter("Words at the prompt").lines
    for word in VOCABULARY.words:
        entry = re.compile(rf"     {re.escape(f'{word.name} {word.takes}'.strip())} +{re.escape(word.letter)} +\w")
        assert any(entry.match(line) for line in lines), word
    entries = [line.split()[0] for line in lines if re.match(r" {5}\S", line)]
    assert sorted(entries) == sorted(word.name for word in VOCABULARY.words)


def test_every_chapter_referred_to_exists() -> None:
    assert {int(number) for number in re.findall(r"chapters? (\d+)", TEXT)} <= set(range(1, len(CHAPTERS) + 1))


_CHOICE: dict[tuple[Preference, ...], str] = {
    (): "any",
    ("pieces",): "most",
    ("pieces", "kings"): "most, kings",
    ("by a king",): "king",
    ("pieces", "by a king", "kings", "kings soonest"): "the best",
}
_LANDING: dict[Landing, str] = {"anywhere": "far", "behind": "near", "behind a last king": "last"}
_KING_ROW: dict[Crowning, str] = {"ends": "stops", "king": "a king", "passes": "a man"}


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_summarizes_every_rule_set_in_the_table(rules: Rules) -> None:
    kings = f"{'fly' if rules.kings_fly else 'one'}, {_LANDING[rules.landing] if rules.kings_range else 'next'}"
    row = f"    {rules.name:16}{rules.rows_of_men * rules.size // 2:<3}{SIDE_NAMES[rules.first]:6}"
    row += f"{'both' if rules.men_capture_back else 'forward':8}{kings:10}{_CHOICE[rules.choice]:12}"
    row += f"{_KING_ROW[rules.crowning]:7}{'together' if rules.captured_stay else 'singly':9}{rules.draw_after}"
    assert row in chapter("other houses").lines
    assert rules.size == 8 or rules.rows_of_men == 4


def test_the_readme_lists_every_rule_set() -> None:
    assert set(RULE_SETS) <= set(re.findall(r"[a-z][a-z0-9-]+", (ROOT / "README.md").read_text("utf-8")))


@pytest.mark.parametrize("name", [name for name in RULE_SETS if name != AMERICAN.name])
def test_every_other_rule_set_has_an_example_that_can_be_played(name: str) -> None:
    """Set up the position of the command line below the name, and play the jump below that."""
    lines = [line.strip() for line in chapter("other houses").lines]
    start = next(number for number, line in enumerate(lines) if line.startswith(f"{name.upper()} "))
    number = next(number for number, line in enumerate(lines) if number > start and line.startswith("checkers --"))
    chosen = replace(parse(shlex.split(lines[number])[1:]), name="Dan")
    assert chosen.rules.name == name
    heard = message_lines(converse([lines[number + 1]], chosen))
    assert any(line.startswith("You take ") for line in heard)
    assert not any("I read" in line for line in heard)


def test_every_kind_of_jumping_is_explained() -> None:
    for jumping in JUMPINGS:
        assert jumping in chapter("Jumping").title
        assert any(line.startswith(f" {jumping.upper()} ") for line in chapter("Jumping").lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_named_and_has_its_reference(name: str) -> None:
    assert re.search(rf"\b{name}\b", words_of(chapter("Commands").lines))
    assert name == "bench" or help_of(name).count("\n\n") > 2


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_man_page(name: str) -> None:
    page = help_of(name, "--man").splitlines()
    assert page[0].startswith(f".TH CHECKERS-{name.upper()} 6 ")
    assert [line for line in page if line.startswith(".SH ")][:2] == [".SH NAME", ".SH SYNOPSIS"]
    assert ".SH OPTIONS" in page
    assert {line.split()[0] for line in page if line.startswith(".")} <= {
        ".TH",
        ".SH",
        ".PP",
        ".TP",
        ".B",
        ".nf",
        ".fi",
    }


def test_installs_the_man_page_that_help_prints() -> None:
    page = help_of("", "--man")
    assert re.findall(r"^.SH (.+)$", page, re.MULTILINE) == list(SECTIONS)
    assert max(map(len, page.splitlines())) <= 80
    check_kept(MAN_PAGE, page)


def test_the_switch_for_rules_names_every_set() -> None:
    heard = words_of(chapter("Switches").lines)
    assert f"{', '.join(list(RULE_SETS)[:-1])} or {list(RULE_SETS)[-1]}" in heard


def test_every_level_has_its_line_and_one_is_the_default() -> None:
    lines = chapter("Levels").lines
    for level in LEVELS.values():
        assert any(line.startswith(f"     {level.number}  {level.name}  ") for line in lines), level
    assert any(re.match(rf"     {DEFAULT_LEVEL}  .* usual", line) for line in lines)


def test_quotes_the_questions_as_they_are_asked() -> None:
    move = sentences.ask_move(Game(AMERICAN), Naming(AMERICAN, BLACK, "console"))
    first = (sentences.ASK_NAME, sentences.ASK_FIRST, sentences.OFFER_LESSON)
    later = (sentences.ASK_MULTIPLE, sentences.ASK_NEXT, sentences.ASK_RULES, sentences.ASK_ANOTHER)
    assert {f"     {question.strip()}" for question in (*first, move, *later)} <= {*LINES}
    players = RecordedPlayers(Seats(Person("Dan"), Program(5)), is_ours=True, helped=False, home=BLACK)
    assert sentences.ask_go_on(players, 44).strip() in " ".join(TEXT.split())


def test_quotes_what_is_said_as_it_is_said() -> None:
    said = [sentences.meeting(Program(3, 1240), VOICES[3].about)]
    said += [" ".join(facts(88, 12 * 60, RatingChange(1260, 1289, 3, 3, False)))]
    said += [f"{guess.end(Outcome(BLACK, Reason.NO_MOVES))} {guess.verdict(Guesses(10, 18), Score())}"]
    said += ["Your best moment: move 23, E3 F4.", "B4 could have jumped: I take your man for not jumping."]
    assert [each for each in said if each not in " ".join(TEXT.split())] == []


def test_names_the_figures_of_the_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masters, "PACKAGED", PACKAGED)
    played = Counter(text.partition("\n\n")[2].split()[2] for text in masters.texts() if "\n\n11-15 23-19 " in text)
    games, words = played.total(), " ".join(TEXT.split())
    assert f"B2 C3  {played['8-11']} " in TEXT
    assert f"Archive {games}, yours" in TEXT
    assert f"in {games} games of the archive, in whatever order of moves, and in {played['8-11']} of them" in words


def test_every_spelling_of_a_move_is_read_as_that_move() -> None:
    line = next(line for line in chapter("How to play").lines if "c3 to d4" in line)
    spellings = re.split(r" {2,}", line.strip())
    assert len(spellings) > 5
    assert {parse_squares(spelling, Naming(AMERICAN, BLACK, "console")) for spelling in spellings} == {(11, 15)}


def test_draws_the_squares_with_the_right_numbers() -> None:
    rows = {line[5]: line[7:].split("|")[1:-1] for line in chapter("squares").lines if re.match(r" {5}[A-H] \|", line)}
    shown = {f"{row}{column}": cell.strip() for row, cells in rows.items() for column, cell in enumerate(cells, 1)}
    geometry = AMERICAN.geometry
    expected = {square_name(number, geometry, BLACK): str(number) for number in range(1, geometry.squares + 1)}
    assert {name: cell for name, cell in shown.items() if cell} == expected


def test_draws_the_board_as_the_plain_front_end_does() -> None:
    shown = block(chapter("Plain lines").lines, "+----")
    assert shown == board_text(Position.start(AMERICAN), Naming(AMERICAN, BLACK, "console"), BLACK).splitlines()


def test_names_the_counts_of_the_tables() -> None:
    table = (DATA / "perft.txt").read_text("utf-8")
    american = re.search(r"^american\b\D*([\d ]+)$", table, re.MULTILINE)
    assert american
    assert american[1] in help_of("perft")


def test_names_the_true_cost_of_building_tables() -> None:
    """The time is left out."""
    rows = [
        re.split(r" {2,}", line.strip()) for line in help_of("tables").splitlines() if re.match(r" {7}[4-8] ", line)
    ]
    assert len(rows) == 5
    units = {"MB": 10**6, "GB": 10**9}
    for pieces, positions, _, *sizes in rows:
        takes = build_cost(AMERICAN, int(pieces))
        assert positions == f"{takes.positions:,}"
        heard = [int(number) * units[unit] for number, unit in (size.split() for size in sizes)]
        assert all(0.7 < size / taken < 1.3 for size, taken in zip(heard, takes[1:], strict=True))


def test_names_the_levels_that_use_tables() -> None:
    known = {number: level.tabled_pieces for number, level in LEVELS.items() if level.tabled_pieces}
    assert known == {4: 5, 5: 5, **dict.fromkeys(range(6, 10), ALL_TABLES)}
    assert "at levels 6 to 9 and in hints" in help_of("tables")
    assert "levels 4 and 5 know those of 5 pieces" in " ".join(help_of("tables").split())


def test_names_a_missing_manual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(manual, "_MANUAL", tmp_path / "CHECKERS.DOC")
    with pytest.raises(FileNotFoundError, match=r"The manual is missing: .*CHECKERS\.DOC\.$"):
        manual_text()


@pytest.mark.parametrize(("topic", "shown"), cases("manual_topics"))
def test_finds_a_chapter_or_a_line(topic: str, shown: str) -> None:
    found = manual.find_place(topic, CHAPTERS)
    if found is None or shown == "-":
        assert (found, shown) == (None, "-")
    elif shown.isdigit():
        assert found.chapter.number == int(shown)
    else:
        assert found.line
        assert found.chapter.lines[found.line].strip().startswith(shown)
        assert found.chapter.lines[found.line] in found.passage()
        assert all(found.passage())


def test_shows_an_entry_or_a_paragraph_with_its_lines() -> None:
    words = chapter("Words at the prompt")
    undo = next(number for number, line in enumerate(words.lines) if line.startswith("     undo"))
    assert Place(words, undo).passage() == words.lines[undo : undo + 2]
    play = chapter("How to play")
    asked = next(number for number, line in enumerate(play.lines) if "A move may be made in halves" in line)
    assert Place(play, asked + 1).passage()[-1] == "     C3 to?"
    assert Place(words).passage() == words.lines


def test_finds_a_function_key_in_the_list_of_keys() -> None:
    """It is not taken for the square of that name."""
    for topic in ("F4", "f4", "F10", "F1"):
        found = manual.find_place(topic, CHAPTERS)
        assert found is not None
        assert topic.upper() in found.chapter.lines[found.line]
        assert found.chapter.title == "The screen"


def test_the_manual_asks_for_no_larger_screen_than_the_program() -> None:
    assert f"{LEAST_WIDTH} columns by {LEAST_HEIGHT} lines or more" in TEXT


def test_names_the_numbers_of_problems() -> None:
    assert f"one of {len(classics(RULE_SETS['american']))} american ones" in " ".join(TEXT.split())
    found = sum(len(collection(rules)) for rules in RULE_SETS.values())
    assert f" {found:,} problems" in (ROOT / "README.md").read_text("utf-8")
