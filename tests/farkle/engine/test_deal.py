"""Deals: one player alone, and dice that depend on nothing but the turn and the throw."""

import hmac
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from farkle import (
    PRESETS,
    Bank,
    GameState,
    IllegalAction,
    Join,
    Leave,
    Record,
    Roll,
    RulesError,
    replay,
)
from farkle.engine.deal import dealt_dice, rules_of_deal
from farkle.engine.events import Left, Over
from farkle.engine.fairness import REPEAT, Unproven, throw_of_deal, throws_of
from farkle.engine.gamefile import GameFile
from tests.support.engine.proved_game import SEED, played_alone
from tests.support.engine.simple_players import careful, thrifty
from tests.support.engine.strategies import CI, short_rule_sets

CRITICAL = 25.744832
"""The value that chi-square with five degrees of freedom exceeds once in 10,000 times."""


def test_a_throw_reads_the_bytes_of_its_hmac_and_skips_those_of_252_and_more():
    faces = []
    for block in (0, 1):
        message = f"deal:7:2:{block}".encode()
        faces += [b % 6 + 1 for b in hmac.digest(SEED, message, "sha256") if b < 252]
    assert throw_of_deal(SEED, 7, 2, 40) == tuple(faces[:40])
    assert [throw_of_deal(SEED, 7, 2, n) for n in range(1, 7)] == [
        tuple(faces[:n]) for n in range(1, 7)
    ]


def chi_square(counts, expected):
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, 7))


def test_every_face_is_equally_likely_at_every_place_of_a_throw():
    places = [Counter() for _ in range(6)]
    for number in range(200):
        seed = number.to_bytes(32, "big")
        for turn in range(1, 11):
            for k in range(5):
                for place, die in enumerate(throw_of_deal(seed, turn, k, 6)):
                    places[place][die] += 1
    everything = sum(places, Counter())
    assert chi_square(everything, 60_000 / 6) < CRITICAL
    assert max(chi_square(counts, 10_000 / 6) for counts in places) < CRITICAL


def test_throws_differ_by_seed_turn_and_number():
    throws = {
        throw_of_deal(seed, turn, number, 20)
        for seed in (SEED, bytes(32))
        for turn in range(1, 30)
        for number in range(10)
    }
    assert len(throws) == 2 * 29 * 10


def some_choice(chance):
    def decide(state):
        return chance.choice(state.legal.actions)

    return decide


def throws_by_place(record):
    return {(thrown.turn, thrown.number): thrown.dice for thrown in throws_of(record)}


@settings(CI, max_examples=25)
@given(short_rule_sets())
def test_tries_see_the_same_dice_whatever_they_choose_under_any_rules(rules):
    rules = replace(rules, building=False, beat_last=False)
    policies = (careful, thrifty, some_choice(Random(1)))
    tries = [throws_by_place(played_alone(rules, 4, policy=policy).record) for policy in policies]
    seen = {}
    for throws in tries:
        for place, dice in throws.items():
            longest = max(seen.get(place, ()), dice, key=len)
            assert longest[: len(dice)] == dice
            assert longest[: len(seen.get(place, ()))] == seen.get(place, ())
            seen[place] = longest
    assert {turn for turn, _ in seen} == {1, 2, 3, 4}
    again = throws_by_place(played_alone(rules, 4, policy=careful).record)
    assert again == tries[0]


def test_a_second_chance_is_throw_0_and_leaves_the_next_throw_as_it_is():
    rules = replace(PRESETS["kcd"], second_chance=True)
    throws = [
        thrown
        for seed in range(40)
        for thrown in throws_of(played_alone(rules, seed=bytes([seed]) * 32).record)
    ]
    repeats = [at for at, thrown in enumerate(throws) if thrown.number == REPEAT]
    assert repeats
    assert {throws[at - 1].number for at in repeats} == {1}
    assert {throws[at + 1].number for at in repeats if at + 1 < len(throws)} <= {1, 2}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_a_deal_of_ten_turns(preset):
    file = played_alone(PRESETS[preset])
    last = replay(file.record)
    assert (last.phase, last.winners, last.round) == ("over", (0,), 10)
    assert file.check().throws == sum(1 for _ in throws_of(file.record))
    read = GameFile.from_dict(file.to_dict())
    assert read == file
    assert read.proof.is_of_deal


def test_a_false_die_is_found_in_a_deal():
    file = played_alone(PRESETS["kcd"])
    with pytest.raises(Unproven, match="doesn't match the fingerprint"):
        replace(file.proof, seed=bytes(32)).check(file.record)
    other = played_alone(PRESETS["kcd"], seed=bytes(32))
    with pytest.raises(Unproven, match="At step 1 the record says that roll 1 was"):
        file.proof.check(other.record)
    with pytest.raises(Unproven, match="1 strings were added"):
        replace(file.proof, strings=("",)).check(file.record)
    with pytest.raises(Unproven, match="the rules that the game began with"):
        file.proof.check(played_alone(PRESETS["kcd"], 9).record)


def test_rules_that_nobody_can_play_alone_are_refused_in_a_sentence():
    with pytest.raises(RulesError, match="Piggybacking needs another player's turn"):
        rules_of_deal(replace(PRESETS["4iam"], building=True))
    with pytest.raises(RulesError, match="A deal needs at least one turn"):
        rules_of_deal(PRESETS["kcd"], 0)
    with pytest.raises(RulesError, match="can't be played"):
        rules_of_deal(replace(PRESETS["kcd"], bank_min=10**7))


def alone(rules=None):
    rules = rules_of_deal(rules or PRESETS["kcd"], 3)
    return GameState.start(rules, 1, lambda count: pytest.fail("there is no roll-off"))[0]


def test_one_player_needs_rounds_and_nobody_joins():
    for rules in (PRESETS["kcd"], replace(PRESETS["kcd"], rounds=3, building=True)):
        with pytest.raises(ValueError, match="at least two players"):
            GameState.start(rules, 1, lambda count: (1,) * count)
    with pytest.raises(IllegalAction) as refused:
        alone().apply(Join(), lambda count: (1,) * count)
    assert refused.value.code == "too_late_to_join"


def test_who_leaves_alone_keeps_what_is_banked():
    state = alone()
    for action in (Roll(), Bank((1,)), Roll()):
        state, _ = state.apply(action, lambda count: (1, 2, 2, 3, 4, 6)[:count])
    state = GameState.from_dict(state.rules, state.to_dict())
    last, batch = state.apply(Leave(0), dealt_dice(SEED, state))
    assert batch == (Left(0, 0), Over((0,)))
    assert (last.phase, last.scores, last.winners) == ("over", (100,), (0,))
    assert GameState.from_dict(last.rules, last.to_dict()) == last


def test_a_farkle_changes_nothing_in_the_next_turn():
    def bust(state):
        return Roll(max(state.legal.choices, key=lambda choice: choice.total).keep)

    farkled = throws_by_place(played_alone(PRESETS["kcd"], policy=bust).record)
    banked = throws_by_place(played_alone(PRESETS["kcd"], policy=careful).record)
    for turn in range(1, 11):
        assert farkled[turn, 1] == banked[turn, 1]


def test_the_record_of_one_player_is_read_again():
    record = played_alone(PRESETS["kcd"]).record
    assert Record.from_dict(record.to_dict()) == record
