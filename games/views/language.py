"""Choosing a language, and the texts of scripts in it."""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import override
from django.views.i18n import JavaScriptCatalog

from games.people import identity
from games.services.accounts import people
from games.views.shared import form_page


class Catalogue(JavaScriptCatalog):
    """The texts of the sources of scripts in a language. Bundles have them already."""

    packages = ["games"]  # noqa: RUF012  as Django asks; without those of the admin

    def get(self, request: HttpRequest, language: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404
        with override(language):
            response: HttpResponse = super().get(request)
        return response


@form_page
def language(request: HttpRequest) -> HttpResponseBase:
    """Show the languages. In the chosen one the reader goes on where they were."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        back = _way_back(request, request.POST.get("next", _referrer(request)))
        return render(request, "about/language.html", {"next": back})
    response = redirect(_way_back(request, request.POST.get("next", "")))
    identity.set_cookie(response, settings.LANGUAGE_COOKIE_NAME, chosen)
    people.set_language(identity.person_of(request), chosen)
    return response


def _referrer(request: HttpRequest) -> str:
    """Return the path and query of the page from which the reader comes."""
    parts = urlsplit(request.headers.get("Referer", ""))
    if parts.netloc != request.get_host():
        return ""
    query = [(name, value) for name, value in parse_qsl(parts.query) if name != "lang"]
    return urlunsplit(("", "", parts.path, urlencode(query), ""))


def _way_back(request: HttpRequest, path: str) -> str:
    """Return this path of ours, or that of the home page."""
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours and path != request.path else reverse("home")
