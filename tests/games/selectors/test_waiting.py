"""Whose turn it has been for long."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Holder, Room
from games.selectors.waiting import waiting_turns
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_waits_for_everybody_who_holds_the_seat() -> None:
    place = Place(2, rules="kcd")
    soon = clock.now() + timedelta(minutes=1)
    assert waiting_turns(soon) == {}
    place.start()
    [(person, [turn])] = waiting_turns(soon).items()
    assert turn.code == place.code
    assert waiting_turns(turn.since) == {}
    seat = place.room.players.get(person=person)
    phone = new_guest()[0]
    Holder.objects.create(player=seat, person=phone)
    assert set(waiting_turns(soon)) == {person, phone.pk}
    Room.objects.update(absence={"paused": {"by": 1}})
    assert waiting_turns(soon) == {}
