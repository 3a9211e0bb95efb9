"""Many rows are deleted in short transactions, and every row is found."""

import gc
from collections.abc import Iterator

import pytest

from games.models import Person
from games.services.upkeep import slices
from games.services.upkeep.slices import FEWEST_AT_ONCE, MOST_AT_ONCE, SHORT, Slices
from tests.support.guests import new_guest


@pytest.mark.django_db
def test_windows_find_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "ROWS_IN_WINDOW", 3)
    monkeypatch.setattr(slices, "FEWEST_AT_ONCE", 2)
    guests = [new_guest()[0].pk for _ in range(11)]
    assert list(slices.keys_of(Person.objects.all())) == guests[::-1]
    assert list(slices.keys_of(Person.objects.filter(pk__in=guests[4:7]))) == guests[4:7][::-1]
    assert slices.delete(Person.objects.exclude(pk=guests[5])) == 10
    assert Person.objects.get().pk == guests[5]
    assert slices.delete(Person.objects.none()) == 0


@pytest.mark.django_db
def test_a_transaction_has_as_many_rows_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def sizes(seconds: float) -> list[int]:
        """Return how many rows each of some transactions gets, if all take as long."""
        times: Iterator[float] = iter(n * seconds for pair in range(20) for n in (pair, pair + 1))
        monkeypatch.setattr(slices.time, "monotonic", lambda: next(times))
        monkeypatch.setattr(slices.time, "sleep", lambda _: None)
        chosen = Slices()
        found = []
        for _ in range(8):
            with chosen.transaction():
                found.append(chosen.rows)
        return found

    fast = sizes(SHORT / 100)
    assert fast[:3] == [FEWEST_AT_ONCE, 2 * FEWEST_AT_ONCE, 4 * FEWEST_AT_ONCE]
    assert fast[-1] == MOST_AT_ONCE
    assert sizes(10 * SHORT) == [FEWEST_AT_ONCE] * 8


@pytest.mark.django_db
def test_no_garbage_is_collected_while_others_wait() -> None:
    chosen = Slices()
    with chosen.transaction():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), chosen.transaction():
        raise ZeroDivisionError
    assert gc.isenabled()
