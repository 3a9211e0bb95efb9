"""Which way the arrows point: who may import whom, who may write, who may send."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "games").rglob("*.py"))
ENGINE = sorted((ROOT / "farkle").rglob("*.py"))

WRITES = {
    *("save", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update"),
    *("delete", "select_for_update", "executemany", "asave", "acreate", "adelete", "aupdate"),
}
# `update` is a method of dicts and sets too: on a query set it follows objects, filter or exclude.
QUERY = {"objects", "filter", "exclude", "all", "order_by"}


def imports(path: Path) -> Iterator[str]:
    """The names of the modules that a file imports, relative ones made whole."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            yield ".".join([*start, *([node.module] if node.module else [])])


def writes(path: Path) -> list[str]:
    """Where a file calls something that changes the database: "line: what"."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        called = node.func.attr
        if called == "save" and node.args:
            continue  # a picture's or a file's; a model's takes only names
        if called in WRITES or (called == "update" and _on_a_query(node.func.value)):
            found.append(f"{node.lineno}: {called}")
    return found


def _on_a_query(value: ast.expr) -> bool:
    while isinstance(value, ast.Call | ast.Attribute):
        if isinstance(value, ast.Attribute):
            if value.attr in QUERY:
                return True
            value = value.value
        else:
            value = value.func
    return False


def names_used(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return attributes | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def test_the_engine_imports_only_the_standard_library_and_numpy_to_solve_chances() -> None:
    assert ENGINE
    library = {"farkle", *sys.stdlib_module_names}
    forbidden = {"secrets", "time", "datetime", "io", "os", "pathlib", "socket"}
    for path in ENGINE:
        tops = {name.split(".")[0] for name in imports(path)}
        assert tops <= library | (
            {"numpy"} if path.parent.name in ("chance", "cli", "deals") else set()
        ), path
        if path.name not in ("__main__.py", "files.py", "terminal.py"):
            assert not tops & forbidden, path
            assert not chance_in(path), path


def chance_in(path: Path) -> list[str]:
    """Where a file could get chance from by itself: a generator must be seeded or handed in."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names) if any(alias.name == "random" for alias in names):
                found.append(f"{node.lineno}: import random")
            case ast.ImportFrom(module="random", names=names):
                found += [f"{node.lineno}: {a.name}" for a in names if a.name != "Random"]
            case ast.Call(func=ast.Name(id="Random"), args=[]):
                found.append(f"{node.lineno}: a generator without a seed")
    return found


def test_only_services_identity_and_notices_write() -> None:
    checked = 0
    for path in GAMES:
        inside = path.relative_to(ROOT / "games")
        if inside.parts[0] == "migrations":
            continue
        if inside.parts[0] in ("services", "notices") or inside.as_posix() == "people/identity.py":
            checked += bool(writes(path))
            continue
        # Reading a whole room under its lock is no writing.
        allowed = {"select_for_update"} if inside.as_posix() == "state/room_state.py" else set()
        found = [one for one in writes(path) if one.split(": ")[1] not in allowed]
        assert not found, (path, found)
    assert checked >= 3  # the test does see writes where there are some


def test_only_services_hand_actions_to_the_engine() -> None:
    """A `RunningGame` hands them to the engine, and only services have one. A turn to try
    belongs to no game."""
    running = ROOT / "games" / "state" / "running.py"
    sample = ROOT / "games" / "state" / "sample_turn.py"
    for path in GAMES:
        used = names_used(path)
        assert ("apply" in used) == (path in (running, sample)), path
        if path != running and "RunningGame" in used:
            assert path.relative_to(ROOT / "games").parts[0] == "services", path


def test_services_import_nothing_above_them() -> None:
    for path in GAMES:
        folder = path.relative_to(ROOT / "games").parts[0]
        if folder in ("services", "protocol", "state", "models"):
            above = {
                name for name in imports(path) if name.startswith(("games.realtime", "games.views"))
            }
            assert not above, path
