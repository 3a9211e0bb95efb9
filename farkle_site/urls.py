"""The URLs of the site. Those of the game are in games/urls.py."""

from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.generic import RedirectView, TemplateView

from farkle_site import crawlers

_static = lazy(static, str)  # names are hashed only after this module is imported

handler404 = "games.views.shared.page_not_found"
handler500 = "farkle_site.outages.server_error"

urlpatterns = [
    # Django's own form has no limit on guesses, and sends no email.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account")),
    path("admin/", admin.site.urls),
    path(
        "robots.txt",
        TemplateView.as_view(template_name="robots.txt", content_type="text/plain; charset=utf-8"),
        name="robots",
    ),
    path("sitemap.xml", sitemap, {"sitemaps": crawlers.SITEMAPS}, name="sitemap"),
    # Some programs ask for this address, as old browsers do.
    path("favicon.ico", RedirectView.as_view(url=_static("img/icon-192.png")), name="favicon"),
    path("", include("games.urls")),
]
