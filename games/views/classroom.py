"""A class or a club that plays a deal: its page for the projector, questions, votes, export.

Only the deal's maker has the page. While tries are played it shows points, but no dice, and nothing
that computers made of them.
"""

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from games.models import Deal, Game, Person, Question, Try
from games.people import identity
from games.protocol.errors import Refused
from games.replay.choices import act_of
from games.replay.export import tries_as_csv
from games.replay.game import may_see_tries
from games.replay.questions import (
    action_of,
    answers_to,
    crossroads_of,
    dearest,
    keeps_in,
    place_in,
)
from games.selectors.deal_results import histogram_of, title_of
from games.selectors.deals import board_of, home_of, is_over, names_of, running_tries, spread_of
from games.services import questions as service
from games.services.deals import first_try
from games.views.rooms import qr_image
from games.views.shared import (
    address_for_others,
    form_page,
    form_target,
    host_for_others,
    number_in,
    private_page,
)


def _own_deal(request: HttpRequest, key: str) -> Deal:
    """Return a deal that the reader has made. Raise Http404."""
    person = identity.person_of(request)
    return get_object_or_404(Deal, key=key, maker=person or -1)


@private_page
def classroom(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page for the projector; with `part`, only what changes."""
    deal = _own_deal(request, key)
    over, question = is_over(deal), _newest_question(deal)
    asks = question is not None and question.shown is None
    home = home_of(deal)
    link = address_for_others(request, reverse("vote", args=[key]) if asks else home)
    code = home.rstrip("/").rpartition("/")[2]
    players, guests = spread_of(deal)
    spread = (players + guests, Counter[int]())  # nobody needs to know who has an account
    # What computers made of it tells about dice that some have yet to roll.
    found = histogram_of(deal if over else Deal(), spread)
    context: dict[str, Any] = {
        "deal": deal,
        "title": title_of(deal),
        "home": home,
        "over": over,
        "running": running_tries(deal).count(),
        "question": question,
        "asks": asks,
        "link": link,
        "site": host_for_others(request),
        "spoken": f"{code[:4]} {code[4:8]} {code[8:]}".strip(),
        "names": "names" in request.GET,
        **found,
    }
    if context["names"]:
        context["board"] = board_of(deal, None, None)[1]
    if question is not None and over:
        context |= {**_position(question), "voted": question.votes.count()}
        if not asks:
            context |= answers_to(question)
    if over and not asks:
        crossroads = crossroads_of(deal)
        first_rolls = [found for found in crossroads if found.roll == 1]
        context["proposals"] = [dearest(crossroads), first_rolls]
    shown = ("over", "running", "asks", "voted", "is_judged", "results", "par")
    context["version"] = "-".join([_place_of(question), *(str(context.get(key)) for key in shown)])
    return render(request, "deals/classroom.html", {**context, "layout": _layout(request)})


def _layout(request: HttpRequest) -> str:
    """Return the template around a page, or with `part`, around what its script keeps up to
    date."""
    return "deals/part.html" if "part" in request.GET else "page.html"


def _position(question: Question) -> dict[str, Any]:
    position = question.position
    return {"position": position, "where": place_in(position["turn"], position["roll"])}


def _place_of(question: Question | None) -> str:
    return "" if question is None else f"{question.pk}.{question.shown is None}"


@private_page
def of_room(request: HttpRequest, code: str) -> HttpResponseBase:
    """Redirect to the page of the newest race of a room, for the person who began it."""
    made = Game.objects.filter(room__code=code, deal__maker=identity.person_of(request) or -1)
    newest = made.order_by("-number").select_related("deal").first()
    if newest is None or newest.deal is None:
        return redirect("room", code)
    return redirect("classroom", newest.deal.key)


@private_page
def qr_code(request: HttpRequest, key: str) -> HttpResponse:
    """Return the link of a deal as a QR code; with `vote`, that of its questions."""
    deal = get_object_or_404(Deal, key=key)
    path = reverse("vote", args=[deal.key]) if "vote" in request.GET else home_of(deal)
    link = address_for_others(request, path)
    return HttpResponse(qr_image(link, border=2), content_type="image/svg+xml")


@form_target
def end(request: HttpRequest, key: str) -> HttpResponseBase:
    service.end_for_all(_own_deal(request, key))
    return _back(request, key)


@form_target
def ask(request: HttpRequest, key: str) -> HttpResponseBase:
    """Put a position to the vote, or with nothing chosen, end the vote."""
    deal = _own_deal(request, key)
    chosen = [number_in(part) for part in request.POST.get("position", "").split(".")]
    if len(chosen) != 3:
        service.show_answers(deal)
        return _back(request, key)
    try:
        service.ask(deal, *chosen)
    except Refused:
        raise Http404 from None
    return _back(request, key)


def _back(request: HttpRequest, key: str) -> HttpResponseBase:
    names = "?names" if "names" in request.GET else ""
    return redirect(reverse("classroom", args=[key]) + names)


@private_page
def tries_file(request: HttpRequest, key: str) -> HttpResponse:
    """Return all ended tries of a deal as CSV, for its maker; only their points as long as the
    maker may not see them."""
    deal = _own_deal(request, key)
    ended = Try.objects.filter(deal=deal, ended__isnull=False).select_related("game")
    tries = list(ended.order_by("-is_first", "-points", "ended"))
    tells = is_over(deal) or may_see_tries(deal, deal.maker)
    text = tries_as_csv(tries, names_of(tries), deal.rules["rounds"] if tells else 0)
    # Spreadsheets recognise UTF-8 by the byte order mark.
    response = HttpResponse(f"\ufeff{text}", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="farkle-tries.csv"'
    return response


@form_page
def vote(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show the question to a player of the deal, and take their vote; with `part`, only what
    changes."""
    deal = get_object_or_404(Deal, key=key)
    person, error = identity.person_of(request), ""
    question = _newest_question(deal)
    if request.method == "POST" and question is not None:
        given = request.POST
        try:
            if number_in(given.get("question", "")) != question.pk:
                raise Refused("no_vote")
            service.vote(question, person, given.get("do", ""), given.get("keep", ""))
            return redirect("vote", key)
        except Refused as refused:
            error = refused.text
    context = {
        "deal": deal,
        "title": title_of(deal),
        "home": home_of(deal),
        "error": error,
        "layout": _layout(request),
        **_question_for(deal, person, question),
    }
    return render(request, "deals/vote.html", context, status=422 if error else 200)


def _question_for(deal: Deal, person: Person | None, question: Question | None) -> dict[str, Any]:
    """Return the question as the person may see it: only players whose own try has ended do."""
    attempt = first_try(deal, person)
    if attempt is None or attempt.ended is None:
        return {"is_stranger": True, "version": "stranger"}
    if question is None:
        return {"version": "none"}
    vote, position = question.votes.filter(attempt=attempt).first(), question.position
    voted = None
    if vote is not None:
        action, every = action_of((vote.do, vote.keep)), deal.rules["dice"]
        voted = act_of(action, position["aside"], every, done=False)
    return {
        "question": question,
        "question_id": str(question.pk),
        "asks": question.shown is None,
        **_position(question),
        "keeps": [("".join(map(str, keep)), keep) for keep in keeps_in(position)],
        "kept": "" if vote is None else vote.keep,
        "voted": voted,
        "version": f"{_place_of(question)}-{vote and (vote.do, vote.keep)}",
    }


def _newest_question(deal: Deal) -> Question | None:
    newest = deal.questions.select_related("attempt__game__room").order_by("-pk")
    return newest.first()
