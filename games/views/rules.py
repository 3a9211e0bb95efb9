"""The pages about rule sets: what one says, in print, as a file; those that a person keeps.

A rule set stands in its address as a short text, so these pages need no room and never change.
"""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from farkle import PRESETS
from farkle.rules import codec
from games.forms import NameForm
from games.models import Person, SavedRules
from games.people import identity
from games.protocol.errors import Refused
from games.rules.card import NAMES, card_of, line_of, name_of
from games.rules.catalogue import rules_of
from games.rules.exchange import LONGEST, Imported, Unreadable, from_outside, from_text, to_json
from games.services import saved_rules

PAD_PLAYERS = 6
PAD_LINES = 24


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    """How Farkle goes, and every preset in a line."""
    presets = [(NAMES[key], line_of(key), codec.write(PRESETS[key])) for key in NAMES]
    card = card_of(PRESETS["family"])
    context = {"heading": _("Rules of Farkle"), "presets": presets, "cards": [card]}
    return render(request, "rules/rules.html", {**context, "back": reverse("home")})


def _of_a_text(
    view: Callable[[HttpRequest, Imported], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Give the view the rule set that stands in the address; say so where none does."""

    @wraps(view)
    def read(request: HttpRequest, text: str) -> HttpResponse:
        try:
            return view(request, from_text(text))
        except Unreadable as problem:
            return render(request, "rules/rule_set_bad.html", {"problem": problem}, status=404)

    return require_safe(read)


@_of_a_text
def rule_set(request: HttpRequest, found: Imported) -> HttpResponse:
    """A rule set in words, with what opens a room that plays by it."""
    person = identity.person_of(request)
    card = card_of(found.rules, found.base)
    context = {
        "card": card,
        "broken": any(one.error for one in card.remarks),
        "person": person,
        "form": NameForm(initial={"name": person.name if person else ""}),
        "request_id": secrets.token_urlsafe(12),
        "link": request.build_absolute_uri(reverse("rule_set", args=[card.text])),
    }
    return render(request, "rules/rule_set.html", context)


@_of_a_text
def rule_card(request: HttpRequest, found: Imported) -> HttpResponse:
    """The rules and a pad on one sheet of paper."""
    context = {
        "card": card_of(found.rules, found.base),
        "players": range(PAD_PLAYERS),
        "lines": range(PAD_LINES),
    }
    return render(request, "rules/score_card.html", context)


@_of_a_text
def rule_file(_request: HttpRequest, found: Imported) -> HttpResponse:
    """The rule set as JSON."""
    name = name_of(found.rules, found.base)
    return _file(to_json(found.rules, found.base, name), name)


@require_POST
def read_rules(request: HttpRequest) -> HttpResponseBase:
    """What somebody pastes or picks, understood, or what is wrong with it. Changes nothing."""
    try:
        found = from_outside(_given(request))
    except Unreadable as problem:
        if _wants_json(request):
            return JsonResponse({"problem": str(problem)}, status=422)
        return _mine(request, status=422, problem=str(problem), given=_given(request))
    if _wants_json(request):
        told = to_json(found.rules, found.base, found.name)
        return JsonResponse({**told, "text": codec.write(found.rules, found.base)})
    return redirect("rule_set", codec.write(found.rules, found.base))


def _given(request: HttpRequest) -> str:
    """What was sent, as text, never much more than may be read."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("rules", "")[: LONGEST + 1]
    # The error of bytes that are no text is said like any other.
    content: bytes = file.read(LONGEST + 1)
    return content.decode("utf-8", "replace")


# Those that a person keeps


@never_cache
def my_rules(request: HttpRequest) -> HttpResponseBase:
    """GET: the rule sets of this person. POST: keep one more."""
    if request.method == "POST":
        return _save(request)
    if request.method not in ("GET", "HEAD"):
        raise BadRequest
    if _wants_json(request):
        return JsonResponse({"saved": [_told(one) for one in _saved(identity.person_of(request))]})
    return _mine(request)


def _save(request: HttpRequest) -> HttpResponseBase:
    try:
        found = from_text(request.POST.get("rules", ""))
    except Unreadable as problem:
        return _refused(request, str(problem), "bad_rules")
    person = identity.ensure_person(request)
    replace = "replace" in request.POST
    try:
        one = saved_rules.save(
            person, request.POST.get("name", ""), found.rules, found.base, replace=replace
        )
    except Refused as refused:
        return _remembered(request, _refused(request, refused.text, refused.code))
    answer = JsonResponse(_told(one)) if _wants_json(request) else redirect("my_rules")
    return _remembered(request, answer)


@require_POST
def rename_rules(request: HttpRequest, number: int) -> HttpResponseBase:
    """Call a rule set something else."""
    try:
        saved_rules.rename(_own(request, number), request.POST.get("name", ""))
    except Refused as refused:
        return _refused(request, refused.text, refused.code)
    return redirect("my_rules")


@require_POST
def delete_rules(request: HttpRequest, number: int) -> HttpResponseBase:
    """Keep a rule set no longer."""
    saved_rules.discard(_own(request, number))
    return redirect("my_rules")


@require_GET
def saved_file(request: HttpRequest, number: int) -> HttpResponse:
    """A rule set of this person's as JSON, with its name."""
    one = _own(request, number)
    return _file(to_json(rules_of(one.rules), one.base, one.name), one.name)


def _mine(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    saved = [
        {**_told(one), "card": card_of(rules_of(one.rules), one.base)}
        for one in _saved(identity.person_of(request))
    ]
    return render(request, "rules/my_rules.html", {"saved": saved, **more}, status=status)


def _saved(person: Person | None) -> list[SavedRules]:
    if person is None:
        return []
    return list(SavedRules.objects.filter(person=person).order_by("name"))


def _told(one: SavedRules) -> dict[str, Any]:
    rules = rules_of(one.rules)
    return {
        "id": one.pk,
        "name": one.name,
        "text": codec.write(rules, one.base),
        "rules": one.rules,
        "base": one.base,
    }


def _own(request: HttpRequest, number: int) -> SavedRules:
    return get_object_or_404(SavedRules, pk=number, person=identity.person_of(request))


def _file(data: dict[str, Any], name: str) -> HttpResponse:
    response = JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})
    file = slugify(name) or "rules"
    response["Content-Disposition"] = f'attachment; filename="farkle-{file}.json"'
    return response


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _refused(request: HttpRequest, problem: str, code: str) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"problem": problem, "code": code}, status=422)
    return _mine(request, status=422, problem=problem)


def _remembered(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    identity.remember(request, response)
    return response
