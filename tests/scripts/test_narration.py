"""static/js/table/text/narration.js announces what the engine's own narration says.

The page is often shorter, because it knows no rules, but it says nothing that the engine does not.
"""

import re
from collections import Counter

import pytest

from farkle import Event
from farkle.engine.events import EVENTS
from farkle.text.narration import Narrator
from tests.scripts.conftest import Game
from tests.support import node

NAMES = (
    "Ines",
    "Teo",
    "Mara",
    "Ravi",
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    *(f"Seat{number}" for number in range(100)),
)

# Said in the same words.
ALIKE = {"rolled", "hot_dice", "banked", "penalised", "skipped", "final_round", "playoff"}
# Said by the page in fewer words.
SHORTER = {"kept", "blank", "second_chance", "built", "entered", "farkled", "ran_out"}
COMING_AND_GOING = {"left", "joined"}
# Announced by the page at another time and place.
ELSEWHERE = {"started", "rolled_off", "round", "turn", "over"}


def facts(sentence: str) -> set[str]:
    """Return the numbers and names in a sentence."""
    numbers = re.findall(r"-?\d+(?:,\d{3})*", sentence)
    return {*numbers, *set(NAMES).intersection(re.findall(r"\w+", sentence))}


def dice_named(words: str) -> Counter[int]:
    """Return the dice that "three 4s and a 1" names."""
    if "1 to 6" in words:
        return Counter(range(1, 7))
    counts = ("", "a", "two", "three", "four", "five", "six", "seven", "eight")
    found = re.findall(r"\b(a|two|three|four|five|six|seven|eight) ([1-6])s?\b", words)
    return Counter({int(face): counts.index(count) for count, face in found})


def agree(event: Event, page: str | None, engine: list[str], own: str | None) -> bool:
    """Return whether both say the same. `own` is the reader's name, if the reader has a seat."""
    if event.name in ELSEWHERE:
        return page is None
    assert page is not None
    said = page.replace("\xa0", " ")  # keeps "Team A" on one line
    if event.name == "rolled":
        said = page.replace(", ", " ")  # commas make screen readers pause
    elif event.name == "playoff":
        said = said.replace(", and ", " and ")  # the browser joins the names
    if event.name in ALIKE:
        return said in engine
    whole = " ".join(engine)
    if event.name == "kept":
        named, _, said = said.partition(":")
        assert dice_named(named) == Counter(event.to_dict()["dice"])
    known = facts(whole) | ({own} if event.name in COMING_AND_GOING and own else set())
    to_you = re.search(r"\byou", said, re.IGNORECASE) is not None
    return facts(said) <= known and (not to_you or "ou" in whole)


@pytest.mark.parametrize("you", [None, 0, 1])
def test_the_page_tells_what_the_engine_tells(games: list[Game], you: int | None) -> None:
    assert set(EVENTS) == ALIKE | SHORTER | COMING_AND_GOING | ELSEWHERE
    pages = node.run("narrate", (game.given(names=NAMES, you=you) for game in games))
    own = None if you is None else NAMES[you]
    for game, page in zip(games, pages, strict=True):
        told = [sentence for batch in page for sentence in batch]
        for (state, event, after), sentence in zip(game.steps(), told, strict=True):
            engine = Narrator(state, NAMES, you, after).narrate(event)
            sentences = list(map(str, engine))
            assert agree(event, sentence, sentences, own), (event, sentence, sentences)
