"""The usual folders are those of the package platformdirs, on each system and with each environment."""

from pathlib import Path

import platformdirs.macos
import platformdirs.unix
import platformdirs.windows
import pytest
from support.platform_marks import posix

from console.storage.atomic_files import Folders, user_folders


def known_folder(name: str) -> str:
    """Return what Windows answers: the environment has the same folder."""
    return platformdirs.windows.get_win_folder_from_env_vars(name)


@posix
@pytest.mark.parametrize("named", [{}, {"XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "~/c"}, {"XDG_CONFIG_HOME": "/c"}])
@pytest.mark.parametrize(
    ("system", "package"),
    [
        ("linux", platformdirs.unix.Unix),
        ("freebsd14", platformdirs.unix.Unix),
        ("darwin", platformdirs.macos.MacOS),
        ("win32", platformdirs.windows.Windows),
    ],
)
def test_are_those_of_platformdirs(
    system: str,
    package: type[platformdirs.PlatformDirs],
    named: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for variable in ("CHECKERS_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path / "local"), **named}.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platformdirs.windows._RESOLVE_WIN_FOLDER", known_folder)
    expected = package("ega-checkers", appauthor=False)
    assert user_folders() == Folders(expected.user_data_path, expected.user_config_path)
