"""`pytest -p tests.support.on_postgres`: run the database tests on PostgreSQL and Redis.

This is a plugin because the URLs must be in the environment before Django reads its settings. It
keeps only tests that use the database in this process; tests with real servers choose their own.
Tests of what is made from rows are left out, too, because it is the same on both databases; and
where the write path is tested both ways, so is the run with Django's own statements. Nobody listens
in this process, so nothing is published through Redis: that is what real servers are for.
"""

import os
from pathlib import Path

import pytest

from tests.support import services

_GAMES = services.ROOT / "tests" / "games"
_MAKE = (
    "protocol",
    "replay",
    "views",
    "management/test_integrity.py",
    "notices/test_messages.py",
    "test_admin.py",
)
_DECIDE = (
    "absence",
    "computers",
    "door",
    "game",
    "host",
    "members",
    "pauses",
    "permissions",
    "room",
    "rules",
    "settings",
    "slow_games",
    "turn_timer",
    "votes",
)
_SEND = (
    "test_advice.py",
    "test_hints.py",
    "test_hub.py",
    "test_hub_presence.py",
    "test_limits.py",
    "test_odds.py",
    "test_room_view.py",
    "watch/test_presence.py",
    "watch/test_changes.py",
)
_KNOW = ("forms", "middleware")
MADE_OF_ROWS = (
    services.ROOT / "tests" / "site" / "test_crawlers.py",
    *(
        _GAMES / name
        for name in (
            *_MAKE,
            *(f"realtime/{name}" for name in _SEND),
            *(f"people/test_{name}.py" for name in _KNOW),
            *(f"services/commands/test_{name}.py" for name in _DECIDE),
            "services/tables/test_deadlines.py",
        )
    ),
)
"""Pages, files and frames, when sockets get them, who asks, and what is decided of a table that has
been read: such a command has no query of its own, and is stored by the same statements as the
others. That every page, the history check and whole evenings work on PostgreSQL is seen by tests
with real servers."""
WITH_QUERIES = {
    _GAMES / name
    for name in (
        "replay/test_game.py",
        "views/test_exports.py",
        "views/test_saved_rules.py",
    )
}
"""The tests among them whose modules have queries of their own."""

_missing = [kind for kind in ("postgres", "redis") if kind in services.missing()]
_running: list[services.Postgres | services.Redis] = []

if not _missing:
    _postgres, _redis = services.Postgres(), services.Redis()
    _running = [_postgres, _redis]
    os.environ["DATABASE_URL"] = _postgres.url("postgres")
    os.environ["REDIS_URL"] = _redis.url


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Read no file of which no test is kept."""
    if not collection_path.is_file() or collection_path in WITH_QUERIES:
        return None
    return any(collection_path.is_relative_to(path) for path in MADE_OF_ROWS) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests for this run; none if the servers are missing."""
    kept = [] if _missing else [item for item in items if _uses_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Do not fail for lack of tests if the servers are missing; the summary says so."""
    if _missing and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that the whole run was left out."""
    for kind in _missing:
        reason = services.missing()[kind]
        terminalreporter.write_line(f"Left out: the tests on PostgreSQL ({reason}).", yellow=True)


def pytest_unconfigure() -> None:
    """Stop the servers."""
    while _running:
        server = _running.pop()
        server.remove() if isinstance(server, services.Postgres) else server.stop()


def _uses_database(item: pytest.Item) -> bool:
    if isinstance(item, pytest.Function) and _by_orm(item):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    if fixtures.intersection({"backend", "daphne_server"}):
        return False
    in_process = {"db", "transactional_db", "django_db_setup", "live_server"}
    return item.get_closest_marker("django_db") is not None or bool(fixtures & in_process)


def _by_orm(item: pytest.Function) -> bool:
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return "orm" in [value for value in given if isinstance(value, str)]
