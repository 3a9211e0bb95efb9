"""Opening a room: what `play` does before there is one to lock."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from farkle.ai.players import LEVELS
from farkle.rules.codec import Named
from games import broadcast, clock
from games.models import Person, Room
from games.protocol.commands import Command, Sit, Start
from games.protocol.errors import Refused
from games.rules.catalogue import DEFAULT, preset_of
from games.services import game
from games.services.computers import begin_practice
from games.services.persistence import store
from games.services.refusals import reporting
from games.services.room import room_name
from games.services.rules import playable
from games.services.seats import sit
from games.services.table import Table
from games.state.room_settings import DEFAULTS
from games.validators import CODE_ALPHABET, CODE_LENGTH

MOST_ROOMS_AN_HOUR = 60


@reporting("OpenRoom")
def open_room(
    person: Person,
    request_id: str,
    *,
    name: str,
    rules: str | Mapping[str, Any] = DEFAULT,
    base: str = "",
    title: str = "",
    listed: bool = False,
    against: str = "",
) -> Room:
    """A new room with `person` in it as host, called `name`; where it is to be `against` a computer
    of some level, the game is on at once. Raises Refused.

    The same `request_id` again gives the same room: one intent, one effect.
    """
    code = code_for(person, request_id)
    named = playable(rules, base)
    try:
        with transaction.atomic():
            same = _same(person, code)
            if same is not None:
                return same
            room = _open(person, code, request_id, name, named, title, listed, against)
    except IntegrityError:
        other = _same(person, code)  # two requests at once: the other one was first
        if other is None:
            raise
        return other
    broadcast.publish(
        [broadcast.RoomUpdate(room.pk, [], room.due_at)]
    )  # nobody listens yet but the ticker
    return room


def code_for(person: Person, request_id: str) -> str:
    """The code of the room that this request opens; not to be guessed without the site's key."""
    digest = salted_hmac("games.play_open", f"{person.pk}:{request_id}", algorithm="sha256")
    number = int.from_bytes(digest.digest(), "big")
    code = ""
    for _ in range(CODE_LENGTH):
        number, at = divmod(number, len(CODE_ALPHABET))
        code += CODE_ALPHABET[at]
    return code


def _same(person: Person, code: str) -> Room | None:
    return Room.objects.filter(code=code, opened_by=person).first()


def _open(
    person: Person,
    code: str,
    request_id: str,
    name: str,
    named: Named,
    title: str,
    listed: bool,
    against: str,
) -> Room:
    if against and against not in LEVELS:
        raise Refused("no_computer")
    now = clock.now()
    recent = Room.objects.filter(opened_by=person, created__gt=now - timedelta(hours=1))
    if recent.count() >= MOST_ROOMS_AN_HOUR:
        raise Refused("too_many_rooms")
    room = Room.objects.create(
        code=code,
        name=room_name(title),
        opened_by=person,
        rules=named.rules.to_dict(),
        preset=preset_of(named.rules),
        base=named.preset,
        settings={**DEFAULTS, "listed": listed},
        created=now,
    )
    table = Table(room)
    game.make_waiting(table)
    sit(table, Command(code, person.pk, request_id, Sit(name)), Sit(name))
    if against:
        begin_practice(table, Command(code, person.pk, "practice", Start(1)), against)
    store([table])
    return room
