"""The URLs of the site. Those of the game are in games/urls.py."""

from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from farkle_site import crawlers

handler500 = "farkle_site.outages.server_error"

urlpatterns = [
    # Django's own form has no limit on guesses, and mails nobody.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account")),
    path("admin/", admin.site.urls),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("robots.txt", crawlers.robots, name="robots"),
    path("sitemap.xml", sitemap, {"sitemaps": crawlers.SITEMAPS}, name="sitemap"),
    path("favicon.ico", crawlers.favicon, name="favicon"),
    path("", include("games.urls")),
]
