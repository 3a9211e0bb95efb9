"""Positions of a deal to vote on, and what is said about the answers."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache

from farkle import Roll
from farkle.ai.review.analysis import analysis
from games import clock
from games.models import Question, Try, Turn, Vote
from games.replay import questions
from games.replay.analysis import games_without_accuracies
from games.replay.questions import answers_to, crossroads_of, dearest, keeps_in, position_of
from games.services.deals import end_challenge, make_challenge
from games.services.questions import ask
from games.services.standings import keep_accuracies
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.play.archives import archive_all
from tests.support.rooms import fresh_id

DAY = timedelta(days=1)

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
    divided = dearest(found)
    assert divided
    assert all(at.differed == 0.5 for at in divided)
    assert {do for at in divided for (do, _keep), _count in at.moves} == {"bank", "roll"}
    # The careful one banks at once, so only the bold one comes to later rolls, if no farkle does.
    assert all(at.attempt == (careful.pk if at.roll == 1 else bold.pk) for at in found)


def test_positions_are_found_after_the_tries_are_archived() -> None:
    careful, _bold = two_tries()
    found = crossroads_of(careful.deal)
    archive_all()
    assert not Turn.objects.exists()
    assert crossroads_of(careful.deal) == found
    at = dearest(found)[0]
    assert position_of(Try.objects.get(pk=at.attempt), at.turn, at.roll) is not None


def test_the_position_is_that_before_the_choice() -> None:
    careful, _bold = two_tries()
    found = dearest(crossroads_of(careful.deal))[0]
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
    found = dearest(crossroads_of(careful.deal))[0]
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
    # What the reason compares is among the answers, whether anybody chose it or not.
    compared = re.findall(r"(?:averages|makes) ([\d,]+)", shown["reason"])
    assert len(compared) == 2
    for made in compared:
        assert any(answer.worth.startswith(f"{made} points") for answer in shown["answers"])
    rolls = [answer for answer in shown["answers"] if "roll" in answer.act.words]
    assert all("farkle risk" in answer.worth for answer in rolls)
    assert isinstance(questions.action_of(("roll", "15")), Roll)


def test_positions_are_proposed_by_what_the_choices_cost() -> None:
    deal = make_challenge(new_guest()[0], fresh_id(), new_deal().rules, clock.now() + DAY)
    tries = [Attempt(deal).play_out(enough) for enough in (50, 300, 2000)]
    waiting = games_without_accuracies(5)
    assert {game.pk for game in waiting} == {attempt.game_id for attempt in tries}
    found = {game.pk: analysis(game.record) for game in waiting}
    for game, analysed in found.items():
        assert game is not None
        keep_accuracies(game, analysed)
    assert games_without_accuracies(5) == []
    proposed = dearest(crossroads_of(deal))
    worth = [at.cost * at.count for at in proposed]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > 0
    at = proposed[0]
    lost = 0.0
    for attempt in tries:
        decided = position_of(attempt, at.turn, at.roll)
        luck = found[attempt.game_id].luck
        if luck and decided and decided[1]["dice"] == list(at.dice):
            [judged] = [each for each in luck.decisions if each.step == decided[0]]
            lost += round(judged.loss)
    assert lost == worth[0]
