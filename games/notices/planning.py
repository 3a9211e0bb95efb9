"""Derive notices from the events of rooms, and queue them, but never during a move.

A mark says up to which of a room's numbered events notices are planned. It moves in the transaction
that stores the notices, so each event is planned at most once, by any one process.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, Final, NamedTuple

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games import clock
from games.models import Device, Event, Game, Person, Player, Room, RoomMark
from games.models.notices import Notice, Webhook
from games.notices import queue
from games.notices.devices import has_devices
from games.notices.kinds import (
    AWAKE,
    CHAT_LASTS,
    COUNTDOWN,
    ENDING,
    INVITED,
    KINDS,
    LONG_TURN,
    OVER,
    TURN,
    VOTE,
)
from games.notices.preferences import preferences_of
from games.notices.targets import BadTarget, target_of
from games.state.absence import AbsenceState
from games.state.room_state import position_of

logger = logging.getLogger(__name__)

ROOMS_AT_ONCE: Final = 100
EVENTS_AT_ONCE: Final = 500
"""If a room has more new events than this, only the newest count."""
LONG: Final = timedelta(days=1)
"""Time after which a turn is announced in the room's chat."""


class CurrentTurn(NamedTuple):
    """The turn that a person is to play, by the number of its game, its round and its seat."""

    game: int
    round: int
    seat: int


class Cause(NamedTuple):
    """A reason for notices to all players, or those in `seats`, except the person `but`."""

    kind: str
    body: dict[str, Any]
    at: datetime
    seats: frozenset[int] | None = None
    but: int | None = None

    @property
    def key(self) -> str:
        """A key that no other cause of its kind in the room has."""
        return _key_of(self.body)


def _key_of(body: dict[str, Any]) -> str:
    return "-".join(map(str, body.values()))


def plan_all() -> int:
    """Plan the notices of rooms with new events, and return the number of these rooms."""
    if not Device.objects.exists() and not Webhook.objects.filter(off=None).exists():
        return 0
    rooms = [*awake_with_news()[:ROOMS_AT_ONCE], *fallen_asleep()[:ROOMS_AT_ONCE]]
    for room, seen in rooms:
        try:
            plan(room, seen)
        except (InterfaceError, OperationalError):  # the database is away
            raise
        except Exception:
            logger.exception("the notices of a room cannot be planned", extra={"room": room})
            _skip(room)
    return len(rooms)


def awake_with_news() -> QuerySet[Room, tuple[int, int | None]]:
    """Return the rooms with deadlines, new events and a device or chat, each with its mark."""
    chats = Webhook.objects.filter(off=None, room=OuterRef("pk"))
    rooms = Room.objects.filter(due_at__isnull=False).exclude(notice_mark__seen=F("head"))
    rooms = rooms.exclude(deal__isnull=False)  # not `deal=None`: most rooms match its index
    heard = rooms.filter(has_devices() | Exists(chats))
    return heard.values_list("pk", "notice_mark__seen")


def fallen_asleep() -> QuerySet[RoomMark, tuple[int, int]]:
    """Return the rooms that fell asleep or closed since they were planned, each with its mark."""
    marks = RoomMark.objects.filter(awake=True, room__due_at=None)
    return marks.values_list("room", "seen")


def _skip(room_id: int) -> None:
    """Skip events that cannot be read, so that no other room has to wait."""
    for room in Room.objects.filter(pk=room_id):
        RoomMark.objects.update_or_create(room=room, defaults=_mark_of(room))


def _mark_of(room: Room) -> dict[str, Any]:
    return {"seen": room.head, "awake": room.due_at is not None}


def plan(room_id: int, seen: int | None) -> None:
    """Plan the notices of a room from its events after `seen`; None: from its newest event on."""
    with transaction.atomic():
        room = Room.objects.filter(pk=room_id).first()
        if room is None:
            return
        if seen is None:
            _mark, is_ours = RoomMark.objects.get_or_create(room=room, defaults=_mark_of(room))
            seen = room.head
        else:
            mark = RoomMark.objects.filter(room=room, seen=seen)
            is_ours = bool(mark.update(**_mark_of(room)))
        if not is_ours:  # another process was faster
            return
        people = _people_with_devices(room)
        # Locked, so that it is not removed meanwhile.
        webhook = Webhook.objects.select_for_update().filter(room=room, off=None).first()
        if people or webhook:
            turn = current_turn(room)
            queue.drop_stale(room, None if turn is None else _key_of(turn._asdict()))
            causes = list(_causes(room, seen, _events(room, seen), turn))
            if people:
                _store(room, people, causes)
            if webhook:
                messages = chain.from_iterable(_for_chat(room, each, webhook) for each in causes)
                Notice.objects.bulk_create(messages, ignore_conflicts=True)


def invite(room: Room, person: Person, by: int) -> None:
    """Queue an invitation to a room by the player in seat `by`, at most one a day."""
    now = clock.now()
    cause = Cause(INVITED, {"day": now.date().isoformat(), "by": by}, now)
    _store(room, {person.pk: frozenset()}, [cause])


def _people_with_devices(room: Room) -> dict[int, frozenset[int]]:
    """Return the seats of each person in the room who has a device."""
    held: dict[int, set[int]] = {}
    for person, _, seat in Player.objects.filter(room=room).seated().holdings():
        held.setdefault(person, set()).add(seat)
    listening = Device.objects.filter(person__in=held).values_list("person", flat=True)
    return {person: frozenset(held[person]) for person in set(listening)}


def _events(room: Room, seen: int) -> list[Event]:
    """Return the room's events from number `seen` on, oldest first."""
    later = Event.objects.filter(room=room, number__gte=seen, number__lte=room.head)
    return list(later.order_by("-number")[:EVENTS_AT_ONCE])[::-1]


def _causes(
    room: Room, seen: int, events: Sequence[Event], turn: CurrentTurn | None
) -> Iterator[Cause]:
    since, was_asleep = clock.now(), False
    for event in events:
        names = [change["e"] for change in event.events]
        if event.number > seen:
            yield from _causes_in(room, event, turn)
            if was_asleep and event.asker is not None:
                yield Cause(AWAKE, {"event": event.number}, event.at, but=event.asker)
            if "turn" in names:
                since = event.at
        was_asleep = "slept" in names
    if turn is not None:
        yield Cause(TURN, turn._asdict(), since, frozenset({turn.seat}))


def _causes_in(room: Room, event: Event, turn: CurrentTurn | None) -> Iterator[Cause]:
    for change in event.events:
        match change["e"]:
            case "ended" if event.game_id is not None:
                game = Game.objects.get(pk=event.game_id)
                body = {"game": game.number, "status": change["status"]}
                yield Cause(OVER, body, event.at, frozenset(game.players))
            case "notice":
                yield Cause(ENDING, {"event": event.number}, event.at)
            case "vote" if turn is not None and change["about"] == "go_on" and change["players"]:
                yield Cause(VOTE, turn._asdict(), event.at, frozenset({turn.seat}))
            case "away" if turn is not None and "away" in room.deadlines:
                if change["player"] == turn.seat:
                    yield Cause(COUNTDOWN, turn._asdict(), event.at, frozenset({turn.seat}))


def current_turn(room: Room) -> CurrentTurn | None:
    """Return the turn that waits for a person, if any. While the game is paused, none does."""
    game = Game.objects.running(room)
    absence = AbsenceState.from_dict(room.absence)
    if game is None or absence.paused:
        return None
    position = position_of(game)
    under_way = position.log.under_way
    if under_way is None or position.state.phase == "over":
        return None
    seat = game.players[position.state.current]
    if absence.stand_in_level(seat):
        return None
    return CurrentTurn(game.number, under_way["round"], seat)


def _store(room: Room, people: dict[int, frozenset[int]], causes: Iterable[Cause]) -> None:
    """Queue the notices for each device of these people."""
    devices = list(Device.objects.filter(person__in=people).select_related("person"))
    notices = [
        notice
        for cause in causes
        for device in devices
        if cause.but != device.person_id
        if cause.seats is None or cause.seats & people[device.person_id]
        for notice in _for_device(room, cause, device)
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def _for_device(room: Room, cause: Cause, device: Device) -> list[Notice]:
    chosen, lasts = preferences_of(device.person), KINDS[cause.kind].lasts
    if cause.kind in chosen.off:
        return []
    try:
        target = target_of(device.endpoint).name
    except BadTarget:  # the operator has chosen other hosts since
        return []
    due = cause.at + timedelta(seconds=chosen.pause if cause.kind == TURN else 0)
    key = f"{cause.kind}:{room.pk}:{cause.key}:{device.pk}"
    notice = Notice(kind=cause.kind, device=device, room=room, key=key, target=target, due=due)
    return _if_in_time(notice, cause, lasts)


def _for_chat(room: Room, cause: Cause, webhook: Webhook) -> list[Notice]:
    if cause.kind == OVER and cause.at >= webhook.since:
        kind, due = OVER, cause.at
    elif cause.kind == TURN:
        people = Player.objects.filter(room=room, seat__in=cause.seats or (), level="")
        if not people.exists():
            return []
        kind, due = LONG_TURN, cause.at + LONG
    else:
        return []
    key, target = f"{kind}:{room.pk}:{cause.key}:chat-{webhook.pk}", webhook.target
    notice = Notice(kind=kind, webhook=webhook, room=room, key=key, target=target, due=due)
    return _if_in_time(notice, cause, CHAT_LASTS)


def _if_in_time(notice: Notice, cause: Cause, lasts: timedelta) -> list[Notice]:
    """Complete a notice, and return it unless it is too late."""
    notice.key, notice.body = notice.key[:120], cause.body
    notice.changed, notice.until = clock.now(), notice.due + lasts
    return [notice] if notice.changed <= notice.until else []
