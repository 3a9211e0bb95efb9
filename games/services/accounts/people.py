"""Merge a guest into an account, and forget the person of a deleted account. Open rooms record both
as events, which also reach processes that have the rooms in memory."""

from collections.abc import Callable, Sequence
from secrets import token_hex

from django.db import transaction
from django.db.models import QuerySet

from games import broadcast
from games.models import (
    Contact,
    Deal,
    Holder,
    ImportedGame,
    Message,
    Person,
    Player,
    Room,
    SavedRules,
    SeatCode,
    Standing,
)
from games.notices import devices, webhooks
from games.people import identity
from games.people.names import NAME_LENGTH
from games.protocol.commands import BecomeAnother, Command, Leave
from games.protocol.events import Stored
from games.services import executor
from games.services.accounts.contacts import merge_contacts
from games.services.commands import door
from games.services.commands.seats import drop_holders
from games.services.commands.settings import is_default_room_name, settings_event
from games.services.commands.tries import merge_tries, show_on_boards
from games.services.tables.persistence import store
from games.services.tables.table import Table


def merge(guest: Person, into: Person) -> None:
    """Transfer everything from `guest` to `into`, and delete `guest`."""

    def claim_seat(table: Table, player: Player) -> Stored:
        if player.person_id == guest.pk:
            table.change(player, person=into)
        if player.before_id == guest.pk:
            table.change(player, before=into)
        if player.before_id == player.person_id:  # the seat has returned to its first owner
            table.change(player, before=None)
        return {"e": "claimed", "player": player.seat}

    with transaction.atomic(durable=True):
        tables = _change_seats(guest, into, claim_seat)
        Player.objects.filter(person=guest).update(person=into)  # in closed rooms
        Player.objects.filter(before=guest).update(before=into)
        Holder.objects.filter(person=guest).exclude(player__holders__person=into).update(
            person=into
        )
        Holder.objects.filter(person=into, player__person=into).delete()
        Standing.objects.filter(person=guest).update(person=into)
        merge_tries(guest, into)
        Deal.objects.filter(maker=guest).update(maker=into)
        Room.objects.filter(opened_by=guest).update(opened_by=into)
        ImportedGame.objects.filter(person=guest).update(person=into)
        _move_saved(guest, into)
        devices.move(guest, into)
        merge_contacts(guest, into)
        guest.delete()
    _publish(tables)


def forget(person: Person, name: str) -> None:
    """Free all seats of `person`, rename them to `name` everywhere, and delete their other data."""
    seats = Player.objects.seated().filter(person=person, room__in=Room.objects.open())
    for code, seat in seats.values_list("room__code", "seat"):
        executor.perform(Command(code, person.pk, f"forget-{token_hex(8)}", Leave(seat)))

    def rename_seat(table: Table, player: Player) -> Stored | None:
        if not table.is_held_by(player, person.pk):
            return None
        if player.person_id == person.pk:
            table.change(player, name=name[:NAME_LENGTH])
        if (pause := table.absence.paused) is not None and pause.by == player.seat:
            pause.reason = ""  # open pages show it until they reconnect
        return {"e": "renamed", "player": player.seat}

    withdraw_knocks(person)
    _empty_default_names(person)
    with transaction.atomic(durable=True):
        tables = _change_seats(person, person, rename_seat)
        Player.objects.filter(person=person).update(name=name[:NAME_LENGTH])
        Message.objects.filter(player__person=person).delete()
        ImportedGame.objects.filter(person=person).delete()
        devices.remove_all(person)
        webhooks.remove_all(person)
        Contact.objects.filter(person=person).delete()
        show_on_boards(person, yes=False)
        identity.close_account(person)
    _publish(tables)


def set_language(person: Person | None, language: str) -> None:
    """Go on in this language with a person who has an account or gets notices."""
    if person is not None:
        identity.set_language(person, language)
        devices.set_language(person, language)


def close_seats(person: Person) -> None:
    """End other devices' holds on the seats of `person`, void seat codes, and remove webhooks."""

    def keep_one_device(table: Table, player: Player) -> Stored | None:
        if player.person_id != person.pk or len(table.holders_of(player)) < 2:
            return None
        drop_holders(table, player)
        return {"e": "device", "player": player.seat, "how": SeatCode.How.MOVE}

    with transaction.atomic(savepoint=False):
        tables = _change_seats(person, person, keep_one_device)
        Holder.objects.filter(player__person=person).delete()  # in closed rooms
        SeatCode.objects.filter(player__person=person).delete()
        webhooks.remove_all(person)
    transaction.on_commit(lambda: _publish(tables))


def _change_seats(
    person: Person, asker: Person, change: Callable[[Table, Player], Stored | None]
) -> list[Table]:
    """Apply `change` to each seat that `person` holds in open rooms, or held before the host gave
    it away. Store the events it returns, and return the changed rooms."""

    def change_held(table: Table) -> list[Stored]:
        seats = [
            player
            for player in table.players.values()
            if table.is_held_by(player, person.pk) or player.before_id == person.pk
        ]
        return [event for player in seats if (event := change(table, player)) is not None]

    rooms = Player.objects.ever_held_by(person).values("room")
    return _change_rooms(Room.objects.open().filter(pk__in=rooms), asker, change_held)


def _change_rooms(
    rooms: QuerySet[Room], asker: Person, change: Callable[[Table], Sequence[Stored]]
) -> list[Table]:
    """Lock the rooms, apply `change` to each, and store the events it returns. Return the rooms
    that changed: a seat may get another holder while this waits for the lock."""
    tables = []
    for room in rooms.select_for_update().order_by("pk"):
        table = Table(room)
        if events := change(table):
            own = f"person-{token_hex(8)}"
            table.command = Command(room.code, asker.pk, own, BecomeAnother())
            table.record(events, player=None)
            tables.append(table)
    store(tables)
    return tables


def withdraw_knocks(person: Person) -> None:
    """Withdraw the waiting knocks of `person`, which show their name."""
    waiting = Room.objects.filter(has_knocks=True).values_list("pk", "knocks")
    keys = [pk for pk, knocks in waiting if any(knock["person"] == person.pk for knock in knocks)]
    rooms = Room.objects.filter(pk__in=keys)
    with transaction.atomic(durable=True):
        tables = _change_rooms(rooms, person, lambda table: door.withdraw(table, person.pk))
    _publish(tables)


def _empty_default_names(person: Person) -> None:
    """Empty the default names, which contain the name of `person`, of rooms that they opened. A
    name typed by a host stays, for the other players."""

    def empty_name(table: Table) -> list[Stored]:
        table.change_room(name="")
        return [settings_event(table)]

    names = Room.objects.filter(opened_by=person).values_list("pk", "name")
    rooms = Room.objects.filter(pk__in=[pk for pk, name in names if is_default_room_name(name)])
    with transaction.atomic(durable=True):
        tables = _change_rooms(rooms, person, empty_name)
    _publish(tables)


def _publish(tables: Sequence[Table]) -> None:
    broadcast.current.publish([executor.update_of(table) for table in tables])


def _move_saved(guest: Person, into: Person) -> None:
    taken = set(into.saved.values_list("name", flat=True))
    for saved in SavedRules.objects.filter(person=guest):
        name, number = saved.name, 1
        while name in taken:
            number += 1
            name = f"{saved.name[:34]} {number}"
        taken.add(name)
        saved.person, saved.name = into, name
        saved.save(update_fields=["person", "name"])
