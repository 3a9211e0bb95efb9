"""The rule sets that a person keeps: list, save, rename, delete, download, read from a file.

Each answers a page with a page, and a script that accepts JSON with JSON.
"""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from farkle.rules import codec
from games.models import Person, SavedRules
from games.people import identity
from games.people.throttle import SAVED_RULES
from games.protocol.errors import Refused
from games.rules.card import card_of
from games.rules.catalogue import rules_of
from games.rules.exchange import LONGEST, Unreadable, from_outside, from_text, to_json
from games.services import saved_rules
from games.views.shared import counted_sender, rules_file


@never_cache
def my_rules(request: HttpRequest) -> HttpResponseBase:
    """GET: the rule sets of this person. POST: save one more."""
    if request.method == "POST":
        return _save(request)
    if request.method not in ("GET", "HEAD"):
        raise BadRequest
    if _wants_json(request):
        saved = [_as_dict(one) for one in _saved_by(identity.person_of(request))]
        return JsonResponse({"saved": saved})
    return _list(request)


def _save(request: HttpRequest) -> HttpResponseBase:
    try:
        found = from_text(request.POST.get("rules", ""))
    except Unreadable as problem:
        return _refuse(request, str(problem), "bad_rules")
    name, replace = request.POST.get("name", ""), "replace" in request.POST
    try:
        with counted_sender(request, SAVED_RULES, "SaveRules") as person:
            one = saved_rules.save(person, name, found.rules, found.base, replace=replace)
    except Refused as refused:
        return _refuse(request, refused.text, refused.code)
    return JsonResponse(_as_dict(one)) if _wants_json(request) else redirect("my_rules")


@require_POST
def rename_rules(request: HttpRequest, number: int) -> HttpResponseBase:
    """Give a saved rule set another name."""
    try:
        saved_rules.rename(_own(request, number), request.POST.get("name", ""))
    except Refused as refused:
        return _refuse(request, refused.text, refused.code)
    return redirect("my_rules")


@require_POST
def delete_rules(request: HttpRequest, number: int) -> HttpResponseBase:
    """Delete a saved rule set."""
    saved_rules.discard(_own(request, number))
    return redirect("my_rules")


@require_GET
@never_cache
def saved_file(request: HttpRequest, number: int) -> HttpResponse:
    """A saved rule set as JSON, with its name."""
    one = _own(request, number)
    return rules_file(to_json(rules_of(one.rules), one.base, one.name), one.name)


@require_POST
def read_rules(request: HttpRequest) -> HttpResponseBase:
    """Read a pasted rule set or one from a file, or say what is wrong with it. Save nothing."""
    try:
        found = from_outside(_sent(request))
    except Unreadable as problem:
        if _wants_json(request):
            return JsonResponse({"problem": str(problem)}, status=422)
        return _list(request, status=422, problem=str(problem), given=_sent(request))
    text = codec.write(found.rules, found.base)
    if _wants_json(request):
        return JsonResponse({**to_json(found.rules, found.base, found.name), "text": text})
    return redirect("rule_set", text)


def _sent(request: HttpRequest) -> str:
    """Return the text that was sent, cut to one character more than allowed."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("rules", "")[: LONGEST + 1]
    # Bytes that are not text become text that is not a rule set.
    content: bytes = file.read(LONGEST + 1)
    return content.decode("utf-8", "replace")


def _list(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    identity.offer_key(request)
    saved = [
        {**_as_dict(one), "card": card_of(rules_of(one.rules), one.base)}
        for one in _saved_by(identity.person_of(request))
    ]
    return render(request, "rules/my_rules.html", {"saved": saved, **more}, status=status)


def _saved_by(person: Person | None) -> list[SavedRules]:
    if person is None:
        return []
    return list(SavedRules.objects.filter(person=person).order_by("name"))


def _as_dict(one: SavedRules) -> dict[str, Any]:
    return {
        "id": one.pk,
        "name": one.name,
        "text": codec.write(rules_of(one.rules), one.base),
        "rules": one.rules,
        "base": one.base,
    }


def _own(request: HttpRequest, number: int) -> SavedRules:
    return get_object_or_404(SavedRules, pk=number, person=identity.person_of(request))


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _refuse(request: HttpRequest, problem: str, code: str) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"problem": problem, "code": code}, status=422)
    return _list(request, status=422, problem=problem)
