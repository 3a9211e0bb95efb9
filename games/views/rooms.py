"""The pages of a room, its forms to take a seat, and the codes that move a seat to a device."""

import contextlib
import io

import brotli
import segno
from django import forms
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.models import Person, Player, Room
from games.people import identity, known
from games.people.address import address_of
from games.people.form_fields import text_input
from games.people.forms import NameForm
from games.people.throttle import SEAT_CODES_MADE, SEAT_CODES_TYPED, SEATS_TAKEN
from games.protocol.commands import Answer, Command, No, Sit, SitAgain, UseCode
from games.protocol.errors import SENTENCES, Refused
from games.services import executor, races
from games.services.commands import seat_transfer
from games.services.commands.seats import MOST_SEATS_OF_A_PERSON
from games.services.tables.refusals import report, reporting
from games.state.places import may_enter
from games.views.room_pages import (
    card_in_force,
    dialogs_page,
    invitation_page,
    is_removed,
    state_of_knock,
    table_page,
)
from games.views.shared import (
    address_for_others,
    form_page,
    link_of,
    name_form,
    number_in,
    perform_form,
    private_page,
    request_id,
    room_or_404,
    status_of,
)


class SeatCodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        required=False,  # an empty code has the same error as a wrong one
        widget=text_input("off", "code", autocapitalize="characters", maxlength=20, required=True),
    )

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split()).replace("-", "").upper()


@private_page
def room_page(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the table to players and spectators, the invitation to other people."""
    if code not in request.path_info:  # typed in small letters
        return redirect("room", code)
    room = _room_or_new_link(request, code, "room")
    if not isinstance(room, Room):
        return room
    runner = races.runner_in(room)
    if runner is not None and room.status != Room.Status.PLAYING:
        return redirect("room", runner.room.code)
    person = identity.person_of(request)
    held = _seats_of(person, room)
    seated = [player for player in held if not player.left]
    # A person whose seat was given away can object to it at the table.
    lost = person is not None and Player.objects.filter(room=room, before=person).exists()
    watches = "watch" in request.GET and not is_removed(held) and may_enter(room, person)
    if seated or lost or watches:
        return table_page(request, room, seated, runner=runner)
    return invitation_page(request, room, name_form(person), person, held)


def _seats_of(person: Person | None, room: Room) -> list[Player]:
    return list(Player.objects.filter(room=room).held_by(person)) if person else []


def _room_or_new_link(request: HttpRequest, code: str, page: str) -> Room | HttpResponse:
    """Return the room, or for its former link, to a person with a seat, a redirect to the new one.
    Raise Http404."""
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


@private_page
def screen(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the TV view of the room: without a seat or buttons, but with the room's code."""
    room = _room_or_new_link(request, code, "room_screen")
    if not isinstance(room, Room):
        return room
    if code not in request.path_info:
        return redirect("room_screen", code)
    person = identity.person_of(request)
    if is_removed(_seats_of(person, room)) or not may_enter(room, person):
        return redirect("room", code)
    return table_page(request, room, [], screen=True)


@require_safe
@cache_control(no_cache=True)  # a browser may keep them, but asks whether they have changed
@conditional_page
@vary_on_headers("Accept-Encoding")
def dialogs(request: HttpRequest) -> HttpResponse:
    response = dialogs_page(request)
    # Nothing in them is secret, so they need none of the noise that gzip adds against BREACH.
    if "br" in request.headers.get("Accept-Encoding", ""):
        response.content = brotli.compress(response.content, quality=7)
        response["Content-Encoding"] = "br"
    return response


def sit(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a seat, or retake one. A person who has one gets a second one with `another`."""
    room = room_or_404(code)
    if request.method != "POST":
        return redirect("room", code)
    person = identity.person_of(request)
    held = _seats_of(person, room)
    answer: Answer
    if person is not None and "again" in request.POST:
        form = name_form(person)
        # The button names seats, such as `again=1,2`.
        wanted = set(request.POST["again"].split(",")[:MOST_SEATS_OF_A_PERSON])
        seats = tuple(player.seat for player in held if str(player.seat) in wanted)
        command = Command(code, person.pk, request_id(request), SitAgain(seats))
        answer = executor.perform(command)
    else:
        form = NameForm(request.POST)
        if not form.is_valid():
            return invitation_page(request, room, form, person, held, status=422)
        if not held and SEATS_TAKEN.hit(str(room.pk)):
            report("many_join", "Sit", room=room.pk)
            many = No("many_join", str(SENTENCES["many_join"]))
            return invitation_page(request, room, form, person, held, status=429, refusal=many)
        name, another = form.cleaned_data["name"], "another" in request.POST
        answer = perform_form(request, code, Sit(name, another), "" if another else name)
    if not isinstance(answer, No):
        # Who adds players stays where the next one is added.
        place = "#seat-count" if "another" in request.POST else ""
        return redirect(reverse("room", args=[code]) + place)
    room.refresh_from_db()
    status = status_of(answer)
    return invitation_page(request, room, form, person, held, status=status, refusal=answer)


def race(request: HttpRequest, code: str) -> HttpResponseBase:
    """Lead a player of the race that is on to the room of their try, which is opened for them."""
    room, person = room_or_404(code), identity.person_of(request)
    if request.method == "POST" and person is not None:
        seat = number_in(request.POST.get("player", ""))
        mine = Player.objects.filter(room=room, seat=seat).held_by(person)
        player = mine.select_related("room__race", "room__opened_by", "person").first()
        if player is not None:
            with contextlib.suppress(Refused):  # it has just ended: the room's page shows that
                return redirect("room", races.enter(player).code)
    return redirect("room", code)


@private_page
def knock(request: HttpRequest, code: str) -> JsonResponse:
    """Return {waiting}: true while the host has not answered the knock."""
    room = room_or_404(code)
    return JsonResponse({"waiting": state_of_knock(room, identity.person_of(request)) == "waiting"})


@private_page
def rules(request: HttpRequest, code: str) -> HttpResponse:
    room = room_or_404(code)
    card = card_in_force(room)
    context = {
        "heading": card.name,
        "cards": [card],
        "room": room,
        "back": reverse("room", args=[code]),
    }
    return render(request, "rules/rules.html", context)


@private_page
def rules_card(request: HttpRequest, code: str) -> JsonResponse:
    """Return the rules card, which the room's page fetches when the rules change: its facts, and
    its `html`."""
    card = card_in_force(room_or_404(code))
    html = render_to_string("rules/card.html", {"card": card}, request)
    return JsonResponse({**card.facts, "html": html})


def qr_image(link: str, border: int = 0) -> str:
    """Return a QR code as SVG, dark on white in both themes, as cameras need it. Without a border,
    the page has the white."""
    out = io.BytesIO()
    segno.make(link, error="m").save(
        out,
        kind="svg",
        scale=4,
        border=border,
        light="#fff" if border else None,
        dark="#1b2023",
        xmldecl=False,
        omitsize=True,
    )
    return out.getvalue().decode()


@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """Return the room's link as a QR code."""
    image = qr_image(link_of(request, room_or_404(code)))
    response = HttpResponse(image, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"  # the link is a key
    return response


@require_POST
def seat_code(request: HttpRequest, code: str) -> JsonResponse:
    """Make a code for the seat of `player`: {code, url, expires (ms), qr (an SVG)}, or {code, text}
    of a refusal."""
    room = room_or_404(code)
    person = identity.person_of(request)
    try:
        with reporting("MakeCode", room=room.pk):
            if person is None:
                raise Refused("not_yours")
            if SEAT_CODES_MADE.hit(str(person.pk)):
                raise Refused("too_fast")
            number, how = number_in(request.POST.get("player", "")), request.POST.get("how", "")
            made, until = seat_transfer.make_code(person, room, number, how)
    except Refused as refused:
        status = 429 if refused.code == "too_fast" else 403
        return JsonResponse({"code": refused.code, "text": refused.text}, status=status)
    url = f"{address_for_others(request, reverse('seat'))}#{made}"
    return JsonResponse({"code": made, "url": url, "expires": until, "qr": qr_image(url)})


@form_page
def seat(request: HttpRequest) -> HttpResponseBase:
    """Take over a seat with a typed code. A link only fills the form."""
    form = SeatCodeForm(request.POST if request.method == "POST" else None, auto_id="%s")
    if not form.is_valid():
        return _seat_code_page(request, form)
    code, address = form.cleaned_data["code"], address_of(request)
    if SEAT_CODES_TYPED.is_reached(address, lambda: known.key_in(request)):
        return _seat_code_page(request, form, _("Too many attempts. Wait a few minutes."), 429)
    room = seat_transfer.room_of_code(code)
    if room is None:
        SEAT_CODES_TYPED.hit(address, known.key_in(request))
        return _seat_code_page(request, form, str(SENTENCES["bad_code"]))
    answer = perform_form(request, room.code, UseCode(code))
    if not isinstance(answer, No):
        return redirect("room", room.code)
    if answer.code == "bad_code":  # used or expired
        SEAT_CODES_TYPED.hit(address, known.key_in(request))
    return _seat_code_page(request, form, answer.text)


def _seat_code_page(
    request: HttpRequest, form: SeatCodeForm, problem: str = "", status: int = 422
) -> HttpResponse:
    identity.offer_key(request)
    if problem:
        form.add_error("code", problem)
    context = {"form": form}
    return render(request, "room/seat_code.html", context, status=status if form.errors else 200)
