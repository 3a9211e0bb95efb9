"""Serve styles, scripts and images from the same process as the pages."""

from collections.abc import Iterator
from typing import Any

from django.core.management import CommandError
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games import assets


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Sends a file in one piece, and lets browsers cache built files for ever. Under ASGI, Django
    would read WhiteNoise's stream to the end, and warn about it each time. Our files are small, so
    a request for a range gets the whole file."""

    def immutable_file_test(self, path: str, url: str) -> bool:
        built = url.startswith(f"{self.static_prefix}{assets.BUILT}")
        return built or super().immutable_file_test(path, url)

    def serve(self, static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        headers = {name: value for name, value in request.META.items() if name != "HTTP_RANGE"}
        # A response that was compressed has a weak ETag, which WhiteNoise does not recognise.
        if tag := headers.get("HTTP_IF_NONE_MATCH"):
            headers["HTTP_IF_NONE_MATCH"] = tag.removeprefix("W/")
        answer = static_file.get_response(request.method, headers)
        body = b""
        if answer.file is not None:
            with answer.file as file:
                body = file.read()
        response = HttpResponse(body, status=int(answer.status))
        del response["Content-Type"]  # set below from the file; a 304 has none
        for name, value in answer.headers:
            response[name] = value
        return response


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Puts a content hash into file names. Bundles have one already, and are only compressed."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Yield the name of each file, its new name, and whether it was changed."""
        built = [name for name in paths if name.startswith(assets.BUILT)]
        if not built:
            raise CommandError(
                "static/dist is missing, which pages load: run `make bundles` first."
            )
        rest = {name: path for name, path in paths.items() if name not in built}
        yield from super().post_process(rest, **options)
        for name, compressed in self.compress_files(built):
            yield name, compressed, True
