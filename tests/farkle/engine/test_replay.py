"""Replays of tampered records: the step of the first disagreement, and its message."""

from copy import deepcopy
from dataclasses import replace

import pytest

from farkle import Disagreement, Record, Step, replay
from farkle.engine.events import Kept, Rolled
from tests.support.engine.random_games import random_game
from tests.support.engine.short_game import DATA, GAME, step, tampered


def first_lie(change):
    """Return the Disagreement over a tampered record."""
    record = Record.from_dict(tampered(change))
    with pytest.raises(Disagreement) as caught:
        replay(record)
    return caught.value


# Every number in the game, one at a time: points, totals, seats, rounds, streaks.
def numbers():
    for at in range(len(DATA["steps"]) + 1):
        events = DATA["start"]["events"] if at == 0 else step(DATA, at)["events"]
        for number, event in enumerate(events):
            for name, value in event.items():
                if type(value) is int:
                    yield at, number, name


@pytest.mark.parametrize(("at", "number", "name"), list(numbers()))
def test_a_changed_number(at, number, name):
    def change(data):
        events = data["start"]["events"] if at == 0 else step(data, at)["events"]
        events[number][name] += 1

    lie = first_lie(change)
    assert lie.step == at
    assert str(lie).startswith("At the start" if at == 0 else f"At step {at} the record says ")


@pytest.mark.parametrize("at", range(1, len(DATA["steps"]) + 1))
@pytest.mark.parametrize("kind", ["dropped", "doubled", "swapped", "added"])
def test_an_event_dropped_doubled_swapped_or_added(at, kind):
    if kind == "swapped" and len(step(DATA, at)["events"]) == 1:
        kind = "dropped"

    def change(data):
        events = step(data, at)["events"]
        if kind == "dropped":
            events.pop()
        elif kind == "doubled":
            events.append(events[-1])
        elif kind == "swapped":
            events[-2:] = [events[-1], events[-2]]
        else:
            events.insert(0, {"e": "blank", "points": 500})
        step(data, at)["dice"] = [
            die for event in events for die in event.get("dice", ()) if event["e"] == "rolled"
        ]

    assert first_lie(change).step == at


def test_an_action_changed():
    lie = first_lie(lambda data: step(data, 2).update(keep=[2]))
    assert lie.step == 2
    assert str(lie) == (
        "At step 2 the record says Roll(keep=(2,)); "
        "the rules give the refusal: That 2 doesn't score."
    )
    assert first_lie(lambda data: step(data, 3).update(do="roll")).step == 3
    assert first_lie(lambda data: step(data, 2).update(do="bank")).step == 2
    assert first_lie(lambda data: step(data, 3).update(keep=[1])).step == 3
    assert first_lie(lambda data: step(data, 8).update(seat=1)).step == 8


def dice_changed(number, *dice):
    """Change the dice of a step, in its events as well."""

    def change(data):
        one = step(data, number)
        one["dice"] = list(dice)
        (rolled,) = (event for event in one["events"] if event["e"] == "rolled")
        rolled["dice"] = list(dice)

    return change


def test_dice_changed_into_a_farkle():
    lie = first_lie(dice_changed(2, 2, 2, 3, 4, 6))
    assert lie.step == 2
    assert lie.recorded == "nothing more"
    assert lie.replayed.startswith("Farkled(")


def test_dice_changed_so_that_the_next_keep_is_not_there():
    assert first_lie(dice_changed(1, 5, 2, 3, 4, 4, 6)).step == 2


def test_dice_changed_so_that_nothing_else_changes():
    # A 6 that nobody keeps might as well be a 4; a record alone cannot show it.
    assert replay(Record.from_dict(tampered(dice_changed(1, 1, 2, 3, 4, 4, 4)))) == GAME.state


def test_dice_missing():
    lie = first_lie(dice_changed(2, 1, 1, 3, 4))
    assert lie.step == 2
    assert str(lie) == (
        "At step 2 the record says the dice (1, 1, 3, 4); the rules give a throw of more dice."
    )


def test_dice_too_many():
    lie = first_lie(dice_changed(2, 1, 1, 3, 4, 6, 6))
    assert lie.step == 2
    assert lie.recorded == "Rolled(dice=(1, 1, 3, 4, 6, 6))"


@pytest.mark.parametrize("in_events", [True, False])
def test_dice_of_no_throw(in_events):
    third = GAME.record.steps[2]
    events = (*third.events, Rolled((1, 2))) if in_events else third.events
    steps = (*GAME.record.steps[:2], Step(third.action, (1, 2), events))
    with pytest.raises(Disagreement) as caught:
        replay(replace(GAME.record, steps=steps))
    assert caught.value.step == 3
    assert caught.value.recorded == (
        "Rolled(dice=(1, 2))" if in_events else "the dice (1, 2) as well"
    )


# A throw does not say whose it is. If the missing step only passes the turn on (8: a player leaves;
# 12: a farkle), it shows when the next player farkles, keeps or banks.
LATER = {8: 10, 12: 14}


@pytest.mark.parametrize("at", range(1, len(DATA["steps"])))
def test_a_step_missing(at):
    assert first_lie(lambda data: data["steps"].pop(at - 1)).step == LATER.get(at, at)


def test_the_last_step_missing():
    part = Record.from_dict(tampered(lambda data: data["steps"].pop()))
    assert replay(part).phase == "final"


@pytest.mark.parametrize("at", range(1, len(DATA["steps"]) + 1))
def test_a_step_doubled(at):
    lie = first_lie(lambda data: data["steps"].insert(at, deepcopy(data["steps"][at - 1])))
    assert lie.step == at + 1


@pytest.mark.parametrize("at", range(1, len(DATA["steps"])))
def test_two_steps_swapped(at):
    def change(data):
        data["steps"][at - 1 : at + 1] = reversed(data["steps"][at - 1 : at + 1])

    assert first_lie(change).step == {8: 10, 12: 13}.get(at, at)


def test_a_step_after_the_end():
    lie = first_lie(lambda data: data["steps"].append({"do": "skip", "dice": [], "events": []}))
    assert lie.step == len(DATA["steps"]) + 1
    assert lie.replayed == "the refusal: The game is over."


def test_other_rules():
    # Singles of 150 make a difference once one is kept.
    lie = first_lie(lambda data: data["rules"].update(single_1=150))
    assert (lie.step, lie.recorded, lie.replayed) == (
        2,
        str(Kept((1,), 100)),
        str(Kept((1,), 150)),
    )
    assert first_lie(lambda data: data["rules"].update(building=False)).step == 4
    assert first_lie(lambda data: data["rules"].update(blank_first_roll=500)).step == 6
    assert first_lie(lambda data: data["rules"].update(hot_dice_bonus=100)).step == 10
    assert first_lie(lambda data: data["rules"].update(target=1100)).step == 11
    assert first_lie(lambda data: data["rules"].update(first_player="seat")).step == 0


def test_rules_that_cannot_be_played():
    lie = first_lie(lambda data: data["rules"].update(target=0))
    assert str(lie) == (
        "At the start the record says that the game was started; the rules give the refusal: "
        "These rules can't be played: The game needs a winning score or a round limit."
    )


@pytest.mark.parametrize(
    "changes", [{"players": 2}, {"players": 4}, {"teams": [0, 1, 0]}, {"teams": [0]}]
)
def test_other_players(changes):
    assert first_lie(lambda data: data.update(changes)).step == 0


def test_another_roll_off():
    def highest(data):
        data["start"]["dice"] = data["start"]["events"][1]["dice"] = [6, 1, 1]

    def missing(data):
        data["start"] = {"dice": [], "events": [data["start"]["events"][0]]}

    def twice(data):
        data["start"]["events"].insert(
            1, {"e": "rolled_off", "seats": [0, 1, 2], "dice": [2, 2, 2]}
        )
        data["start"]["dice"] = [2, 2, 2, 1, 6, 1]

    assert first_lie(highest).step == 0
    assert first_lie(missing).step == 0
    # A tied roll-off before it changes nothing, as the rules repeat it.
    assert replay(Record.from_dict(tampered(twice))) == GAME.state


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_event_of_any_game_is_found_where_it_stands(seed):
    record, _ = random_game(seed)
    data = record.to_dict()
    at = len(data["steps"]) * (seed % 7) // 7
    event = data["steps"][at]["events"][-1]
    name = next(name for name in event if name != "e")
    event[name] = event[name] + ([0] if isinstance(event[name], list) else 1)
    if event["e"] == "rolled":
        event["dice"] = [*event["dice"][:-1], 6, 6]
        rolled = [one["dice"] for one in data["steps"][at]["events"] if one["e"] == "rolled"]
        data["steps"][at]["dice"] = [die for dice in rolled for die in dice]
    with pytest.raises(Disagreement) as caught:
        replay(Record.from_dict(data))
    assert caught.value.step == at + 1
