"""The turn that the home page demonstrates is one that the server could have told."""

from itertools import chain

from farkle import DEFAULT_PRESET, PRESETS, Action, Bank, GameState, Roll
from games.protocol import frames
from tests.scripts.conftest import sent
from tests.support import node

ROLLS = (
    (6, 2),
    (1, 1, 1, 5, 5, 2),
    (3, 3, 3, 3, 3, 6),
    (1, 4, 4, 6, 4, 3),
    (5, 1),
    (2, 5, 3, 6, 1, 2),
)
EARLIER: tuple[Action, ...] = (Roll(()), Bank((1, 1, 1, 5)), Roll(()), Bank((3, 3, 3, 3, 3)))
TURN: tuple[Action, ...] = (Roll(()), Roll((1, 4, 4, 4)), Roll((1, 5)), Bank((1, 5)))


def test_the_engine_plays_the_recorded_turn() -> None:
    [record] = node.run("demonstration", [None])
    rules, rolls = PRESETS[DEFAULT_PRESET], iter(ROLLS)
    assert record["RULES"].items() <= rules.to_dict().items()
    state, batch = GameState.start(rules, 2, lambda _: next(rolls))
    told = [sent(1, batch)]
    for action in EARLIER:
        state, batch = state.apply(action, lambda _: next(rolls))
        told.append(sent(1, batch))
    assert record["BEFORE"] == list(chain.from_iterable(told))
    for action, move in zip(TURN, record["MOVES"], strict=True):
        # The dice that were tapped last are kept.
        state, batch = state.apply(action, lambda _: next(rolls))
        ended = action is TURN[-1]
        # The turn of the next player is no part of it.
        assert move["events"] == sent(1, batch)[: -1 if ended else None]
        assert move["may"] == ({} if ended else frames.may(state))
