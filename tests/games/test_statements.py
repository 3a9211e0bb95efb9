"""Rows read past the ORM are the ORM's own."""

import contextlib
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model

from games.models import DiceSecret, Event, Game, Person, Player, Room, Turn
from games.statements import Rows, WholeTransaction, find
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[True, False], autouse=True)
def _raw(request: pytest.FixtureRequest, settings: Any) -> None:
    settings.RAW_STATEMENTS = request.param


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


@pytest.mark.django_db(transaction=True)
def test_a_whole_transaction_is_committed() -> None:
    room = Place(2).room
    with WholeTransaction():
        assert connection.in_atomic_block
        assert not connection.get_autocommit()
        Room.objects.filter(pk=room.pk).update(name="Committed")
    assert not connection.in_atomic_block
    assert connection.get_autocommit()
    connection.close()  # what is not committed is lost
    assert Room.objects.get(pk=room.pk).name == "Committed"


@pytest.mark.django_db(transaction=True)
def test_an_error_rolls_a_whole_transaction_back() -> None:
    room = Place(2).room
    with contextlib.suppress(ZeroDivisionError), WholeTransaction():
        Room.objects.filter(pk=room.pk).update(name="Lost")
        raise ZeroDivisionError
    with WholeTransaction():
        assert Room.objects.get(pk=room.pk).name == room.name


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_committed_is_rolled_back() -> None:
    room = Place(2).room
    nowhere = {"name": "Lost", "opened_by": 10**9}  # checked at the end
    with pytest.raises(IntegrityError), WholeTransaction():
        Room.objects.filter(pk=room.pk).update(**nowhere)
    assert connection.get_autocommit()
    with WholeTransaction():
        assert Room.objects.get(pk=room.pk).name == room.name


@pytest.mark.django_db(transaction=True)
def test_a_whole_transaction_holds_others() -> None:
    room = Place(2).room
    with WholeTransaction():
        with contextlib.suppress(ZeroDivisionError), transaction.atomic():
            Room.objects.filter(pk=room.pk).update(name="Lost")
            raise ZeroDivisionError
        assert Room.objects.get(pk=room.pk).name == room.name
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic(durable=True):
            raise AssertionError("it is within another")
        Room.objects.filter(pk=room.pk).update(name="Kept")
    assert Room.objects.get(pk=room.pk).name == "Kept"
    with WholeTransaction():
        Room.objects.filter(pk=room.pk).update(name="Lost")
        transaction.set_rollback(True)
    assert Room.objects.get(pk=room.pk).name == "Kept"


@pytest.mark.django_db(transaction=True)
def test_what_waits_for_the_commit_is_called_after_it() -> None:
    called: list[bool] = []
    with WholeTransaction():
        transaction.on_commit(lambda: called.append(connection.in_atomic_block))
    assert called == [False]


def test_a_whole_transaction_may_lie_within_that_of_a_test() -> None:
    with WholeTransaction():
        assert not Room.objects.exists()
