"""Ask a server for pages, as a program would."""

import json
import urllib.error
import urllib.parse
import urllib.request
from email.message import Message

FORWARDED = {
    "Host": "farkle.example",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
}
"""What the proxy of a production site adds."""


class _StayHere(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer to look at, not a reason to ask another host."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


_opener = urllib.request.build_opener(_StayHere)


def fetch(
    url: str, form: dict[str, str] | None = None, **headers: str
) -> tuple[int, Message, bytes]:
    data = urllib.parse.urlencode(form).encode() if form is not None else None
    request = urllib.request.Request(url, data, headers)
    try:
        with _opener.open(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def ask(url: str, host: str | None = None) -> tuple[int, dict[str, str]]:
    """Request JSON; return the status and the answer."""
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)
