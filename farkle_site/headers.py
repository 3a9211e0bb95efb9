"""Response headers that restrict what a page may do and load: only from this host."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

# No inline scripts or styles, no other host. connect-src 'self' covers the page's web socket.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

# Features that a dice game does not need. Wake lock, sharing and clipboard stay allowed.
PERMISSIONS_POLICY = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=()"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    # Django sets this one, too, but not on responses of earlier middleware.
    "X-Content-Type-Options": "nosniff",
}


class HeadersMiddleware(MiddlewareMixin):
    """Adds the headers to every response: error pages, static files and probes included."""

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if response.status_code == 301:
            # Browsers would keep it for ever: it may lead to a tunnel that is no more, or, behind a
            # proxy that was set up wrong, to itself.
            response.headers.setdefault("Cache-Control", "no-store")
        if settings.DEBUG and response.status_code >= 400:
            # Django's error pages have inline styles.
            del response.headers["Content-Security-Policy"]
        return response
