"""Read and check the environment variables when the process starts.

All of them are read here. A bad value stops the start with one sentence that names the variable and
says what it should be.
"""

import contextlib
import os
import re
import secrets
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from farkle_site import private_files

Mode = Literal["play", "production"]

SECRET_KEY_LENGTH = 50  # what `check --deploy` asks for

# In seconds. `timeout`: how long a caller waits for a connection. `reconnect_timeout`: how long the
# pool tries to connect, at growing intervals, until the next caller makes it start again. With its
# default of five minutes, callers could wait as long again as the database was away.
_POOL = {"timeout": 10, "reconnect_timeout": 5}


class WrongEnvironment(ImproperlyConfigured):
    """A variable is missing or malformed; the message is for whoever starts the site."""


@dataclass(frozen=True)
class Environment:
    """Everything the settings take from the environment."""

    mode: Mode
    public: str | None
    data: Path
    static: Path
    secret_key: str
    secret_key_fallbacks: list[str]
    hosts: list[str]
    trusted_origins: list[str]
    database: dict[str, Any]
    redis_url: str | None
    behind_proxy: bool
    proxies: int
    fast_sockets: bool
    hsts_seconds: int
    drain_seconds: int
    limits_factor: int
    sockets_of_address: int
    connections_of_address: int
    seats_of_address: int
    wrong_codes: int
    guests_an_hour: int
    rooms_an_hour: int
    practice_an_hour: int
    saved_rules_an_hour: int
    imports_an_hour: int
    log_level: str
    orm_only: bool


def read(environ: Mapping[str, str], base: Path) -> Environment:
    """Return the checked environment. `base` is the project's folder, with `data/` by default.

    Raises WrongEnvironment.
    """
    mode = _choice(environ, "FARKLE_MODE", ("play", "production"), "play")
    data = Path(environ.get("FARKLE_DATA") or base / "data").expanduser().absolute()
    play = mode == "play"
    public = _public(environ, play=play)
    return Environment(
        mode="play" if play else "production",
        public=public,
        data=data,
        static=Path(environ.get("FARKLE_STATIC") or base / "staticfiles").expanduser().absolute(),
        secret_key=_secret_key(environ, data, play=play),
        secret_key_fallbacks=(_text(environ, "SECRET_KEY_FALLBACKS") or "").split(),
        hosts=_hosts(environ, play=play, public=public),
        trusted_origins=_origins(environ),
        database=_database(environ, data),
        redis_url=_redis_url(environ),
        behind_proxy=public is not None or _yes_or_no(environ, "FARKLE_BEHIND_PROXY"),
        proxies=whole_number(environ, "FARKLE_PROXIES", 1, lowest=1, highest=10),
        fast_sockets=_yes_or_no(environ, "FARKLE_FAST_SOCKETS", default="yes"),
        hsts_seconds=whole_number(environ, "FARKLE_HSTS_SECONDS", 31_536_000, lowest=1),
        drain_seconds=whole_number(environ, "FARKLE_DRAIN_SECONDS", 0, lowest=0, highest=60),
        limits_factor=whole_number(environ, "FARKLE_LIMITS_FACTOR", 1, lowest=1),
        sockets_of_address=whole_number(environ, "FARKLE_SOCKETS_OF_ADDRESS", 1000, lowest=1),
        connections_of_address=whole_number(
            environ, "FARKLE_CONNECTIONS_OF_ADDRESS", 1000, lowest=1
        ),
        seats_of_address=whole_number(environ, "FARKLE_SEATS_OF_ADDRESS", 300, lowest=1),
        wrong_codes=whole_number(environ, "FARKLE_WRONG_CODES", 400, lowest=1),
        guests_an_hour=whole_number(environ, "FARKLE_GUESTS_AN_HOUR", 2000, lowest=1),
        rooms_an_hour=whole_number(environ, "FARKLE_ROOMS_AN_HOUR", 600, lowest=1),
        practice_an_hour=whole_number(environ, "FARKLE_PRACTICE_AN_HOUR", 600, lowest=1),
        saved_rules_an_hour=whole_number(environ, "FARKLE_SAVED_RULES_AN_HOUR", 600, lowest=1),
        imports_an_hour=whole_number(environ, "FARKLE_IMPORTS_AN_HOUR", 100, lowest=1),
        log_level=_choice(environ, "FARKLE_LOG", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
        orm_only=_yes_or_no(environ, "FARKLE_ORM_ONLY"),
    )


def whole_number(
    environ: Mapping[str, str], name: str, default: int, *, lowest: int, highest: int | None = None
) -> int:
    """Return the variable as a number between the two bounds, or `default` if it is not set.

    Raises WrongEnvironment.
    """
    value = environ.get(name) or str(default)
    if (
        not (value.isascii() and value.isdigit())
        or int(value) < lowest
        or (highest is not None and int(value) > highest)
    ):
        span = f"from {lowest} up" if highest is None else f"from {lowest} to {highest}"
        raise WrongEnvironment(f"{name} is {value!r}; it must be a whole number {span}.")
    return int(value)


def own_addresses() -> list[str]:
    """Return the addresses under which this machine's network can reach it, likeliest first."""
    found: list[str] = []
    # Connecting a UDP socket sends nothing, but the system chooses which of its addresses it would
    # use. The targets are reserved for documentation and belong to nobody (RFC 5737, RFC 3849).
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    # A machine whose own name does not resolve still has addresses.
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    outside = (a for a in found if not a.startswith(("127.", "fe80:")) and a != "::1")
    return list(dict.fromkeys(outside))


def _text(environ: Mapping[str, str], name: str) -> str | None:
    """Return the variable, or the content of the file that NAME_FILE names, as for secrets."""
    if path := environ.get(f"{name}_FILE"):
        try:
            return Path(path).read_text(encoding="utf-8").strip() or None
        except (OSError, UnicodeDecodeError) as error:
            raise WrongEnvironment(
                f"{name}_FILE names a file that cannot be read: {error}."
            ) from error
    return environ.get(name, "").strip() or None


def _list(environ: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in environ.get(name, "").split(",") if part.strip()]


def _choice(environ: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    value = environ.get(name) or default
    if value not in allowed:
        raise WrongEnvironment(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
    return value


def _yes_or_no(environ: Mapping[str, str], name: str, default: str = "no") -> bool:
    return _choice(environ, name, ("yes", "no"), default) == "yes"


def _secret_key(environ: Mapping[str, str], data: Path, *, play: bool) -> str:
    key = _text(environ, "SECRET_KEY")
    if key is None:
        if play:
            return _kept_secret_key(data / "secret-key")
        raise WrongEnvironment(
            "SECRET_KEY (or SECRET_KEY_FILE) is missing; production needs a long random text "
            "that stays the same on every process and across restarts."
        )
    if not play and (len(key) < SECRET_KEY_LENGTH or len(set(key)) < 5):
        raise WrongEnvironment(
            f"SECRET_KEY is too weak; it needs at least {SECRET_KEY_LENGTH} random characters."
        )
    return key


def _kept_secret_key(path: Path) -> str:
    """Return the key of this data folder, made at the first start, readable only by its owner."""
    try:
        _make_folder(path.parent)
        private_files.mend(path.parent, path)
        if not path.exists():
            draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(SECRET_KEY_LENGTH))
            # If two processes start together, the first link wins and both read the winner's key.
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise WrongEnvironment(
            f"FARKLE_DATA is {str(path.parent)!r}, which can't be written: {error}."
        ) from error


def _make_folder(path: Path) -> None:
    """Make a folder for private files, if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def _public(environ: Mapping[str, str], *, play: bool) -> str | None:
    """Return the address under which a tunnel makes play mode public: https://name[:port]."""
    address = (environ.get("FARKLE_PUBLIC") or "").strip().rstrip("/").lower()
    if not address:
        return None
    if not play:
        raise WrongEnvironment(
            "FARKLE_PUBLIC is for play mode; production takes its names from ALLOWED_HOSTS."
        )
    if not re.fullmatch(r"https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", address):
        raise WrongEnvironment(
            f"FARKLE_PUBLIC is {address!r}; it must be the address that the tunnel shows, "
            "such as https://farkle.example."
        )
    return address


def _hosts(environ: Mapping[str, str], *, play: bool, public: str | None) -> list[str]:
    hosts = _list(environ, "ALLOWED_HOSTS")
    if public:
        # Everybody comes through the tunnel. Who opens the server itself is sent there.
        name = str(urlsplit(public).hostname)
        return list(dict.fromkeys([name, "localhost", "127.0.0.1", "[::1]", *hosts]))
    if play:
        name = socket.gethostname().lower()
        addresses = [f"[{a}]" if ":" in a else a for a in own_addresses()]
        own = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *addresses]
        return list(dict.fromkeys(own + hosts))
    if not hosts:
        raise WrongEnvironment(
            "ALLOWED_HOSTS is missing; production needs the names under which the site is "
            "reached, with commas between them."
        )
    if "*" in hosts:
        raise WrongEnvironment("ALLOWED_HOSTS is '*'; production needs the site's own names.")
    return hosts


def _origins(environ: Mapping[str, str]) -> list[str]:
    origins = _list(environ, "TRUSTED_ORIGINS")
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
            raise WrongEnvironment(
                f"TRUSTED_ORIGINS holds {origin!r}; each must look like https://farkle.example."
            )
    return origins


def _redis_url(environ: Mapping[str, str]) -> str | None:
    url = _text(environ, "REDIS_URL")
    if url and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise WrongEnvironment(
            "REDIS_URL must look like redis://host:6379/0 (or rediss://, or unix://)."
        )
    return url


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
_SQLITE_BUSY_SECONDS = 20


def _database(environ: Mapping[str, str], data: Path) -> dict[str, Any]:
    url = _text(environ, "DATABASE_URL")
    if url is None:
        private_files.mend(data)
        return _sqlite(data / "farkle.sqlite3")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise WrongEnvironment("DATABASE_URL has an invalid port.") from error
    name = unquote(parts.path.lstrip("/"))
    if parts.scheme == "sqlite" and not parts.netloc:
        # As usual: three slashes before a relative path, four before an absolute one.
        path = unquote(parts.path.removeprefix("/"))
        if path and path != ":memory:":
            return _sqlite(Path(path).absolute())
    if parts.scheme not in {"postgres", "postgresql"} or not name:
        # The message does not repeat the URL, which contains the password.
        raise WrongEnvironment(
            "DATABASE_URL must look like postgresql://user:password@host:5432/name "
            "or sqlite:///path/to/file."
        )
    extra = dict(parse_qsl(parts.query))
    host = extra.pop("host", None) or unquote(parts.hostname or "")
    pool = whole_number(environ, "DATABASE_POOL", 8, lowest=1)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port or ""),
        # The pool keeps connections open, so Django must not.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": pool, **_POOL}, **extra},
    }


def require_writable(database: Mapping[str, Any]) -> None:
    """Raise WrongEnvironment if this is a SQLite database that cannot be written."""
    if "sqlite" not in database["ENGINE"]:
        return
    path = Path(database["NAME"])
    try:
        with tempfile.TemporaryFile(dir=path.parent):  # SQLite needs files beside its own
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
        _make_folder(path.parent)
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
