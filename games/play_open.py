"""Opening a room: what `play` does before there is one to lock."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from farkle.shorthand import Named
from games import clock, play_game
from games.commands import Command, Sit
from games.models import Person, Room
from games.play_room import MOST_SEATS, room_name, sit
from games.play_rules import playable
from games.play_store import store
from games.play_table import Table
from games.refusals import Refused
from games.rulebook import DEFAULT, preset_of

MOST_ROOMS_AN_HOUR = 60
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that looks like something else
CODE_LENGTH = 8


def open_room(
    person: Person,
    request_id: str,
    *,
    name: str,
    rules: str | Mapping[str, Any] = DEFAULT,
    base: str = "",
    title: str = "",
    listed: bool = False,
) -> Room:
    """A new room with `person` in it as host, called `name`. Raises Refused.

    The same `request_id` again gives the same room: one intent, one effect.
    """
    code = code_for(person, request_id)
    named = playable(rules, base)
    try:
        with transaction.atomic():
            return _same(person, code) or _open(
                person, code, request_id, name, named, title, listed=listed
            )
    except IntegrityError:
        room = _same(person, code)  # two requests at once: the other one was first
        if room is None:
            raise
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
    *,
    listed: bool,
) -> Room:
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
        settings={"listed": listed, "seats": MOST_SEATS},
        created=now,
    )
    table = Table(room)
    play_game.make_waiting(table)
    sit(table, Command(code, person.pk, request_id, Sit(name)), Sit(name))
    store([table])
    return room
