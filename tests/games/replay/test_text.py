"""What the pages of a past game say about turns, choices and the outcome."""

from dataclasses import replace
from datetime import timedelta

import pytest

from farkle import Bank, Build, Roll
from farkle.ai.review.review import PlayedTurn
from games.replay.game import PastGame, past_game
from games.replay.text import act_of, length_words, outcome_words, subtitle, turn_words, where
from tests.support.rooms import Place

NAMES = ("Mara", "Ines", "Teo", "Ravi")

TURN = PlayedTurn(number=1, seat=1, round=9, first=1, last=3, points=1250, lost=400)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"outcome": "banked"}, "banked 1,250"),
        ({"outcome": "banked", "built": 300}, "banked 1,250, piggybacked"),
        ({"outcome": "farkled"}, "farkle, lost 400"),
        ({"outcome": "farkled", "lost": 0}, "farkle"),
        ({"outcome": "farkled", "penalty": 500}, "farkle, −500"),
        ({"outcome": "ran_out"}, "didn't get on the board"),
        ({"outcome": "skipped"}, "skipped"),
        ({"outcome": "left"}, "left the game"),
        ({"outcome": "cut"}, "unfinished"),
    ],
)
def test_a_turn_is_told_by_its_outcome(changes: dict[str, object], words: str) -> None:
    assert turn_words(replace(TURN, **changes)) == words  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("keep", "words"),
    [((), ""), ((5,), "the 5"), ((5, 5), "two 5s"), ((1, 5, 5), "a 1 and two 5s")],
)
def test_the_dice_of_a_choice_are_told_in_words(keep: tuple[int, ...], words: str) -> None:
    assert act_of(Bank(keep), 0, done=True).dice == words


def test_a_turn_is_placed_by_its_player_and_round() -> None:
    assert where(NAMES, TURN) == "Ines, round 9"
    assert where(NAMES, replace(TURN, playoff=True)) == "Ines, tiebreaker"


def test_a_choice_says_how_many_dice_it_throws() -> None:
    assert act_of(Roll((1,)), 0, done=True).words == "and rolled 5 dice"
    assert act_of(Roll((1,)), 4, done=False).words == "and roll 1 die"
    assert act_of(Roll((1, 5)), 4, done=True).words == "and rolled 6 dice", "hot dice"
    assert act_of(Roll(), 0, done=False).words == "roll all six dice"


def test_a_choice_says_whether_it_banks_or_builds() -> None:
    assert act_of(Bank((1,)), 0, done=True).words == "and banked"
    assert act_of(Bank((1,)), 0, done=False).keep == (1,)
    assert act_of(Build(), 0, done=True).words == "Continued the previous turn"


@pytest.fixture
def game(place: Place) -> PastGame:
    """A game that has been played to its end."""
    return past_game(place.code, 1, None)


@pytest.mark.django_db(transaction=True)
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
    assert outcome_words(replace(game, winners=winners, teams=teams), NAMES) == words


@pytest.mark.django_db(transaction=True)
def test_the_length_is_given_in_rounds_and_minutes(game: PastGame) -> None:
    assert game.started
    later = replace(game, finished=game.started + timedelta(minutes=8, seconds=10))
    assert length_words(later, 12) == "12 rounds, 8 minutes"
    assert length_words(replace(game, finished=game.started), 1) == "1 round"


@pytest.mark.django_db(transaction=True)
def test_the_subtitle_says_that_a_game_came_from_a_file(game: PastGame) -> None:
    assert subtitle(replace(game, finished=None)) == "Game 1"
    assert subtitle(replace(game, finished=None, imported=True)) == "From a file, Game 1"
