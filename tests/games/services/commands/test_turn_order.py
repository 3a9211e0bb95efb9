"""Who begins a rematch."""

import pytest

from games.protocol.commands import (
    Done,
    Leave,
    Rematch,
    SetOrder,
)
from tests.support.play.archives import archive_all
from tests.support.rooms import Place, follow, playing, seen

pytestmark = pytest.mark.django_db


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
