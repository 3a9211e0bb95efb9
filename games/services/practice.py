"""Play against a computer, in one room for as many games as a person likes."""

from collections.abc import Mapping
from typing import Any

from farkle import DEFAULT_PRESET
from games.models import Person, Room
from games.protocol.commands import Body, Command, No, Rematch, SetRules, Sit
from games.protocol.errors import Refused
from games.selectors.room_list import practice_of
from games.services import executor
from games.services.commands.rules import read, require_playable
from games.services.commands.settings import default_room_name
from games.services.create_room import code_for, open_room

DEFAULT_LEVEL = "penny"

_ID_LENGTH = 40


def play_now(
    person: Person,
    request_id: str,
    *,
    name: str,
    level: str = "",
    rules: Mapping[str, Any] | None = None,
    base: str = "",
    origin: str = "",
) -> Room:
    """Return the room of the person's game against a computer. Raise Refused.

    An unfinished game goes on. Else the next one begins: in the room of the last, or a new one. A
    `level` and `rules` that are not given are those of the last game. The same `request_id` begins
    one game only.
    """
    last = practice_of(person)
    if last is None:
        level = level or DEFAULT_LEVEL
        return open_room(
            person,
            request_id,
            name=name,
            rules=DEFAULT_PRESET if rules is None else rules,
            base=base,
            title=default_room_name(name, level),
            against=level,
            origin=origin,
        )
    room = Room.objects.get(code=last.code)
    if last.over and not _is_opened_by(person, request_id):
        wanted = room.rules if rules is None else rules
        require_playable(read(wanted, base).rules)
        bodies: dict[str, Body] = {f"sit:{request_id}": Sit(name)}  # if they gave up the last game
        if wanted != room.rules:
            bodies[f"rules:{request_id}"] = SetRules(last.seat, wanted, base)
        bodies[request_id] = Rematch(last.seat, level)
        commands = [
            Command(room.code, person.pk, key[:_ID_LENGTH], body, origin)
            for key, body in bodies.items()
        ]
        for answer in executor.perform_many(commands):
            # With "game_on", another tab was faster.
            if isinstance(answer, No) and answer.code != "game_on":
                raise Refused(answer.code)
    return room


def _is_opened_by(person: Person, request_id: str) -> bool:
    """Return True if this request has opened a room, whose first game is over by now."""
    return Room.objects.filter(code=code_for(person, request_id)).exists()
