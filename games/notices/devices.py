"""The devices on which people have turned notices on.

A signed cookie identifies a browser's own device in the list, so that logging out turns it off.
"""

import hashlib
from typing import Final, NamedTuple

from django.core.signing import Signer
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import clock
from games.models import Device, Holder, Person, Player, Room, RoomMark
from games.notices.encryption import AUTH_BYTES, is_key
from games.notices.preferences import fit_zone
from games.notices.targets import BadTarget, target_of
from games.notices.vapid import from_base64, to_base64
from games.people import identity

COOKIE: Final = "farkle_notices"
MOST: Final = 10
"""Maximum number of devices of one person; a further one replaces the oldest."""
_signer = Signer(salt="games.notices.device")
# Marks in a User-Agent and their names. The first match wins: most browsers name others, too.
_BROWSERS: Final = (
    ("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung"),
    ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


class BadDevice(Exception):
    """The browser sent no valid subscription, or one that this site may not send to."""


class Subscription(NamedTuple):
    """A browser's `PushSubscription`, unchecked."""

    endpoint: str
    p256dh: str
    auth: str
    zone: str = "UTC"


def add(
    person: Person,
    given: Subscription,
    agent: str = "",
    language: str = "en",
    was: int | None = None,
) -> Device:
    """Turn notices on for a browser, also if it was another person's device. Raise BadDevice.

    `was`: the device as which the browser identified itself, whose subscription was renewed.
    """
    try:
        target_of(given.endpoint)
        key, auth = from_base64(given.p256dh), from_base64(given.auth)
    except (BadTarget, ValueError) as error:
        raise BadDevice(str(error)) from error
    if not is_key(key) or len(auth) != AUTH_BYTES:
        raise BadDevice("not the keys of a browser")
    values = {
        "person": person,
        "endpoint": given.endpoint,
        "p256dh": to_base64(key),
        "auth": to_base64(auth),
        "name": name_of(agent),
        "zone": fit_zone(given.zone),
        "language": language[:16],
        "failures": 0,
    }
    endpoint_hash = hashlib.sha256(given.endpoint.encode()).hexdigest()
    with transaction.atomic():
        if not Device.objects.filter(endpoint_hash=endpoint_hash).exists():
            # Notices queued for the old subscription go to the new one.
            own = Device.objects.filter(person=person, pk=was or 0)
            own.update(endpoint_hash=endpoint_hash)
        device, _made = Device.objects.update_or_create(
            endpoint_hash=endpoint_hash,
            defaults=values,
            create_defaults={**values, "created": clock.now()},
        )
        _drop_oldest(person)
        _mark_rooms(person)
    return device


def set_language(person: Person, language: str) -> None:
    """Write the notices for all devices of the person in this language."""
    Device.objects.filter(person=person).update(language=language)


def _drop_oldest(person: Person) -> None:
    kept = Device.objects.filter(person=person).order_by("-pk")[:MOST].values_list("pk", flat=True)
    Device.objects.filter(person=person).exclude(pk__in=list(kept)).delete()


def _mark_rooms(person: Person) -> None:
    """Have notices planned for the person's rooms from now on, but not for earlier events."""
    seats = Player.objects.seated().held_by(person).values("room")
    rooms = Room.objects.open().filter(pk__in=seats, notice_mark=None)
    marks = [
        RoomMark(room_id=pk, seen=head, awake=due is not None)
        for pk, head, due in rooms.values_list("pk", "head", "due_at")
    ]
    RoomMark.objects.bulk_create(marks, ignore_conflicts=True)


def remove(person: Person, device: int) -> None:
    """Turn notices off on one of the person's devices, and drop those queued for it."""
    Device.objects.filter(person=person, pk=device).delete()


def remove_all(person: Person) -> None:
    Device.objects.filter(person=person).delete()


def remove_here(request: HttpRequest, person: Person) -> None:
    device = here(request)
    if device is not None:
        remove(person, device)


def remove_logged_out(account: int, but: int | None = None) -> None:
    """Turn notices off on all of an account's devices but one: a new password logs them out."""
    Device.objects.filter(person__user=account).exclude(pk=but or 0).delete()


def move(person: Person, into: Person) -> None:
    """Give a person's devices to another one, who keeps the newest of all."""
    Device.objects.filter(person=person).update(person=into)
    _drop_oldest(into)


def here(request: HttpRequest) -> int | None:
    """Return the key of the device as which this browser identifies itself, which may be gone."""
    key = identity.unsign(request.COOKIES.get(COOKIE), _signer)
    return int(key) if key else None


def cookie_of(device: Device) -> str:
    return _signer.sign(str(device.pk))


def name_of(agent: str) -> str:
    """Return a name for a browser with this User-Agent, such as "Firefox on Android"."""
    browser = next((name for mark, name in _BROWSERS if f"{mark}/" in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser")


def has_devices() -> Q:
    """Return the condition for rooms in which a person with a device holds a seat."""
    seated = Player.objects.seated().filter(room=OuterRef("pk"))
    own = seated.filter(person__devices__isnull=False)
    further = Holder.objects.filter(player__room=OuterRef("pk"), person__devices__isnull=False)
    return Q(Exists(own)) | Q(Exists(further))
