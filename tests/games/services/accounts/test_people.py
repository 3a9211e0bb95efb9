"""A guest is merged into an account; the traces of a person are deleted."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from games import clock
from games.management.integrity import disagreements
from games.models import Message, Notice, Person, Player, Room, SavedRules, Standing, Try, Webhook
from games.notices import devices
from games.people import identity
from games.protocol.commands import Close, Done, HandOver, LetIn, PauseGame, Roll, SetDoor, Sit
from games.replay.game import past_game
from games.services.accounts import accounts, contacts, people
from games.services.commands.tries import show_on_boards
from tests.support.accounts import PASSWORD, Browser, problem
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.outside.push_service import push_service
from tests.support.rooms import Place, follow, forget_tables, seen

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_an_account_can_claim_what_a_guest_played() -> None:
    place = Place(rules="kcd")
    place.start()
    place.play_out()
    place.start()  # and a game that is on
    old = place.people[0]
    SavedRules.objects.create(
        person=old, name="Ours", rules={}, base="kcd", saved=place.room.created
    )
    browser = Browser()
    browser.signs_up()
    account = browser.person
    assert account is not None
    SavedRules.objects.create(
        person=account, name="Ours", rules={}, base="kcd", saved=place.room.created
    )
    stranger, browser.cookies[identity.COOKIE] = new_guest()
    stranger.delete()
    assert accounts.claimable_guest(browser.request()) is None
    old.key_hash = stranger.key_hash
    old.save()
    assert accounts.claimable_guest(browser.request()) == old
    assert accounts.claim(browser.request()) == 1
    assert not Person.objects.filter(pk=old.pk).exists()
    assert browser.person == account
    assert past_game(place.code, 1, account).own_seats == (0,)
    assert Standing.objects.filter(person=account).count() == 1
    assert Room.objects.get().opened_by == account
    assert sorted(account.saved.values_list("name", flat=True)) == ["Ours", "Ours 2"]
    assert [event.events[0]["e"] for event in place.events()[-1:]] == ["claimed"]
    # The game goes on with the account, in processes that had the room in memory as well.
    place.people[0] = account
    place.play_out()
    assert list(disagreements(place.fresh())) == []
    forget_tables()
    assert place.start()
    assert problem(accounts.claim, browser.request()).field is None


def test_no_knock_of_a_deleted_account_is_left() -> None:
    """Neither in a room that is open nor in one that is closed; whom a host declined stays out."""
    places = [Place() for _ in range(3)]
    browser = Browser()
    browser.signs_up()
    account = browser.person
    assert account is not None
    other = new_guest()[0]
    for place in places:
        place.does(1, SetDoor(1, "knock"))
        place.ask(other, Sit("Olga"))
        place.ask(account, Sit("Ines"))
    waits, closed, declined = places
    closed.does(1, Close(1))
    declined.does(1, LetIn(1, declined.fresh().head, yes=False))
    page = seen(waits)
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    names = [[one.get("name") for one in place.fresh().knocks] for place in places]
    assert names == [["Olga"], ["Olga"], [None, "Olga"]]
    follow(waits, page)
    number = waits.fresh().knocks[0]["id"]
    assert isinstance(waits.does(1, LetIn(1, number, yes=True)), Done), "the others wait on"


def everything_stored() -> str:
    """Return every value of every row of the database as text."""
    rows = (row for model in apps.get_models() for row in model._base_manager.values_list())
    return repr(list(rows))


def test_nothing_that_a_deleted_account_typed_is_left() -> None:
    """As a seat's name, at a door, in the chat, or as the reason of a pause."""
    browser = Browser()
    browser.signs_up(name="Zebedee")
    account = browser.person
    assert account is not None
    places = [Place() for _ in range(5)]
    _, declined, let_in, gone, paused = places
    for place in places[:4]:
        place.does(1, SetDoor(1, "knock"))
        place.ask(account, Sit("Zebedee Q"))
    declined.does(1, LetIn(1, declined.fresh().head, yes=False))
    let_in.does(1, LetIn(1, let_in.fresh().head, yes=True))
    gone.does(1, SetDoor(1, "open"))
    paused.ask(account, Sit("Zebedee Q"))
    paused.start()
    paused.does(1, HandOver(1, 3))
    paused.ask(account, PauseGame(3, "Zebedee has tea"))
    Message.objects.create(
        room=let_in.room,
        player=let_in.player(3),
        text="It's Zebedee",
        at=clock.now(),
        command="test-0001",
    )
    assert everything_stored().count("Zebedee") >= 6
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    assert "Zebedee" not in everything_stored()


@pytest.mark.parametrize(("path", "form"), [("/rooms/", {}), ("/practice/", {"level": "pip"})])
def test_the_name_of_a_deleted_account_goes_from_rooms_that_were_named_after_it(
    path: str, form: dict[str, str]
) -> None:
    """Also where its owner was called something else since. A name that was typed stays."""
    browser = Browser()
    browser.signs_up(name="Zebedee")
    client = Client()
    for cookie, value in browser.cookies.items():
        client.cookies[cookie] = value
    for name in ("Zebedee", "Another Zebedee"):
        client.post(path, {"name": name, "request": f"open-{name[0]}-0001", **form})
        client.post("/practice/give-up/", {"request": f"give-up-{name[0]}-01"})
    account = browser.person
    assert account is not None
    rooms = list(Room.objects.order_by("pk"))
    assert all("Zebedee" in room.name for room in rooms)
    shared = Place()
    Room.objects.filter(pk=shared.room.pk).update(name="Rosé and dice", opened_by=account)
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    assert "Zebedee" not in everything_stored()
    assert shared.fresh().name == "Rosé and dice"


def test_an_invitation_of_a_deleted_account_holds_no_name(settings: Settings) -> None:
    browser = Browser()
    browser.signs_up(name="Zebedee")
    account = browser.person
    assert account is not None
    place, friend = Place(), new_guest()[0]
    place.ask(account, Sit("Zebedee"))
    with push_service() as service:
        settings.INSECURE_HOSTS = [service.name]
        devices.add(friend, devices.Subscription(**service.browser().keys))
        contacts.send_invitations(place.room, account, [friend])
    assert Notice.objects.get().kind == "invited"
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    assert "Zebedee" not in everything_stored()


def test_the_webhook_of_a_founder_goes_with_the_account() -> None:
    mine, other = Place(), Place()
    browser = Browser()
    browser.signs_up()
    for place in (mine, other):
        Webhook.objects.create(
            room=place.room, address=b"", target="", format="json", set_by=1, since=clock.now()
        )
    Player.objects.filter(room=mine.room, seat=1).update(person=browser.person)
    Player.objects.filter(room=other.room, seat=2).update(person=browser.person)
    forget_tables()
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    assert [hook.room for hook in Webhook.objects.all()] == [other.room]


def test_only_the_games_are_left_of_a_deleted_account() -> None:
    place = Place(rules="kcd")
    other = Place(rules="kcd")
    browser = Browser()
    browser.signs_up()
    account = browser.person
    assert account is not None
    for at in (place, other):
        Player.objects.filter(room=at.room, seat=2).update(person=account, name="Ines")
        at.people[1] = account
        forget_tables()
    place.start()
    place.play_out()
    other.start()
    other.play_out()
    other.does(1, Close(1))
    place.start()
    Message.objects.create(
        room=place.room,
        player=place.player(2),
        text="Hello",
        at=place.room.created,
        command="test-0001",
    )
    assert (
        problem(accounts.delete_account, browser.request(), {"password": "wrong"}).field
        == "password"
    )
    accounts.delete_account(browser.request(), {"password": PASSWORD})
    browser.keep()
    assert browser.person is None
    assert not User.objects.exists()
    assert not Message.objects.exists()
    account.refresh_from_db()
    assert (account.name, account.settings, account.user) == ("", {}, None)
    # In the room, in the game that was on, and in those of a room that is closed.
    assert place.player(2).left
    assert past_game(place.code, 1, None).names == ("Player 1", "a former player")
    assert past_game(other.code, 1, None).names == ("Player 1", "a former player")
    assert place.game().winners == [0]
    assert list(disagreements(place.fresh())) == []
    assert isinstance(place.does(1, Close(1)), Done)
    assert place.refuses(2, Roll(2, 1, 0, ())) == "room_closed"


def test_a_forgotten_person_is_on_no_board() -> None:
    deal = new_deal()
    person = new_guest()[0]
    Attempt(deal, person).play_out()
    show_on_boards(person, yes=True)
    people.forget(person, "a former player")
    assert not Try.objects.get().is_shown
    assert "Mara" not in Player.objects.values_list("name", flat=True)


def test_the_tries_of_a_guest_are_shown_as_the_account_agreed() -> None:
    guest, account = new_guest()[0], new_guest()[0]
    Attempt(new_deal(), guest).play_out()
    show_on_boards(account, yes=True)
    people.merge(guest, account)
    assert Try.objects.get(person=account).is_shown
