"""A snapshot reads one state, whatever is written meanwhile."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games import clock
from games.db.snapshot import snapshot
from games.models import Person


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
