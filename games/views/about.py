"""What the site says about itself: its version, who runs it, and what it keeps about people."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from farkle import __version__
from games.notices import queue
from games.services import chat
from games.services.upkeep import cleanup


class Kept(NamedTuple):
    """A kind of data that the site keeps, who sees it, and for how long."""

    name: str
    readers: str
    until: str


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    context = {**_operator(), "version": __version__, "extra": settings.ABOUT}
    return render(request, "about/about.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    context = {
        **_operator(),
        "kept": kept(),
        "mail": settings.MAIL,
        "backups": settings.BACKUPS is not None,
        "extra": settings.PRIVACY,
    }
    return render(request, "about/privacy.html", context)


@require_safe
def version(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{__version__}\n", content_type="text/plain; charset=utf-8")


def _operator() -> dict[str, str]:
    """Return the name and the contact of whoever runs the site, as far as they are set."""
    link = settings.CONTACT
    return {
        "operator": settings.OPERATOR,
        "contact_link": link,
        "contact": link.removeprefix("mailto:").removeprefix("https://"),
    }


def kept() -> list[Kept]:
    """Return what is kept. docs/run/security.md says how it is stored."""
    return [
        Kept(
            _("Your name in a room, your moves and the results"),
            _(
                "Anyone with the room's link, or only its players if the host chooses so. The host "
                "can have results posted in a chat."
            ),
            _(
                "Games that people played with each other stay. A guest's games against the "
                "computer are deleted after %(time)s without a move."
            )
            % {"time": _days(cleanup.PRACTICE_AFTER)},
        ),
        Kept(
            _("Chat messages"),
            _("Everyone in the room."),
            _("%(time)s. The newest %(count)s of a room stay longer.")
            % {"time": _days(cleanup.MESSAGES_AFTER), "count": chat.RECENT},
        ),
        Kept(
            _("Your account: name, password, recovery codes, passkeys"),
            _(
                "Your name is public. Nobody can read your password and recovery codes: only their "
                "hashes are stored."
            ),
            _("Until you delete your account."),
        ),
        *_mail(),
        Kept(
            _("Favourites, blocked people, invitations"),
            _("Only you, and the people you invite."),
            _("Until you delete your account."),
        ),
        Kept(
            _("Saved rules, and games from files"),
            _("Only you. Anyone with the link can see a game from a file."),
            _("Until you delete them. Games from files: %(time)s after the last visit.")
            % {"time": _days(cleanup.IMPORTS_AFTER)},
        ),
        Kept(
            _("Notifications"),
            _("Nobody. They pass the push service of your browser, encrypted."),
            _("Until you turn them off. Sent ones: %(time)s.") % {"time": _days(queue.KEPT)},
        ),
        Kept(
            _("Cookies: a random key for your seats, your login and your language"),
            _("Your browser sends them to this site only."),
            _("A year after you last joined or changed something; a login lasts two weeks."),
        ),
        Kept(
            _("Settings such as the theme, and marks that prove the dice"),
            _("Only you. They stay in this browser."),
            _("Until you clear your browser's data for this site."),
        ),
        Kept(
            _("Your internet address"),
            _("Nobody. Only a hash is kept, to limit how much comes from one address."),
            _("An hour at most; with a room that you create, %(time)s.")
            % {"time": _days(cleanup.ADDRESSES_AFTER)},
        ),
    ]


def _mail() -> list[Kept]:
    if not settings.MAIL:
        return []
    return [
        Kept(
            _("Your email address, if you entered one"),
            _("Only you and the people who run this site."),
            _("Until you remove it or delete your account."),
        )
    ]


def _days(time: timedelta) -> str:
    return ngettext("%(count)s day", "%(count)s days", time.days) % {"count": time.days}
