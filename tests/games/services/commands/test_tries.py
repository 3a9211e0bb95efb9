"""Tries of a deal: one seat, the same dice for everybody, and no way to see a die early."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from farkle.engine.fairness import commitment_of
from games import clock
from games.management.integrity import disagreements
from games.models import Deal, DiceSecret, Standing, Try
from games.protocol import commands
from games.protocol.commands import Command, Done, Leave, No, Rematch, Roll, Sit
from games.services import executor
from games.services.accounts.people import merge
from games.services.commands import tries
from games.services.deals import begin_try, close_due_deals
from games.state.room_settings import settings_of
from games.state.room_state import sync
from tests.support.deals import Attempt, new_deal
from tests.support.guests import new_guest
from tests.support.rooms import forget_tables, fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_try_is_a_game_of_one_seat_with_a_result() -> None:
    attempt = Attempt(new_deal())
    result = attempt.play_out()
    game = attempt.game()
    assert (game.status, game.winners, game.strings) == ("over", [0], [])
    assert result.points == sum(result.turns)
    assert len(result.turns) == 3
    assert (result.is_first, result.by_guest, result.ended) == (True, True, game.finished)
    standing = Standing.objects.get(game=game)
    assert (standing.result, standing.score) == ("alone", result.points)
    attempt.room.refresh_from_db()
    assert list(disagreements(attempt.room)) == []


def test_everybody_gets_the_same_dice_and_a_farkle_changes_nothing_later() -> None:
    deal = new_deal(turns=5)
    seen: dict[tuple[int, int], tuple[int, ...]] = {}
    for enough in (50, 300, 5000):
        attempt = Attempt(deal)
        attempt.play_out(enough)
        forget_tables()
        for place, dice in attempt.throws().items():
            other = seen.setdefault(place, dice)
            shorter = min(len(dice), len(other))
            assert dice[:shorter] == other[:shorter], place
            seen[place] = max(dice, other, key=len)
    assert {turn for turn, _ in seen} == {1, 2, 3, 4, 5}


def test_the_seed_lies_sealed_in_one_place_until_the_deal_closes() -> None:
    deal = new_deal()
    attempt = Attempt(deal)
    attempt.play_out()
    assert not DiceSecret.objects.filter(game__room=attempt.room).exists()
    sealed = bytes(Deal.objects.get().seed)
    assert commitment_of(sealed) != deal.commitment
    snapshot = sync(attempt.room.code)
    assert snapshot is not None
    assert '"seed":null' in snapshot.frame
    ended = [
        happened
        for event in attempt.room.events.all()
        for happened in event.events
        if happened["e"] == "ended"
    ]
    assert ended == [{"e": "ended", "status": "over", "seed": None}]
    assert close_due_deals(deal.until) == 0
    assert close_due_deals(clock.now().replace(year=9000)) == 1
    deal.refresh_from_db()
    assert commitment_of(bytes(deal.seed)) == deal.commitment
    again = sync(attempt.room.code)
    assert again is not None
    assert bytes(deal.seed).hex() in again.frame


def test_no_second_try_begins_while_the_first_is_played() -> None:
    attempt = Attempt(new_deal())
    attempt.move()
    assert begin_try(attempt.person, attempt.deal, fresh_id(), name="Mara") == attempt.room
    answer = attempt.does(Rematch(1))
    assert isinstance(answer, No)
    assert answer.code == "game_on"
    assert Try.objects.count() == 1


def test_a_room_left_with_a_running_try_keeps_what_is_banked_and_the_next_is_practice() -> None:
    attempt = Attempt(new_deal())
    attempt.move()
    attempt.does(Leave(1))
    first = attempt.result()
    assert (first.is_first, first.ended is None) == (True, False)
    room = begin_try(attempt.person, attempt.deal, fresh_id(), name="Mara")
    assert room == attempt.room
    second = attempt.result()
    assert (second.is_first, second.ended) == (False, None)
    assert attempt.play_out().is_first is False
    attempt.room.refresh_from_db()
    assert list(disagreements(attempt.room)) == []


def test_the_database_keeps_a_person_from_two_first_tries() -> None:
    attempt = Attempt(new_deal())
    attempt.play_out()
    other = Attempt(new_deal())
    with pytest.raises(IntegrityError), transaction.atomic():
        Try.objects.filter(game=other.game()).update(deal=attempt.deal, person=attempt.person)


def test_the_room_of_a_deal_is_for_one_person_and_nobody_watches() -> None:
    attempt = Attempt(new_deal())
    room = attempt.room
    settings = settings_of(room)
    assert (settings["seats"], settings["spectators"], settings["listed"]) == (1, False, False)
    stranger = new_guest()[0]
    answer = executor.perform(Command(room.code, stranger.pk, fresh_id(), Sit("Teo")))
    assert isinstance(answer, No)


def test_what_would_show_dice_to_others_or_change_the_rules_is_refused() -> None:
    attempt = Attempt(new_deal())
    bodies = [
        commands.SetRoom(1, seats=5, past="link", hints=True),
        commands.SetDoor(1, door="open", spectators=True),
        commands.SetRules(1, "classic"),
        commands.ChangeRules(1, {"rounds": 1}),
        commands.AddComputer(1, "ledger"),
        commands.NewLink(1),
        commands.ShowOdds(1, odds=True),
        commands.SetTeams(1, 2),
        commands.PauseGame(1, "tea"),
        commands.Vote(1, "go_on", yes=True),
        commands.UseCode("ABCDEFGH"),
        commands.Give(1, 1, 1),
        commands.ComputerMove(1, 0, action=None),  # type: ignore[arg-type]  # refused unread
    ]
    for body in bodies:
        answer = attempt.does(body)
        assert isinstance(answer, No)
        assert answer.code == "not_dealt", body
    allowed = {body.__name__ for body in tries.ALLOWED}
    assert not allowed & {type(body).__name__ for body in bodies}


def test_a_try_that_is_played_as_the_deal_closes_keeps_what_is_banked() -> None:
    deal = new_deal(turns=10)
    attempt = Attempt(deal)
    while attempt.game().ply < 6:
        attempt.move(50)
    close_due_deals(clock.now().replace(year=9000))
    result = attempt.result()
    assert result.ended is not None
    assert result.points == sum(result.turns)
    deal.refresh_from_db()
    assert deal.closed is not None
    practice = Attempt(deal, attempt.person).play_out()
    assert practice.is_first is False
    late = Attempt(deal).play_out()
    assert late.is_first is False
    attempt.room.refresh_from_db()
    assert list(disagreements(attempt.room)) == []


def test_with_two_first_tries_merged_the_one_of_the_account_counts() -> None:
    deal = new_deal()
    guest, account = Attempt(deal), Attempt(deal)
    guest.play_out()
    account.play_out()
    tries.merge_tries(guest.person, account.person)
    own = Try.objects.filter(person=account.person).order_by("pk")
    assert [attempt.is_first for attempt in own] == [False, True]


def test_no_practice_in_the_room_of_a_guest_shows_the_dice_of_a_first_try() -> None:
    """Somebody who logs in has the room of the guest's try beside that of the account's."""
    deal = new_deal()
    guest, account = Attempt(deal), Attempt(deal)
    guest.play_out()
    merge(guest.person, account.person)
    practice = Command(guest.room.code, account.person.pk, fresh_id(), Rematch(1))
    answer = executor.perform(practice)
    assert isinstance(answer, No)
    assert answer.code == "try_running"
    account.play_out()
    again = executor.perform(replace(practice, id=fresh_id()))
    assert isinstance(again, Done), again
    assert Try.objects.filter(person=account.person, is_first=True).count() == 1


def test_moves_of_another_person_are_refused() -> None:
    attempt = Attempt(new_deal())
    other = new_guest()[0]
    game = attempt.game()
    roll = Roll(1, game.number, 0, ())
    answer = executor.perform(Command(attempt.room.code, other.pk, fresh_id(), roll))
    assert isinstance(answer, No)
    assert answer.code == "not_yours"
