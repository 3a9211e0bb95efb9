"""The names of a site at home."""

import pytest

from farkle_site import hosts


def test_play_accepts_its_own_addresses_and_more_on_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["192.168.7.20", "2001:db8::7"])
    monkeypatch.setenv("ALLOWED_HOSTS", "laptop.test, other.test")
    allowed, _ = hosts.read(play=True, public="")
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(allowed)
    assert {"192.168.7.20", "[2001:db8::7]", "laptop.test", "other.test"} <= set(allowed)
    assert "*" not in allowed


@pytest.mark.parametrize(
    ("addresses", "named", "host"),
    [
        (["192.168.7.20", "2001:db8::7"], "", "192.168.7.20"),
        (["2001:db8::7"], "", "[2001:db8::7]"),
        ([], "", ""),
        # In a container only the operator knows it.
        (["172.17.0.2"], ".test, laptop.test", "laptop.test"),
    ],
)
def test_phones_reach_a_laptop_by_the_name_given_or_its_likeliest_address(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], named: str, host: str
) -> None:
    monkeypatch.setattr(hosts, "own_addresses", lambda: addresses)
    monkeypatch.setenv("ALLOWED_HOSTS", named)
    assert hosts.read(play=True, public="")[1] == host


def test_own_addresses_are_those_others_can_reach() -> None:
    addresses = hosts.own_addresses()
    assert len(addresses) == len(set(addresses))
    assert not [a for a in addresses if a.startswith("127.") or a == "::1"]
