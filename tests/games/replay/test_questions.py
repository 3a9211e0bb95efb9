"""Positions of a deal to vote on, and what is said about the answers."""

import pytest
from django.core.cache import cache

from farkle import Roll
from farkle.ai.review.analysis import analysis
from games.models import Question, Try, Vote
from games.replay import questions
from games.replay.questions import answers_to, crossroads_of, keeps_in, most_divided, position_of
from games.services.deals import end_challenge
from games.services.questions import ask
from tests.support.deals import Attempt, new_deal

pytestmark = pytest.mark.django_db(transaction=True)


def two_tries() -> tuple[Try, Try]:
    deal = new_deal()
    return Attempt(deal).play_out(50), Attempt(deal).play_out(2000)


def test_a_position_is_one_for_all_who_came_to_it() -> None:
    careful, bold = two_tries()
    found = crossroads_of(careful.deal)
    firsts = [at for at in found if at.roll == 1]
    assert [at.turn for at in firsts] == sorted({at.turn for at in firsts})
    assert all(at.count == 2 for at in firsts)
    divided = most_divided(found)
    assert divided
    assert all(at.differed == 0.5 for at in divided)
    assert {do for at in divided for (do, _keep), _count in at.moves} == {"bank", "roll"}
    assert {at.attempt for at in found} == {careful.pk, bold.pk}


def test_the_position_is_that_before_the_choice() -> None:
    careful, _bold = two_tries()
    found = most_divided(crossroads_of(careful.deal))[0]
    attempt = Try.objects.get(pk=found.attempt)
    decided = position_of(attempt, found.turn, found.roll)
    assert decided is not None
    _step, position = decided
    assert position["dice"] == list(found.dice)
    assert position["points"] == found.points
    assert position["total"] == sum(attempt.turns[: found.turn - 1])
    assert {move for move, _count in found.moves} <= {(do, keep) for do, keep in position["moves"]}
    sizes = [len(keep) for keep in keeps_in(position)]
    assert sizes == sorted(sizes, reverse=True)
    assert position_of(attempt, 99, 1) is None


def test_answers_show_the_votes_and_then_the_best_with_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    careful, bold = two_tries()
    end_challenge(careful.deal)
    careful.deal.refresh_from_db()
    found = most_divided(crossroads_of(careful.deal))[0]
    ask(careful.deal, found.attempt, found.turn, found.roll)
    question = Question.objects.select_related("attempt__game__room").get()
    (do, keep), _count = found.moves[0]
    for attempt in (careful, bold):
        Vote.objects.create(question=question, attempt=attempt, do=do, keep=keep)
    cache.clear()
    shown = answers_to(question)
    assert (shown["voted"], shown["is_judged"], shown["reason"]) == (2, False, "")
    [answer] = shown["answers"]
    assert (answer.votes, answer.percent, answer.worth) == (2, 100, "")
    monkeypatch.setattr(questions, "request_analysis", lambda past: analysis(past.record))
    shown = answers_to(question)
    assert shown["is_judged"]
    assert [answer.is_best for answer in shown["answers"]].count(True) == 1
    assert all("points on average" in answer.worth for answer in shown["answers"])
    assert "banking makes" in shown["reason"]
    rolls = [answer for answer in shown["answers"] if "roll" in answer.act.words]
    assert all("farkle risk" in answer.worth for answer in rolls)
    assert isinstance(questions.action_of(("roll", "15")), Roll)
