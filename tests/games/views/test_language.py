"""Choosing a language, and the texts of scripts."""

import re
from collections.abc import Iterator
from html import escape

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, override_settings


def test_sources_of_scripts_get_their_texts_from_the_catalogue(client: Client) -> None:
    with override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")]):
        texts = client.get("/texts/de.js")
        assert client.get("/texts/fr.js").status_code == 404
    assert texts["Content-Type"].startswith("text/javascript")
    assert '"{first}, {second}"' in texts.content.decode()


pytestmark = pytest.mark.django_db(transaction=True)
GERMAN = override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")])


@pytest.fixture
def german() -> Iterator[None]:
    with GERMAN:
        yield


def _language(page: HttpResponse) -> str:
    found = re.search(r'<html lang="([\w-]+)"', page.content.decode())
    assert found is not None
    return found[1]


@override_settings(LANGUAGES=[("en", "English")])
def test_one_language_offers_no_choice(client: Client) -> None:
    page = client.get("/about/").content.decode()
    assert "/language/" not in page
    assert "hreflang" not in page


@pytest.mark.usefixtures("german")
def test_a_page_is_in_the_language_of_its_address_the_choice_or_the_browser(client: Client) -> None:
    browser = {"accept-language": "de-AT, en;q=0.5"}
    assert _language(client.get("/about/")) == "en"
    assert _language(client.get("/about/", headers=browser)) == "de"
    client.post("/language/", {"language": "en"})
    assert _language(client.get("/about/", headers=browser)) == "en"
    assert _language(client.get("/about/?lang=de")) == "de"
    assert _language(client.get("/about/?lang=xx")) == "en"
    page = client.get("/about/").content.decode()
    assert 'hreflang="de" href="http://testserver/about/?lang=de"' in page
    assert 'hreflang="x-default" href="http://testserver/about/"' in page


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("referrer", "back"),
    [
        ("http://testserver/r/ABCD2345/?lang=de&step=3", "/r/ABCD2345/?step=3"),
        ("http://evil.test/r/ABCD2345/", "/"),
        ("http://testserver//evil.test/", "/"),
        ("http://testserver/language/", "/"),
        ("", "/"),
    ],
)
def test_the_reader_goes_on_where_they_were(client: Client, referrer: str, back: str) -> None:
    page = client.get("/language/", headers={"referer": referrer}).content.decode()
    assert f'name="next" value="{escape(back)}"' in page
    answer = client.post("/language/", {"language": "de", "next": back})
    assert (answer.status_code, answer["Location"]) == (302, back)


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("path", ["https://evil.test/", "//evil.test/", "/\\evil.test/", "evil"])
def test_a_form_of_another_site_leads_nowhere_else(client: Client, path: str) -> None:
    answer = client.post("/language/", {"language": "de", "next": path})
    assert answer["Location"] == "/"


@pytest.mark.usefixtures("german")
def test_an_unknown_language_is_not_stored(client: Client) -> None:
    page = client.post("/language/", {"language": "tlh", "next": "/rules/"})
    assert page.status_code == 200
    assert 'value="/rules/"' in page.content.decode()
    assert settings.LANGUAGE_COOKIE_NAME not in page.cookies


@pytest.mark.usefixtures("german")
def test_an_account_takes_its_language_to_another_browser(client: Client) -> None:
    account = {"name": "Mara", "password": "quite long enough"}
    client.post("/account/sign-up/", account)
    client.post("/language/", {"language": "de"})
    other = Client()
    other.post("/account/log-in/", account)
    assert _language(other.get("/about/")) == "de"
    # What this browser has chosen counts for more.
    third = Client()
    third.post("/language/", {"language": "en"})
    third.post("/account/log-in/", account)
    assert _language(third.get("/about/")) == "en"


@pytest.mark.usefixtures("german")
def test_programs_that_preview_a_link_get_the_language_of_the_room(client: Client) -> None:
    form = client.get("/", headers={"accept-language": "de"})
    sent = {"name": "Mara", "request_id": form.context["request_id"]}
    link = client.post("/rooms/", sent, headers={"accept-language": "de"})["Location"]
    assert _language(Client().get(link)) == "de"
    assert _language(Client().get(link, headers={"accept-language": "en"})) == "en"
    assert _language(Client().get(f"{link}rules/")) == "de"
