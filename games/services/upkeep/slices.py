"""Delete many rows in short transactions, so that no move waits for long: SQLite has one writer."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.db.models import Model, QuerySet

ROWS_IN_WINDOW: Final = 2000
SHORT: Final = 0.02
"""Seconds that a transaction should take at most. A machine under load takes a few times longer."""
FEWEST_AT_ONCE, MOST_AT_ONCE = 10, 500
REST: Final = 4
"""The pause after a transaction, as a multiple of the time it took."""


class Slices:
    """Short transactions. Each has as many rows as the earlier ones had time for."""

    def __init__(self) -> None:
        self.rows = FEWEST_AT_ONCE
        """Number of rows that the next transaction should delete."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block in a transaction, and pause after it."""
        begun = time.monotonic()
        gc.disable()  # a full collection takes longer than the transaction
        try:
            with transaction.atomic():
                yield
        finally:
            gc.enable()
        took = time.monotonic() - begun
        fitting = self.rows * min(SHORT / max(took, 1e-6), 2)
        self.rows = min(max(int(fitting), FEWEST_AT_ONCE), MOST_AT_ONCE)
        time.sleep(REST * took)


def keys_of(rows: QuerySet[Any]) -> Iterator[int]:
    """Yield the keys of these rows, newest first. The table is read in windows, so that no query
    takes long, however few of its rows are wanted."""
    every = rows.model._default_manager.order_by("-pk").values_list("pk", flat=True)
    above = every.first()
    while above is not None:
        below = every.filter(pk__lt=above)[ROWS_IN_WINDOW - 1 : ROWS_IN_WINDOW].first()
        window = rows.filter(pk__lte=above)
        if below is not None:
            window = window.filter(pk__gt=below)
        yield from window.order_by("-pk").values_list("pk", flat=True)
        above = below


def delete(rows: QuerySet[Any]) -> int:
    """Delete these rows, newest first, and return their number."""
    slices, count = Slices(), 0
    keys: list[int] = []
    for key in keys_of(rows):
        keys.append(key)
        if len(keys) >= slices.rows:
            count += delete_locked(rows, keys, slices)
            keys = []
    return count + delete_locked(rows, keys, slices)


def delete_locked(rows: QuerySet[Any], keys: list[int], slices: Slices) -> int:
    """Delete the rows with these keys that are still among `rows`, and return their number."""
    if not keys:
        return 0
    with slices.transaction():
        lock(rows.model, keys)
        gone: dict[str, int] = rows.filter(pk__in=keys).delete()[1]
    return gone.get(rows.model._meta.label, 0)


def lock(model: type[Model], keys: list[int]) -> None:
    """Lock rows, so that nothing begins to refer to them before the transaction ends. (SQLite has
    locked everything since the transaction began.)"""
    locked = model._default_manager.select_for_update().filter(pk__in=keys)
    list(locked.order_by("pk").values_list("pk", flat=True))
