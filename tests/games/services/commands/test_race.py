"""Races: all play the same deal at the same time, and the tries become one game of the room."""

from datetime import timedelta

import pytest

from farkle.engine.fairness import commitment_of
from games import clock
from games.management.integrity import disagreements
from games.models import Deal, Room, Standing, Try, Turn
from games.protocol.commands import (
    Close,
    Done,
    EndRace,
    Expire,
    Extend,
    FinishRace,
    Leave,
    No,
    Rematch,
    Roll,
    SetRoom,
    SetTeams,
    Sit,
    Start,
    UseCode,
)
from games.protocol.errors import Refused
from games.services.commands.seat_transfer import make_code
from games.services.commands.tries import merge_tries
from games.services.deals import begin_try
from games.services.races import enter
from games.state.archive import turns_of
from games.state.room_state import series_of, sync
from tests.games.conftest import Clock
from tests.support.guests import new_guest
from tests.support.play.races import Race, Runner
from tests.support.rooms import forget_tables, fresh_id

pytestmark = pytest.mark.django_db(transaction=True)


def consistent(race: Race) -> bool:
    rooms = [race.fresh(), *Room.objects.filter(deal__isnull=False)]
    return not [text for room in rooms for text in disagreements(room)]


def test_the_tries_of_all_become_one_game_with_a_result() -> None:
    race = Race(3)
    race.add_computer()
    race.begin()
    assert race.fresh().status == "lobby"
    game = race.play_out()
    points = {run.player_id: run.points for run in Try.objects.all()}
    standings = Standing.objects.filter(game=game)
    assert {row.player_id: row.score for row in standings} == points
    best = max(points.values(), key=lambda made: made or 0)
    assert {row.score for row in standings if row.result == "won"} == {best}
    assert len(turns_of(game)) == 4 * 3
    assert race.fresh().race is None
    assert race.fresh().status == "over"
    assert [row[1] for row in series_of(race.fresh())] == [1, 1, 1, 1]
    assert Standing.objects.exclude(game=game).count() == 0
    assert consistent(race)


def test_everybody_has_the_same_dice_and_the_seed_opens_at_the_end() -> None:
    race = Race(2, turns=5)
    race.begin()
    first, second = race.enter(1), race.enter(2)
    first.play_out(50)
    frame = sync(first.room.code)
    assert frame is not None
    assert '"seed":null' in frame.frame
    deal = Deal.objects.get()
    assert commitment_of(bytes(deal.seed)) != deal.commitment
    second.play_out(2000)
    race.tick()
    deal.refresh_from_db()
    assert commitment_of(bytes(deal.seed)) == deal.commitment
    turns = turns_of(race.game())
    for number in range(5):
        one, other = (turn.rolls[0]["dice"] for turn in turns[2 * number : 2 * number + 2])
        assert one == other
    assert consistent(race)


def test_a_race_waits_for_nobody_and_late_comers_begin_at_turn_1() -> None:
    race = Race(2)
    race.begin()
    race.enter(1).play_out()
    assert race.tick() == []
    assert race.ask(new_guest()[0], Sit("Late")) == Done(race.fresh().head, 3)
    assert race.enter(3).result().turn == 1
    game = race.play_out()
    assert game.players == [1, 2, 3]
    assert consistent(race)


def test_who_leaves_keeps_what_is_banked_and_skips_the_rest() -> None:
    race = Race(3, turns=4)
    race.begin()
    leaver = race.enter(2)
    while leaver.result().turn < 3:
        leaver.move(50)
    total = leaver.result().total
    race.does(2, Leave(2))
    race.tick()
    result = leaver.result()
    assert (result.points, result.ended is None) == (total, False)
    race.enter(1).play_out()
    race.enter(3).play_out()
    race.tick()
    game = race.game()
    assert game.players == [1, 2, 3]
    assert Standing.objects.get(game=game, seat=1).score == total
    outcomes = [turn.outcome for turn in turns_of(game) if turn.seat == 1]
    assert outcomes[2:] == ["skipped", "skipped"]
    assert consistent(race)


def test_the_host_can_end_a_race_and_all_keep_what_is_banked() -> None:
    race = Race(3)
    race.begin()
    first = race.enter(1)
    first.move()
    race.enter(2).play_out()
    assert race.refuses(2, EndRace(2)) == "not_host"
    race.does(1, EndRace(1))
    race.tick()
    race.tick()
    assert race.game().players == [1, 2]
    assert first.result().ended is not None
    assert consistent(race)


def test_its_time_ends_a_race() -> None:
    race = Race(2)
    race.begin()
    race.enter(1).move()
    race.enter(2).move()
    Deal.objects.update(until=clock.now() - timedelta(seconds=1))
    race.tick()
    race.tick()
    assert race.fresh().status == "over"


def test_with_one_try_alone_there_is_no_game() -> None:
    race = Race(2)
    race.begin()
    race.enter(1).play_out()
    race.does(1, EndRace(1))
    race.tick()
    assert (race.fresh().race, race.fresh().status, race.fresh().played) == (None, "lobby", 0)
    assert consistent(race)


def test_a_rematch_is_a_race_with_new_dice() -> None:
    race = Race(2)
    race.begin()
    race.play_out()
    assert race.refuses(1, FinishRace()) == "no_game"
    race.does(1, Rematch(1))
    forget_tables()
    race.play_out(200)
    first, second = Deal.objects.order_by("pk")
    assert first.commitment != second.commitment
    assert [row[1] for row in series_of(race.fresh())] == [2, 2]
    assert consistent(race)


def test_teams_add_up() -> None:
    race = Race(4)
    race.does(1, SetTeams(1, 2))
    race.begin()
    game = race.play_out()
    assert sorted(game.teams or []) == [0, 0, 1, 1]
    assert consistent(race)


def test_a_race_is_refused_in_words() -> None:
    alone = Race(1)
    assert alone.refuses(1, Start(1)) == "too_few"
    race = Race(2)
    race.begin()
    assert race.refuses(1, Start(1)) == "game_on"
    assert race.refuses(1, Rematch(1)) == "no_game"
    assert race.refuses(1, FinishRace()) == "not_due"


def test_nobody_plays_a_race_twice_or_elsewhere() -> None:
    race = Race(2)
    race.begin()
    runner = race.enter(1)
    assert enter(runner.player) == runner.room
    runner.play_out()
    for body in (Start(1), Rematch(1)):
        answer = runner.does(body)
        assert isinstance(answer, No)
        assert answer.code == "not_dealt"
    with pytest.raises(Refused, match="can't be changed"):
        begin_try(race.people[1], Deal.objects.get(), fresh_id(), name="Mara")


def test_of_two_seats_of_one_person_one_try_counts() -> None:
    race = Race(2)
    assert race.ask(race.people[1], Sit("Teo", another=True)) == Done(race.fresh().head, 3)
    race.begin()
    tries = [race.enter(seat).play_out() for seat in (1, 3, 2)]
    assert [attempt.is_first for attempt in tries] == [True, True, False]
    race.tick()
    assert race.game().players == [1, 2, 3]
    merge_tries(*race.people)
    assert Try.objects.filter(person=race.people[1], is_first=True).count() == 1


def test_a_seat_on_a_further_device_counts_as_one_of_its_person() -> None:
    race = Race(2)
    code, _until = make_code(race.people[0], race.room, 1, "double")
    assert isinstance(race.ask(race.people[1], UseCode(code)), Done)
    race.begin()
    tries = [race.enter(seat).play_out() for seat in (1, 2)]
    assert [attempt.is_first for attempt in tries] == [True, False]


def test_a_closed_room_ends_the_tries() -> None:
    race = Race(2)
    race.begin()
    runner = race.enter(1)
    race.does(1, Close(1))
    race.tick()
    assert runner.result().ended is not None
    assert race.tick() == []


def test_dice_of_a_race_without_a_game_are_not_used_again() -> None:
    race = Race(2)
    race.begin()
    race.enter(1).play_out()
    race.does(1, EndRace(1))
    race.tick()
    waiting = race.room.games.get(status="waiting")
    assert waiting.commitment != Deal.objects.get().commitment
    assert race.does(1, SetRoom(1, together=False)) == Done(race.fresh().head)
    race.start()
    assert consistent(race)


def test_a_race_waits_for_those_who_are_there_and_not_for_the_absent() -> None:
    race = Race(3)
    race.begin()
    race.enter(1).play_out()
    assert race.tick() == []  # one alone is no race
    race.there(3)
    race.enter(2).play_out()
    assert race.tick() == []
    assert race.refuses(1, FinishRace()) == "not_due"
    race.there(1, 2)
    race.tick()
    assert race.game().players == [1, 2]


def rest(runner: Runner) -> float:
    """The seconds that are left of the turn."""
    due: int = Room.objects.get(pk=runner.room.pk).deadlines["turn"]
    return (due - clock.milliseconds()) / 1000


def timed(seconds: int = 60) -> Race:
    race = Race(3)
    race.does(1, SetRoom(1, timer=seconds))
    race.begin()
    return race


def test_the_clock_of_a_race_ends_a_turn_for_everybody(moved: Clock) -> None:
    race = timed()
    first = race.enter(1)
    moved(20)
    second = race.enter(2)
    assert (rest(first), rest(second)) == (40, 40)
    while first.result().turn == 1:
        first.move()
    assert rest(first) == 100  # nobody waits for the clock
    moved(40)
    for runner in (first, second):
        runner.does(Expire("turn"))
    assert (first.result().turn, second.result().turn) == (2, 2)
    assert (rest(first), rest(second)) == (60, 60)
    assert consistent(race)


def test_what_can_be_banked_at_the_end_of_a_turn_is_banked(moved: Clock) -> None:
    race = timed()
    runner = race.enter(1)
    while (turn := Turn.objects.filter(game__room=runner.room).last()) is None or not turn.points:
        runner.does(Roll(1, 1, runner.game().ply, ""))
        moved(60)
        runner.does(Expire("turn"))
    assert runner.result().total == turn.points


def test_late_comers_play_by_a_later_clock(moved: Clock) -> None:
    race = timed()
    moved(130)
    late = race.enter(1)
    assert (late.result().turn, rest(late)) == (1, 50)
    moved(50)
    late.does(Expire("turn"))
    assert rest(late) == 60
    moved(40)
    assert rest(race.enter(2)) == 30  # 20 would be less than half of the time


def test_who_is_behind_has_half_of_the_time(moved: Clock) -> None:
    race = timed(30)
    runner = race.enter(1)
    moved(60)
    runner.does(Expire("turn"))
    assert (runner.result().turn, rest(runner)) == (2, 15)


def test_a_turn_of_a_race_cannot_be_made_longer(moved: Clock) -> None:
    race = timed()
    runner = race.enter(1)
    moved(50)
    answer = runner.does(Extend(1))
    assert isinstance(answer, No)
    race.does(1, SetRoom(1, timer=300))  # from the next race on
    assert rest(runner) == 10
    assert rest(race.enter(2)) == 30
