"""What the documents claim about the site as a whole."""

import json
import os
import re
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from farkle.ai.players import LEVELS
from farkle.ai.review.winning import ACCURACIES
from tests.support import services
from tests.support.services import ROOT


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def pins(path: str) -> dict[str, str]:
    """Return the versions that a list pins for the Python and the system that run this."""
    entries = [Requirement(line.rstrip("\\ ")) for line in read(path).splitlines() if "==" in line]
    here = [entry for entry in entries if entry.marker is None or entry.marker.evaluate()]
    return {
        canonicalize_name(entry.name): str(entry.specifier).removeprefix("==") for entry in here
    }


def test_every_setting_is_documented_and_every_documented_one_exists() -> None:
    modules = ("databases", "hosts", "server", "settings")
    code = "".join(read(f"farkle_site/{name}.py") for name in modules)
    # A variable is read by its quoted name, the first argument.
    readers = r"text|url|items|folder|choice|yes_or_no|whole_number|environ\.get"
    read_here = set(re.findall(rf'\b(?:{readers})\(\s*\*?\(?"([A-Z_]+)"', code))
    table = read("docs/run/settings.md").split("## Every setting")[1]
    names = re.findall(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \|", table, re.MULTILINE)
    documented = set(re.findall(r"`([A-Z_]+)`", "".join(names)))
    assert read_here == documented


@pytest.mark.parametrize("path", ["requirements/base.txt", "requirements/dev.txt"])
def test_tests_run_on_the_pinned_versions(path: str) -> None:
    pinned = pins(path)
    assert len(pinned) > 10
    assert {name: version(name) for name in pinned} == pinned


@pytest.mark.parametrize("name", ["base", "build", "dev"])
def test_what_is_installed_is_known_by_its_hash(name: str) -> None:
    lines = read(f"requirements/{name}.txt").splitlines()
    pinned = [number for number, line in enumerate(lines) if "==" in line]
    assert pinned
    assert [lines[at] for at in pinned if "--hash=sha256:" not in lines[at + 1]] == []
    assert not re.search(r"https?:|index", "\n".join(lines))
    # What is asked for is among it: `make lock` was not forgotten.
    asked = re.findall(r"^[A-Za-z][\w.-]*", read(f"requirements/{name}.in"), re.MULTILINE)
    assert set(map(canonicalize_name, asked)) - set(pins(f"requirements/{name}.txt")) == set()


def test_scripts_are_built_by_packages_known_by_their_hash_from_any_registry() -> None:
    lock, wanted = json.loads(read("package-lock.json")), json.loads(read("package.json"))
    packages = lock["packages"]
    for kind in ("dependencies", "devDependencies"):
        assert packages[""][kind] == wanted[kind]
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []


def test_every_library_in_the_lists_is_pinned() -> None:
    reasons = read("docs/develop/libraries.md").lower()
    chosen = re.findall(r"^- \*\*([^*]+)\*\*:", reasons, re.MULTILINE)
    assert len(chosen) > 20
    named = set(re.findall(r"[\w-]{3,}", " ".join(chosen)))
    named -= {"library", "package", "binary", "pool"}
    tools = json.loads(read("package.json"))["devDependencies"]
    assert [one for one in tools.values() if not re.fullmatch(r"\d+\.\d+\.\d+", one)] == []
    lists = ("base", "build", "dev")
    pinned = {name for one in lists for name in pins(f"requirements/{one}.txt")} | set(tools)
    assert set(map(canonicalize_name, named)) - pinned == set()


def test_what_the_pages_on_security_name_exists() -> None:
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|svg|md|sh))`", read("docs/develop/attacks.md")))
    named |= set(re.findall(r"`([\w./-]+\.(?:py|js|svg|md|sh))`", read("docs/develop/asvs.md")))
    folders = (ROOT, ROOT / "tests", ROOT / "tests/games/realtime")
    missing = [one for one in sorted(named) if not any((at / one).exists() for at in folders)]
    assert missing == []


def test_every_answer_to_the_standard_is_one_of_three_and_comes_once() -> None:
    row = r"^\| (\d[\d., ]+) \|[^|]+\| (\w+) \|"
    rows = re.findall(row, read("docs/develop/asvs.md"), re.MULTILINE)
    assert {answer for _, answer in rows} == {"yes", "no", "operator"}
    numbers = [number for listed, _ in rows for number in listed.split(", ")]
    assert len(numbers) > 150
    assert len(set(numbers)) == len(numbers)


def headings(path: Path) -> set[str]:
    """Return the headings of a document as links name them."""
    found = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in found}


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]:
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target, heading in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
            there = path.parent / target if target else path
            assert there.exists(), f"{path.name} links to {target}"
            if heading:
                assert heading in headings(there), f"{path.name} links to {target}#{heading}"


FOLDERS = (
    *("", "farkle", "games", "tests", "tests/games/realtime", "static", "static/js", "static/css"),
    *("templates", "deploy", "docs", "static/img"),
)


def test_every_file_that_the_documents_name_exists() -> None:
    """A name may be relative to one of a few folders, or be that of a file beside the last one."""
    missing = []
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        beside = ROOT
        ending = r"py|js|css|svg|md|sh|html|toml|yml|txt|sql"
        for name in re.findall(rf"`([\w./-]*\w\.(?:{ending}))`", read(str(path))):
            places = [beside / name, *(ROOT / folder / name for folder in FOLDERS)]
            found = next((place for place in places if place.exists()), None)
            if found is None:
                missing.append(f"{path.name}: {name}")
            else:
                beside = found.parent
    assert missing == []


def test_prose_is_at_most_120_characters_wide() -> None:
    """Tables and code may be wider, and so may a line with code in it that cannot be wrapped."""
    wide = []
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")]
    for path in [*paths, ROOT / "farkle" / "README.md"]:
        text = re.sub(r"^ *```.*?^ *```$", "", read(str(path)), flags=re.DOTALL | re.MULTILINE)
        for line in text.splitlines():
            prose = re.sub(r"`[^`]*`", "", line)
            if len(prose) > 120 and not line.lstrip().startswith("|"):
                wide.append(f"{path.relative_to(ROOT)}: {line[:60]}")
    assert wide == []


def test_the_computers_have_the_accuracies_that_were_measured() -> None:
    table = read("docs/develop/chances.md").split("## Accuracy")[1]
    measured = re.findall(r"^\| (\w+) \| [\d.]+ % \| ([\d.]+) \|", table, re.MULTILINE)
    stated = [(LEVELS[key].name, str(value)) for key, value in ACCURACIES.items()]
    assert measured == stated


def test_the_site_of_the_documents_is_whole_and_asks_no_other_host(tmp_path: Path) -> None:
    """Links and anchors lead somewhere, every page is in the menu, lists and tables are such."""
    line = ["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = services.python({**os.environ, "NO_MKDOCS_2_WARNING": "1"}, *line)
    assert done.returncode == 0, done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"?https?://[^>]*", text) == []
        prose = re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)
        assert re.findall(r"^(?:<p>)?(?:-|\|) .*", prose, re.MULTILINE) == []
    for sheet in tmp_path.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8"))
