"""Who is present, as processes tell one another."""

import pytest
from django.core.cache import cache

from games.people import presence
from games.people.presence import LocalPresence


def test_processes_share_presence() -> None:
    cache.clear()
    one, other = {7: LocalPresence({1: 100.0}, 2)}, {7: LocalPresence({2: 101.0}, 1)}
    assert presence.exchange(one, "a", 101.0)[7] == (frozenset({1}), 2)
    assert presence.exchange(other, "b", 101.0)[7] == (frozenset({1, 2}), 3)
    assert presence.exchange(one, "a", 102.0)[7] == (frozenset({1, 2}), 3)
    # After 40 s without a word:
    assert presence.exchange(one, "a", 140.5)[7].players == frozenset({2})
    assert presence.exchange(other, "b", 141.0)[7].players == frozenset()


def test_spectators_of_a_dead_process_expire() -> None:
    cache.clear()
    presence.exchange({7: LocalPresence({}, 5)}, "a", 100.0)
    mine = {7: LocalPresence({}, 1)}
    assert presence.exchange(mine, "b", 110.0)[7].watching == 6
    assert presence.exchange(mine, "b", 150.0)[7].watching == 1


def test_many_rooms_are_asked_for_at_once() -> None:
    cache.clear()
    presence.exchange({7: LocalPresence({1: 100.0}, 2), 8: LocalPresence({2: 50.0}, 0)}, "a", 101.0)
    found = presence.present_in([7, 8, 9], 101.0)
    assert found == {7: frozenset({1}), 8: frozenset(), 9: frozenset()}


def test_absence_counts_from_when_presence_was_first_shared() -> None:
    cache.clear()
    assert presence.seconds_absent(7, 1, 1000.0) == 0
    presence.exchange({7: LocalPresence({1: 1000.0}, 0)}, "a", 1000.0)
    presence.exchange({}, "b", 1100.0)
    assert presence.seconds_absent(7, 1, 1039.0) == 0
    assert presence.seconds_absent(7, 1, 1050.0) == 10
    assert presence.seconds_absent(7, 2, 1050.0) == 10, "never seen"
    assert presence.seconds_absent(8, 1, 5000.0) == 3960, "in a room that nobody has opened"


def test_presence_recovers_after_the_cache_is_lost() -> None:
    cache.clear()
    heard = {7: LocalPresence({1: 100.0}, 0)}
    presence.exchange(heard, "a", 100.0)
    cache.clear()  # Redis was flushed
    assert presence.exchange(heard, "b", 101.0)[7].players == frozenset({1})


@pytest.mark.parametrize(("closed", "seconds"), [(True, 4), (False, 9)])
def test_who_closes_the_last_page_is_gone_soon(closed: bool, seconds: int) -> None:
    cache.clear()
    one, other = LocalPresence(), LocalPresence()
    one.mark_present(1, 100.0)
    presence.exchange({7: presence.drop_stale(one, 100.0)}, "a", 100.0)
    one.mark_left(1, 110.0, closed=closed)
    presence.exchange({7: presence.drop_stale(one, 110.0)}, "a", 110.0)
    for process in (one, other):
        still = presence.exchange({7: process}, "b", 109.9 + seconds)[7].players
        assert still == {1}
        assert presence.exchange({7: process}, "b", 110.0 + seconds)[7].players == frozenset()


def test_whoever_says_so_may_be_silent_for_longer() -> None:
    cache.clear()
    mine = LocalPresence()
    mine.mark_present(1, 100.0)
    mine.mark_present(2, 100.0, presence.QUIET_PING_SECONDS)
    for at, players in ((139.0, {1, 2}), (141.0, {2}), (169.0, {2}), (171.0, set())):
        found = presence.exchange({7: presence.drop_stale(mine, at)}, "a", at)
        assert found[7].players == players, at
    mine.mark_present(2, 200.0, presence.QUIET_PING_SECONDS)
    mine.mark_left(2, 210.0, closed=False)
    presence.exchange({7: presence.drop_stale(mine, 210.0)}, "a", 210.0)
    assert presence.exchange({7: mine}, "a", 219.1)[7].players == frozenset(), "it was lost"


def test_who_has_another_page_or_comes_back_stays() -> None:
    cache.clear()
    one, other = LocalPresence(), LocalPresence()
    for process, name in ((one, "a"), (other, "b")):
        process.mark_present(1, 100.0)
        presence.exchange({7: presence.drop_stale(process, 100.0)}, name, 100.0)
    one.mark_left(1, 110.0, closed=True)
    presence.exchange({7: presence.drop_stale(one, 110.0)}, "a", 110.0)
    assert presence.exchange({7: presence.drop_stale(other, 111.0)}, "b", 111.0)[7].players == {1}
    assert presence.exchange({7: presence.drop_stale(one, 120.0)}, "a", 120.0)[7].players == {1}
    other.mark_left(1, 120.0, closed=True)
    other.mark_present(1, 121.0)
    presence.exchange({7: presence.drop_stale(other, 121.0)}, "b", 121.0)
    assert presence.exchange({7: presence.drop_stale(one, 140.0)}, "a", 140.0)[7].players == {1}


def test_half_the_countdown_is_enough_while_nothing_is_at_risk() -> None:
    seconds = [presence.countdown_seconds(chosen, at_risk=False) for chosen in (20, 60, 10, 0)]
    assert seconds == [10, 30, 10, 0]
    assert presence.countdown_seconds(20, at_risk=True) == 20


def test_not_every_ping_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    written = []
    real = cache.set_many
    monkeypatch.setattr(
        presence.cache, "set_many", lambda *a, **k: (written.append(1), real(*a, **k))
    )
    heard = {7: LocalPresence({1: 100.0}, 0)}
    for second in range(9):
        heard[7].seen[1] = 100.0 + second
        presence.exchange(heard, "a", 100.0 + second)
    assert len(written) == 1
    heard[7].seen[1] = 112.0
    presence.exchange(heard, "a", 112.0)
    assert len(written) == 2


def test_a_silent_player_is_dropped() -> None:
    heard = LocalPresence({1: 100.0, 2: 139.0}, 0)
    copy = presence.drop_stale(heard, 140.0)
    assert heard.seen == copy.seen == {2: 139.0}
    copy.seen[3] = 1.0
    assert 3 not in heard.seen


def test_the_only_process_vouches_until_somebody_is_silent_for_too_long() -> None:
    cache.clear()
    mine = LocalPresence()

    def share(now: float) -> set[int]:
        found = presence.exchange({7: presence.drop_stale(mine, now, alone=True)}, "a", now)
        assert found[7].players == presence.players_present(7, now)
        return set(found[7].players)

    mine.mark_present(1, 100.0, presence.QUIET_PING_SECONDS)
    mine.mark_present(2, 140.0, presence.QUIET_PING_SECONDS)
    assert mine.first_expiry() == 170.0
    assert share(140.0) == {1, 2}
    assert presence.players_present(7, 209.0) == {1, 2}, "as if they had pinged at 140"
    assert share(169.0) == {1, 2}
    assert share(170.0) == {2}
    assert mine.first_expiry() == 210.0
    mine.mark_left(2, 171.0, closed=True)
    assert share(171.0) == {2}
    assert presence.players_present(7, 175.0) == set()


def test_a_page_that_another_process_has_is_not_taken_for_silent() -> None:
    cache.clear()
    one, other = LocalPresence({1: 100.0}), LocalPresence({1: 135.0})
    presence.exchange({7: presence.drop_stale(other, 135.0)}, "b", 135.0)
    assert presence.exchange({7: presence.drop_stale(one, 140.0)}, "a", 140.0)[7].players == {1}


def test_nobody_is_present_for_hours_because_the_clock_was_set_back() -> None:
    cache.clear()
    presence.exchange({7: LocalPresence({1: 3700.0}, 2)}, "a", 3700.0)
    assert presence.exchange({7: LocalPresence({2: 100.0}, 1)}, "b", 100.0)[7] == ({2}, 1)
    assert presence.players_present(7, 100.0) == {2}
