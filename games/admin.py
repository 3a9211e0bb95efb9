"""The admin site. It shows everything but secrets, such as seeds and the keys of guests. It changes
nothing but by the actions against abuse, through `games.services`."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from games.models import Event, Game, Message, Person, Player, Room, Standing, Turn
from games.people.forms import AdminLogInForm
from games.protocol.commands import Moderate, No
from games.selectors import growth
from games.services.accounts import moderation

# ModelAdmin is generic only in its stubs.
if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = admin.ModelAdmin


admin.site.login_form = AdminLogInForm


class ReadOnly(_ModelAdmin):
    """Rows that cannot be added, changed or deleted here."""

    show_full_result_count = False

    def has_add_permission(self, _request: HttpRequest, *_: Any) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Return True if the user may act against abuse."""
        return bool(request.user.has_perm(f"games.change_{self.opts.model_name}"))

    def log_all(self, request: HttpRequest, rows: Iterable[Model], what: str) -> None:
        """Record `what` in the admin's history of each row."""
        for row in rows:
            self.log_change(request, row, what)


@admin.register(Person)
class PersonAdmin(ReadOnly):
    list_display = ("id", "name", "user", "created")
    list_select_related = ("user",)
    search_fields = ("name",)
    list_filter = (("barred", admin.EmptyFieldListFilter),)
    fields = ("user", "name", "settings", "created", "barred")
    actions = ("bar", "readmit")
    change_list_template = "operator/people.html"

    @admin.action(description=_("Bar from this site"), permissions=["moderate"])
    def bar(self, request: HttpRequest, chosen: QuerySet[Person]) -> None:
        for person in chosen:
            moderation.bar(person)
        self.log_all(request, chosen, "barred")

    @admin.action(description=_("Let back in"), permissions=["moderate"])
    def readmit(self, request: HttpRequest, chosen: QuerySet[Person]) -> None:
        for person in chosen:
            moderation.readmit(person)
        self.log_all(request, chosen, "readmitted")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.growth)
        return [path("growth/", page, name="games_growth"), *super().get_urls()]

    def growth(self, request: HttpRequest) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": "Database growth",
            "growths": (growth.by_day(), growth.by_person()),
            "tables": growth.table_sizes(),
            "newest": growth.NEWEST,
        }
        return render(request, "operator/growth.html", context)


def moderation_action(description: "StrOrPromise", body: Moderate) -> Callable[..., None]:
    """Return an action that performs this command in rooms."""

    @admin.action(description=description, permissions=["moderate"])
    def act(rooms: "RoomAdmin", request: HttpRequest, chosen: QuerySet[Room]) -> None:
        rooms.moderate(request, chosen, body)

    return act


@admin.register(Room)
class RoomAdmin(ReadOnly):
    list_display = ("code", "name", "status", "preset", "played", "head", "due_at", "created")
    list_filter = ("status",)
    search_fields = ("code", "name")
    actions = ("unlist", "allow_listing", "silence", "allow_chat", "close")

    unlist = moderation_action(_("Take off the home page"), Moderate(unlisted=True))
    allow_listing = moderation_action(_("Allow on the home page again"), Moderate(unlisted=False))
    silence = moderation_action(_("Turn chat off"), Moderate(silenced=True))
    allow_chat = moderation_action(_("Allow chat again"), Moderate(silenced=False))
    close = moderation_action(_("Close for good"), Moderate(close=True))

    def moderate(self, request: HttpRequest, chosen: QuerySet[Room], body: Moderate) -> None:
        """Perform the command in each of the rooms."""
        for room in chosen:
            answer = moderation.moderate(room, body)
            if isinstance(answer, No):
                self.message_user(request, f"{room}: {answer.text}", messages.WARNING)
            else:
                self.log_change(request, room, str(body))


@admin.register(Message)
class MessageAdmin(ReadOnly):
    list_display = ("room", "player", "text", "at")
    list_select_related = ("room", "player")
    search_fields = ("room__code", "text")
    exclude = ("command",)
    actions = ("remove",)

    @admin.action(description=_("Remove from the chat"), permissions=["moderate"])
    def remove(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        self.log_all(request, chosen, "removed")
        for message in chosen:
            moderation.remove_message(message)


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ("room", "seat", "name", "left", "removed")
    list_select_related = ("room",)
    search_fields = ("room__code", "name")
    # A seat's contribution to the dice is secret until the game starts.
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
