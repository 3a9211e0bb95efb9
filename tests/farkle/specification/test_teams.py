"""Teams: fixed at the start, and not part of the rule set."""

from tests.support.engine.scripted_game import Game

TWO_TEAMS = (0, 1, 0, 1)


def teams(rules="family", of=TWO_TEAMS, **changes):
    return Game(rules, len(of), teams=of, **changes)


def test_target_uses_team_totals():
    game = teams().banks(6000).farkles().banks(3950)
    assert game.state.phase == "turns"
    assert game.farkles().banks(50).state.phase == "final"
    assert game.event("final_round").total == 10000
    assert game.state.total(0) == game.state.total(2) == 10000


def test_in_a_final_round_every_seat_of_every_other_team_plays_once():
    game = teams(of=(0, 1, 0, 1, 2)).farkles().banks(10000)
    turns = []
    while game.state.phase == "final":
        turns.append(game.state.current)
        game.farkles()
    assert turns == [2, 4, 0]
    assert game.state.winners == (1, 3)


def test_winners_lists_seats():
    assert teams("classic").banks(6000).farkles().banks(4000).state.winners == (0, 2)


def test_exact_uses_team_totals():
    game = teams("entry", farkle_penalty=0, hot_dice="optional", target=2500)
    game.roll("111234").roll(keep="111").farkles()
    game.roll("111555").roll(keep="111555")
    assert game.state.scores == (1000, 0, 1500, 0)
    assert game.state.winners == (0, 2)


def test_the_highest_team_total_wins():
    game = teams().banks(10000).banks(5000).banks(6000)
    assert game.state.winners == (1, 3)
    assert game.state.scores == (10000, 5000, 0, 6000)


def test_entry_stays_personal():
    game = teams().banks(1000).farkles()
    assert game.state.entered == (True, False, False, False)
    game.refuses_bank("123446", "1", "entry_missing")


def test_penalty_and_streak_stay_personal():
    game = teams().banks(1000)
    for _ in range(2):
        game.farkles().farkles().skip().skip()
    assert game.state.streaks == (0, 2, 2, 0)
    assert game.farkles().state.scores == (1000, -1000, 0, 0)


def test_penalties_count_in_the_team_total():
    game = teams("classic", target=2000, farkle_penalty=1000).banks(1900)
    for _ in range(3):
        game.skip().farkles().skip().skip()
    assert game.state.scores == (1900, 0, -1000, 0)
    assert game.state.total(0) == game.state.total(2) == 900
    game.skip().skip().skip().banks(1050)
    assert game.state.winners == ()
    assert game.skip().banks(50).state.winners == (0, 2)


def test_a_tie_of_teams_is_played_off_by_all_their_seats():
    game = teams(of=(0, 1, 0, 1, 2)).banks(10000).banks(5000).banks(5000).farkles()
    assert game.event("playoff").seats == (0, 1, 2, 3)
    game.banks(100).banks(1000).banks(1000)
    assert game.state.phase == "playoff"
    assert game.farkles().state.winners == (0, 2)


def test_a_tie_of_teams_goes_to_who_was_there_first():
    game = teams(tie_break="leader").banks(10000).banks(5000).banks(5000)
    assert game.state.winners == (0, 2)


def test_the_team_that_leads_first_starts_the_play_off():
    game = teams(playoff_order="leader_first").farkles().banks(10000).farkles()
    game.banks(10000)
    assert game.event("playoff").seats == (1, 2, 3, 0)


def test_without_the_leader_the_team_plays_on_and_may_win():
    game = teams().banks(10000).leave(0).farkles().farkles()
    assert game.state.winners == (2,)


def test_the_last_team_left_wins():
    game = teams().leave(1)
    assert game.state.phase == "turns"
    game.leave(3)
    assert game.state.winners == (0, 2)
