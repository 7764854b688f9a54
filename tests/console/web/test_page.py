"""The files of the page, which are not run here."""

import re

import pytest
from support.paths import ROOT

PAGE = ROOT / "console" / "web"
FILES = sorted(path.name for path in PAGE.iterdir() if path.suffix in (".html", ".css", ".js"))
# Made by .ci/web_build.py.
BUILT = {"game.zip", "heads", "manifest.json", "licenses.txt", "font.ttf"}


@pytest.mark.parametrize("name", FILES)
def test_needs_no_other_host_and_only_files_that_are_there(name: str) -> None:
    text = (PAGE / name).read_text("utf-8")
    assert not re.search(r"https?://", text)
    build = (ROOT / ".ci" / "web_build.py").read_text("utf-8")
    for named in re.findall(r'(?:src=|href=|url\(|register\(|Worker\(|fetch\(|bytes\(|from )"([\w./-]+\.\w+)"', text):
        file = named.removeprefix("./")
        assert (PAGE / file).is_file() or file in BUILT or file.rpartition("/")[2] in build, named


def test_page_and_worker_number_their_messages_alike() -> None:
    numbers = [
        re.search(r"const KEYS.*FILE = \d+", (PAGE / name).read_text("utf-8")) for name in ("page.js", "worker.js")
    ]
    assert numbers[0] is not None
    assert numbers[1] is not None
    assert numbers[0][0] == numbers[1][0]
