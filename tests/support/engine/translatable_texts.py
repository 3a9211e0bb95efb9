"""The templates that are collected for translators."""

import ast
from functools import cache
from pathlib import Path

import farkle
from farkle.text.message import Sentence


def templates_of(sentence):
    yield sentence.template
    todo = [value for _, value in sentence.params]
    while todo:
        value = todo.pop()
        if isinstance(value, tuple):
            todo.extend(value)
        elif isinstance(value, Sentence):
            yield from templates_of(value)


@cache
def literals_of_say():
    """Return every template that the engine marks; all must be literals."""
    found, marks = set(), ("say", "translatable")
    for file in Path(farkle.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in marks:
                first = node.args[0]
                assert isinstance(first, ast.Constant), f"{file.name}, line {node.lineno}"
                found.add(first.value)
    return found
