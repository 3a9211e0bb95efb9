"""What a chat is told: the result, whose turn takes long, and names that are nothing but names; and
the bodies that chats accept."""

import json

import pytest

from games.models import Notice, Player, Room, Webhook
from games.notices.messages import (
    MOST_PLAYERS,
    Message,
    body_of,
    format_for,
    harmless,
    message_of,
    trial_of,
)
from games.notices.planning import current_turn, plan_all
from games.notices.targets import target_of
from games.protocol.commands import Close, SetTeams
from tests.games.notices.conftest import SITE, tells
from tests.support.outside.chat_service import ChatService
from tests.support.rooms import Place, playing, short

pytestmark = pytest.mark.django_db
TEXT = "Mara & Ines <3\nhttps://farkle.example/"
TOLD = Message("game_over", TEXT, "https://farkle.example/", "A & B", 3, "over", [{"name": "@a"}])
DISCORD, SLACK, MATRIX, JSON = Webhook.Format


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("@everyone", "\uff20everyone"),
        ("<!channel>", "\uff1c!channel\uff1e"),
        ("**Mara**", "\uff0a\uff0aMara\uff0a\uff0a"),
        ("_`~a|b~`_", "\uff3f\uff40\uff5ea\uff5cb\uff5e\uff40\uff3f"),
        ("[x](https://a.b)", "\uff3bx\uff3d(https\uff1a//a\uff0eb)"),
        ("evil.example", "evil\uff0eexample"),
        ("# A\\B\nC", "\uff03 A\uff3cB C"),
        ("J. R. O'Neil-Süß Jr.", "J. R. O'Neil-Süß Jr."),
    ],
)
def test_a_name_means_nothing_to_a_chat(name: str, shown: str) -> None:
    assert harmless(name) == shown


def said(place: Place, chat: ChatService, kind: str = "over") -> Message:
    """What the room's chat is told at the end of its game."""
    tells(place.room, chat)
    if kind == "over":
        place.play_out()
    plan_all()
    return message_of(Notice.objects.select_related("webhook", "room").get(kind=kind))


def test_a_game_that_is_over_is_told_with_result_and_link(chat: ChatService) -> None:
    place = playing(3, rules=short(1000))
    Player.objects.filter(room=place.room, seat=1).update(name="@here")
    Room.objects.filter(pk=place.room.pk).update(name="Fri *dice*")
    told = said(place, chat)
    url = f"{SITE}/r/{place.code}/game/1/"
    first, scores, link = told.text.split("\n")
    names = {one.seat: one.name for one in place.room.players.all()}
    [winner] = [names[place.game().players[seat]] for seat in place.game().winners]
    assert first == f"Game 1 in “Fri \uff0adice\uff0a” is over. {harmless(winner)} won!"
    assert (link, told.url) == (url, url)
    assert [one["won"] for one in told.players] == [True, False, False]
    assert [one["rank"] for one in told.players] == sorted(one["rank"] for one in told.players)
    assert {one["name"] for one in told.players} == set(names.values())
    assert "@" not in told.text
    assert scores.split(" · ") == [
        f"{harmless(one['name'])} {one['score']:,}" for one in told.players
    ]
    assert (told.event, told.status, told.game, told.room) == ("game_over", "over", 1, "Fri *dice*")


def test_an_abandoned_game_has_no_winner(chat: ChatService) -> None:
    place = playing(2)
    tells(place.room, chat)
    place.does(1, Close(1))
    plan_all()
    told = message_of(Notice.objects.select_related("webhook", "room").get())
    assert told.text.split("\n")[0] == "Game 1 in “Farkle” was abandoned."
    assert (told.status, [one["won"] for one in told.players]) == ("abandoned", [False, False])


def test_a_team_wins_together(chat: ChatService) -> None:
    place = Place(4)
    place.does(1, SetTeams(1, 2))
    place.start()
    told = said(place, chat)
    assert told.text.split("\n")[0].endswith((" Team A won!", " Team B won!"))


def test_a_long_turn_names_its_player_and_leads_to_the_room(chat: ChatService) -> None:
    place = playing(2)
    turn = current_turn(place.room)
    assert turn is not None
    Player.objects.filter(room=place.room, seat=turn.seat).update(name="<b>")
    told = said(place, chat, "long_turn")
    first = "\uff1cb\uff1e has been at turn for a day in “Farkle”."
    assert told.text == f"{first}\n{SITE}/r/{place.code}/"
    assert (told.event, told.players) == ("long_turn", [{"name": "<b>"}])


def test_a_room_without_a_name_and_many_players(chat: ChatService) -> None:
    place = playing(MOST_PLAYERS + 2, rules=short(300))
    told = said(place, chat)
    assert told.text.startswith("Game 1 in “Farkle” is over.")
    assert told.text.split("\n")[1].endswith(" · 2 more")
    assert len(told.players) == MOST_PLAYERS + 2


def test_a_trial_says_that_it_is_one(chat: ChatService) -> None:
    place = Place(1)
    place.room.name = "<Friday>"
    told = trial_of(tells(place.room, chat), place.room)
    assert told.text.startswith("Test: the Farkle room “\uff1cFriday\uff1e” can write here.\n")
    assert told.event == "test"


@pytest.mark.parametrize(
    ("chosen", "fields"),
    [
        (DISCORD, {"content": TEXT, "allowed_mentions": {"parse": []}}),
        (SLACK, {"text": "Mara &amp; Ines &lt;3\nhttps://farkle.example/"}),
        (MATRIX, {"text": TEXT, "username": "Farkle"}),
        (
            JSON,
            {
                "event": "game_over",
                "status": "over",
                "room": "A & B",
                "game": 3,
                "url": "https://farkle.example/",
                "players": [{"name": "@a"}],
                "text": TEXT,
            },
        ),
    ],
)
def test_each_chat_gets_its_own_body(chosen: Webhook.Format, fields: dict[str, object]) -> None:
    assert json.loads(body_of(chosen, TOLD)) == fields


@pytest.mark.parametrize(
    ("address", "chosen", "taken"),
    [
        ("https://discord.com/api/webhooks/1/x", SLACK, DISCORD),
        ("https://discordapp.com/api/webhooks/1/x?thread_id=1", JSON, DISCORD),
        ("https://discord.com/api/webhooks/1/x/slack", DISCORD, SLACK),
        ("https://hooks.slack.com/services/T/B/x", DISCORD, SLACK),
        ("https://chat.example/hooks/x", SLACK, SLACK),
        ("https://notdiscord.com/hooks/slack", MATRIX, MATRIX),
    ],
)
def test_known_chats_get_what_they_take(
    address: str, chosen: Webhook.Format, taken: Webhook.Format
) -> None:
    assert format_for(target_of(address), chosen) == taken
