"""Everything of a person as one file."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.test import AsyncClient
from django.utils import timezone

from farkle.engine.gamefile import GameFile, games_in
from games.models import Holder, Message, Passkey, Question, SavedRules, Try, Vote
from games.notices import devices
from games.people import identity
from games.services.imports import import_game
from games.views import exports
from tests.games.services.test_imports import exported, played
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.outside.push_service import Browser
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


async def fetched(cookie: str | None, url: str) -> Any:
    client = AsyncClient()
    if cookie:
        client.cookies[identity.COOKIE] = cookie
    answer = await client.get(url)
    if answer.status_code == 404:
        return None
    return json.loads(b"".join([part async for part in answer.streaming_content]))


def with_cookie(place: Place) -> str:
    """A cookie for the first person at the place."""
    person, cookie = new_guest()
    mine = place.people[0]
    mine.key_hash, person.key_hash = person.key_hash, "0" * 64
    person.save()
    mine.save()
    return cookie


@pytest.mark.usefixtures("_threads")
async def test_all_games_are_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "_AT_ONCE", 2)
    place = await sync_to_async(played)(3)
    cookie = await sync_to_async(with_cookie)(place)
    data = await fetched(cookie, "/games/mine.json")
    games = games_in(data)
    assert [game.about["number"] for game in games] == [1, 2, 3]
    assert all(game.check().throws for game in games)
    assert await fetched(None, "/games/mine.json") is None


@pytest.mark.usefixtures("_threads")
async def test_everything_that_is_stored_of_a_person_is_one_file() -> None:
    @sync_to_async
    def prepared() -> tuple[str, str]:
        place = played()
        cookie = with_cookie(place)
        SavedRules.objects.create(
            person=place.people[0], name="Ours", rules={}, base="kcd", saved=place.room.created
        )
        import_game(place.people[0], json.dumps(exported(place)))
        for seat, text in ((1, "Hello"), (2, "Not mine")):
            Message.objects.create(
                room=place.room,
                player=place.player(seat),
                text=text,
                at=place.room.created,
                command=f"test-{seat:04}",
            )
        return place.code, cookie

    code, cookie = await prepared()
    data = await fetched(cookie, "/account/data.json")
    assert data["farkle"] == "data"
    assert [one["name"] for one in data["rules"]] == ["Ours"]
    assert data["seats"] == [{"room": code, "name": "Player 1"}]
    assert [one["text"] for one in data["messages"]] == ["Hello"]
    assert data["imported"] == data["games"]
    assert [GameFile.from_dict(one).about["number"] for one in data["games"]] == [1]


@pytest.mark.usefixtures("_threads")
async def test_tries_of_deals_and_votes_on_them_are_part_of_the_data() -> None:
    @sync_to_async
    def prepared() -> tuple[Try, str]:
        person, cookie = new_guest()
        attempt = Attempt(new_deal(), person).play_out()
        asked = Question(deal=attempt.deal, attempt=attempt, step=2, asked=timezone.now())
        asked.position = {"dice": [1, 5, 5, 2, 3, 4]}
        asked.save()
        Vote.objects.create(question=asked, attempt=attempt, do="roll", keep="15")
        return attempt, cookie

    attempt, cookie = await prepared()
    data = await fetched(cookie, "/account/data.json")
    [found], [vote] = data["same dice"], data["votes"]
    assert (vote["do"], vote["keep"], vote["position"]["dice"][0]) == ("roll", "15", 1)
    assert (found["points"], found["turns"]) == (attempt.points, attempt.turns)
    assert found["counts"] is True


@pytest.mark.usefixtures("_threads")
async def test_a_seat_on_a_second_device_is_part_of_the_data() -> None:
    @sync_to_async
    def prepared() -> tuple[str, str]:
        place = Place(2)
        phone, cookie = new_guest()
        Holder.objects.create(player=place.player(2), person=phone)
        browser = Browser("https://push.example/secret")
        devices.add(phone, devices.Subscription(**browser.keys), "Firefox/140.0 (Android)")
        return place.code, cookie

    code, cookie = await prepared()
    data = await fetched(cookie, "/account/data.json")
    assert data["seats"] == [{"room": code, "name": "Player 2"}]
    assert [one["name"] for one in data["devices"]] == ["Firefox on Android"]
    assert "secret" not in str(data["devices"])


@pytest.mark.usefixtures("_threads")
async def test_all_data_names_passkeys_and_not_their_keys() -> None:
    @sync_to_async
    def prepared() -> User:
        user = User.objects.create_user("Mara")
        identity.open_account(None, user, "Mara")
        keys = {"handle": b"secret", "data": b"secret", "id_hash": "secret"}
        Passkey.objects.create(user=user, name="My phone", made=timezone.now(), **keys)
        return user

    client = AsyncClient()
    await client.aforce_login(await prepared())
    answer = await client.get("/account/data.json")
    data = json.loads(b"".join([part async for part in answer.streaming_content]))
    [passkey] = data["passkeys"]
    assert passkey == {"name": "My phone", "made": passkey["made"], "used": None}
