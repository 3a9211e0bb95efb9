"""Teams: formed between games, frozen in a game."""

from typing import Any

import pytest

from games.protocol.commands import (
    Done,
    Leave,
    SetTeam,
    SetTeams,
    Sit,
    Start,
)
from tests.support.rooms import Place

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
