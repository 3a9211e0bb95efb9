"""What is said to somebody who asks for the score."""

import pytest

from tests.support import node

pytestmark = pytest.mark.node

NAMES = ["Noor", "Penny", "Teo", "Ada", "Ravi", "Ines", "Mara", "Ben"]
STATE = {"phase": "turns", "throw": [1, 2], "leader": -1}


def _score(scores: list[int], current: int, at_risk: int = 0, **state: object) -> str:
    given = {
        "state": {**STATE, "scores": scores, "current": current, **state},
        "you": 0,
        "names": NAMES,
        "atRisk": at_risk,
    }
    [told] = node.run("score", [given])
    return str(told)


def test_everybodys_total_whose_turn_and_what_is_at_risk() -> None:
    assert _score([1350, 2000], 0, 200) == "You 1,350, Penny 2,000. Your turn, 200 at risk."
    assert _score([1350, -500], 1) == "You 1,350, Penny −500. Penny's turn."
    assert _score([0, 50], 0, phase="final") == "You 0, Penny 50. Your last turn."


def test_of_many_players_the_leaders_and_mine() -> None:
    told = _score([100, 200, 300, 400, 500, 600, 700, 800], 7)
    assert told == (
        "Ben 800, Mara 700, Ines 600, Ravi 500, Ada 400, Teo 300, You 100, 1 other. Ben's turn."
    )


def test_teams_are_told_by_their_totals() -> None:
    left = [False] * 4
    told = _score([100, 200, 300, 400], 1, teams=[0, 1, 0, 1], left=left, winners=[])
    assert told == "Team\u00a0B 600, Team\u00a0A 400. Penny's turn."
