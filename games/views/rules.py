"""The pages of a rule set: in words, on paper, as a file.

A rule set stands in its address as a short text, so these pages need no room and never change.
"""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from farkle import PRESETS
from farkle.rules import codec
from games.people import identity
from games.rules.card import card_of, name_of
from games.rules.catalogue import NEWCOMERS
from games.rules.choices import CHOICES
from games.rules.exchange import Imported, Unreadable, from_text, to_json
from games.views.shared import address_for_others, name_form, new_request_id, rules_file

PAD_PLAYERS = 6
PAD_LINES = 24


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """How Farkle is played, and each rule set in a line."""
    presets = [(one, codec.write(one.rules, one.base)) for one in CHOICES.values()]
    card = card_of(PRESETS[NEWCOMERS])
    context = {"heading": _("Rules of Farkle"), "presets": presets, "cards": [card]}
    return render(request, "rules/rules.html", {**context, "back": reverse("home")})


def _with_rule_set(
    view: Callable[[HttpRequest, Imported], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Pass the rule set in the address to the view, or answer 404 with what is wrong in it."""

    @wraps(view)
    def read(request: HttpRequest, text: str) -> HttpResponse:
        try:
            return view(request, from_text(text))
        except Unreadable as problem:
            return render(request, "rules/rule_set_bad.html", {"problem": problem}, status=404)

    return require_safe(read)


@never_cache  # the form knows the visitor's name
@_with_rule_set
def rule_set(request: HttpRequest, found: Imported) -> HttpResponse:
    """A rule set in words, with a form that opens a room to play by it."""
    person = identity.person_of(request)
    card = card_of(found.rules, found.base)
    context = {
        "card": card,
        "broken": any(one.error for one in card.remarks),
        "person": person,
        "form": name_form(person),
        "request_id": new_request_id(request),
        "link": address_for_others(request, reverse("rule_set", args=[card.text])),
    }
    return render(request, "rules/rule_set.html", context)


@_with_rule_set
def rule_card(request: HttpRequest, found: Imported) -> HttpResponse:
    """The rules and a score pad on one sheet of paper."""
    context = {
        "card": card_of(found.rules, found.base),
        "players": range(PAD_PLAYERS),
        "lines": range(PAD_LINES),
    }
    return render(request, "rules/score_card.html", context)


@_with_rule_set
def rule_file(_request: HttpRequest, found: Imported) -> HttpResponse:
    """The rule set as JSON."""
    name = name_of(found.rules, found.base)
    return rules_file(to_json(found.rules, found.base, name), name)
