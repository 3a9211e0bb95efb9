"""`manage.py expire`: what it reports, and that old sessions go only if the clock may be right."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command

from games import clock
from games.models import Event
from games.services.cleanup import QUIET
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db


def expire() -> str:
    out = StringIO()
    call_command("expire", stdout=out)
    return out.getvalue()


def test_it_says_how_much_it_deleted_and_archived() -> None:
    place = Place(2)
    assert expire() == (
        "Deleted 0 unused lobbies, 0 practice rooms of guests, 0 imported games and 0 idle guests. "
        "Archived 0 games.\n"
    )
    assert place.fresh().status == "lobby"


@pytest.mark.parametrize("is_quiet", [False, True])
def test_sessions_stay_while_the_clock_may_be_wrong(is_quiet: bool) -> None:
    Place(1)
    now = clock.now()
    if is_quiet:
        Event.objects.update(at=now - 2 * QUIET)
    Session.objects.create(session_key="old", expire_date=now - timedelta(days=1))
    expire()
    assert Session.objects.filter(session_key="old").exists() == is_quiet
