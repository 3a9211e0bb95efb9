"""Make deals, begin tries of them, and open their seeds when they close."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone

from games import clock
from games.models import Deal, Person, Room, Try
from games.protocol.commands import Command, EndTry, No, Rematch, Sit
from games.protocol.errors import Refused
from games.services import executor
from games.services.create_room import code_for, open_room
from games.services.dealing import KEY_LENGTH, make_deal
from games.state.sealing import CannotUnseal, unseal

OPENED_AFTER: Final = timedelta(hours=12)
"""Time between the last first try that counts and the opening of the seed: who began in time may
finish."""
LONGEST: Final = timedelta(days=90)
"""Time after which a challenge closes at the latest."""

DAILY_PRESETS: Final = ("standard", "kcd", "classic", "patch", "4iam", "specials", "absolute")
"""The rules of the daily deal, from Monday on."""


def make_challenge(
    maker: Person, request_id: str, rules: Mapping[str, Any], until: datetime
) -> Deal:
    """Return a new challenge, whose first tries count until then, for LONGEST at most. The same
    `request_id` of a person makes one only. Raise Refused."""
    key = code_for(maker, f"challenge:{request_id}", KEY_LENGTH)
    until = min(until, clock.now() + LONGEST)
    try:
        return make_deal(Deal.Kind.CHALLENGE, rules, until, maker=maker, key=key)
    except IntegrityError:
        return Deal.objects.get(key=key, maker=maker)


def end_challenge(deal: Deal) -> None:
    """End a challenge now, unless it has ended. Its seed is opened OPENED_AFTER later."""
    now = clock.now()
    Deal.objects.filter(pk=deal.pk, kind=Deal.Kind.CHALLENGE, until__gt=now).update(until=now)


def daily_deals() -> QuerySet[Deal]:
    return Deal.objects.filter(kind=Deal.Kind.DAILY)


def todays_deal() -> Deal:
    """Return the deal of the site's day, and make sure that tomorrow's is committed to.

    No day is opened twice: days are only added after the newest one, and if the clock was set back,
    the earliest deal that is still open goes on.
    """
    add_days(clock.now())
    deal = newest_day()
    if deal is None:
        raise RuntimeError("the daily deal of today is missing")
    return deal


def newest_day() -> Deal | None:
    """Return the deal of the site's day as far as it has been made, and make none."""
    today = timezone.localtime(clock.now()).date()
    still_open = daily_deals().filter(closed=None)
    deal = still_open.filter(day__lte=today).order_by("-day").first()
    deal = deal or still_open.order_by("day").first()
    return deal or daily_deals().order_by("-day").first()


def add_days(now: datetime) -> int:
    """Make the daily deals of the day and of the one after it, and return the number made."""
    today, made = timezone.localtime(now).date(), 0
    newest = daily_deals().order_by("-day").values_list("day", flat=True).first()
    for day in (today, today + timedelta(days=1)):
        if newest is not None and day <= newest:
            continue
        ends = timezone.make_aware(datetime.combine(day + timedelta(days=1), time()))
        try:
            make_deal(Deal.Kind.DAILY, DAILY_PRESETS[day.weekday()], ends, day=day)
            made += 1
        except IntegrityError:
            if not daily_deals().filter(day=day).exists():
                raise  # it was not another process that made it
    return made


def has_begun(deal: Deal) -> bool:
    """Return False for the deal of a day that is still to come."""
    if deal.day is None or deal.day <= timezone.localtime(clock.now()).date():
        return True
    return deal == newest_day()  # the clock was set back


def first_try(deal: Deal, person: Person | None) -> Try | None:
    """Return the try of the person that counts, running or ended."""
    return Try.objects.filter(deal=deal, person=person, is_first=True).first() if person else None


def begin_try(person: Person, deal: Deal, request_id: str, *, name: str, origin: str = "") -> Room:
    """Return the room in which the person plays the deal. Raise Refused.

    A try that is running goes on; else the next one begins, in the room of the last one or a new
    one. The same `request_id` begins one try only.
    """
    room = open_room(person, request_id, name=name, deal=deal, origin=origin)
    if room.status != Room.Status.PLAYING:
        for key, body in ((f"sit:{request_id}"[:40], Sit(name)), (request_id, Rematch(1))):
            answer = executor.perform(Command(room.code, person.pk, key, body, origin))
            if isinstance(answer, No) and answer.code != "game_on":
                raise Refused(answer.code)
    return room


def close_due_deals(now: datetime) -> int:
    """Close the deals whose time is over, and return their number."""
    due = Deal.objects.filter(closed=None, until__lte=now - OPENED_AFTER)
    return sum(map(_close, due))


def _close(deal: Deal) -> bool:
    """End the tries that are still played, which keep what is banked, and open the seed. Return
    False if it stays closed because its key is lost, or a try could not be ended."""
    running = Try.objects.filter(deal=deal, ended=None).select_related("game__room")
    for attempt in running:
        room = attempt.game.room
        executor.perform(Command(room.code, None, f"close-{attempt.pk}", EndTry()))
    try:
        seed = unseal(bytes(deal.seed), deal.commitment)
    except CannotUnseal:
        return False
    if running.all().exists():
        return False
    values = {"closed": clock.now(), "seed": seed}
    return bool(Deal.objects.filter(pk=deal.pk, closed=None).update(**values))
