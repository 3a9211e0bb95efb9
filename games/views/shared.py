"""Helpers that several views modules share."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import FOUNDER, Person, Player, Room
from games.people import identity, known
from games.people.address import address_of, origin_of
from games.people.forms import NameForm
from games.people.throttle import AddressLimit
from games.protocol.errors import Refused
from games.protocol.requests import Answer, Body, Command, No
from games.selectors.room_list import practice_of
from games.services import executor
from games.services.tables.refusals import reporting
from games.state.rights import founder_is_seated

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

network_host = ""
"""This machine's name or address on its home network, set by the command `play`, or ""."""

_THIS_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Host names that do not reach this machine from others."""


def private_page(view: View) -> View:
    """Allow only GET and HEAD, and no caching."""
    return require_safe(never_cache(view))


def form_page(view: View) -> View:
    """Allow GET, HEAD and POST, and no caching."""
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(view))


def form_target(view: View) -> View:
    """Allow only POST, and no caching."""
    return require_POST(never_cache(view))


class Preview(NamedTuple):
    """The preview that chat programs show beside a link, with absolute URLs."""

    title: str
    description: str
    url: str
    picture: str


def preview_of(request: HttpRequest, title: str, description: str, picture: str) -> Preview:
    """Return the preview of this page. `picture` is the path of a PNG of 1200 by 630."""
    absolute = request.build_absolute_uri
    return Preview(title, description, absolute(request.path), absolute(picture))


def host_for_others(request: HttpRequest) -> str:
    host = request.get_host()
    name, port = split_domain_port(host)
    if name not in _THIS_MACHINE or not network_host:
        return host
    return f"{network_host}:{port}" if port else network_host


def address_for_others(request: HttpRequest, path: str) -> str:
    """Return the absolute URL by which others reach this path."""
    return f"{request.scheme}://{host_for_others(request)}{path}"


def link_of(request: HttpRequest, room: Room) -> str:
    return address_for_others(request, reverse("room", args=[room.code]))


@contextmanager
def counted_sender(
    request: HttpRequest,
    limit: AddressLimit,
    kind: str,
    counted: type[Exception] | tuple[()] = (),
) -> Iterator[Person]:
    """Count a request against the limit, and yield its sender, a new guest if need be.

    If the block raises an exception, a new guest is deleted, and the request is not counted unless
    the exception is of a type in `counted`. Raise Refused, reported as a request of this `kind`, if
    the limit is reached.
    """
    sender = identity.person_of(request)
    refund = limit.take(address_of(request), known.key_of(sender), known.key_of_person(sender))
    if refund is None:
        with reporting(kind):
            raise Refused("too_many_here")
    try:
        with identity.stored_sender(request) as person:
            yield person
    except Exception as error:
        if not isinstance(error, counted):
            refund()
        raise


def room_or_404(code: str, *, with_webhook: bool = False) -> Room:
    """Return the room with this code, or raise Http404 with a heading and words for the page."""
    rooms = Room.objects.select_related("webhook") if with_webhook else Room.objects
    try:
        return rooms.get(code=code)
    except Room.DoesNotExist:
        if Room.objects.once_at(code).exists():
            raise Http404(
                _("This link no longer works"),
                _("The host has made a new link for this room. Ask your friend for it."),
            ) from None
        raise Http404(
            _("Room not found"),
            _("No room has this code. Check the link, or ask your friend to send it again."),
        ) from None


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a 404, in the words of the exception if it has a heading and words."""
    heading, words = exception.args if len(exception.args) == 2 else ("", "")
    return render(request, "404.html", {"heading": heading, "words": words}, status=404)


def keepers_of(room: Room, person: Person | None) -> dict[int, Player]:
    """Return the seats of the founder and the host, by number and marked for `person`."""
    seats = Player.objects.filter(room=room, seat__in={FOUNDER, room.host or FOUNDER})
    return {player.seat: player for player in seats.marked_for(person)}


def owns(room: Room, players: Mapping[int, Player]) -> bool:
    """Return True if the reader is host of an open room with all rights (`games.state.rights`),
    given players marked for the reader."""
    host, founder = players.get(room.host or 0), players.get(FOUNDER)
    if room.status == Room.Status.CLOSED or host is None or host.left or not host.is_mine:
        return False
    return not founder_is_seated(players) or (founder is not None and founder.is_mine)


def players_only(request: HttpRequest, code: str) -> HttpResponse:
    """Return the page for a stranger if only players may see the room's games."""
    context = {
        "heading": _("Players only"),
        "words": _("The host made this room's games visible to players only."),
        "link": reverse("room", args=[code]),
        "link_words": _("Back to the room"),
    }
    return render(request, "replay/none.html", context, status=403)


def name_form(person: Person | None) -> NameForm:
    return NameForm(initial={"name": person.name if person else ""})


def ways_in(request: HttpRequest) -> dict[str, Any]:
    """Return the context of templates/home/start.html: play against a computer, or open a room."""
    person = identity.person_of(request)
    last = practice_of(person) if person else None
    return {
        "person": person,
        "opening": name_form(person),
        "last": last,
        "going_on": None if last is None or last.over else last,
        "request_id": new_request_id(request),
        "practice_id": new_request_id(request),
    }


def new_request_id(request: HttpRequest) -> str:
    """Return an id for a form on the page, so that the form takes effect once even if sent twice. A
    stranger is offered the key of a guest for this."""
    identity.offer_key(request)
    return secrets.token_urlsafe(12)


def request_id(request: HttpRequest, field: str = "request") -> str:
    """Return the id in the form, or a new one if it has no valid one."""
    given = request.POST.get(field, "")
    fit = 8 <= len(given) <= 40 and given.replace("-", "").replace("_", "").isalnum()
    return given if fit and given.isascii() else secrets.token_urlsafe(12)


class _RefusedForm(Exception):
    def __init__(self, answer: No) -> None:
        self.answer = answer


def perform_form(request: HttpRequest, code: str, body: Body, name: str = "") -> Answer:
    """Perform the command of a form, and store the sender's `name`. If it is refused, a new guest
    is not stored."""
    try:
        with identity.stored_sender(request) as sender:
            if name:
                identity.rename(sender, name)
            command = Command(code, sender.pk, request_id(request), body, origin_of(request))
            answer = executor.perform(command)
            if isinstance(answer, No):
                raise _RefusedForm(answer)
            return answer
    except _RefusedForm as refused:
        return refused.answer


def status_of(refusal: No) -> int:
    return 503 if refusal.code == "busy" else 409


def number_in(text: str) -> int:
    """Return the number in a field of a form or URL, or 0."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def rules_file(rules: dict[str, Any], name: str) -> JsonResponse:
    response = JsonResponse(rules, json_dumps_params={"indent": 1, "ensure_ascii": False})
    file = slugify(name) or "rules"
    response["Content-Disposition"] = f'attachment; filename="farkle-{file}.json"'
    return response
