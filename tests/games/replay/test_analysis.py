"""The analysis of past games: made in another process, and cached."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from farkle.ai.review.analysis import analysis as analysed
from farkle.ai.review.winning import MAX_SIDES
from farkle.engine.gamefile import GameFile
from games.models import Accuracy, Standing
from games.replay import analysis
from games.replay.analysis import (
    MOST_OF_ONE,
    AnalysisQueue,
    analysis_of,
    games_without_accuracies,
    request_analysis,
    why_missing,
)
from games.replay.game import PastGame, past_game
from games.replay.solving import MOST_OF_STRANGERS
from games.services.imports import import_game
from games.services.standings import keep_accuracies
from games.workers.worker import Lane, NoAnswer
from tests.support import services
from tests.support.engine.scripted_game import Game
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _worker() -> Iterator[None]:
    yield
    analysis.current.workers.stop()


def until_ready(game: PastGame, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while request_analysis(game) is None:
        assert time.monotonic() < end, "never worked out"
        time.sleep(0.05)


@pytest.mark.usefixtures("_worker")
def test_chances_are_worked_out_elsewhere_and_kept(place: Place) -> None:
    url = f"/r/{place.code}/game/1/luck.json"
    assert Client().get(url).json() == {"ready": False}
    game = past_game(place.code, 1, None)
    until_ready(game)
    assert Client().get(url).json() == {"ready": True}
    assert analysis_of(game) == analysed(game.record)


@pytest.mark.usefixtures("_worker")
def test_programs_that_preview_or_index_links_cause_no_analysis(place: Place) -> None:
    url = f"/r/{place.code}/game/1/"
    for path in ("", "3/", "3/?part", "?luck", "?rules", "dice/", "preview.png", "game.json"):
        assert Client().get(f"{url}{path}").status_code in (200, 302), path
    place.start()
    place.play_out()
    # Games are analysed one after the other: the first would be ready before this one.
    until_ready(past_game(place.code, 2, None))
    assert analysis_of(past_game(place.code, 1, None)) is None
    Client().get(f"{url}?request")  # the link of a page without scripts
    services.wait_until(lambda: analysis_of(past_game(place.code, 1, None)), what="the analysis")


def analysis_of_none(*_: object) -> None:
    """Fail in the worker process, which finds this by its name."""
    raise ZeroDivisionError


def never_ready(*_: object) -> None:
    """Take longer than anybody waits."""
    time.sleep(600)


@pytest.mark.usefixtures("_worker")
@pytest.mark.parametrize("work", [analysis_of_none, never_ready])
def test_an_analysis_that_fails_is_given_up_and_the_page_says_so(
    work: Callable[..., None], place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, queue = f"/r/{place.code}/game/1/", AnalysisQueue()
    monkeypatch.setattr(analysis, "analysis_from_dict", work)
    if work is never_ready:
        monkeypatch.setattr(queue.workers.analyses, "seconds", 0.1)
    monkeypatch.setattr(analysis, "current", queue)
    try:
        game = past_game(place.code, 1, None)
        Client().get(f"{url}luck.json")  # begins it
        services.wait_until(lambda: why_missing(game) == "failed", what="giving up")
        assert Client().get(f"{url}luck.json").json() == {"ready": True}
        for page in (url, f"{url}?luck"):
            text = Client().get(page).content.decode()
            assert "be analysed. The rest of the game is all here." in text
            assert "data-waiting" not in text
        assert analysis_of(game) is None
        assert not queue._queued, "nobody tries it again"
    finally:
        queue.close()


@pytest.mark.usefixtures("_worker")
@pytest.mark.parametrize("work", [analysed, analysis_of_none])
def test_without_redis_it_is_not_cached_and_one_line_says_so(
    work: Callable[..., None],
    place: Place,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    queue = AnalysisQueue(keep_accuracies)
    if work is analysis_of_none:
        monkeypatch.setattr(analysis, "analysis_from_dict", work)
    redis = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": redis, "LOCATION": "redis://127.0.0.1:9"}}
    try:
        queue.add(past_game(place.code, 1, None))
        services.wait_until(lambda: not queue._queued, what="the analysis")
    finally:
        queue.close()
    [*failures, last] = [log for log in caplog.records if log.name == analysis.__name__]
    assert last.getMessage().startswith("an analysis could not be cached: Error 111")
    assert last.exc_info is None
    assert len(failures) == (work is analysis_of_none)
    assert Accuracy.objects.exists() == (work is analysed)


def test_a_game_with_very_many_sides_has_no_chances_and_waits_for_none() -> None:
    record = Game("kcd", MAX_SIDES + 1).banks(1000).record
    key = import_game(new_guest()[0], json.dumps(GameFile(record).to_dict()))
    text = Client().get(f"/imported/{key}/").content.decode()
    assert "be worked out for this many players. The rest of the game is all here." in text
    assert "data-waiting" not in text
    assert "The game was abandoned here." in text
    assert Client().get(f"/imported/{key}/luck.json").json() == {"ready": True}
    assert not analysis.current._queued


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


def test_owners_take_turns_and_have_few_games_in_the_queue(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = list[str](), threading.Event()

    def work_out(_lane: object, _work: object, record: dict[str, Any], _: object) -> None:
        begun.append(record["names"][0])
        assert go_on.wait(60)
        raise NoAnswer

    monkeypatch.setattr(Lane, "run", work_out)
    queue, game = AnalysisQueue(), past_game(place.code, 1, None)

    def add(owner: int, number: int) -> None:
        record = replace(game.record, names=(str(owner), ""))
        queue.add(replace(game, key=f"{owner}-{number}", owner=owner, record=record))

    try:
        for number in range(20):
            add(1, number)
        services.wait_until(lambda: bool(begun), what="the first game")
        add(1, 50)  # fits, if the first had not begun before
        add(2, 0)
        for owner in range(3, 60):
            add(owner, 0)
        go_on.set()
        services.wait_until(lambda: not queue._queued, what="the rest")
        assert begun[:4] == ["1", "1", "2", "3"]
        assert begun.count("1") == 1 + MOST_OF_ONE
        assert len(begun) == MOST_OF_STRANGERS, "nobody knows these owners"
    finally:
        go_on.set()
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


def test_a_game_is_unknown_until_its_accuracies_are_kept(place: Place) -> None:
    (game,) = games_without_accuracies(5)
    assert game.key == past_game(place.code, 1, None).key
    for standing in Standing.objects.all():
        Accuracy.objects.create(standing=standing, decided=1, loss=0.0)
    assert games_without_accuracies(5) == []
