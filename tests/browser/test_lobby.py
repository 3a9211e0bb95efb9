"""The lobby: everybody sees at once what anybody does there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.page_faults import keeps_within_its_edge
from tests.support.seats import PHONE, Seat, until

Taker = Callable[..., Seat]
Three = tuple[Seat, Seat, Seat]


def _names(page: Page) -> list[str]:
    return page.locator("#seats .name").all_inner_texts()


def _three(take_seat: Taker, third: str = "Teo") -> Three:
    mara, ines, teo = take_seat(), take_seat(size=PHONE), take_seat()
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    teo.sits_down(url, third)
    for seat in (mara, ines, teo):
        seat.sees(3)
        # The dialog of an absent player's seat moves when the player comes back.
        expect(seat.page.locator("#seats .tag", has_text="away")).to_have_count(0)
    return mara, ines, teo


@pytest.fixture(scope="module")
def three(take_lasting_seat: Taker) -> Three:
    """A room for the tests that leave everybody in their seat."""
    return _three(take_lasting_seat)


def _menu(page: Page, name: str) -> None:
    """Open the sheet of somebody's seat."""
    page.locator("#seats > li", has_text=name).locator(".tool").click()
    expect(page.locator("#seat-sheet")).to_be_visible()


def test_name_colour_and_material_are_seen_by_all(three: Three) -> None:
    mara, ines, _ = three
    _menu(ines.page, "Ines")
    ines.page.get_by_role("button", name="teal").click()
    expect(ines.page.get_by_role("button", name="teal")).to_have_attribute("aria-pressed", "true")
    ines.page.get_by_role("button", name="dark").click()
    expect(ines.page.get_by_role("button", name="dark")).to_have_attribute("aria-pressed", "true")
    expect(mara.page.locator('[data-lot="2"]')).to_have_attribute("data-material", "dark")
    expect(mara.page.locator('[data-lot="1"]')).to_have_attribute("data-material", "ivory")
    hostile = "<b onclick=x>Ines</b>"
    ines.page.locator("#seat-name").fill(hostile)
    ines.page.get_by_role("button", name="Rename").click()
    expect(ines.page.locator("#seat-sheet")).to_be_hidden()
    row = mara.page.locator("#seats > li").nth(1)
    expect(row.locator(".name")).to_have_text(hostile)
    expect(row.locator(".dot")).to_have_class("dot p6")
    expect(row.locator(".dot")).to_have_attribute("data-material", "dark")
    # The next room knows the name; nothing of it was ever markup.
    assert mara.page.locator("#seats b").count() == 0


def test_the_host_orders_removes_and_hands_over(take_seat: Taker) -> None:
    mara, ines, teo = _three(take_seat)
    _menu(mara.page, "Teo")
    mara.page.locator("#seat-up").click()
    for seat in (mara, ines, teo):
        expect(seat.page.locator("#seats .name")).to_have_text(["Mara", "Teo", "Ines"])
    # Wherever he is, he is out of it at once.
    teo.edits()
    teo.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator("#seat-remove").click()
    mara.page.locator("#ask-yes").click()
    mara.sees(2)
    expect(
        teo.page.get_by_role("heading", name="The host removed you from this room.")
    ).to_be_visible()
    assert teo.page.url == mara.page.url
    expect(teo.page.locator("main")).to_contain_text("can't rejoin with this link")
    expect(teo.page.get_by_role("button", name="Join")).to_have_count(0)

    _menu(mara.page, "Ines")
    mara.page.locator("#seat-host").click()
    mara.page.locator("#ask-yes").click()
    expect(ines.page.locator("#notice")).to_have_text("You're the host now.")
    expect(ines.page.locator("#start")).to_be_visible()
    expect(mara.page.locator("#start")).to_be_hidden()
    assert _names(ines.page) == ["Mara", "Ines"]


def _yellow(page: Page) -> Locator:
    """Return the yellow buttons, but for those behind an open dialog."""
    top = page.locator("dialog[open], body:not(:has(dialog[open]))")
    return top.locator(".btn.main, .enter.main").filter(visible=True)


def test_one_button_is_yellow_at_any_time(three: Three, take_seat: Taker) -> None:
    mara, ines, _ = three
    expect(_yellow(mara.page)).to_have_text(["Start game (3 players)"])
    expect(_yellow(ines.page)).to_have_count(0)
    expect(ines.page.locator("#empty-seat")).to_have_text("More players can join")
    mara.page.locator("#change-rules").click()
    expect(_yellow(mara.page)).to_have_text(["Done"])
    mara.page.keyboard.press("Escape")
    uli = take_seat(size=PHONE)
    uli.page.goto(mara.page.url)
    expect(_yellow(uli.page)).to_have_text(["Join"])
    uli.page.goto("/")
    expect(_yellow(uli.page)).to_have_text(["Play now against the computer"])


def test_nobody_starts_alone_and_the_button_says_why(take_seat: Taker) -> None:
    mara = take_seat()
    mara.opens_a_room("Mara")
    expect(_yellow(mara.page)).to_have_count(1)
    expect(mara.page.locator("#start")).to_have_attribute("aria-disabled", "true")
    expect(mara.page.locator("#start-words")).to_have_text(
        "You need two players. Invite a friend, add one on this device, or add a computer."
    )
    expect(mara.page.locator("#empty-seat")).to_have_text("Waiting for players…")
    mara.page.locator("#start").click(force=True)
    expect(mara.page.locator("#notice")).to_have_text("You need at least two players.")
    expect(mara.page.locator("#lobby")).to_be_visible()


def test_a_guest_joins_and_reads_the_lobby_without_any_script(
    three: Three, take_seat: Taker
) -> None:
    mara, _, _ = three
    uli = take_seat(size=PHONE, java_script_enabled=False)
    uli.page.goto(mara.page.url)
    expect(uli.page.get_by_role("heading", level=1)).to_have_text("Mara invited you to play Farkle")
    expect(uli.page.get_by_text("Roll six dice. Keep what scores.")).to_be_visible()
    uli.page.get_by_label("Your name").fill("Uli")
    uli.page.get_by_role("button", name="Join").click()
    expect(uli.page.get_by_text("Waiting for Mara to start the game.")).to_be_visible()
    expect(uli.page.locator("#seats .name").last).to_have_text("Uli")
    mara.sees(4)
    _menu(mara.page, "Uli")
    mara.page.locator("#seat-remove").click()
    mara.page.locator("#ask-yes").click()
    mara.sees(3)


def test_rules_change_before_everybodys_eyes(three: Three) -> None:
    mara, ines, _ = three
    expect(ines.page.locator("#change-rules")).to_be_hidden()
    mara.chooses("entry")
    for seat in (mara, ines):
        expect(seat.page.locator("#rules-name")).to_have_text("Strict")
        card = seat.page.locator("#rules-sheet .card")
        expect(card).to_contain_text("roll all dice again, and score")
        expect(seat.page.locator("#rules-goal")).to_have_text("Exactly 10,000 · about 20 min")
    expect(mara.page.locator('[data-preset="entry"]')).to_have_attribute("aria-pressed", "true")


def test_a_listed_room_is_found_from_home_and_a_closed_one_says_so(take_seat: Taker) -> None:
    mara, stranger = take_seat(), take_seat()
    mara.opens_a_room("Mara")
    mara.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator('#more-sheet [data-sheet="room-sheet"]').click()
    mara.page.locator("#room-name-input").fill("Kitchen table")
    mara.page.locator("#room-name-form button").click()
    expect(mara.page.locator("#room-name")).to_have_text("Kitchen table")
    mara.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator('#more-sheet [data-sheet="room-sheet"]').click()
    mara.page.locator("#room-listed").check()
    kitchen = stranger.page.get_by_role("link", name="Kitchen table")
    stranger.page.goto("/")
    while not kitchen.count():  # it is listed once the command has been performed
        stranger.page.goto("/")
    kitchen.click()
    stranger.page.get_by_label("Your name").fill("Zoë")
    stranger.page.get_by_role("button", name="Join").click()
    mara.sees(2)
    mara.page.locator("#room-close").click()
    mara.page.locator("#ask-yes").click()
    for seat in (mara, stranger):
        expect(seat.page.get_by_role("heading", name="This room is closed")).to_be_visible()


def _leaves(page: Page) -> None:
    page.locator('header [data-sheet="more-sheet"]').click()
    page.locator("#leave-open").click()
    page.locator("#ask-yes").click()
    expect(page.get_by_role("button", name="Play with friends")).to_be_visible()


def test_leaving_gives_the_seat_up_and_leads_home(take_seat: Taker) -> None:
    wide = "W" * 24
    mara, ines, teo = _three(take_seat, wide)
    _leaves(teo.page)
    for seat in (mara, ines):
        seat.sees(2)
        notice = seat.page.locator("#notice")
        expect(notice).to_have_text(f"{wide} left.")
        # On a busy machine the notice may be hidden again before it can be measured.
        right, width = notice.evaluate("""node => {
            node.hidden = false;
            const words = node.querySelector("#notice-words");
            return [words.getBoundingClientRect().right, innerWidth];
        }""")
        assert 0 < right <= width
    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    _leaves(ines.page)
    expect(mara.page.locator("#win-how")).to_have_text("Everyone else left.")


def test_the_link_goes_to_the_phones_own_share_sheet(take_seat: Taker) -> None:
    mara = take_seat(size=PHONE)
    mara.context.add_init_script(
        "navigator.share = async (what) => { window.shared = what; throw new Error('closed'); }"
    )
    url = mara.opens_a_room("Mara")
    share = mara.page.locator("#lobby [data-share]")
    # The one yellow button while somebody sits alone.
    expect(share).to_have_class("btn main")
    share.click()
    wanted = {
        "title": "Mara's room",
        "text": "Join me for a game of Farkle: Mara's room",
        "url": url,
    }
    until(mara.page, "window.shared")
    assert mara.page.evaluate("window.shared") == wanted


def test_where_nothing_can_be_shared_there_is_no_such_button(take_seat: Taker) -> None:
    mara = take_seat()
    mara.context.add_init_script("delete Navigator.prototype.share")
    mara.opens_a_room("Mara")
    expect(mara.page.locator("#lobby [data-share]")).to_be_hidden()
    expect(mara.page.locator("#lobby [data-copy]")).to_have_class("btn main")


def test_a_start_interrupts_nobody_and_ends_what_belongs_to_the_lobby(take_seat: Taker) -> None:
    mara, ines, teo = _three(take_seat)
    uli = take_seat(size=PHONE)
    uli.sits_down(mara.page.url, "Uli")
    mara.sees(4)
    uli.page.locator('[data-sheet="beside-sheet"]:visible').click()
    expect(uli.page.locator("#beside-sheet")).to_be_visible()
    ines.page.locator("#see-rules").click()
    expect(ines.page.locator("#rules-sheet")).to_be_visible()
    teo.page.locator('[data-sheet="talk-sheet"]:visible').click()
    teo.page.locator("#talk-text").fill("Wait for")
    mara.starts()
    expect(uli.page.locator("#beside-sheet")).to_be_hidden()
    for reader in (ines, teo, uli):
        expect(reader.page.locator("#table")).to_be_visible()
        expect(reader.page.locator("#notice")).to_have_text("The game has started.")
    expect(ines.page.locator("#rules-sheet")).to_be_visible()
    expect(ines.page.locator("#view-rules")).to_be_hidden()
    expect(teo.page.locator("#talk-text")).to_be_focused()
    expect(teo.page.locator("#talk-text")).to_have_value("Wait for")
    expect(mara.page.locator("#notice")).to_be_hidden()


def test_a_guest_reads_first_whom_they_wait_for_and_large_text_fits(take_seat: Taker) -> None:
    mara, ines = take_seat(size=PHONE), take_seat(size=PHONE)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)

    def order(page: Page) -> list[str]:
        tops = {
            name: page.locator(selector).bounding_box()
            for name, selector in {
                "words": "#start-words",
                "roll": "#toss",
                "rules": "#rules-name",
                "invite": "#lobby .sending",
                "players": "#seats",
            }.items()
        }
        return sorted(tops, key=lambda name: tops[name]["y"])

    assert order(ines.page) == ["words", "roll", "rules", "invite", "players"]
    assert order(mara.page) == ["roll", "words", "rules", "invite", "players"]

    for page in (mara.page, ines.page):
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        keeps_within_its_edge(page)
        # The name of the rules keeps its words whole.
        name = page.locator("#rules-name")
        expect(name).to_have_text("Family")
        assert name.evaluate("(node) => node.getClientRects().length") == 1


def test_a_spectator_may_join_and_is_not_asked_to_bring_players(take_seat: Taker) -> None:
    mara, uli = take_seat(), take_seat(size=PHONE)
    uli.page.goto(f"{mara.opens_a_room('Mara')}?watch")
    uli.is_live()
    words = uli.page.locator("#start-words")
    expect(words).to_have_text("Waiting for Mara to start the game.")
    join = uli.page.locator("#lobby [data-take-seat]")
    expect(join).to_be_visible()
    above, below = words.bounding_box(), join.bounding_box()
    assert above is not None
    assert below is not None
    assert below["y"] - above["y"] - above["height"] >= 7
