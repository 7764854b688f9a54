"""Entries: text files that describe opponents and themes."""

import pytest

from engine.entries import read_entries


def test_reads_the_fields_of_entries() -> None:
    text = "like wood\n[The Barber]\n# a comment\n\nhello  You are next.\n way [sic] works\n[Dot]\nhello Sit, dear.\n"
    assert read_entries(text) == {
        "": {"like": "wood"},
        "The Barber": {"hello": "You are next.", "way": "[sic] works"},
        "Dot": {"hello": "Sit, dear."},
    }


def test_rejects_a_field_without_a_value() -> None:
    with pytest.raises(ValueError, match="hello has no value"):
        read_entries("[Dot]\nhello\n")
