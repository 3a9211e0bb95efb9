"""A challenge by link: its form, and its end."""

from datetime import timedelta
from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from farkle import DEFAULT_PRESET
from games import clock
from games.models import Deal
from games.people import identity
from games.people.address import origin_of
from games.people.throttle import ROOMS
from games.protocol.errors import Refused
from games.rules.choices import CHOICES
from games.services import deals as service
from games.views.shared import (
    counted_sender,
    form_page,
    form_target,
    new_request_id,
    request_id,
)

_MOST_MADE: Final = 10
_DAYS: Final = (1, 7, 30, 90)
"""Days for which a challenge can be open."""


class ChallengeForm(forms.Form):
    rules = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=lambda: [(key, choice.name) for key, choice in CHOICES.items()],
        initial=DEFAULT_PRESET,
        widget=forms.Select({"class": "input"}),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Open for"),
        choices=lambda: [
            (days, ngettext("%(count)s day", "%(count)s days", days) % {"count": days})
            for days in _DAYS
        ],
        coerce=int,
        initial=7,
        widget=forms.Select({"class": "input"}),
    )


@form_page
def challenge(request: HttpRequest) -> HttpResponseBase:
    """Show the form for a challenge, or make one and begin its maker's try."""
    form = ChallengeForm(request.POST or None)
    error = ""
    if request.method == "POST" and form.is_valid():
        rules, days = form.cleaned_data["rules"], form.cleaned_data["days"]
        try:
            with counted_sender(request, ROOMS, "OpenRoom") as person:
                made = service.make_challenge(
                    person,
                    request_id(request),
                    CHOICES[rules].rules.to_dict(),
                    clock.now() + timedelta(days=days),
                )
                if "class" in request.POST:
                    return redirect("classroom", made.key)
                room = service.begin_try(
                    person,
                    made,
                    request_id(request),
                    name=person.name or _("Guest"),
                    origin=origin_of(request),
                )
            return redirect("room", room.code)
        except Refused as refused:
            error = refused.text
    maker = identity.person_of(request)
    before = Deal.objects.filter(maker=maker or -1, kind=Deal.Kind.CHALLENGE)
    context = {
        "form": form,
        "error": error,
        "request_id": new_request_id(request),
        "made": before.order_by("-created")[:_MOST_MADE],
    }
    status = 422 if error or form.errors else 200
    return render(request, "deals/challenge.html", context, status=status)


@form_target
def close(request: HttpRequest, key: str) -> HttpResponseBase:
    """End a challenge, for its maker: later tries are practice."""
    person = identity.person_of(request)
    wanted = get_object_or_404(Deal, key=key, kind=Deal.Kind.CHALLENGE, maker=person or -1)
    service.end_challenge(wanted)
    return redirect(wanted)
