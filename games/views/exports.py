"""A person's data as one streamed file: their games, or everything that is stored."""

import json
import logging
import zlib
from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, StreamingHttpResponse

from games.models import (
    Game,
    ImportedGame,
    Message,
    Passkey,
    Person,
    Player,
    RecoveryCode,
    Standing,
    Vote,
)
from games.people import identity
from games.people.blocks import codes_for
from games.replay.game import read_game
from games.selectors.company import companions_of
from games.state.archive import BrokenArchive
from games.views.shared import private_page

logger = logging.getLogger(__name__)

_AT_ONCE = 10
"""Number of games read before other requests get their turn."""


@private_page
def my_games_file(request: HttpRequest) -> StreamingHttpResponse:
    """Return the person's ended games, oldest first, as `GameFile`s in one file."""
    return _file(request, "games", {})


@private_page
def my_data(request: HttpRequest) -> StreamingHttpResponse:
    person = _person(request)
    user = person.user
    messages = Message.objects.filter(player__person=person).order_by("pk")
    seats = Player.objects.held_by(person).select_related("room").order_by("pk")
    room_codes = codes_for(person, {seat.room for seat in seats})
    imported = ImportedGame.objects.filter(person=person).order_by("at", "pk")
    votes = Vote.objects.filter(attempt__person=person).select_related("question").order_by("pk")
    codes = RecoveryCode.objects.filter(user=person.user_id).order_by("number")
    passkeys = Passkey.objects.filter(user=person.user_id).order_by("pk")
    stored = {
        "name": person.name,
        "account": None if user is None else user.username,
        "email": None if user is None else user.email,
        "since": person.created.isoformat(),
        "recovery codes": [_dates_of(code) for code in codes],
        "passkeys": [{"name": passkey.name, **_dates_of(passkey)} for passkey in passkeys],
        "settings": person.settings,
        "devices": [
            {"name": device.name, "since": device.created.isoformat(), "zone": device.zone}
            for device in person.devices.order_by("pk")
        ],
        "rules": list(person.saved.order_by("name").values("name", "base", "rules")),
        "seats": [{"room": room_codes[seat.room_id], "name": seat.name} for seat in seats],
        "people": [
            {"name": other.name, "favourite": other.favourite, "blocked": other.blocked}
            for other in companions_of(person)
            if other.favourite or other.blocked
        ],
        "same dice": [
            {
                "deal": attempt.deal.get_absolute_url(),
                "began": attempt.began.isoformat(),
                "counts": attempt.is_first,
                "points": attempt.points,
                "turns": attempt.turns,
                "accuracy": attempt.accuracy,
            }
            # Those of races are among the games.
            for attempt in person.tries.filter(player=None).select_related("deal").order_by("pk")
        ],
        "votes": [
            {
                "asked": vote.question.asked.isoformat(),
                "position": vote.question.position,
                "do": vote.do,
                "keep": vote.keep,
            }
            for vote in votes
        ],
        "messages": [
            {"at": message.at.isoformat(), "text": message.text} for message in messages.iterator()
        ],
        "imported": [json.loads(zlib.decompress(game.packed)) for game in imported],
    }
    return _file(request, "data", stored)


def _dates_of(way_in: RecoveryCode | Passkey) -> dict[str, str | None]:
    return {
        "made": way_in.made.isoformat(),
        "used": way_in.used.isoformat() if way_in.used else None,
    }


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
        part = numbers[first : first + _AT_ONCE]
        for text in await sync_to_async(_as_json)(person, part):
            yield f"{comma}\n{text}"
            comma = ","
    yield "\n]}\n"


def _as_json(person: Person, numbers: list[int]) -> list[str]:
    """Return the games with these keys as JSON, without those in broken archives."""
    games = Game.objects.select_related("room").in_bulk(numbers)
    rooms = {game.room_id for game in games.values()}
    players: dict[int, dict[int, Player]] = {room: {} for room in rooms}
    for player in Player.objects.marked_for(person).filter(room__in=rooms):
        players[player.room_id][player.seat] = player
    texts = []
    for number in numbers:
        try:
            past = read_game(games[number], players[games[number].room_id])
        except BrokenArchive as error:
            logger.error("%s", error)
        else:
            texts.append(json.dumps(past.file().to_dict(), ensure_ascii=False))
    return texts
