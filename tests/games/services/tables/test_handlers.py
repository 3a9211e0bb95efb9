"""Each command has one handler, which is there as soon as the executor is."""

import ast
from pathlib import Path

import pytest

from games.protocol.commands import BecomeAnother, Body, Done, React, Say, Toss
from games.protocol.requests import BODIES
from games.services import executor
from games.services.tables.handlers import HANDLERS, handles
from games.services.tables.table import Table

WITHOUT = {
    Say: "goes to services.chat, past the lock of the room",
    React: "goes to services.chat, past the lock of the room",
    Toss: "goes to services.chat, past the lock of the room",
    BecomeAnother: "is only recorded, by services.accounts.people",
}


def test_every_command_has_exactly_one_handler() -> None:
    assert set(HANDLERS) | set(WITHOUT) == set(BODIES)
    assert not set(HANDLERS) & set(WITHOUT)


def test_a_second_handler_for_a_command_is_an_error() -> None:
    class Wave(Body):
        pass

    @handles(Wave)
    def wave(_table: Table, _body: Wave) -> Done:
        return Done(None)

    try:
        with pytest.raises(ValueError, match="Wave has a handler already"):
            handles(Wave)(wave)
    finally:
        del HANDLERS[Wave]


def test_every_handler_is_in_the_folder_of_commands() -> None:
    """The executor imports all of it. Elsewhere, a command would have its handler only if something
    else imported the module."""
    services = Path(executor.__file__).parent
    marked = {path for path in services.rglob("*.py") if _has_handlers(path)}
    assert len(marked) >= 9
    assert {path.parent.name for path in marked} == {"commands"}


def _has_handlers(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    decorators = [one for function in functions for one in function.decorator_list]
    return any(
        isinstance(one, ast.Call) and ast.unparse(one.func) == "handles" for one in decorators
    )
