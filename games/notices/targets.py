"""Limit the addresses that the server sends to: public ones over https.

Clients supply these addresses, which could lie in the operator's network. So a name is resolved
once, all its addresses must be public, and the connection is made to one of them rather than to the
name: a second DNS answer has no effect.
"""

import ipaddress
import socket
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

LONGEST: Final = 1000
"""Maximum length of an address."""
LONGEST_HOST: Final = 253
"""Maximum length of a host's name (RFC 1035); a longer one fits no column."""
_HTTPS: Final = 443
PUSH_SERVICES: Final = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".notify.windows.com",
    ".push.apple.com",
)
"""The push services of common browsers; `.example` stands for every host below it."""
_PUBLIC_V6: Final = ipaddress.ip_network("2000::/3")
_NEVER: Final = [
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",  # some systems resolve it to themselves
        "168.63.129.16/32",  # of a virtual machine's host (Azure)
        "192.0.0.0/24",  # protocol assignments (RFC 6890), among them an old metadata service
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "3fff::/20",  # documentation (RFC 9637)
    )
]
"""Networks that Python calls global, but that hold no push service or chat."""


class BadTarget(Exception):
    """Nothing may be sent there; the message says why."""


class Target(NamedTuple):
    """An address whose text was checked."""

    host: str
    port: int
    path: str
    is_plain: bool
    """Over http and with any address: one of INSECURE_HOSTS, for tests."""

    @property
    def name(self) -> str:
        """The host and port, which identify a service."""
        return f"{self.host}:{self.port}"


def target_of(url: str) -> Target:
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise BadTarget("not an address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadTarget("not an address") from error
    host = (parts.hostname or "").rstrip(".")
    if not 0 < len(host) <= LONGEST_HOST:
        raise BadTarget("no host")
    if parts.username is not None or parts.password is not None:
        raise BadTarget("a password")
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    if parts.scheme == "http":
        if f"{host}:{port}" not in settings.INSECURE_HOSTS:
            raise BadTarget("not https")
        return Target(host, port or 80, path, is_plain=True)
    if parts.scheme != "https":
        raise BadTarget("not https")
    if port not in (None, _HTTPS):
        raise BadTarget("another port")
    if settings.NOTICE_HOSTS and not any(_matches(host, name) for name in settings.NOTICE_HOSTS):
        raise BadTarget("not an allowed host")
    return Target(host, _HTTPS, path, is_plain=False)


def known_names() -> list[str]:
    """Return the names of trusted targets; one with a leading dot stands for all hosts below it."""
    return [f"{host}:{_HTTPS}" for host in (*PUSH_SERVICES, *settings.NOTICE_HOSTS)]


def is_known(name: str) -> bool:
    """Return whether the target with this name is trusted."""
    return any(_matches(name, known) for known in known_names())


def _matches(host: str, allowed: str) -> bool:
    return host.endswith(allowed) if allowed.startswith(".") else host == allowed


def address_of(target: Target) -> str:
    """Return the address to connect to. Raise BadTarget if one is not public, OSError if none."""
    infos = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in infos]
    if not addresses:
        raise OSError("no address")
    if not target.is_plain and not all(map(is_public, addresses)):
        raise BadTarget("not a public address")
    return addresses[0]


def is_public(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # with a zone, such as fe80::1%eth0
        return False
    is_fit = not any(ip in network for network in _NEVER)
    if isinstance(ip, ipaddress.IPv6Address):
        # 6to4 and Teredo carry an address of IPv4, which may be any.
        is_fit = is_fit and ip in _PUBLIC_V6 and not ip.sixtofour and not ip.teredo
    return is_fit and ip.is_global and not ip.is_multicast and not ip.is_reserved
