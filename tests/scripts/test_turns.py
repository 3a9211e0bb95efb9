"""static/js/client/turns.js gives the turns that the server stores."""

from typing import Any

from games.state.turns import EndedTurn, TurnLog
from tests.scripts.conftest import Game
from tests.support import node

SENT = ("seat", "round", "rolls", "outcome", "points", "penalty", "total")
"""The fields of a turn in a `sync`; `built` is there only if points were taken over."""


def turns_of(game: Game) -> list[EndedTurn]:
    log = TurnLog()
    pairs = zip(game.batches, game.states, strict=True)
    return [turn for batch, after in pairs for turn in log.add(batch, after)]


def sent(turn: EndedTurn) -> dict[str, Any]:
    built = {"built": turn.built} if turn.built else {}
    return {name: getattr(turn, name) for name in SENT} | built


def test_a_page_has_the_turns_that_the_server_has(games: list[Game]) -> None:
    for game, logged in zip(games, node.run("turns", (one.given() for one in games)), strict=True):
        turns = [{name: one[name] for name in (*SENT, "built") if name in one} for one in logged]
        for turn in turns:
            turn["rolls"] = [
                {name: roll[name] for name in ("dice", "keep", "points")} for roll in turn["rolls"]
            ]
        assert turns == [sent(turn) for turn in turns_of(game)]


def test_the_log_says_the_same_before_and_after_a_reload(games: list[Game]) -> None:
    seen = node.run("turns", (one.given() for one in games))
    reloaded = node.run("lines", ({"turns": list(map(sent, turns_of(one)))} for one in games))
    for live, lines in zip(seen, reloaded, strict=True):
        assert [turn["line"] for turn in live] == lines
