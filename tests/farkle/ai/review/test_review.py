"""Reviews: steps, turns and highlights, checked against plain counts of events."""

import gc
from collections import Counter
from dataclasses import replace

import pytest

from farkle import PRESETS, GameState
from farkle.ai.review.review import steps, summarize
from farkle.engine.record import states as record_states
from tests.support.engine.random_games import random_game
from tests.support.engine.scripted_game import Game
from tests.support.play.records import played as played_to_the_end


def summary_of(game):
    return summarize(steps(game.record))


@pytest.mark.parametrize("seed", range(20, 45))
def test_steps_and_turns_of_random_games(seed):
    record, states = random_game(seed)
    played = steps(record)
    assert [step.after for step in played] == states
    assert [step.before for step in played] == [None, *states[:-1]]
    assert [step.number for step in played] == list(range(len(states)))
    names = ("Ines", "Teo", "Mara", "Ben", "Ada", "Kim")
    assert all(step.sentences(names) for step in played)

    happened = Counter(event.name for step in record.steps for event in step.events)
    found = summarize(played)
    outcomes = Counter(turn.outcome for turn in found.turns)
    assert outcomes["banked"] == happened["banked"]
    assert outcomes["farkled"] == happened["farkled"]
    assert outcomes["ran_out"] == happened["ran_out"]
    assert outcomes["skipped"] == happened["skipped"]
    assert sum(turn.throws for turn in found.turns) == (
        happened["rolled"] - happened["second_chance"]
    )
    assert sum(turn.hot for turn in found.turns) == happened["hot_dice"]
    assert [turn.number for turn in found.turns] == list(range(1, len(found.turns) + 1))
    for turn in found.turns:
        assert played[turn.first].turn == played[turn.last].turn == turn.number
        assert turn.total == played[turn.last].after.scores[turn.seat]
    joined = [event for step in record.steps for event in step.events if event.name == "joined"]
    start = [0] * record.players + [event.score for event in joined]
    for player in found.players:
        assert player.score == start[player.seat] + player.points - player.penalties
        assert player.won == (player.seat in states[-1].winners)


def test_a_long_game_is_folded_where_it_is_read():
    record = played_to_the_end(replace(PRESETS["kcd"], target=60_000), seed=3)
    states = list(record_states(record))
    assert len(states) > 300
    played = steps(record)
    kept = sum(isinstance(one, GameState) for one in gc.get_objects())
    for number in (-1, 0, 299, 100, 99, 200, len(states) - 1):
        assert played[number].after == states[number]
        assert played[number].before == (states[number - 1] if number % len(states) else None)
    assert [step.after for step in played[95:205]] == states[95:205]
    assert [step.after for step in played] == states
    with pytest.raises(IndexError):
        played[len(states)]
    del states
    gc.collect()
    assert sum(isinstance(one, GameState) for one in gc.get_objects()) < kept - 200


def entered(rules="family", players=2, **changes):
    return Game(replace(PRESETS[rules], entry_min=0, **changes), players)


def test_the_start_is_step_0_and_a_joining_player_has_no_seat_yet():
    game = Game("family").join().roll("123346")
    start, joined, rolled = steps(game.record)
    assert (start.before, start.action, start.seat, start.turn) == (None, None, -1, 0)
    assert (joined.seat, joined.turn) == (-1, 1)
    assert (rolled.seat, rolled.turn) == (0, 1)
    assert isinstance(start.after, GameState)


def test_a_turn_without_a_throw_at_the_end_of_the_game_does_not_count():
    played = steps(Game("family").leave(1).record)
    assert played[-1].turn == 0
    assert summarize(played).turns == ()
    assert len(summary_of(Game("family").roll("123346").leave(1)).turns) == 1


def test_biggest_worst_and_hottest():
    game = entered(target=100_000)
    game.roll("111234").bank("111")  # 1: 1,000
    game.roll("111222").roll("123346", "111222").bank("1")  # 2: hot, 1,300
    game.roll("111234").roll("234", "111")  # 3: farkle, 1,000 lost
    game.roll("123346").roll("23466", "1")  # 4: farkle, 100 lost
    found = summary_of(game)
    assert found.biggest.number == found.hottest.number == 2
    assert (found.biggest.points, found.hottest.hot) == (1300, 1)
    assert (found.worst.number, found.worst.lost) == (3, 1000)
    assert found.decisive is None  # nobody has won
    first = found.players[0]
    assert (first.turns, first.throws, first.farkles, first.points) == (2, 3, 1, 1000)
    assert (first.points_per_turn, first.throws_per_turn) == (500, 1.5)
    assert (first.best.number, first.entry) == (1, None)


def test_a_game_without_highlights():
    found = summary_of(entered(target=100_000).farkles().farkles())
    assert (found.biggest, found.worst, found.hottest) == (None, None, None)
    nobody = summary_of(Game("family")).players[0]
    assert (nobody.points_per_turn, nobody.throws_per_turn) == (0, 0)


def test_entry_is_the_turn_that_got_in():
    game = Game("4iam").farkles().farkles().banks(500)
    assert [player.entry and player.entry.number for player in summary_of(game).players] == [
        3,
        None,
    ]


def test_the_decisive_turn_put_the_winner_ahead_for_good():
    game = entered(target=2000, ending="immediate")
    game.banks(500).banks(1000)  # 2 is ahead
    game.banks(1000).banks(300)  # 1 is ahead, and stays it
    game.banks(100).banks(200).banks(400)
    assert game.state.winners == (0,)
    assert summary_of(game).decisive.number == 3


def test_a_penalty_may_decide():
    game = entered(target=1500, ending="immediate", farkle_penalty=1000, penalty_floor="none")
    game.banks(1000).banks(500)
    for points in (100, 100, 100):
        game.farkles()
        game.banks(points)
    assert summary_of(game).decisive is None  # not over yet
    game.banks(100).banks(1000)
    assert game.state.winners == (1,)
    decisive = summary_of(game).decisive
    assert (decisive.seat, decisive.penalty) == (0, 1000)


def test_teams_are_ahead_together():
    game = Game(replace(PRESETS["kcd"], target=1000, ending="immediate"), 4, teams=(0, 1, 0, 1))
    game.banks(300).banks(400).banks(200).banks(50).banks(500)
    assert game.state.winners == (0, 2)
    assert summary_of(game).decisive.number == 3


def test_no_turn_is_decisive_if_everyone_else_left():
    game = entered().banks(500).leave(1)
    assert game.state.winners == (0,)
    assert summary_of(game).decisive is None


def test_points_at_risk_when_the_game_ends_are_lost():
    (turn,) = summary_of(entered().roll("111234").roll("123", "111").leave(1)).turns
    assert (turn.outcome, turn.lost) == ("cut", 1000)
