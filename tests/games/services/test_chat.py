"""Chat: messages are stored outside the events and the lock, each once, and are only text."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

import farkle
from games import broadcast
from games.broadcast import RoomUpdate
from games.models import Message, Player
from games.protocol.commands import (
    Bank,
    Close,
    Command,
    ComputerMove,
    Leave,
    React,
    Remove,
    Roll,
    Say,
    SetDoor,
    SetRoom,
    Toss,
)
from games.protocol.errors import Refused
from games.realtime.chat import perform_chat
from games.services import chat
from games.services.chat import reaction_to
from games.state.turns import EndedTurn
from tests.support.protocol import contract
from tests.support.rooms import Place, against, fresh_id

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
    place.does(1, SetRoom(1, spectators_react=False))
    assert [reacts(watcher.pk), reacts(None)] == ["talk_off"] * 2
    place.does(1, SetRoom(1, spectators_react=True))
    place.does(1, Remove(1, 2))
    assert reacts(place.people[1].pk) == "not_yours"
    place.does(1, Close(1))
    assert reacts(watcher.pk) == "room_closed"


def ended(number: int, points: int = 1000, **fields: Any) -> EndedTurn:
    rolls = [{"dice": [1, 1, 1, 2, 3, 4], "keep": "111", "points": points}]
    turn = EndedTurn(number, (number - 1) % 2, 1, rolls, "banked", points, 0, 0, points)
    return turn._replace(**fields)


def reactions(players: list[Player], turns: Iterable[EndedTurn]) -> dict[int, Any]:
    """Return the reactions of computer players, by the number of the turn."""
    frames = {turn.number: reaction_to(turn, players) for turn in turns}
    return {number: contract.checked(frame) for number, frame in frames.items() if frame}


def test_computers_react_to_large_turns_of_others_now_and_then() -> None:
    human, computer = Player(seat=1, level=""), Player(seat=2, level="pip")
    clap = {"type": "reacted", "player": 2, "reaction": "clap"}
    turns = [ended(number) for number in range(1, 13)]
    assert reactions([human, computer], turns) == {3: clap, 9: clap}
    assert reactions([human, Player(seat=2, level="")], turns) == {}
    assert reactions([human, Player(seat=2, level="pip", left=True)], turns) == {}
    farkled = ended(3, outcome="farkled")
    assert reactions([human, computer], [farkled]) == {3: {**clap, "reaction": "ouch"}}
    small, taken = ended(3, 950), ended(3, 950, built=50)
    assert reactions([human, computer], [small]) == {}
    assert reactions([human, computer], [taken]) == {3: clap}
    assert reactions([human, computer], [ended(3, outcome="skipped")]) == {}


@pytest.mark.parametrize("count", range(2, 13))
def test_computers_react_to_every_player_but_never_to_two_turns_in_a_row(count: int) -> None:
    players = [Player(seat=seat, level="pip") for seat in range(1, count + 1)]
    turns = [ended(number, seat=(number - 1) % count) for number in range(1, 200)]
    numbers = list(reactions(players, turns))
    assert all(later - number > 1 for number, later in pairwise(numbers))
    assert {(number - 1) % count for number in numbers} == set(range(count))


def makes_a_move(place: Place) -> None:
    player, move = place.next_move()
    if player == 1:
        place.does(1, move)
        return
    assert isinstance(move, Roll | Bank)
    action = (farkle.Roll if isinstance(move, Roll) else farkle.Bank)(move.keep)
    place.ask(None, ComputerMove(move.game, move.ply, action))


def test_a_computer_reacts_at_the_table_unless_chat_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    place = against()
    updates: list[RoomUpdate] = []
    monkeypatch.setattr(chat, "LARGE", 0)
    monkeypatch.setattr(broadcast.current, "publish", updates.extend)

    def reacted() -> list[str]:
        updates.clear()
        for _ in range(20):
            makes_a_move(place)
        return [update.reaction for update in updates if update.reaction]

    assert {contract.checked(frame)["player"] for frame in reacted()} == {2}
    place.does(1, SetRoom(1, talk=False))
    assert reacted() == []


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
