"""What the operator of the site turns off in a room."""

import pytest

from games.protocol.commands import Expel, Moderate, SetRoom, Start
from tests.support.rooms import Place, playing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("off", "wanted"),
    [({"unlisted": True}, {"listed": True}), ({"silenced": True}, {"talk": True})],
)
def test_a_host_cannot_undo_it(off: dict[str, bool], wanted: dict[str, bool]) -> None:
    place, [name] = Place(2), wanted
    place.does(1, SetRoom(1, listed=True, talk=True))
    place.ask(None, Moderate(**off))
    assert place.events()[-1].player is None
    assert place.fresh().settings[name] is False
    assert place.refuses(1, SetRoom(1, **wanted)) == "by_operator"  # type: ignore[arg-type]
    place.does(1, SetRoom(1, name="Friday", **{name: False}))  # type: ignore[arg-type]
    place.ask(None, Moderate(**dict.fromkeys(off, False)))
    assert place.fresh().settings[name] is False, "the host decides again"
    place.does(1, SetRoom(1, **wanted))  # type: ignore[arg-type]
    assert place.fresh().settings[name] is True


def test_a_room_is_closed_with_its_game() -> None:
    place = playing(2)
    place.ask(None, Moderate(close=True))
    assert place.last() == ["ended", "closed"]
    assert place.events()[-1].events[-1]["why"] == "operator"
    assert place.refuses(1, Start(1)) == "room_closed"


def test_even_the_founder_is_expelled() -> None:
    place = Place(2)
    place.there(1, 2)
    place.ask(None, Expel(1))
    assert place.player(1).removed
    assert place.fresh().host == 2
