"""The pages of a room. They read; forms and sockets change a room through `games.services`."""

import io
from typing import Any

import segno
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from farkle.ai.players import LEVELS
from games import assets
from games.forms import NameForm
from games.models import FOUNDER, Game, Person, Player, Room
from games.notices import vapid
from games.people import identity, known
from games.people.address import address_of
from games.people.throttle import SEATS_TAKEN
from games.protocol.commands import Command, No, Sit, SitAgain
from games.protocol.errors import SENTENCES, hints, reasons
from games.rules.card import Card, card_of, offered
from games.rules.catalogue import rules_of
from games.rules.exchange import rule_sets_for_editor
from games.rules.fields import GROUPS, QUICK
from games.services import executor
from games.services.hosting.door import knock_of
from games.services.refusals import report
from games.services.seats import MOST_SEATS_OF_A_PERSON
from games.services.teams import MOST_TEAMS
from games.state import frames
from games.state.places import may_enter
from games.state.room_settings import settings_of
from games.views.lobby import goal_of, lobby_of, seat_of
from games.views.shared import Preview, name_form, new_request_id, request_id, room_or_404


@require_safe
@never_cache
def room_page(request: HttpRequest, code: str) -> HttpResponseBase:
    """The table for somebody who has a seat or looks on, the invitation for anybody else."""
    if code not in request.path_info:  # typed in small letters
        return redirect("room", code)
    room = _room_or_new_link(request, code, "room")
    if not isinstance(room, Room):
        return room
    person = identity.person_of(request)
    players = Player.objects.filter(room=room)
    mine = list(players.held_by(person)) if person else []
    seated = any(not player.left for player in mine)
    # Somebody whose seat was given away can object to it at the table.
    lost = person is not None and players.filter(before=person).exists()
    watches = "watch" in request.GET and not _is_removed(mine) and may_enter(room, person)
    if seated or lost or watches:
        return _table(request, room, [player for player in mine if not player.left])
    return _invitation(request, room, name_form(person), person, mine)


def _room_or_new_link(request: HttpRequest, code: str, page: str) -> Room | HttpResponseRedirect:
    """Return the room. By a link that it had before, whoever has a seat there is sent to the new
    one. Raise Http404."""
    try:
        return room_or_404(code)
    except Http404:
        person = identity.person_of(request)
        if person is None:
            raise
        seats = Player.objects.seated().held_by(person)
        moved = Room.objects.once_at(code).filter(pk__in=seats.values("room")).first()
        if moved is None:
            raise
        return redirect(page, moved.code)


@require_safe
@never_cache
def screen(request: HttpRequest, code: str) -> HttpResponseBase:
    """The table for a television: no seat, nothing to press, the way in always in sight."""
    room = _room_or_new_link(request, code, "room_screen")
    if not isinstance(room, Room):
        return room
    if code not in request.path_info:
        return redirect("room_screen", code)
    person = identity.person_of(request)
    mine = list(Player.objects.filter(room=room).held_by(person)) if person else []
    if _is_removed(mine) or not may_enter(room, person):
        return redirect("room", code)
    return _table(request, room, [], screen=True)


def sit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a seat. Somebody who has one keeps it, and gets one more if the form says `another`."""
    room = room_or_404(code)
    if request.method != "POST":
        return redirect("room", code)
    person = identity.person_of(request)
    mine = list(Player.objects.filter(room=room).held_by(person)) if person else []
    if person is not None and "again" in request.POST:
        return _sit_again(request, room, person, mine)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _invitation(request, room, form, person, mine, status=422)
    if not mine and SEATS_TAKEN.hit(address_of(request), known.key_of(person)):
        report("many_join", "Sit", room=room.pk)
        many = No("many_join", str(SENTENCES["many_join"]))
        return _invitation(request, room, form, person, mine, status=429, refusal=many)
    name = form.cleaned_data["name"]
    person = identity.ensure_person(request)
    another = "another" in request.POST
    if not another:
        identity.rename(person, name)
    answer = executor.perform(Command(code, person.pk, request_id(request), Sit(name, another)))
    if isinstance(answer, No):
        room.refresh_from_db()
        status = 503 if answer.code == "busy" else 409
        return _invitation(request, room, form, person, mine, status=status, refusal=answer)
    return redirect("room", code)


def _sit_again(
    request: HttpRequest, room: Room, person: Person, mine: list[Player]
) -> HttpResponseBase:
    """Take the seats again that the button names, such as `again=1,2`."""
    asked = {text for text in request.POST["again"].split(",")[:MOST_SEATS_OF_A_PERSON] if text}
    seats = tuple(player.seat for player in mine if str(player.seat) in asked)
    body = SitAgain(seats)
    answer = executor.perform(Command(room.code, person.pk, request_id(request), body))
    if not isinstance(answer, No):
        return redirect("room", room.code)
    room.refresh_from_db()
    status = 503 if answer.code == "busy" else 409
    form = name_form(person)
    return _invitation(request, room, form, person, mine, status=status, refusal=answer)


@require_safe
@never_cache
def knock(request: HttpRequest, code: str) -> JsonResponse:
    """Return {waiting}: whether the person has knocked and the host has not answered yet."""
    room = room_or_404(code)
    return JsonResponse({"waiting": _knocked(room, identity.person_of(request)) == "waiting"})


@require_safe
@never_cache
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules in force in this room, as a page that needs no script."""
    room = room_or_404(code)
    card = _card(room)
    context = {
        "heading": card.name,
        "cards": [card],
        "room": room,
        "back": reverse("room", args=[code]),
    }
    return render(request, "rules/rules.html", context)


@require_safe
@never_cache
def rules_card(request: HttpRequest, code: str) -> HttpResponse:
    """The card of the rules alone, which the room's page fetches when they change."""
    card = _card(room_or_404(code))
    return render(request, "rules/card.html", {"card": card})


@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """The room's link as a QR code, dark on white in either theme, as cameras need it."""
    room = room_or_404(code)
    out = io.BytesIO()
    segno.make(_link(request, room), error="m").save(
        out, kind="svg", scale=4, border=0, dark="#1b2023", xmldecl=False, omitsize=True
    )
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"  # the link is a key
    return response


def _link(request: HttpRequest, room: Room) -> str:
    return request.build_absolute_uri(reverse("room", args=[room.code]))


def _card(room: Room) -> Card:
    """Return the rules in force: those of the game being played, else those of the next one."""
    game = Game.objects.running(room) if room.status == Room.Status.PLAYING else None
    if game is not None and game.rules is not None:
        base = room.base if game.rules == room.rules else ""
        return card_of(rules_of(game.rules), base, teams=game.teams is not None)
    return card_of(rules_of(room.rules), room.base, teams=room.teams > 0)


def _is_removed(mine: list[Player]) -> bool:
    """Return whether the holder of these seats was removed. The founder never is."""
    return not _is_founder(mine) and any(player.removed for player in mine)


def _is_founder(mine: list[Player]) -> bool:
    """Return whether the holder of these seats opened the room, and can always sit down in it."""
    return any(player.seat == FOUNDER for player in mine)


def _knocked(room: Room, person: Person | None) -> str:
    """Return the state of the person's knock: `waiting` or `declined`; empty without one."""
    found = None if person is None else knock_of(room, person.pk)
    if found is None:
        return ""
    return "declined" if "no" in found else "waiting"


def _seated(room: Room) -> list[Player]:
    return list(Player.objects.filter(room=room).seated().in_turn_order())


def _again(room: Room, mine: list[Player], seated: int) -> list[tuple[str, list[str]]]:
    """Return what a member sits down with in one tap, as (seats, names): all of their seats first,
    if several people share this device, then each alone."""
    left = [player for player in mine if player.left]
    if seated + len(left) > settings_of(room)["seats"] and not _is_founder(mine):
        left = left[:1]
    each = [(str(player.seat), [player.name]) for player in left]
    everybody = (",".join(seat for seat, _names in each), [player.name for player in left])
    return [everybody, *each] if len(left) > 1 else each


def _shared(request: HttpRequest, room: Room, players: list[Player]) -> dict[str, Any]:
    """Return the context of both pages of a room, including the preview of its link."""
    card = _card(room)
    host = next((player.name for player in players if player.seat == room.host), None)
    who = ", ".join(player.name for player in players[:6])
    if len(players) > 6:
        more = len(players) - 6
        template = ngettext("%(names)s and %(more)s other", "%(names)s and %(more)s others", more)
        who = template % {"names": who, "more": more}
    title = room.name or _("Farkle")
    invitation = (
        _("%(name)s invited you to play Farkle") % {"name": host}
        if host
        else _("You're invited to play Farkle")
    )
    said = [
        title,
        _("Rules: %(name)s") % {"name": card.name},
        _("Playing: %(names)s") % {"names": who} if who else "",
    ]
    return {
        "room": room,
        "title": title,
        "card": card,
        "invitation": invitation,
        "preview": Preview(
            invitation,
            ". ".join(part for part in said if part) + ".",
            _link(request, room),
            request.build_absolute_uri(reverse("room_preview", args=[room.code])),
        ),
        "request_id": new_request_id(),
    }


def _table(
    request: HttpRequest, room: Room, mine: list[Player], *, screen: bool = False
) -> HttpResponse:
    players = _seated(room)
    shared = _shared(request, room, players)
    context = {
        **shared,
        "lobby": lobby_of(room, players, mine, shared["card"]),
        "protocol": frames.PROTOCOL,
        "assets": assets.version(),
        "reasons": reasons(),
        "hints": hints(),
        "choices": offered(),
        "groups": GROUPS,
        "rule_sets": rule_sets_for_editor(),
        "quick": QUICK,
        "team_counts": range(2, MOST_TEAMS + 1),
        "pens": list(
            enumerate((_("red"), _("blue"), _("green"), _("purple"), _("orange"), _("teal")))
        ),
        "link": _link(request, room).split("://", 1)[1],
        "spoken": f"{room.code[:4]} {room.code[4:]}",
        "levels": LEVELS.values(),
        "screen": screen,
        "push_key": vapid.public_key(),
    }
    return render(request, "room/room.html", context)


def _invitation(
    request: HttpRequest,
    room: Room,
    form: NameForm,
    person: Person | None,
    mine: list[Player],
    *,
    status: int = 200,
    refusal: No | None = None,
) -> HttpResponse:
    """Return the invitation for somebody who has no seat, but `mine` if they have left some."""
    players = _seated(room)
    door = "open" if mine else settings_of(room)["door"]
    knocked = _knocked(room, person) if door == "knock" else ""
    removed, watch = _is_removed(mine), may_enter(room, person)
    problem: tuple[str, str] | None = None
    remark = ""
    closed = room.status == Room.Status.CLOSED
    full = len(players) >= settings_of(room)["seats"] and not _is_founder(mine)
    if removed:
        problem = (
            _("The host removed you from this room."),
            _("You can't rejoin with this link. If that was a mistake, ask the host."),
        )
    elif closed:
        problem = (_("This room is closed."), _("Start a new one any time."))
    elif full:
        problem = (
            _("This room is full."),
            _("You can watch, and join when a seat opens up.") if watch else "",
        )
    elif knocked == "declined":
        problem = (_("The host didn't let you in."), "")
    elif door == "locked":
        problem = (_("The host locked this room."), _("New players can't join right now."))
    elif refusal is not None:
        problem = (refusal.text, "")
    elif knocked == "waiting":
        remark = _("You've asked to join. Waiting for the host to let you in…")
    elif door == "knock":
        remark = _("The host lets new players in. Enter your name and ask to join.")
    elif room.status == Room.Status.PLAYING:
        remark = (
            _("A game is in progress. Join now and you'll play from the next round.")
            if settings_of(room)["late"] == "play"
            else _("A game is in progress. Join now and you'll be in the next one.")
        )
    shared = _shared(request, room, players)
    context = {
        **shared,
        "form": form,
        "players": [seat_of(player, room, set()) for player in players],
        "goal": goal_of(shared["card"], len(players)),
        "problem": problem,
        "over": problem if removed or closed else None,
        "remark": remark,
        "can_sit": not (removed or closed or full or knocked or door == "locked"),
        "knocks": door == "knock",
        "again": _again(room, mine, len(players)),
        "played": room.played > 0,
        "waiting": knocked == "waiting",
        "can_watch": watch and not removed,
    }
    return render(request, "room/invitation.html", context, status=status)
