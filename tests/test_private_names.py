"""What reaches behind a library's public names stays in one package, `games/realtime/wire`.

A name with a leading underscore belongs to the module that defines it, so product code uses such a
name only of `self` and where the same module defines it. Some libraries have public names of that
kind, and a few that are not underscored are not documented either.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEAM = "games/realtime/wire/"

DOCUMENTED = frozenset(
    {"_asdict", "_replace", "_fields", "_exit", "_meta", "_default_manager", "_base_manager"}
)
"""Of named tuples, of `os`, and of Django's models."""

UNDOCUMENTED = frozenset(
    {
        "application_queue",
        "commit_on_exit",
        "dataBuffer",
        "dropConnection",
        "handshake_deferred",
        "message_data_total_length",
        "needs_rollback",
        "numberAccepts",
        "payloadHybi",
        "single_thread_executor",
        "wrap_database_errors",
        "writeSomeData",
        "ws_factory",
    }
)
"""Names of Django, asgiref, daphne, Autobahn and Twisted that their documentation does not have."""

ALLOWED = {
    f"{SEAM}connections.py": {
        "_path": "the path of a request whose body has not come yet decides how long it may be",
        "numberAccepts": "few connections are accepted in one turn of the event loop",
    },
    f"{SEAM}guard.py": {
        "application_queue": "what the application has not taken yet lies in memory",
        "dropConnection": "ends the reading of what has already arrived, too",
        "message_data_total_length": "a message of ever more frames grows for ever",
    },
    f"{SEAM}writer.py": {
        "_tempDataBuffer": "a frame may not overtake what is buffered",
        "dataBuffer": "likewise",
        "payloadHybi": "the bytes of a frame that is encoded once",
        "writeSomeData": "a frame is written without two further system calls",
    },
    f"{SEAM}self_check.py": {"ws_factory": "the check at start builds a server as daphne does"},
}
"""By module: each name, and what for."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Yield every product module, by its path."""
    for package in ("farkle", "farkle_site", "games"):
        for path in sorted((ROOT / package).rglob("*.py")):
            inside = path.relative_to(ROOT)
            if "migrations" not in inside.parts:
                yield inside.as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def defined_in(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines, attributes of `self` included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id in {"self", "cls"}
        ):
            yield node.attr


def used_in(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module takes from other objects and modules, as text too."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name):
                yield name
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names)
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "delattr" | "hasattr"), args=args
            ):
                yield from texts(args[1:2])
            case ast.Subscript(slice=key):
                yield from texts([key])


def texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_only_the_seam_uses_private_names_of_libraries() -> None:
    foreign = {}
    for path, tree in trees():
        ours = DOCUMENTED.union(defined_in(tree))
        foreign[path] = {
            name
            for name in used_in(tree)
            if (is_private(name) and name not in ours) or name in UNDOCUMENTED
        }
    assert {path: names for path, names in foreign.items() if names} == {
        path: set(names) for path, names in ALLOWED.items()
    }


def test_the_seam_is_small() -> None:
    lines = sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in (ROOT / SEAM).glob("*.py")
    )
    assert lines <= 800
