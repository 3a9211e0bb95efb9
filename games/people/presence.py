"""Presence: the time each player was last seen, shared between processes through the cache.

A player stays present for 40 s after the last ping of any of their pages, longer if the page has
announced a longer silence. When the last socket closes, only a few seconds remain: enough for a
reload if the page closed it, more if the connection was lost, because sleeping phones drop sockets.
Each process writes at most once a second, one cache entry per room. Two processes may overwrite
each other's changes; the next tick or ping restores them. A single process records players as
present for longer, so that it need not write at every ping.
"""

import logging
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

TTL_SECONDS: Final = 40
PING_SECONDS: Final = 15
"""Interval of a page's pings during a game."""
QUIET_PING_SECONDS: Final = 45
"""Interval of a page's pings without a game: short enough to keep proxies from disconnecting."""
CLOSED_SECONDS: Final = 4
"""Time until a player is gone after the last page was closed; the others learn it within 1 s."""
LOST_SECONDS: Final = 9
"""Time until a player is gone after the last connection was lost."""

AWAY_AFTER_SECONDS: Final = 20
"""Default countdown for an absent current player."""
SHORTEST_COUNTDOWN: Final = 10
"""Minimum of the countdown when it is halved, because no points are at risk."""

REMEMBERED_SECONDS: Final = 10 * 60
"""Time for which the cache keeps a player's last sighting."""

SINCE: Final = "here-since"
"""Cache key of the time (s since 1970) since which presence has been recorded."""

_REFRESH_SECONDS = 10

sees_all_players = True
"""False while this process cannot see the players of the others."""


class RoomPresence(NamedTuple):
    players: frozenset[int]
    watching: int


@dataclass(slots=True)
class LocalPresence:
    """The sightings of this process in one room."""

    seen: dict[int, float] = field(default_factory=dict)
    """Time (s since 1970) at which each player was last seen."""
    watching: int = 0
    left: dict[int, float] = field(default_factory=dict)
    """Players whose last socket here has closed, with a time that lets them expire soon."""
    until: float = math.inf
    """Earliest time at which a present player expires (set by `exchange`)."""

    def mark_present(self, player: int, now: float, next_ping: int = PING_SECONDS) -> None:
        """Record a sighting at `now` by a page that pings again after `next_ping` seconds."""
        self.seen[player] = now + next_ping - PING_SECONDS
        self.left.pop(player, None)

    def mark_left(self, player: int, now: float, *, closed: bool) -> None:
        """Record that the player's last socket here was `closed` by the page, or was lost."""
        if player in self.seen:
            del self.seen[player]
            self.left[player] = now - TTL_SECONDS + (CLOSED_SECONDS if closed else LOST_SECONDS)

    def first_expiry(self) -> float:
        """Return the earliest time at which a player seen here expires."""
        return min(self.seen.values(), default=math.inf) + TTL_SECONDS


def countdown_seconds(chosen: int, *, at_risk: bool) -> int:
    """Return the countdown (s) for an absent current player, given the room's setting. Points are
    `at_risk` after the first roll."""
    return chosen if at_risk else min(chosen, max(SHORTEST_COUNTDOWN, chosen // 2))


def drop_stale(local: LocalPresence, now: float, *, alone: bool = False) -> LocalPresence:
    """Drop expired players, and return a copy with all sightings to share, for another thread.
    `alone`: there is no other process."""
    seen, left, local.left = local.seen, local.left, {}
    local.seen = {player: at for player, at in seen.items() if now - at < TTL_SECONDS}
    if not alone:
        return LocalPresence(dict(local.seen), local.watching, left)
    left |= {player: at for player, at in seen.items() if player not in local.seen}
    vouched = now + QUIET_PING_SECONDS - PING_SECONDS
    return LocalPresence(dict.fromkeys(local.seen, vouched), local.watching, left)


def exchange(
    rooms: Mapping[int, LocalPresence], process: str, now: float
) -> dict[int, RoomPresence]:
    """Share the sightings of `process`, and return the presence in each room at `now` (s since
    1970). Reads the cache once and writes it at most once for all rooms (twice if it was empty)."""
    keys = {f"here:{room}": room for room in rooms}
    cached: dict[str, Any] = cache.get_many([SINCE, *keys])
    if SINCE not in cached:
        cache.add(SINCE, now, timeout=None)
    changed: dict[str, dict[str, Any]] = {}
    result: dict[int, RoomPresence] = {}
    for key, room in keys.items():
        entry = cached.get(key) or {"seen": {}, "watching": {}, "gone": {}}
        # After the clock was set back, some times lie ahead.
        seen = {p: at for p, at in entry["seen"].items() if abs(now - at) < TTL_SECONDS}
        watching = {p: w for p, w in entry["watching"].items() if abs(now - w[1]) < TTL_SECONDS}
        last = {**entry["gone"], **entry["seen"], **rooms[room].left}
        if _merge(rooms[room], process, now, seen, watching):
            gone = {p: at for p, at in last.items() if p not in seen and _is_remembered(at, now)}
            changed[key] = {"seen": seen, "watching": watching, "gone": gone}
        rooms[room].until = min(seen.values(), default=math.inf) + TTL_SECONDS
        result[room] = RoomPresence(frozenset(seen), sum(count for count, _ in watching.values()))
    if changed:
        cache.set_many(changed, timeout=REMEMBERED_SECONDS)
    return result


def _is_remembered(at: float, now: float) -> bool:
    return 0 <= now - at < REMEMBERED_SECONDS


def players_present(room: int, now: float) -> frozenset[int]:
    """Return the players present at `now` (s since 1970), according to the cache."""
    return _present(cache.get(f"here:{room}"), now)


def seconds_absent(room: int, player: int, now: float) -> float:
    """Return the seconds for which the player has certainly been absent at `now`; 0 if present.

    Without a last sighting, count from the time since which presence has been recorded: after a
    start, or when the cache was emptied, players may be reconnecting.
    """
    key = f"here:{room}"
    cached: dict[str, Any] = cache.get_many([SINCE, key])
    entry = cached.get(key) or {"seen": {}, "gone": {}}
    since: float = cached.get(SINCE, now)
    at: float = entry["seen"].get(player, entry["gone"].get(player, since))
    return max(0.0, now - at - TTL_SECONDS)


def present_in(rooms: Collection[int], now: float) -> dict[int, frozenset[int]]:
    """Return the players present in each room at `now`, for lists: none if the cache is down."""
    cached: dict[str, dict[str, Any]] = {}
    try:
        cached = cache.get_many([f"here:{room}" for room in rooms]) if rooms else {}
    except RedisError:
        logger.warning("presence is missing in a list of rooms", exc_info=True)
    return {room: _present(cached.get(f"here:{room}"), now) for room in rooms}


def _present(entry: dict[str, Any] | None, now: float) -> frozenset[int]:
    seen = entry["seen"] if entry else {}
    return frozenset(player for player, at in seen.items() if abs(now - at) < TTL_SECONDS)


def _merge(
    local: LocalPresence,
    process: str,
    now: float,
    seen: dict[int, float],
    watching: dict[str, tuple[int, float]],
) -> bool:
    """Merge this process's sightings into the shared entry; return True if it must be written."""
    must_write = False
    for player, at in local.left.items():
        if at < seen.get(player, 0.0):  # another process with a socket of theirs restores it
            seen[player], must_write = at, True
            if now - at >= TTL_SECONDS:
                del seen[player]
    for player, at in local.seen.items():
        if now - at < TTL_SECONDS and at > seen.get(player, 0.0):
            must_write = must_write or at - seen.get(player, 0.0) >= _REFRESH_SECONDS
            seen[player] = at
    count, at = watching.get(process, (0, now))
    if count != local.watching or (count and now - at >= _REFRESH_SECONDS):
        watching[process] = (local.watching, now)
        must_write = True
    return must_write
