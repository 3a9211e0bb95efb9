"""Rows read past the ORM are the ORM's own."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import Model

from games import clock
from games.db.statements import Rows, find, snapshot
from games.models import DiceSecret, Event, Game, Person, Player, Room, Turn
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", [Room, Player, Game, Event, Turn, Person, DiceSecret])
def test_rows_equal_those_of_the_orm(model: type[Model]) -> None:
    place = Place(2)
    place.start()
    for _ in range(20):
        place.move()
    names = [field.attname for field in model._meta.concrete_fields]
    key = model._meta.pk.attname  # type: ignore[union-attr]  # every model has one

    def values(one: Model) -> list[Any]:
        found = (getattr(one, name) for name in names)
        return [bytes(value) if isinstance(value, memoryview) else value for value in found]

    expected = list(model._default_manager.order_by("pk"))
    read = Rows(model, f"WHERE {key} > %s ORDER BY {key}")(0)
    assert expected
    assert [values(one) for one in read] == [values(one) for one in expected]
    assert [[type(value) for value in values(one)] for one in read] == [
        [type(value) for value in values(one)] for one in expected
    ]
    assert not read[0]._state.adding, "saving it updates its row"


def test_the_first_row_or_none() -> None:
    place = Place(2)
    by_code = Rows(Room, "WHERE code = %s")
    assert by_code.first(place.code) == place.room
    assert by_code.first("22222222") is None


def test_errors_are_those_of_django() -> None:
    with pytest.raises(DatabaseError):
        find("SELECT nothing FROM games_nowhere WHERE id = %s", 1)


def _write() -> None:
    try:
        Person.objects.create(key_hash="m" * 64, created=clock.now())
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_what_is_written_meanwhile_is_not_seen() -> None:
    with ThreadPoolExecutor(1) as other:
        with snapshot():
            assert Person.objects.count() == 0
            other.submit(_write).result()
            assert Person.objects.count() == 0
        assert Person.objects.count() == 1


@pytest.mark.django_db
def test_within_a_transaction_its_own_writes_are_seen() -> None:
    Person.objects.create(key_hash="m" * 64, created=clock.now())
    with snapshot():
        assert Person.objects.count() == 1
    Person.objects.create(key_hash="i" * 64, created=clock.now())
    assert Person.objects.count() == 2
