"""What a step of a past game shows: dice, points at risk, moments, score pad."""

from farkle import PRESETS
from farkle.engine.events import Kept
from games.replay.board import board_of
from games.replay.steps import FoldedGame
from tests.support.play.records import NAMES, played

PENS = (1, 2, 3)


def test_a_decision_shows_the_throw_and_what_it_risks() -> None:
    folded = FoldedGame(played(PRESETS["family"], 3))
    decisions = [
        step for step in map(folded.__getitem__, range(len(folded))) if step.kind == "keep"
    ]
    assert decisions
    for step in decisions:
        assert step.table is not None
        board = board_of(step, NAMES, PENS)
        kept = sorted(die["face"] for die in board["dice"] if die["kept"])
        assert kept == sorted(step.find(Kept).dice)  # type: ignore[union-attr]
        assert sorted(die["face"] for die in board["dice"]) == sorted(step.table.throw)
        assert board["risk"] is not None
        assert sum(board["risk"][:2]) == board["risk"][2]
        assert board["dice_colour"] == PENS[step.seat]


def test_a_farkle_and_hot_dice_have_their_moments() -> None:
    folded = FoldedGame(played(PRESETS["family"], 3))
    moments = {}
    for number in range(len(folded)):
        board = board_of(folded[number], NAMES, PENS)
        moments.setdefault(board["moment"], board)
    assert any("Farkle!" in line for line in moments["farkle"]["said"])
    assert not any(die["can"] for die in moments["farkle"]["dice"])
    assert any("Hot dice" in line for line in moments["hot"]["said"])
    assert len(moments["hot"]["slots"]) + len(moments["hot"]["aside"]) == 6
