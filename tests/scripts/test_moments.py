"""The moments of a game: which there are, and how long they last."""

from collections import Counter

import pytest

from tests.scripts.conftest import Game
from tests.support import node

LONGEST_MS = 2500
MOMENTS = {"great", "hot", "farkle", "bigFarkle", "bank", "entered", "lead", "last"}


@pytest.mark.parametrize("seats", [[], [0]])
def test_every_event_is_shown_once_and_no_moment_is_long(
    games: list[Game], seats: list[int]
) -> None:
    shown: Counter[str | None] = Counter()
    told = node.run("moments", (game.given(seats=seats) for game in games))
    for game, batches in zip(games, told, strict=True):
        for events, scenes in zip(game.told, batches, strict=True):
            assert [event for scene in scenes for event in scene["events"]] == events
            assert all(scene["hold"] <= LONGEST_MS for scene in scenes)
            shown.update(scene["moment"] for scene in scenes)
    assert {moment for moment in shown if moment} == MOMENTS
