"""Every command in the documents works, or says who else runs it or why nobody does."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.support import services
from tests.support.engine.command_line import Call
from tests.support.manage_each import manage_each
from tests.support.services import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(?:^<!-- (.*?) -->\n)?^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
MANAGE, ENGINE = ".venv/bin/python manage.py ", "python -m farkle "


def blocks(page: Path) -> list[tuple[str, list[str]]]:
    """Return the mark of every block of commands on the page, and its lines."""
    text = page.read_text(encoding="utf-8")
    found = [(mark, lines) for mark, language, lines in BLOCK.findall(text) if language == "sh"]
    return [(mark, lines.replace("\\\n", " ").strip().splitlines()) for mark, lines in found]


def _all_but_keys(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.endswith("-key")]


def test_every_mark_gives_a_reason_or_names_a_test() -> None:
    marks = [mark for page in PAGES for mark, _ in blocks(page) if mark]
    assert len(marks) > 5
    for mark in marks:
        assert re.match(r"not run: .{10,}|run by tests/[\w/]+\.py$", mark), mark
    named = {name for mark in marks for name in re.findall(r"tests/[\w/.]+\w", mark)}
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_without_a_mark_work(page: Path, tmp_path: Path) -> None:
    lines = [line for mark, block in blocks(page) if not mark for line in block]
    if not lines:
        return
    (tmp_path / "data").mkdir()
    environ = services.plain_environ(tmp_path) | {"FARKLE_DATA": str(tmp_path / "data")}
    if any(line.startswith(MANAGE) for line in lines):
        assert manage_each(environ, ["migrate", "--verbosity=0"])[0].returncode == 0
    for line in lines:
        if line.startswith("export "):
            name, _, value = line.removeprefix("export ").partition("=")
            folder = shutil.copytree(tmp_path / "data", tmp_path / value, ignore=_all_but_keys)
            environ[name] = str(folder)
        elif line.startswith(MANAGE):
            words = shlex.split(line.removeprefix(MANAGE))
            words = [str(tmp_path / word) if word.endswith(".gz") else word for word in words]
            assert manage_each(environ, words)[0].returncode == 0, line
        else:
            assert line.startswith(ENGINE), f"mark the block of `{line}`, which is not run"
            words = shlex.split(line.removeprefix(ENGINE), comments=True)
            assert Call(*words).code == 0, line


def test_every_target_of_make_exists() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        commands = re.findall(r"`(.*?)`", page.read_text(encoding="utf-8"))
        commands += [line for _, lines in blocks(page) for line in lines]
        named = set(re.findall(r"^(?:sudo )?make ([a-z-]+)", "\n".join(commands), re.MULTILINE))
        assert named <= targets, page
