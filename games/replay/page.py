"""Prepare everything that the page of a past game shows, for its templates."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.review.review import PlayedTurn
from games.formats import points
from games.replay.board import board_of
from games.replay.context import ReplayContext
from games.replay.graph import graph_of
from games.replay.reasons import was_it_luck
from games.replay.results import in_order, results_of
from games.replay.text import length_words, outcome_words, room_name, subtitle, turn_words, where
from games.replay.winning import verdict_of, winning_table
from games.rules.card import card_of

_MOST_TURNS = 14


def title_of(context: ReplayContext) -> str:
    """Return the title of the page."""
    return _("%(room)s, game %(number)s: %(outcome)s") % {
        "room": room_name(context.game),
        "number": context.game.number,
        "outcome": outcome_words(context.game, context.names),
    }


def step_title(context: ReplayContext, number: int) -> str:
    """Return the title of the page at one step."""
    values = {"step": number, "title": title_of(context)}
    return _("Step %(step)s. %(title)s") % values


def step_page(context: ReplayContext, number: int) -> dict[str, Any]:
    """Return the part of the page that changes from step to step."""
    step = context.folded[number]
    board = board_of(step, context.names, context.pens, context.game.mine)
    return {
        "game": context.game,
        "step": step,
        "board": board,
        "title": step_title(context, number),
        "given_up": number == context.last and context.game.status == "abandoned",
        "verdict": verdict_of(context, step),
        "more": _more(board.more),
        **_jumps(context, number),
    }


def whole_page(context: ReplayContext, number: int, *, step: bool) -> dict[str, Any]:
    """Return everything on the page at step `number`; `step`: the reader asked for that step."""
    game, last, summary = context.game, context.last, context.folded.summary
    rounds = max((turn.round for turn in summary.turns), default=0)
    chart = graph_of(context)
    moves = {"first": 0, "back": max(0, number - 1), "next": min(last, number + 1)}
    return {
        **step_page(context, number),
        "title": step_title(context, number) if step else title_of(context),
        "room_name": room_name(game),
        "subtitle": subtitle(game),
        "description": _description(context),
        "last": last,
        "address": context.links.step(0).removesuffix("0/"),
        "here": context.links.step(number) if step else context.links.page,
        "links": context.links,
        "links_to": {
            **{name: context.links.step(to) for name, to in moves.items()},
            "last": context.links.step(last),
        },
        "chart": chart,
        "columns": [(context.names[s], context.pens[s]) for s in chart.seats] if chart else [],
        "legend": [(context.names[s], context.pens[s]) for s in chart.drawn] if chart else [],
        "outcome": outcome_words(game, context.names),
        "length": length_words(game, rounds),
        **results_of(context),
        **_summary(context),
        "winning": winning_table(context),
        "reasons": was_it_luck(context),
        "card": card_of(game.rules, teams=game.teams is not None),
    }


def _description(context: ReplayContext) -> str:
    shown = ", ".join(context.names[:6])
    return _("%(names)s. Rules: %(rules)s. Every roll and every decision, step by step.") % {
        "names": shown,
        "rules": context.game.rules_name,
    }


def _jumps(context: ReplayContext, number: int) -> dict[str, Any]:
    """Return links to the rounds, and to the turns of the round that step `number` is in."""
    action = context.folded[number].action
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
    return {
        "rounds": [
            {"number": one, "playoff": off, **context.link_to(some[0].first), "now": some is here}
            for (off, one), some in rounds.items()
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
        # Of many turns only those near by are listed; these two lead to the ones before and after.
        "earlier": context.link_to(here[max(0, at - _MOST_TURNS)].first) if start else None,
        "later": context.link_to(here[min(len(here) - 1, at + _MOST_TURNS)].first)
        if end < len(here)
        else None,
        "of_turns": {"first": start + 1, "last": end, "all": len(here)},
    }


def _summary(context: ReplayContext) -> dict[str, Any]:
    summary = context.folded.summary
    moments = (
        (_("Biggest turn"), summary.biggest),
        (_("Worst farkle"), summary.worst),
        (_("Most hot dice"), summary.hottest),
        (_("Lead for good"), summary.decisive),
    )
    shown = [
        {"title": title, "words": _moment(context, turn, hot=turn is summary.hottest and at == 2)}
        | context.link_to(turn.first)
        for at, (title, turn) in enumerate(moments)
        if turn is not None
    ]
    entry_min = context.game.rules.entry_min
    figures = [
        {
            "name": context.names[one.seat],
            "pen": context.pens[one.seat],
            "turns": one.turns,
            "points_per_turn": one.points_per_turn,
            "throws_per_turn": one.throws_per_turn,
            "farkles": one.farkles,
            "entry": _("round %(round)s") % {"round": one.entry.round} if one.entry else _("–"),
        }
        for one in in_order(context)
    ]
    return {"moments": shown, "figures": figures, "entries": bool(entry_min)}


def _moment(context: ReplayContext, turn: PlayedTurn, *, hot: bool) -> str:
    said = _("%(where)s: %(what)s") % {
        "where": where(context.names, turn),
        "what": turn_words(turn),
    }
    if not hot:
        return f"{said}."
    times = ngettext("hot dice once", "hot dice %(count)s times", turn.hot)
    return f"{said}, {times % {'count': turn.hot}}."


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", count) % {"count": points(count)}
