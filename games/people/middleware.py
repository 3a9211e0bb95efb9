"""Middleware that every page of the game goes through."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.defaults import bad_request

from games import languages
from games.models import Room, Standing
from games.people import identity, known
from games.people.address import address_of
from games.people.blocks import is_shut_out
from games.people.throttle import ROOM_CODES

_WITH_ROOM_CODE = re.compile(r"/(?:r/(?P<code>[^/]*)|find/)")


class Middleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)


class PlainTextMiddleware(Middleware):
    """Refuse requests with a NUL, which PostgreSQL cannot store, or in another encoding than UTF-8,
    and drop cookies with a NUL, which are not ours."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        query = request.META.get("QUERY_STRING", "")
        is_utf8 = request.encoding is None or request.encoding.lower() == "utf-8"
        if "\0" in request.path_info or "\0" in query or "%00" in query or not is_utf8:
            return bad_request(request, BadRequest())
        request.COOKIES = identity.plain_cookies(request.COOKIES)
        return self.get_response(request)


class LanguageMiddleware(LocaleMiddleware):
    """Chooses the language of a page: that of its address (`?lang=de`), the one that the reader has
    chosen, or the browser's. A program without any, which previews a link, gets the room's."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        languages.use(request.GET.get("lang", ""))

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, values: Mapping[str, Any]
    ) -> None:
        has_one = (
            "Accept-Language" in request.headers or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        )
        if "code" in values and languages.has_choice() and not has_one:
            rooms = Room.objects.filter(code=values["code"])
            languages.use(rooms.values_list("language", flat=True).first() or "")

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Bring an account's language to the browser in which it logs in."""
        name = settings.LANGUAGE_COOKIE_NAME
        if (
            request.method == "POST"
            and languages.has_choice()
            and not {name} & {*request.COOKIES, *response.cookies}
            and (language := identity.language_of_account(request))
        ):
            identity.set_cookie(response, name, language)
        return super().process_response(request, response)


class RoomCodeMiddleware(Middleware):
    """Stop strangers from an address that has tried too many wrong room codes, but not people with
    a seat in the room. Sockets count their own tries."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        match = _WITH_ROOM_CODE.match(request.path_info)
        if match is None:
            return self.get_response(request)
        address = address_of(request)
        if ROOM_CODES.is_reached(address, lambda: known.key_in(request)) and not known.has_seat(
            identity.person_of(request), (match["code"] or "").upper()
        ):
            return render(request, "429.html", status=429)
        response = self.get_response(request)
        if response.status_code == 404:
            ROOM_CODES.hit(address, known.key_in(request))
        return response


class GuestMiddleware(Middleware):
    """Renew the cookies of guest and device in the response to a form, and set the cookie of a key
    that a page offers. Pages without a form set no cookie."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        was = request.COOKIES.get(identity.COOKIE)
        response = self.get_response(request)
        is_form = request.method == "POST"
        if is_form or request.COOKIES.get(identity.COOKIE) != was:
            identity.remember(request, response)
        if is_form:
            known.set_cookie(request, response)
        return response


class ShutOutMiddleware(Middleware):
    """Hide all pages of a room from a person blocked by its host, except the past games from people
    who played in the room."""

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, values: Mapping[str, Any]
    ) -> HttpResponseBase | None:
        person = identity.person_of(request) if "code" in values else None
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
