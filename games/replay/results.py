"""The final result of a past game, by player and by team."""

from typing import Any

from django.utils.translation import gettext as _

from farkle import places
from farkle.ai.review.review import PlayerSummary
from farkle.text.turn_narration import team_letter
from games.replay.context import ReplayContext
from games.rules.messages import team_name

MOST_ROWS = 30
"""How many rows a table shows at once; the others fold out."""


def results_of(context: ReplayContext) -> dict[str, Any]:
    """Return the rows by place, in two parts if there are many, and the totals of the teams."""
    ranks = places(context.folded.last)
    rows = [_row(context, one, ranks[one.seat]) for one in in_order(context)]
    return {"results": rows[:MOST_ROWS], "more_results": rows[MOST_ROWS:], "sides": _sides(context)}


def in_order(context: ReplayContext) -> list[PlayerSummary]:
    """Return the players by place. Of a team, those who left come last."""
    ranks = places(context.folded.last)
    return sorted(
        context.folded.summary.players, key=lambda one: (ranks[one.seat], one.left, -one.score)
    )


def _sides(context: ReplayContext) -> list[dict[str, Any]]:
    state = context.folded.last
    if state.teams is None:
        return []
    first = {state.teams[one.seat]: one.seat for one in reversed(in_order(context))}
    teams = sorted(first, key=lambda team: places(state)[first[team]])
    return [{"name": team_name(team), "score": state.total(first[team])} for team in teams]


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
        "place": "" if one.left else place,
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
