"""Chat: messages are stored outside the events and the lock, each once, and are only text."""

import pytest

from games.models import Message
from games.protocol.commands import (
    Close,
    Command,
    Leave,
    React,
    Remove,
    Say,
    SetDoor,
    SetRoom,
    Toss,
)
from games.protocol.errors import Refused
from games.realtime.chat import perform_chat
from tests.support.protocol import contract
from tests.support.rooms import Place, fresh_id

pytestmark = pytest.mark.django_db


def says(place: Place, player: int, text: str, command_id: str = "") -> str | None:
    command = Command(place.code, place.people[player - 1].pk, command_id or fresh_id(), Say(1, ""))
    return perform_chat(command, Say(player, text))


def tosses(place: Place, player: int) -> int:
    """Roll a player's die in the lobby; return its face."""
    body = Toss(player)
    command = Command(place.code, place.people[player - 1].pk, fresh_id(), body)
    frame = contract.checked(perform_chat(command, body) or "")
    assert (frame["type"], frame["player"]) == ("tossed", player)
    return int(frame["face"])


def refused(place: Place, player: int, body: Say | React | Toss) -> str:
    command = Command(place.code, place.people[player - 1].pk, fresh_id(), body)
    with pytest.raises(Refused) as caught:
        perform_chat(command, body)
    return caught.value.code


def test_a_message_is_stored_once_and_leaves_no_event() -> None:
    place = Place(2)
    head = place.fresh().head
    frame = contract.checked(says(place, 2, "  Well \n thrown! ", "same-same-1") or "")
    assert (frame["player"], frame["text"]) == (2, "Well thrown!")
    assert says(place, 2, "Well thrown!", "same-same-1") is None
    with pytest.raises(Refused):
        says(place, 2, "Something else", "same-same-1")
    with pytest.raises(Refused):
        says(place, 1, "Well thrown!", "same-same-1")
    assert Message.objects.count() == 1
    assert place.fresh().head == head


@pytest.mark.parametrize(
    "text", ["", "  ", "x" * 201, "\u202eevil", "a\x07b", "x\u0301\u0301\u0301"]
)
def test_a_message_that_is_not_plain_text_is_refused(text: str) -> None:
    assert refused(Place(2), 1, Say(1, text)) == "bad_text"


def test_markup_is_text() -> None:
    assert '"<b>http://x.test</b>"' in (says(Place(2), 1, "<b>http://x.test</b>") or "")


def test_only_seated_players_may_chat_while_the_host_allows_it() -> None:
    place = Place(3)
    assert refused(place, 1, Say(2, "Hello")) == "not_yours"
    assert refused(place, 1, Say(9, "Hello")) == "no_player"
    assert refused(place, 1, React("explode", 1)) == "bad_text"
    place.does(3, Leave(3))
    assert refused(place, 3, Say(3, "Hello")) == "gone"
    place.does(1, SetRoom(1, talk=False))
    assert refused(place, 2, Say(2, "Hello")) == "talk_off"
    assert refused(place, 2, React("clap", 2)) == "talk_off"
    place.does(1, SetRoom(1, talk=True))
    clap = React("clap", 2)
    frame = contract.checked(
        perform_chat(Command(place.code, place.people[1].pk, "x", clap), clap) or ""
    )
    assert frame == {"type": "reacted", "player": 2, "reaction": "clap"}
    place.does(1, Close(1))
    assert refused(place, 2, Say(2, "Hello")) == "room_closed"


def test_spectators_react_where_they_may_watch() -> None:
    place, elsewhere = Place(2), Place(1)
    watcher = elsewhere.people[0]
    head = place.fresh().head

    def reacts(person: int | None) -> str:
        body = React("clap")
        try:
            perform_chat(Command(place.code, person, fresh_id(), body), body)
        except Refused as refused:
            return refused.code
        return ""

    assert [reacts(watcher.pk), reacts(None), reacts(place.people[0].pk)] == ["", "", "not_yours"]
    assert (place.fresh().head, Message.objects.count()) == (head, 0)
    place.does(1, SetDoor(1, spectators=False))
    assert [reacts(watcher.pk), reacts(None)] == ["not_yours"] * 2
    place.does(1, SetDoor(1, spectators=True))
    place.does(1, Remove(1, 2))
    assert reacts(place.people[1].pk) == "not_yours"
    place.does(1, Close(1))
    assert reacts(watcher.pk) == "room_closed"


def test_a_die_in_the_lobby_shows_every_face_and_leaves_nothing() -> None:
    place = Place(2)
    head = place.fresh().head
    assert {tosses(place, 2) for _ in range(150)} == {1, 2, 3, 4, 5, 6}
    assert place.fresh().head == head
    assert not Message.objects.exists()


def test_only_its_player_rolls_a_die_and_only_between_games() -> None:
    place = Place(3)
    assert refused(place, 1, Toss(2)) == "not_yours"
    assert refused(place, 1, Toss(9)) == "no_player"
    place.does(3, Leave(3))
    assert refused(place, 3, Toss(3)) == "gone"
    place.does(1, SetRoom(1, talk=False))
    tosses(place, 2)  # it says nothing
    place.start()
    assert refused(place, 2, Toss(2)) == "game_on"
    place.play_out()
    tosses(place, 2)
    place.does(1, Close(1))
    assert refused(place, 2, Toss(2)) == "room_closed"
