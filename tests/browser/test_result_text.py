"""What the result says of the biggest swing and of accuracy. How the game was won is tested in
`tests/scripts/test_sentences.py`."""

import pytest
from playwright.sync_api import Browser

from tests.support.services import Daphne

SAY = """async ({ mine, seat }) => {
    const { turnText } = await import("/static/js/room/result-text.js");
    const store = {
        game: { number: 1 },
        mySeats: mine,
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


GRADE = """async (accuracy) => {
    const { accuracyText } = await import("/static/js/room/result-text.js");
    return accuracyText(accuracy, [["Pip", 27], ["Magpie", 65], ["Penny", 84], ["Ledger", 96]]);
}"""


def test_the_accuracy_stands_beside_those_of_the_computers(
    browser: Browser, server: Daphne
) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/rules/")
    said = [page.evaluate(GRADE, accuracy) for accuracy in (0, 27, 39, 94, 99, 100)]
    page.close()
    assert said == [
        "Your accuracy: 0 of 100; the computer Pip has 27.",
        "Your accuracy: 27 of 100, like the computer Pip.",
        "Your accuracy: 39 of 100, between the computers Pip (27) and Magpie (65).",
        "Your accuracy: 94 of 100, between the computers Penny (84) and Ledger (96).",
        "Your accuracy: 99 of 100, above the computer Ledger (96).",
        "Your accuracy: 100 of 100, perfect.",
    ]
