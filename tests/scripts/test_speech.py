"""When screen readers are told what, and how long a move of the focus waits for them."""

from typing import Any

import pytest

from tests.support import node

pytestmark = pytest.mark.node

GATHERED = 150  # ms
A_CHARACTER = 60  # ms
ROLLED = "Penny rolled 1, 1, 1, 3, 4, 6."
KEPT = "Penny keeps three 1s: 1,000 at risk. Penny rolled 2, 3, 4. Penny farkles and loses 1,000."
FARKLED = "Penny farkles and loses 1,000."
TURN = "Your turn. 8,550 points to go."


def _happened(*steps: list[Any]) -> list[list[Any]]:
    [found] = node.run("speech", [steps])
    return [list(one) for one in found]


def test_what_comes_while_something_is_read_waits_and_is_said_in_short() -> None:
    told = _happened(
        [0, ROLLED, {"short": ""}],
        [900, "Penny keeps three 1s: 1,000 at risk.", {"short": ""}],
        [1000, KEPT, {"short": FARKLED}],
        [1500, TURN],
    )
    read = GATHERED + A_CHARACTER * len(ROLLED)
    assert told == [[GATHERED, ROLLED], [read, f"{FARKLED} {TURN}"]]


def test_what_comes_alone_is_said_in_full() -> None:
    told = _happened([0, ROLLED, {"short": ""}], [9000, KEPT, {"short": FARKLED}])
    assert told == [[GATHERED, ROLLED], [9000 + GATHERED, KEPT]]


def test_an_answer_to_a_key_waits_for_nothing() -> None:
    told = _happened(
        [0, KEPT], [200, TURN], [300, "Selected a 5 for 50: 50 at risk.", {"now": True}]
    )
    assert told == [
        [GATHERED, KEPT],
        [300 + GATHERED, f"{TURN} Selected a 5 for 50: 50 at risk."],
    ]


def test_the_focus_moves_once_all_has_been_read() -> None:
    told = _happened([0, ROLLED, {"short": ""}], [500, TURN], [600])
    read = GATHERED + A_CHARACTER * len(ROLLED)
    assert told[1:] == [[read, TURN], [read + A_CHARACTER * len(TURN), "focus"]]
    assert _happened([0]) == [[0, "focus"]]


def test_a_wish_to_move_the_focus_ends_the_one_before() -> None:
    chatter = [[1000 * second, "Teo: and another thing"] for second in range(12)]
    told = _happened(*chatter, [100], [12_000, TURN], [12_050])
    [(at, _)] = [one for one in told if one[1] == "focus"]
    assert [at, "focus"] == told[-1]
    assert TURN in told[-2][1]


def test_the_focus_does_not_wait_for_ever() -> None:
    chatter = [[1000 * second, "Teo: and another thing"] for second in range(30)]
    told = _happened(*chatter, [100])
    assert [at for at, words in told if words == "focus"] == [12_100]
