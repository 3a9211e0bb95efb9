"""Styles, scripts and pictures: served by the same process as the pages."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise with whole answers.

    WhiteNoise streams from the open file, which an ASGI server cannot do without reading it all
    first (Django warns about each one). Our files are small: they are read and sent in one piece.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        # An answer compressed on its way has a weak tag, which WhiteNoise would not recognise.
        tag = request.META.get("HTTP_IF_NONE_MATCH")
        asked = (
            {**request.META, "HTTP_IF_NONE_MATCH": tag.removeprefix("W/")} if tag else request.META
        )
        answer = static_file.get_response(request.method, asked)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(answer.status))
        del response["Content-Type"]  # the file's own, or none with a 304
        for name, value in answer.headers:
            response[name] = value
        return response


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Names carry a hash of their content, inside scripts that import one another as well."""

    support_js_module_import_aggregation = True
