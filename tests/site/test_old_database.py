"""A data folder from before the code was split into packages still works, running games included.

`tests/data/before_packages` holds the data of a server of that time, and what its users saw.
"""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from copy import deepcopy
from dataclasses import dataclass
from http.cookiejar import Cookie
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from farkle.rules.fields import FIELDS, RuleFields
from tests.support import services, stored
from tests.support.before_packages import BEFORE, Moved
from tests.support.client import PATIENCE_SECONDS, Browser, Page, choose, play

pytestmark = pytest.mark.no_cover
LOGGED_IN = {"mara", "laptop"}
"""A backup holds no sessions, so after a restore these users log in again."""

_numbers = count(1)


@dataclass(frozen=True)
class Site:
    """A server that runs the present code on the old data; `expected` is what users saw before."""

    server: services.Daphne
    expected: dict[str, Any]
    has_sessions: bool

    def code(self, room: str) -> str:
        return str(self.expected["rooms"][room])

    def browser(self, name: str) -> Browser:
        """Return a browser with the cookies that this user had."""
        browser = Browser(self.server.url)
        for key, value in self.expected["cookies"].get(name, {}).items():
            browser.jar.set_cookie(cookie(key, value))
        if name in LOGGED_IN and not self.has_sessions:
            self.log_in(browser)
        return browser

    def log_in(self, browser: Browser, password: str = "") -> str:
        """Log in to Mara's account; return where that leads."""
        secret = password or self.expected["password"]
        return browser.sent("/account/", "/account/log-in/", name="Mara", password=secret)[1]

    def page(self, name: str, room: str) -> Page:
        return Page(self.browser(name), self.code(room))

    def get(self, browser: Browser, address: str, **headers: str) -> str:
        request = urllib.request.Request(
            self.server.url + address, headers={"Cookie": browser.cookies, **headers}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return str(answer.read().decode())

    def status(self, browser: Browser, address: str) -> int:
        try:
            self.get(browser, address)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        return 200

    def saw(self, room: str, kind: str = "sync") -> dict[str, Any]:
        """Return the frame that the old server sent to a new spectator of the room."""
        return comparable(self.expected["syncs"][room][kind])


def cookie(name: str, value: str) -> Cookie:
    here = {"domain": "127.0.0.1", "domain_specified": False, "domain_initial_dot": False}
    path = {"path": "/", "path_specified": True, "port": None, "port_specified": False}
    kept = {"secure": False, "expires": None, "discard": True, "comment": None, "comment_url": None}
    return Cookie(version=0, name=name, value=value, rest={}, **here, **path, **kept)  # type: ignore[arg-type]


def record_of_then(file: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a game file without the rules that came since, at their default."""
    record = deepcopy(file["record"])
    for name, info in FIELDS.items():
        if info.newer and record["rules"].get(name) == getattr(RuleFields, name):
            del record["rules"][name]
    return dict(record)


def comparable(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame without what has come since: other scripts, `built` of a turn, the turn under
    way, the fingerprint of a game, and what is known of the founder, the door, absences and when
    somebody came or moved."""
    new = ("assets", "moved", "turn")
    found = {name: value for name, value in frame.items() if name not in new}
    for one in (room := found.get("room", {})), *found.get("players", ()):
        for name in ("founder", "holidays", "knocks", "since", "level", "needed"):
            one.pop(name, None)
    for name in ("door", "spectators", "abandon_days", "holiday_days", "odds"):
        room.get("settings", {}).pop(name, None)
    (room.get("paused") or {}).pop("again", None)
    (found.get("game") or {}).pop("fingerprint", None)
    for turn in found.get("turns", ()):
        turn.pop("built", None)
    return found


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param("postgres+redis", marks=[pytest.mark.postgres, pytest.mark.redis]),
    ]
)
def site(
    request: pytest.FixtureRequest, moved: Moved, migrated_folder: Path, tmp_path: Path
) -> Iterator[Site]:
    """Start a server on the old data: on the data folder, or on PostgreSQL from the backup."""
    expected = json.loads(moved((BEFORE / "expected.json").read_text(encoding="utf-8")))
    folder = tmp_path / "data"
    shutil.copytree(migrated_folder, folder)
    environ = {}
    if request.param != "sqlite":
        postgres = request.getfixturevalue("postgres")
        template = request.getfixturevalue("postgres_before")
        redis = request.getfixturevalue("redis")
        redis.flush()
        name = f"farkle_before_{next(_numbers)}"
        environ = {"DATABASE_URL": postgres.create(name, template), "REDIS_URL": redis.url}
    server = services.Daphne(folder, environ)
    try:
        yield Site(server, expected, has_sessions=request.param == "sqlite")
    finally:
        server.close()
        if environ:
            postgres.drop(name)


# Games in the middle


async def test_games_go_on_where_they_were(site: Site) -> None:
    await asyncio.gather(
        a_running_game(site), one_against_a_computer(site), a_paused_one(site), a_lobby(site)
    )
    await a_seat_code(site)
    assert "Traceback" not in site.server.log()
    site.server.terminate()  # A move during the check would look like a disagreement.
    stored.check_history(site.server)


async def a_running_game(site: Site) -> None:
    """A second device makes the next move of its seat; then everybody plays to the end."""
    async with AsyncExitStack() as stack:
        pages = {
            name: await stack.enter_async_context(site.page(name, "running"))
            for name in ("mara", "teo", "phone", "nora")
        }
        for page in pages.values():
            assert comparable(page.got("sync")[0]) == site.saw("running")
            await page.until(lambda page=page: page.got("talk"))
            assert page.got("talk")[0] == site.saw("running", "talk")
        mine = {name: page.mine for name, page in pages.items()}
        assert mine == {"mara": [1], "teo": [2], "phone": [2], "nora": [3]}
        phone, old = pages["phone"], site.saw("running")["game"]
        assert old["state"]["throw"], "dice lie on the table"
        kind, keep = choose(phone.here.may)
        answer = await phone.done(kind, player=2, game=1, ply=old["ply"], keep=keep)
        assert answer["n"] == site.saw("running")["n"] + 1
        assert phone.here.game["ply"] == old["ply"] + 1
        await asyncio.gather(*map(play, pages.values()))
        for page in pages.values():
            await page.until(lambda page=page: page.here.game["status"] == "over")
        assert phone.here.game["seed"]


async def one_against_a_computer(site: Site) -> None:
    """The computer finishes its turn by itself."""
    old = site.saw("computer")
    assert old["game"]["state"]["throw"], "dice lie on the table"
    async with site.page("uma", "computer") as uma:
        await uma.done("settings", player=1, pace="quick")
        await uma.until(lambda: uma.my_turn)
        assert uma.here.game["ply"] > old["game"]["ply"]
        then = uma.here.game["state"]["round"]
        await play(uma, lambda: uma.here.game["state"]["round"] > then)
        assert uma.here.game["state"]["round"] > then


async def a_paused_one(site: Site) -> None:
    """Two teams resume a game in which players may build on the turn before."""
    async with (
        site.page("nora", "teams") as nora,
        site.page("teo", "teams") as teo,
        site.page("uma", "teams") as uma,
    ):
        assert comparable(nora.got("sync")[0]) == site.saw("teams")
        assert (nora.mine, teo.mine, uma.mine) == ([1, 4], [2], [3])
        await nora.done("resume", player=1)
        assert "turn" in nora.here.due, "the turn has the rest of its time"
        await asyncio.gather(*(play(page, building=True) for page in (nora, teo, uma)))
        await nora.until(lambda: nora.here.game["status"] == "over")
        assert nora.here.room["series"]


async def a_lobby(site: Site) -> None:
    """A player takes back a seat that was given away, and who had it meanwhile sits elsewhere; the
    game uses the committed dice."""
    async with (
        site.page("nora", "lobby") as nora,
        site.page("teo", "lobby") as teo,
        site.page("uma", "lobby") as uma,
        site.page("stranger", "lobby") as stranger,
    ):
        assert comparable(nora.got("sync")[0]) == site.saw("lobby")
        await uma.until(lambda: uma.got("you"))
        assert uma.got("you")[0]["lost"] == [3]
        await uma.done("object", player=3)
        await uma.until(lambda: uma.mine == [3])
        await stranger.until(lambda: stranger.mine == [7])
        await nora.done("settings", player=1, pace="quick")
        await nora.done("start", player=1)
        assert nora.here.game["commitment"] == site.saw("lobby")["room"]["next"]["commitment"]
        assert "lobby-string-of-teo" in nora.here.game["strings"]
        assert sorted(set(nora.here.game["teams"])) == [0, 1]
        await asyncio.gather(*map(some_moves, (nora, teo, uma, stranger)))


async def some_moves(page: Page) -> None:
    await play(page, lambda: page.here.game["ply"] > 20)


async def a_seat_code(site: Site) -> None:
    """A code that was not used before the old server stopped still works."""
    tablet, seat = site.browser("nobody"), site.expected["seat_code"]
    assert tablet.take_seat(seat["code"]) == seat["room"]
    async with Page(tablet, seat["room"]) as page:
        assert page.mine == [seat["player"]]


# Commands sent again


async def test_commands_sent_again_get_the_answers_they_had(site: Site) -> None:
    """As clients do that lost an answer when the old server stopped."""
    for one in site.expected["forms"]:
        browser = site.browser(one["who"])
        landed = browser.sent(one["page"], one["action"], **one["fields"])[1]
        assert landed == one["leads"], one
    asked = site.expected["asked"]
    kinds = {one["frame"]["type"] for one in asked}
    assert kinds >= {"roll", "bank", "build", "start", "settings", "change", "join", "give", "say"}
    pages: dict[tuple[str, str], Page] = {}
    async with AsyncExitStack() as stack:
        for one in asked:
            key = one["who"], one["room"]
            if key not in pages:
                page = Page(site.browser(one["who"]), one["room"])
                pages[key] = await stack.enter_async_context(page)
            frame = dict(one["frame"])
            answer = await pages[key].command(frame.pop("type"), frame.pop("id"), **frame)
            assert answer == {"type": "ok", "id": one["frame"]["id"], "n": one["n"]}, one
        bank = next(one for one in asked if one["frame"]["type"] == "bank")
        other = {**bank["frame"], "ply": 999}
        again = await pages[bank["who"], bank["room"]].command(
            other.pop("type"), other.pop("id"), **other
        )
        assert again["code"] == "id_taken"
    for room in site.expected["syncs"].keys() - {"computer"}:
        async with site.page("nobody", room) as page:
            assert comparable(page.got("sync")[0]) == site.saw(room)
    assert "Traceback" not in site.server.log()


# Accounts, lists and past games


def test_users_find_their_rooms_rules_and_games(site: Site) -> None:
    for name, codes in site.expected["home"].items():
        assert rooms_on(site.get(site.browser(name), "/")) == set(codes), name
    assert "Your turn" in site.get(site.browser("teo"), "/")
    for name, saved in site.expected["saved"].items():
        found = site.get(site.browser(name), "/rules/mine/", Accept="application/json")
        assert json.loads(found) == {"saved": saved}
    for name, games in site.expected["mine"].items():
        found = json.loads(site.get(site.browser(name), "/games/mine.json"))["games"]
        assert [[one["about"]["room"], one["about"]["number"]] for one in found] == games
    browser = Browser(site.server.url)
    assert "done=" not in site.log_in(browser, "another password")
    assert site.log_in(browser) == "/account/?done=back"
    assert rooms_on(site.get(browser, "/")) == set(site.expected["home"]["mara"])
    assert "Sunday rules" in site.get(browser, "/account/data.json")
    for address in ("/games/", "/games/figures/", "/account/"):
        assert site.status(browser, address) == 200


def rooms_on(home: str) -> set[str]:
    return set(re.findall(r'href="/r/(\w{8})/"', home))


def test_past_games_are_shown_exported_and_checked(site: Site, tmp_path: Path) -> None:
    stranger = Browser(site.server.url)
    records = []
    for name, past in site.expected["past"].items():
        browser, address = site.browser(past["who"]), past["address"]
        assert site.get(browser, f"{address}game.csv") == past["csv"]
        records.append(json.loads(site.get(browser, f"{address}game.json")))
        if "json" in past:
            assert {**records[-1], "record": record_of_then(records[-1])} == past["json"]
        result = json.loads(site.get(browser, address.replace("/game/", "/result/")))
        for row in result["rows"]:
            row.pop("accuracy")  # nobody knew it then
        result.pop("swing")
        assert result == past["result"]
        for page in ("", "0/", "3/", "dice/", "game.txt"):
            assert site.status(browser, address + page) == 200, (name, page)
        only_players = name.startswith("odd")
        assert site.status(stranger, f"{address}game.csv") == (403 if only_players else 200)
    imported, won = site.expected["imported"], site.expected["past"]["won 1"]
    assert site.status(stranger, imported) == 200
    records.append(json.loads(site.get(stranger, f"{imported}game.json")))
    assert record_of_then(records[-1]) == won["json"]["record"]
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"farkle": "games", "version": 1, "games": records}))
    verified = subprocess.run(
        [sys.executable, "-m", "farkle", "verify", str(file)],
        cwd=services.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "Traceback" not in site.server.log()
