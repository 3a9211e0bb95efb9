"""Choices of a past game that the reader decides again."""

from typing import Any

import pytest

from farkle import Bank, GameState, Roll
from farkle.ai.review.winning import MISTAKE, Option
from games.formats import change
from games.protocol import frames
from games.replay.choices import place_of
from games.replay.context import ReplayContext
from games.replay.trial import answer_to, trial_of
from games.replay.verdicts import choice_of

pytestmark = pytest.mark.django_db(transaction=True)


def choices(context: ReplayContext) -> list[Any]:
    """Return all choices of a game, each with its step."""
    steps = map(context.folded.__getitem__, range(len(context.folded)))
    return [(step, made) for step in steps if (made := choice_of(context, step))]


def state_of(context: ReplayContext, step: int) -> GameState:
    before = context.folded.actions[step].before
    assert before is not None
    return before


def answer(context: ReplayContext, decision: Any, option: Option) -> dict[str, Any]:
    action = option.action
    keep = action.keep if isinstance(action, Roll | Bank) else ()
    found = answer_to(context, decision, action.do, "".join(map(str, keep)))
    assert found is not None
    return found


def test_every_judged_choice_can_be_tried_and_no_other_step(context: ReplayContext) -> None:
    assert context.winning
    judged = [made for made in context.winning.decisions if len(made.options) > 1]
    assert [made for _step, made in choices(context)] == judged
    assert choice_of(context, context.folded[0]) is None


def test_the_position_is_that_before_the_choice(context: ReplayContext) -> None:
    for step, made in choices(context):
        trial = trial_of(context, step, made)
        assert trial["where"] == place_of(context, made)
        position, table = trial["position"], state_of(context, made.step)
        assert position["may"] == frames.may(table)
        assert [row["score"] for row in trial["rows"]] == list(table.scores)
        # The turn is told from its start.
        assert position["state"]["current"] == made.seat
        assert (position["state"]["rolls"], position["state"]["turn_points"]) == (0, 0)
        thrown = [event[1] for event in position["events"] if event[0] == "rolled"]
        assert len(thrown) == table.rolls
        assert tuple(thrown[-1]) == table.throw


def test_the_position_does_not_give_the_answer_away(context: ReplayContext) -> None:
    for step, made in choices(context):
        trial = trial_of(context, step, made)
        assert set(trial) == {"where", "rows", "sides", "rules", "reasons", "position"}
        assert str(made.best.value) not in str(trial["position"])


def test_every_choice_has_an_answer_beside_the_best_and_that_of_the_game(
    context: ReplayContext,
) -> None:
    kinds = set()
    for _step, made in choices(context):
        for option in made.options:
            given = answer(context, made, option)
            loss = made.best.value - option.value
            assert given["found"] == (loss < MISTAKE)
            assert given["cost"] == ("" if given["found"] else change(-loss))
            labels = [row["label"] for row in given["rows"]]
            assert labels[0] == "You, now"
            assert len(labels) == len({option, made.best, made.chosen})
            assert all("%" in row["worth"] for row in given["rows"])
            kinds.add(given["words"])
    assert {"The best move.", "There is something better."} <= kinds


@pytest.mark.parametrize(
    ("do", "keep"),
    [
        *(("roll", "222222"), ("bank", "1111111"), ("roll", "x"), ("roll", "0"), ("bank", "-1")),
        *(
            ("skip", ""),
            ("leave", ""),
            ("join", ""),
            ("", "1"),
            ("build", "1"),
            ("roll", "9" * 5000),
        ),
        *(("ROLL", "1"), ("roll", "\u0661\u0661"), ("roll", "\u00b2"), ("bank", "1 5")),
    ],
)
def test_what_was_not_possible_has_no_answer(context: ReplayContext, do: str, keep: str) -> None:
    _step, made = choices(context)[0]
    throw = state_of(context, made.step).throw
    if "".join(map(str, throw)) != keep:
        assert answer_to(context, made, do, keep) is None
