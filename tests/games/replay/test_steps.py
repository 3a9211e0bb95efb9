"""A past game cut into steps: every event once, in order, each with the state it met."""

import pytest

from farkle import PRESETS
from farkle.engine.events import Kept, Rolled
from games.replay.steps import FoldedGame
from tests.support.play.records import NAMES, played


@pytest.mark.parametrize("key", sorted(PRESETS))
@pytest.mark.parametrize("odd", [False, True])
def test_steps_have_every_event_once_and_end_where_the_game_ended(key: str, odd: bool) -> None:
    record = played(PRESETS[key], 7, odd=odd)
    folded = FoldedGame(record)
    shown = [event for number in range(len(folded)) for event in folded[number].events]
    happened = [*record.start, *(event for action in record.steps for event in action.events)]
    assert shown == happened
    last = folded[len(folded) - 1]
    assert last.after.phase == "over"
    assert last.after.winners


def test_a_throw_and_the_decision_on_it_are_two_steps() -> None:
    record = played(PRESETS["family"], 3)
    folded = FoldedGame(record)
    for number in range(len(folded)):
        step = folded[number]
        assert sum(isinstance(event, Rolled | Kept) for event in step.events) <= 1, step


def test_each_step_has_the_state_that_its_events_lead_to() -> None:
    record = played(PRESETS["family"], 11)
    folded = FoldedGame(record)
    state = folded[0].after
    for number in range(1, len(folded)):
        state = state.fold(folded[number].events)
        assert folded[number].after.scores == state.scores
        assert folded[number].after.throw == state.throw
    with pytest.raises(IndexError):
        folded[len(folded)]


def test_the_step_of_an_action_is_the_one_in_which_it_begins() -> None:
    record = played(PRESETS["family"], 3)
    folded = FoldedGame(record)
    for action in range(len(record.steps) + 1):
        first = folded[folded.step_of(action)]
        assert first.action == action
        assert first.number == 0 or folded[first.number - 1].action < action


def test_a_step_belongs_to_the_seat_that_acts() -> None:
    record = played(PRESETS["family"], 5, odd=True)
    folded = FoldedGame(record)
    said = [" ".join(map(str, folded[n].sentences(NAMES))) for n in range(len(folded))]
    skipped = next(n for n, words in enumerate(said) if "skipped" in words)
    assert NAMES[folded[skipped].seat] in said[skipped]
    left = next(n for n, words in enumerate(said) if "left the game" in words)
    assert f"{NAMES[folded[left].seat]} left the game." in said[left]
