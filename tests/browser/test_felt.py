"""The felt of the lobby: who arrives throws a die, who waits rolls theirs, and teams have trays."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.page_faults import has_no_faults, keeps_within_its_edge
from tests.support.seats import DESK, PHONE, Seat, until

Taker = Callable[..., Seat]

IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].every((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight;
})"""

SCROLLS_WITHIN = """() => [...document.querySelectorAll("#lobby *")]
    .filter((node) => node.checkVisibility() && node.scrollHeight > node.clientHeight + 1
        && getComputedStyle(node).overflowY !== "visible"
        && getComputedStyle(node).overflowY !== "hidden")
    .map((node) => node.id || node.className)"""


# The contrasts of dice of each colour (0: none) and material: of their pips to the body, and of the
# body or its side to the felt.
CONTRASTS = """(theme) => {
    document.documentElement.dataset.theme = theme;
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((byte) =>
            byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const contrast = (...colours) => {
        const [dark, light] = colours.map(luminance).sort((one, other) => one - other);
        return light / dark;
    };
    const felt = document.createElement("p");
    felt.style.color = "var(--felt-lit)";
    document.body.append(felt);
    const looks = [0, 1, 2, 3, 4, 5, 6].flatMap((colour) =>
        ["ivory", "bone", "dark"].map((material) => [colour, material]));
    return looks.map(([colour, material]) => {
        const dice = document.createElement("div");
        if (colour) dice.dataset.dice = colour;
        dice.dataset.material = material;
        dice.innerHTML = '<canvas class="flight"></canvas>';
        document.body.append(dice);
        const { fill, stroke, color: pip } = getComputedStyle(dice.firstChild);
        const ground = getComputedStyle(felt).color;
        return {
            colour, material, pips: contrast(pip, fill),
            felt: Math.max(contrast(fill, ground), contrast(stroke, ground)),
        };
    });
}"""


def _tosses(seat: Seat) -> list[dict[str, Any]]:
    frames = seat.page.evaluate("window.frames_seen.map(JSON.parse)")
    return [frame for frame in frames if frame["type"] == "tossed"]


def _face(page: Page, player: int) -> str | None:
    return page.locator(f'#lots [data-lot="{player}"] .die').get_attribute("data-face")


def _teams(page: Page) -> list[list[str]]:
    """Return the names in each tray."""
    trays: list[list[str]] = page.locator("#lots > .lots").evaluate_all(
        "all => all.map((tray) => [...tray.querySelectorAll('.lot')].map((lot) => lot.innerText))"
    )
    return trays


def test_who_arrives_throws_a_die_and_who_waits_rolls_theirs(take_seat: Taker) -> None:
    mara, ines, uli = take_seat(), take_seat(size=PHONE), take_seat()
    television = take_seat(size={"width": 1920, "height": 1080}).page
    url = mara.opens_a_room("Mara")
    television.goto(f"{url}screen/")
    expect(television.locator("#tv-seats .name")).to_have_text(["Mara", "Your seat?"])
    ines.sits_down(url, "Ines")
    expect(mara.page.locator("#lots .lot")).to_have_text(["Mara", "Ines"])
    for page in (mara.page, television):
        expect(page.locator('[data-lot="2"] .die').last).to_have_class("die tossed")
    expect(mara.page.locator("#announce")).to_contain_text("Ines joined.")
    uli.page.goto(f"{url}?watch")
    uli.is_live()
    expect(uli.page.locator("#toss")).to_be_hidden()

    # By the button, or anywhere on the felt.
    ines.page.get_by_role("button", name="Roll for fun").click()
    everybody = (mara.page, ines.page, uli.page)
    for seat in (mara, ines, uli):
        until(seat.page, "frames_seen.some((text) => text.includes('\"tossed\"'))")
    (toss,) = _tosses(mara)
    assert toss["player"] == 2
    face = str(toss["face"])
    assert [_face(page, 2) for page in everybody] == [face] * 3
    assert [_face(page, 1) for page in everybody] == ["1"] * 3
    expect(television.locator('#tv-seats [data-lot="2"] .die')).to_have_attribute("data-face", face)
    expect(ines.page.locator("#announce")).to_contain_text(f"You rolled {face}.")
    mara.page.locator("#lots").click(position={"x": 20, "y": 20})
    until(uli.page, "frames_seen.filter((text) => text.includes('\"tossed\"')).length === 2")
    assert _tosses(uli)[1]["player"] == 1
    uli.page.locator("#lots").click(position={"x": 20, "y": 20})
    assert len(_tosses(mara)) == 2
    for page in (mara.page, ines.page):
        has_no_faults(page)
        # Names have the colour of words on felt, not that of the die.
        assert page.locator("#lots .lot").first.evaluate(
            "(lot) => getComputedStyle(lot.lastElementChild).color"
            " === getComputedStyle(lot.closest('.tray')).color"
        )


def test_dice_are_put_into_the_trays_of_teams(take_seat: Taker) -> None:
    mara, ines = take_seat(), take_seat(size=PHONE)
    url = mara.opens_a_room("Mara")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.page.locator("#change-rules").click()
    mara.page.locator("#choose-sheet [data-teams]").select_option("2")
    mara.page.keyboard.press("Escape")
    for seat in (mara, ines):
        until(seat.page, "document.querySelectorAll('#lots > .lots').length === 2")
        assert _teams(seat.page) == [["Mara"], ["Ines"]]

    def all_see(*wanted: list[str]) -> None:
        for seat in (mara, ines):
            for team, names in enumerate(wanted):
                tray = seat.page.locator("#lots > .lots").nth(team)
                expect(tray.locator(".lot")).to_have_text(names)

    # The host drags any die.
    page = mara.page
    page.locator('[data-lot="2"] .die').hover()
    page.mouse.down()
    tray = page.locator("#lots > .lots").first.bounding_box()
    assert tray is not None
    page.mouse.move(tray["x"] + 40, tray["y"] + 60, steps=4)
    page.mouse.up()
    all_see(["Mara", "Ines"], [])
    # Others tap the tray into which their own die goes.
    ines.page.locator("#lots > .lots").nth(1).click(position={"x": 12, "y": 60})
    all_see(["Mara"], ["Ines"])
    ines.page.locator('[data-lot="1"]').click()
    expect(ines.page.locator("[data-picked]")).to_have_count(0)
    # The host picks a die up by a tap.
    page.locator('[data-lot="2"]').click()
    expect(page.locator('[data-lot="2"][data-picked]')).to_have_count(1)
    page.locator("#lots > .lots").first.click(position={"x": 12, "y": 60})
    all_see(["Mara", "Ines"], [])
    # By the keyboard, in the list; it says what it will do.
    move = page.get_by_role("button", name="Mara: Team\xa0A. Move to Team\xa0B")
    move.press("Enter")
    all_see(["Ines"], ["Mara"])
    expect(page.locator("#announce")).to_contain_text("Mara: Team\xa0B")
    expect(page.locator("#seats .team").first).to_be_focused()
    team = ines.page.locator("#seats .team").filter(visible=True)
    expect(team).to_have_text(["Team\xa0A"])  # only one's own
    expect(ines.page.locator("#seats .letter").first).to_have_text("Team\xa0B")
    # With teams, too, the button rolls.
    ines.page.locator("#toss").click()
    until(page, "frames_seen.some((text) => text.includes('\"tossed\"'))")
    for seat in (mara, ines):
        has_no_faults(seat.page)
        keeps_within_its_edge(seat.page)


def test_twelve_are_seen_at_once_and_their_invitation_keeps_join_in_sight(take_seat: Taker) -> None:
    mara, ines, uli = take_seat(size=PHONE), take_seat(), take_seat(size=PHONE)
    url = mara.opens_a_room("Maximilian-Alexander")
    mara.adds_computers(*["pip", "penny", "almanac"] * 3)
    mara.page.evaluate(
        """async () => {
            const form = document.querySelector("#beside-sheet form");
            const fields = new FormData(form);
            fields.set("name", "Mahatma");
            await fetch(form.action, { method: "POST", body: fields, redirect: "manual" });
        }"""
    )
    ines.sits_down(url, "Ines")
    mara.sees(12)
    for size in (PHONE, DESK):
        for seat in (mara, ines):
            page = seat.page
            page.set_viewport_size(size)
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(IN_SIGHT, "#lots .lot"), size
            assert page.evaluate(SCROLLS_WITHIN) == []
        assert mara.page.evaluate(IN_SIGHT, "#start"), size
        expect(mara.page.locator("#find-seat")).to_be_hidden()
    expect(mara.page.locator("#lots .lot").nth(2)).to_have_text("Ines")
    # On the desk the list is whole, too. Above a host's there may be a button for who is away.
    assert ines.page.evaluate(IN_SIGHT, "#seats > li")

    for begun in (False, True):
        if begun:
            mara.starts()
        uli.page.goto(url)
        expect(uli.page.locator(".sitting li")).to_have_count(6)
        expect(uli.page.locator(".sitting li").last).to_have_text("and 7 more")
        assert uli.page.evaluate(IN_SIGHT, "[name=name], .join-now .btn.main")


def test_pips_stand_out_from_dice_of_every_colour_and_material(take_seat: Taker) -> None:
    mara = take_seat()
    mara.opens_a_room("Mara")
    for theme in ("light", "dark"):
        dice = mara.page.evaluate(CONTRASTS, theme)
        assert len(dice) == 21
        assert min(die["pips"] for die in dice) >= 4.5, (theme, dice)
        assert min(die["felt"] for die in dice) >= 3, (theme, dice)
