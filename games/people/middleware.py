"""Middleware that every page of the game goes through."""

import re
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.defaults import bad_request

from games.people import identity, known
from games.people.address import address_of
from games.people.throttle import ROOM_CODES

_GetResponse = Callable[[HttpRequest], HttpResponseBase]
_WITH_ROOM_CODE = re.compile(r"/(?:r/(?P<code>[^/]*)|find/)")


class PlainTextMiddleware:
    """Refuse a request that is not plain text, before any part of it reaches the database.

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
    """Stop strangers from an address that has asked for too many rooms that do not exist.

    Anybody with a seat in a room gets in all the same. Sockets count theirs themselves.
    """

    def __init__(self, get_response: _GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        found = _WITH_ROOM_CODE.match(request.path_info)
        if found is None:
            return self.get_response(request)
        address = address_of(request)
        if ROOM_CODES.is_reached(address, lambda: known.key_in(request)) and not known.has_seat(
            identity.person_of(request), (found["code"] or "").upper()
        ):
            return render(request, "429.html", status=429)
        response = self.get_response(request)
        if response.status_code == 404:
            ROOM_CODES.hit(address, known.key_in(request))
        return response


class GuestMiddleware:
    """Renew the cookies of guest and device for a year in the answer to a form, and set the cookie
    of the key that a page with a form offers a stranger.

    Pages that only show something set no cookie.
    """

    def __init__(self, get_response: _GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        was = request.COOKIES.get(identity.COOKIE)
        response = self.get_response(request)
        is_form = request.method == "POST"
        if is_form or request.COOKIES.get(identity.COOKIE) != was:
            identity.remember(request, response)
        if is_form:
            known.set_cookie(request, response)
        return response
