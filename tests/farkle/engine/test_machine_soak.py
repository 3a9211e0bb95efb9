"""The random games again, many more and different each time:
`pytest -m soak -o faulthandler_timeout=0 tests/farkle`.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.support.engine.strategies import SOAK

from .test_machine import AnyGameMachine, GameMachine
from .test_machine_games import RESTLESS, SENSIBLE, play_restlessly, play_sensibly

pytestmark = pytest.mark.soak


class LongGame(GameMachine):
    pass


class LongAnyGame(AnyGameMachine):
    pass


TestLongGame = LongGame.TestCase
TestLongGame.settings = settings(SOAK, max_examples=5_000, stateful_step_count=100)

TestLongAnyGame = LongAnyGame.TestCase
TestLongAnyGame.settings = settings(SOAK, max_examples=5_000, stateful_step_count=100)

test_many_restless_tables = settings(SOAK, max_examples=50_000)(given(*RESTLESS)(play_restlessly))
test_many_sensible_tables = settings(SOAK, max_examples=20_000)(given(*SENSIBLE)(play_sensibly))
