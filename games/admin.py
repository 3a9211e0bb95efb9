"""The admin looks, and changes nothing: what is stored is the story, and `play` alone writes it.

Seeds of games are not here at all, nor is what lets a guest in.
"""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import Event, Game, Person, Player, Room, Standing, Turn

# Django's own class takes no parameter when it runs.
if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


class ReadOnly(_ModelAdmin):
    """Nothing can be added, changed or deleted."""

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
    # What a seat adds to the dice is nobody's business before the game starts.
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


class OfAGame(ReadOnly):
    """Rows that belong to a player in a game."""

    list_select_related = ("game", "player")
    search_fields = ("game__room__code",)


@admin.register(Turn)
class TurnAdmin(OfAGame):
    list_display = ("game", "number", "player", "outcome", "points", "total")
    list_filter = ("outcome",)


@admin.register(Standing)
class StandingAdmin(OfAGame):
    list_display = ("game", "rank", "player", "score", "turns", "farkles", "best_turn")
