"""Read EMAIL_URL, which names the mail server that the site sends through."""

from typing import Any
from urllib.parse import unquote, urlsplit

_SECURITY = {
    "smtp": (25, False, False),
    "smtp+tls": (587, True, False),
    "smtps": (465, False, True),
}
"""By scheme: the usual port, whether to use STARTTLS, whether to use TLS from the start."""

_TIMEOUT_SECONDS = 10


def parse(url: str, sender: str) -> dict[str, Any]:
    """Return Django's settings for mail that `sender` sends through the server at `url`.

    Raise ValueError, with a sentence that does not repeat the URL: it holds a password.
    """
    parts = urlsplit(url)
    if parts.scheme not in _SECURITY or not parts.hostname or parts.path.strip("/"):
        raise ValueError(
            "EMAIL_URL must look like smtp+tls://user:password@host:587 (or smtps://, or smtp://)."
        )
    try:
        port = parts.port
    except ValueError as error:
        raise ValueError("EMAIL_URL has an invalid port.") from error
    if "@" not in sender or "\n" in sender:
        raise ValueError("EMAIL_FROM must be the address that emails come from.")
    usual, starttls, tls = _SECURITY[parts.scheme]
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or usual,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": starttls,
        "EMAIL_USE_SSL": tls,
        "EMAIL_TIMEOUT": _TIMEOUT_SECONDS,
        "DEFAULT_FROM_EMAIL": sender,
    }
