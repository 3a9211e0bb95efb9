"""Turning points of a past game: turns, and players who left."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from farkle import PRESETS, Action, Bank, GameState, Leave, Record, Skip
from farkle.ai.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.deciding import deciding_turn
from games.replay.game import past_game
from games.replay.steps import FoldedGame
from games.replay.turning import swings, turn_words, turning_points
from tests.support.rooms import Place

NAMES = ("Mara", "Ines", "Teo")


def context_of(players: int, odd: dict[int, Action], rules: str = "kcd") -> ReplayContext:
    """Return a game in which everybody banks as soon as possible; `odd` actions go by ply."""
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
    game: Any = SimpleNamespace(teams=None, record=record)
    links: Any = SimpleNamespace(step=lambda scene: f"/{scene}/")
    names, pens = NAMES[:players], (1, 2, 3)[:players]
    return ReplayContext(game, FoldedGame(record), analysis(record), links, names, pens)


@pytest.mark.django_db(transaction=True)
def test_turning_points_are_in_the_order_of_play(place: Place) -> None:
    game = past_game(place.code, 1, None)
    assert turning_points(ReplayContext.of(game, None)) == []
    found = turning_points(ReplayContext.of(game, analysis(game.record)))
    assert [one["letter"] for one in found] == ["A", "B", "C"][: len(found)]
    scenes = [one["scene"] for one in found]
    assert scenes == sorted(scenes)
    assert found[-1]["words"].startswith("banks")


def test_who_leaves_in_the_turn_of_another_is_a_turning_point_of_their_own() -> None:
    """The others' chances rise by that, and not by what the player at turn banks then."""
    before = context_of(3, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    leaver = (at.seat + 1) % 3
    context = context_of(3, {at.first: Leave(leaver)})
    found = list(swings(context))
    left = next(one for one in found if one.words == "leaves the game")
    assert left.where == f"{NAMES[leaver]}, round 2"
    assert left.after[leaver] == 0.0
    assert left.before[leaver] > 0.1
    assert context.winning
    turn = next(one for one in found if one.seat == at.seat and one.where.endswith("round 2"))
    assert turn.words.startswith("banks")
    moments = context.winning.moments
    own = [
        moments[number].after[at.seat] - moments[number - 1].after[at.seat]
        for number in range(at.first, turn.last + 1)
        if not isinstance(context.folded.actions[number].action, Leave)
    ]
    assert turn.after[at.seat] - turn.before[at.seat] == pytest.approx(sum(own))
    assert turn.after == moments[turn.last].after
    assert any(one["where"] == left.where for one in turning_points(context))


def test_who_leaves_a_game_of_two_decides_it() -> None:
    before = context_of(2, {})
    at = next(turn for turn in before.folded.summary.turns if turn.round == 2)
    for leaver in (0, 1):
        found = deciding_turn(context_of(2, {at.first: Leave(leaver)}))
        assert found
        assert found["where"] == f"{NAMES[leaver]}, round 2"
        assert found["words"] == "leaves the game"
        assert found["after"] == "100%"


def test_every_way_to_end_a_turn_has_its_words() -> None:
    context = context_of(2, {1: Skip()}, rules="family")
    told = {turn.outcome: turn_words(context, turn) for turn in context.folded.summary.turns}
    assert told["skipped"] == "is skipped"
    assert told["banked"].startswith("banks ")
    farkles = [turn for turn in context.folded.summary.turns if turn.outcome == "farkled"]
    words = [turn_words(context, turn) for turn in farkles]
    assert all(one.startswith("farkle on ") for one in words)
    assert [one.endswith("the third in a row: −1,000") for one in words] == [
        bool(turn.penalty) for turn in farkles
    ]
    assert any(turn.penalty for turn in farkles)
