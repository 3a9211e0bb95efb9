"""The pages of a room. They read; forms and sockets change a room through `games.services`."""

import io

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
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Person, Player, Room
from games.people import identity
from games.people.address import origin_of
from games.people.room_forms import NameForm
from games.people.throttle import SEATS_TAKEN
from games.protocol.commands import Command, No, Sit, SitAgain
from games.protocol.errors import SENTENCES
from games.services import executor
from games.services.commands.seats import MOST_SEATS_OF_A_PERSON
from games.services.tables.refusals import report
from games.state.places import may_enter
from games.views.room_pages import (
    card_in_force,
    invitation_page,
    is_removed,
    state_of_knock,
    table_page,
)
from games.views.shared import RefusedForm, link_of, name_form, request_id, room_or_404


@require_safe
@never_cache
def room_page(request: HttpRequest, code: str) -> HttpResponseBase:
    """The room for somebody who has a seat or watches, the invitation for anybody else."""
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
    watches = "watch" in request.GET and not is_removed(mine) and may_enter(room, person)
    if seated or lost or watches:
        return table_page(request, room, [player for player in mine if not player.left])
    return invitation_page(request, room, name_form(person), person, mine)


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
    """The room on a television: no seat, nothing to press, the way in always in sight."""
    room = _room_or_new_link(request, code, "room_screen")
    if not isinstance(room, Room):
        return room
    if code not in request.path_info:
        return redirect("room_screen", code)
    person = identity.person_of(request)
    mine = list(Player.objects.filter(room=room).held_by(person)) if person else []
    if is_removed(mine) or not may_enter(room, person):
        return redirect("room", code)
    return table_page(request, room, [], screen=True)


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
        return invitation_page(request, room, form, person, mine, status=422)
    if not mine and SEATS_TAKEN.hit(str(room.pk)):
        report("many_join", "Sit", room=room.pk)
        many = No("many_join", str(SENTENCES["many_join"]))
        return invitation_page(request, room, form, person, mine, status=429, refusal=many)
    name = form.cleaned_data["name"]
    another = "another" in request.POST
    try:
        with identity.stored_sender(request) as sender:
            if not another:
                identity.rename(sender, name)
            body = Sit(name, another)
            command = Command(code, sender.pk, request_id(request), body, origin_of(request))
            answer = executor.perform(command)
            if isinstance(answer, No):
                raise RefusedForm(answer)
    except RefusedForm as refused:
        room.refresh_from_db()
        no = refused.answer
        status = 503 if no.code == "busy" else 409
        return invitation_page(request, room, form, person, mine, status=status, refusal=no)
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
    return invitation_page(request, room, form, person, mine, status=status, refusal=answer)


@require_safe
@never_cache
def knock(request: HttpRequest, code: str) -> JsonResponse:
    """Return {waiting}: whether the person has knocked and the host has not answered yet."""
    room = room_or_404(code)
    return JsonResponse({"waiting": state_of_knock(room, identity.person_of(request)) == "waiting"})


@require_safe
@never_cache
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules in force in this room, as a page that needs no script."""
    room = room_or_404(code)
    card = card_in_force(room)
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
    card = card_in_force(room_or_404(code))
    return render(request, "rules/card.html", {"card": card})


@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """The room's link as a QR code, dark on white in either theme, as cameras need it."""
    room = room_or_404(code)
    out = io.BytesIO()
    segno.make(link_of(request, room), error="m").save(
        out, kind="svg", scale=4, border=0, dark="#1b2023", xmldecl=False, omitsize=True
    )
    response = HttpResponse(out.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"  # the link is a key
    return response
