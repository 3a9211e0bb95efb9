"""Questions to everybody who has played a deal, and their votes.

A question shows dice of the deal, and so is put only once the deal is over: no try that counts can
begin, and none is being played. Only players of such a try see it and vote on it.
"""

from games import clock
from games.models import Deal, Person, Question, Try, Vote
from games.protocol.commands import Command, EndTry
from games.protocol.errors import Refused
from games.replay.questions import position_of
from games.selectors.deals import is_over, running_tries
from games.services import executor
from games.services.deals import end_challenge


def end_for_all(deal: Deal) -> None:
    """End a challenge now, and the tries that are still played, which keep what is banked."""
    end_challenge(deal)
    for attempt in running_tries(deal).select_related("game__room"):
        room = attempt.game.room
        executor.perform(Command(room.code, None, f"stop-{attempt.pk}", EndTry()))


def ask(deal: Deal, number: int, turn: int, roll: int) -> Question:
    """Put the position after a roll of try `number` to the vote, and show the answers to the
    question before. Raise Refused."""
    attempt = Try.objects.filter(deal=deal, pk=number, is_first=True, ended__isnull=False)
    found = attempt.select_related("game__room").first()
    decided = position_of(found, turn, roll) if found is not None and is_over(deal) else None
    if found is None or decided is None:
        raise Refused("not_due")
    show_answers(deal)
    step, position = decided
    return Question.objects.create(
        deal=deal, attempt=found, step=step, position=position, asked=clock.now()
    )


def show_answers(deal: Deal) -> None:
    """End the vote, if there is one."""
    Question.objects.filter(deal=deal, shown=None).update(shown=clock.now())


def vote(question: Question, person: Person | None, do: str, keep: str) -> Vote:
    """Store the vote of a person who has played the deal, in place of their earlier one. Raise
    Refused."""
    own = Try.objects.filter(deal=question.deal_id, is_first=True, ended__isnull=False)
    attempt = own.filter(person=person).first() if person is not None else None
    if attempt is None or question.shown is not None:
        raise Refused("no_vote")
    if [do, "".join(sorted(keep))] not in question.position["moves"]:
        raise Refused("bad_vote")
    values = {"do": do, "keep": "".join(sorted(keep))}
    made, _created = Vote.objects.update_or_create(
        question=question, attempt=attempt, defaults=values
    )
    return made
