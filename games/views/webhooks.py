"""The forms for a room's webhook, which sends messages to a chat, on the standings page."""

from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from games.models import FOUNDER, Player, Room, Webhook
from games.notices import webhooks
from games.notices.targets import LONGEST, BadTarget
from games.notices.webhooks import Setter
from games.people import identity, known
from games.people.address import address_of
from games.people.throttle import WEBHOOK_TESTS, WEBHOOKS
from games.services.accounts.mail import site_of
from games.views.shared import form_target, keepers_of, owns, room_or_404

_BAD: Final = {
    "not https": "https",
    "another port": "port",
    "not an allowed host": "host",
    "not a public address": "private",
}
"""Words in the URL after a webhook's address was refused, by reason; "address" for others."""
_OffReason = Webhook.OffReason


@form_target
@sensitive_post_parameters("address")
def webhook(request: HttpRequest, code: str) -> HttpResponseBase:
    """Set, test or remove the webhook of a room, for its keeper."""
    room, person = room_or_404(code, with_webhook=True), identity.person_of(request)
    keeper = None if person is None else keeper_of_chat(room, keepers_of(room, person))
    if keeper is None:
        raise PermissionDenied
    limit = WEBHOOK_TESTS if request.POST.get("do") == "test" else WEBHOOKS
    if limit.hit(address_of(request), known.key_of(person)):
        return _back(room, "slow")
    match request.POST.get("do"):
        case "set":
            return _back(room, _set(request, room, keeper))
        case "test":
            return _back(room, _test(room))
        case "remove":
            webhooks.remove(room)
            return _back(room, "removed")
        case _:
            return _back(room, "")


def _back(room: Room, news: str) -> HttpResponseBase:
    url = reverse("standings", args=[room.code], query={"chat": news} if news else None)
    return redirect(f"{url}#chat-title")


def keeper_of_chat(room: Room, players: Mapping[int, Player]) -> int | None:
    """Return the seat with which the reader may set the webhook of an open room, or None. `players`
    are marked for the reader.

    The webhook belongs to the founder. Once the founder has left, a host may set one, but neither
    see nor replace that of another player.
    """
    if room.status == Room.Status.CLOSED:
        return None
    if (founder := players.get(FOUNDER)) is not None and founder.is_mine:
        return FOUNDER
    webhook: Webhook | None = getattr(room, "webhook", None)
    if owns(room, players) and (webhook is None or webhook.set_by == room.host):
        return room.host
    return None


def _set(request: HttpRequest, room: Room, keeper: int) -> str:
    chosen = request.POST.get("format", "")
    if chosen not in Webhook.Format.values:
        return "format"
    by = Setter(keeper, site_of(request), get_language() or "en")
    address = request.POST.get("address", "").strip()
    try:
        webhooks.replace(room, address, Webhook.Format(chosen), by)
    except BadTarget as bad:
        return _BAD.get(str(bad), "address")
    return "set"


def _test(room: Room) -> str:
    webhook = Webhook.objects.filter(room=room).first()
    if webhook is None:
        return ""
    return "tested" if webhooks.try_out(webhook, room) else "busy"


def chat_of(room: Room, players: Mapping[int, Player], news: str) -> dict[str, Any]:
    """Return the context for the keeper of the webhook; `news` is a word from the URL."""
    webhook: Webhook | None = getattr(room, "webhook", None)
    old = ("set", "tested", "busy") if webhook is None else ("tested", "removed")
    context = {
        "webhook": webhook,
        "formats": (
            (Webhook.Format.DISCORD.value, _("Discord")),
            (Webhook.Format.SLACK.value, _("Slack, Mattermost or Rocket.Chat")),
            (Webhook.Format.MATRIX.value, _("Matrix (Hookshot)")),
            (Webhook.Format.JSON.value, _("Another program (JSON)")),
        ),
        "longest": LONGEST,
        "said": "" if news in old else _news(news),
        "is_problem": news not in ("set", "removed"),
    }
    if webhook is None:
        return context
    setter = players.get(webhook.set_by)
    return {
        **context,
        "host": _host(webhook),
        "end": webhooks.end_of(webhook),
        "set_by": "" if setter is None else setter.name,
        "off": _off(webhook),
        "outcome": "" if webhook.answered is None else _outcome(webhook),
        "failed": webhook.status not in range(200, 300),
    }


def _host(webhook: Webhook) -> str:
    return webhook.target.removesuffix(":443")


def _news(word: str) -> str:
    return {
        "set": _("Saved. Send a test message to see whether it arrives."),
        "removed": _("Removed. The chat gets no more messages."),
        "slow": _("Slow down a little and try again."),
        "busy": _("Too many test messages at once. Try again in a moment."),
        "format": _("Choose where the messages go."),
        "address": _("That isn't a webhook address. Copy it from your chat again."),
        "https": _("The address must start with https://."),
        "port": _("The address must not name a port."),
        "host": _("This site doesn't send messages to that host."),
        "private": _("Messages can only go to an address on the public internet."),
    }.get(word, "")


def _off(webhook: Webhook) -> str:
    """Return the reason why the webhook was switched off; "" if it is on."""
    if webhook.off is None:
        return ""
    words = {
        _OffReason.GONE: _("Switched off: the chat doesn't know this address any more."),
        _OffReason.FAILING: _("Switched off: no message has arrived for hours."),
        _OffReason.BLOCKED: _("Switched off: this site doesn't send messages to that host."),
        _OffReason.SEALED: _("Switched off: the address can't be read any more. Enter it again."),
    }
    return words[_OffReason(webhook.why)]


def _outcome(webhook: Webhook) -> str:
    words = {"host": _host(webhook), "status": webhook.status}
    match webhook.status:
        case 0:
            return _no_answer(webhook.problem) % words
        case status if 200 <= status < 300:
            return _("%(host)s took the last message.") % words
        case 404 | 410:
            return _("%(host)s answered %(status)s: the webhook is gone.") % words
        case 401 | 403:
            return _("%(host)s answered %(status)s: it doesn't let this address in.") % words
        case 429:
            return _("%(host)s answered %(status)s: too many messages. Try again later.") % words
        case status if status >= 500:
            return _("%(host)s answered %(status)s: it has a problem. Try again later.") % words
        case status if status < 400:
            return _("%(host)s answered %(status)s: the address has moved. Copy it again.") % words
        case _:
            return (
                _("%(host)s answered %(status)s: it didn't take the message. Is it the right chat?")
                % words
            )


def _no_answer(problem: str) -> str:
    if problem == "no answer in time":
        return _("%(host)s didn't answer in time.")
    if problem in ("BadStatusLine", "LineTooLong", "RemoteDisconnected"):
        return _("%(host)s gave an answer that makes no sense.")
    if problem.startswith("SSL"):
        return _("%(host)s has no valid certificate.")
    return _("%(host)s can't be reached. It must be on the public internet.")
