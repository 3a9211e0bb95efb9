"""One limiter counts what could be guessed."""

from typing import Any, NoReturn

import pytest
from django.core.cache import cache

from games.people import throttle
from games.people.throttle import CROWD, SUPERNET, AddressLimit, GrowingDelay, RateLimit
from tests.conftest import ON_POSTGRES, Backend
from tests.support.client import Browser
from tests.support.sockets import Start, nothing_broke

LIMIT = RateLimit("test", most=2, seconds=60)


def test_a_limit_is_reached_by_as_many_hits() -> None:
    assert [LIMIT.hit("a") for _ in range(3)] == [False, False, True]


def test_asking_counts_nothing() -> None:
    for expected in (False, False, True):
        assert not LIMIT.is_reached("b")
        assert LIMIT.is_reached("a") is expected
        LIMIT.hit("a")


def test_limits_and_keys_are_counted_apart() -> None:
    LIMIT.hit("a")
    LIMIT.hit("a")
    other = RateLimit("other", most=2, seconds=60)
    assert LIMIT.is_reached("a")
    assert not LIMIT.is_reached("a", "b")
    assert not other.is_reached("a")


def test_a_span_begins_with_its_first_hit_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: now[0])
    monkeypatch.setattr("django.core.cache.backends.base.time.time", lambda: now[0])
    LIMIT.hit("a")
    now[0] += 59
    LIMIT.hit("a")
    assert LIMIT.is_reached("a")
    now[0] += 2
    assert not LIMIT.is_reached("a")
    assert not LIMIT.hit("a")


def test_a_span_that_ends_while_it_is_counted_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_: False)
    assert not RateLimit("test", most=0, seconds=60).hit("a")


def test_no_name_or_address_stands_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []
    monkeypatch.setattr(cache, "get", lambda key, _default: keys.append(key) or 0)
    throttle.PASSWORDS.is_reached("mara", "10.0.0.1")
    assert keys
    assert "mara" not in keys[0]
    assert "10.0.0.1" not in keys[0]


def test_who_is_known_has_an_allowance_besides_that_of_the_address() -> None:
    limit = AddressLimit("own", 2, 60, own=3)
    assert [limit.hit("school", "") for _ in range(3)] == [False, False, True]
    assert limit.is_reached("school", str)
    assert not limit.is_reached("school", lambda: "mara")
    assert [limit.hit("school", "mara") for _ in range(4)] == [False, False, False, True]
    assert limit.is_reached("school", lambda: "mara")
    assert not limit.is_reached("school", lambda: "ines")
    assert not limit.is_reached("home", str)


def test_beyond_their_own_the_known_use_what_strangers_have_left() -> None:
    limit = AddressLimit("left", 2, 60, own=1)
    assert [limit.hit("school", "mara") for _ in range(4)] == [False, False, False, True]
    assert limit.is_reached("school", str)


def test_who_is_known_is_looked_up_only_when_it_matters() -> None:
    limit = AddressLimit("lazy", 1, 60, own=1)
    assert not limit.is_reached("school", lambda: pytest.fail("nobody has tried anything"))


def test_being_known_many_times_over_does_not_help_for_ever() -> None:
    limit = AddressLimit("crowd", 2, 60, own=1)
    tries = [limit.hit("school", f"person-{number}") for number in range(100)]
    assert tries.index(True) == 2 * (1 + CROWD)
    assert all(tries[2 * (1 + CROWD) :])


def test_what_is_given_back_was_never_counted() -> None:
    taken = [LIMIT.take("a") for _ in range(3)]
    assert taken[2] is None
    assert taken[0] is not None
    taken[0]()
    assert [LIMIT.hit("a"), LIMIT.hit("a")] == [False, True]


@pytest.mark.parametrize("known", ["", "mara"])
def test_an_allowance_is_given_back_to_where_it_was_taken(known: str) -> None:
    limit = AddressLimit("back", 2, 60, own=1)
    for _ in range(10):
        refund = limit.take("2001:db8:1:2::/64", known)
        assert refund is not None
        refund()
    assert [limit.hit("2001:db8:1:2::/64", "") for _ in range(3)] == [False, False, True]
    assert not limit.hit("2001:db8:1:2::/64", "mara")


@pytest.mark.parametrize("known", ["", "mara"])
def test_a_person_who_is_named_has_no_more_than_their_own(known: str) -> None:
    limit = AddressLimit("named", 9, 60, own=2)
    assert [limit.hit("10.0.0.1", known, "mara") for _ in range(3)] == [False, False, True]
    assert limit.hit("10.0.0.2", known, "mara"), "at another address either"
    assert not limit.hit("10.0.0.1", known and "teo", "teo")


def test_a_person_who_becomes_known_has_no_second_allowance() -> None:
    limit = AddressLimit("becomes-known", 9, 60, own=2)
    assert not limit.hit("10.0.0.1", "", "mara")
    assert [limit.hit("10.0.0.1", "mara", "mara") for _ in range(2)] == [False, True]


def test_a_named_person_counts_once_beyond_the_crowd() -> None:
    limit = AddressLimit("crowded", 1, 60, own=2)
    for number in range(CROWD):
        assert not limit.hit("10.0.0.1", f"p{number}", f"p{number}")
    assert not limit.hit("10.0.0.1", "mara", "mara")
    assert limit.hit("10.0.0.1", "mara", "mara"), "the strangers have had theirs"
    assert [limit.hit("10.0.0.2", "mara", "mara") for _ in range(2)] == [False, True]


def test_a_48_has_an_allowance_of_its_own() -> None:
    limit = AddressLimit("site", 2, 60, own=1)
    networks = [f"2001:db8:1:{number:x}::/64" for number in range(2 * SUPERNET)]
    assert not any(limit.hit(network, "") for network in networks)
    assert limit.hit("2001:db8:1:ffff::/64", "")
    assert limit.is_reached("2001:db8:1:ffff::/64", str)
    assert not limit.hit("2001:db8:1:ffff::/64", "mara")
    assert not limit.hit("2001:db8:2:ffff::/64", "")


def test_a_delay_grows_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: now[0])
    monkeypatch.setattr("django.core.cache.backends.base.time.time", lambda: now[0])
    delay = GrowingDelay("delay", free=3, seconds=3600, longest=4)
    assert all(delay.take("mara") for _ in range(4))
    for seconds in (1, 2, 4, 4):
        assert delay.take("mara") is None
        now[0] += seconds - 0.1
        assert delay.take("mara") is None
        now[0] += 0.2
        assert delay.take("mara") is not None
    assert delay.take("ines") is not None
    now[0] += 3600
    assert all(delay.take("mara") for _ in range(4))


def test_a_right_try_does_not_lengthen_a_delay() -> None:
    delay = GrowingDelay("right", free=1, seconds=3600, longest=4)
    for _ in range(10):
        refund = delay.take("mara")
        assert refund is not None
        refund()


@ON_POSTGRES  # with the counters in Redis; those in memory are tested above
def test_an_address_adds_so_much_in_a_minute(backend: Backend, daphne_server: Start) -> None:
    server = daphne_server(
        database=backend.database,
        redis=backend.redis,
        FARKLE_ROOMS_A_MINUTE="1",
        FARKLE_PRACTICE_A_MINUTE="1",
        FARKLE_SAVED_RULES_A_MINUTE="1",
        FARKLE_IMPORTS_A_MINUTE="1",
    )
    mara = Browser(server.url)
    code = mara.open_room("Mara")
    later = "You or your network did that too often."
    assert later in mara.sent("/", "/rooms/", name="Mara")[0]
    assert later not in mara.sent("/", "/practice/", name="Mara")[0]
    assert later in Browser(server.url).sent("/", "/practice/", name="Teo")[0]
    for name, refused in (("Friday", False), ("Sunday", True)):
        page = mara.sent("/", "/rules/mine/", name=name, rules="1.kcd")[0]
        assert (later in page) is refused
    for name in ("Teo", "Uli", "Ines", "Nora"):
        assert Browser(server.url).sit(code, name) == code
    nothing_broke(server)


class Unreachable(Exception):
    """What a cache raises that cannot be reached."""


def test_without_a_cache_rooms_are_found_and_passwords_are_not_tried(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> NoReturn:
        raise Unreachable

    for name in ("get", "add", "incr"):
        monkeypatch.setattr(cache, name, fail)
    assert not throttle.ROOM_CODES.is_reached("10.0.0.1", str)
    assert not throttle.ROOM_CODES.hit("10.0.0.1", "mara")
    assert "cannot count room-code" in caplog.text
    for shared in (throttle.SIGN_UPS, throttle.SEAT_CODES_TYPED):
        with pytest.raises(Unreachable):
            shared.is_reached("10.0.0.1", str)
    with pytest.raises(Unreachable):
        throttle.PASSWORDS.is_reached("10.0.0.1")
