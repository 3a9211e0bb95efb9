"""Two people in one room, each in a language of their own."""

import re
from collections.abc import Callable

from django.conf import settings
from playwright.sync_api import Page, expect
from polib import pofile  # type: ignore[import-untyped]

from games.languages import catalogue
from tests.browser.test_keyboard import LISTEN
from tests.support.seats import Seat, by_keys, play_one, until, where
from tests.support.tables import turn_of

THOUSANDS = {"de": ".", "ru": "\xa0", "fr": "\u202f"}
"""What stands between thousands and hundreds."""

TOLD = {
    True: ["You bank {points}. Your score: {total}."],
    False: [
        "banks {points} for a total of {total}",
        "{name} banks {points} for a total of {total}.",
    ],
}
"""What is announced of a bank, to the player and to others: with the rest of the turn or alone."""


def _words(language: str, message: str, **values: int | str) -> str:
    """Return a text of scripts as a reader of this language gets it."""
    folder = settings.LOCALE_PATHS[0]
    texts = pofile(str(catalogue(folder, language, "djangojs")))
    numbers = {
        name: f"{value:,}".replace(",", THOUSANDS[language]) if isinstance(value, int) else value
        for name, value in values.items()
    }
    return str(texts.find(message).msgstr).format(**numbers)


def _are_told_of_a_bank(mara: Seat, ines: Seat, languages: dict[Seat, str]) -> None:
    """Play on until somebody banks. Both hear and read it, each in their language."""
    for seat in (mara, ines):
        seat.page.evaluate(LISTEN)
    events: list[list[int]] = []
    while not events:
        turn = turn_of(mara, ines)[0]
        before = len(mara.heard())
        play_one(turn, by_keys, enough=50)
        frames = mara.heard()[before:]
        events = [given for frame in frames for name, *given in frame["events"] if name == "banked"]
    (_, points, total), *_ = events
    name = "Mara" if turn is mara.page else "Ines"
    for seat, language in languages.items():
        page = seat.page
        values: dict[str, int | str] = {"name": name, "points": points, "total": total}
        told = [_words(language, message, **values) for message in TOLD[page is turn]]
        until(page, "(words) => told.some((text) => words.some((one) => text.includes(one)))", told)
        line = _words(language, "{name} banked {points}", **values)
        expect(page.locator("#log > li").first).to_contain_text(line)
        goal = _words(language, "Goal: {target}", target=4_000)
        expect(page.locator("#pad-goal")).to_have_text(goal)


def _place(page: Page) -> list[object]:
    """Return the dice on the table, and who has how many points."""
    dice = page.locator("#thrown > .die").evaluate_all(
        "(dice) => dice.map((die) => die.dataset.face)"
    )
    return [page.url, dice, re.findall(r"Mara|Ines|\d+", page.locator("#pad-rows").inner_text())]


def test_each_follows_a_game_in_a_language_of_their_own_and_may_change_it(
    take_seat: Callable[..., Seat],
) -> None:
    mara, ines = take_seat(locale="de-DE"), take_seat(locale="ru-RU")
    ines.sits_down(mara.opens_a_room("Mara", "kcd"), "Ines")
    mara.sees(2)
    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    _are_told_of_a_bank(mara, ines, {mara: "de", ines: "ru"})

    # In the middle of her turn Mara takes another language.
    page = mara.page
    while (turn := turn_of(mara, ines)[0]) is not page or where(turn) != "choose":
        play_one(turn, by_keys, enough=50)
    before = _place(page)
    page.locator('header [data-sheet="more-sheet"]').click()
    page.locator('#more-sheet [data-sheet="settings-sheet"]').click()
    page.locator('#settings-sheet a[href="/language/"]').click()
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#table")).to_be_visible()
    assert turn_of(mara, ines)[0] is page
    assert (where(page), _place(page)) == ("choose", before)
    _are_told_of_a_bank(mara, ines, {mara: "fr", ines: "ru"})
