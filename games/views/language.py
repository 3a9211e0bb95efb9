"""Choosing a language, and the texts of scripts in it."""

import json
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import override
from django.views.i18n import JavaScriptCatalog

from games import assets
from games.people import identity
from games.services.accounts import people
from games.views.shared import form_page

_YEAR_SECONDS = 365 * 24 * 3600


_FUNCTIONS = """{
  const texts = TEXTS, form = (n) => Number(PLURAL), own = (id) => Object.hasOwn(texts, id);
  globalThis.gettext = (text) => (own(text) ? texts[text] : text);
  globalThis.pgettext = (context, text) => {
    const id = context + "\\u0004" + text;
    return own(id) ? texts[id] : text;
  };
  globalThis.ngettext = (one, many, n) => (own(one) ? texts[one][form(n)] : n === 1 ? one : many);
}
"""
"""Django's script has more functions and takes more bytes."""


class Catalogue(JavaScriptCatalog):
    """The texts of a script in a language. Its address changes with them, so browsers keep it."""

    packages = ["games"]  # noqa: RUF012  as Django asks; without those of the admin

    def get(self, request: HttpRequest, language: str, version: str, script: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES) or version != assets.texts_version(language):
            raise Http404
        if script not in assets.scripts():
            raise Http404
        with override(language):
            response: HttpResponse = super().get(request, script=script)
        patch_cache_control(response, public=True, max_age=_YEAR_SECONDS, immutable=True)
        return response

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        """Leave out the texts that the script does not have."""
        script = assets.text_of(given["script"])
        catalog = self.get_catalog()
        used = {id_: text for id_, text in catalog.items() if id_.split("\4")[-1] in script}
        return {"catalog": used, "plural": self.get_plural()}

    def render_to_response(self, context: dict[str, Any], **_given: Any) -> HttpResponse:
        texts = json.dumps(context["catalog"], ensure_ascii=False, separators=(",", ":"))
        content = _FUNCTIONS.replace("PLURAL", context["plural"] or "n != 1")
        return HttpResponse(content.replace("TEXTS", texts), "text/javascript; charset=utf-8")


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
