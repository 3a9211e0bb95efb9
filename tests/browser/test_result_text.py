"""What the result says of how the game was won, and of its biggest swing."""

import pytest
from playwright.sync_api import Browser

from tests.support.services import Daphne

SAY = """async ({ mine, seat }) => {
    const { turnText } = await import("/static/js/room/result-text.js");
    const store = {
        game: { number: 1 },
        turns: { finished: [] },
        mySeats: mine,
        isMine: (one) => mine.includes(one),
    };
    const state = { winners: [1], scores: [-1350, 1150], leader: -1, teams: null };
    const where = "Olga, round 2";
    const swing = { where, words: "rolls 1 1 1", before: "64%", after: "96%", seat };
    swing.mine = mine.length === 1;
    const nameOf = (seat) => ["Olga", "Penny"][seat];
    return turnText(store, { state, nameOf }, { number: 1, swing });
}"""


@pytest.mark.parametrize(
    ("mine", "seat", "whose"), [([0], 0, "Your"), ([1], 1, "Your"), ([], 0, "Olga's")]
)
def test_the_biggest_swing_says_whose_chance_it_tells(
    browser: Browser, server: Daphne, mine: list[int], seat: int, whose: str
) -> None:
    """It is the reader's, who may have lost; a spectator hears of whoever did it."""
    page = browser.new_page(base_url=server.url)
    page.goto("/rules/")
    said = page.evaluate(SAY, {"mine": mine, "seat": seat})
    page.close()
    assert f"Olga, round 2: rolls 1 1 1. {whose} chance to win: 64% → 96%." in said
    assert ("You had \u22121,350." in said) == (mine == [0])


HOW = """async ({ scores, mine }) => {
    const { howText } = await import("/static/js/room/result-text.js");
    const store = {
        turns: { finished: [] },
        mySeats: mine,
        isMine: (seat) => mine.includes(seat),
    };
    const left = scores.map(() => false);
    const state = { winners: [0], scores, left, leader: -1, teams: null };
    return howText(store, { state, nameOf: (seat) => ["Olga", "Penny", "Teo"][seat] });
}"""


@pytest.mark.parametrize(
    ("scores", "mine", "how"),
    [
        ([2000, 1700], [], "300 ahead of Penny."),
        ([2000, 1700, 1800], [0], "200 ahead of Teo."),
        ([2000, 1700, 1700], [0], "300 ahead of second place."),
        ([2000, 1700, 1800], [1], "300 ahead of you."),
    ],
)
def test_the_lead_names_who_came_second(
    browser: Browser, server: Daphne, scores: list[int], mine: list[int], how: str
) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/rules/")
    said = page.evaluate(HOW, {"scores": scores, "mine": mine})
    page.close()
    assert said == how


GRADE = """async (accuracy) => {
    const { accuracyText } = await import("/static/js/room/result-text.js");
    return accuracyText(accuracy);
}"""


def test_the_accuracy_has_its_scale_and_a_word(browser: Browser, server: Daphne) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/rules/")
    said = [page.evaluate(GRADE, accuracy) for accuracy in (0, 27, 65.9, 84, 99.7, 100)]
    page.close()
    assert said == [
        "Your choices: 0 of 100. The replay shows what was better.",
        "Your choices: 27 of 100. The replay shows what was better.",
        "Your choices: 66 of 100, good.",
        "Your choices: 84 of 100, very good.",
        "Your choices: 99 of 100, nearly perfect.",
        "Your choices: 100 of 100, perfect.",
    ]
