"""Serve styles, scripts and images from the same process as the pages."""

from functools import lru_cache

from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from rcssmin import cssmin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


@lru_cache(maxsize=128)
def minified(css: bytes) -> bytes:
    """Return a style sheet without comments, line breaks and indentation."""
    return bytes(cssmin(css))


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Sends a file in one piece, and minifies a style sheet that was not collected.

    WhiteNoise streams from the open file. Under ASGI Django has to read the whole stream first, and
    warns about it each time. Our files are small, so a request for a range gets the whole file.
    """

    def serve(self, static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        asked = {name: value for name, value in request.META.items() if name != "HTTP_RANGE"}
        # A response that was compressed has a weak ETag, which WhiteNoise does not recognise.
        if tag := asked.get("HTTP_IF_NONE_MATCH"):
            asked["HTTP_IF_NONE_MATCH"] = tag.removeprefix("W/")
        answer = static_file.get_response(request.method, asked)
        headers = dict(answer.headers)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
            if self.autorefresh and headers["Content-Type"].startswith("text/css"):
                body = minified(body)
                headers["Content-Length"] = str(len(body))
        response = HttpResponse(body, status=int(answer.status))
        del response["Content-Type"]  # set from the file below; a 304 has none
        for name, value in headers.items():
            response[name] = value
        return response


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Put a hash of its content into the name of each file, and minify the style sheets.

    Scripts import one another by these names as well.
    """

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: "File[bytes]") -> str:
        if name.endswith(".css"):
            content = ContentFile(minified(b"".join(content.chunks())))
        return str(super()._save(name, content))
