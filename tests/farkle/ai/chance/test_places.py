"""Places of players under a penalty for farkles in a row."""

from dataclasses import replace

from farkle import PRESETS
from farkle.ai.chance.game import Game
from farkle.ai.chance.places import Places

RULES = replace(PRESETS["kcd"], target=1000, farkle_penalty=200, entry_min=300)


def test_a_penalty_leads_down_until_the_lowest_place():
    game = Game(RULES)
    places = Places(game)
    assert (game.penalties, places.low, places.fine) == (4, -10, 30)
    assert list(places.totals[places.fine :]) == [0, -4, -8, -12, -16]
    for at, total in enumerate(places.totals):
        inside = at < places.fine
        assert places.of(int(total), entered=inside) == at
        fallen = places.totals[places.fall[at]]
        assert fallen == (total if places.deep[at] else total - 4)
    assert list(places.totals[places.deep]) == [-10, -9, -8, -7, -16]


def test_a_floor_stops_every_fall():
    places = Places(Game(replace(RULES, penalty_floor="zero")))
    assert not places.deep.any()
    assert places.totals[places.fall].min() == 0
    assert places.of(0, entered=False) == places.fine
    assert places.fall[places.fine] == places.fine
