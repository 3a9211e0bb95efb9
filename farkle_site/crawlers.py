"""Let search engines list only the home page, the rules and the pages about the site: a room's link
is a key to it."""

from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from games.rules.card import choices_with_minutes

_ALONE = ("home", "rules", "about", "privacy")
_LISTED = frozenset({*_ALONE, "rule_set"})
"""URL names of the pages that may be listed."""


class RobotsMiddleware(MiddlewareMixin):
    """Asks search engines not to list a page unless it is one of `_LISTED`."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        match = request.resolver_match
        if match is None or match.url_name not in _LISTED:
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response


class Pages(Sitemap):  # type: ignore[type-arg]  # no generic class when it runs
    def items(self) -> list[str]:
        sets = [reverse("rule_set", args=[choice.address]) for choice, _ in choices_with_minutes()]
        return [*map(reverse, _ALONE), *sets]

    def location(self, item: str) -> str:
        return item


SITEMAPS = {"pages": Pages}
