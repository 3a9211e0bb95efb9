"""`manage.py makemessages`: it collects the engine's sentences, too."""

import ast
from pathlib import Path

import farkle
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
