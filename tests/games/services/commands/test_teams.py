"""Teams: formed between games, frozen in a game."""

from typing import Any

import pytest

from games.protocol.commands import (
    Done,
    Leave,
    Rematch,
    SetOrder,
    SetTeam,
    SetTeams,
    Sit,
    Start,
)
from tests.support.play.archives import archive_all
from tests.support.rooms import Place, follow, playing, seen

pytestmark = pytest.mark.django_db(transaction=True)


def last(place: Place) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = place.events()[-1].events
    return found


def teams(place: Place) -> list[int | None]:
    return [place.player(seat).team for seat in range(1, len(place.people) + 1)]


def test_teams_are_filled_evenly_in_the_order_of_seats() -> None:
    place = Place(5)
    assert teams(place) == [None] * 5
    place.does(1, SetTeams(1, 2))
    assert teams(place) == [0, 1, 0, 1, 0]
    assert place.fresh().teams == 2
    assert last(place) == [
        {"e": "teams", "count": 2, "players": [1, 2, 3, 4, 5], "teams": [0, 1, 0, 1, 0]}
    ]


def test_more_teams_leave_everybody_where_they_are_and_fewer_take_in_the_rest() -> None:
    place = Place(4)
    place.does(1, SetTeams(1, 3))
    assert teams(place) == [0, 1, 2, 0]
    place.does(1, SetTeams(1, 4))
    assert teams(place) == [0, 1, 2, 0]
    place.does(1, SetTeams(1, 2))
    assert teams(place) == [0, 1, 1, 0]
    place.does(1, SetTeams(1, 0))
    assert teams(place) == [None] * 4


@pytest.mark.parametrize("count", [1, 13, 2**40])
def test_how_many_teams_there_can_be(count: int) -> None:
    assert Place(1).refuses(1, SetTeams(1, count)) == "bad_team"


def test_everybody_chooses_and_the_host_decides() -> None:
    place = Place(3)
    assert place.refuses(2, SetTeams(2, 2)) == "not_host"
    assert place.refuses(2, SetTeam(2, 2, 0)) == "bad_team"  # there are none
    place.does(1, SetTeams(1, 2))
    assert isinstance(place.does(2, SetTeam(2, 2, 0)), Done)
    assert last(place) == [{"e": "teams", "count": 2, "players": [2], "teams": [0]}]
    assert place.refuses(2, SetTeam(2, 3, 1)) == "not_host"
    assert place.refuses(2, SetTeam(2, 2, 2)) == "bad_team"
    assert place.refuses(2, SetTeam(2, 9, 0)) == "no_player"
    assert isinstance(place.does(1, SetTeam(1, 3, 1)), Done)
    assert teams(place) == [0, 0, 1]
    place.does(3, Leave(3))
    assert place.refuses(1, SetTeam(1, 3, 0)) == "no_player"


def test_a_new_player_joins_the_smallest_team() -> None:
    place = Place(2)
    place.does(1, SetTeams(1, 2))
    place.does(2, SetTeam(2, 2, 0))
    place.ask(place.people[1], Sit("Twin", another=True))
    assert place.player(3).team == 1
    place.does(1, SetTeams(1, 0))
    place.ask(place.people[1], Sit("Triplet", another=True))
    assert place.player(4).team is None


def test_a_player_who_comes_back_gets_a_team_again() -> None:
    place = Place(3)
    place.does(3, Leave(3))
    place.does(1, SetTeams(1, 2))
    assert teams(place) == [0, 1, None]
    place.ask(place.people[2], Sit("Player 3"))
    assert place.player(3).team == 0


def test_a_game_needs_two_teams() -> None:
    place = Place(2)
    place.does(1, SetTeams(1, 2))
    place.does(2, SetTeam(2, 2, 0))
    assert place.refuses(1, Start(1)) == "one_team"


def test_teams_are_frozen_in_a_game_and_win_together() -> None:
    place = Place(4, rules="kcd")
    place.does(1, SetTeams(1, 2))
    place.does(1, SetTeam(1, 2, 0))
    place.does(1, SetTeam(1, 3, 1))
    game = place.start()
    assert game.teams == [0, 0, 1, 1]
    assert place.state().teams == (0, 0, 1, 1)
    begun = place.events()[-1].events
    assert begun[0]["teams"] == [0, 0, 1, 1]
    assert begun[1] == {"e": "started", "players": 4, "teams": [0, 0, 1, 1]}
    place.does(1, SetTeams(1, 0))
    place.play_out()
    game.refresh_from_db()
    assert game.winners in ([0, 1], [2, 3])
    assert place.start().teams is None


@pytest.mark.parametrize("rule", ["rules", "rotate", "winner", "loser"])
def test_the_room_says_who_begins_the_rematch(rule: str) -> None:
    place = playing(3, rules={"target": 1000}, starts=rule)
    room = seen(place)
    place.play_out()
    game = place.game()
    won = game.players[game.winners[0]]
    scores = place.state().scores
    place.does(1, Rematch(1))
    first = place.game().players[0]
    expected = {
        "rules": [1],
        "rotate": [2],
        "winner": [won],
        "loser": [n for n, score in enumerate(scores, 1) if score == min(scores)],
    }
    assert first in expected[rule]
    assert place.state().current == 0
    assert [*place.game().players] in ([1, 2, 3], [2, 3, 1], [3, 1, 2])
    follow(place, room)
    assert place.game().rules["first_player"] == "seat"


def test_the_next_one_begins_also_after_a_game_that_was_archived() -> None:
    place = playing(3, rules={"target": 1000}, starts="rotate")
    place.play_out()
    assert archive_all() == 1
    place.does(1, Rematch(1))
    assert place.game().players == [2, 3, 1]


@pytest.mark.parametrize("rule", ["rotate", "winner", "loser"])
def test_a_player_who_left_does_not_begin_the_rematch(rule: str) -> None:
    """The fourth, who has left, came out last; the first, who began, goes as well."""
    place = playing(4, rules={"target": 500}, starts=rule)
    place.does(4, Leave(4))
    place.play_out()
    scores = place.state().scores
    if rule == "rotate":
        place.does(1, Leave(1))
    host = place.fresh().host or 0
    place.does(host, Rematch(host))
    here = {seat: scores[seat - 1] for seat in (1, 2, 3)}
    wanted = {"winner": max(here.values()), "loser": min(here.values())}
    begins = place.game().players[0]
    assert begins == 2 if rule == "rotate" else here[begins] == wanted[rule]


def test_who_left_comes_last_even_if_the_others_keep_their_order() -> None:
    place = Place(3)
    place.does(2, Leave(2))
    room = seen(place)
    assert isinstance(place.does(1, SetOrder(1, (1, 3))), Done)
    assert [player.seat for player in place.room.players.order_by("place")] == [1, 3, 2]
    follow(place, room)
