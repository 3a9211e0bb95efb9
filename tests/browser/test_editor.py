"""House rules: the host edits, everybody watches, and nobody loses anything silently."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.support.seats import PHONE, Seat, acting, play_one, until

Taker = Callable[..., Seat]


def field(page: Page, name: str) -> Locator:
    return page.locator(f'[data-field="{name}"]')


def edits(page: Page) -> None:
    """Open the editor, or look at it as a guest."""
    if page.locator("#change-rules").is_visible():
        page.locator("#change-rules").click()
        page.locator("#edit-rules").click()
    else:
        page.locator("#see-rules").click()
        page.locator("#view-rules").click()
    expect(page.locator("#editor")).to_be_visible()


def chooses(page: Page, preset: str) -> None:
    """Take a preset in the lobby."""
    page.locator("#change-rules").click()
    page.locator(f'[data-preset="{preset}"]').click()
    page.get_by_role("button", name="Done").click()


def selects(page: Page, selector: str, value: str) -> None:
    """Select a value in the lobby's choice of rules."""
    page.locator("#change-rules").click()
    page.locator(selector).select_option(value)
    page.keyboard.press("Escape")


def types(page: Page, name: str, number: str) -> None:
    """Put a number into a field and go on."""
    page.locator(f"#f-{name}").fill(number)
    page.keyboard.press("Tab")


def test_the_fields_are_fetched_when_the_editor_opens(take_seat: Taker) -> None:
    mara = take_seat()
    mara.opens_a_room("Mara")
    page = mara.page
    expect(page.locator("[data-field]")).to_have_count(0)
    page.route("**/rules/fields/", lambda route: route.abort())
    edits(page)
    again = page.get_by_role("button", name="Try again")
    expect(page.get_by_role("alert").filter(has=again)).to_contain_text("couldn't be loaded")
    page.unroute("**/rules/fields/")
    mara.problems = [one for one in mara.problems if "ERR_FAILED" not in one]
    again.press("Enter")
    expect(field(page, "entry_min")).to_be_visible()
    assert page.evaluate("document.activeElement.dataset.group"), "the focus stays among the fields"
    page.reload()  # the editor's own address
    expect(field(page, "entry_min")).to_be_visible()
    types(page, "entry_min", "350")
    expect(page.locator("#base-count")).to_contain_text("1 change")


def two(take_seat: Taker) -> tuple[Seat, Seat]:
    mara, ines = take_seat(), take_seat(size=PHONE)
    ines.sits_down(mara.opens_a_room("Mara"), "Ines")
    mara.sees(2)
    return mara, ines


def hears(page: Page) -> None:
    """Keep everything that is said to screen readers from now on."""
    page.evaluate(
        """() => {
            window.said = [];
            const node = document.getElementById("announce");
            const options = { childList: true, characterData: true, subtree: true };
            new MutationObserver(() => window.said.push(node.textContent)).observe(node, options);
        }"""
    )


def said(page: Page, words: str) -> None:
    until(page, "(words) => window.said.some((one) => one.includes(words))", words)


def test_everybody_sees_each_change_and_whose_it_is(take_seat: Taker) -> None:
    mara, ines = two(take_seat)
    hears(ines.page)
    selects(mara.page, "#q-entry_min", "500")  # without opening the editor
    for seat in (mara, ines):
        expect(seat.page.locator("#rules-name")).to_have_text("Family (1 change)")
        expect(seat.page.locator("#rules-sheet .card ins").first).to_contain_text(
            "You need 500 in one turn"
        )
    news = ines.page.locator("#lobby [data-news] li")
    expect(news).to_have_text(["Mara: Opening score 500 (was 1,000)."])
    said(ines.page, "Mara: Opening score 500 (was 1,000).")
    expect(ines.page.locator("#q-entry_min")).to_be_hidden()

    # Who looks on sees the same page, with nothing to press.
    edits(ines.page)
    edits(mara.page)
    entry = field(ines.page, "entry_min")
    expect(entry.locator("[data-by]")).to_have_text("Mara changed this (was 1,000).")
    expect(entry.locator("[data-was]")).to_have_text("Family: 1,000")
    expect(entry.locator("input[data-part]")).to_have_value("500")
    expect(entry.locator("input[data-part]")).to_be_disabled()
    expect(entry.locator("[data-back]")).to_be_hidden()
    mara.page.locator("#on-building").check()
    expect(ines.page.locator("#on-building")).to_be_checked()
    field(mara.page, "ending").get_by_label("Game ends").check()
    expect(field(ines.page, "ending").get_by_label("Game ends")).to_be_checked()
    expect(field(mara.page, "building").locator("[data-by]")).to_be_hidden()  # my own

    # A variant for a purpose is a chip like any preset.
    group = mara.page.locator('[data-variant="group"]')
    group.click()
    expect(group).to_have_attribute("aria-pressed", "true")
    expect(mara.page.locator('.bases [aria-pressed="true"]')).to_have_count(1)
    expect(ines.page.locator('[data-variant="group"]')).to_have_attribute("aria-pressed", "true")

    # Another preset is announced, too, and can be undone: what comes back are the rules that were
    # asked for before it, even if they had not come yet.
    mara.page.evaluate(
        """() => {
            for (const part of ["[data-bring-back]", "[data-base='kcd']"]) {
                document.querySelector(`#editor ${part}`).click();
            }
        }"""
    )
    expect(ines.page.locator("#editor [data-news] li").first).to_have_text(
        "Mara switched to Tavern (Kingdom Come)."
    )
    said(ines.page, "Mara switched to Tavern (Kingdom Come).")
    mara.page.locator("#editor [data-bring-back]").click()
    expect(ines.page.locator("#on-building")).to_be_checked()
    expect(mara.page.locator("#base-count")).to_have_text("3 changes from Family.")

    # Once the founder has left, the next host goes on where the last one was.
    mara.page.evaluate("location.hash = ''")
    teo = take_seat()
    teo.sits_down(mara.page.url, "Teo")
    mara.page.locator('header [data-sheet="more-sheet"]').click()
    mara.page.locator("#leave-open").click()
    mara.page.locator("#ask-yes").click()
    expect(mara.page.locator("#notice")).to_have_text("You gave up your seat.")
    expect(mara.page.locator("h1")).to_be_focused()
    expect(entry.locator("input[data-part]")).to_be_enabled()
    types(ines.page, "entry_min", "750")
    edits(teo.page)
    mark = field(teo.page, "entry_min").locator("[data-by]")
    expect(mark).to_have_text("Ines changed this (was 500).")
    expect(teo.page.locator("#f-entry_min")).to_be_disabled()


def test_one_host_with_two_pages_loses_nothing_silently(take_seat: Taker) -> None:
    mara = take_seat()
    mara.opens_a_room("Mara")
    edits(mara.page)
    other = mara.another_tab()
    expect(other.locator("#editor")).to_be_visible()
    # Different fields: both changes take effect.
    mara.page.locator("#on-building").check()
    other.locator("#on-toxic_twos").check()
    for page in (mara.page, other):
        expect(page.locator("#on-building")).to_be_checked()
        expect(page.locator("#on-toxic_twos")).to_be_checked()
    # Values that are no numbers, or too large, are refused with a reason; later ones are not.
    remark = field(mara.page, "entry_min").locator(".remarks")
    for bad, why in (
        ("1.5", "Enter a whole number."),
        ("1000001", "Opening score must be at most 1,000,000, not 1000001."),
    ):
        types(mara.page, "entry_min", bad)
        mara.page.locator("#on-second_chance").click()
        expect(remark).to_contain_text(why)
        expect(mara.page.locator("#f-entry_min")).to_have_value("1,000")
    expect(other.locator("#on-second_chance")).not_to_be_checked()
    # The same field: the last one wins, and the first is told what became of his.
    types(mara.page, "entry_min", "600")
    expect(other.locator("#f-entry_min")).to_have_value("600")
    other.locator("#f-entry_min").focus()
    types(mara.page, "entry_min", "700")
    expect(other.locator("#f-entry_min")).to_have_value("700")  # nothing is being typed into it
    types(other, "entry_min", "800")
    expect(mara.page.locator("#f-entry_min")).to_have_value("800")
    mark = field(mara.page, "entry_min").locator("[data-by]")
    expect(mark).to_have_text("You changed this elsewhere (was 700).")


def test_a_number_counts_while_its_field_still_has_the_focus(take_seat: Taker) -> None:
    mara, ines = two(take_seat)
    edits(mara.page)
    box = mara.page.locator("#f-entry_min")
    box.fill("600")
    for seat in (mara, ines):
        words = seat.page.locator("[data-rules] .card ins").filter(has_text="You need 600").first
        expect(words).to_be_attached()
    # What is typed stays as it is until it is left, also if it is refused.
    expect(box).to_have_value("600")
    box.fill("1000001")
    remark = field(mara.page, "entry_min").locator(".remarks")
    expect(remark).to_contain_text("must be at most")
    expect(box).to_have_value("1000001")
    expect(box).to_be_focused()
    box.fill("1000")
    box.press("Enter")
    expect(box).to_have_value("1,000")
    expect(remark).to_be_empty()


def test_what_differs_is_marked_and_put_back_one_by_one(take_seat: Taker) -> None:
    mara = take_seat(size=PHONE)
    mara.opens_a_room("Mara")
    page = mara.page
    chooses(page, "absolute")
    edits(page)
    expect(page.locator("#editor-done")).to_be_in_viewport(ratio=1)
    page.locator("[data-jump=turn]").click()
    field(page, "bank_min").locator("[data-less]").click()
    field(page, "bank_min").locator("[data-less]").click()  # taps that follow go together
    expect(page.locator("#f-bank_min")).to_have_value("250")
    # What the document itself offers beside its own value.
    offers = field(page, "three_pairs").locator("[data-also] button")
    expect(offers).to_have_text(["750 Three pairs"])
    offers.click()
    expect(page.locator("#f-three_pairs")).to_have_value("750")
    page.locator("#on-farkle_penalty").uncheck()
    count = page.locator("#base-count")
    expect(count).to_have_text("3 changes from Tournament.")
    marked = page.locator(".rule.changed")
    expect(marked).to_have_count(3)
    expect(field(page, "penalty_floor").locator("[data-idle]")).to_have_text(
        "Not used with these settings. Needs a farkle that costs points."
    )
    expect(page.locator("#editor .card ins")).not_to_have_count(0)

    field(page, "bank_min").locator("[data-back]").click()
    expect(page.locator("#f-bank_min")).to_have_value("350")
    expect(marked).to_have_count(2)
    expect(page.locator(":focus")).to_have_attribute("id", "on-bank_min")
    page.locator("#on-farkle_penalty").check()  # brings back what it was
    expect(page.locator("#f-farkle_penalty")).to_have_value("1,000")
    expect(count).to_have_text("1 change from Tournament.")
    page.locator("#all-back").click()
    expect(marked).to_have_count(0)
    expect(page.locator("#editor [data-rules-name]")).to_have_text("Tournament")


def test_what_nobody_can_play_is_said_at_the_field_and_does_not_start(take_seat: Taker) -> None:
    mara, ines = two(take_seat)
    page = mara.page
    hears(page)
    edits(page)
    page.locator("#on-target").uncheck()
    words = "The game needs a winning score or a round limit."
    for name in ("target", "rounds"):
        expect(field(page, name).locator(".remarks .bad")).to_have_text(words)
    said(page, words)
    expect(page.locator("#on-target")).to_have_attribute("aria-invalid", "true")
    page.locator("#editor-wrong").click()
    expect(page.locator(":focus")).to_have_attribute("id", "on-target")
    expect(ines.page.locator("#start-words")).to_contain_text("These rules don't work yet")

    page.locator("#editor-done").click()
    why = "These rules don't work yet. Fix the marked ones first."
    expect(page.locator("#start-words")).to_have_text(why)
    expect(page.locator("#start")).to_have_attribute("aria-disabled", "true")
    page.locator("#start").click(force=True)
    expect(page.locator("#notice")).to_have_text(f"These rules can't be played: {words}")
    expect(page.locator("#lobby")).to_be_visible()

    # Out of reach: possible, but a game would hardly ever end.
    edits(page)
    page.locator("#on-target").check()
    types(page, "entry_min", "50,000")
    expect(field(page, "entry_min").locator(".remarks .bad")).to_contain_text(
        "Almost nobody would ever get on the board"
    )
    # Odd, but harmless: said, and the game may start.
    types(page, "entry_min", "1000")
    page.locator("#on-bank_min").check()
    types(page, "bank_min", "1050")
    odd = field(page, "bank_min").locator(".remarks .warn")
    expect(odd).to_have_text("The minimum bank is higher than the opening score. That's unusual.")
    expect(page.locator(".remarks .bad")).to_have_count(0)
    expect(page.locator("#editor-wrong")).to_be_hidden()
    page.locator("#editor-done").click()
    mara.starts()


def test_rules_are_frozen_in_a_game_and_the_next_one_has_others(take_seat: Taker) -> None:
    mara, ines = two(take_seat)
    page = mara.page
    selects(page, "#lobby-teams", "2")
    for seat in (mara, ines):
        expect(seat.page.get_by_role("button", name="Ines: Team B")).to_be_visible()
    # Only the host decides for her.
    expect(ines.page.get_by_role("button", name="Mara: Team A")).to_have_count(0)
    ines.page.get_by_role("button", name="Ines: Team B").click()
    expect(page.get_by_role("button", name="Ines: Team A")).to_be_visible()
    page.locator("#start").click()
    expect(page.locator("#notice")).to_contain_text("You need at least two teams.")
    page.get_by_role("button", name="Mara: Team A").click()
    expect(ines.page.locator("#seats .letter").first).to_have_text("Team\u00a0B")
    expect(ines.page.locator("#rules-sheet [data-rules]")).to_contain_text("team")

    chooses(page, "kcd")
    edits(page)
    types(page, "target", "100")  # one good turn wins
    expect(ines.page.locator("#rules-name")).to_have_text("Tavern (Kingdom Come) (1 change)")
    card = ines.page.locator("#rules-sheet [data-rules]")
    expect(card).to_contain_text("First to 100 wins.")
    words = card.text_content()
    page.locator("#editor-done").click()
    mara.starts()
    expect(ines.page.locator("#table")).to_be_visible()
    for seat in (mara, ines):
        seat.page.locator('header [data-sheet="rules-sheet"]').click()
        sheet = seat.page.locator("#rules-sheet [data-rules]")
        expect(sheet).to_contain_text("First to 100 wins.")
        assert sheet.text_content() == words
        seat.page.keyboard.press("Escape")
    page.evaluate("location.hash = '#rules'")  # there is no way to edit during a game
    expect(page.locator("#editor")).to_be_hidden()
    page.evaluate("location.hash = ''")

    while (turn := acting([page, ines.page])) is not None:
        play_one(turn, lambda at, key: at.keyboard.press(key), enough=100)
    expect(page.locator("#result")).to_contain_text("Team\u00a0B")
    page.locator("#to-lobby").click()
    chooses(page, "4iam")
    expect(page.locator("#rules-name")).to_have_text("House 500")
    page.locator("#start").click()
    for seat in (mara, ines):
        expect(seat.page.locator("#table")).to_be_visible()
        seat.page.locator('header [data-sheet="rules-sheet"]').click()
        expect(seat.page.locator("#rules-sheet-title")).to_have_text("Rules: House 500")
