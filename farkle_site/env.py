"""Read and check the environment variables when the process starts.

All of them are read here. A bad value stops the start with one sentence that names the variable and
says what it should be.
"""

import contextlib
import os
import re
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from django.http.request import split_domain_port
from redis import ConnectionPool

from farkle_site import databases, email_url, private_files
from farkle_site.variables import (
    WrongEnvironment,
    choice,
    items,
    require_known_options,
    text,
    whole_number,
    yes_or_no,
)

Mode = Literal["play", "production"]

SECRET_KEY_LENGTH = 50  # what `check --deploy` requires
VAPID_KEY_BYTES = 32


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
    host_at_home: str
    trusted_origins: list[str]
    database: dict[str, Any]
    redis_url: str | None
    email: dict[str, Any] | None
    behind_proxy: bool
    proxies: int
    fast_sockets: bool
    hsts_seconds: int
    drain_seconds: int
    watchdog_seconds: int
    upkeep_hour: int | None
    backups: Path | None
    limits_factor: int
    sockets_of_address: int
    connections_of_address: int
    seats_of_room: int
    wrong_codes: int
    rooms_an_hour: int
    practice_an_hour: int
    saved_rules_an_hour: int
    imports_an_hour: int
    log_level: str
    orm_only: bool
    vapid_key: str | None
    contact: str | None
    notice_hosts: list[str]
    insecure_hosts: list[str]


def read(environ: Mapping[str, str], base: Path) -> Environment:
    """Return the checked environment. `base` is the project's folder, with `data/` by default.

    Raises WrongEnvironment.
    """
    mode = choice(environ, "FARKLE_MODE", ("play", "production"), "play")
    data = Path(environ.get("FARKLE_DATA") or base / "data").expanduser().absolute()
    play = mode == "play"
    public = _public(environ, play=play)
    return Environment(
        mode="play" if play else "production",
        public=public,
        data=data,
        static=Path(environ.get("FARKLE_STATIC") or base / "staticfiles").expanduser().absolute(),
        secret_key=_secret_key(environ, data, play=play),
        secret_key_fallbacks=(text(environ, "SECRET_KEY_FALLBACKS") or "").split(),
        hosts=_hosts(environ, play=play, public=public),
        host_at_home=_host_at_home(environ, play=play, public=public),
        trusted_origins=_origins(environ),
        database=databases.read(environ, data),
        redis_url=_redis_url(environ),
        email=_email(environ),
        behind_proxy=_is_behind_proxy(environ, play=play, public=public),
        proxies=whole_number(environ, "FARKLE_PROXIES", 1, lowest=1, highest=10),
        fast_sockets=yes_or_no(environ, "FARKLE_FAST_SOCKETS", default="yes"),
        hsts_seconds=whole_number(environ, "FARKLE_HSTS_SECONDS", 31_536_000, lowest=1),
        drain_seconds=whole_number(environ, "FARKLE_DRAIN_SECONDS", 0, lowest=0, highest=60),
        watchdog_seconds=whole_number(environ, "FARKLE_WATCHDOG_SECONDS", 60, lowest=0),
        upkeep_hour=_upkeep_hour(environ),
        backups=_backups(environ, data),
        limits_factor=whole_number(environ, "FARKLE_LIMITS_FACTOR", 1, lowest=1),
        sockets_of_address=whole_number(environ, "FARKLE_SOCKETS_OF_ADDRESS", 1000, lowest=1),
        connections_of_address=whole_number(
            environ, "FARKLE_CONNECTIONS_OF_ADDRESS", 1000, lowest=1
        ),
        seats_of_room=whole_number(environ, "FARKLE_SEATS_OF_ROOM", 300, lowest=1),
        wrong_codes=whole_number(environ, "FARKLE_WRONG_CODES", 400, lowest=1),
        rooms_an_hour=whole_number(environ, "FARKLE_ROOMS_AN_HOUR", 600, lowest=1),
        practice_an_hour=whole_number(environ, "FARKLE_PRACTICE_AN_HOUR", 600, lowest=1),
        saved_rules_an_hour=whole_number(environ, "FARKLE_SAVED_RULES_AN_HOUR", 600, lowest=1),
        imports_an_hour=whole_number(environ, "FARKLE_IMPORTS_AN_HOUR", 100, lowest=1),
        log_level=choice(environ, "FARKLE_LOG", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
        orm_only=yes_or_no(environ, "FARKLE_ORM_ONLY"),
        vapid_key=_vapid_key(environ, data, play=play),
        contact=_contact(environ),
        notice_hosts=items(environ, "FARKLE_NOTICE_HOSTS"),
        insecure_hosts=items(environ, "FARKLE_INSECURE_HOSTS"),
    )


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


def _secret_key(environ: Mapping[str, str], data: Path, *, play: bool) -> str:
    key = text(environ, "SECRET_KEY")
    if key is None:
        if play:
            return _kept_key(data / "secret-key", SECRET_KEY_LENGTH)
        raise WrongEnvironment(
            "SECRET_KEY (or SECRET_KEY_FILE) is missing; production needs a long random text "
            "that stays the same on every process and across restarts."
        )
    if not play and (len(key) < SECRET_KEY_LENGTH or len(set(key)) < 5):
        raise WrongEnvironment(
            f"SECRET_KEY is too weak; it needs at least {SECRET_KEY_LENGTH} random characters."
        )
    return key


def _vapid_key(environ: Mapping[str, str], data: Path, *, play: bool) -> str | None:
    """Return 32 random bytes in base64url, from which the key for push services is made; None: it
    is made from SECRET_KEY, which all processes share."""
    key = text(environ, "VAPID_KEY")
    if key is None:
        has_own = play and text(environ, "SECRET_KEY") is None
        return _kept_key(data / "vapid-key", VAPID_KEY_BYTES) if has_own else None
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", key):
        raise WrongEnvironment(
            f"VAPID_KEY must be {VAPID_KEY_BYTES} random bytes in base64url, that is 43 characters."
        )
    return key


def _contact(environ: Mapping[str, str]) -> str | None:
    """Return the address under which a push service can reach the operator."""
    contact = (environ.get("FARKLE_CONTACT") or "").strip()
    if contact and not contact.startswith(("mailto:", "https://")):
        raise WrongEnvironment(
            f"FARKLE_CONTACT is {contact!r}; it must look like mailto:me@farkle.example "
            "or https://farkle.example/contact."
        )
    return contact or None


def _kept_key(path: Path, length: int) -> str:
    """Return a key of this data folder, made at the first start, readable only by its owner."""
    try:
        private_files.make_folder(path.parent)
        private_files.mend(path.parent, path)
        if not path.exists():
            draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(length))
            # If two processes start together, the first link wins and both read the winner's key.
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise WrongEnvironment(
            f"FARKLE_DATA is {str(path.parent)!r}, which can't be written: {error}."
        ) from error


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


def _host_at_home(environ: Mapping[str, str], *, play: bool, public: str | None) -> str:
    """Return the name or address by which this machine's network reaches it in play mode: the one
    that the operator gives, as in a container, or else its own. Empty without any."""
    if not play or public:
        return ""
    given = [one for one in items(environ, "ALLOWED_HOSTS") if one[0] not in ".*"]
    return next(iter(given + _own_hosts()), "")


def _is_behind_proxy(environ: Mapping[str, str], *, play: bool, public: str | None) -> bool:
    """Return whether every visitor comes through a proxy, or a tunnel, that ends HTTPS."""
    behind_proxy = yes_or_no(environ, "FARKLE_BEHIND_PROXY", default="no" if play else "yes")
    if not play and not behind_proxy:
        raise WrongEnvironment(
            "FARKLE_BEHIND_PROXY is 'no'; production needs a proxy in front that ends HTTPS."
        )
    return behind_proxy or public is not None


def _own_hosts() -> list[str]:
    return [f"[{a}]" if ":" in a else a for a in own_addresses()]


def _hosts(environ: Mapping[str, str], *, play: bool, public: str | None) -> list[str]:
    hosts = items(environ, "ALLOWED_HOSTS")
    for host in hosts:
        name, port = split_domain_port(host.lower())
        if host != "*" and (not name or port):
            raise WrongEnvironment(
                f"ALLOWED_HOSTS holds {host!r}; it must be a name such as farkle.example, without "
                "https://, port or path, and with commas between several."
            )
    if public:
        # Everybody should use the tunnel: requests to the server itself are redirected there.
        name = str(urlsplit(public).hostname)
        return list(dict.fromkeys([name, "localhost", "127.0.0.1", "[::1]", *hosts]))
    if play:
        name = socket.gethostname().lower()
        own = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *_own_hosts()]
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
    origins = items(environ, "TRUSTED_ORIGINS")
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
            raise WrongEnvironment(
                f"TRUSTED_ORIGINS holds {origin!r}; each must look like https://farkle.example."
            )
    return origins


def _upkeep_hour(environ: Mapping[str, str]) -> int | None:
    """Return the hour of the day (UTC) at which the site does its upkeep; None: it does none."""
    hours = [str(hour) for hour in range(24)]
    hour = choice(environ, "FARKLE_UPKEEP_HOUR", (*hours, "no"), "3")
    return None if hour == "no" else int(hour)


def _backups(environ: Mapping[str, str], data: Path) -> Path | None:
    """Return the folder of the daily backups; None: there are none."""
    folder = environ.get("FARKLE_BACKUPS") or str(data / "backups")
    return None if folder == "no" else Path(folder).expanduser().absolute()


def _redis_url(environ: Mapping[str, str]) -> str | None:
    url = text(environ, "REDIS_URL")
    if url and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise WrongEnvironment(
            "REDIS_URL must look like redis://host:6379/0 (or rediss://, or unix://)."
        )
    if url:
        require_known_options("REDIS_URL", lambda: ConnectionPool.from_url(url).make_connection())
    return url


def _email(environ: Mapping[str, str]) -> dict[str, Any] | None:
    url = text(environ, "EMAIL_URL")
    if url is None:
        return None
    try:
        return email_url.parse(url, environ.get("EMAIL_FROM", "").strip())
    except ValueError as error:
        raise WrongEnvironment(str(error)) from error
