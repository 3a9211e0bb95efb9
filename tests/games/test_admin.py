"""The admin site shows everything but secrets, and changes only what acts on abuse."""

from http import HTTPStatus

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games import clock
from games.models import (
    Accuracy,
    Archive,
    Contact,
    Deal,
    Device,
    DiceSecret,
    Email,
    Event,
    FormerLink,
    Heartbeat,
    Holder,
    ImportedGame,
    MailAddress,
    Message,
    Notice,
    Passkey,
    Person,
    Question,
    RecoveryCode,
    RoomMark,
    SavedRules,
    SeatCode,
    SiteTotals,
    Try,
    Upkeep,
    Vote,
    Webhook,
)
from games.people.throttle import PASSWORDS
from tests.support.rooms import Place

SHOWN = [
    model for model in apps.get_app_config("games").get_models() if admin.site.is_registered(model)
]


def test_models_with_secrets_are_not_registered() -> None:
    models = set(apps.get_app_config("games").get_models())
    hidden = {Contact, Deal, Device, DiceSecret, Holder, ImportedGame, Notice, Passkey}
    hidden |= {RecoveryCode, SavedRules, SeatCode, Webhook}
    # No secrets, but the page of a game shows the first two better, and the others are of no use
    # there.
    others = {
        Accuracy,
        Archive,
        FormerLink,
        Email,
        MailAddress,
        RoomMark,
        SiteTotals,
        Try,
        Question,
        Vote,
        Heartbeat,
        Upkeep,
    }
    assert models - set(SHOWN) == hidden | others


def say(place: Place) -> Message:
    """Store a message of player 1."""
    return Message.objects.create(
        room=place.room, player=place.player(1), text="Hello", at=clock.now(), command="say-0001"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_pages_show_and_change_nothing(model: type, admin_client: Client) -> None:
    place = Place(2, rules="kcd")
    place.start()
    place.play_out()
    say(place)
    before = list(Event.objects.values())
    row = model._default_manager.order_by("pk").last()
    name = f"admin:games_{model.__name__.lower()}"
    listed = admin_client.get(reverse(f"{name}_changelist"), {"q": "x"})
    assert listed.status_code == HTTPStatus.OK
    page = admin_client.get(reverse(f"{name}_change", args=[row.pk]))
    assert page.status_code == HTTPStatus.OK
    text = page.content.decode() + listed.content.decode()
    seeds = [
        bytes(secret.seed).hex() for secret in DiceSecret.objects.filter(game__status="waiting")
    ]
    hashes = Person.objects.values_list("key_hash", flat=True)
    assert not any(secret in text for secret in [*seeds, *hashes])
    assert admin_client.get(reverse(f"{name}_add")).status_code == HTTPStatus.FORBIDDEN
    for view in ("change", "delete"):
        answer = admin_client.post(reverse(f"{name}_{view}", args=[row.pk]), {"name": "x"})
        assert answer.status_code == HTTPStatus.FORBIDDEN
    assert list(Event.objects.values()) == before


@pytest.mark.django_db(transaction=True)
def test_the_operators_password_is_changed_on_the_account_page(admin_client: Client) -> None:
    """There, guesses are counted, and the change is mailed to the owner."""
    assert admin_client.get("/admin/password_change/").headers["Location"] == reverse("account")
    assert admin_client.post("/admin/password_change/").headers["Location"] == reverse("account")


def acts(client: Client, row: Model, action: str) -> int:
    url = reverse(f"admin:games_{row._meta.model_name}_changelist")
    form = {"action": action, ACTION_CHECKBOX_NAME: [row.pk]}
    return client.post(url, form).status_code


@pytest.mark.django_db(transaction=True)
def test_the_operator_acts_on_abuse(admin_client: Client) -> None:
    place = Place(2)
    message, pest = say(place), place.people[1]
    for action in ("unlist", "silence"):
        assert acts(admin_client, place.room, action) == HTTPStatus.FOUND
    settings = place.fresh().settings
    assert (settings["unlisted"], settings["silenced"]) == (True, True)
    for action in ("allow_listing", "allow_chat"):
        assert acts(admin_client, place.room, action) == HTTPStatus.FOUND
    settings = place.fresh().settings
    assert (settings["unlisted"], settings["silenced"]) == (False, False)
    acts(admin_client, message, "remove")
    assert not Message.objects.exists()
    acts(admin_client, pest, "bar")
    assert Person.objects.get(pk=pest.pk).barred
    acts(admin_client, pest, "readmit")
    assert Person.objects.get(pk=pest.pk).barred is None
    acts(admin_client, place.room, "close")
    assert place.fresh().status == "closed"
    assert LogEntry.objects.count() == 8


@pytest.mark.django_db
def test_staff_without_the_right_only_look(client: Client) -> None:
    place = Place(2)
    helper = User.objects.create_user("Helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client.force_login(helper)
    for row, action in ((place.room, "close"), (say(place), "remove"), (place.people[1], "bar")):
        acts(client, row, action)
    assert place.fresh().status == "lobby"
    assert Message.objects.exists()
    assert not Person.objects.filter(barred__isnull=False).exists()


@pytest.mark.django_db
def test_a_visitor_must_log_in(client: Client) -> None:
    answer = client.get(reverse("admin:games_room_changelist"))
    assert answer.status_code == HTTPStatus.FOUND
    assert "login" in answer["Location"]


@pytest.mark.django_db
def test_guesses_at_the_login_are_limited() -> None:
    User.objects.create_superuser("operator", password="right")  # for a test
    client, address = Client(), reverse("admin:login")
    for _ in range(PASSWORDS.most):
        answer = client.post(address, {"username": "operator", "password": "wrong"})
        assert "Too many attempts" not in answer.content.decode()
    answer = client.post(address, {"username": "operator", "password": "right"})
    assert "Too many attempts" in answer.content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_the_operator_sees_what_grows(admin_client: Client) -> None:
    place = Place(2, rules="kcd")
    place.start()
    page = admin_client.get(reverse("admin:games_growth"))
    assert page.status_code == HTTPStatus.OK
    text = page.content.decode()
    assert reverse("admin:games_person_change", args=[place.people[0].pk]) in text
    people = admin_client.get(reverse("admin:games_person_changelist")).content.decode()
    assert reverse("admin:games_growth") in people


@pytest.mark.django_db
def test_what_grows_is_for_the_operator_alone(client: Client) -> None:
    assert client.get(reverse("admin:games_growth")).status_code == HTTPStatus.FOUND
    client.force_login(User.objects.create_user("Helper", is_staff=True))
    assert client.get(reverse("admin:games_growth")).status_code == HTTPStatus.FORBIDDEN
