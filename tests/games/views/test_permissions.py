"""Who may send which form of a room: every form, from everybody there can be."""

import pytest
from django.test import Client

from games.models import Event, Player, SeatCode, Webhook
from games.protocol.commands import HandOver, Leave, Remove
from tests.games.views.conftest import Table

pytestmark = pytest.mark.django_db

HOOK = "https://discord.com/api/webhooks/123456789012345678/aSecretOfManyCharacters"
OF_THE_FOUNDER = (
    ("standings/", {"number": "1", "name": "Spring"}),
    ("standings/", {"do": "remove", "whom": "3"}),
    ("standings/", {"do": "readmit", "whom": "5"}),
    ("standings/", {"do": "notify"}),
    ("standings/chat/", {"do": "set", "format": "json", "address": HOOK}),
    ("standings/chat/", {"do": "test"}),
    ("standings/chat/", {"do": "remove"}),
)
REFUSED = (200, 403, 409)


def company(table: Table) -> dict[str, Client]:
    """Return everybody there can be, by what they are. Mara has opened the room."""
    for name in ("Cleo", "Left", "Barred"):
        table.joined_by(name)
    table.asks("Left", Leave(4))
    table.asks("Mara", Remove(1, 5))
    return {**table.clients, "Stranger": Client()}


@pytest.mark.parametrize("host", ["founder", "stand-in"])
def test_forms_of_the_founder(table: Table, host: str) -> None:
    clients = company(table)
    if host == "stand-in":
        table.asks("Mara", HandOver(1, 2))
    Webhook.objects.create(
        room=table.room, address=b"", target="", format="json", set_by=1, since=table.room.created
    )
    events, hook = Event.objects.count(), Webhook.objects.get()
    others = [client for name, client in clients.items() if name != "Mara"]
    for path, form in OF_THE_FOUNDER:
        for client in others:
            answer = client.post(table.url + path, form)
            assert answer.status_code in REFUSED, (path, form)
            assert "Invited" not in answer.content.decode()
    assert Event.objects.count() == events
    assert Webhook.objects.get() == hook


def test_seat_codes_are_made_for_own_seats_only(table: Table) -> None:
    for name, client in company(table).items():
        mine = {"Mara": 1, "Ines": 2, "Cleo": 3}.get(name)
        for seat in range(1, 6):
            answer = client.post(f"{table.url}device/", {"player": seat, "how": "double"})
            assert answer.status_code == (200 if seat == mine else 403)
    assert set(SeatCode.objects.values_list("player__seat", flat=True)) == {1, 2, 3}


def test_seats_are_taken_again_by_those_who_left_them(table: Table) -> None:
    clients = company(table)
    for name, client in clients.items():
        if name != "Left":
            client.post(f"{table.url}sit/", {"again": "4"})
    assert Player.objects.get(room=table.room, seat=4).left
    clients["Barred"].post(f"{table.url}sit/", {"again": "5", "name": "Barred"})
    clients["Barred"].post(f"{table.url}sit/", {"name": "Barred", "another": "1"})
    assert Player.objects.get(room=table.room, seat=5).removed
    clients["Left"].post(f"{table.url}sit/", {"again": "4"})
    assert not Player.objects.get(room=table.room, seat=4).left
