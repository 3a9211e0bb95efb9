"""Every page of a room, for somebody whom its host blocks: it says that the room isn't available,
and no more."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Room, Standing
from games.people import identity
from games.people.blocks import is_shut_out

_GetResponse = Callable[[HttpRequest], HttpResponseBase]


class ShutOutMiddleware:
    """Answer every address with a room's code, whichever view it belongs to.

    Whoever played in the room keeps the pages of its past games.
    """

    def __init__(self, get_response: _GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, values: Mapping[str, Any]
    ) -> HttpResponseBase | None:
        """Return the page for somebody who is shut out; None for anybody else."""
        if "code" not in values:
            return None
        person = identity.person_of(request)
        if person is None:
            return None
        room = Room.objects.filter(code=values["code"]).only("pk", "host").first()
        if room is None or not is_shut_out(room, person.pk):
            return None
        played = Standing.objects.filter(person=person, game__room=room)
        if "number" in values and played.exists():
            return None
        context = {
            "heading": _("This room isn't available."),
            "words": _("Ask for another link, or start a room of your own."),
            "link": reverse("home"),
            "link_words": _("Create your own room"),
        }
        return render(request, "replay/none.html", context, status=403)
