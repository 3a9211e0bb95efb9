"""What a past game's choices and throws are said to be worth."""

from dataclasses import replace

import pytest

from farkle import Bank
from farkle.ai.review.analysis import analysis
from games.replay.context import ReplayContext
from games.replay.game import past_game
from games.replay.steps import ReplayStep
from games.replay.trial import answer_to, trial_of
from games.replay.verdicts import Verdict, choice_of, verdict_of
from tests.support.deals import Attempt, new_deal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def alone() -> ReplayContext:
    """The page of a try, whose player banked much too early."""
    attempt = Attempt(new_deal(turns=10))
    attempt.play_out(50)
    past = past_game(attempt.room.code, 1, attempt.person)
    return ReplayContext.of(past, analysis(past.record))


def judged(context: ReplayContext) -> list[tuple[ReplayStep, Verdict]]:
    steps = map(context.folded.__getitem__, range(len(context.folded)))
    return [(step, found) for step in steps if (found := verdict_of(context, step))]


def test_choices_that_are_about_the_same_are_no_mistakes(context: ReplayContext) -> None:
    """Hints call them so: both places know one threshold."""
    assert context.winning
    found = next(one for one in context.winning.decisions if len(one.options) > 1)
    step = context.folded[context.folded.step_of(found.step)]
    for given, kind, words in (
        (0.006, "even", "About as good as the best move: 49.4% to win instead of 50.0%."),
        (0.01, "mistake", "50.0% chance to win before, 49.0% after."),
    ):
        options = replace(found.options[1], value=0.5), replace(found.options[0], value=0.5 - given)
        decision = replace(found, options=options, chosen=options[1])
        winning = replace(context.winning, decisions=(decision,))
        told = replace(context, winning=winning)
        verdict = verdict_of(told, step)
        assert verdict
        assert (verdict.kind, verdict.words) == (kind, words)


def test_the_bank_that_wins_is_praised(context: ReplayContext) -> None:
    """It was called a mistake: by points of the turn, rolling on was worth more."""
    assert context.winning
    last = context.winning.decisions[-1]
    assert isinstance(last.chosen.action, Bank)
    step = context.folded[context.folded.step_of(last.step)]
    verdict = verdict_of(context, step)
    assert verdict is not None
    assert verdict.kind != "mistake"
    assert "100%" in verdict.words
    assert last not in context.winning.mistakes


def test_every_choice_and_every_throw_has_its_verdict(context: ReplayContext) -> None:
    assert context.winning
    kinds = set()
    for at in range(len(context.folded)):
        step = context.folded[at]
        verdict = verdict_of(context, step)
        if verdict is None:
            continue
        kinds.add(verdict.kind)
        assert (verdict.kind == "luck") == (step.kind == "throw")
        assert "%" in verdict.words
        assert "%(" not in verdict.words
        assert (verdict.best is None) == (verdict.kind != "mistake")
    assert {"luck", "mistake", "best"} <= kinds


def test_a_roll_that_changes_nothing_does_not_say_from_and_to(context: ReplayContext) -> None:
    assert context.winning
    number = next(at for at in range(len(context.folded)) if context.folded[at].kind == "throw")
    step = context.folded[number]
    decisions = tuple(
        replace(one, luck=0.0) if one.step == step.action else one
        for one in context.winning.decisions
    )
    winning = replace(context.winning, decisions=decisions)
    told = replace(context, winning=winning)
    verdict = verdict_of(told, step)
    assert verdict
    assert "'s chance to win stayed at " in verdict.words


def test_without_an_opponent_verdicts_are_by_points(alone: ReplayContext) -> None:
    assert alone.luck
    verdicts = judged(alone)
    assert {"luck", "mistake"} <= {verdict.kind for _step, verdict in verdicts}
    for step, verdict in verdicts:
        assert "points" in verdict.words
        assert "%" not in verdict.words + verdict.cost
        assert (verdict.kind == "luck") == (step.kind == "throw")
    mistakes = [verdict for _step, verdict in verdicts if verdict.kind == "mistake"]
    assert len(mistakes) == len(alone.luck.mistakes)
    worst = alone.luck.mistakes[0]
    assert f"\u2212{worst.loss:.0f}" in [verdict.cost for verdict in mistakes]


def test_every_mistake_of_a_try_can_be_tried_again(alone: ReplayContext) -> None:
    assert alone.luck
    for decision in alone.luck.mistakes:
        step = alone.folded[alone.folded.step_of(decision.step)]
        verdict = verdict_of(alone, step)
        assert verdict
        assert verdict.can_try
        assert choice_of(alone, step) == decision
        assert trial_of(alone, step, decision)["position"]["step"] == step.number
        best = decision.best.action
        keep = "".join(map(str, getattr(best, "keep", ())))
        answer = answer_to(alone, decision, best.do, keep)
        assert answer
        assert answer["found"]
        assert "points on average" in answer["rows"][0]["worth"]
