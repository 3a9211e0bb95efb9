"""static/js/client/fold.js gives the engine's state, field by field."""

from typing import Any

from farkle import GameState
from farkle.engine.events import EVENTS
from tests.scripts.conftest import Game
from tests.support import node

NOT_FOLDED = {
    "version",
    "offer",  # part of `may`
    "ply",  # a field of the frame
    # The server decides who wins, and what may be banked.
    *("reached", "since", "tied_at", "undone", "needs"),
}
ONLY_ON_THE_PAGE = ("hot_points", "aside_rolls", "aside_letters", "row_ended", "to_beat", "outcome")


def folded_part(state: GameState) -> dict[str, Any]:
    return {name: value for name, value in state.to_dict().items() if name not in NOT_FOLDED}


def test_a_page_folds_every_game_as_the_engine_does(games: list[Game]) -> None:
    seen = {event.name for game in games for batch in game.batches for event in batch}
    assert seen == set(EVENTS)
    for game, folded in zip(games, node.run("fold", (one.given() for one in games)), strict=True):
        assert folded["alike"]
        before = [folded_part(state) for state, _, _ in game.steps()]
        after = [*before[1:], folded_part(game.states[-1])]
        for wanted, state in zip(after, folded["states"], strict=True):
            for name in ONLY_ON_THE_PAGE:
                del state[name]
            assert state == wanted
