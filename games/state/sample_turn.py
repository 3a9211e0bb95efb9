"""A turn to try, on a page of rules: nothing is stored, so the page sends the turn so far along."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from farkle import Dice, GameState, IllegalAction, Roll, RuleSet
from games.protocol import frames
from games.protocol.events import to_stored, to_wire

MOST_ROLLS: Final = 40
"""Maximum number of rolls of a turn."""


class BadTurn(Exception):
    """These rolls and keeps are no turn by the rules."""


def roll_again(rules: RuleSet, rolls: Sequence[Dice], keeps: Iterable[Dice]) -> dict[str, Any]:
    """Return {rolls, events, may} of the next roll of a turn: all its rolls, and the events and
    legal moves as in the frames of a room. `keeps` are those between its rolls so far, and the last
    one. Raise BadTurn."""
    thrown: list[Dice] = []

    def dice(count: int) -> Dice:
        if len(thrown) < len(rolls):
            thrown.append(rolls[len(thrown)])
        else:
            thrown.append(tuple(secrets.randbelow(6) + 1 for _ in range(count)))
        return thrown[-1]

    if len(rolls) >= MOST_ROLLS:
        raise BadTurn
    state, _ = GameState.start(replace(rules, first_player="seat"), 2, dice)
    seat = state.current
    try:
        for keep in ((), *keeps):
            if state.current != seat or len(thrown) > len(rolls):
                raise BadTurn
            state, batch = state.apply(Roll(keep), dice)
    except (IllegalAction, ValueError) as error:
        raise BadTurn from error
    if len(thrown) < len(rolls):
        raise BadTurn
    return {
        "rolls": ["".join(map(str, faces)) for faces in thrown],
        "events": to_wire(to_stored(batch)),
        "may": frames.may(state) if state.current == seat else None,
    }
