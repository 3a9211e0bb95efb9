"""`manage.py check_history`: which rooms it checks, and what it prints."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Room
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def test_it_checks_all_rooms_or_the_ones_named() -> None:
    places = [Place(2), Place(2)]
    for codes, count in (((), 2), ((places[0].code,), 1), (("22222222",), 0)):
        out = StringIO()
        call_command("check_history", *codes, stdout=out)
        assert out.getvalue() == f"{count} of {count} rooms agree with their events.\n"


def test_it_names_the_room_that_disagrees_and_fails() -> None:
    wrong, right = Place(2), Place(2)
    Room.objects.filter(pk=wrong.room.pk).update(head=9999)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 rooms disagree"):
        call_command("check_history", stdout=out)
    assert f"{wrong.code}: " in out.getvalue()
    assert right.code not in out.getvalue()
