"""What both the server and the scripts draw is alike."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string

from farkle import PRESETS
from games import assets
from games.replay.board import board_of
from games.replay.steps import FoldedGame
from tests.support import node
from tests.support.play.records import NAMES, played

PENS = (1, 2, 3)
_VOID = {"use", "path"}
_DRAWN = ("href", "x", "viewbox", "d", "title", "role", "aria-label", "aria-hidden", "data-face")
_STATE = {"b", "write"}
"""Classes that say how a number is shown at the moment."""


class _Shown(HTMLParser):
    """What of a row is shown or read out: classes, drawings and words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[Any] = []
        self.open: list[bool] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_shown = "hidden" not in given and all(self.open)
        if tag not in _VOID:
            self.open.append(is_shown)
        if is_shown:
            classes = sorted({*(given.get("class") or "").split()} - _STATE)
            drawn = [given.get(name) for name in _DRAWN]
            self.parts.append((tag, classes, [value for value in drawn if value]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if all(self.open) and data.strip():
            self.parts.append(" ".join(data.split()))


def test_numbers_dice_and_icons_are_drawn_alike() -> None:
    values, dice = [0, 50, 1_250, 10_000, -1_505, "+", "="], [1, 5, 5]
    given = {"sprite": assets.url(assets.SPRITE), "values": values, "dice": dice}
    (drawn,) = node.run("drawings", [given])
    pencilled, shown = [("pencil", value) for value in values], [("die", face) for face in dice]
    tags: list[tuple[str, Any]] = [*pencilled, *shown, ("dots", dice), ("icon", "close")]
    for (tag, value), html in zip(tags, drawn, strict=True):
        template = Template("{% load drawings marks %}{% " + tag + " value %}")
        server = template.render(Context({"value": value}))
        assert _Shown(html).parts == _Shown(server).parts, (tag, value)


@pytest.mark.parametrize("preset", ["classic", "family"])
def test_a_row_of_the_score_pad_is_that_of_a_past_game(preset: str) -> None:
    folded = FoldedGame(played(PRESETS[preset], 3, odd=True))
    steps = [folded[number] for number in range(0, len(folded), 5)]
    (drawn,) = node.run(
        "pads",
        [
            {
                "page": render_to_string("room/rows.html"),
                "sprite": assets.url(assets.SPRITE),
                "rules": PRESETS[preset].to_dict(),
                "players": [
                    {"id": at, "name": name, "colour": pen - 1, "kind": "person"}
                    for at, (name, pen) in enumerate(zip(NAMES, PENS, strict=True))
                ],
                "states": [{**step.after.to_dict(), "current": step.seat} for step in steps],
            }
        ],
    )
    for step, rows in zip(steps, drawn, strict=True):
        for row, html in zip(board_of(step, NAMES, PENS)["rows"], rows, strict=True):
            server = render_to_string("partials/pad_row.html", {"row": row})
            # Only the page of a running game has room for the last turn.
            page = [part for part in _Shown(html).parts if part[:2] != ("span", ["last"])]
            assert page == _Shown(server).parts
