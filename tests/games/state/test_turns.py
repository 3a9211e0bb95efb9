"""The log of turns, as it is stored and goes on from where it was stored."""

from itertools import count

import pytest

from farkle import PRESETS, Bank, GameState, Roll
from games.state.running import DiceSource
from games.state.turns import EndedTurn, TurnLog

SEED = bytes(32)


def played(turns: int, *, stored: bool) -> tuple[list[EndedTurn], TurnLog, GameState]:
    """So many turns of two careful players; `stored`: the log goes through JSON after each move."""
    source = DiceSource(SEED, ["turns"], 0)
    log, ended = TurnLog(), list[EndedTurn]()
    state, batch = GameState.start(PRESETS["family"], 2, source)
    ended += log.add(batch, state)
    for _ in count():
        if len(ended) >= turns:
            return ended, log, state
        actions = state.legal.actions
        banks = [action for action in actions if isinstance(action, Bank)]
        rolls = [action for action in actions if isinstance(action, Roll)]
        state, batch = state.apply(banks[-1] if banks else rolls[-1], source)
        if stored:
            log = TurnLog.from_dict(log.to_dict())
        ended += log.add(batch, state)
    raise AssertionError


@pytest.mark.parametrize("stored", [False, True])
def test_turns_add_up_to_the_scores(stored: bool) -> None:
    turns, _, state = played(12, stored=stored)
    assert [turn.number for turn in turns] == list(range(1, 13))
    assert {turn.seat for turn in turns} == {0, 1}
    for seat in (0, 1):
        of_seat = [turn for turn in turns if turn.seat == seat]
        assert of_seat[-1].total == state.scores[seat]
        assert sum(turn.points - turn.penalty for turn in of_seat) == state.scores[seat]
    assert all(turn.rolls for turn in turns)


def test_a_stored_log_goes_on_as_the_same() -> None:
    assert played(12, stored=True)[0] == played(12, stored=False)[0]


def test_an_open_turn_is_cut_only_if_something_was_thrown() -> None:
    _, log, state = played(3, stored=False)
    assert log.cut(state) == []
