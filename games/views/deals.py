"""The pages of deals: the daily one, and challenges by link.

Before the reader's first try has ended, a page shows nothing but the rules and the commitment.
"""

from dataclasses import replace
from datetime import date
from typing import Any, Final

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from games import clock
from games.formats import points
from games.models import Deal, Person, Player, Room, Try
from games.people import identity
from games.people.address import origin_of
from games.people.forms import NameForm
from games.people.throttle import PRACTICE
from games.protocol.errors import Refused
from games.replay.analysis import analysis_of, request_analysis, why_missing
from games.replay.context import ReplayContext, links_of
from games.replay.game import has_finished, may_see_tries, past_game
from games.replay.points import points_table
from games.rules.card import card_of
from games.rules.catalogue import rules_of
from games.selectors.deal_results import results_of, title_of
from games.selectors.deals import days_played, streak_of, tries_seen_by
from games.services import deals as service
from games.services.commands.tries import ON_BOARDS, show_on_boards
from games.state.archive import BrokenArchive
from games.views.previews import DEFAULT_PICTURE
from games.views.shared import (
    address_for_others,
    counted_sender,
    form_target,
    name_form,
    new_request_id,
    preview_of,
    private_page,
    request_id,
)

_MOST_CHOICES: Final = 3
_PAST_DAYS: Final = 7
_challengers = Signer(salt="games.views.deals")


@private_page
def daily(request: HttpRequest, day: date | None = None) -> HttpResponse:
    """Show the daily deal of today, or of a past day."""
    today = service.todays_deal()
    shown = today if day is None else service.daily_deals().filter(day=day).first()
    if shown is None:
        raise _no_day()
    _require_begun(shown)
    return _deal_page(request, shown, today)


def _require_begun(deal: Deal) -> None:
    """Raise Http404, with a heading and words, for the deal of a day that has not begun."""
    if not service.has_begun(deal):
        raise _no_day()


def _no_day() -> Http404:
    return Http404(
        _("No daily for this day"),
        _("It hasn't begun yet, or it was before this site had a daily."),
    )


@private_page
def deal(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show a challenge, or redirect to the day of a daily deal."""
    shown = _deal_or_404(key)
    if shown.day is None:
        return _deal_page(request, shown)
    _require_begun(shown)
    return redirect(shown)


def _deal_or_404(key: str) -> Deal:
    found = Deal.objects.filter(key=key).exclude(kind=Deal.Kind.ROOM).first()
    if found is None:
        raise Http404(
            _("Challenge not found"),
            _("No challenge has this link. Check it, or ask your friend to send it again."),
        )
    return found


def _deal_page(
    request: HttpRequest, deal: Deal, today: Deal | None = None, **more: Any
) -> HttpResponse:
    person = identity.person_of(request)
    tries = list(
        Try.objects.filter(deal=deal, person=person).select_related("game__room").order_by("pk")
        if person
        else ()
    )
    ended = [attempt for attempt in tries if attempt.ended]
    running = next((attempt for attempt in tries if not attempt.ended), None)
    own = next((attempt for attempt in tries if attempt.is_first), None) or next(iter(ended), None)
    is_open = deal.closed is None and clock.now() < deal.until
    shows = (deal.closed is not None or has_finished(tries)) and (
        bool(ended) or "results" in request.GET
    )
    by = _challenger(request, deal, person)
    preview = title_of(deal)
    if by is not None:
        values = {"name": by["name"], "points": points(by["points"])}
        preview = _("%(name)s made %(points)s with these dice. Can you beat that?") % values
    context = {
        "deal": deal,
        "title": title_of(deal),
        "is_today": today is not None and deal.pk == today.pk,
        "card": card_of(replace(rules_of(deal.rules), rounds=0), deal.preset),
        "turns": deal.rules["rounds"],
        "is_open": is_open,
        "is_mine": person is not None and deal.maker_id == person.pk,
        "person": person,
        "opening": name_form(person),
        "request_id": new_request_id(request),
        "running": running,
        "own": own if own and own.ended else None,
        "practice": [points(attempt.points or 0) for attempt in ended if attempt != own],
        "shows": shows,
        "seed": bytes(deal.seed).hex() if deal.closed else "",
        "by": by,
        "asked": deal.day is None and bool(ended) and deal.questions.exists(),
        "ends": date_format(timezone.localtime(deal.until), "DATETIME_FORMAT"),
        "zone": timezone.get_default_timezone_name(),
        "preview": preview_of(
            request,
            preview,
            _("The same dice for everyone. Ten turns, no account."),
            static(DEFAULT_PICTURE),
        ),
        **_calendar(deal, today, person),
        **(_results(request, deal, own, person) if shows else {}),
        **more,
    }
    return render(request, "deals/deal.html", context, status=422 if "error" in more else 200)


def _calendar(deal: Deal, today: Deal | None, person: Person | None) -> dict[str, Any]:
    """Return the streak, and the days before and after the one shown."""
    if today is None or today.day is None or deal.day is None:
        return {}
    newest = list(service.daily_deals().order_by("-day")[: _PAST_DAYS + 2])
    made = days_played(person) if person else {}
    return {
        "streak": streak_of(made, today.day),
        "next_in": timeuntil(today.until, clock.now(), depth=2),
        "tomorrow": next((each for each in newest if each.day and each.day > today.day), None),
        "past": [
            (each, made.get(each.day))
            for each in newest
            if each.day and each.day <= today.day and each != deal
        ],
    }


def _challenger(request: HttpRequest, deal: Deal, person: Person | None) -> dict[str, Any] | None:
    """Return {name, points, attempt} of who sent this link with their result; None for another."""
    try:
        number = _challengers.unsign(request.GET.get("by", ""))
    except BadSignature:
        return None
    sent = Try.objects.filter(pk=number, deal=deal, points__isnull=False).select_related(
        "game__room"
    )
    attempt = sent.first()
    if attempt is None or (person is not None and attempt.person_id == person.pk):
        return None
    return {"name": _name_in(attempt.game.room), "points": attempt.points, "attempt": attempt}


def _name_in(room: Room) -> str:
    """Return the name under which a room with a deal is played."""
    names = Player.objects.filter(room=room).order_by("seat").values_list("name", flat=True)
    return names.first() or _("Guest")


def _results(
    request: HttpRequest, deal: Deal, own: Try | None, person: Person | None
) -> dict[str, Any]:
    found = results_of(deal, own, person)
    found["on_boards"] = person is not None and person.settings.get(ON_BOARDS, False)
    if own is None or not own.ended:
        return found
    game = [own.game.room.code, own.game.number]
    return found | {
        "link": _link_of(request, deal, own),
        "picture": reverse("game_preview", args=game),
        "review": reverse("game", args=game),
        **_choices(request, own, person),
    }


def _link_of(request: HttpRequest, deal: Deal, own: Try) -> str:
    """Return the link with which the player of a try challenges others."""
    path = reverse("daily_of", args=[deal.day]) if deal.day else reverse("deal", args=[deal.key])
    return address_for_others(request, f"{path}?by={_challengers.sign(str(own.pk))}")


def _choices(request: HttpRequest, own: Try, person: Person | None) -> dict[str, Any]:
    """Return accuracy and dearest choices of a try, or the state of their analysis."""
    try:
        past = past_game(own.game.room.code, own.game.number, person)
    except BrokenArchive:
        return {"missing": "failed"}
    analysis = request_analysis(past) if "request" in request.GET else analysis_of(past)
    table = points_table(ReplayContext.of(past, analysis))
    if table is None:
        return {"missing": why_missing(past), "luck": links_of(past)["luck"]}
    return {"by_points": table, "dearest": table["mistakes"][:_MOST_CHOICES]}


def _today(deal: Deal) -> Deal | None:
    return service.newest_day() if deal.day else None


@form_target
def play(request: HttpRequest, key: str) -> HttpResponseBase:
    """Begin a try of a deal, or go on with the one that is running."""
    wanted = _deal_or_404(key)
    _require_begun(wanted)
    if "counts" in request.POST and wanted.day and clock.now() >= wanted.until:
        person = identity.person_of(request)
        if service.first_try(wanted, person) is None:
            return redirect("daily")  # the day has ended while its page was open
    form = NameForm({"name": request.POST.get("name") or _("Guest")})
    if not form.is_valid():
        return _deal_page(
            request, wanted, _today(wanted), opening=form, error=_("Check your name.")
        )
    name = form.cleaned_data["name"]
    try:
        with counted_sender(request, PRACTICE, "OpenRoom") as person:
            if request.POST.get("name"):
                identity.rename(person, name)
            name = person.name or name
            key, origin = request_id(request), origin_of(request)
            room = service.begin_try(person, wanted, key, name=name, origin=origin)
    except Refused as refused:
        return _deal_page(request, wanted, _today(wanted), error=refused.text)
    return redirect("room", room.code)


@form_target
def on_boards(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show the sender's name on boards, or no longer."""
    person = identity.person_of(request)
    if person is not None:
        show_on_boards(person, yes="yes" in request.POST)
    return redirect(_deal_or_404(key).get_absolute_url() + "#board")


@private_page
def compare(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show the reader's try beside one on their boards, or of who sent them its link, turn by
    turn."""
    shown = _deal_or_404(key)
    person = identity.person_of(request)
    own = Try.objects.filter(deal=shown, person=person or -1, ended__isnull=False).order_by(
        "-is_first", "pk"
    )
    mine = own.first()
    by = _challenger(request, shown, person)
    seen = tries_seen_by(person, shown).select_related("game__room").filter(pk=number)
    other = by["attempt"] if by and by["attempt"].pk == number else seen.first()
    if mine is None or other is None or not may_see_tries(shown, person):
        raise Http404
    rows, totals = [], [0, 0]
    for turn, changes in enumerate(zip(mine.turns, other.turns, strict=False), 1):
        totals = [total + change for total, change in zip(totals, changes, strict=True)]
        rows.append((turn, *changes, *totals, totals[0] - totals[1]))
    context = {
        "deal": shown,
        "title": title_of(shown),
        "mine": mine,
        "other": other,
        "name": _name_in(other.game.room),
        "rows": rows,
        "ahead": (mine.points or 0) - (other.points or 0),
    }
    return render(request, "deals/compare.html", context)
