"""`manage.py makemessages`: it collects the engine's sentences, too."""

import ast
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

import farkle
from games.languages import NAMES
from games.management.commands.makemessages import Command


def test_every_function_that_marks_a_sentence_of_the_engine_is_a_keyword() -> None:
    """A function marks sentences if it is called with a literal that has a {parameter}."""
    marking = set()
    for path in Path(farkle.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and any(map(_is_template, node.args)):
                marking.add(ast.unparse(node.func).split(".")[-1])
    options = " ".join(Command.xgettext_options)
    assert {"say", "translatable", "problem", "RulesError"} <= marking
    for name in ("say", "translatable", "problem", "RulesError"):
        assert f"--keyword={name}" in options


def _is_template(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" in node.value


def test_catalogues_are_made_and_kept_in_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "page.html").write_text("{% load i18n %}{% translate 'Roll' %}")
    (tmp_path / "page.js").write_text("ngettext('{count} die', '{count} dice', 2);")
    monkeypatch.chdir(tmp_path)
    table = StringIO()
    with override_settings(LOCALE_PATHS=[tmp_path / "locale"]):
        call_command("makemessages", stdout=table)
        before = {path: path.read_bytes() for path in tmp_path.rglob("*.po")}
        call_command("makemessages", stdout=StringIO())
    assert re.search(r"Čeština +2 +2 +0\n", table.getvalue())
    assert len(before) == 2 * (len(NAMES) - 1)
    assert {path: path.read_bytes() for path in before} == before
    polish = (tmp_path / "locale/pl/LC_MESSAGES/djangojs.po").read_text()
    assert polish.count("nplurals=3") == 1
    assert 'msgstr[2] ""' in polish
