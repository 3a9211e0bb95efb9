"""How a past game ended, seat by seat and side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from farkle.ai.review import PlayerSummary
from farkle.text.turn_narration import team_letter
from games.replay.text import team_name

if TYPE_CHECKING:
    from games.replay.page import PastPage

MOST_ROWS = 30
"""So many stand in a table at once; the others fold out."""


def results_of(page: PastPage) -> dict[str, Any]:
    """Rows by place, in two parts if there are many, and the totals of the teams."""
    players = in_order(page)
    places = _places(page, players)
    rows = [_row(page, one, places[one.seat]) for one in players]
    return {"results": rows[:MOST_ROWS], "more_results": rows[MOST_ROWS:], "sides": _sides(page)}


def in_order(page: PastPage) -> list[PlayerSummary]:
    """Who won first, who left last, and the others by what they stood at."""
    return sorted(page.story.players, key=lambda one: (not one.won, one.left, -one.score))


def _places(page: PastPage, players: Sequence[PlayerSummary]) -> dict[int, int]:
    """By seat; equals share a place, and a team has one."""
    teams = page.game.teams
    totals = _totals(page)
    standing = {
        one.seat: (not one.won, one.left, -one.score)
        if teams is None
        else (not one.won, False, -totals[teams[one.seat]])
        for one in players
    }
    order = sorted(set(standing.values())) if teams is not None else sorted(standing.values())
    return {seat: order.index(mine) + 1 for seat, mine in standing.items()}


def _totals(page: PastPage) -> dict[int, int]:
    """What each team stood at."""
    totals: dict[int, int] = {}
    for team, one in zip(page.game.teams or (), page.story.players, strict=False):
        totals[team] = totals.get(team, 0) + one.score
    return totals


def _sides(page: PastPage) -> list[dict[str, Any]]:
    totals = sorted(_totals(page).items(), key=lambda one: (-one[1], one[0]))
    return [{"name": team_name(team), "score": total} for team, total in totals]


def _row(page: PastPage, one: PlayerSummary, place: int) -> dict[str, Any]:
    game = page.game
    tag = ""
    if one.left:
        tag = _("left")
    elif one.seat in game.mine:
        tag = _("you")
    elif game.levels[one.seat]:
        tag = _("computer")
    return {
        "place": place,
        "name": page.names[one.seat],
        "pen": page.pens[one.seat],
        "tag": tag,
        "side": team_letter(game.teams[one.seat]) if game.teams is not None else "",
        "side_name": team_name(game.teams[one.seat]) if game.teams is not None else "",
        "best": one.best.points if one.best else 0,
        "farkles": one.farkles,
        "score": one.score,
        "won": one.won,
        "left": one.left,
    }
