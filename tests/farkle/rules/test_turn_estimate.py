"""The averages of a careful player agree with turns and games played."""

from dataclasses import replace
from functools import cache
from random import Random
from statistics import fmean, stdev

import pytest

from farkle import PRESETS, GameState, RuleSet
from farkle.rules.odds import weight
from farkle.rules.scoring import sets
from farkle.rules.turn_estimate import estimate_turns
from tests.support.engine.simple_players import careful
from tests.support.engine.throw_outcomes import HOUSE, ODD, ZILCH

FAMILY = PRESETS["family"]


def dice(seed):
    chance = Random(seed)
    return lambda count: tuple(chance.choices(range(1, 7), k=count))


def turns_of(rules, count):
    """Return (banked, points, throws) of `count` first turns of games, played carefully."""
    source, found = dice("turns"), []
    start, _ = GameState.start(rules, 2, source)
    while len(found) < count:
        state, throws, points, seat = start, 0, 0, start.current
        while state.current == seat:
            state, events = state.apply(careful(state), source)
            for event in events:
                throws += (event.name == "rolled") - (event.name == "second_chance")
                points += event.points if event.name == "banked" else 0
        found.append((points > 0, points, throws))
    return found


def agrees(turn, found):
    """Check that the three averages lie within four standard errors of `found`."""
    for at, expected in enumerate((turn.chance, turn.points, turn.throws)):
        seen = [one[at] for one in found]
        spread = stdev(seen) / len(seen) ** 0.5
        assert abs(fmean(seen) - expected) <= 4 * spread + 3 / len(found), (
            at,
            fmean(seen),
            expected,
        )


RULES = {
    **PRESETS,
    # The estimate takes steps of banks for a minimum.
    **{name: rules for name, rules in ODD.items() if not rules.bank_multiple},
    "zilch": ZILCH,
    "second chance": replace(PRESETS["specials"], second_chance=True, toxic_twos=True),
    "any six": replace(PRESETS["specials"], blank_scope="any_six", bank_min=1500),
    "in within three": replace(FAMILY, entry_rolls=3, entry_min=700),
    "must": replace(HOUSE, bank_min=600),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULES)
def test_the_averages_agree_with_turns_played(name):
    # Jackpots are too rare for so few turns, and worth too much.
    rules = replace(RULES[name], target=10_000_000, jackpot="none")
    entry = replace(rules, farkle_penalty=0, ending="immediate")
    agrees(estimate_turns(rules).turn, turns_of(replace(entry, entry_min=0), 1500))
    if rules.entry_min:
        agrees(estimate_turns(rules).entry, turns_of(entry, 1500))
    else:
        assert estimate_turns(rules).entry == estimate_turns(rules).turn


def test_points_are_kept_when_a_forced_roll_leads_back_to_six_dice():
    rules = RuleSet(hot_dice="mandatory", blank_first_roll=500, blank_scope="any_six", entry_min=0)

    @cache
    def averages(dice, rolls):
        """Return the chance to bank and the average points of so many rolls at most."""
        chance = points = 0.0
        for throw in (throw for throw in sets(6) if len(throw) == dice and rolls):
            part = weight(throw) / 6**dice
            keeps = rules.table.keeps(throw) or {(): 500} if dice == 6 else rules.table.keeps(throw)
            if any(0 < len(keep) < dice for keep in keeps):
                chance += part
                points += part * max(keeps[keep] for keep in keeps if len(keep) < dice)
            elif keeps:
                (gained,) = keeps.values()
                then = averages(6, rolls - 1)
                chance += part * then[0]
                points += part * (then[1] + gained * then[0])
        return chance, points

    turn = estimate_turns(rules).turn
    assert (turn.chance, turn.points) == pytest.approx(averages(6, 20), rel=1e-9)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["family", "entry", "kcd"])
def test_the_number_of_turns_agrees_with_games_played(name):
    rules = replace(PRESETS[name], ending="immediate")
    source, rounds = dice(name), []
    for _ in range(60):
        state, _ = GameState.start(rules, 2, source)
        seat = 0
        while not state.winners and state.scores[seat] < rules.target:
            state, _ = state.apply(careful(state), source)
        rounds.append(state.round)
    # The faster of two players finishes, and the last bank passes the target: somewhat fewer.
    assert 0.7 * estimate_turns(rules).turns < fmean(rounds) < 1.1 * estimate_turns(rules).turns
