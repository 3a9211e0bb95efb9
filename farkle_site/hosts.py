"""The host names and addresses of the site."""

import contextlib
import socket
from urllib.parse import urlsplit

from farkle_site.variables import WrongEnvironment, items

_LOCAL = ["localhost", "127.0.0.1", "[::1]"]


def own_addresses() -> list[str]:
    """Return the addresses under which this machine's network can reach it, likeliest first."""
    addresses: list[str] = []
    # Connecting a UDP socket sends nothing, but the system chooses which of its addresses it would
    # use. The targets are reserved for documentation and have no owner (RFC 5737, RFC 3849).
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            addresses.append(probe.getsockname()[0])
    # A machine whose own name does not resolve still has addresses.
    with contextlib.suppress(OSError):
        addresses += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    outside = (a for a in addresses if not a.startswith(("127.", "fe80:")) and a != "::1")
    return list(dict.fromkeys(outside))


def read(*, play: bool, public: str) -> tuple[list[str], str]:
    """Return the allowed hosts, and the one by which phones reach a laptop in play mode, "" if
    there is none: a name that the operator gives, as in a container, or else its own address.
    `public` is the address of a tunnel, to which requests to the server itself are redirected."""
    named = items(
        "ALLOWED_HOSTS",
        r"\*|[a-z0-9.-]+|\[[a-f0-9:.]+\]",
        "farkle.example, without https://, port or path, and with commas between several",
    )
    if public:
        return list(dict.fromkeys([str(urlsplit(public).hostname), *_LOCAL, *named])), ""
    if play:
        machine = socket.gethostname().lower()
        own = [f"[{a}]" if ":" in a else a for a in own_addresses()]
        at_home = [host for host in named if host[0] not in ".*"] + own
        hosts = dict.fromkeys([*_LOCAL, machine, f"{machine}.local", *own, *named])
        return list(hosts), next(iter(at_home), "")
    if not named:
        raise WrongEnvironment(
            "ALLOWED_HOSTS is missing; production needs the names under which the site is "
            "reached, with commas between them."
        )
    if "*" in named:
        raise WrongEnvironment("ALLOWED_HOSTS is '*'; production needs the site's own names.")
    return named, ""
