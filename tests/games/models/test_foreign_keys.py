"""What refers to a row is found by an index, or deleting it would read the other table whole, with
the database locked."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Field, ForeignKey, Model

from games.models import Event, Room
from tests.support.query_plan import tables_read_whole

pytestmark = pytest.mark.django_db


def foreign_keys() -> Iterator[tuple[type[Model], Field]]:
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_fields:
            if isinstance(field, ForeignKey):
                yield model, field


@pytest.fixture(autouse=True)
def _any_index_is_used() -> None:
    """PostgreSQL reads a small table whole, unless it is kept from it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")


@pytest.mark.parametrize(("model", "field"), [*foreign_keys()], ids=str)
def test_an_index_finds_what_refers_to_a_row(model: type[Model], field: Field) -> None:
    refers = model._default_manager.filter(**{field.attname: 1}).order_by()
    assert not tables_read_whole(refers), refers.explain()


def test_a_column_without_an_index_is_noticed() -> None:
    assert tables_read_whole(Event.objects.filter(asker=1)) == {"games_event"}


def test_rooms_on_the_home_page_and_those_with_knocks_are_found_by_an_index() -> None:
    assert not tables_read_whole(Room.objects.open().filter(is_offered=True))
    assert not tables_read_whole(Room.objects.filter(has_knocks=True))
