"""A short game whose every step is known, as a record to read, replay and tamper with."""

import json
from copy import deepcopy

from .scripted_game import Game


def played():
    """Return the game."""
    game = Game("4iam", 3, first=1, target=2000, building=True, entry_min=0)
    game.roll("123446")  # 1
    game.roll("11346", "1")  # 2
    game.bank("11")  # 3
    game.build("123")  # 4
    game.bank("1")  # 5
    game.roll("223346")  # 6: farkle
    game.skip()  # 7
    game.leave(2)  # 8
    game.roll("111555")  # 9
    game.roll("123446", "111555")  # 10: hot dice
    game.bank("1")  # 11
    game.roll("223346")  # 12
    game.banks(2000)
    game.farkles()
    assert game.state.phase == "over"
    return game


GAME = played()
DATA = json.loads(json.dumps(GAME.record.to_dict()))


def tampered(change):
    """Return the record's data after `change` to a copy of it."""
    data = deepcopy(DATA)
    change(data)
    return data


def step(data, number):
    return data["steps"][number - 1]
