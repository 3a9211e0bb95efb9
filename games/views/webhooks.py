"""The form for a room's webhook, which sends messages to a chat, on the standings page."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.models import FOUNDER, Person, Player, Room, Webhook
from games.notices import webhooks
from games.notices.targets import LONGEST, BadTarget
from games.notices.webhooks import Setter
from games.people import known
from games.people.address import address_of
from games.people.form_fields import text_input
from games.people.throttle import WEBHOOK_TESTS, WEBHOOKS
from games.services.accounts.mail import site_of
from games.views.shared import owns

_NO_ADDRESS: Final = gettext_lazy("That isn't a webhook address. Copy it from your chat again.")
_NO_FORMAT: Final = gettext_lazy("Choose where the messages go.")
_BAD: Final = {
    "not https": gettext_lazy("The address must start with https://."),
    "another port": gettext_lazy("The address must not name a port."),
    "not an allowed host": gettext_lazy("This site doesn't send messages to that host."),
    "not a public address": gettext_lazy(
        "Messages can only go to an address on the public internet."
    ),
}
"""Sentences by the reason for which an address was refused; _NO_ADDRESS for others."""
_OffReason = Webhook.OffReason


class WebhookForm(forms.Form):
    format = forms.ChoiceField(
        label=gettext_lazy("Chat"),
        choices=(
            (Webhook.Format.DISCORD, gettext_lazy("Discord")),
            (Webhook.Format.SLACK, gettext_lazy("Slack, Mattermost or Rocket.Chat")),
            (Webhook.Format.MATRIX, gettext_lazy("Matrix (Hookshot)")),
            (Webhook.Format.JSON, gettext_lazy("Another program (JSON)")),
        ),
        error_messages={"required": _NO_FORMAT, "invalid_choice": _NO_FORMAT},
        widget=forms.Select({"class": "input"}),
    )
    address = forms.CharField(
        label=gettext_lazy("Webhook address"),
        help_text=gettext_lazy(
            "In Discord: Channel settings, Integrations, Webhooks. In Slack: an app with Incoming "
            "Webhooks."
        ),
        error_messages={"required": _NO_ADDRESS},
        widget=text_input("off", type="url", maxlength=LONGEST, placeholder="https://"),
    )


def perform(
    request: HttpRequest, room: Room, person: Person | None, keeper: int
) -> str | WebhookForm:
    """Set, test or remove the webhook. Return a word for `chat_of`, or the refused form."""
    do, form = request.POST.get("do"), WebhookForm(request.POST)
    limit = WEBHOOK_TESTS if do == "test" else WEBHOOKS
    if limit.hit(address_of(request), known.key_of(person)):
        if do != "set":
            return "slow"
        form.add_error("address", _news("slow"))
    elif do == "test":
        return _test(room)
    elif do == "remove":
        webhooks.remove(room)
        return "removed"
    if do != "set":
        return ""
    return "set" if form.is_valid() and _set(request, room, form, keeper) else form


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


def _set(request: HttpRequest, room: Room, form: WebhookForm, keeper: int) -> bool:
    """Set the webhook, or add an error to the form."""
    by = Setter(keeper, site_of(request), get_language() or "en")
    chosen = Webhook.Format(form.cleaned_data["format"])
    try:
        webhooks.replace(room, form.cleaned_data["address"], chosen, by)
    except BadTarget as bad:
        form.add_error("address", _BAD.get(str(bad), _NO_ADDRESS))
    return form.is_valid()


def _test(room: Room) -> str:
    webhook = Webhook.objects.filter(room=room).first()
    if webhook is None:
        return ""
    return "tested" if webhooks.try_out(webhook, room) else "busy"


def chat_of(
    room: Room, players: Mapping[int, Player], news: str, form: WebhookForm | None
) -> dict[str, Any]:
    """Return the context for the keeper of the webhook. `news` is a word from the URL; `form` was
    refused."""
    webhook: Webhook | None = getattr(room, "webhook", None)
    old = ("set", "tested", "busy") if webhook is None else ("tested", "removed")
    context = {
        "webhook": webhook,
        "form": form or WebhookForm(initial={"format": webhook and webhook.format}),
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
