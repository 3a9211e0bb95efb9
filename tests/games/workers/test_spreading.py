"""Deals that computers play in a worker process."""

import pytest

from farkle import PRESETS
from farkle.ai.deals.spread import spread_of
from farkle.engine.deal import rules_of_deal
from games.workers.spreading import spread_within
from games.workers.time_limit import TooLong
from games.workers.worker import Workers

RULES = rules_of_deal(PRESETS["kcd"], 1)
SEED = bytes(32)


def test_a_worker_plays_a_deal_like_any_other_process() -> None:
    workers = Workers()
    try:
        data = workers.spreads.run(spread_within, RULES, SEED)
    finally:
        workers.close()
    assert data == spread_of(RULES, SEED).to_dict()


def test_it_ends_in_time() -> None:
    with pytest.raises(TooLong):
        spread_within(rules_of_deal(PRESETS["kcd"], 40), SEED, 0.05)
