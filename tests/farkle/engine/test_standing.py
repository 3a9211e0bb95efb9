"""How a game stands, and how it was decided. `tests/scripts/test_sentences.py` has random games."""

from dataclasses import asdict

import pytest

from farkle import Join, Outcome, Target, coming, may_join, outcome, places, to_beat
from tests.support.engine.scripted_game import Game


def family(players=3, **changes):
    return Game("family", players, **{"entry_min": 0, "target": 1000, **changes})


def beaten(game):
    return to_beat(game.state, game.state.current)


def test_in_the_last_turns_the_best_total_of_the_others_counts():
    game = family().banks(1000)
    assert beaten(game) == Target(seat=0, total=1000)
    assert beaten(game.banks(1700)) == Target(seat=1, total=1700)
    assert beaten(game.banks(100)) is None  # over


def test_who_left_need_not_be_beaten():
    game = family(4).banks(400).banks(550).banks(300).banks(100).banks(1000)
    assert beaten(game) == Target(seat=0, total=1400)
    assert beaten(game.leave(0)) == Target(seat=2, total=300)
    assert to_beat(game.state, 2) == Target(seat=1, total=550)


def test_of_equal_totals_the_older_one_is_named():
    game = family(4).banks(1000).banks(1000)
    assert beaten(game) == Target(seat=0, total=1000)


def test_a_team_must_beat_another_team():
    game = family(4, teams=(0, 1, 0, 1)).banks(600).banks(300).banks(500)
    assert beaten(game) == Target(seat=0, total=1100)
    assert beaten(game.banks(2000)) == Target(seat=0, total=1100)
    assert game.state.total(1) == 2300


def test_the_turns_to_come_are_those_of_this_round_and_of_the_next():
    game = family(4, first=2)
    assert coming(game.state) == (3, 0, 1, 2, 3, 0, 1)
    game.join()  # seat 4 plays from the next round on
    assert coming(game.state) == (3, 0, 1, 2, 3, 0, 1, 4)
    for _ in range(5):
        game.farkles()
    assert game.state.current == 3
    assert coming(game.state) == (0, 1, 4, 2, 3, 0, 1, 4)
    assert coming(game.banks(1000).leave(1).state) == (4, 2)


def test_a_newcomer_may_join_while_another_round_is_sure_to_come():
    rounds, ending = family(rounds=2), family(2)
    assert may_join(rounds.state)
    assert may_join(ending.state)
    for game in (rounds.farkles().farkles().farkles(), ending.banks(1000)):
        assert not may_join(game.state)
        game.refuses(Join(), "too_late_to_join")
    assert not may_join(ending.banks(1000).state)  # a tiebreaker
    assert not may_join(ending.banks(50).banks(100).state)  # over


def test_after_the_last_round_there_are_no_turns():
    game = family(rounds=2).farkles()
    assert coming(game.state) == (2, 0, 1, 2)
    game.farkles().farkles()
    assert coming(game.state) == (1, 2)


def test_equal_totals_share_a_place_and_so_do_team_mates():
    game = family(4, ending="immediate").banks(1000)
    assert places(game.state) == (1, 2, 2, 2)
    teams = family(4, ending="immediate", teams=(0, 1, 0, 1)).banks(100).banks(900).banks(900)
    assert places(teams.state) == (1, 2, 1, 2)
    assert places(family(4).banks(100).banks(300).banks(100).state) == (2, 1, 2, 4)


def test_the_winner_comes_first_and_who_left_comes_last():
    game = family(4).banks(900).banks(800).banks(50).banks(100).banks(500).leave(0)
    game.farkles().banks(300).farkles()
    assert game.state.winners == (1,)
    assert places(game.state) == (4, 1, 2, 3)


def told(game):
    return {
        name: value for name, value in asdict(outcome(game.state)).items() if value != _NOT[name]
    }


_NOT = asdict(Outcome("alone", -1, 0, 0, 0, -1, 0)) | {"how": ""}


@pytest.mark.parametrize(
    ("changes", "how"),
    [
        ({"ending": "immediate"}, "target"),
        ({"ending": "exact"}, "exact"),
        ({"rounds": 1}, "rounds"),
    ],
)
def test_a_game_without_last_turns_says_who_came_second(changes, how):
    game = family(**changes).banks(300).banks(300).banks(1000)
    assert told(game) == {"how": how, "second": 0, "second_total": 300, "seconds": 2}


def test_who_set_off_the_last_turns_is_beaten_or_not():
    game = family().banks(1000).banks(300).farkles()
    assert told(game) == {"how": "final", "second": 1, "second_total": 300, "seconds": 1}
    game = family().banks(1000).banks(1700).banks(1200)
    assert told(game) == {"how": "overtaken", "second": 2, "second_total": 1200, "seconds": 1}


def test_who_left_with_more_is_named():
    game = family(4).banks(400).banks(550).banks(400).banks(100).banks(1000).leave(0)
    game.farkles().banks(300).farkles()
    assert game.state.winners == (2,)
    assert told(game) == {
        "how": "final",
        "second": 1,
        "second_total": 550,
        "seconds": 1,
        "gone": 0,
    }


def test_a_tiebreaker_is_told_with_its_own_totals():
    game = family(target=100).banks(100).banks(100).banks(50)
    assert game.state.phase == "playoff"
    game.banks(100).banks(200)
    assert told(game) == {
        "how": "playoff",
        "second": 0,
        "second_total": 200,
        "seconds": 1,
        "tied_at": 100,
    }


def test_a_penalty_may_decide_a_tiebreaker():
    game = family(2, farkle_penalty=500).banks(1000).banks(1000)
    assert game.state.phase == "playoff"
    game.farkles().farkles().farkles().farkles()
    game.farkles().skip()
    assert game.state.scores == (500, 1000)
    assert game.state.winners == (1,)
    assert told(game) == {
        "how": "playoff",
        "second": 0,
        "second_total": 500,
        "seconds": 1,
        "tied_at": 1000,
    }


def test_a_tiebreaker_may_be_deserted():
    game = family(target=100).banks(100).banks(100).banks(50).leave(0)
    assert told(game) == {"how": "playoff", "tied_at": 100}


def test_a_tie_may_go_to_who_was_there_first():
    game = family(tie_break="leader").banks(1000).banks(1000).farkles()
    assert told(game) == {"how": "first_there", "second": 1, "second_total": 1000, "seconds": 1}
    game = family(2, first=1, rounds=1, tie_break="leader").farkles().farkles()
    assert game.state.winners == (1,)
    assert told(game) == {"how": "first_turn", "second": 0, "seconds": 1}


def test_a_late_arrival_may_come_second_before_playing():
    game = family(2, ending="immediate").join().banks(1000)
    assert told(game) == {"how": "target", "second": 1, "seconds": 2}


def test_the_last_one_left_wins():
    game = family().banks(500).leave(0).leave(1)
    assert told(game) == {"how": "alone", "gone": 0}
