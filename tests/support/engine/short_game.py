"""A short game of which every step is known, as a record to read, to replay and to tamper with."""

import json
from copy import deepcopy

from .helpers import Table


def played():
    """A short game of which every step is known."""
    table = Table("4iam", 3, first=1, target=2000, building=True, entry_min=0)
    table.roll("123446")  # 1
    table.roll("11346", "1")  # 2
    table.bank("11")  # 3
    table.build("123")  # 4
    table.bank("1")  # 5
    table.roll("223346")  # 6: farkle
    table.skip()  # 7
    table.leave(2)  # 8
    table.roll("111555")  # 9
    table.roll("123446", "111555")  # 10: hot dice
    table.bank("1")  # 11
    table.roll("223346")  # 12
    table.banks(2000)
    table.farkles()
    assert table.state.phase == "over"
    return table


GAME = played()
DATA = json.loads(json.dumps(GAME.record.to_dict()))


def tampered(change):
    """The record after `change` was done to a copy of its data."""
    data = deepcopy(DATA)
    change(data)
    return data


def step(data, number):
    return data["steps"][number - 1]
