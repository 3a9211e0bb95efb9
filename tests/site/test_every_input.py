"""No page breaks, whatever is in a path, a query, a header, a cookie or a form."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from urllib.parse import quote_from_bytes, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import services
from tests.support.client import Browser
from tests.support.outside.raw_http import Address, RawRequest, every_address, status

BACKENDS = (
    "sqlite",
    pytest.param("postgres+redis", marks=[pytest.mark.postgres, pytest.mark.redis]),
)
EXAMPLES = 3
"""How many requests are made to each address, on each database."""

MONSTERS = (
    *(b"\0", b"a\0b", b"\x1f", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbf\xbf", b"\xc0\x80"),
    *(b"9999-12-31", b"0001-01-01", b"2026-02-30", b"9" * 30, b"-1", b"0", b"1e999", b"NaN"),
    *("٣".encode(), "²".encode(), "🎲".encode(), "\u202eevil".encode(), "ß".encode() * 30),
    *(b"%", b"%%00", b"%c0", b"..", b"'\"<>", b"{}", b"[" * 3000, b"null", b'{"a":"\\u0000"}'),
    *(b'"\\000"', b'"\\377"', b"a=b=c", b"x" * 6000, b""),
)
"""Bytes that have broken a program, this one or another."""

NAMES = (
    *("people", "rules", "result", "since", "until", "room", "after", "code", "part", "luck"),
    *("try", "keep"),
    *("watch", "done", "name", "password", "old", "new", "level", "request", "player", "how"),
    *("record", "replace", "another", "next", "q", "o", "p", "_facets", "status__exact", "e"),
    *("username", "language", "csrfmiddlewaretoken", "file"),
    *("do", "whom", "format", "address", "chat"),
    *("endpoint", "p256dh", "auth", "zone", "device", "pause", "kinds", "is_quiet", "start"),
    *("email", "wanted", "new_password1", "who", "do", "did", "whom", "back", "removed"),
    *("credential", "season", "number", "told", "saved", "practice", "but"),
    *("roll", "keep", "practice_rules", "position", "question", "class", "names", "part"),
)
"""The names that views look up in queries and forms."""

HEADERS = (
    *(b"X-Forwarded-For", b"X-Forwarded-Proto", b"X-Forwarded-Host", b"Accept-Language", b"Accept"),
    *(b"Accept-Encoding", b"Content-Type", b"Referer", b"Range", b"If-None-Match"),
    *(b"If-Modified-Since", b"User-Agent", b"X-Requested-With", b"Content-Encoding"),
)
COOKIES = (
    *(b"sessionid", b"csrftoken", b"farkle_guest", b"farkle_notices", b"farkle_device"),
    *(b"django_language",),
    *(b"messages", b"other"),
)
TYPES = (
    *(b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x", b"text/plain"),
    *(b"application/x-www-form-urlencoded; charset=utf-16", b"multipart/form-data", b"\xff"),
)


PASSWORD = "a word too many"


@dataclass(frozen=True)
class Site:
    """A server with a room, a finished game and an account, and the cookies of its host."""

    server: services.Daphne
    cookies: tuple[tuple[bytes, bytes], ...]
    values: dict[str, bytes]
    """The value for the parameter of an address, by its converter."""

    def breaks(self, request: RawRequest) -> bool:
        """Return whether the site fails over this request."""
        return status(self.server.port, request) >= 500


@pytest.fixture(scope="module", params=BACKENDS)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Start a server that believes X-Forwarded-For, sends mail, and has something to show on every
    page."""
    folder = tmp_path_factory.mktemp("site")
    environ = {"FARKLE_BEHIND_PROXY": "yes", "FARKLE_LIMITS_FACTOR": "100000"}
    # Without a mail server a dozen addresses do not exist; nothing listens at this port.
    environ |= {"EMAIL_URL": "smtp://127.0.0.1:9", "EMAIL_FROM": "farkle@farkle.test"}
    if request.param == "sqlite":
        template = request.getfixturevalue("sqlite_template")
        environ["DATABASE_URL"] = services.copy_sqlite(template, folder / "farkle.sqlite3")
    else:
        postgres = request.getfixturevalue("postgres")
        template = request.getfixturevalue("postgres_template")
        environ["DATABASE_URL"] = postgres.create("farkle_input", template)
        environ["REDIS_URL"] = request.getfixturevalue("redis").url
    started = services.Daphne(folder, environ)
    script = (
        "from django.contrib.auth.models import User; from tests.support.rooms import Place;"
        "place = Place(2, rules='kcd'); place.start(); place.play_out(); print(place.code);"
        f"mara = User.objects.create_superuser('mara', password='{PASSWORD}');"
        "place.people[0].user = mara; place.people[0].save()"
    )
    done = services.manage(started.environ, "shell", "-c", script)
    assert done.returncode == 0, done.stderr
    browser = Browser(started.url)
    browser.headers = lambda: {"X-Forwarded-Proto": "http"}
    browser.sent("/account/", "/account/log-in/", name="mara", password=PASSWORD)
    values = {"room": done.stdout.split()[-1].encode(), "rules": b"1.family", "int": b"1"}
    cookies = tuple((cookie.name.encode(), str(cookie.value).encode()) for cookie in browser.jar)
    assert {name for name, _ in cookies} >= {b"sessionid", b"csrftoken"}
    yield Site(started, cookies, values)
    started.close()


monsters = st.one_of(st.sampled_from(MONSTERS), st.binary(max_size=12))
in_headers = monsters.map(lambda value: value.translate(None, b"\r\n\0"))
quoted = monsters.map(lambda value: quote_from_bytes(value).encode())
fields = st.lists(st.tuples(st.sampled_from(NAMES), monsters), max_size=3)


@st.composite
def requests(draw: st.DrawFn, site: Site, address: Address) -> RawRequest:
    """Draw a request to this address with something odd in most of its parts."""
    usual = [site.values.get(hole, b"1") for hole in address.holes]
    values = [draw(quoted) if draw(st.integers(0, 3)) == 0 else one for one in usual]
    path = address.filled(*values) + draw(st.one_of(st.just(b""), quoted))
    method = draw(st.sampled_from([b"GET", b"POST", b"POST", b"HEAD", b"PUT"]))
    cookies = dict(site.cookies)
    if b"log-out" in path or draw(st.booleans()):
        cookies |= dict(draw(st.lists(st.tuples(st.sampled_from(COOKIES), in_headers), min_size=1)))
        cookies[b"csrftoken"] = draw(st.sampled_from([dict(site.cookies)[b"csrftoken"], b"x"]))
    if b"log-out" in path:
        cookies[b"sessionid"] = b"nobody"
    headers = draw(st.lists(st.tuples(st.sampled_from(HEADERS), in_headers), max_size=3))
    body = b""
    if method in (b"POST", b"PUT"):
        token = ("csrfmiddlewaretoken", cookies[b"csrftoken"])
        body = urlencode([*draw(fields), token]).encode()
        kind = draw(st.one_of(st.just(TYPES[0]), st.sampled_from(TYPES)))
        headers = [(b"Content-Type", kind), *headers]
    return RawRequest(
        path,
        method=method,
        query=urlencode(draw(fields)).encode(),
        headers=tuple(headers),
        cookies=tuple(cookies.items()),
        body=body,
    )


def test_every_address_is_in_the_list() -> None:
    found = {address.filled(*(b"1" for _ in address.holes)) for address in every_address()}
    assert {b"/", b"/games/", b"/r/1/game/1/1/", b"/rules/1/card/", b"/admin/games/room/"} <= found


def test_no_request_breaks_a_page(site: Site) -> None:
    for address in every_address():

        @settings(max_examples=EXAMPLES, database=None)
        @given(requests(site, address))
        def ask(request: RawRequest) -> None:
            assert not site.breaks(request)

        ask()


def test_what_broke_pages_once_breaks_none(site: Site) -> None:
    room = b"/r/" + site.values["room"] + b"/"
    in_socket = room.replace(b"/r/", b"/ws/room/")
    nuls = (b'"long-enough\\000"', b"long-enough\0")  # as a cookie may say it, and as it is
    paths = [
        address.filled(*(b"%00" for _ in address.holes))
        for address in every_address()
        if "str" in address.holes or "path" in address.holes
    ]
    queries = [
        *("since=9999-12-31", "until=9999-12-31", "since=0001-01-01", "until=0001-01-01"),
        *("people=%00", "room=%00", "after=%00", "after=99999999999999999-1", "x=%00"),
    ]
    asked = [
        *(RawRequest(path, cookies=site.cookies) for path in [*paths, room + b"%00", b"/%00"]),
        *(RawRequest(b"/games/", query=one.encode(), cookies=site.cookies) for one in queries),
        RawRequest(b"/find/", query=b"code=%00"),
        RawRequest(b"/admin/games/room/", query=b"q=%00", cookies=site.cookies),
    ]
    for name, nul in product(COOKIES, nuls):
        cookies = (*(pair for pair in site.cookies if pair[0] != name), (name, nul))
        asked += [RawRequest(path, cookies=cookies) for path in (room, b"/")]
        asked.append(RawRequest(in_socket, cookies=cookies, upgrade=True))
    for address in (b"\xff\xfe", b"\xed\xa0\x80", b"x" * 500, b","):
        forwarded = ((b"X-Forwarded-For", address),)
        asked += [RawRequest(path, headers=forwarded) for path in (room, b"/r/22222222/")]
        asked.append(RawRequest(in_socket, headers=forwarded, upgrade=True))
    # Numbers of accounts: NUL, one that is too large, "²", and what is no text.
    users = (b"AA", b"OTk5OTk5OTk5OTk5OTk5OTk5OTk5", b"wrI", b"_w", b"%C2%B2")
    asked += [RawRequest(b"/account/reset/%s/x/" % user) for user in users]
    asked += [
        RawRequest(
            b"/account/mail/",
            method=b"POST",
            headers=((b"Content-Type", TYPES[0]),),
            cookies=site.cookies,
            body=urlencode(
                {"csrfmiddlewaretoken": dict(site.cookies)[b"csrftoken"]} | form
            ).encode(),
        )
        for form in (
            {"email": f"{'a' * 240}@{'b' * 50}.test", "password": PASSWORD},  # for no column
            {"email": '"\x01"@home.test', "password": PASSWORD},
        )
    ]
    assert not [request for request in asked if site.breaks(request)]


def test_pages_of_emails_are_there(site: Site) -> None:
    """Where they are not, the tests above say nothing of them."""
    assert status(site.server.port, RawRequest(b"/mail/confirm/1/")) == 410
    assert status(site.server.port, RawRequest(b"/account/reset/1/1/")) == 200
