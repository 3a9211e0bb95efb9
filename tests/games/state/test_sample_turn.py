"""A turn to try: the engine's dice, keeps and points, and nothing that is no turn."""

from typing import Any

import pytest

from farkle import PRESETS, keeps
from games.state.sample_turn import MOST_ROLLS, BadTurn, roll_again

RULES = PRESETS["kcd"]
FIRST = (1, 4, 4, 6, 4, 3)


def test_a_turn_begins_with_six_dice_of_all_faces() -> None:
    rolls = [roll_again(RULES, [], [])["rolls"] for _ in range(40)]
    assert {len(roll) for roll, *more in rolls if not more} == {6}
    assert set("".join(roll for roll, *_ in rolls)) == set("123456")


def test_what_a_roll_brings_is_what_the_engine_says_of_it() -> None:
    turn: dict[str, Any] = {}
    while not turn.get("may"):  # until it is no farkle
        turn = roll_again(RULES, [FIRST], [(1, 4, 4, 4)])
    first, second = turn["rolls"]
    assert first == "144643"
    assert len(second) == 2
    assert turn["events"][0] == ["kept", [1, 4, 4, 4], 500]
    dice = tuple(map(int, second))
    assert turn["events"][-1] == ["rolled", [*dice]]
    said = {tuple(map(int, keep)): row[0] for keep, row in turn["may"]["keeps"].items()}
    assert said == keeps(RULES, tuple(sorted(dice)))
    assert {row[1] for row in turn["may"]["keeps"].values()} == {500 + p for p in said.values()}


def test_the_end_of_a_turn_leaves_nothing_to_do() -> None:
    turn: dict[str, Any] = {"may": {}}
    while turn["may"] is not None:
        turn = roll_again(RULES, [FIRST], [(1, 4, 4, 4)])
    assert ["farkled", 0, 500, 1] in [event[:4] for event in turn["events"]]
    again = [tuple(map(int, roll)) for roll in turn["rolls"]]
    with pytest.raises(BadTurn):
        roll_again(RULES, again, [(1, 4, 4, 4), ()])


@pytest.mark.parametrize(
    ("rolls", "kept"),
    [
        ([FIRST], [(6,)]),  # scores nothing
        ([FIRST], [(1, 1)]),  # there is one
        ([FIRST[:5]], [(1,)]),  # five dice
        ([(7,) * 6], [(1,)]),
        ([FIRST, (1, 1)], [(1,)]),  # more rolls than keeps
        ([FIRST], [()]),
        ([()], [()]),
        ([FIRST] * MOST_ROLLS, [(1,)]),
        ([], [(1,)]),
    ],
)
def test_what_is_no_turn_is_refused(rolls: Any, kept: Any) -> None:
    with pytest.raises(BadTurn):
        roll_again(RULES, rolls, kept)


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_can_be_tried_to_the_end_of_a_turn(name: str) -> None:
    rules = PRESETS[name]
    rolls, kept = list[tuple[int, ...]](), list[tuple[int, ...]]()
    while True:
        turn = roll_again(rules, rolls, kept)
        if turn["may"] is None:
            assert ["turn", 1] in turn["events"]
            break
        rolls = [tuple(map(int, roll)) for roll in turn["rolls"]]
        rows = {keep: (*row, 0, 0)[:5] for keep, row in turn["may"]["keeps"].items()}
        may_roll = [keep for keep, (*_, roll, _) in rows.items() if roll <= 0]
        if not may_roll:  # that was the last roll of a turn
            assert 0 in {bank for *_, bank in rows.values()}
            break
        kept.append(tuple(map(int, max(may_roll, key=lambda keep: rows[keep][0]))))
