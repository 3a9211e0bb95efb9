"""The page "People I played with": common games, invitations, favourites and blocks."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from farkle import DEFAULT_PRESET
from games.models import Game, Person
from games.people import identity
from games.people.address import origin_of
from games.people.throttle import CONTACTS, ROOMS
from games.protocol.errors import Refused
from games.selectors.company import Companion, companions_of
from games.services import create_room
from games.services.accounts import contacts
from games.services.commands.settings import default_room_name
from games.views.shared import counted_sender, form_page, new_request_id, request_id

_UNDONE_BY = {"block": "unblock", "unblock": "block", "favourite": "unfavourite"}


@form_page
def people(request: HttpRequest) -> HttpResponseBase:
    """List the people. The forms mark or block one of them, or open a room for both."""
    person = identity.person_of(request)
    companions = [] if person is None else companions_of(person)
    if request.method != "POST" or person is None:
        return _page(request, person, companions)
    key, do = request.POST.get("who", ""), request.POST.get("do", "")
    companion = _find(companions, key)
    if companion is None:
        return _page(request, person, companions, problem=_("That player isn't here any more."))
    if CONTACTS.hit(str(person.pk)):
        problem = _("Slow down a little and try again.")
        return _page(request, person, companions, problem=problem, status=429)
    match do:
        case "invite" if not companion.blocked:
            return _invite(request, person, companions, companion)
        case "favourite" | "unfavourite":
            contacts.set_favourite(person, companion.persons, yes=do == "favourite")
        case "block":
            contacts.block(person, companion.persons)
        case "unblock":
            contacts.unblock(person, companion.persons)
        case _:
            return _page(request, person, companions, status=422)
    return redirect(f"{reverse('people')}?did={do}&who={key}#done")


def _find(companions: list[Companion], key: str) -> Companion | None:
    return next((companion for companion in companions if companion.key == key), None)


def _invite(
    request: HttpRequest, person: Person, companions: list[Companion], companion: Companion
) -> HttpResponseBase:
    """Open a room with the rules of the last common game, and store the invitation."""
    game = None if companion.game is None else Game.objects.get(pk=companion.game)
    name = person.name or _("Guest")
    try:
        with counted_sender(request, ROOMS, "OpenRoom"):
            room = create_room.open_room(
                person,
                request_id(request),
                name=name,
                title=default_room_name(name),
                rules=DEFAULT_PRESET if game is None or game.rules is None else game.rules,
                base="" if game is None else game.preset,
                origin=origin_of(request),
            )
    except Refused as refused:
        return _page(request, person, companions, problem=refused.text, status=429)
    contacts.invite(person, companion.persons, room)
    return redirect("room", room.code)


def _page(
    request: HttpRequest,
    person: Person | None,
    companions: list[Companion],
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    did = request.GET.get("did", "")
    done = _find(companions, request.GET.get("who", ""))
    context = {
        "person": person,
        "people": [companion for companion in companions if not companion.blocked],
        "blocked": [companion for companion in companions if companion.blocked],
        "did": did if did in _UNDONE_BY and done else "",
        "done": done,
        "undo": _UNDONE_BY.get(did, ""),
        "problem": problem,
        "request_id": new_request_id(request),
    }
    return render(request, "history/people.html", context, status=status)
