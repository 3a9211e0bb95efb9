"""The home page, and what leads from it to a room: opening one, practice, a typed code."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from farkle.ai.players import LEVELS
from games.models import Room
from games.people import identity
from games.people.address import origin_of
from games.people.room_forms import NameForm, code_in
from games.people.throttle import PRACTICE, ROOMS
from games.protocol.commands import Command, Leave, No
from games.protocol.errors import Refused
from games.rules.card import card_of, choices_with_minutes
from games.rules.catalogue import NEWCOMERS
from games.rules.exchange import Unreadable, from_text
from games.selectors.company import invitations_to
from games.selectors.room_list import open_rooms, practice_of, rooms_of, waiting_games_of
from games.services import create_room, executor
from games.services.commands.settings import made_name
from games.views.previews import HOUSE
from games.views.shared import (
    counted_sender,
    name_form,
    new_request_id,
    preview_of,
    request_id,
)

PRACTICE_LEVEL = "penny"
"""The level for somebody who did not choose one: a medium one."""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The home page: what Farkle is, practice, a room for friends, a code, and the visitor's
    rooms."""
    return _home(request)


def _home(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    person = identity.person_of(request)
    going_on = practice_of(person) if person else None
    mine = (
        [one for one in rooms_of(person) if not going_on or one.code != going_on.code]
        if person
        else []
    )
    context = {
        "person": person,
        "preview": preview_of(
            request,
            _("Farkle"),
            _("Start a game, share the link, roll. Free, no account."),
            static(HOUSE),
        ),
        "going_on": going_on,
        "opening": name_form(person),
        "request_id": new_request_id(request),
        "practice_id": new_request_id(request),
        "levels": LEVELS.values(),
        "choices": choices_with_minutes(),
        "turns": [one for one in mine if one.my_turn],
        "invitations": invitations_to(person) if person else [],
        "awake": [one for one in mine if not one.asleep and not one.my_turn],
        "tables": [one for one in mine if one.asleep],
        "open_rooms": open_rooms(but=[one.code for one in mine], person=person),
        **more,
    }
    return render(request, "home/home.html", context, status=status)


@require_safe
@never_cache
def waiting_games(request: HttpRequest) -> JsonResponse:
    """Return {count, url}: how many games wait for a move of the visitor, without the room whose
    code is `but`, and where the most urgent of them is."""
    person = identity.person_of(request)
    found = waiting_games_of(person, request.GET.get("but", "")) if person else []
    url = reverse("room", args=[found[0].code]) if found else ""
    return JsonResponse({"count": len(found), "url": url})


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """The web app manifest: how a phone shows the site among its apps."""
    icons = [
        {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for name, size in (("icon-192", 192), ("icon-512", 512))
    ]
    maskable = {"src": static("img/icon-maskable-512.png"), "sizes": "512x512"}
    icons.append({**maskable, "type": "image/png", "purpose": "maskable"})
    # The size in pixels, and the width of the screens for whose users it is shown.
    screenshots = [
        {"src": static(f"img/screenshot-{form}.webp"), "sizes": size, "form_factor": form}
        for form, size in (("narrow", "780x1688"), ("wide", "1600x1000"))
    ]
    # A manifest has one colour only; the pages say theirs for either light.
    content = {
        "name": _("Farkle"),
        "short_name": _("Farkle"),
        "description": _("The classic dice game, online with friends."),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#dfe3df",
        "theme_color": "#10463a",
        "categories": ["games"],
        "icons": icons,
        "screenshots": [
            {**one, "type": "image/webp", "label": _("A turn at the table")} for one in screenshots
        ],
        "shortcuts": [
            {"name": _("New room"), "url": "/#start-form", "icons": icons[:1]},
            {"name": _("My games"), "url": reverse("my_games"), "icons": icons[:1]},
        ],
    }
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = "public, max-age=86400"
    return response


def open_room(request: HttpRequest) -> HttpResponseBase:
    """Open a room with the sender as host, and remember the name."""
    return _open(request, NameForm(request.POST))


def practice(request: HttpRequest) -> HttpResponseBase:
    """Open a room in which a game against a computer has begun, or return to the one in which the
    visitor has such a game.

    It takes one tap: somebody without a name plays as a guest.
    """
    person = identity.person_of(request)
    going_on = practice_of(person) if person else None
    if going_on is not None and request.method == "POST":
        return redirect("room", going_on.code)
    name = request.POST.get("name") or (person and person.name) or _("Guest")
    level = request.POST.get("level", PRACTICE_LEVEL)
    return _open(request, NameForm({"name": name}), against=level)


def give_up(request: HttpRequest) -> HttpResponseBase:
    """End the visitor's game against a computer, which wins."""
    person = identity.person_of(request)
    going_on = practice_of(person) if person else None
    if request.method == "POST" and person is not None and going_on is not None:
        body = Leave(going_on.seat)
        answer = executor.perform(Command(going_on.code, person.pk, request_id(request), body))
        if isinstance(answer, No):
            return _home(request, status=503 if answer.code == "busy" else 409, error=answer.text)
    return redirect("home")


def _open(request: HttpRequest, form: NameForm, against: str = "") -> HttpResponseBase:
    if request.method != "POST":  # a reload of the page that the form led to
        return redirect("home")
    try:
        chosen_for_practice = request.POST.get("practice_rules") if against else None
        given = request.POST.get("rules") or chosen_for_practice
        by = from_text(given or f"1.{NEWCOMERS}")
    except Unreadable as problem:
        return _home(request, status=422, error=str(problem))
    if not form.is_valid():
        chosen = card_of(by.rules, by.base) if request.POST.get("rules") else None
        return _home(request, status=422, opening=form, by=chosen)
    name = form.cleaned_data["name"]
    try:
        # The home page has one form for both, with an id for each.
        sent = "practice" if against and "practice" in request.POST else "request"
        with counted_sender(request, PRACTICE if against else ROOMS, "OpenRoom") as person:
            if request.POST.get("name"):
                identity.rename(person, name)
            room = create_room.open_room(
                person,
                request_id(request, sent),
                name=name,
                title=made_name(name, against),
                against=against,
                rules=by.rules.to_dict(),
                base=by.base,
                origin=origin_of(request),
            )
    except Refused as refused:
        status = 429 if refused.code == "too_many_here" else 422
        return _home(request, status=status, error=refused.text)
    return redirect("room", room.code)


@require_safe
def find_room(request: HttpRequest) -> HttpResponseBase:
    """Go from a typed code, or a pasted link, to the room."""
    typed = request.GET.get("code", "")[:200]
    code = code_in(typed)
    if code is None:
        problem = _("Codes have 8 letters and numbers, like HJ4K TQ2W.")
    elif not Room.objects.filter(code=code).exists():
        problem = _("No room has this code. Check it and try again.")
    else:
        return redirect("room", code)
    return _home(request, status=404, code=typed, code_problem=problem)
