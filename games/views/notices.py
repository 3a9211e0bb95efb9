"""The page to choose notices, and the requests that turn them on and off for a device."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.notices import devices, preferences, vapid
from games.notices.devices import BadDevice, Subscription
from games.notices.kinds import KINDS
from games.notices.preferences import PAUSES, Preferences, preferences_of
from games.people import identity
from games.people.throttle import DEVICES
from games.protocol.errors import Refused
from games.views.shared import counted_sender, form_target, number_in, private_page

NIGHT = (22 * 60, 8 * 60)
"""Suggested quiet hours, in minutes since midnight."""


class Option(NamedTuple):
    value: Any
    words: str
    is_chosen: bool


@private_page
def notices(request: HttpRequest) -> HttpResponse:
    identity.offer_key(request)
    person = identity.person_of(request)
    chosen = Preferences() if person is None else preferences_of(person)
    quiet = chosen.quiet or NIGHT
    context = {
        "person": person,
        "push_key": vapid.public_key(),
        "devices": [] if person is None else list(person.devices.order_by("-pk")),
        "here": devices.here(request),
        "pauses": [Option(pause, _pause(pause), pause == chosen.pause) for pause in PAUSES],
        "kinds": [Option(kind, _kind(kind), kind not in chosen.off) for kind in KINDS],
        "is_quiet": chosen.quiet is not None,
        "quiet_from": _time(quiet[0]),
        "quiet_to": _time(quiet[1]),
        "saved": "saved" in request.GET,
    }
    return render(request, "account/notices.html", context)


@form_target
def turn_on(request: HttpRequest) -> JsonResponse:
    """Turn notices on in this browser, given its push subscription."""
    fields = {name: request.POST.get(name, "") for name in Subscription._fields}
    agent, language = request.headers.get("User-Agent", ""), get_language() or "en"
    was = devices.here(request)
    try:
        with counted_sender(request, DEVICES, "TurnOn") as person:
            device = devices.add(person, Subscription(**fields), agent, language, was)
    except BadDevice:
        return JsonResponse({}, status=422)
    except Refused:
        return JsonResponse({}, status=429)
    answer = JsonResponse({"device": device.pk})
    identity.set_cookie(answer, devices.COOKIE, devices.cookie_of(device))
    return answer


@form_target
def turn_off(request: HttpRequest) -> HttpResponseBase:
    """Turn notices off on one of this person's devices, or in this browser."""
    person = identity.person_of(request)
    if person is None:
        raise Http404
    if number := number_in(request.POST.get("device", "")):
        devices.remove(person, number)
    else:
        devices.remove_here(request, person)
    return redirect("notices")


@form_target
def choose(request: HttpRequest) -> HttpResponseBase:
    """Store the person's choice. A stranger has no notices to choose."""
    person = identity.person_of(request)
    if person is None:
        return redirect("notices")
    start, end = (_minutes(request.POST.get(name, "")) for name in ("from", "to"))
    quiet = None if start is None or end is None or "quiet" not in request.POST else (start, end)
    typed = request.POST.get("pause")
    pause = next((pause for pause in PAUSES if str(pause) == typed), Preferences.pause)
    off = frozenset(KINDS) - set(request.POST.getlist("kind"))
    preferences.store(person, Preferences(pause, quiet, off))
    return redirect(reverse("notices", query={"saved": 1}))


def _minutes(text: str) -> int | None:
    """Return a time such as 22:30 in minutes since midnight, or None."""
    hours, _colon, minutes = text[:5].partition(":")
    if not (f"{hours}{minutes}".isascii() and hours.isdecimal() and minutes.isdecimal()):
        return None
    total = int(hours) * 60 + int(minutes)
    return total if int(minutes) < 60 and total < 24 * 60 else None


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _pause(seconds: int) -> str:
    return {
        0: _("At once"),
        60: _("After 1 minute"),
        300: _("After 5 minutes"),
        900: _("After 15 minutes"),
        3600: _("After 1 hour"),
        4 * 3600: _("After 4 hours"),
    }[seconds]


def _kind(name: str) -> str:
    return {
        "turn": _("It's my turn"),
        "over": _("A game is over"),
        "invited": _("Someone invites me"),
        "vote": _("The others vote to go on without me"),
        "countdown": _("A countdown runs on my turn"),
        "ending": _("A game is about to be abandoned"),
        "awake": _("Someone wakes a sleeping room"),
    }[name]
