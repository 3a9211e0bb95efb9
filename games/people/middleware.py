"""Middleware that every page of the game goes through."""

import re
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.defaults import bad_request

from games.people import identity
from games.people.address import address_of
from games.people.throttle import ROOM_CODES

_GetResponse = Callable[[HttpRequest], HttpResponseBase]
_WITH_ROOM_CODE = re.compile(r"/(r/|find/)")


class PlainTextMiddleware:
    """Refuse a request that is not plain text, before anything looks a part of it up.

    PostgreSQL stores no NUL, and Django reads forms in UTF-8 alone. Cookies with a NUL are dropped:
    they are not ours.
    """

    def __init__(self, get_response: _GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        query = request.META.get("QUERY_STRING", "")
        if "\0" in request.path_info or "\0" in query or "%00" in query or not _is_utf8(request):
            return bad_request(request, BadRequest())
        request.COOKIES = identity.plain_cookies(request.COOKIES)
        return self.get_response(request)


def _is_utf8(request: HttpRequest) -> bool:
    return request.encoding is None or request.encoding.lower() == "utf-8"


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
