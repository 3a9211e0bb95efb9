"""The operator's actions against abuse, for the admin site. They take effect at once."""

from secrets import token_hex

from games import broadcast
from games.models import Message, Person, Player, Room
from games.people import identity
from games.protocol import frames
from games.protocol.commands import Answer, Command, Expel, Moderate
from games.services import executor
from games.services.accounts.people import withdraw_knocks


def moderate(room: Room, body: Moderate) -> Answer:
    """Close the room, list or unlist it, or switch its chat on or off."""
    return executor.perform(_command(room.code, body))


def remove_message(message: Message) -> None:
    """Delete a chat message, on open pages too."""
    room, number = message.room_id, message.pk
    message.delete()
    broadcast.current.send_soon(room, {"type": "unsaid", "text": frames.unsaid(number)})


def bar(person: Person) -> None:
    """Bar a person from the site, and remove them from every open room."""
    identity.set_barred(person, yes=True)
    seats = Player.objects.seated().held_by(person).filter(room__in=Room.objects.open())
    for code, seat in seats.values_list("room__code", "seat"):
        executor.perform(_command(code, Expel(seat)))
    withdraw_knocks(person)


def readmit(person: Person) -> None:
    """Lift a bar from the site. The seats are for the hosts to give back."""
    identity.set_barred(person, yes=False)


def _command(code: str, body: Moderate | Expel) -> Command:
    return Command(code, None, f"operator-{token_hex(8)}", body)
