"""The home page, its forms (new room, practice, room code), and the files of the web app."""

from dataclasses import replace
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from farkle import DEFAULT_PRESET, PRESETS
from farkle.ai.players import LEVELS
from farkle.rules import codec
from games.formats import points
from games.models import Deal, Person, Room
from games.people import identity
from games.people.address import origin_of
from games.people.forms import CodeForm, NameForm
from games.people.throttle import PRACTICE, ROOMS
from games.protocol.commands import Command, Leave, No
from games.protocol.errors import Refused
from games.rules.card import card_of, choices_with_minutes, name_of
from games.rules.duration import minutes
from games.rules.exchange import Unreadable, parse_code
from games.selectors.company import invitations_to
from games.selectors.game_list import GamesPage, Search, games_of
from games.selectors.room_list import open_rooms, practice_of, rooms_of, waiting_games_of
from games.services import create_room, executor
from games.services.commands.settings import default_room_name
from games.services.deals import first_try, newest_day
from games.services.practice import play_now
from games.views.previews import DEFAULT_PICTURE
from games.views.shared import (
    counted_sender,
    preview_of,
    private_page,
    request_id,
    status_of,
    ways_in,
)

_SHORT: Final = replace(PRESETS[DEFAULT_PRESET], target=5000)
"""Rules of a short game."""


@private_page
def home(request: HttpRequest) -> HttpResponse:
    return _home(request)


def _home(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    ways = ways_in(request)
    person, going_on = ways["person"], ways["going_on"]
    rooms = rooms_of(person) if person else []
    rooms = [room for room in rooms if not going_on or room.code != going_on.code]
    context = {
        **ways,
        "preview": preview_of(
            request,
            _("Farkle"),
            _("Start a game, share the link, roll. Free, no account."),
            static(DEFAULT_PICTURE),
        ),
        "finding": CodeForm(auto_id="%s"),
        "levels": LEVELS.values(),
        "choices": choices_with_minutes(),
        "short": _SHORT,
        "short_minutes": minutes(_SHORT, DEFAULT_PRESET)[0],
        "short_code": codec.write(_SHORT, DEFAULT_PRESET),
        "wins": card_of(PRESETS[DEFAULT_PRESET]).wins,
        "turns": [room for room in rooms if room.my_turn],
        "invitations": invitations_to(person) if person else [],
        "own_rooms": sorted(
            (room for room in rooms if room.asleep or not room.my_turn),
            key=lambda room: room.asleep,
        ),
        "daily": _daily(person),
        "open_rooms": open_rooms(but=[room.code for room in rooms], person=person),
        **more,
    }
    return render(request, "home/home.html", context, status=status)


def _daily(person: Person | None) -> dict[str, str]:
    """Return the rules of today's deal, and how far the visitor has come with it."""
    today = newest_day()
    attempt = first_try(today, person) if today else None
    if attempt is None or today is None:
        state = _("Play")
    elif attempt.points is None:
        state = _("Continue")
    else:
        state = points(attempt.points)
    return {"rules": name_of(PRESETS[today.preset]) if today else "", "state": state}


@private_page
def waiting_games(request: HttpRequest) -> JsonResponse:
    """Return {count, url}: the number of games that wait for the visitor's move, except in the room
    `but`, and the URL of the most urgent."""
    person = identity.person_of(request)
    waiting = waiting_games_of(person, request.GET.get("but", "")) if person else []
    url = reverse("room", args=[waiting[0].code]) if waiting else ""
    return JsonResponse({"count": len(waiting), "url": url})


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return the web app manifest, with which a phone installs the site as an app."""
    icons = [
        {"src": static(f"img/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for name, size in (("icon-192", 192), ("icon-512", 512))
    ]
    maskable = {"src": static("img/icon-maskable-512.png"), "sizes": "512x512"}
    icons.append({**maskable, "type": "image/png", "purpose": "maskable"})
    # Size in pixels, by the width of screens that they are shown on.
    screenshots = [
        {"src": static(f"img/screenshot-{form}.webp"), "sizes": size, "form_factor": form}
        for form, size in (("narrow", "780x1688"), ("wide", "1600x1000"))
    ]
    # A manifest has one theme only; the pages declare light and dark colours.
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
            {**image, "type": "image/webp", "label": _("A turn at the table")}
            for image in screenshots
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
    return _open(request, NameForm(request.POST))


def practice(request: HttpRequest) -> HttpResponseBase:
    """Go on with the visitor's game against a computer, or begin the next one. A visitor without a
    name plays as "Guest"."""
    person = identity.person_of(request)
    going_on = practice_of(person) if person else None
    if going_on is not None and not going_on.over and request.method == "POST":
        return redirect("room", going_on.code)
    name = request.POST.get("name") or (person and person.name) or _("Guest")
    return _open(request, NameForm({"name": name}), is_practice=True)


def give_up(request: HttpRequest) -> HttpResponseBase:
    """End the visitor's game against a computer, which wins."""
    person = identity.person_of(request)
    going_on = practice_of(person) if person else None
    if request.method == "POST" and person and going_on and not going_on.over:
        body = Leave(going_on.seat)
        answer = executor.perform(Command(going_on.code, person.pk, request_id(request), body))
        if isinstance(answer, No):
            return _home(request, status=status_of(answer), error=answer.text)
        messages.info(request, _("You gave up. %(name)s wins.") % {"name": going_on.against})
    return redirect("home")


def _open(request: HttpRequest, form: NameForm, *, is_practice: bool = False) -> HttpResponseBase:
    if request.method != "POST":  # a reload of the form's response
        return redirect("home")
    try:
        text = request.POST.get("rules") or (
            request.POST.get("practice_rules") if is_practice else f"1.{DEFAULT_PRESET}"
        )
        by = parse_code(text) if text else None
    except Unreadable as problem:
        return _home(request, status=422, error=str(problem))
    if not form.is_valid():
        chosen = card_of(by.rules, by.base) if by and request.POST.get("rules") else None
        return _home(request, status=422, opening=form, by=chosen)
    name = form.cleaned_data["name"]
    try:
        # The home page's form serves rooms and practice, with a request id for each.
        field = "practice" if is_practice and "practice" in request.POST else "request"
        with counted_sender(request, PRACTICE if is_practice else ROOMS, "OpenRoom") as person:
            if request.POST.get("name"):
                identity.rename(person, name)
            wanted: dict[str, Any] = {"name": name, "origin": origin_of(request)}
            if by:
                wanted |= {"rules": by.rules.to_dict(), "base": by.base}
            key = request_id(request, field)
            if is_practice:
                level = request.POST.get("level", "")
                room = play_now(person, key, level=level, **wanted)
            else:
                wanted |= {"title": default_room_name(name), "own_dice": "own_dice" in request.POST}
                room = create_room.open_room(person, key, **wanted)
    except Refused as refused:
        status = 429 if refused.code == "too_many_here" else 422
        return _home(request, status=status, error=refused.text)
    return redirect("room", room.code)


@require_safe
def find_room(request: HttpRequest) -> HttpResponseBase:
    """Redirect from a typed code, or a pasted link, to the room or the challenge."""
    form = CodeForm(request.GET, auto_id="%s")
    if form.is_valid():
        code = form.cleaned_data["code"]
        if Room.objects.filter(code=code).exists():
            return redirect("room", code)
        if Deal.objects.filter(key=code, kind=Deal.Kind.CHALLENGE).exists():
            return redirect("deal", code)
        form.add_error("code", _("No room has this code. Check it and try again."))
    return _home(request, status=404, finding=form)


@private_page
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker keeps for use offline, with the person's last games."""
    person = identity.person_of(request)
    page = GamesPage((), None) if person is None else games_of(person, Search())
    return render(request, "history/offline.html", {"page": page})


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker, at the root because it only controls paths below its own."""
    response = HttpResponse(_worker_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@cache
def _worker_script() -> bytes:
    return bytes((settings.BASE_DIR / "static/js/pages/worker.js").read_bytes())
