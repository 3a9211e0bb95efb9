"""The past games that were last read, in this process's memory."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock, RLock
from typing import Generic, TypeVar

T = TypeVar("T")


class KeptGames(Generic[T]):
    """What was made of the games last read, as long as all of it weighs no more than `most`.

    One thread makes something at a time. Many who open a large game at once thus wait for the first
    of them, instead of each making the same.
    """

    def __init__(self, most: int, weigh: Callable[[T], int]) -> None:
        self._most = most
        self._weigh = weigh
        self._making = RLock()
        self._lock = Lock()
        """Held where the order of what is kept changes."""
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under this key, or make it."""
        kept = self._read(key)
        if kept is None:
            with self._making:
                kept = self._read(key)
                if kept is None:
                    kept = make()
                    self._add(key, kept)
        return kept

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    def _read(self, key: Hashable) -> T | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _add(self, key: Hashable, made: T) -> None:
        with self._lock:
            self._kept[key] = made
            weight = sum(map(self._weigh, self._kept.values()))
            while weight > self._most and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                weight -= self._weigh(dropped)
