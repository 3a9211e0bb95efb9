"""The URLs of the site. Those of the game are in games/urls.py."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

handler500 = "farkle_site.outages.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("", include("games.urls")),
]
