"""The admin site, which shows everything but secrets and changes nothing.

Only `games.services` writes. Seeds of dice and the keys of guests are left out.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path

from games.models import Event, Game, Person, Player, Room, Standing, Turn
from games.people.forms import AdminLogInForm
from games.selectors import growth

# ModelAdmin takes a type parameter in its stubs alone.
if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


admin.site.login_form = AdminLogInForm


class ReadOnly(_ModelAdmin):
    """Rows that nobody can add, change or delete."""

    show_full_result_count = False

    def has_add_permission(self, _request: HttpRequest, *_: Any) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False


@admin.register(Person)
class PersonAdmin(ReadOnly):
    list_display = ("id", "name", "user", "created")
    list_select_related = ("user",)
    search_fields = ("name",)
    fields = ("user", "name", "settings", "created")
    change_list_template = "operator/people.html"

    def get_urls(self) -> list[URLPattern]:
        """Return the usual addresses, and that of the page on the growth of the database."""
        page = self.admin_site.admin_view(self.growth)
        return [path("growth/", page, name="games_growth"), *super().get_urls()]

    def growth(self, request: HttpRequest) -> HttpResponse:
        """Show what grows in the database, by day and by person."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": "Database growth",
            "days": growth.by_day(),
            "persons": growth.by_person(),
            "tables": growth.table_sizes(),
            "newest": growth.NEWEST,
        }
        return render(request, "operator/growth.html", context)


@admin.register(Room)
class RoomAdmin(ReadOnly):
    list_display = ("code", "name", "status", "preset", "played", "head", "due_at", "created")
    list_filter = ("status",)
    search_fields = ("code", "name")


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("room", "seat", "name", "left", "removed")
    list_select_related = ("room",)
    search_fields = ("room__code", "name")
    # What a seat contributes to the dice is secret until the game starts.
    exclude = ("string", "string_game")


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("room", "number", "status", "ply", "started", "finished")
    list_filter = ("status",)
    list_select_related = ("room",)
    search_fields = ("room__code",)


@admin.register(Event)
class EventAdmin(ReadOnly):
    list_display = ("room", "number", "game", "ply", "player", "at")
    list_select_related = ("room", "game")
    search_fields = ("room__code",)
    exclude = ("intent",)


class PlayerInGameAdmin(ReadOnly):
    """Rows of one player in one game."""

    list_select_related = ("game", "player")
    search_fields = ("game__room__code",)


@admin.register(Turn)
class TurnAdmin(PlayerInGameAdmin):
    list_display = ("game", "number", "player", "outcome", "points", "total")
    list_filter = ("outcome",)


@admin.register(Standing)
class StandingAdmin(PlayerInGameAdmin):
    list_display = ("game", "rank", "player", "score", "turns", "farkles", "best_turn")
