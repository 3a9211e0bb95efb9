"""The moments of a game: which there are, how long they last, and what they say to whom."""

from collections import Counter
from typing import Any

import pytest

from farkle import PRESETS
from tests.scripts.conftest import Game
from tests.support import node

pytestmark = pytest.mark.node

NAMES = tuple(f"Seat{number}" for number in range(12))
LONGEST_MS = 2500
MOMENTS = {"hot", "farkle", "bigFarkle", "bank", "entered", "lead", "last"}


@pytest.mark.parametrize("seats", [[], [0]])
def test_every_event_is_shown_once_and_no_moment_is_long(
    games: list[Game], seats: list[int]
) -> None:
    shown: Counter[str | None] = Counter()
    told = node.run("moments", (game.given(names=NAMES, seats=seats) for game in games))
    for game, batches in zip(games, told, strict=True):
        for events, scenes in zip(game.told, batches, strict=True):
            assert [event for scene in scenes for event in scene["events"]] == events
            assert all(scene["hold"] <= LONGEST_MS for scene in scenes)
            shown.update(scene["moment"] for scene in scenes)
    assert {moment for moment in shown if moment} == MOMENTS


# Seat0 gets on the board, Seat1 overtakes, and Seat0 ends the game.
TURNS: list[list[list[Any]]] = [
    [["started", 2, None], ["round", 1], ["turn", 0]],
    [["kept", [1, 1, 1], 1000], ["entered", 0], ["banked", 0, 1000, 1000], ["turn", 1]],
    [["kept", [6, 6, 6], 1200], ["entered", 1], ["banked", 1, 1200, 1200], ["turn", 0]],
    [["rolled", [2, 3, 4, 6, 6, 2]], ["farkled", 0, 1500, 1, False], ["turn", 1]],
    [["kept", [1, 2, 3, 4, 5, 6], 1500], ["hot_dice", 0], ["rolled", [1, 2, 3, 4, 6, 6]]],
    [["kept", [1], 9000], ["banked", 1, 10500, 11700], ["final_round", 1, 11700], ["turn", 0]],
]


def _words(seats: list[int]) -> list[list[str]]:
    rules = PRESETS["family"].to_dict()
    given = {"rules": rules, "batches": TURNS, "names": ["Mara", "Ben"], "seats": seats}
    [batches] = node.run("moments", [given])
    return [
        [scene["moment"], words["title"], words["line"]]
        for scenes in batches
        for scene in scenes
        if (words := scene["words"])
    ]


def test_each_moment_says_something_else_to_each_viewer() -> None:
    mara, ben, spectator = (_words(seats) for seats in ([0], [1], []))
    assert mara == [
        ["entered", "You're on the board!", "From now on every bank counts."],
        ["lead", "Ben takes the lead from you", "You're 200 behind."],
        ["bigFarkle", "You lose 1,500", ""],
        ["hot", "Ben rolls all six again", ""],
        ["last", "Ben reached 11,700", "Your last turn is coming: you need more than 10,700."],
    ]
    assert ben == [
        ["entered", "Mara is on the board", ""],
        ["lead", "You take the lead!", "200 ahead of Mara."],
        ["bigFarkle", "Mara loses 1,500", ""],
        ["last", "You reached 11,700!", "One last turn for everyone else."],
    ]
    assert spectator == [
        ["entered", "Mara is on the board", ""],
        ["lead", "Ben takes the lead", "200 ahead of Mara."],
        ["bigFarkle", "Mara loses 1,500", ""],
        ["hot", "Ben rolls all six again", ""],
        ["last", "Ben reached 11,700", "One last turn for everyone else."],
    ]


def test_a_last_turn_that_has_won_asks_for_nothing_more() -> None:
    state = {"phase": "final", "leader": 1, "current": 0, "teams": None}
    state["to_beat"] = {"seat": 1, "total": 10_150}
    names = ["Mara", "Ben"]
    before, after, behind = node.run(
        "note",
        [
            {"state": {**state, "scores": scores}, "seats": [0], "names": names}
            for scores in ([9_000, 10_150], [11_150, 10_150], [10_150, 10_150])
        ],
    )
    assert before == "Last turn. Ben has 10,150. You need more than 1,150 to win."
    assert after == "Last turn. You have 11,150, more than Ben."
    assert behind == "Last turn. Ben has 10,150. You need more than 0 to win."
