"""A seat on another device: one device shows a code, the other one types it."""

import secrets

import segno
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.people import identity, known
from games.people.address import address_of
from games.people.throttle import SEAT_CODES_MADE, SEAT_CODES_TYPED
from games.protocol.commands import Command, No, UseCode
from games.protocol.errors import SENTENCES, Refused
from games.services import executor
from games.services.commands import seat_transfer
from games.services.tables.refusals import reporting
from games.views.shared import RefusedForm, address_for_others, room_or_404


@require_POST
def seat_code(request: HttpRequest, code: str) -> JsonResponse:
    """Make a code for the seat of `player`.

    The answer is {code, url, expires (ms), qr (rows of modules)}, or {code, text} of a refusal.
    """
    room = room_or_404(code)
    person = identity.person_of(request)
    try:
        with reporting("MakeCode", room=room.pk):
            if person is None:
                raise Refused("not_yours")
            if SEAT_CODES_MADE.hit(str(person.pk)):
                raise Refused("too_fast")
            seat = request.POST.get("player", "")
            number = int(seat) if seat.isascii() and seat.isdecimal() and len(seat) < 10 else 0
            how = request.POST.get("how", "")
            made, until = seat_transfer.make_code(person, room, number, how)
    except Refused as refused:
        status = 429 if refused.code == "too_fast" else 403
        return JsonResponse({"code": refused.code, "text": refused.text}, status=status)
    url = f"{address_for_others(request, reverse('seat'))}#{made}"
    rows = ["".join(map(str, row)) for row in segno.make(url, error="m").matrix]
    return JsonResponse({"code": made, "url": url, "expires": until, "qr": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def seat(request: HttpRequest) -> HttpResponseBase:
    """Type a code and take its seat. A link only opens the form; sending it takes the seat."""
    if request.method != "POST":
        return _page(request)
    typed = request.POST.get("code", "")[:40]
    code = "".join(typed.split()).replace("-", "").upper()
    address = address_of(request)
    if SEAT_CODES_TYPED.is_reached(address, lambda: known.key_in(request)):
        return _page(request, typed, _("Too many attempts. Wait a few minutes."), 429)
    room = seat_transfer.room_of_code(code)
    if room is None:
        SEAT_CODES_TYPED.hit(address, known.key_in(request))
        return _page(request, typed, str(SENTENCES["bad_code"]), 422)
    try:
        with identity.stored_sender(request) as person:
            asked = Command(room.code, person.pk, secrets.token_urlsafe(12), UseCode(code))
            answer = executor.perform(asked)
            if isinstance(answer, No):
                raise RefusedForm(answer)
    except RefusedForm as refused:
        if refused.answer.code == "bad_code":  # used, or too old
            SEAT_CODES_TYPED.hit(address, known.key_in(request))
        return _page(request, typed, refused.answer.text, 422)
    return redirect("room", room.code)


def _page(
    request: HttpRequest, code: str = "", problem: str = "", status: int = 200
) -> HttpResponse:
    identity.offer_key(request)
    return render(request, "room/seat_code.html", {"code": code, "problem": problem}, status=status)
