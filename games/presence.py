"""Who is there: when each player was last heard of, shared between processes through the cache.

A player is there for 40 s after the last ping of any of his pages; closing a page does not end it
at once, because phones close sockets when they sleep for a moment. Each process writes what it
heard at most once a second, one entry a room; what two processes overwrite of each other comes
back with the next ping.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.core.cache import cache

TTL_SECONDS = 40
_REFRESH_SECONDS = 10
_CACHE_SECONDS = 2 * TTL_SECONDS


class Here(NamedTuple):
    """The players that are there, and how many look on without a seat."""

    players: frozenset[int]
    watching: int


@dataclass(slots=True)
class Heard:
    """What this process has heard in one room: when (s since 1970) of each player, and how many
    look on here."""

    seen: dict[int, float] = field(default_factory=dict)
    watching: int = 0


def still_heard(heard: Heard, now: float) -> Heard:
    """Forget who has not been heard of for too long; a copy of the rest, for another thread."""
    heard.seen = {player: at for player, at in heard.seen.items() if now - at < TTL_SECONDS}
    return Heard(dict(heard.seen), heard.watching)


def exchange(rooms: Mapping[int, Heard], process: str, now: float) -> dict[int, Here]:
    """Tell the other processes what `process` has heard, and hear what they have; for each room
    who is there at `now` (s since 1970). Reads and writes the cache once."""
    keys = {f"here:{room}": room for room in rooms}
    known: dict[str, dict[str, Any]] = cache.get_many(keys)
    news: dict[str, dict[str, Any]] = {}
    result: dict[int, Here] = {}
    for key, room in keys.items():
        entry = known.get(key) or {"seen": {}, "watching": {}}
        seen = {p: at for p, at in entry["seen"].items() if now - at < TTL_SECONDS}
        watching = {p: w for p, w in entry["watching"].items() if now - w[1] < TTL_SECONDS}
        if _add(rooms[room], process, now, seen, watching):
            news[key] = {"seen": seen, "watching": watching}
        result[room] = Here(frozenset(seen), sum(count for count, _ in watching.values()))
    if news:
        cache.set_many(news, timeout=_CACHE_SECONDS)
    return result


def there(room: int, now: float) -> frozenset[int]:
    """The players who are there at `now` (s since 1970), as far as the processes have told."""
    entry = cache.get(f"here:{room}") or {"seen": {}}
    return frozenset(p for p, at in entry["seen"].items() if now - at < TTL_SECONDS)


def _add(
    heard: Heard,
    process: str,
    now: float,
    seen: dict[int, float],
    watching: dict[str, tuple[int, float]],
) -> bool:
    """Put what was heard to what is known; whether that is worth telling."""
    worth = False
    for player, at in heard.seen.items():
        if now - at < TTL_SECONDS and at > seen.get(player, 0.0):
            worth = worth or at - seen.get(player, 0.0) >= _REFRESH_SECONDS
            seen[player] = at
    count, at = watching.get(process, (0, now))
    if count != heard.watching or (count and now - at >= _REFRESH_SECONDS):
        watching[process] = (heard.watching, now)
        worth = True
    return worth
