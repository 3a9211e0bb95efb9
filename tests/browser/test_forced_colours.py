"""The game can be played in the colours of the system: dice, code and pens keep theirs."""

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.support.seats import DESK, PHONE, Seat, acting, by_keys, play_one, where

SHADES = """
    async ([picture, places]) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const paint = new OffscreenCanvas(image.width, image.height).getContext("2d");
        paint.drawImage(image, 0, 0);
        return places.map(([x, y]) => {
            const [red, green, blue] = paint.getImageData(x * image.width, y * image.height, 1, 1).data;
            return (red + green + blue) / 3;
        });
    }
"""  # noqa: E501  # a program

EVERYWHERE = tuple((x / 40, y / 40) for x in range(40) for y in range(40))


def _picture(node: Locator) -> bytes:
    """A picture of the element. If the page redraws it meanwhile, the picture shows the new one."""
    for _ in range(30):
        try:
            node.scroll_into_view_if_needed()
            return node.screenshot(animations="disabled")
        except Error as error:
            if "not attached" not in str(error):
                raise
    raise AssertionError("it is redrawn again and again")


def _shades(node: Locator, *places: tuple[float, float]) -> list[float]:
    """Return how light it is at these places of what is on show, from 0 to 255."""
    picture = base64.b64encode(_picture(node)).decode()
    # Our content policy forbids the page to look at its own picture.
    blank = node.page.context.browser
    assert blank is not None
    page = blank.new_page()
    shades: list[float] = page.evaluate(SHADES, [picture, [list(place) for place in places]])
    page.close()
    return shades


def _has_pips(die: Locator) -> bool:
    """Whether the pips of a 1, 3 or 5 can be told from the body: there is one in the middle."""
    pip, body = _shades(die, (0.5, 0.52), (0.5, 0.3))
    return body - pip > 60


def _odd(dice: Locator) -> Locator:
    return dice.locator("xpath=self::*[@data-face = 1 or @data-face = 3 or @data-face = 5]").first


def _turn_with(seats: list[Page], mark: str) -> Page:
    for _ in range(200):
        turn = acting(seats)
        assert turn is not None
        if where(turn) == "choose" and turn.locator(f"#thrown > .die{mark}").count():
            return turn
        play_one(turn, by_keys, enough=100_000)
    raise AssertionError("no such throw")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_game_can_be_played_in_forced_colours(
    take_seat: Callable[..., Seat], scheme: str
) -> None:
    forced = {"forced_colors": "active", "color_scheme": scheme, "reduced_motion": "reduce"}
    mara, ines = (take_seat(size=size, seen=True, **forced) for size in (DESK, PHONE))
    url = mara.opens_a_room("Mara")
    code = _shades(mara.page.locator(".qr:visible").first, *EVERYWHERE)
    assert sum(shade > 200 for shade in code) > len(code) / 4
    assert sum(shade < 90 for shade in code) > len(code) / 4
    mara.page.get_by_role("button", name="Rules of this game").click()
    assert _has_pips(_odd(mara.page.locator(".card .dot:visible")))
    mara.page.keyboard.press("Escape")
    ines.sits_down(url, "Ines")
    mara.sees(2)
    mara.starts()
    pages = [mara.page, ines.page]
    turn = _turn_with(pages, "[data-can]:is([data-face='1'], [data-face='5'])")
    die = turn.locator("#thrown > .die[data-can]:is([data-face='1'], [data-face='5'])").first
    assert _has_pips(die)
    assert _has_pips(_odd(mara.page.locator("#log .dot")))
    highlight = turn.evaluate(
        """() => {
            document.body.style.accentColor = "Highlight";
            return getComputedStyle(document.body).accentColor;
        }"""
    )
    die.click()
    expect(die).to_have_attribute("aria-pressed", "true")
    for marked in (die.locator(".drawn"), turn.locator("#pad-rows tr[aria-current]")):
        expect(marked).to_have_css("outline-color", highlight)
        expect(marked).not_to_have_css("outline-style", "none")
    pens = turn.locator("#pad-rows .pen").evaluate_all(
        "(pens) => pens.map((pen) => getComputedStyle(pen).backgroundColor)"
    )
    assert len(set(pens)) == 2
    # What is lost is struck out in a colour that the page has not.
    ink, paper = turn.evaluate(
        """() => {
            const sum = document.querySelector(".slip .pn");
            sum.classList.add("struck");
            const ink = getComputedStyle(sum, "::after").backgroundColor;
            sum.classList.remove("struck");
            return [ink, getComputedStyle(document.querySelector(".slip")).backgroundColor];
        }"""
    )
    assert ink != paper
    # On a picture, the system would put a bar behind each line of text.
    expect(turn.locator("#tray")).to_have_css("background-image", "none")


def test_the_chosen_rules_have_a_dot_in_forced_colours(take_seat: Callable[..., Seat]) -> None:
    mara = take_seat(forced_colors="active", reduced_motion="reduce", seen=True)
    mara.opens_a_room("Mara")
    mara.page.locator("#change-rules").click()
    chosen = mara.page.locator(".preset[aria-pressed='true'] .bullet")
    other = mara.page.locator("[data-preset='classic'] .bullet")
    chosen.evaluate("node => node.scrollIntoView({ block: 'center' })")  # not under the buttons
    (dot,), (hole,) = _shades(chosen, (0.5, 0.5)), _shades(other, (0.5, 0.5))
    assert abs(dot - hole) > 100
