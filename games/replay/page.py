"""Prepare the page of a past game for its templates."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from farkle.ai.players import LEVELS
from farkle.ai.review.review import PlayedTurn, PlayerSummary
from farkle.text.turn_narration import team_letter
from games.formats import listed, points
from games.replay.board import board_of
from games.replay.chart import Bands, Chart, Turn, chart_of, keys_of_seats
from games.replay.context import (
    ReplayContext,
    length_words,
    links_of,
    outcome_words,
    room_name,
    subtitle,
    turn_words,
)
from games.replay.points import points_table
from games.replay.turning import turning_points, was_it_luck
from games.replay.verdicts import verdict_of
from games.replay.winning import bands_of, winning_table
from games.rules.messages import team_name

MOST_ROWS: Final = 30
"""Number of results shown at once; the others fold out."""
_MOST_TURNS: Final = 14
_MOST_NAMES: Final = 6


def title_of(context: ReplayContext) -> str:
    return _("%(room)s, game %(number)s: %(outcome)s") % {
        "room": room_name(context.game),
        "number": context.game.number,
        "outcome": outcome_words(context.game),
    }


def step_title(context: ReplayContext, number: int) -> str:
    values = {"step": number, "title": title_of(context)}
    return _("Step %(step)s. %(title)s") % values


def step_page(context: ReplayContext, number: int) -> dict[str, Any]:
    """Return the part of the page that changes from step to step."""
    step = context.folded[number]
    board = board_of(step, context.names, context.pens, context.game.own_seats)
    return {
        "game": context.game,
        "step": step,
        "board": board,
        "hot_points": context.folded.hot_points(number),
        "material": context.game.materials[step.seat] if step.seat >= 0 else "",
        "title": step_title(context, number),
        "step_url": context.link_to_step(number),
        "given_up": number == context.last and context.game.status == "abandoned",
        "verdict": verdict_of(context, step),
        "more": _more(board["more"]),
        **_jumps(context, step.action),
    }


def whole_page(context: ReplayContext, number: int, *, step: bool) -> dict[str, Any]:
    """Return the whole page at step `number`. `step`: the reader asked for that step."""
    game, last = context.game, context.last
    turning, links = turning_points(context), links_of(game)
    steps = {"first": 0, "back": max(0, number - 1), "next": min(last, number + 1), "last": last}
    return {
        **step_page(context, number),
        "title": step_title(context, number) if step else title_of(context),
        "room_name": room_name(game),
        "subtitle": subtitle(game),
        "description": _description(context),
        "last": last,
        "address": context.link_to_step(0).removesuffix("0/"),
        "here": context.link_to_step(number) if step else links["page"],
        "links": links,
        "links_to": {name: context.link_to_step(to) for name, to in steps.items()},
        "chart": _chart(context, bands_of(context, turning), number),
        "outcome": outcome_words(game),
        "length": length_words(game, context.rounds),
        **results_of(context),
        "moments": _moments(context),
        "figures": [_figures(context, player) for player in context.players],
        "entries": bool(game.rules.entry_min),
        "winning": winning_table(context, turning),
        "alone": game.is_alone,
        "by_points": points_table(context),
        "reasons": was_it_luck(context),
    }


def _description(context: ReplayContext) -> str:
    return _("%(names)s. Rules: %(rules)s. Every roll and every decision, step by step.") % {
        "names": listed(context.names[:_MOST_NAMES]),
        "rules": context.game.rules_name,
    }


def _jumps(context: ReplayContext, action: int) -> dict[str, Any]:
    """Return links to the rounds, and to the turns of the round that an action is in."""
    turns = context.folded.summary.turns
    if not turns:
        return {"rounds": []}
    now = next((turn for turn in turns if turn.last >= action), turns[-1])
    rounds: dict[tuple[bool, int], list[PlayedTurn]] = {}
    for turn in turns:
        rounds.setdefault((turn.playoff, turn.round), []).append(turn)
    here = rounds[now.playoff, now.round]
    at = here.index(now)
    start = max(0, min(at - _MOST_TURNS // 2, len(here) - _MOST_TURNS))
    shown = here[start : start + _MOST_TURNS]
    end = start + len(shown)
    # Of many turns only those nearby are listed; these two lead to earlier and later ones.
    earlier = context.link_to(here[max(0, at - _MOST_TURNS)].first) if start else None
    later = None
    if end < len(here):
        later = context.link_to(here[min(len(here) - 1, at + _MOST_TURNS)].first)
    return {
        "rounds": [
            {
                "number": number,
                "playoff": playoff,
                **context.link_to(played[0].first),
                "now": played is here,
            }
            for (playoff, number), played in rounds.items()
        ],
        "turns": [
            {
                "name": context.names[turn.seat],
                "pen": context.pens[turn.seat],
                "words": turn_words(turn),
                "now": turn is now and action <= turn.last,
                **context.link_to(turn.first),
            }
            for turn in shown
        ],
        "earlier": earlier,
        "later": later,
        "of_turns": {"first": start + 1, "last": end, "all": len(here)},
    }


def _chart(context: ReplayContext, bands: Bands | None, now: int) -> Chart | None:
    """Return the chart of a game, without chances while they are unknown."""
    folded = context.folded
    turns = [
        Turn(turn.round, folded.last_step_of(turn.last), turn.totals)
        for turn in folded.summary.turns
    ]
    goal = None if folded.rules.rounds else folded.rules.target
    keys = keys_of_seats(len(context.names), context.game.teams)
    return chart_of(turns, context.names, context.pens, context.last, bands, goal, now, keys)


def results_of(context: ReplayContext) -> dict[str, Any]:
    """Return the rows by place, in two parts if there are many, and the totals of the teams."""
    rows = [_result(context, player) for player in context.players]
    return {"results": rows[:MOST_ROWS], "more_results": rows[MOST_ROWS:], "sides": _teams(context)}


def _teams(context: ReplayContext) -> list[tuple[str, int]]:
    state = context.folded.last
    if state.teams is None:
        return []
    first = {state.teams[player.seat]: player.seat for player in reversed(context.players)}
    teams = sorted(first, key=lambda team: context.places[first[team]])
    return [(team_name(team), state.total(first[team])) for team in teams]


def _result(context: ReplayContext, player: PlayerSummary) -> dict[str, Any]:
    game, seat = context.game, player.seat
    tag = ""
    if player.left:
        tag = pgettext("a player", "left")
    elif seat in game.own_seats:
        tag = _("you")
    elif level := LEVELS.get(game.levels[seat]):
        tag = _("computer · %(level)s") % {"level": _(level.difficulty)}
    return {
        "place": "" if player.left else context.places[seat],
        "name": context.names[seat],
        "pen": context.pens[seat],
        "tag": tag,
        "side": "" if game.teams is None else team_letter(game.teams[seat]),
        "best": points(player.best.points if player.best else 0),
        "farkles": player.farkles,
        "score": player.score,
        "won": player.won,
        "left": player.left,
    }


def _figures(context: ReplayContext, player: PlayerSummary) -> dict[str, Any]:
    entry = player.entry
    return {
        "name": context.names[player.seat],
        "pen": context.pens[player.seat],
        "turns": player.turns,
        "points_per_turn": player.points_per_turn,
        "throws_per_turn": player.throws_per_turn,
        "farkles": player.farkles,
        "entry": _entry(context, entry.round) if entry else _("–"),
    }


def _entry(context: ReplayContext, number: int) -> str:
    words = _("turn %(round)s") if context.game.counts_turns else _("round %(round)s")
    return words % {"round": number}


def _moments(context: ReplayContext) -> list[dict[str, Any]]:
    summary = context.folded.summary
    moments = (
        (_("Biggest turn"), summary.biggest),
        (_("Worst farkle"), summary.worst),
        (_("Most hot dice"), summary.hottest),
        (_("Lead for good"), summary.decisive),
    )
    return [
        {"title": title, "words": _moment(context, turn, hot=at == 2)} | context.link_to(turn.first)
        for at, (title, turn) in enumerate(moments)
        if turn is not None
    ]


def _moment(context: ReplayContext, turn: PlayedTurn, *, hot: bool) -> str:
    values = {"where": context.where(turn), "what": turn_words(turn)}
    words = _("%(where)s: %(what)s") % values
    if not hot:
        return f"{words}."
    times = ngettext("hot dice once", "hot dice %(count)s times", turn.hot)
    return f"{words}, {times % {'count': turn.hot}}."


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", count) % {"count": points(count)}
