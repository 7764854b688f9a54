"""Make the files by which winget, Scoop, Homebrew, AUR and Nix know a release, from pyproject.toml and its files.

    python .ci/manifests.py DIST FOLDER

DIST has the source distribution and the zip for Windows. The files are put into FOLDER: whoever owns the address of the
project hands them on, with AUR's .SRCINFO, which ``makepkg --printsrcinfo`` makes of PKGBUILD.
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWNER = "EGACheckers.EGACheckers"  # the name of the program at winget
SCHEMA = "1.10.0"  # of winget


def described(dist: Path) -> dict[str, str]:
    """Return the one table of all files: name, version, texts, addresses and SHA-256."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    archives = {"zip": next(dist.glob("*-windows.zip")), "source": next(dist.glob("*.tar.gz"))}
    version = archives["source"].name.removesuffix(".tar.gz").rpartition("-")[2]
    source = project["urls"]["Source"]
    about = {"name": project["name"], "version": version, "about": project["description"], "home": source}
    about |= {"license": project["license"], "author": project["authors"][0]["name"]}
    for kind, path in archives.items():
        about[kind] = f"{source}/releases/download/v{version}/{path.name}"
        about[f"{kind}_sha"] = sha256(path.read_bytes()).hexdigest()
    return about | {"folder": archives["zip"].stem}


WINGET = {
    f"winget/{OWNER}.yaml": """\
# yaml-language-server: $schema=https://aka.ms/winget-manifest.version.{schema}.schema.json
PackageIdentifier: {owner}
PackageVersion: {version}
DefaultLocale: en-US
ManifestType: version
ManifestVersion: {schema}
""",
    f"winget/{OWNER}.installer.yaml": """\
# yaml-language-server: $schema=https://aka.ms/winget-manifest.installer.{schema}.schema.json
PackageIdentifier: {owner}
PackageVersion: {version}
InstallerType: zip
NestedInstallerType: portable
NestedInstallerFiles:
- RelativeFilePath: {folder}\\checkers.exe
  PortableCommandAlias: checkers
ArchiveBinariesDependOnPath: true
Installers:
- Architecture: x64
  InstallerUrl: {zip}
  InstallerSha256: {zip_sha}
ManifestType: installer
ManifestVersion: {schema}
""",
    f"winget/{OWNER}.locale.en-US.yaml": """\
# yaml-language-server: $schema=https://aka.ms/winget-manifest.defaultLocale.{schema}.schema.json
PackageIdentifier: {owner}
PackageVersion: {version}
PackageLocale: en-US
Publisher: {author}
PackageName: EGA Checkers
PackageUrl: {home}
License: {license}
ShortDescription: "{about}"
Moniker: checkers
ManifestType: defaultLocale
ManifestVersion: {schema}
""",
}
OTHERS = {
    "homebrew/ega-checkers.rb": """\
class EgaCheckers < Formula
  include Language::Python::Virtualenv

  desc "{about}"
  homepage "{home}"
  url "{source}"
  sha256 "{source_sha}"
  license "{license}"

  depends_on "python@3.13"

  def install
    venv = virtualenv_create(libexec, "python3.13")
    system libexec/"bin/python", "-m", "pip", "install", buildpath
    bin.install_symlink venv.root/"bin/checkers"
    man6.install_symlink venv.root/"share/man/man6/checkers.6"
  end

  test do
    assert_match "I move", pipe_output("#{{bin}}/checkers", "Dan\\nY\\nC3 D4\\nquit\\n")
  end
end
""",
    "aur/PKGBUILD": """\
pkgname={name}
pkgver={version}
pkgrel=1
pkgdesc="{about}"
arch=('x86_64' 'aarch64')
url="{home}"
license=('{license}')
depends=('python' 'python-blessed' 'python-librt' 'python-mypy_extensions' 'python-wcwidth')
makedepends=('python-build' 'python-installer' 'python-wheel' 'python-setuptools' 'mypy')
source=("{source}")
sha256sums=('{source_sha}')

build() {{
  cd "ega_checkers-$pkgver"
  python -m build --wheel --no-isolation
}}

package() {{
  cd "ega_checkers-$pkgver"
  python -m installer --destdir="$pkgdir" dist/*.whl
  install -Dm644 LICENSE "$pkgdir/usr/share/licenses/$pkgname/LICENSE"
}}
""",
    "nix/package.nix": """\
{{ lib, python3Packages, fetchurl }}:

python3Packages.buildPythonApplication {{
  pname = "{name}";
  version = "{version}";
  pyproject = true;

  src = fetchurl {{
    url = "{source}";
    sha256 = "{source_sha}";
  }};

  build-system = with python3Packages; [ setuptools mypy librt ];
  dependencies = with python3Packages; [ blessed librt mypy-extensions wcwidth ];

  meta = {{
    description = "{about}";
    homepage = "{home}";
    license = lib.licenses.mit;
    mainProgram = "checkers";
  }};
}}
""",
}


def manifests(about: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names of the files and their texts."""
    table = about | {"owner": OWNER, "schema": SCHEMA}
    for name, text in {**WINGET, **OTHERS}.items():
        yield name, text.format_map(table)
    scoop = {
        "version": about["version"],
        "description": about["about"],
        "homepage": about["home"],
        "license": about["license"],
        "architecture": {"64bit": {"url": about["zip"], "hash": about["zip_sha"], "extract_dir": about["folder"]}},
        "bin": "checkers.exe",
        "shortcuts": [["checkers.bat", "EGA Checkers"]],
    }
    yield "scoop/ega-checkers.json", json.dumps(scoop, indent=4) + "\n"


def main(dist: Path, folder: Path) -> None:
    """Write the files."""
    for name, text in manifests(described(dist)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
