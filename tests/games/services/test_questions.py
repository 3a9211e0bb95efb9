"""Questions are put once nobody can see a die early, and votes are stored once for each try."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Question, Try, Vote
from games.protocol.errors import Refused
from games.replay.questions import crossroads_of
from games.services.deals import make_challenge
from games.services.questions import ask, end_for_all, show_answers, vote
from tests.support.at_once import at_once
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


def asked() -> tuple[Question, Attempt]:
    maker, _ = new_guest()
    rules = {**new_deal().rules, "rounds": 0}
    deal = make_challenge(maker, fresh_id(), rules, clock.now() + timedelta(days=1))
    attempt = Attempt(deal)
    done = attempt.play_out()
    found = crossroads_of(deal)[0]
    with pytest.raises(Refused):
        ask(deal, done.pk, found.turn, found.roll)
    end_for_all(deal)
    deal.refresh_from_db()
    ask(deal, done.pk, found.turn, found.roll)
    return Question.objects.get(), attempt


def test_to_end_it_for_all_keeps_what_is_banked() -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.move()
    for _ in range(2):
        end_for_all(deal)
    done = Try.objects.get()
    assert done.ended is not None
    assert done.points is not None
    deal.refresh_from_db()
    assert deal.until <= clock.now()


def test_of_votes_at_once_one_is_kept() -> None:
    question, attempt = asked()
    moves = question.position["moves"]

    def cast(move: list[str]) -> None:
        vote(question, attempt.person, *move)

    at_once(*[lambda move=move: cast(move) for move in (moves * 4)[:4]])
    assert Vote.objects.count() == 1


def test_a_new_question_ends_the_vote_on_the_last_one() -> None:
    question, _attempt = asked()
    ask(question.deal, question.attempt_id, question.position["turn"], question.position["roll"])
    question.refresh_from_db()
    assert question.shown is not None
    show_answers(question.deal)
    assert not Question.objects.filter(shown=None).exists()
