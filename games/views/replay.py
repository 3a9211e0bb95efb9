"""Past games: their pages step by step, the check of their dice, their files and results.

A URL has the `code` and `number` of a game played here, or the `key` of an imported one.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from farkle import RuleSet
from farkle.ai.players import LEVELS, Level
from farkle.ai.review.winning import ACCURACIES, round_accuracy
from farkle.rules.named_dice import NAMED_DICE
from games.models import Game, Person, Standing
from games.people import identity
from games.replay.analysis import analysis_of, request_analysis, why_missing
from games.replay.context import (
    ReplayContext,
    has_other_names,
    links_of,
    proof_words,
    room_name,
    subtitle,
)
from games.replay.ending import ending_of
from games.replay.export import as_csv, as_text
from games.replay.game import PastGame, imported_game, may_see, past_game
from games.replay.page import step_page, whole_page
from games.replay.trial import answer_to, trial_of
from games.replay.verdicts import choice_of
from games.rules.card import card_of
from games.selectors.game_list import accuracy_of
from games.services.imports import note_opened
from games.state.archive import BrokenArchive
from games.views.shared import players_only, preview_of, private_page

_BEST: Final = 99
"""From this accuracy (percent) on, a computer practically plays best."""


def _game_at(request: HttpRequest, code: str = "", number: int = 0, key: str = "") -> PastGame:
    if not key:
        return past_game(code, number, identity.person_of(request))
    game = imported_game(key)
    note_opened(key)
    return game


def _game_or_page(request: HttpRequest, address: dict[str, Any]) -> PastGame | HttpResponse:
    """Return the game, or the page to show instead. Raise Http404."""
    try:
        game = _game_at(request, **address)
    except PermissionDenied:
        return players_only(request, address["code"])
    if game.status != "playing":
        return game
    context = {
        "heading": _("This game isn't finished"),
        "words": _("You can replay every roll here when it's over."),
        "link": reverse("room", args=[game.code]),
        "link_words": _("Back to the room"),
    }
    return render(request, "replay/none.html", context)


@private_page
def game(request: HttpRequest, scene: int | None = None, **address: Any) -> HttpResponseBase:
    """Show a game as it ended, or at the step `scene`."""
    if address.get("code", "") not in request.path_info:  # typed in small letters
        if scene is None:
            return redirect(reverse("game", kwargs=address))
        return redirect(reverse("game_step", kwargs={**address, "scene": scene}))
    past = _game_or_page(request, address)
    if isinstance(past, HttpResponse):
        return past
    analysis = request_analysis(past) if "request" in request.GET else analysis_of(past)
    context = ReplayContext.of(past, analysis)
    if scene is not None and scene > context.last:
        raise Http404
    number = context.last if scene is None else scene
    if "part" in request.GET:
        return render(request, "replay/parts.html", step_page(context, number))
    if "try" in request.GET:
        return _trial_page(request, context, number)
    if "rules" in request.GET:
        return _rules_page(request, past)
    page = whole_page(context, number, step=scene is not None)
    if not (context.winning or page["by_points"]):
        by_chance = past.is_alone or not past.record.chosen
        page["missing"] = why_missing(past) if by_chance else "own_dice"
    if "luck" in request.GET:
        return render(request, "replay/analysed.html", page)
    if past.imported:
        page |= {"back": reverse("my_games"), "back_words": _("My games")}
    else:
        page |= {"back": reverse("room", args=[past.code]), "back_words": _("Back to the room")}
    preview = preview_of(request, page["title"], page["description"], page["links"]["preview"])
    page |= {"preview": preview, "proved": proof_words(past), "other_names": has_other_names(past)}
    return render(request, "replay/game.html", page)


def _trial_page(request: HttpRequest, context: ReplayContext, number: int) -> HttpResponse:
    """Show the position before the choice of a step; with `do` and `keep`, what this is worth."""
    step = context.folded[number]
    decision = choice_of(context, step)
    if decision is None:
        raise Http404
    if "do" not in request.GET:
        return render(request, "replay/trial.html", trial_of(context, step, decision))
    answer = answer_to(context, decision, request.GET["do"], request.GET.get("keep", ""))
    if answer is None:
        raise Http404
    return render(request, "replay/answer.html", answer)


def _rules_page(request: HttpRequest, past: PastGame) -> HttpResponse:
    context = {
        "card": card_of(past.rules, teams=past.teams is not None, in_game=True),
        "back": links_of(past)["page"],
        "room_name": room_name(past),
        "subtitle": subtitle(past),
    }
    return render(request, "replay/rules.html", context)


@private_page
def dice(request: HttpRequest, **address: Any) -> HttpResponse:
    """Show the check of a game's dice, which runs in the reader's browser."""
    past = _game_or_page(request, address)
    if isinstance(past, HttpResponse):
        return past
    context = {
        "title": _("Were the dice fair? %(room)s, game %(number)s")
        % {"room": room_name(past), "number": past.number},
        "room_name": room_name(past),
        "subtitle": subtitle(past),
        "links": links_of(past),
        "proof": past.proof,
        "is_of_deal": past.is_of_deal or (past.proof is not None and past.proof.is_of_deal),
        "seed": past.proof.seed.hex() if past.proof else "",
        "base_rules": json.dumps(RuleSet().to_dict()),
        "weights": json.dumps({die.letter: die.weights for die in NAMED_DICE.values()}),
        # Lets the page compare with the commitments this browser saw.
        "room": past.code,
        "number": past.number,
        "seats": " ".join(map(str, past.players)),
    }
    return render(request, "replay/dice.html", context)


def _ended_game(request: HttpRequest, address: dict[str, Any]) -> PastGame:
    past = _game_at(request, **address)
    if past.status not in Game.ENDED:
        raise Http404
    return past


def _as_json(past: PastGame) -> str:
    return json.dumps(past.file().to_dict(), ensure_ascii=False, separators=(",", ":"))


_FILES: Final[dict[str, tuple[str, Callable[[PastGame], str]]]] = {
    "json": ("application/json", _as_json),
    # Spreadsheets recognise UTF-8 by the byte order mark.
    "csv": ("text/csv; charset=utf-8", lambda past: f"\ufeff{as_csv(past)}"),
    "txt": ("text/plain; charset=utf-8", as_text),
}


@private_page
def file(request: HttpRequest, kind: str, **address: Any) -> HttpResponse:
    past = _ended_game(request, address)
    content_type, render_file = _FILES[kind]
    # The name does not contain the room's code, which would let readers of the file in.
    name = f"farkle-{slugify(past.room_name) or 'game'}-{past.number}.{kind}"
    response = HttpResponse(render_file(past), content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@private_page
def luck(request: HttpRequest, **address: Any) -> JsonResponse:
    """Request the analysis of an ended game. Return {ready}: true once it is ready or was given
    up."""
    past = _ended_game(request, address)
    return JsonResponse(
        {"ready": request_analysis(past) is not None or why_missing(past) != "waiting"}
    )


@private_page
def result(request: HttpRequest, code: str, number: int) -> JsonResponse:
    """Return an ended game as {length, rows: [{best, farkles, turns, accuracy, ...}] by engine
    seat, computers: [[name, accuracy], ...], analysis, solvable, deciding, lines}; if all played at
    the same time also `par`, null until the computers have played the deal.

    `analysis` says whether the chances to win are "ready", or why they are missing; until then, an
    `accuracy` is null. `solvable`: exact chances will take the place of these. The rest is
    described in `games.replay.ending`. `computers` are those that do not play best, weakest first.
    """
    ended = Game.objects.ended().select_related("room", "deal")
    game = get_object_or_404(ended, room__code=code, number=number)
    person = identity.person_of(request)
    if not may_see(game.room, person):
        return JsonResponse({}, status=403)
    standings = Standing.objects.filter(game=game).order_by("seat").select_related("accuracy")
    end = _ending(code, number, person)
    rows = []
    for at, standing in enumerate(standings):
        seat = end["seats"][at] if end["seats"] else {}
        # What is stored outlives the analysis, and comes a moment after it.
        percent = seat.pop("percent", None)
        if percent is None:
            percent = accuracy_of(standing)
        rows.append(
            {
                "best": standing.best_turn,
                "farkles": standing.farkles,
                "turns": standing.turns,
                "accuracy": None if percent is None else round_accuracy(percent),
                **seat,
            }
        )
    return JsonResponse(
        {
            "length": end["length"],
            "rows": rows,
            "computers": [
                [_named(LEVELS[key]), value] for key, value in ACCURACIES.items() if value < _BEST
            ],
            "analysis": end["analysis"],
            "solvable": end["solvable"],
            "deciding": end["deciding"],
            "lines": end["lines"],
            **({} if game.deal is None else {"par": (game.deal.spread or {}).get("par")}),
        }
    )


def _named(level: Level) -> str:
    """Return, for example, "Ledger (hard)"."""
    return _("%(name)s (%(level)s)") % {"name": level.name, "level": _(level.difficulty)}


def _ending(code: str, number: int, person: Person | None) -> dict[str, Any]:
    """Return the end of a game as `ending_of` prepares it, with the state of its `analysis`. Of a
    damaged record, all parts are empty."""
    try:
        past = past_game(code, number, person)
    except BrokenArchive:
        known = {"analysis": "failed", "solvable": False, "length": ""}
        return {**known, "deciding": None, "lines": None, "seats": []}
    analysis = request_analysis(past)
    context = ReplayContext.of(past, analysis)
    return {
        "analysis": "ready" if analysis else why_missing(past),
        "solvable": context.solvable,
        **ending_of(context),
    }
