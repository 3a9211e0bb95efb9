"""The chance to win on the page of a past game."""

import re
from dataclasses import replace
from typing import Any

import pytest

from farkle import Bank, Record
from farkle.ai.review.analysis import analysis
from games.formats import accuracy, two_chances
from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.verdicts import verdict_of
from games.replay.winning import winning_table
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


def number(text: str) -> float:
    return float(text.rstrip("%").replace("−", "-"))


def rows_of(shown: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all mistakes of a list, those that fold out too."""
    return [*shown["rows"], *shown["smaller"]]


def test_nothing_is_said_before_it_has_been_worked_out(place: Place) -> None:
    waiting = ReplayContext.of(past_game(place.code, 1, None), None)
    assert winning_table(waiting, []) is None
    assert verdict_of(waiting, waiting.folded[1]) is None


def test_the_parts_that_are_shown_add_up_for_every_player(context: ReplayContext) -> None:
    table = winning_table(context, [])
    assert table is not None
    assert table["exact"]
    assert not table["rest"]
    sums = table["sums"]
    for at, end in enumerate(sums["ends"]):
        parts = [number(values[at]) for _name, values in sums["rows"]]
        assert len(parts) == 5
        assert sum(parts) == pytest.approx(number(end), abs=1e-6)
    assert sorted(sums["ends"]) == ["0%", "100%"]


def test_mistakes_are_ordered_by_the_chance_they_cost(context: ReplayContext) -> None:
    table = winning_table(context, [])
    assert table is not None
    (mistakes,) = (rows_of(shown) for shown in table["mistakes"])
    costs = [number(one["cost"]) for one in mistakes]
    assert costs == sorted(costs)
    assert all(cost < 0 for cost in costs)
    assert context.winning
    for shown, decision in zip(mistakes, context.winning.mistakes, strict=True):
        assert context.folded[shown["scene"]].action == decision.step


def test_the_readers_own_mistakes_come_first(context: ReplayContext) -> None:
    assert context.winning
    for own in ((0,), (1,)):
        table = winning_table(replace(context, game=replace(context.game, own_seats=own)), [])
        assert table is not None
        mine, theirs = table["mistakes"]
        assert (mine["title"], theirs["title"]) == ("Your choices", "Others' choices")
        for shown, is_own in ((mine, True), (theirs, False)):
            steps = [one["scene"] for one in rows_of(shown)]
            assert steps == [
                context.folded.step_of(decision.step)
                for decision in context.winning.mistakes
                if (decision.seat in own) == is_own
            ]


def test_without_others_or_without_the_reader_mistakes_have_no_title(
    context: ReplayContext,
) -> None:
    for own in ((), (0, 1)):
        table = winning_table(replace(context, game=replace(context.game, own_seats=own)), [])
        assert table is not None
        assert [shown["title"] for shown in table["mistakes"]] == [""]


def test_a_mistake_says_both_chances_and_the_risk(context: ReplayContext) -> None:
    table = winning_table(context, [])
    assert table is not None
    assert context.winning
    rolls = 0
    for shown, decision in zip(
        rows_of(table["mistakes"][0]), context.winning.mistakes, strict=True
    ):
        before, after = two_chances(decision.best.value, decision.chosen.value)
        for words, chance, action in (
            (shown["best_worth"], before, decision.best.action),
            (shown["chosen_worth"], after, decision.chosen.action),
        ):
            if isinstance(action, Bank):
                assert words == chance
            else:
                rolls += 1
                assert re.fullmatch(rf"{re.escape(chance)}, \d+% farkle risk", words)
    assert rolls
    step = context.folded[rows_of(table["mistakes"][0])[0]["scene"]]
    verdict = verdict_of(context, step)
    assert verdict
    roll = not isinstance(context.winning.mistakes[0].best.action, Bank)
    assert bool(verdict.risk) == roll


def test_a_game_without_a_choice_says_nothing_about_accuracy(context: ReplayContext) -> None:
    record = context.game.record
    empty = Record(record.rules, record.players, record.start, names=record.names)
    found = analysis(empty).winning
    assert found
    assert all(one.percent is None for one in found.accuracies)


def test_the_accuracy_is_that_of_every_other_page(context: ReplayContext) -> None:
    assert context.winning
    one = context.winning.accuracies[0]
    # An average loss of 0.44% of a chance a choice.
    near = replace(one, decided=100, loss=0.44)
    assert near.percent == pytest.approx(85.86, abs=0.01)
    found = replace(context.winning, accuracies=(near, *context.winning.accuracies[1:]))
    told = replace(context, winning=found)
    table = winning_table(told, [])
    assert table is not None
    shown = {row["name"]: row["percent"] for row in table["accuracies"]}
    assert str(shown[context.names[0]]) == accuracy(near.percent) == "86"
