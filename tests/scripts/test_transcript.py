"""What a screen reader is told from joining on, held line by line against a golden file: the start
of a game, one's own turns and that of another player.

Each announcement ("says") goes to the page's one live region; "die" is the name of a die, and
"focus" the die that has the focus once the dice have landed.
"""

from pathlib import Path
from typing import Any

from farkle import PRESETS, Action, Bank, Batch, GameState, Roll
from tests.scripts.conftest import sent
from tests.support import node

GOLDEN = Path(__file__).parent.parent / "data" / "turn_transcript.txt"
NAMES = ("Mara", "Ben")
ROLLS = (
    (6, 2),  # who starts
    (2, 5, 2, 3, 2, 5),
    (1, 4, 5),
    (1,),  # hot dice
    (1, 6, 1, 1, 6, 2),
    (1, 1, 1, 3, 4, 6),  # Ben's
    (2, 3, 4),  # a farkle
    (1, 2, 3, 4, 6, 6),
    (1, 5, 2, 3, 6),
)
# What Mara taps before each of her actions, and the action. Ben's have no taps.
TURNS: tuple[tuple[list[int] | str, Action], ...] = (
    ([], Roll(())),
    ([1, 1, 0], Roll((2, 2, 2))),
    ("all", Roll((1, 5))),
    ("all", Roll((1,))),
    ("all", Bank((1, 1, 1))),
    ([], Roll(())),
    ([], Roll((1, 1, 1))),
    ([], Roll(())),
    ("all", Roll((1,))),
)


def _steps() -> list[dict[str, Any]]:
    """Return the frames of the game, and between them what is tapped."""
    rolls = iter(ROLLS)
    state, batch = GameState.start(PRESETS["family"], len(NAMES), lambda _: next(rolls))
    steps: list[dict[str, Any]] = [_frame(state, batch)]
    for taps, action in TURNS:
        if taps:
            steps.append({"taps": taps})
        state, batch = state.apply(action, lambda _: next(rolls))
        steps.append(_frame(state, batch))
    # She banks the 1 alone, and is asked whether to.
    return [*steps, {"taps": [0]}, {"asks": "bank"}]


def _frame(state: GameState, batch: Batch) -> dict[str, Any]:
    return {"events": sent(1, batch), "may": state.legal.to_dict()}


def test_a_screen_reader_is_told_everything_line_by_line() -> None:
    rules = PRESETS["family"].to_dict()
    given = [
        {"rules": rules, "names": NAMES, "you": 0, "brief": brief, "steps": _steps()}
        for brief in (False, True)
    ]
    full, brief = node.run("transcript", given)
    told = ["# In full", *full, "", "# In brief", *brief]
    assert told == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_of_two_keeps_worth_the_same_the_one_with_more_dice_is_the_best() -> None:
    rules, rolls = PRESETS["4iam"], iter([(6, 2), (1, 1, 2, 2, 5, 5)])
    state, start = GameState.start(rules, len(NAMES), lambda _: next(rolls))
    state, batch = state.apply(Roll(()), lambda _: next(rolls))
    points = {choice.keep: choice.points for choice in state.legal.choices}
    assert points[1, 1, 5, 5] == points[1, 1, 2, 2, 5, 5] == max(points.values())
    steps = [{"events": sent(1, start), "may": None}, _frame(state, batch), {"taps": "all"}]
    given = {"rules": rules.to_dict(), "names": NAMES, "you": 0, "brief": True, "steps": steps}
    [told] = node.run("transcript", [given])
    assert told[-1] == "says: Selected two 1s, two 2s, and two 5s: 300 at risk. Hot dice!"
