"""The page to choose notices, and the requests that turn them on and off for a device."""

from datetime import time
from typing import Any, Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy

from games.notices import devices, preferences, vapid
from games.notices.devices import BadDevice, Subscription
from games.notices.kinds import KINDS
from games.notices.preferences import PAUSES, Preferences, preferences_of
from games.people import identity
from games.people.throttle import DEVICES
from games.protocol.errors import Refused
from games.views.shared import counted_sender, form_page, form_target, number_in

NIGHT: Final = (22 * 60, 8 * 60)
"""Suggested quiet hours, in minutes since midnight."""

_PAUSE_WORDS: Final = (
    gettext_lazy("At once"),
    gettext_lazy("After 1 minute"),
    gettext_lazy("After 5 minutes"),
    gettext_lazy("After 15 minutes"),
    gettext_lazy("After 1 hour"),
    gettext_lazy("After 4 hours"),
)
_KIND_WORDS: Final = {
    "turn": gettext_lazy("It's my turn"),
    "over": gettext_lazy("A game is over"),
    "invited": gettext_lazy("Someone invites me"),
    "vote": gettext_lazy("The others vote to go on without me"),
    "countdown": gettext_lazy("A countdown runs on my turn"),
    "ending": gettext_lazy("A game is about to be abandoned"),
    "awake": gettext_lazy("Someone wakes a sleeping room"),
}


def _time(label: Any) -> forms.TimeField:
    error = gettext_lazy("Enter the time as 22:30.")
    return forms.TimeField(
        label=label,
        input_formats=["%H:%M"],
        error_messages={"required": error, "invalid": error},
        widget=forms.TimeInput({"class": "input", "type": "time"}, format="%H:%M"),
    )


class PreferencesForm(forms.Form):
    pause = forms.TypedChoiceField(
        label=gettext_lazy("My turn"),
        choices=tuple(zip(PAUSES, _PAUSE_WORDS, strict=True)),
        coerce=int,
        widget=forms.Select({"class": "input"}),
    )
    kinds = forms.MultipleChoiceField(
        required=False,
        choices=[(kind, _KIND_WORDS[kind]) for kind in KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
    is_quiet = forms.BooleanField(required=False)
    start = _time(pgettext_lazy("a time of day", "From"))
    end = _time(pgettext_lazy("a time of day", "To"))

    def preferences(self) -> Preferences:
        typed = self.cleaned_data
        start, end = (time.hour * 60 + time.minute for time in (typed["start"], typed["end"]))
        quiet = (start, end) if typed["is_quiet"] else None
        return Preferences(typed["pause"], quiet, frozenset(KINDS) - set(typed["kinds"]))


def _values_of(chosen: Preferences) -> dict[str, Any]:
    """Return the values of the form's fields."""
    start, end = (time(*divmod(minutes, 60)) for minutes in chosen.quiet or NIGHT)
    kinds = [kind for kind in KINDS if kind not in chosen.off]
    is_quiet = chosen.quiet is not None
    return {"pause": chosen.pause, "kinds": kinds, "is_quiet": is_quiet, "start": start, "end": end}


@form_page
def notices(request: HttpRequest) -> HttpResponseBase:
    """Show the person's devices and choices, or store choices. A stranger has none."""
    identity.offer_key(request)
    person = identity.person_of(request)
    chosen = Preferences() if person is None else preferences_of(person)
    typed = request.POST if request.method == "POST" else None
    form = PreferencesForm(typed, initial=_values_of(chosen))
    if person is not None and form.is_valid():
        preferences.store(person, form.preferences())
        return redirect(reverse("notices", query={"saved": 1}))
    context = {
        "person": person,
        "push_key": vapid.public_key(),
        "devices": [] if person is None else list(person.devices.order_by("-pk")),
        "here": devices.here(request),
        "form": form,
        "saved": "saved" in request.GET,
    }
    return render(request, "account/notices.html", context, status=422 if form.errors else 200)


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
