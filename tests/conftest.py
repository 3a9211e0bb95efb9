"""Fixtures for all tests: fresh databases and real servers; and what happens if one is missing.

FARKLE_REQUIRE=browser,postgres,redis,caddy makes a missing one an error. Without it the tests
that need it are left out, and the end of the run says so.
"""

import contextlib
import fcntl
import gc
import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import coverage
import hypothesis
import pytest
from django.conf import settings
from django.test import override_settings

from tests.support import services

_KINDS = ("browser", "postgres", "redis", "caddy", "image")
TEMPLATE = "farkle_template"
_left_out: dict[str, int] = {}
_WATCHES = "COVERAGE_PROCESS_CONFIG"
"""With this in its environment a process is watched by coverage."""

# Otherwise each of some hundred processes would compile the site again, which is a third of a
# start. The workers of a parallel run start after this, and write what they compile, too.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The workers of a parallel run, and the servers they start, have the cores for themselves.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples at every run, so that a failure is somebody's change; and none fails for being
# slow on a busy machine.
hypothesis.settings.register_profile("farkle", deadline=None, derandomize=True)
hypothesis.settings.load_profile("farkle")


def pytest_configure(config: pytest.Config) -> None:
    """Stop at once where something is required and missing."""
    required = {name for name in os.environ.get("FARKLE_REQUIRE", "").split(",") if name}
    if unknown := required.difference(_KINDS):
        raise pytest.UsageError(f"FARKLE_REQUIRE knows {', '.join(_KINDS)}; not {unknown}")
    lacks = services.missing()
    if wanted := [lacks[name] for name in sorted(required.intersection(lacks))]:
        raise pytest.UsageError("FARKLE_REQUIRE asks for what is missing: " + "; ".join(wanted))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run on this machine, and count it.

    Coverage does not watch tests with Hypothesis, nor the longest simulations and evenings on a
    server (marked `no_cover`): they would take up to three times as long, and a line deserves a
    test of its own.
    """
    for item in items:
        if hypothesis.is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("no_cover")
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.timeout(0))
    lacks = services.missing()
    kept, out = [], []
    for item in items:
        lacking = sorted(_needs(item).intersection(lacks))
        for kind in lacking:
            _left_out[kind] = _left_out.get(kind, 0) + 1
        (out if lacking else kept).append(item)
    if out:
        items[:] = kept
        config.hook.pytest_deselected(items=out)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Freeze the objects of thousands of collected tests: garbage collection would visit them,
    which takes a tenth of the time of a test in this process. While they are collected, it would
    take a quarter of the time and free next to nothing.

    In a fresh clone nothing is compiled. Of several processes the first to collect all tests does
    that, and the others wait for it instead of doing the same."""
    gc.disable()
    try:
        with Path(__file__).open() as file:
            if "tests" in session.config.args:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    fcntl.flock(file, fcntl.LOCK_SH)
            return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 100)  # few of a test's objects are in cycles


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """The processes that a `no_cover` test starts are not watched either."""
    unwatched = item.get_closest_marker("no_cover") is not None
    watching = os.environ.pop(_WATCHES, None) if unwatched else None
    try:
        return (yield)
    finally:
        if watching is not None:
            os.environ[_WATCHES] = watching


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """What is `no_cover` is not watched in a worker of a parallel run either, which pytest-cov
    does not see to: there, the worker is watched twice, like every process that is started."""
    paused = []
    if item.get_closest_marker("no_cover"):
        while watching := coverage.Coverage.current():
            watching.stop()
            paused.append(watching)
    try:
        return (yield)
    finally:
        for watching in reversed(paused):
            watching.start()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of a parallel run hands on what it left out; each collects the same tests."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = _left_out


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take it from the worker, for the summary."""
    _left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out and what would bring it back."""
    lacks = services.missing()
    for kind, number in _left_out.items():
        terminalreporter.write_line(f"Left out: {number} tests ({lacks[kind]}).", yellow=True)


def _needs(item: pytest.Item) -> set[str]:
    needs = {mark.name for mark in item.iter_markers()}.intersection(_KINDS)
    needs.update(set(getattr(item, "fixturenames", ())).intersection({"postgres", "redis"}))
    if "browser" in item.path.relative_to(services.ROOT / "tests").parts[:-1]:
        needs.add("browser")
    return needs


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file as in earnest: in memory, threads would share one locked connection."""
    database = settings.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(path)


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Password hashing is slow on purpose, and would take most of the time of some tests."""
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=quick), pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.people.recovery._Hasher.iterations", 10)
        yield


@pytest.fixture(autouse=True)
def _the_same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process each test's games have the same seeds at every run: what fails once in fifty
    games would fail at somebody else's change. Servers in processes of their own throw as ever."""
    if request.path.is_relative_to(Path(__file__).with_name("farkle")):
        return
    seeds = (sha256(f"{request.node.nodeid} {n}".encode()).digest() for n in count(1))
    monkeypatch.setattr("games.services.commands.game.new_seed", lambda: next(seeds))


@pytest.fixture(scope="session")
def redis() -> Iterator[services.Redis]:
    """A Redis-compatible server for this run."""
    server = services.Redis()
    yield server
    server.stop()


@dataclass(frozen=True)
class Backend:
    """A migrated, empty place to keep rooms: addresses as DATABASE_URL and REDIS_URL take them."""

    name: str
    database: str
    redis: str | None = None


@contextlib.contextmanager
def once_a_run(folders: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the folder that the workers of a parallel run share, to one of them at a time."""
    folder = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy. The workers of a parallel run share it."""
    with once_a_run(tmp_path_factory) as folder:
        template = folder / "template.sqlite3"
        if not template.exists():
            unready = tmp_path_factory.mktemp("template") / "unready.sqlite3"
            services.migrate(unready.parent, f"sqlite:///{unready}")
            services.copy_sqlite(unready, template)
    return template


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[services.Postgres]:
    """A PostgreSQL server for this run. Other workers of a parallel run copy the first one's data,
    with the migrated database."""
    with once_a_run(tmp_path_factory) as folder:
        kept = folder / "postgres"
        if kept.exists():
            server = services.Postgres(kept)
        else:
            server = services.Postgres()
            services.migrate(tmp_path_factory.mktemp("template"), server.create(TEMPLATE))
            server.keep(kept)
    yield server
    server.remove()


@pytest.fixture(scope="session")
def postgres_template(postgres: services.Postgres) -> str:
    """The name of a migrated PostgreSQL database to copy."""
    return TEMPLATE


_numbers = count(1)


@pytest.fixture
def sqlite_backend(sqlite_template: Path, tmp_path: Path) -> Backend:
    """A fresh SQLite file and the in-process layer."""
    return Backend("sqlite", services.copy_sqlite(sqlite_template, tmp_path / "farkle.sqlite3"))


@pytest.fixture
def postgres_backend(
    postgres: services.Postgres, postgres_template: str, redis: services.Redis
) -> Iterator[Backend]:
    """A fresh PostgreSQL database and an empty Redis."""
    name = f"farkle_{next(_numbers)}"
    redis.flush()
    yield Backend("postgres+redis", postgres.create(name, postgres_template), redis.url)
    postgres.drop(name)


_POSTGRES = pytest.param("postgres+redis", marks=[pytest.mark.postgres, pytest.mark.redis])


@pytest.fixture(params=["sqlite", _POSTGRES])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Both ways to run the site, one after the other: a fresh, migrated place each time."""
    fixture = "sqlite_backend" if request.param == "sqlite" else "postgres_backend"
    chosen: Backend = request.getfixturevalue(fixture)
    return chosen


ON_SQLITE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
"""For slow tests that would find nothing more on the other database."""
ON_POSTGRES = pytest.mark.parametrize("backend", [_POSTGRES], indirect=True)


@pytest.fixture
def daphne_server(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., services.Daphne]]:
    """Start server processes: `daphne_server(database=backend.database, redis=backend.redis)`.

    Without `database` each gets a fresh SQLite file. Other keywords go into its environment as
    they are (ALLOWED_HOSTS="laptop.test"). Processes given the same addresses share their rooms.
    """
    with services.servers(tmp_path) as start:

        def server(
            database: str | None = None,
            redis: str | None = None,
            program: Sequence[str] = services.OUR_SERVER,
            **environ: str,
        ) -> services.Daphne:
            if database is None:
                template = request.getfixturevalue("sqlite_template")
                database = services.copy_sqlite(template, tmp_path / f"{next(_numbers)}.sqlite3")
            shared = {"REDIS_URL": redis} if redis else {}
            return start(program, DATABASE_URL=database, **shared, **environ)

        yield server


@pytest.fixture(scope="module")
def lasting_server(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., services.Daphne]]:
    """The same for a server that all tests of a file share, on SQLite: `lasting_server()`."""
    folder = tmp_path_factory.mktemp("lasting")
    with services.servers(folder) as start:

        def server(**environ: str) -> services.Daphne:
            target = folder / f"{next(_numbers)}.sqlite3"
            return start(DATABASE_URL=services.copy_sqlite(sqlite_template, target), **environ)

        yield server
