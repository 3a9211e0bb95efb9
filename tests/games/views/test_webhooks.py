"""The host's forms for the chat of a room, and who may use them."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client
from pytest_django import Settings

from games import clock
from games.models import Webhook
from games.people.throttle import WEBHOOK_TESTS, WEBHOOKS
from games.protocol.commands import Close, HandOver, Leave
from tests.games.views.conftest import Table
from tests.support.outside.chat_service import ChatService, chat_service

pytestmark = pytest.mark.django_db(transaction=True)
DISCORD = "https://discord.com/api/webhooks/123456789012345678/aSecretOfManyCharacters"


@pytest.fixture
def chat(settings: Settings) -> Iterator[ChatService]:
    with chat_service() as started:
        settings.INSECURE_HOSTS = [started.name]
        yield started


def sends(client: Client, table: Table, do: str = "set", **fields: str) -> str:
    """Send a form, and return the words of the part of the page that it leads to."""
    form = {"do": do, "format": "json", "address": DISCORD, **fields}
    answer = client.post(f"{table.url}standings/chat/", form, follow=True)
    html = unescape(answer.content.decode())
    # After a refusal, what was typed stays in the form. A stored address is never shown again.
    assert answer.redirect_chain or do == "set"
    assert answer.status_code == (200 if answer.redirect_chain else 422)
    assert "aSecret" not in html or not answer.redirect_chain
    return part(html)


def part(html: str) -> str:
    found = re.search(r'(?s)<section class="paper chat-hook".*?</section>', html)
    return "" if found is None else " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())


def page(client: Client, table: Table) -> str:
    return part(unescape(client.get(f"{table.url}standings/").content.decode()))


def test_the_host_sets_and_removes_it(table: Table) -> None:
    mara = table.clients["Mara"]
    assert "Set up" in page(mara, table)
    said = sends(mara, table)
    assert "Saved. Send a test message" in said
    assert "Messages go to discord.com , to the address that ends in ters ." in said
    assert "Mara set it up." in said
    found = Webhook.objects.get()
    assert (found.format, found.site, found.set_by) == ("discord", "http://testserver", 1)
    assert "Removed. The chat gets no more messages." in sends(mara, table, "remove")
    assert not Webhook.objects.exists()
    for do in ("test", "remove", "other"):  # there is none any more
        assert "Set up" in sends(mara, table, do)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"address": "https://[::1"}, "That isn't a webhook address."),
        ({"address": ""}, "That isn't a webhook address."),
        ({"address": "http://chat.example/aSecret"}, "must start with https://"),
        ({"address": "https://chat.example:8443/aSecret"}, "must not name a port"),
        ({"address": "https://192.168.1.7/aSecret"}, "on the public internet"),
        ({"format": "fax"}, "Choose where"),
    ],
)
def test_what_cannot_be_set_is_refused_at_its_field_and_stays(
    table: Table, fields: dict[str, str], says: str
) -> None:
    form = {"do": "set", "format": "slack", "address": DISCORD, **fields}
    answer = table.clients["Mara"].post(f"{table.url}standings/chat/", form)
    assert answer.status_code == 422
    html = unescape(answer.content.decode())
    [field] = fields
    error = re.search(rf'<p class="problem" id="id_{field}_error">([^<]*)', html)
    assert error
    assert says in error[1]
    assert f'aria-describedby="id_{field}_error"' in html
    assert f'value="{form["address"]}"' in html or not form["address"]
    assert ('value="slack" selected' in html) == (field == "address")
    assert "<details open>" in html
    assert not Webhook.objects.exists()


def test_the_operator_may_allow_few_hosts(table: Table, settings: Settings) -> None:
    settings.NOTICE_HOSTS = [".push.example"]
    said = sends(table.clients["Mara"], table)
    assert "This site doesn't send messages to that host." in said


def test_it_belongs_to_the_founder_and_the_next_host_does_not_see_it(table: Table) -> None:
    ines, form = table.clients["Ines"], {"do": "remove", "format": "json", "address": DISCORD}
    sends(table.clients["Mara"], table)
    for client in (ines, Client()):
        for do in ("set", "test", "remove"):
            answer = client.post(f"{table.url}standings/chat/", {**form, "do": do})
            assert answer.status_code == 403
        assert page(client, table) == ""
    assert Webhook.objects.get().status == 0
    table.asks("Mara", HandOver(1, 2))
    for left in (False, True):
        if left:
            table.asks("Mara", Leave(1))
        for do in ("set", "test", "remove"):
            answer = ines.post(f"{table.url}standings/chat/", {**form, "do": do})
            assert answer.status_code == 403
        assert page(ines, table) == ""
        assert "discord.com" in page(table.clients["Mara"], table)
    assert "Removed." in sends(table.clients["Mara"], table, "remove")
    assert "Saved." in sends(ines, table)
    assert Webhook.objects.get().set_by == 2
    assert "Removed." in sends(ines, table, "remove")
    assert ines.get(f"{table.url}standings/chat/")["Location"] == f"{table.url}standings/"


def test_a_closed_room_has_no_host(table: Table) -> None:
    mara = table.clients["Mara"]
    table.asks("Mara", Close(1))
    assert page(mara, table) == ""
    form = {"do": "set", "format": "json", "address": DISCORD}
    assert mara.post(f"{table.url}standings/chat/", form).status_code == 403


def test_a_form_of_another_site_is_refused(table: Table) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = table.clients["Mara"].cookies
    form = {"do": "set", "format": "json", "address": DISCORD}
    assert strict.post(f"{table.url}standings/chat/", form).status_code == 403
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (204, "took the last message."),
        (302, "answered 302: the address has moved. Copy it again."),
        (400, "answered 400: it didn't take the message."),
        (403, "answered 403: it doesn't let this address in."),
        (404, "answered 404: the webhook is gone."),
        (429, "answered 429: too many messages."),
        (503, "answered 503: it has a problem."),
    ],
)
def test_a_test_message_says_what_the_answer_was(
    table: Table, chat: ChatService, status: int, says: str
) -> None:
    mara, chat.status = table.clients["Mara"], status
    sends(mara, table, address=chat.address())
    said = sends(mara, table, "test")
    assert f"{chat.name} {says}" in said
    assert ("Switched off: the chat doesn't know this address any more." in said) == (status == 404)
    assert [one["event"] for one in chat.got] == ["test"]


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        ("no answer in time", "discord.com didn't answer in time."),
        (
            "not a public address",
            "discord.com can't be reached. It must be on the public internet.",
        ),
        ("gaierror", "discord.com can't be reached. It must be on the public internet."),
        ("SSLCertVerificationError", "discord.com has no valid certificate."),
        ("BadStatusLine", "discord.com gave an answer that makes no sense."),
    ],
)
def test_no_answer_is_explained_too(table: Table, problem: str, says: str) -> None:
    """A name inside the network and one that does not exist look the same."""
    sends(table.clients["Mara"], table)
    Webhook.objects.update(answered=clock.now(), problem=problem)
    assert says in page(table.clients["Mara"], table)


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("failing", "Switched off: no message has arrived for hours."),
        ("blocked", "Switched off: this site doesn't send messages to that host."),
        ("sealed", "Switched off: the address can't be read any more."),
    ],
)
def test_the_host_reads_why_it_is_off(table: Table, why: str, says: str) -> None:
    sends(table.clients["Mara"], table)
    Webhook.objects.update(off=clock.now(), why=why)
    assert says in page(table.clients["Mara"], table)


def test_too_many_forms_wait(table: Table, chat: ChatService) -> None:
    mara = table.clients["Mara"]
    sends(mara, table, address=chat.address())
    for _ in range(WEBHOOKS.most + WEBHOOKS.own):
        WEBHOOKS.hit("127.0.0.1", "")
    for _ in range(WEBHOOK_TESTS.most + WEBHOOK_TESTS.own):
        WEBHOOK_TESTS.hit("127.0.0.1", "")
    for do in ("test", "remove", "set"):
        assert "Slow down a little" in sends(mara, table, do)
    assert chat.got == []
    assert Webhook.objects.exists()


def test_the_host_reads_in_the_room_that_it_was_switched_off(table: Table) -> None:
    sends(table.clients["Mara"], table)
    words = "Your chat gets no messages any more."

    def told() -> list[bool]:
        pages = (client.get(table.url).content.decode() for client in table.clients.values())
        return [words in one for one in pages]

    assert not any(told())
    Webhook.objects.update(off=clock.now(), why="failing")
    by_name = dict(zip(table.clients, told(), strict=True))
    assert by_name.pop("Mara")
    assert not any(by_name.values())
    assert by_name
    assert words not in table.clients["Mara"].get(f"{table.url}screen/").content.decode()
    table.asks("Mara", Close(1))
    assert not any(told())
