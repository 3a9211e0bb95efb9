"""How often a page gives a sign of life, and what it learns from the answer."""

from itertools import pairwise

import pytest

from games.people.presence import PING_SECONDS, QUIET_PING_SECONDS
from tests.support import node

pytestmark = pytest.mark.node


def pings(*steps: tuple[bool, int]) -> list[list[float]]:
    """Return when the page pings, and after how long it says the next one comes, while a game runs
    or not for so many seconds each."""
    [sent] = node.run("pace", [{"steps": steps}])
    assert isinstance(sent, list)
    return sent


def test_a_page_at_play_pings_often() -> None:
    assert pings((True, 60)) == [[at, PING_SECONDS] for at in (15, 30, 45, 60)]


def test_a_page_at_rest_pings_seldom_and_says_so() -> None:
    sent = pings((False, 300))
    assert sent[0][0] <= PING_SECONDS
    assert {after for _, after in sent} == {QUIET_PING_SECONDS}
    assert {round(b[0] - a[0]) for a, b in pairwise(sent)} == {QUIET_PING_SECONDS}


def test_a_page_pings_soon_after_a_game_begins_or_ends() -> None:
    sent = pings((True, 100), (False, 200), (True, 100), (True, 100))
    assert [after for at, after in sent if 100 < at <= 300] == [45] * 5
    assert next(at for at, _ in sent if at > 100) <= 115
    assert next(at for at, _ in sent if at > 300) <= 315
    assert len([at for at, _ in sent if at > 300]) in {13, 14}


@pytest.mark.parametrize(("n", "asked"), [(8, [{"type": "since", "n": 7}]), (7, []), (6, [])])
def test_a_page_asks_for_the_last_events_if_a_pong_is_ahead(
    n: int, asked: list[dict[str, object]]
) -> None:
    assert node.run("pong", [{"head": 7, "n": n}]) == [asked]
