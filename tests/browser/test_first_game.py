"""The whole path: open a room, send the link, play a whole family game live."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.support import services
from tests.support.seats import PHONE, Seat, play_to_the_end

WHO_IS_NEXT = """
    window.next_ones = new Set();
    const words = document.querySelector("#roll small");
    new MutationObserver(() => window.next_ones.add(words.textContent)).observe(words, { childList: true });
"""  # noqa: E501  # a program


def opens_a_room(seat: Seat, name: str) -> str:
    """Open a room from the home page, and return its address. The rules go along in the form, as
    they do from a page of rules."""
    seat.page.goto("/")
    seat.page.get_by_label("Your name").fill(name)
    seat.page.locator("#start-form").evaluate(
        """(form) => {
            const field = document.createElement("input");
            form.append(Object.assign(field, { type: "hidden", name: "rules", value: "1.family" }));
        }"""
    )
    seat.page.get_by_role("button", name="Play with friends").click()
    seat.is_live()
    return seat.page.url


def sits_down(seat: Seat, url: str, name: str) -> None:
    """Sit down by a link."""
    seat.page.goto(url)
    seat.page.get_by_label("Your name").fill(name)
    seat.page.get_by_role("button", name="Join").click()
    seat.is_live()


def test_two_browsers_play_a_whole_family_game(
    take_seat: Callable[..., Seat], server: services.Daphne
) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    url = opens_a_room(mara, "Mara")
    sits_down(ines, url, "Ines")
    for seat in (mara, ines):
        seat.sees(2)
    mara.plays_to(1500, entry_min=350)
    mara.starts()
    mara.page.evaluate(WHO_IS_NEXT)

    play_to_the_end([mara, ines], by_table=True)

    titles = {seat.page.locator("#win-title").inner_text() for seat in (mara, ines)}
    assert titles in ({"You win!", "Mara wins"}, {"You win!", "Ines wins"})
    for seat in (mara, ines):
        title = seat.page.locator("#win-title").inner_text()
        expect(seat.page.locator("#announce")).to_contain_text(title)
    rows = [seat.page.locator("#final-rows .total .vh").all_inner_texts() for seat in (mara, ines)]
    assert rows[0] == rows[1]
    assert int(rows[0][0].replace(",", "")) >= 1_500

    # While her own farkle was on show, Mara was told who is next.
    named = mara.page.evaluate("[...next_ones].filter((words) => words.endsWith('is next'))")
    assert named in ([], ["Ines is next"])

    # Each throw was pushed to both: after Ines sat down, both received the same events.
    told = [seat.heard() for seat in (mara, ines)]
    since = told[1][0]["n"]
    first = [frame for frame in told[0] if frame["n"] >= since]
    assert first == told[1]
    numbers = [frame["n"] for frame in told[1]]
    assert numbers == list(range(since, since + len(numbers)))
    throws = [event for frame in told[1] for event in frame["events"] if event[0] == "rolled"]
    assert throws

    # And all of it is stored.
    stored = _stored(server, url)
    assert [number for number, _ in stored] == list(range(1, numbers[-1] + 1))
    assert sum(text.count('"rolled"') for _, text in stored) == len(throws)
    expect(mara.page.locator("#rematch")).to_be_visible()


def _stored(server: services.Daphne, url: str) -> list[tuple[int, str]]:
    path = Path(server.environ["DATABASE_URL"].removeprefix("sqlite:///"))
    with sqlite3.connect(path) as database:
        rows = database.execute(
            "select number, events from games_event where room_id = "
            "(select id from games_room where code = ?) order by number",
            [url.rstrip("/").rsplit("/", 1)[-1]],
        )
        found = rows.fetchall()
    database.close()
    return found
