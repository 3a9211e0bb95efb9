"""The database, the disk or Redis is away: pages and the log say so."""

import sqlite3

import pytest
import redis
from django.db import connection
from django.db.utils import IntegrityError, OperationalError
from django.test import Client

from farkle_site.outages import unavailable_part


def test_an_outage_is_told_from_a_mistake() -> None:
    assert unavailable_part(OperationalError("disk I/O error")) == "database"
    assert unavailable_part(redis.ConnectionError("refused")) == "redis"
    assert unavailable_part(redis.TimeoutError()) == "redis"
    for error in (None, IntegrityError(), KeyError(), TimeoutError(), sqlite3.Error()):
        assert unavailable_part(error) is None


READ_ONLY = {
    "sqlite": "PRAGMA query_only = on",
    "postgresql": "SET default_transaction_read_only = on",
}


@pytest.mark.django_db(transaction=True)
def test_a_room_that_cannot_be_stored_is_a_clear_no() -> None:
    client = Client(raise_request_exception=False)
    with connection.cursor() as cursor:
        cursor.execute(READ_ONLY[connection.vendor])
    try:
        answer = client.post("/rooms/", {"name": "Mara"})
    finally:
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only = off")
        else:
            connection.close()
    assert answer.status_code == 503
    assert answer["Retry-After"] == "60"
    assert "save right now" in answer.content.decode()
    assert client.post("/rooms/", {"name": "Mara"}).status_code == 302
