"""What the result says of the turn that decided the game."""

import pytest
from playwright.sync_api import Browser

from tests.support.services import Daphne

SAY = """async (mine) => {
    const { turnText } = await import("/static/js/room/result-text.js");
    const store = {
        game: { number: 1 },
        turns: { finished: [] },
        mySeats: [mine],
        isMine: (seat) => seat === mine,
    };
    const state = { winners: [1], scores: [-1350, 1150], leader: -1, teams: null };
    const where = "Olga, round 2";
    const deciding = { where, words: "banks 150", before: "64%", after: "96%" };
    const nameOf = (seat) => ["Olga", "Penny"][seat];
    return turnText(store, { state, nameOf }, { number: 1, deciding });
}"""


@pytest.mark.parametrize(("mine", "whose"), [(0, "Penny's"), (1, "Your")])
def test_the_deciding_turn_says_whose_chance_it_tells(
    browser: Browser, server: Daphne, mine: int, whose: str
) -> None:
    """The turn may be the loser's, and the chance is always the winner's."""
    page = browser.new_page(base_url=server.url)
    page.goto("/rules/")
    said = page.evaluate(SAY, mine)
    page.close()
    assert f"Olga, round 2: banks 150. {whose} chance to win: 64% → 96%." in said
    assert ("You had \u22121,350." in said) == (mine == 0)


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
