"""Serve styles, scripts and images from the same process as the pages."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise, but a file is read and sent in one piece.

    WhiteNoise streams from the open file. Under ASGI Django has to read the whole stream first, and
    warns about it each time. Our files are small.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        # A response that was compressed has a weak ETag, which WhiteNoise does not recognise.
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
        del response["Content-Type"]  # set from the file below; a 304 has none
        for name, value in answer.headers:
            response[name] = value
        return response


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Adds a hash of the content to file names, also where scripts import one another."""

    support_js_module_import_aggregation = True
