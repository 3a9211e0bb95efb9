"""Find the address a client connects from, by one rule for pages, forms and sockets.

Each proxy appends its peer's address to X-Forwarded-For, so with `n` trusted proxies the client's
is the n-th from the right. Entries further left are the client's own claim and prove nothing.

Limits count IPv6 clients by their /64, in which a client can choose any address, and by their /48,
which has 65,536 such networks (`supernet_of`).
"""

import re
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

MAX_LENGTH = 64
"""Longer addresses are cut, because they become keys of the cache."""

_WITH_PORT: Final = re.compile(r"\[([^]]*)\](?::\d*)?|([\d.]+):\d*")
"""An entry of some load balancers: [2001:db8::1]:443, [2001:db8::1] or 203.0.113.9:443."""
_PRIVATE_V4: Final = (
    "10.0.0.0/8",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
)
_PRIVATE_V6: Final = ("::/64", "fc00::/7", "fe80::/10")
_PRIVATE: Final = tuple(map(ip_network, (*_PRIVATE_V4, *_PRIVATE_V6)))
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv4 clients behind a NAT64 load balancer, all in one /64."""


def address_of(request: HttpRequest) -> str:
    return _client_address(
        request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", "")
    )


def address_in(scope: Mapping[str, Any]) -> str:
    """Return the address of the client that opened the socket with this ASGI scope."""
    client = scope.get("client")
    forwarded = (
        value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    )
    return _client_address(",".join(forwarded), client[0] if client else "")


def _client_address(forwarded: str, peer: str) -> str:
    """Return the client's address; `peer` is the other end of the connection itself."""
    proxies = settings.TRUSTED_PROXIES
    if not proxies:
        return network_of(peer)
    entries = [entry.strip() for entry in forwarded.split(",")]
    # Fewer entries than proxies: the request bypassed a proxy, and only its peer is certain.
    entry = entries[-proxies] if len(entries) >= proxies else ""
    return network_of(entry or peer)


def network_of(address: str) -> str:
    """Return the network by which limits count an address: an IPv4 address or an IPv6 /64.

    Ports and zones are ignored. Anything else, such as a UNIX socket's path, is returned as it is.
    """
    bare = address.strip().strip('"')
    if match := _WITH_PORT.fullmatch(bare):
        bare = match[1] or match[2]
    try:
        parsed = ip_address(bare.partition("%")[0])
    except ValueError:
        return address[:MAX_LENGTH]
    parsed = _embedded_ipv4(parsed) or parsed
    return str(parsed) if parsed.version == 4 else str(IPv6Network((int(parsed), 64), strict=False))


def supernet_of(network: str) -> str:
    """Return the /48 that contains a /64; "" for any other address."""
    if not network.endswith("/64"):
        return ""
    return str(IPv6Network(network).supernet(new_prefix=48))


def largest_network_of(network: str) -> str:
    """Return the largest network that one visitor may have: the /48 of a /64, else the address."""
    return supernet_of(network) or network


def origin_of(request: HttpRequest) -> str:
    """Return a hash of the client's IPv4 address or IPv6 /48; "" for a private address, which all
    clients share behind a proxy that the site does not know."""
    address = address_of(request)
    try:
        first = ip_network(address)[0]
    except ValueError:
        return ""
    if any(first in network for network in _PRIVATE):
        return ""
    value = largest_network_of(address)
    return salted_hmac("games.people.origin", value, algorithm="sha256").hexdigest()[:16]


def _embedded_ipv4(address: IPv4Address | IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that is embedded in an IPv6 one, if any."""
    if isinstance(address, IPv4Address):
        return None
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped
