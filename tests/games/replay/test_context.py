"""What the parts of a past game's page share: the folded game, names, pens, links."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from farkle.ai.review.review import PlayedTurn
from games.replay.context import (
    ReplayContext,
    length_words,
    links_of,
    outcome_words,
    subtitle,
    turn_words,
)
from games.replay.game import PastGame, imported_game, past_game
from games.services.imports import import_game
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Mara", "Ines", "Teo", "Ravi")

TURN = PlayedTurn(number=1, seat=1, round=9, first=1, last=3, points=1250, lost=400)


def test_requests_for_one_game_share_one_folded_game(place: Place) -> None:
    first, second = (ReplayContext.of(past_game(place.code, 1, None), None) for _ in range(2))
    assert first.folded is second.folded


def test_requests_for_one_imported_game_share_one_folded_game(place: Place) -> None:
    file = past_game(place.code, 1, None).file()
    key = import_game(new_guest()[0], json.dumps(file.to_dict()))
    first, second = (ReplayContext.of(imported_game(key), None) for _ in range(2))
    assert first.folded is second.folded


def test_a_game_that_is_still_on_is_folded_as_it_grows(place: Place) -> None:
    place.start()
    before = ReplayContext.of(past_game(place.code, 2, None), None)
    place.move()
    after = ReplayContext.of(past_game(place.code, 2, None), None)
    assert len(after.folded.actions) == len(before.folded.actions) + 1


def test_a_link_leads_to_the_step_in_which_an_action_begins(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    for action in (0, 1, len(context.folded.actions) - 1):
        link = context.link_to(action)
        assert context.folded[link["scene"]].action == action
        assert link["url"] == f"/r/{place.code}/game/1/{link['scene']}/"


def test_names_and_pens_go_by_seat(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    assert context.names == ("Player 1", "Player 2")
    assert len(set(context.pens)) == 2
    assert set(context.pens) <= set(range(1, 7))


LINKED = ("page", "dice", "luck", "json", "csv", "text")
ENDINGS = ("", "dice/", "luck.json", "game.json", "game.csv", "game.txt")


def test_a_game_played_here_is_found_by_its_room_and_number(place: Place) -> None:
    context = ReplayContext.of(past_game(place.code, 1, None), None)
    assert context.link_to_step(7) == f"/r/{place.code}/game/1/7/"
    links = links_of(context.game)
    for name, ending in zip(LINKED, ENDINGS, strict=True):
        assert links[name] == f"/r/{place.code}/game/1/{ending}"


def test_an_imported_game_is_found_by_its_key(place: Place) -> None:
    game = replace(past_game(place.code, 1, None), imported=True, key="abcdef")
    context, links = ReplayContext.of(game, None), links_of(game)
    assert context.link_to_step(7) == "/imported/abcdef/7/"
    for name, ending in zip(LINKED, ENDINGS, strict=True):
        assert links[name] == f"/imported/abcdef/{ending}"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"outcome": "banked"}, "banked 1,250"),
        ({"outcome": "banked", "built": 300}, "banked 1,250, piggybacked"),
        ({"outcome": "farkled"}, "farkle, lost 400"),
        ({"outcome": "farkled", "lost": 0}, "farkle"),
        ({"outcome": "farkled", "penalty": 500}, "farkle, −500"),
        ({"outcome": "ran_out"}, "counted nothing"),
        ({"outcome": "skipped"}, "skipped"),
        ({"outcome": "left"}, "left the game"),
        ({"outcome": "cut"}, "unfinished"),
    ],
)
def test_a_turn_is_told_by_its_outcome(changes: dict[str, object], words: str) -> None:
    assert turn_words(replace(TURN, **changes)) == words  # type: ignore[arg-type]


def test_a_turn_is_placed_by_its_player_and_round(place: Place) -> None:
    context = ReplayContext.of(replace(past_game(place.code, 1, None), names=NAMES), None)
    assert context.where(TURN) == "Ines, round 9"
    assert context.where(replace(TURN, playoff=True)) == "Ines, tiebreaker"
    for own, name in (((1,), "You"), ((0,), "Ines"), ((0, 1), "Ines")):
        mine = ReplayContext(replace(context.game, own_seats=own), context.folded)
        assert mine.where(TURN) == f"{name}, round 9"


def test_the_turns_of_those_who_played_alone_are_numbered(game: PastGame) -> None:
    for own in (replace(game, names=NAMES, is_of_deal=True), replace(game, names=NAMES[1:2])):
        seat = min(TURN.seat, len(own.names) - 1)
        context = ReplayContext.of(own, None)
        assert context.where(replace(TURN, seat=seat)) == f"{own.names[seat]}, turn 9"
        assert length_words(replace(own, finished=own.started), 12) == "12 turns"


@pytest.fixture
def game(place: Place) -> PastGame:
    """A game that has been played to its end."""
    return past_game(place.code, 1, None)


@pytest.mark.parametrize(
    ("winners", "teams", "words"),
    [
        ((1,), None, "Ines won"),
        ((), None, "Abandoned"),
        ((1, 3), (0, 1, 0, 1), "Team B won"),
    ],
)
def test_the_outcome_names_the_winners(
    game: PastGame, winners: tuple[int, ...], teams: tuple[int, ...] | None, words: str
) -> None:
    assert outcome_words(replace(game, winners=winners, teams=teams, names=NAMES)) == words


def test_the_length_is_given_in_rounds_and_minutes(game: PastGame) -> None:
    assert game.started
    later = replace(game, finished=game.started + timedelta(minutes=8, seconds=10))
    assert length_words(later, 12) == "12 rounds, 8 minutes"
    assert length_words(replace(game, finished=game.started), 1) == "1 round"


def test_the_subtitle_says_that_a_game_came_from_a_file(game: PastGame) -> None:
    assert subtitle(replace(game, finished=None)) == "Game 1"
    assert subtitle(replace(game, finished=None, imported=True)) == "From a file, Game 1"
