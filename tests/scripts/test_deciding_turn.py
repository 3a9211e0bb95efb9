"""The result names the turn in which the winner took the lead for good."""

import pytest

from tests.scripts.conftest import Game
from tests.support import node

pytestmark = pytest.mark.node


def test_the_winner_leads_from_that_turn_on_and_not_before(games: list[Game]) -> None:
    alone = [
        game
        for game in games
        if game.states[-1].teams is None
        and not any(event[0] == "joined" for batch in game.told for event in batch)
    ]
    decided = 0
    for found in node.run("deciding", (game.given() for game in alone)):
        turns, at = found["turns"], found["at"]
        if at < 0:
            continue
        decided += 1
        [winner, *_] = found["winners"]
        assert turns[at]["seat"] == winner
        scores = [0] * len(found["scores"])
        for nth, turn in enumerate(turns):
            scores[turn["seat"]] = turn["total"]
            others = [score for seat, score in enumerate(scores) if seat != winner]
            leads = scores[winner] > max(others, default=-1)
            if nth == at - 1:
                assert not leads
            if nth >= at:
                assert leads
    assert decided > 20
