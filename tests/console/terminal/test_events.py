"""The parser of terminal input: keys, the mouse, and anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cases import cases

from console.terminal.events import Event, Key, KeyReader, Mouse


def read(text: str) -> list[Event]:
    reader = KeyReader()
    return reader.feed(text) + reader.give_up()


@pytest.mark.parametrize(("sequence", "name"), cases("key_sequences"))
def test_reads_keys_with_names(sequence: str, name: str) -> None:
    assert read(sequence.encode().decode("unicode_escape")) == [Key(name)]


@pytest.mark.parametrize(
    ("sequence", "text"),
    [
        ("a", "a"), (" ", " "), ("é", "é"), ("\x1bOp", "0"), ("\x1bOy", "9"),
        ("\x1b[97u", "a"), ("\x1b[97;2u", "A"), ("\x1b[97:65;2u", "A"), ("\x1b[49;2;33u", "!"), ("\x1b[97;65u", "A"),
        ("\x1b[233;2u", "É"), ("\x1b[128512u", "\U0001f600"), ("\x1b[57399u", "0"), ("\x1b[57413;129u", "+"),
        ("\x1b[27;2;65~", "A"), ("\x1b[27;2;33~", "!"),
    ],
)  # fmt: skip
def test_reads_keys_with_text(sequence: str, text: str) -> None:
    assert read(sequence) == [Key(text=text)]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[?62;22c", "\x1b[5;10R", "\x1b[I", "\x1b[200~", "\x1b[99;99;99~", "\x1b[1;2;3:4u", "\x1b[>1;2c",
        "\x1b[?12$y",
        "\x1b[97;1:3u", "\x1b[1;1:3A", "\x1b[97;9u", "\x1b[49;5u", "\x1b[57441;2u", "\x1b[3u", "\x1b[9999999u",
        "\x1b[?1u", "\x1b[27;5~", "\x1b[>4;2m", "\x1bP" + "q" * 5000 + "\x1b\\",
        "\x1bP>|XTerm(379)\x1b\\", "\x1b]11;rgb:0/0/0\x07", "\x1b_Gi=31;OK\x1b\\", "\x1bOz", "\ufffd", "\x1b[", "\x1bO",
    ],
)  # fmt: skip
def test_skips_unknown_sequences_as_a_whole(sequence: str) -> None:
    """No letter of an unknown sequence reaches an input line."""
    if sequence in ("\x1b[", "\x1bO"):
        assert read(sequence) == []
    else:
        assert read(sequence + "q") == [Key(text="q")]


@pytest.mark.parametrize(
    ("sequence", "event"),
    [
        ("\x1b[<0;1;1M", Mouse("press", 0, 0)),
        ("\x1b[<0;80;24m", Mouse("release", 23, 79)),
        ("\x1b[<32;5;6M", Mouse("drag", 5, 4)),
        ("\x1b[<2;300;200M", Mouse("press", 199, 299, "right")),
        ("\x1b[<64;2;3M", Mouse("wheel-up", 2, 1, "none")),
        ("\x1b[<65;2;3M", Mouse("wheel-down", 2, 1, "none")),
        ("\x1b[M !!", Mouse("press", 0, 0)),
        ("\x1b[M#!!", Mouse("release", 0, 0, "none")),
        ("\x1b[M@*$", Mouse("drag", 3, 9)),
        ("\x1b[M`!!", Mouse("wheel-up", 0, 0, "none")),
    ],
)
def test_reads_mouse_events(sequence: str, event: Event) -> None:
    assert read(sequence) == [event]


def test_ignores_other_mouse_reports() -> None:
    assert read("\x1b[<66;1;1M\x1b[<128;1;1M\x1b[<3;1;1M\x1b[<1;2M\x1b[<1:2;1;1M") == []


def test_waits_after_escape() -> None:
    reader = KeyReader()
    assert reader.feed("a\x1b") == [Key(text="a")]
    assert reader.waiting
    assert reader.feed("[") == []
    assert reader.feed("1;5") == []
    assert reader.feed("Ab") == [Key("ctrl-up"), Key(text="b")]
    assert not reader.waiting
    assert reader.feed("\x1b") + reader.give_up() == [Key("escape")]
    assert reader.feed("\x1b\x1b") + reader.give_up() == [Key("escape"), Key("escape")]


@pytest.mark.parametrize("introducer", "P]_^X")
@pytest.mark.parametrize(("keys", "name"), [("\r", "enter"), ("\x1b[A", "up")])
def test_skips_a_string_without_an_end(introducer: str, keys: str, name: str) -> None:
    """Enter and every other sequence end it: no key locks the keyboard."""
    reader = KeyReader()
    assert reader.feed(f"\x1b{introducer}" + "q" * 5000) == []
    assert reader.feed("q" * 5000) == []
    assert reader.in_sequence
    assert reader.feed(keys) == [Key(name)]
    assert not reader.waiting


INPUT = st.text(st.sampled_from("\x1b[O<;:01237AMmPRu~\\]_ a\x07\r\x00\u00e9\ufffd"), max_size=60) | st.text(
    max_size=30
)


@given(st.lists(INPUT, max_size=6))
def test_reads_the_same_events_from_input_in_any_parts(parts: list[str]) -> None:
    reader = KeyReader()
    pieces = [event for part in parts for event in reader.feed(part)] + reader.give_up()
    assert pieces == read("".join(parts))
    for event in pieces:
        if isinstance(event, Key):
            assert bool(event.name) != bool(event.text)
            assert event.text.isprintable()
