"""`manage.py expire`: what it reports, that old sessions go only if the clock may be right, and
what a failure does."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from games import clock
from games.models import Event
from games.services.upkeep import runs
from games.services.upkeep.cleanup import QUIET
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def expire() -> str:
    out = StringIO()
    call_command("expire", stdout=out)
    return out.getvalue()


def test_it_says_how_much_it_deleted_and_archived() -> None:
    place = Place(2)
    assert expire().splitlines() == [f"{name}: 0" for name in runs.STEPS]
    assert place.fresh().status == "lobby"


@pytest.mark.parametrize("is_quiet", [False, True])
def test_sessions_stay_while_the_clock_may_be_wrong(is_quiet: bool) -> None:
    Place(1)
    now = clock.now()
    if is_quiet:
        Event.objects.update(at=now - 2 * QUIET)
    Session.objects.create(session_key="old", expire_date=now - timedelta(hours=1))
    expire()
    assert Session.objects.filter(session_key="old").exists() == is_quiet


def test_it_does_the_other_steps_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_now: object) -> int:
        raise DatabaseError

    steps = {"unused lobbies": fail, "sessions": runs.STEPS["sessions"]}
    monkeypatch.setattr(runs, "STEPS", steps)
    past = clock.now() - timedelta(days=1)
    Session.objects.create(session_key="old", expire_date=past)
    with pytest.raises(CommandError, match="unused lobbies"):
        call_command("expire")
    assert not Session.objects.exists()
