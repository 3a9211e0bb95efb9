"""The pages about the site: who runs it, its version, and what it keeps about people."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client

import farkle
from games.services.upkeep import cleanup
from tests.games.views.conftest import on_one_line

pytestmark = pytest.mark.django_db(transaction=True)


def read(path: str) -> str:
    """Return the source of a page, as a stranger gets it."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return on_one_line(answer.content.decode())


def test_the_version_is_shown_and_can_be_asked_for() -> None:
    assert f"Version {farkle.__version__}" in read("/about/")
    answer = Client().get("/version")
    assert answer.content.decode() == f"{farkle.__version__}\n"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_the_operator_names_who_runs_the_site(settings: LazySettings) -> None:
    for path in ("/about/", "/privacy/"):
        assert not Client().get(path).cookies
        assert "This site gives no contact." in read(path)
    settings.OPERATOR = "Mara <Lindqvist>"
    settings.CONTACT = "mailto:mara@farkle.example"
    settings.ABOUT = "For our <club>.\n\nSee https://club.example/rules"
    settings.PRIVACY = "The server stands in Helsinki."
    for path in ("/about/", "/privacy/"):
        page = read(path)
        assert "no contact" not in page
        assert "Mara &lt;Lindqvist&gt;" in page
        assert 'href="mailto:mara@farkle.example"' in page
        assert ">mara@farkle.example</a>" in page
        assert ("<p>For our &lt;club&gt;.</p>" in page) == (path == "/about/")
        assert ('<a href="https://club.example/rules"' in page) == (path == "/about/")
        assert ("<p>The server stands in Helsinki.</p>" in page) == (path == "/privacy/")
    settings.OPERATOR, settings.CONTACT = "", "https://farkle.example/contact"
    assert ">farkle.example/contact</a>" in read("/about/")


def test_what_is_kept_follows_what_the_site_does(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "90 days after the last visit" in read("/privacy/")
    monkeypatch.setattr(cleanup, "IMPORTS_AFTER", timedelta(days=1))
    assert "1 day after the last visit" in read("/privacy/")
    settings.MAIL, settings.BACKUPS = False, None
    page = read("/privacy/")
    assert "email address" not in page
    assert "backups" not in page
    settings.MAIL, settings.BACKUPS = True, settings.DATA_DIR
    page = read("/privacy/")
    assert "email address" in page
    assert "Daily backups" in page


@pytest.mark.parametrize("path", ["/", "/rules/", "/account/", "/figures/", "/about/"])
def test_pages_lead_to_what_the_site_says_about_itself(path: str) -> None:
    footer = read(path).partition("<footer")[2]
    assert 'href="/about/"' in footer
    assert 'href="/privacy/"' in footer
