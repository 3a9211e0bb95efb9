"""What a browser loads for each kind of page: how many files, and how many bytes."""

import gzip
import re
from posixpath import join, normpath

import pytest
from django.test import Client

from games.people.identity import COOKIE
from games.services.accounts import people
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

BUDGETS = {  # requests and compressed bytes: what they take, and two per cent more
    "home": (7, 23_300),
    "invitation": (6, 16_000),
    "room": (7, 92_700),
    "screen": (8, 96_000),
    "past game": (7, 32_000),
    "check of the dice": (6, 17_800),
    "my games": (5, 12_300),
    "rules": (7, 22_500),
    "a rule set": (7, 21_000),
}

_LOADED = re.compile(
    r"""<(?:link|script|img|source|use)\b[^>]*?\b(?:href|src)="(/[^"#]*)[#"][^>]*>"""
)
_SHOWN = re.compile(r"""url\(["']?([^"')]+)["']?\)|@import ["']([^"']+)["']""")
_IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]""")


@pytest.fixture
def pages() -> dict[str, tuple[Client, str]]:
    """Each kind of page: who asks for it, and its path."""
    person, cookie = new_guest()
    player = Client()
    player.cookies[COOKIE] = cookie
    lobby, past = Place(3), Place(3)
    past.start()
    past.play_out()
    for place in (lobby, past):
        people.merge(place.people[0], person)
    room, game = f"/r/{lobby.code}/", f"/r/{past.code}/game/1/"
    return {
        "home": (Client(), "/"),
        "invitation": (Client(), room),
        "room": (player, room),
        "screen": (player, f"{room}screen/"),
        "past game": (player, game),
        "check of the dice": (player, f"{game}dice/"),
        "my games": (player, "/games/"),
        "rules": (Client(), "/rules/"),
        "a rule set": (Client(), "/rules/standard/"),
    }


def _fetched(client: Client, path: str) -> bytes:
    answer = client.get(path, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200, path
    return bytes(answer.content)


def _first_load(client: Client, path: str) -> dict[str, int]:
    """Return the paths of everything that the page needs, each with its compressed size."""
    found = {path: len(_fetched(client, path))}
    page = client.get(path).content.decode()
    waiting = [
        match[1]
        for match in _LOADED.finditer(page)
        if not re.search(r'rel="(?!stylesheet|icon)|loading="lazy"', match[0])
    ]
    while waiting:
        needed = waiting.pop()
        if needed in found:
            continue
        found[needed] = len(_fetched(client, needed))
        if needed.endswith((".css", ".js")):
            text = client.get(needed).content.decode()
            inside = _SHOWN.findall(text) if needed.endswith(".css") else _IMPORTED.findall(text)
            names = ("".join(one) for one in inside)
            waiting += [normpath(join(needed, "..", name)) for name in names]
    return found


def test_each_page_needs_few_files_and_few_bytes(pages: dict[str, tuple[Client, str]]) -> None:
    assert pages.keys() == BUDGETS.keys()
    for kind, page in pages.items():
        found = _first_load(*page)
        requests, size = BUDGETS[kind]
        assert len(found) <= requests, (kind, found)
        assert sum(found.values()) < size, (kind, found)
        endings = [path.rsplit(".", 1)[-1] for path in found]
        assert endings.count("css") == 1, (kind, found)
        # One of the two runs before the first paint.
        assert endings.count("js") <= 2, (kind, found)


def test_a_rooms_page_is_small() -> None:
    """Dialogs that are seldom opened are fetched: see `templates/room/fetched_dialogs.html`."""
    person, cookie = new_guest()
    client = Client()
    client.cookies[COOKIE] = cookie
    lobby, playing, over = Place(6), Place(6), Place(6)
    playing.start()
    over.start()
    over.play_out()
    for place in (lobby, playing, over):
        people.merge(place.people[0], person)
        for page in ("", "screen/"):
            html = client.get(f"/r/{place.code}/{page}").content
            assert b'id="table"' in html
            assert len(gzip.compress(html, 6)) < 11_500, (place.fresh().status, page)


def test_a_visitor_loads_the_rooms_script_before_they_join(
    pages: dict[str, tuple[Client, str]],
) -> None:
    script = re.compile(r'<script type="module" src="([^"]+)">')
    client, path = pages["room"]
    room = script.findall(client.get(path).content.decode())
    guest, path = pages["invitation"]
    ahead = re.findall(r'<link rel="prefetch" href="([^"]+)">', guest.get(path).content.decode())
    assert ahead == room != []
