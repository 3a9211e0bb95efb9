"""The text of a notice: the room's name, and nothing that a lock screen must not show."""

from typing import TypedDict

from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.models import Player
from games.models.notices import Notice
from games.notices.kinds import COUNTDOWN, TURN, VOTE


class Text(TypedDict):
    """A notice for the service worker; it replaces a shown one with the same `tag`."""

    title: str
    body: str
    url: str
    tag: str
    icon: str


def text_of(notice: Notice) -> Text:
    with override(notice.its_device().language):
        return {
            "title": notice.room.name or _("Farkle"),
            "body": _sentence(notice),
            "url": reverse("room", args=[notice.room.code]),
            "tag": tag_of(notice),
            "icon": static("img/icon-192.png"),
        }


def tag_of(notice: Notice) -> str:
    """Return the tag shared by notices of which only the newest counts."""
    about = TURN if notice.kind in (VOTE, COUNTDOWN) else notice.kind
    return f"{about}-{notice.room_id}"


def _sentence(notice: Notice) -> str:
    match notice.kind:
        case "turn":
            return _("It's your turn.")
        case "over" if notice.body.get("status") == "over":
            return _("Game %(number)s is over. See who won.") % {"number": notice.body["game"]}
        case "over":
            return _("Game %(number)s was abandoned.") % {"number": notice.body["game"]}
        case "invited":
            host = Player.objects.get(room=notice.room_id, seat=notice.body["by"])
            return _("%(name)s invites you to play.") % {"name": host.name}
        case "vote":
            return _("The others are voting to go on without you.")
        case "countdown":
            return _("It's your turn, and the others are waiting for you.")
        case "ending":
            return _("Nobody has moved for a long time. The game will be abandoned soon.")
        case _:
            return _("Someone is in the room again.")
