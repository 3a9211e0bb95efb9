"""The final result of a past game, by player and by team."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from farkle.ai.review import PlayerSummary
from farkle.text.turn_narration import team_letter
from games.replay.context import ReplayContext
from games.replay.text import team_name

MOST_ROWS = 30
"""How many rows a table shows at once; the others fold out."""


def results_of(context: ReplayContext) -> dict[str, Any]:
    """Return the rows by place, in two parts if there are many, and the totals of the teams."""
    players = in_order(context)
    places = _places(context, players)
    rows = [_row(context, one, places[one.seat]) for one in players]
    return {"results": rows[:MOST_ROWS], "more_results": rows[MOST_ROWS:], "sides": _sides(context)}


def in_order(context: ReplayContext) -> list[PlayerSummary]:
    """Return the winners first, then the others by score, then those who left."""
    return sorted(
        context.folded.summary.players, key=lambda one: (not one.won, one.left, -one.score)
    )


def _places(context: ReplayContext, players: Sequence[PlayerSummary]) -> dict[int, int]:
    """Return the place of each seat. Equal scores share a place, and so does a team."""
    teams = context.game.teams
    totals = _totals(context)
    standing = {
        one.seat: (not one.won, one.left, -one.score)
        if teams is None
        else (not one.won, False, -totals[teams[one.seat]])
        for one in players
    }
    order = sorted(set(standing.values())) if teams is not None else sorted(standing.values())
    return {seat: order.index(mine) + 1 for seat, mine in standing.items()}


def _totals(context: ReplayContext) -> dict[int, int]:
    """Return the total of each team."""
    totals: dict[int, int] = {}
    for team, one in zip(context.game.teams or (), context.folded.summary.players, strict=False):
        totals[team] = totals.get(team, 0) + one.score
    return totals


def _sides(context: ReplayContext) -> list[dict[str, Any]]:
    totals = sorted(_totals(context).items(), key=lambda one: (-one[1], one[0]))
    return [{"name": team_name(team), "score": total} for team, total in totals]


def _row(context: ReplayContext, one: PlayerSummary, place: int) -> dict[str, Any]:
    game = context.game
    tag = ""
    if one.left:
        tag = _("left")
    elif one.seat in game.mine:
        tag = _("you")
    elif game.levels[one.seat]:
        tag = _("computer")
    return {
        "place": place,
        "name": context.names[one.seat],
        "pen": context.pens[one.seat],
        "tag": tag,
        "side": team_letter(game.teams[one.seat]) if game.teams is not None else "",
        "side_name": team_name(game.teams[one.seat]) if game.teams is not None else "",
        "best": one.best.points if one.best else 0,
        "farkles": one.farkles,
        "score": one.score,
        "won": one.won,
        "left": one.left,
    }
