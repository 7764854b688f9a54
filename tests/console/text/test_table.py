"""Tables of text."""

from console.text.table import Column, TextTable


def test_shrinks_columns_before_leaving_them_out() -> None:
    table = TextTable([Column("Name", least=10), Column("Date", 2), Column("Result", 1)], [["A" * 20, "1990", "1-0"]])
    assert table.width == 34
    assert table.lines(34)[1] == ["A" * 20 + "  1990  1-0"]
    assert table.lines(24)[1] == ["A" * 9 + "~  1990  1-0"]
    assert table.lines(20)[1] == ["A" * 11 + "~  1-0"]
    assert table.lines(8)[1] == ["A" * 7 + "~"]
    assert table.lines(3)[1] == ["AA~"]
