"""Turning points of a past game: rolls, choices, and players who left."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from farkle import PRESETS, Action, Bank, GameState, Leave, Record, Skip
from farkle.ai.review.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.percents import both
from games.replay.steps import FoldedGame
from games.replay.turning import biggest_swing, swings, turning_points
from games.replay.winning import verdict_of
from tests.support.engine.scripted_game import Game

NAMES = ("Mara", "Ines", "Teo")


def context_of(
    players: int, odd: dict[int, Action], rules: str = "kcd", mine: tuple[int, ...] = ()
) -> ReplayContext:
    """Return a game in which everybody banks as soon as possible; `odd` actions go by ply. The
    reader played at the seats `mine`."""
    dice = Random(1)

    def thrown(count: int) -> tuple[int, ...]:
        return tuple(dice.randint(1, 6) for _ in range(count))

    state, batch = GameState.start(PRESETS[rules], players, thrown)
    record = Record(PRESETS[rules], players, batch, names=NAMES[:players])
    while state.phase != "over":
        actions = state.legal.actions
        banks = [one for one in actions if isinstance(one, Bank)]
        action = odd.get(state.ply, (banks or list(actions))[-1])
        state, batch = state.apply(action, thrown)
        record = record.and_then(action, batch)
    return context_from(record, mine)


def context_from(record: Record, mine: tuple[int, ...] = ()) -> ReplayContext:
    players = record.players
    game: Any = SimpleNamespace(teams=None, record=record, mine=mine)
    links: Any = SimpleNamespace(step=lambda scene: f"/{scene}/")
    names, pens = NAMES[:players], (1, 2, 3)[:players]
    return ReplayContext(game, FoldedGame(record), analysis(record), links, names, pens)


def test_turning_points_are_in_the_order_of_play() -> None:
    context = context_of(2, {})
    assert turning_points(replace(context, analysis=None)) == []
    assert biggest_swing(replace(context, analysis=None)) is None
    found = turning_points(context)
    assert [one["letter"] for one in found] == ["A", "B", "C"][: len(found)]
    assert [one["most"] for one in found].count(True) == 1
    scenes = [one["scene"] for one in found]
    assert scenes == sorted(scenes)


def test_a_turning_point_says_what_its_step_says() -> None:
    """It was a whole turn, named by its end: a farkle seemed to have cost all that the turn did."""
    context = context_of(2, {})
    said = 0
    for one in turning_points(context):
        step = context.folded[one["scene"]]
        verdict = verdict_of(context, step)
        assert verdict
        if one["words"].startswith("mistake"):
            assert verdict.kind == "mistake"
            assert verdict.words == f"{one['before']} chance to win before, {one['after']} after."
        else:
            said += 1
            assert (verdict.kind, step.kind) == ("luck", "throw")
            assert verdict.words.endswith(f"went from {one['before']} to {one['after']}.")
            assert one["words"].startswith("farkle on") == ("farkled" in names_of(step.events))
    assert said


def names_of(events: Any) -> list[str]:
    return [one.name for one in events]


def test_the_rolls_of_a_turn_change_a_chance_one_by_one() -> None:
    context = context_of(2, {})
    winning = context.winning
    assert winning
    rolls = [one for one in swings(context) if not one.words.startswith("mistake")]
    assert len(rolls) == sum("rolled" in names_of(a.events) for a in context.folded.actions[1:])
    for seat in (0, 1):
        account = winning.accounts[seat]
        own = sum(one.after[seat] - one.before[seat] for one in rolls if one.seat == seat)
        assert own == pytest.approx(account.luck)
    mistakes = {one.step for one in winning.mistakes}
    told = [one for one in swings(context) if one.words.startswith("mistake")]
    assert {context.folded[one.scene].action for one in told} == mistakes
    assert mistakes
    assert all(one.before[one.seat] > one.after[one.seat] for one in told)


def test_whoever_played_reads_their_own_chance_everywhere() -> None:
    """The review told the chance of who was at turn, the result that of the reader."""
    for seat in (0, 1):
        context = context_of(2, {}, mine=(seat,))
        points = turning_points(context)
        (most,) = [one for one in points if one["most"]]
        found = {one.scene: one for one in swings(context)}
        for one in points:
            swing = found[one["scene"]]
            assert (one["before"], one["after"]) == both(swing.before[seat], swing.after[seat])
        told = biggest_swing(context)
        assert told
        assert (told["seat"], told["mine"]) == (seat, True)
        assert {key: most[key] for key in ("where", "words", "before", "after")} == {
            key: told[key] for key in ("where", "words", "before", "after")
        }


@pytest.mark.parametrize("mine", [(), (0, 1)])
def test_others_read_the_chance_of_whoever_did_it(mine: tuple[int, ...]) -> None:
    """So do those who passed one device round."""
    context = context_of(2, {}, mine=mine)
    told = biggest_swing(context)
    assert told
    assert not told["mine"]
    assert told["where"].startswith(NAMES[told["seat"]])


def test_who_leaves_in_the_turn_of_another_is_a_turning_point_of_their_own() -> None:
    before = context_of(3, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    leaver = (at.seat + 1) % 3
    context = context_of(3, {at.first: Leave(leaver)})
    left = next(one for one in swings(context) if one.words == "leaves the game")
    assert (left.seat, left.where) == (leaver, f"{NAMES[leaver]}, round 2")
    assert left.after[leaver] == 0.0
    assert left.before[leaver] > 0.1
    assert any(one["where"] == left.where for one in turning_points(context))


def test_who_leaves_a_game_of_two_decides_it() -> None:
    before = context_of(2, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    for leaver in (0, 1):
        found = biggest_swing(context_of(2, {at.first: Leave(leaver)}, mine=(1 - leaver,)))
        assert found
        assert found["where"] == f"{NAMES[leaver]}, round 2"
        assert found["words"] == "leaves the game"
        assert found["after"] == "100%"


def test_every_kind_of_moment_has_its_words() -> None:
    context = context_of(2, {1: Skip()}, rules="family")
    words = [one.words for one in swings(context)]
    assert "is skipped" in words
    assert any(one.startswith("rolls ") for one in words)
    assert any(one.startswith("mistake: banks ") for one in words)
    farkles = [one for one in words if one.startswith("farkle on ")]
    assert any(one.endswith("the third in a row: \u22121,000") for one in farkles)


def test_a_mistaken_roll_says_how_many_dice() -> None:
    game: Any = Game("kcd", target=1000).roll("111234").roll("236", "111")
    first, mistake, farkle = (one.words for one in swings(context_from(game.record)))
    assert first == "rolls 1\u00a01\u00a01\u00a02\u00a03\u00a04"
    assert mistake == "mistake: rolls 3 dice"
    assert farkle == "farkle on 3 dice with 1,000 at risk"
