"""A game cut into scenes: every event once, in order, and each scene where the game stood."""

from random import Random

import pytest

from farkle import PRESETS, Bank, Build, Dice, GameState, Leave, Record, Roll, RuleSet, Skip
from farkle.engine.events import Kept, Rolled
from games.replay.board import stage_of
from games.replay.steps import ReplaySteps

NAMES = ("Mara", "Ines", "Teo")


def played(rules: RuleSet, seed: int, *, odd: bool = False) -> Record:
    """A game of three; `odd`: one is skipped, one leaves."""
    chance = Random(seed)

    def dice(count: int) -> Dice:
        return tuple(chance.randint(1, 6) for _ in range(count))

    state, batch = GameState.start(rules, 3, dice)
    record = Record(rules, 3, batch, names=NAMES)
    while state.phase != "over":
        actions = state.legal.actions
        banks = [one for one in actions if isinstance(one, Bank)]
        builds = [one for one in actions if isinstance(one, Build)]
        action: Roll | Bank | Build | Skip | Leave = (builds or banks or actions)[-1]
        if odd and state.ply == 5:
            action = Skip()
        if odd and state.ply == 20:
            action = Leave((state.current + 1) % 3)
        state, batch = state.apply(action, dice)
        record = record.and_then(action, batch)
    return record


@pytest.mark.parametrize("key", sorted(PRESETS))
@pytest.mark.parametrize("odd", [False, True])
def test_scenes_have_every_event_once_and_end_where_the_game_ended(key: str, odd: bool) -> None:
    record = played(PRESETS[key], 7, odd=odd)
    scenes = ReplaySteps(record)
    told = [event for number in range(len(scenes)) for event in scenes[number].events]
    happened = [*record.start, *(event for step in record.steps for event in step.events)]
    assert told == happened
    last = scenes[len(scenes) - 1]
    assert last.after.phase == "over"
    assert last.after.winners


def test_a_throw_and_the_decision_on_it_are_two_scenes() -> None:
    record = played(PRESETS["family"], 3)
    scenes = ReplaySteps(record)
    for number in range(len(scenes)):
        scene = scenes[number]
        assert sum(isinstance(event, Rolled | Kept) for event in scene.events) <= 1, scene
        if scene.kind == "keep":
            assert scene.table is not None
            stage = stage_of(scene, NAMES, (1, 2, 3))
            kept = sorted(die.face for die in stage.dice if die.kept)
            assert kept == sorted(scene.find(Kept).dice)  # type: ignore[union-attr]
            assert sorted(die.face for die in stage.dice) == sorted(scene.table.throw)
            assert stage.risk is not None
            assert sum(stage.risk[:2]) == stage.risk[2]


def test_a_scene_is_found_by_its_number_wherever_it_is() -> None:
    record = played(PRESETS["family"], 11)
    scenes = ReplaySteps(record)
    assert len(scenes) > 110, "states between those that are kept must be needed"
    state = scenes[0].after
    for number in range(1, len(scenes)):
        state = state.fold(scenes[number].events)
        assert scenes[number].after.scores == state.scores
        assert scenes[number].after.throw == state.throw
    with pytest.raises(IndexError):
        scenes[len(scenes)]


def test_the_scene_of_a_step_is_the_one_in_which_it_begins() -> None:
    record = played(PRESETS["family"], 3)
    scenes = ReplaySteps(record)
    for step in range(len(record.steps) + 1):
        first = scenes[scenes.of_step(step)]
        assert first.step == step
        assert first.number == 0 or scenes[first.number - 1].step < step


def test_who_acts_is_whose_scene_it_is() -> None:
    record = played(PRESETS["family"], 5, odd=True)
    scenes = ReplaySteps(record)
    said = [" ".join(map(str, scenes[n].told(NAMES))) for n in range(len(scenes))]
    skipped = next(n for n, words in enumerate(said) if "passed over" in words)
    assert NAMES[scenes[skipped].seat] in said[skipped]
    left = next(n for n, words in enumerate(said) if "leaves the game" in words)
    assert f"{NAMES[scenes[left].seat]} leaves the game." in said[left]


def test_a_farkle_and_hot_dice_have_their_moments() -> None:
    scenes = ReplaySteps(played(PRESETS["family"], 3))
    moments = {}
    for number in range(len(scenes)):
        stage = stage_of(scenes[number], NAMES, (1, 2, 3))
        moments.setdefault(stage.moment, stage)
    assert any("Farkle." in line for line in moments["farkle"].said)
    assert not any(die.can for die in moments["farkle"].dice)
    assert any("Hot dice" in line for line in moments["hot"].said)
    assert len(moments["hot"].slots) + len(moments["hot"].aside) == 6
