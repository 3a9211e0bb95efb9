"""Middleware that every page of the game goes through."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from games.people import identity
from games.people.address import address_of
from games.people.throttle import ROOM_CODES

_GetResponse = Callable[[HttpRequest], HttpResponseBase]
_WITH_ROOM_CODE = re.compile(r"/(r/|find/)")


class RoomCodeMiddleware:
    """Stop an address that asks for too many rooms that do not exist.

    Sockets count theirs themselves.
    """

    def __init__(self, get_response: _GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _WITH_ROOM_CODE.match(request.path_info):
            return self.get_response(request)
        address = address_of(request)
        if ROOM_CODES.is_reached(address):
            return render(request, "429.html", status=429)
        response = self.get_response(request)
        if response.status_code == 404:
            ROOM_CODES.hit(address)
        return response


class GuestMiddleware:
    """Give a guest who sent a form their cookie, for another year from today.

    Pages that only show something set no cookie.
    """

    def __init__(self, get_response: _GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "POST":
            identity.remember(request, response)
        return response
