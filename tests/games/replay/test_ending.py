"""The end of a game as its room's page shows it: deciding roll, lines, best turns and luck."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from farkle.ai.review.analysis import analysis
from games.formats import change
from games.replay.context import ReplayContext
from games.replay.ending import MOST_LINES, MOST_POINTS, ending_of
from games.replay.steps import FoldedGame
from games.replay.winning import winning_table
from tests.support.engine.scripted_game import Game


def context_of(game: Any, *, mine: tuple[int, ...] = (), known: bool = True) -> ReplayContext:
    past: Any = SimpleNamespace(
        teams=game.state.teams,
        own_seats=mine,
        names=("",) * 20,
        colours=range(20),
        imported=True,
        counts_turns=False,
        key="key",
        started=None,
        finished=None,
    )
    winning = analysis(game.record).winning if known else None
    return ReplayContext(past, FoldedGame(game.record), winning)


def end_of(game: Any, *, mine: tuple[int, ...] = (), known: bool = True) -> dict[str, Any]:
    return ending_of(context_of(game, mine=mine, known=known))


def new_game(players: int = 2, **changes: Any) -> Any:
    return Game("kcd", players, **{"target": 2000, "first_player": "seat", **changes})


@pytest.fixture(scope="module")
def game() -> Any:
    """The second player comes from behind with 100, 1,000 and 50 in one turn, and wins."""
    made: Any = new_game().banks(1000).banks(300).farkles()
    made.roll("1 2 2 3 4 6").roll("1 3 1 1 2", "1").roll("5 3", "111").bank("5")
    return made.farkles().banks(700)


def test_the_deciding_roll_brought_most_in_the_turn_that_took_the_lead_for_good(game: Any) -> None:
    assert end_of(game)["deciding"] == {
        "seat": 1,
        "round": 2,
        "playoff": False,
        "points": 1150,
        "how": "lead",
        "dice": (1, 3, 1, 1, 2),
        "kept": [0, 2, 3],
        "at": 4 / 6,
    }


def test_a_bigger_turn_of_the_leader_decides_more_than_the_one_that_took_the_lead() -> None:
    game = new_game().banks(1000).banks(300).banks(300).banks(1000).banks(50).farkles()
    end = end_of(game.banks(700), known=False)["deciding"]
    assert (end["seat"], end["round"], end["points"], end["how"]) == (0, 4, 700, "ahead")
    game = new_game().banks(1000).banks(300).farkles().banks(1000).farkles().banks(300).farkles()
    end = end_of(game.banks(400), known=False)["deciding"]
    assert (end["seat"], end["round"], end["points"], end["how"]) == (1, 2, 1000, "lead")


def test_the_best_turn_of_each_seat_is_told_by_the_dice_kept(game: Any) -> None:
    first, second = end_of(game)["seats"]
    assert (first["kept"], first["round"]) == ([[1, 1, 1]], 1)
    assert (second["kept"], second["round"]) == ([[1], [1, 1, 1], [5]], 2)


def test_a_lead_that_a_penalty_gave_away_is_not_a_roll_of_its_victim() -> None:
    game = new_game(rounds=4, target=10_000, farkle_penalty=1000).banks(400).banks(300)
    game.farkles().farkles().farkles().banks(50).farkles().farkles()
    assert game.state.winners == (1,)
    end = end_of(game, known=False)["deciding"]
    assert (end["seat"], end["points"], end["how"]) == (1, 300, "best")


def test_a_game_without_a_winner_or_a_turn_has_no_deciding_roll() -> None:
    game = new_game().banks(300)
    assert end_of(game)["deciding"] is None
    end = end_of(new_game().leave(1))
    assert (end["deciding"], end["lines"]) == (None, None)
    assert [seat["kept"] for seat in end["seats"]] == [[], []]


def test_lines_are_chances_once_these_are_known_and_totals_until_then(game: Any) -> None:
    chances, scores = end_of(game)["lines"], end_of(game, known=False)["lines"]
    assert (chances["kind"], scores["kind"]) == ("chances", "scores")
    for lines in (chances, scores):
        assert [side["seats"] for side in lines["sides"]] == [[1], [0]]  # by place
        assert {len(side["values"]) for side in lines["sides"]} == {7}
        assert all(0 <= value <= 1 for side in lines["sides"] for value in side["values"])
    winner, loser = (side["values"] for side in chances["sides"])
    assert (winner[-1], loser[-1]) == (1, 0)
    assert winner[0] + loser[0] == pytest.approx(1, abs=0.002)
    assert scores["sides"][0]["values"] == [0, 0, 0.14, 0.14, 0.674, 0.674, 1]


def test_luck_accuracy_and_the_costliest_choice_wait_for_the_chances(game: Any) -> None:
    for seat in end_of(game, known=False)["seats"]:
        assert (seat["percent"], seat["luck"], seat["mistake"]) == (None, None, None)
    seats = end_of(game)["seats"]
    assert all(0 <= seat["percent"] <= 100 for seat in seats)
    worst = [seat["mistake"] for seat in seats if seat["mistake"]]
    assert worst
    for mistake in worst:
        assert re.fullmatch(r"\d+\.\d%", mistake["loss"])
        assert mistake["url"].startswith("/imported/key/")


def test_length_and_luck_are_those_of_the_review(game: Any) -> None:
    context = context_of(game)
    end, table = ending_of(context), winning_table(context, [])
    assert table
    assert end["length"] == "3 rounds"
    shown = [change(end["seats"][player.seat]["luck"]) for player in context.players]
    assert tuple(shown) == dict(table["sums"]["rows"])["Own luck"]


def test_of_many_sides_the_first_and_the_readers_have_a_line() -> None:
    game = new_game(MOST_LINES + 3, rounds=1, target=10_000)
    for seat in range(MOST_LINES + 3):
        game.banks(1000 - 100 * seat)
    drawn = [side["seats"] for side in end_of(game, known=False)["lines"]["sides"]]
    assert drawn == [[seat] for seat in range(MOST_LINES)]
    own = end_of(game, mine=(MOST_LINES + 1,), known=False)["lines"]["sides"]
    assert [side["seats"] for side in own][MOST_LINES:] == [[MOST_LINES + 1]]


def test_teams_have_one_line_each() -> None:
    game = Game("kcd", 4, teams=(0, 1, 0, 1), first_player="seat", target=1000)
    game.banks(300).banks(400).banks(300).banks(100)
    game.banks(500)
    end = end_of(game, known=False)
    assert [sorted(side["seats"]) for side in end["lines"]["sides"]] == [[0, 2], [1, 3]]
    assert end["deciding"]["seat"] in (0, 2)


def test_long_games_have_lines_of_limited_length() -> None:
    game = new_game(rounds=60, target=10_000)
    while game.state.phase != "over":
        game.farkles() if game.state.current else game.banks(50)
    lines = end_of(game, known=False)["lines"]["sides"]
    assert all(len(side["values"]) <= MOST_POINTS + 1 for side in lines)
    assert lines[0]["values"][-1] == 1
