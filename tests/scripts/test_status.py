"""What a page says while others play."""

import pytest

from tests.support import node

pytestmark = pytest.mark.node

NAMES = ("Mara", "Ines", "Teo", "Pip")


@pytest.mark.parametrize(
    ("players", "mine", "current", "words"),
    [
        (2, [0], 1, ""),  # of two, it is always the other
        (3, [0], 2, "You're next."),
        (4, [0], 2, "Your turn after 1 more."),
        (3, [0, 2], 1, "Teo is next."),
        (3, [0, 1], 2, "Mara is next."),
        (4, [0, 1], 2, "Mara's turn after 1 more."),
    ],
)
def test_who_waits_reads_when_which_of_their_players_is_at_turn(
    players: int, mine: list[int], current: int, words: str
) -> None:
    seats = list(range(players))
    state = {
        "phase": "turns",
        "round": 1,
        "current": current,
        "order": seats,
        "queue": seats[current + 1 :],
        "waiting": [],
        "left": [False] * players,
    }
    [told] = node.run("waiting", [{"state": state, "mine": mine, "names": NAMES}])
    assert told == words
