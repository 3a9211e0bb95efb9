"""The reader's language."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import override
from django.views.i18n import JavaScriptCatalog

from games.languages import catalogue_version

_YEAR_SECONDS = 365 * 24 * 3600


class Catalogue(JavaScriptCatalog):
    """The texts of scripts in a language. Its address changes with them, so browsers keep it."""

    packages = ["games"]  # noqa: RUF012  as Django asks; without those of the admin

    def get(self, request: HttpRequest, language: str, version: str) -> HttpResponse:
        if language not in dict(settings.LANGUAGES) or version != catalogue_version(language):
            raise Http404
        with override(language):
            response: HttpResponse = super().get(request)
        patch_cache_control(response, public=True, max_age=_YEAR_SECONDS, immutable=True)
        return response
