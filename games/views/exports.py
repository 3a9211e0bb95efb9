"""A person's data as one file: their games, or everything that is stored. It is streamed."""

import json
import logging
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import (
    Game,
    ImportedGame,
    Message,
    Passkey,
    Person,
    Player,
    RecoveryCode,
    Standing,
)
from games.people import identity
from games.people.blocks import codes_for
from games.replay.game import PastGame, read_game
from games.selectors.company import companions_of
from games.state.archive import BrokenArchive

logger = logging.getLogger(__name__)

_AT_ONCE = 10
"""Games read between two pauses, in which other requests get their turn."""


@require_safe
@never_cache
def my_games_file(request: HttpRequest) -> StreamingHttpResponse:
    """The ended games of this person, oldest first, as `GameFile`s in one file."""
    return _file(request, "games", {})


@require_safe
@never_cache
def my_data(request: HttpRequest) -> StreamingHttpResponse:
    """Everything that is stored about this person."""
    person = _person(request)
    user = person.user
    messages = Message.objects.filter(player__person=person).order_by("pk")
    seats = Player.objects.held_by(person).select_related("room").order_by("pk")
    room_codes = codes_for(person, {seat.room for seat in seats})
    imported = ImportedGame.objects.filter(person=person).order_by("at", "pk")
    codes = RecoveryCode.objects.filter(user=person.user_id).order_by("number")
    stored = {
        "name": person.name,
        "account": None if user is None else user.username,
        "email": None if user is None else user.email,
        "since": person.created.isoformat(),
        "recovery codes": [
            {"made": one.made.isoformat(), "used": one.used and one.used.isoformat()}
            for one in codes
        ],
        "passkeys": [
            {
                "name": one.name,
                "made": one.made.isoformat(),
                "used": one.used and one.used.isoformat(),
            }
            for one in Passkey.objects.filter(user=person.user_id).order_by("pk")
        ],
        "settings": person.settings,
        "devices": [
            {"name": one.name, "since": one.created.isoformat(), "zone": one.zone}
            for one in person.devices.order_by("pk")
        ],
        "rules": [
            {"name": one.name, "base": one.base, "rules": one.rules}
            for one in person.saved.order_by("name")
        ],
        "seats": [{"room": room_codes[seat.room_id], "name": seat.name} for seat in seats],
        "people": [
            {"name": one.name, "favourite": one.favourite, "blocked": one.blocked}
            for one in companions_of(person)
            if one.favourite or one.blocked
        ],
        "messages": [{"at": one.at.isoformat(), "text": one.text} for one in messages.iterator()],
        "imported": [json.loads(zlib.decompress(one.packed)) for one in imported],
    }
    return _file(request, "data", stored)


def _person(request: HttpRequest) -> Person:
    person = identity.person_of(request)
    if person is None:
        raise Http404
    return person


def _file(request: HttpRequest, kind: str, stored: dict[str, Any]) -> StreamingHttpResponse:
    person = _person(request)
    games = Standing.objects.filter(person=person).values_list("game_id", flat=True)
    numbers = sorted(set(games))
    head = json.dumps({"farkle": kind, "version": 1, **stored}, ensure_ascii=False)
    response = StreamingHttpResponse(_parts(head, person, numbers), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="farkle-{kind}.json"'
    return response


async def _parts(head: str, person: Person, numbers: list[int]) -> AsyncIterator[str]:
    yield f'{head[:-1]}, "games": ['
    comma = ""
    for first in range(0, len(numbers), _AT_ONCE):
        some = numbers[first : first + _AT_ONCE]
        for text in await sync_to_async(_as_json)(person, some):
            yield f"{comma}\n{text}"
            comma = ","
    yield "\n]}\n"


def _as_json(person: Person, numbers: list[int]) -> list[str]:
    games = Game.objects.select_related("room").in_bulk(numbers)
    rooms = {game.room_id for game in games.values()}
    players: dict[int, dict[int, Player]] = {room: {} for room in rooms}
    for player in Player.objects.marked_for(person).filter(room__in=rooms):
        players[player.room_id][player.seat] = player
    found = _readable((games[number], players[games[number].room_id]) for number in numbers)
    return [json.dumps(one.file().to_dict(), ensure_ascii=False) for one in found]


def _readable(games: Iterable[tuple[Game, dict[int, Player]]]) -> Iterator[PastGame]:
    """Yield the games, each given with the players of its room, but those that are damaged."""
    for game, players in games:
        try:
            yield read_game(game, players)
        except BrokenArchive as error:
            logger.error("%s", error)
