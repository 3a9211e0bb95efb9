"""The pages: home, a room, its rules. They read; whatever changes something goes through `play`."""

import io
import secrets
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from farkle.ai.players import LEVELS
from games.forms import NameForm, code_in
from games.models import Game, Person, Player, Room, Standing
from games.people import identity
from games.protocol.commands import Command, No, Sit
from games.protocol.errors import Refused, hints, reasons
from games.replay.game import may_see
from games.rules.card import NAMES, Card, card_of, line_of, short_name
from games.rules.catalogue import DEFAULT, rules_of
from games.rules.exchange import Unreadable, from_text, rule_sets_for_editor
from games.rules.fields import GROUPS, LABELS, QUICK
from games.selectors.room_list import open_rooms, rooms_of
from games.services import create_room, executor
from games.services.teams import MOST_TEAMS
from games.state import frames
from games.state.room_settings import settings_of

PRACTICE_LEVEL = "ledger"

HERO = (3, 1, 5, 6, 4, 2)
"""The dice that lie on the tray of the home page."""


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Open a room, type a code, my rooms, and rooms open to anybody."""
    return _home(request)


def _home(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    person = identity.person_of(request)
    mine = rooms_of(person) if person else []
    context = {
        "person": person,
        "hero": HERO,
        "opening": NameForm(initial={"name": person.name if person else ""}),
        "request_id": secrets.token_urlsafe(12),
        "practice_id": secrets.token_urlsafe(12),
        "levels": LEVELS.values(),
        "rooms": mine,
        "open_rooms": open_rooms(but=[one.code for one in mine]),
        **more,
    }
    return render(request, "home/home.html", context, status=status)


def open_room(request: HttpRequest) -> HttpResponseBase:
    """A new room with whoever asks in it as host; the name is remembered."""
    return _opened(request, NameForm(request.POST))


def practice(request: HttpRequest) -> HttpResponseBase:
    """A new room in which a game against a computer is on already. One tap does it: who has not
    given a name plays without."""
    person = identity.person_of(request)
    name = request.POST.get("name") or (person and person.name) or _("Guest")
    level = request.POST.get("level", PRACTICE_LEVEL)
    return _opened(request, NameForm({"name": name}), against=level)


def _opened(request: HttpRequest, form: NameForm, against: str = "") -> HttpResponseBase:
    if request.method != "POST":  # somebody reloads, or comes back to, what a form led to
        return redirect("home")
    try:
        by = from_text(request.POST.get("rules") or f"1.{DEFAULT}")
    except Unreadable as problem:
        return _home(request, status=422, error=str(problem))
    if not form.is_valid():
        return _home(request, status=422, opening=form, by=card_of(by.rules, by.base))
    name = form.cleaned_data["name"]
    person = identity.ensure_person(request)
    if request.POST.get("name"):
        identity.rename(person, name)
    try:
        room = create_room.open_room(
            person,
            _request_id(request),
            name=name,
            title=_title(name, against),
            against=against,
            rules=by.rules.to_dict(),
            base=by.base,
        )
    except Refused as refused:
        too_many = refused.code == "too_many_rooms"
        return _home(request, status=429 if too_many else 422, error=refused.text)
    return _remembered(request, redirect("room", room.code))


def _title(name: str, against: str) -> str:
    if against in LEVELS:
        return _("%(name)s and %(computer)s") % {"name": name, "computer": LEVELS[against].name}
    return _("%(name)s's table") % {"name": name}


@require_safe
def find_room(request: HttpRequest) -> HttpResponseBase:
    """From a typed code, or a pasted link, to the room."""
    typed = request.GET.get("code", "")[:200]
    code = code_in(typed)
    if code is None:
        problem = _("A code has eight letters and figures, like HJ4K TQ2W.")
    elif not Room.objects.filter(code=code).exists():
        problem = _("No room has this code. Ask for it once more; it may have been misheard.")
    else:
        return redirect("room", code)
    return _home(request, status=404, code=typed, code_problem=problem)


@require_safe
@never_cache
def room(request: HttpRequest, code: str) -> HttpResponseBase:
    """A room: for who has a seat (or looks on) the table, for others the invitation."""
    if code != code.upper():
        return redirect("room", code.upper())
    place = _room(code)
    person = identity.person_of(request)
    mine = _seats_of(person, place)
    seated = any(not player.left for player in mine)
    removed = any(player.removed for player in mine)
    # Whose seat was given away finds the table, and there the way to object.
    lost = person is not None and Player.objects.filter(room=place, before=person).exists()
    if seated or lost or ("watch" in request.GET and not removed):
        return _table(request, place)
    name = person.name if person else ""
    return _invitation(request, place, NameForm(initial={"name": name}), removed=removed)


@require_safe
@never_cache
def screen(request: HttpRequest, code: str) -> HttpResponseBase:
    """The table for a television: nobody's seat, nothing to press, the way in always shown."""
    place = _room(code)
    if code != place.code:
        return redirect("room_screen", place.code)
    if any(player.removed for player in _seats_of(identity.person_of(request), place)):
        return redirect("room", place.code)
    return _table(request, place, screen=True)


def sit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a seat. Who has one keeps it, and gets one more where `another` is asked for."""
    place = _room(code)
    if request.method != "POST":
        return redirect("room", place.code)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _invitation(request, place, form, status=422)
    name = form.cleaned_data["name"]
    person = identity.ensure_person(request)
    another = "another" in request.POST
    if not another:
        identity.rename(person, name)
    answer = executor.perform(
        Command(place.code, person.pk, _request_id(request), Sit(name, another))
    )
    if isinstance(answer, No):
        place.refresh_from_db()
        removed = answer.code == "removed"
        return _invitation(request, place, form, status=409, no=answer, removed=removed)
    return _remembered(request, redirect("room", place.code))


@require_safe
def room_rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules in force in this room, as a page that needs no script."""
    place = _room(code)
    card = _card(place)
    context = {
        "heading": card.name,
        "cards": [card],
        "room": place,
        "back": reverse("room", args=[place.code]),
    }
    return render(request, "rules/rules.html", context)


@require_safe
@never_cache
def room_rules_card(request: HttpRequest, code: str) -> HttpResponse:
    """The card alone: what the page of the room puts in place when rules change."""
    return render(request, "rules/card.html", {"card": _card(_room(code))})


@require_GET
@never_cache
def room_result(request: HttpRequest, code: str, number: int) -> JsonResponse:
    """Of an ended game: {turns, minutes, rows: [{best, farkles, turns}] by engine seat}."""
    ended = Game.objects.ended().select_related("room")
    game = get_object_or_404(ended, room__code=code, number=number)
    if not may_see(game.room, identity.person_of(request)):
        return JsonResponse({}, status=403)
    standings = Standing.objects.filter(game=game).order_by("seat")
    rows = [
        {"best": one.best_turn, "farkles": one.farkles, "turns": one.turns} for one in standings
    ]
    length = game.finished - game.started if game.finished and game.started else None
    return JsonResponse(
        {
            "turns": max((row["turns"] for row in rows), default=0),
            "minutes": round(length.total_seconds() / 60) if length else 0,
            "rows": rows,
        }
    )


@require_safe
def room_qr(request: HttpRequest, code: str) -> HttpResponse:
    """The room's link as a QR code, dark on white in either theme: that is what cameras read."""
    place = _room(code)
    out = io.BytesIO()
    segno.make(_link(request, place), error="m").save(
        out, kind="svg", scale=4, border=0, dark="#1b2023", xmldecl=False, omitsize=True
    )
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "max-age=3600"
    return response


def _room(code: str) -> Room:
    found = Room.objects.filter(code=code.upper()[:8]).first()
    if found is None:
        raise Http404
    return found


def _seats_of(person: Person | None, place: Room) -> list[Player]:
    if person is None:
        return []
    return list(Player.objects.held_by(person).filter(room=place))


def _link(request: HttpRequest, place: Room) -> str:
    return request.build_absolute_uri(reverse("room", args=[place.code]))


def _request_id(request: HttpRequest) -> str:
    """The id that the form carries, so that sending it twice does it once; a form without one
    counts for itself."""
    given = request.POST.get("request", "")
    fit = 8 <= len(given) <= 40 and given.replace("-", "").replace("_", "").isalnum()
    return given if fit and given.isascii() else secrets.token_urlsafe(12)


def _remembered(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    identity.remember(request, response)
    return response


def _card(place: Room) -> Card:
    """The rules in force: of the game that is on, else of the next one."""
    if place.status == Room.Status.PLAYING:
        on = Game.objects.running(place)
        if on is not None and on.rules is not None:
            base = place.base if on.rules == place.rules else ""
            return card_of(rules_of(on.rules), base, teams=on.teams is not None)
    return card_of(rules_of(place.rules), place.base, teams=place.teams > 0)


def _shared(request: HttpRequest, place: Room, players: list[Player]) -> dict[str, Any]:
    """What both faces of a room need, the previews of its link among it."""
    card = _card(place)
    host = next((player.name for player in players if player.seat == place.host), None)
    who = ", ".join(player.name for player in players[:6])
    if len(players) > 6:
        who = _("%(names)s and %(more)s more") % {"names": who, "more": len(players) - 6}
    title = place.name or _("Farkle")
    invitation = (
        _("%(name)s asks you to play Farkle") % {"name": host}
        if host
        else _("You are asked to play Farkle")
    )
    said = [title, card.name, _("At the table: %(names)s") % {"names": who} if who else ""]
    return {
        "room": place,
        "title": title,
        "card": card,
        "invitation": invitation,
        "description": ". ".join(part for part in said if part) + ".",
        "url": _link(request, place),
        "request_id": secrets.token_urlsafe(12),
    }


def _players(place: Room) -> list[Player]:
    return list(Player.objects.seated().in_turn_order().filter(room=place))


def _table(request: HttpRequest, place: Room, *, screen: bool = False) -> HttpResponse:
    context = {
        **_shared(request, place, _players(place)),
        "protocol": frames.PROTOCOL,
        "assets": frames.assets_version(),
        "reasons": reasons(),
        "hints": hints(),
        "presets": [(key, short_name(key), line_of(key)) for key in NAMES],
        "groups": GROUPS,
        "rule_sets": rule_sets_for_editor(),
        "quick": [(name, LABELS[name]) for name in QUICK],
        "team_counts": range(2, MOST_TEAMS + 1),
        "pens": list(
            enumerate((_("red"), _("blue"), _("green"), _("violet"), _("ochre"), _("teal")))
        ),
        "link": _link(request, place).split("://", 1)[1],
        "spoken": f"{place.code[:4]} {place.code[4:]}",
        "levels": LEVELS.values(),
        "hero": HERO,
        "screen": screen,
    }
    return render(request, "room/room.html", context)


def _invitation(
    request: HttpRequest,
    place: Room,
    form: NameForm,
    *,
    status: int = 200,
    removed: bool = False,
    no: No | None = None,
) -> HttpResponse:
    players = _players(place)
    problem: tuple[str, str] | None = None
    remark = ""
    closed = place.status == Room.Status.CLOSED
    full = len(players) >= settings_of(place)["seats"]
    if removed:
        problem = (
            _("The host took you from this table."),
            _("This link does not let you in again. If that was a mistake, talk to the host."),
        )
    elif closed:
        problem = (_("This room is closed."), _("Nothing more is played here."))
    elif full:
        problem = (
            _("Every seat is taken."),
            _("You may look on, and sit down when somebody gets up."),
        )
    elif no is not None:
        problem = (no.text, "")
    elif place.status == Room.Status.PLAYING:
        remark = (
            _("A game is on. Sit down now and you play from the next round on.")
            if settings_of(place)["late"] == "play"
            else _("A game is on. Sit down now and you play from the next one on.")
        )
    context = {
        **_shared(request, place, players),
        "form": form,
        "players": [
            {
                "name": player.name,
                "pen": player.colour + 1,
                "host": player.seat == place.host,
            }
            for player in players
        ],
        "problem": problem,
        "remark": remark,
        "can_sit": not (removed or closed or full),
        # In a lobby with seats to take there is nothing to look at.
        "can_watch": not removed and (full or place.status != Room.Status.LOBBY),
    }
    return render(request, "room/invitation.html", context, status=status)
