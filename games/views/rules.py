"""The pages of a rule set (in words, on paper, as a file), and a person's saved rule sets.

The URL of a rule set contains the whole set in short form, so its pages need no room and never
change. The views for saved rule sets answer in JSON if the request accepts it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from farkle import DEFAULT_PRESET, PRESETS, VERSION, Dice, RuleSet
from farkle.rules import codec
from games.models import Person, SavedRules
from games.people import identity
from games.people.form_fields import file_field, text_area
from games.people.forms import TitleForm
from games.people.throttle import SAVED_RULES
from games.protocol.errors import Refused
from games.rules.card import Card, card_of, name_of
from games.rules.catalogue import chances, preset_of, rules_of
from games.rules.choices import CHOICES
from games.rules.exchange import LONGEST, Imported, Unreadable, parse_code, parse_rules, to_json
from games.rules.fields import GROUPS
from games.services import saved_rules
from games.services.commands.rules import require_playable
from games.services.commands.teams import TEAM_COUNTS
from games.state.sample_turn import MOST_ROLLS, BadTurn, roll_again
from games.views.shared import (
    address_for_others,
    counted_sender,
    form_page,
    private_page,
    rules_file,
    ways_in,
)

PAD_PLAYERS = 6
PAD_LINES = 24
_LONGEST_ROLL = 8


class RulesForm(forms.Form):
    """A rule set to import: pasted, or in a file."""

    rules = forms.CharField(
        label=gettext_lazy("Paste a rules code, link or JSON"),
        required=False,
        widget=text_area(3, maxlength=LONGEST),
    )
    file = file_field(gettext_lazy("Or choose a file"), ".json,.txt,application/json,text/plain")


@private_page
def all_rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of play, and each preset in a line."""
    card = card_of(PRESETS[DEFAULT_PRESET])
    context = {
        "heading": _("Rules of Farkle"),
        "presets": CHOICES.values(),
        "cards": [card],
        "back": reverse("home"),
        **_to_play(request, PRESETS[DEFAULT_PRESET], card),
    }
    return render(request, "rules/rules.html", context)


def _to_play(request: HttpRequest, rules: RuleSet, card: Card) -> dict[str, Any]:
    """Return the context of the buttons to play by these rules, and of dice to try."""
    sample = {"rules": rules.to_dict(), "chances": chances(rules)}
    try:
        ways = ways_in(request)
    except identity.Barred:  # rules are open to all
        ways = {}
    return {**ways, "by": card, "sample": sample}


def _with_rule_set(
    view: Callable[[HttpRequest, Imported], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Pass the rule set in the URL to the view, or return a 404 page with the mistake in it."""

    @wraps(view)
    def reading_view(request: HttpRequest, text: str) -> HttpResponse:
        try:
            code = f"{VERSION}.{text}" if text in PRESETS else text
            return view(request, parse_code(code))
        except Unreadable as problem:
            return render(request, "rules/rule_set_bad.html", {"problem": problem}, status=404)

    return require_safe(reading_view)


@private_page
def rule_fields(request: HttpRequest) -> HttpResponse:
    """Show the fields of the editor of house rules, which a room's page fetches."""
    context = {"groups": GROUPS, "team_counts": TEAM_COUNTS}
    return render(request, "rules/fields.html", context)


@never_cache  # the form contains the visitor's name
@_with_rule_set
def rule_set(request: HttpRequest, imported: Imported) -> HttpResponse:
    return _rule_set(request, imported)


def _rule_set(request: HttpRequest, imported: Imported, problem: str = "") -> HttpResponse:
    """Return the page of a rule set, with the `problem` of saving it."""
    card = card_of(imported.rules, imported.base)
    broken = any(remark.error for remark in card.remarks)
    preset = preset_of(imported.rules)
    context = {
        "card": card,
        "choice": CHOICES.get(preset),
        "broken": broken,
        "has_own_dice": preset == "kcd",  # the game that is known for them
        "saving": TitleForm(request, _("Save as"), _("Save"), problem=problem, auto_id="save-%s"),
        **({} if broken else _to_play(request, imported.rules, card)),
        "link": address_for_others(request, reverse("rule_set", args=[card.text])),
        "canonical": address_for_others(request, reverse("rule_set", args=[preset or card.text])),
    }
    return render(request, "rules/rule_set.html", context, status=422 if problem else 200)


@_with_rule_set
def rule_card(request: HttpRequest, imported: Imported) -> HttpResponse:
    """Show the rules and a score pad on one page to print."""
    context = {
        "card": card_of(imported.rules, imported.base),
        "players": range(PAD_PLAYERS),
        "lines": range(PAD_LINES),
    }
    return render(request, "rules/score_card.html", context)


@never_cache
@_with_rule_set
def roll(request: HttpRequest, imported: Imported) -> HttpResponse:
    """Return the next roll of a turn to try on a page of rules (`games.state.sample_turn`)."""
    try:
        require_playable(imported.rules)
        rolls, keeps = (
            [_faces(text) for text in request.GET.getlist(name)[: MOST_ROLLS + 1]]
            for name in ("roll", "keep")
        )
        return JsonResponse(roll_again(imported.rules, rolls, keeps))
    except (BadTurn, Refused):
        return JsonResponse({}, status=400)


def _faces(text: str) -> Dice:
    """Return the faces in "146". Raise BadTurn."""
    if len(text) > _LONGEST_ROLL or not set(text) <= set("123456"):
        raise BadTurn
    return tuple(map(int, text))


@_with_rule_set
def rule_file(_request: HttpRequest, imported: Imported) -> HttpResponse:
    name = name_of(imported.rules, imported.base)
    return rules_file(to_json(imported.rules, imported.base, name), name)


@form_page
def my_rules(request: HttpRequest) -> HttpResponseBase:
    """List the person's saved rule sets (GET), or save one (POST)."""
    if request.method == "POST":
        return _save(request)
    if _wants_json(request):
        saved = [_as_dict(row) for row in _saved_by(identity.person_of(request))]
        return JsonResponse({"saved": saved})
    return _list(request)


def _save(request: HttpRequest) -> HttpResponseBase:
    try:
        sent = parse_code(request.POST.get("rules", ""))
    except Unreadable as problem:
        return _refuse_rules(request, problem)
    name, replace = request.POST.get("name", ""), "replace" in request.POST
    try:
        with counted_sender(request, SAVED_RULES, "SaveRules") as person:
            row = saved_rules.save(person, name, sent.rules, sent.base, replace=replace)
    except Refused as refused:
        if _wants_json(request):
            return JsonResponse({"problem": refused.text, "code": refused.code}, status=422)
        return _rule_set(request, sent, refused.text)
    return JsonResponse(_as_dict(row)) if _wants_json(request) else redirect("my_rules")


@require_POST
def rename_rules(request: HttpRequest, number: int) -> HttpResponseBase:
    try:
        saved_rules.rename(_own(request, number), request.POST.get("name", ""))
    except Refused as refused:
        return _list(request, renamed=number, problem=refused.text)
    return redirect("my_rules")


@require_POST
def delete_rules(request: HttpRequest, number: int) -> HttpResponseBase:
    saved_rules.discard(_own(request, number))
    return redirect("my_rules")


@private_page
def saved_file(request: HttpRequest, number: int) -> HttpResponse:
    row = _own(request, number)
    return rules_file(to_json(rules_of(row.rules), row.base, row.name), row.name)


@require_POST
def read_rules(request: HttpRequest) -> HttpResponseBase:
    """Parse a pasted or uploaded rule set, or show the mistake in it. Save nothing."""
    text, file = request.POST.get("rules", ""), request.FILES.get("file")
    if file is not None:
        # Bytes that are not UTF-8 become text that is not a rule set.
        text = file.read(LONGEST + 1).decode("utf-8", "replace")
    try:
        rule_set = parse_rules(text)
    except Unreadable as problem:
        return _refuse_rules(request, problem)
    short = codec.write(rule_set.rules, rule_set.base)
    if _wants_json(request):
        answer = to_json(rule_set.rules, rule_set.base, rule_set.name)
        return JsonResponse({**answer, "text": short})
    return redirect("rule_set", short)


def _refuse_rules(request: HttpRequest, problem: Unreadable) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"problem": str(problem), "code": "bad_rules"}, status=422)
    form = RulesForm(request.POST)
    form.add_error("file" if "file" in request.FILES else "rules", str(problem))
    return _list(request, form)


def _list(
    request: HttpRequest, form: RulesForm | None = None, renamed: int = 0, problem: str = ""
) -> HttpResponse:
    """Return the page of saved rules, after a refusal with the form to import some, or with the
    `problem` of renaming those with a number."""
    identity.offer_key(request)
    saved = [
        {
            **_as_dict(row),
            "form": TitleForm(
                request,
                _("Name"),
                _("Rename"),
                name=row.name,
                problem=problem if row.pk == renamed else "",
                auto_id=f"%s-{row.pk}",
            ),
        }
        for row in _saved_by(identity.person_of(request))
    ]
    context = {"saved": saved, "form": form or RulesForm()}
    return render(request, "rules/my_rules.html", context, status=422 if form or problem else 200)


def _saved_by(person: Person | None) -> list[SavedRules]:
    if person is None:
        return []
    return list(SavedRules.objects.filter(person=person).order_by("name"))


def _as_dict(row: SavedRules) -> dict[str, Any]:
    card = card_of(rules_of(row.rules), row.base)
    return {
        "id": row.pk,
        "name": row.name,
        "line": card.difference or card.name,
        "text": card.text,
        "rules": row.rules,
        "base": row.base,
        "minutes": card.minutes,
    }


def _own(request: HttpRequest, number: int) -> SavedRules:
    return get_object_or_404(SavedRules, pk=number, person=identity.person_of(request))


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"
