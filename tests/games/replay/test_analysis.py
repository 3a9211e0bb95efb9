"""The analysis of past games: made in another process, and cached."""

import os
import time
from collections.abc import Iterator

import pytest
from django.test import Client

from farkle.ai.analysis import analysis as analysed
from games.models import Accuracy
from games.replay import analysis
from games.replay.analysis import AnalysisQueue, analysis_of
from games.replay.game import PastGame, past_game
from games.services.standings import keep_accuracies
from games.solver_pool import NoAnswer
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _worker() -> Iterator[None]:
    yield
    analysis.current().stop()


def until_ready(game: PastGame, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while analysis_of(game) is None:
        assert time.monotonic() < end, "never worked out"
        time.sleep(0.05)


@pytest.mark.usefixtures("_worker")
def test_luck_is_worked_out_elsewhere_and_kept(place: Place) -> None:
    url = f"/r/{place.code}/game/1/luck.json"
    assert Client().get(url).json() == {"ready": False}
    game = past_game(place.code, 1, None)
    until_ready(game)
    assert Client().get(url).json() == {"ready": True}
    assert analysis_of(game) == analysed(game.record)


def test_only_so_many_wait_for_the_worker() -> None:
    queue = AnalysisQueue()
    try:
        assert queue.run(os.getpid) != os.getpid()
        for _ in range(analysis._MOST_CALLERS):
            assert queue._callers.acquire(blocking=False)
        with pytest.raises(NoAnswer):
            queue.run(abs, -1)
        queue._callers.release()
        assert [queue.run(abs, -1), queue.run(abs, -2)] == [1, 2]
    finally:
        queue.close()


def test_games_that_have_ended_are_worked_out_by_themselves(place: Place) -> None:
    queue = AnalysisQueue(keep_accuracies)
    try:
        queue.catch_up()
        end = time.monotonic() + 60
        while Accuracy.objects.count() < 2:
            assert time.monotonic() < end, "never worked out"
            time.sleep(0.05)
        assert analysis_of(past_game(place.code, 1, None)) is not None
    finally:
        queue.close()
