"""What goes over the wire: small, the same for everybody, and never a secret."""

import json
from itertools import cycle

import pytest

from farkle import PRESETS, Bank, Build, Event, GameState, Roll
from games.models import Event as StoredEvent
from games.protocol import events, frames
from games.rules import catalogue
from games.state.running import DiceSource
from tests.support.protocol import contract

SEED = bytes(32)


def pushes(rules: str, seats: int, moves: int) -> list[tuple[bool, str]]:
    """Pushes of moves well into a game: whether there is a throw in it, and the text."""
    cup = DiceSource(SEED, [rules], 0)
    state, _ = GameState.start(PRESETS[rules], seats, cup)
    number, found = 1000, []
    for bold in cycle((True, False, True)):
        if state.phase == "over" or len(found) >= moves:
            return found
        actions = state.legal.actions
        banks = [action for action in actions if isinstance(action, Bank)]
        rolls = [action for action in actions if isinstance(action, Roll | Build)]
        choice = banks[-1] if banks and not (bold and rolls) else rolls[-1]
        state, batch = state.apply(choice, cup)
        number += 1
        stored = StoredEvent(number=number, ply=state.ply, player=1, events=events.to_stored(batch))
        may = None if state.phase == "over" else frames.may(state)
        text = frames.event(stored, [], may)
        contract.checked(text)
        found.append((thrown(batch), text))
    return found


def thrown(batch: tuple[Event, ...]) -> bool:
    return any(event.name == "rolled" for event in batch)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_push_is_small_at_4_seats(rules: str) -> None:
    found = pushes(rules, 4, 1500)
    assert max(len(text.encode()) for with_throw, text in found if not with_throw) <= 160
    assert max(len(text.encode()) for with_throw, text in found if with_throw) <= 410


def test_a_push_does_not_grow_with_the_seats() -> None:
    few, many = (
        [len(text) for with_throw, text in pushes("family", seats, 1500) if with_throw is kind]
        for seats in (4, 500)
        for kind in (False,)
    )
    assert sum(many) / len(many) <= 1.2 * sum(few) / len(few)


def test_legal_moves_in_frames_are_the_engines() -> None:
    cup = DiceSource(SEED, ["building"], 0)
    state, _ = GameState.start(PRESETS["entry"], 2, cup)
    assert frames.may(state) == {}
    ended = 0
    for _ in range(400):
        told, legal = frames.may(state), state.legal
        for choice in legal.choices if "keeps" in told else ():
            row = told["keeps"]["".join(map(str, choice.keep))]
            points, total, following, roll, bank = (*row, 0, 0)[:5]
            assert (points, total, following) == (choice.points, choice.total, choice.dice)
            assert (roll == -1) == choice.ends
            for place, refusal in ((roll, choice.roll), (bank, choice.bank)):
                code = None if place <= 0 else told["why"][place - 1]
                assert code == (None if refusal is None else refusal.code)
            ended += choice.ends
        actions = [action for action in legal.actions if isinstance(action, Roll)]
        state, _ = state.apply(actions[-1], cup)
    assert ended


def test_a_build_offer_is_in_the_legal_moves() -> None:
    from dataclasses import replace

    rules = replace(PRESETS["4iam"], building=True, entry_min=0, first_player="seat")
    throws = iter([(1, 1, 1, 2, 3, 4), (5, 2, 2)])
    state, _ = GameState.start(rules, 2, lambda count: next(throws))
    assert frames.may(state) == {"no_build": "nothing_to_build_on"}
    state, _ = state.apply(Roll(), lambda count: next(throws))
    assert frames.may(state)["no_build"] == "turn_under_way"
    state, _ = state.apply(Bank((1, 1, 1)), lambda count: next(throws))
    assert frames.may(state) == {"build": True, "offer": [1000, 3]}


def test_names_of_any_script_make_valid_frames() -> None:
    nasty = '"},{"type":"bye"}</script>\u2028'
    assert json.loads(frames.no("x", "bad_name", nasty))["text"] == nasty


def test_chances_know_the_first_throw_of_a_turn() -> None:
    specials = catalogue.chances(PRESETS["specials"])
    assert specials[5] == 0.0309  # later in a turn
    assert specials[11] == 0  # nothing in six dice is worth 500 then
    family = catalogue.chances(PRESETS["family"])
    assert family[:6] == family[6:]
