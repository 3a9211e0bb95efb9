"""Where the server may send: the addresses that attackers of such a server try."""

import socket
from typing import Any

import pytest
from pytest_django import Settings

from games.notices.targets import BadTarget, address_of, is_public, target_of


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.9.9"),
        *("192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.1"),
        *("192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.1.1.1"),
        *("240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "fec0::1"),
        # An address of IPv4 inside one of IPv6: 6to4, NAT64, Teredo.
        *("2002:7f00:1::", "2002:a00:1::", "64:ff9b::a00:1", "64:ff9b:1::a00:1"),
        *("2001:0:4136:e378:8000:63bf:f5ff:fffe", "100::1", "nonsense", ""),
        # Services of the machine's own provider, and networks without any.
        *("168.63.129.16", "192.0.0.192", "192.88.99.1", "3fff::1", "3fff:fff::1"),
    ],
)
def test_private_addresses_get_nothing(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111"]
)
def test_public_addresses_get_notices(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("http://push.example/a", "ftp://push.example/a", "file:///etc/passwd", "push.example"),
        *("https://", "https:///a", "https://me:secret@push.example/", "https://me@push.example/"),
        *("https://push.example:8080/", "https://push.example:99999/", "https://[::1/"),
        *("https://push.example/\r\nX: y", "https://push.example/a b", "https://püsh.example/"),
        *("gopher://push.example", "javascript:alert(1)", "", f"https://push.example/{'a' * 1000}"),
        *(f"https://{'a.' * 126}ab/", f"https://{'a' * 300}.example/"),
    ],
)
def test_other_addresses_are_refused_as_they_are_written(url: str) -> None:
    with pytest.raises(BadTarget):
        target_of(url)


def test_the_operator_can_name_the_only_hosts(settings: Settings) -> None:
    target = target_of("https://push.example./a?b=c")
    assert (target.host, target.port, target.path) == ("push.example", 443, "/a?b=c")
    settings.NOTICE_HOSTS = ["push.example", ".services.example"]
    assert target_of("https://PUSH.example:443/a").name == "push.example:443"
    assert target_of("https://a.services.example/").host == "a.services.example"
    for host in ("other.example", "services.example", "evil-push.example", "push.example.evil"):
        with pytest.raises(BadTarget):
            target_of(f"https://{host}/")


def test_plain_http_is_for_named_hosts_alone(settings: Settings) -> None:
    settings.INSECURE_HOSTS = ["127.0.0.1:8123"]
    assert target_of("http://127.0.0.1:8123/a").is_plain
    for url in ("http://127.0.0.1/a", "http://127.0.0.1:8124/a", "http://localhost:8123/a"):
        with pytest.raises(BadTarget):
            target_of(url)


def resolves_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name have these addresses: no test asks a name server."""

    def found(*_: Any, **__: Any) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def test_a_name_that_leads_inside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    target = target_of("https://push.example/a")
    resolves_to(monkeypatch, "8.8.8.8", "8.8.4.4")
    assert address_of(target) == "8.8.8.8"
    resolves_to(monkeypatch, "8.8.8.8", "10.0.0.1")  # one is enough
    with pytest.raises(BadTarget):
        address_of(target)
    resolves_to(monkeypatch)
    with pytest.raises(OSError, match="no address"):
        address_of(target)
    monkeypatch.undo()
    for host in ("127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"):
        with pytest.raises(BadTarget):
            address_of(target_of(f"https://{host}/"))
