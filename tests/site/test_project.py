"""The files by which the project is built, released and followed elsewhere."""

import json
import re
import subprocess
import sys

import pytest

import farkle
from tests.support.services import ROOT


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/[!c]*.yml"),
        ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
        ("dependabot", ".github/dependabot.yml"),
    ],
)
def test_the_files_for_github_are_what_their_schemas_say(schema: str, pattern: str) -> None:
    """The schemas come with check-jsonschema, so nothing is fetched."""
    files = sorted(map(str, ROOT.glob(pattern)))
    assert files
    command = ["-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflow_calls_what_every_change_must_pass() -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text()
    assert re.search(r"^ +\.ci/run ", workflow, re.MULTILINE)
    supported = re.search(r"python: (\[.*\])", workflow)
    assert supported
    assert json.loads(supported[1])[0] == "3.11"
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text()


def test_the_newest_changes_are_those_of_this_version() -> None:
    """In the form of Keep a Changelog: what is not released yet, then versions, newest first."""
    headings = re.findall(r"^## \[(.+?)\](.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    versions = [name for name, _ in headings if name != "Unreleased"]
    assert versions[0] == farkle.__version__
    released = [rest for name, rest in headings if name in versions[1:]]
    assert all(re.fullmatch(r" - \d{4}-\d\d-\d\d", rest) for rest in released)
