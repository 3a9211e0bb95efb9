"""Teams: fixed at the start, no part of the rule set."""

import pytest

from farkle import PRESETS, GameState
from farkle.errors import EntryMissing
from tests.support.engine.helpers import Script, Table

TWO_TEAMS = (0, 1, 0, 1)


def teams(rules="family", of=TWO_TEAMS, **changes):
    return Table(rules, len(of), teams=of, **changes)


@pytest.mark.parametrize("of", [(0, 1), (0, 0, 0), (0, 1, 0, 1), ()])
def test_every_seat_has_a_team_and_there_are_two(of):
    with pytest.raises(ValueError, match="at least two"):
        GameState.start(PRESETS["family"], 3, Script(), of)


def test_target_uses_team_totals():
    table = teams().banks(6000).farkles().banks(3950)
    assert table.state.phase == "turns"
    assert table.farkles().banks(50).state.phase == "final"
    assert table.event("final_round").total == 10000
    assert table.state.total(0) == table.state.total(2) == 10000


def test_in_a_final_round_every_seat_of_every_other_team_plays_once():
    table = teams(of=(0, 1, 0, 1, 2)).farkles().banks(10000)
    turns = []
    while table.state.phase == "final":
        turns.append(table.state.current)
        table.farkles()
    assert turns == [2, 4, 0]
    assert table.state.winners == (1, 3)


def test_winners_lists_seats():
    assert teams("classic").banks(6000).farkles().banks(4000).state.winners == (0, 2)


def test_exact_uses_team_totals():
    table = teams("entry", farkle_penalty=0, hot_dice="optional", target=2500)
    table.roll("111234").roll(keep="111").farkles()
    table.roll("111555").roll(keep="111555")
    assert table.state.scores == (1000, 0, 1500, 0)
    assert table.state.winners == (0, 2)


def test_the_highest_team_total_wins():
    table = teams().banks(10000).banks(5000).banks(6000)
    assert table.state.winners == (1, 3)
    assert table.state.scores == (10000, 5000, 0, 6000)


def test_entry_stays_personal():
    table = teams().banks(1000).farkles()
    assert table.state.entered == (True, False, False, False)
    table.refuses_bank("123446", "1", EntryMissing)


def test_penalty_and_streak_stay_personal():
    table = teams().banks(1000)
    for _ in range(2):
        table.farkles().farkles().skip().skip()
    assert table.state.streaks == (0, 2, 2, 0)
    assert table.farkles().state.scores == (1000, -1000, 0, 0)


def test_penalties_count_in_the_team_total():
    table = teams("classic", target=2000, farkle_penalty=1000).banks(1900)
    for _ in range(3):
        table.skip().farkles().skip().skip()
    assert table.state.scores == (1900, 0, -1000, 0)
    assert table.state.total(0) == table.state.total(2) == 900
    table.skip().skip().skip().banks(1050)
    assert table.state.winners == ()
    assert table.skip().banks(50).state.winners == (0, 2)


def test_a_tie_of_teams_is_played_off_by_all_their_seats():
    table = teams(of=(0, 1, 0, 1, 2)).banks(10000).banks(5000).banks(5000).farkles()
    assert table.event("playoff").seats == (0, 1, 2, 3)
    table.banks(100).banks(1000).banks(1000)
    assert table.state.phase == "playoff"
    assert table.farkles().state.winners == (0, 2)


def test_a_tie_of_teams_goes_to_who_was_there_first():
    table = teams(tie_break="leader").banks(10000).banks(5000).banks(5000)
    assert table.state.winners == (0, 2)


def test_the_team_that_leads_first_starts_the_play_off():
    table = teams(playoff_order="leader_first").farkles().banks(10000).farkles()
    table.banks(10000)
    assert table.event("playoff").seats == (1, 2, 3, 0)


def test_without_the_leader_the_team_plays_on_and_may_win():
    table = teams().banks(10000).leave(0).farkles().farkles()
    assert table.state.winners == (2,)


def test_the_last_team_left_wins():
    table = teams().leave(1)
    assert table.state.phase == "turns"
    table.leave(3)
    assert table.state.winners == (0, 2)
