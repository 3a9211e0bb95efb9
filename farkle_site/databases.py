"""Read DATABASE_URL, which names the database. The default is a SQLite file in the data folder."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from psycopg.conninfo import make_conninfo

from farkle_site import private_files
from farkle_site.variables import WrongEnvironment, require_known_options, url, whole_number
from games.db import postgres

# In seconds. `timeout` limits the wait for a connection, `reconnect_timeout` the time for which the
# pool tries to connect until the next caller makes it start again. With the default of five
# minutes, callers could wait twice as long as the database was away.
_POOL = {"timeout": 5, "reconnect_timeout": 3}

# A lost connection is noticed within 8 s of sending, or 11 s when idle. The system's own defaults
# are 15 minutes and two hours.
_NETWORK = {
    "connect_timeout": str(postgres.CONNECT_SECONDS),
    "tcp_user_timeout": "8000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
}
# In ms. `idle_in_transaction_session_timeout` frees the locks of a process that the server cannot
# reach. No query is long enough to gain by `jit`, which takes up to a second.
_SESSION = {
    "lock_timeout": "2000",
    "statement_timeout": "60000",
    "idle_in_transaction_session_timeout": "60000",
    "jit": "off",
}

# With WAL, readers never wait for the writer and a commit survives the death of the process. The
# writer takes its lock when a transaction begins (below), so none fails half-way with "locked".
_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL;"
    "PRAGMA synchronous=NORMAL;"
    "PRAGMA temp_store=MEMORY;"
    "PRAGMA mmap_size=134217728;"
    "PRAGMA journal_size_limit=67108864;"
    "PRAGMA cache_size=-16000;"
)
_SQLITE_BUSY_SECONDS = 5  # while another program writes


def read(data: Path) -> dict[str, Any]:
    """Return Django's database settings; `data` is the site's folder. Raise WrongEnvironment."""
    parts = url(
        "DATABASE_URL",
        r"postgres(ql)?://[^/?#]*/[^/?#]+(\?.*)?|sqlite:///(?!:memory:).+",
        "postgresql://user:password@host:5432/name or sqlite:///path/to/file",
    )
    if parts is None:
        private_files.mend(data)
        return _sqlite(data / "farkle.sqlite3")
    if parts.scheme == "sqlite":
        # By convention: three slashes before a relative path, four before an absolute one.
        return _sqlite(Path(unquote(parts.path.removeprefix("/"))).absolute())
    extra = _NETWORK | dict(parse_qsl(parts.query))
    host = extra.pop("host", None) or unquote(parts.hostname or "")
    # libpq does not know these parameters.
    session = {name: extra.pop(name, value) for name, value in _SESSION.items()}
    connections = type("Connection", (postgres.Connection,), {"session": session})
    require_known_options("DATABASE_URL", lambda: make_conninfo(**extra))
    most = whole_number("DATABASE_POOL", 8)
    pool = {"min_size": 1, "max_size": most, **_POOL, "connection_class": connections}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        # The pool keeps connections open, so Django must not.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": pool, **extra},
    }


def require_writable(database: Mapping[str, Any]) -> None:
    """Raise WrongEnvironment if this is a SQLite database that cannot be written."""
    if "sqlite" not in database["ENGINE"]:
        return
    path = Path(database["NAME"])
    try:
        with tempfile.TemporaryFile(dir=path.parent):  # SQLite creates files beside the database
            pass
        if path.exists():
            os.close(os.open(path, os.O_RDWR))
    except OSError as error:
        raise WrongEnvironment(
            f"the database {str(path)!r} cannot be written: {error.strerror}. "
            "Make the folder and the file writable, or choose another folder with FARKLE_DATA."
        ) from error


def _sqlite(path: Path) -> dict[str, Any]:
    try:
        private_files.make_folder(path.parent)
        private_files.mend_sqlite(path)
    except OSError as error:
        raise WrongEnvironment(f"DATABASE_URL or FARKLE_DATA cannot be used: {error}.") from error
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": _SQLITE_BUSY_SECONDS,
            "init_command": _SQLITE_PRAGMAS,
        },
    }
