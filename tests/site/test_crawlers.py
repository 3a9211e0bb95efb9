"""What search engines may list: no page that holds a code."""

import xml.etree.ElementTree as ET
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.rules.choices import CHOICES
from tests.games.views.conftest import Table
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def test_rooms_past_games_and_their_files_are_not_listed() -> None:
    table = Table()
    table.opened_by("Mara")
    place = Place()
    place.start()
    place.play_out()
    game = f"/r/{place.code}/game/1/"
    files = [f"{game}game.{ending}" for ending in ("json", "csv", "txt")]
    room = [f"{table.url}{page}" for page in ("", "screen/", "rules/", "standings/", "qr.svg")]
    others = ["/games/", "/people/", "/account/", "/notices/", "/rules/mine/", "/nowhere/"]
    for path in (*room, game, f"{game}dice/", *files, *others):
        assert Client().get(path).headers["X-Robots-Tag"] == "noindex", path


def test_the_home_page_the_rules_and_what_the_site_says_about_itself_are_listed() -> None:
    client = Client()
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert "User-agent: *" in lines
    assert "Disallow: /" not in lines
    assert "Sitemap: http://testserver/sitemap.xml" in lines
    answer = client.get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    paths = [
        urlsplit(str(node.text)).path
        for node in ET.fromstring(answer.content).iter()
        if node.tag.endswith("loc")
    ]
    assert paths[:4] == ["/", "/rules/", "/about/", "/privacy/"]
    assert len(paths) == 4 + len(CHOICES)
    assert "/rules/standard/" in paths
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200
        assert "X-Robots-Tag" not in answer.headers
    assert not any("/r/" in path for path in paths)


def test_programs_that_ask_for_favicon_ico_get_the_icon() -> None:
    assert Client().get("/favicon.ico")["Location"] == "/static/img/icon-192.png"
