"""The game that the tries of a race become."""

import pytest

from farkle import GameState, Roll
from games.rules.catalogue import rules_of
from games.services.commands.race import rules_of_race
from games.services.tables.joint_game import JointGame
from tests.support.deals import new_deal


@pytest.mark.django_db
def test_it_is_played_in_parts_and_those_who_stopped_skip_their_turns() -> None:
    deal = new_deal(turns=2)
    rules = rules_of_race(rules_of(deal.rules))  # nobody rolls for the first turn
    start = GameState.start(rules, 2, lambda count: (1,) * count)
    played = [JointGame(deal, *start, {7: [Roll()], 8: []}) for _ in range(2)]
    keep = played[0]
    keep.play(1)
    assert (len(keep.steps), keep.is_over, keep.turns) == (1, False, [])
    for joint in played:
        while not joint.is_over:
            joint.play(3)
    assert played[0].steps == played[1].steps
    assert [turn.outcome for turn in keep.turns] == ["skipped"] * 4
    assert keep.games == [7, 8]
