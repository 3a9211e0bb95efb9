"""The members of a room on its page of standings: who is here now, and the host's forms."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.core import signing
from django.urls import reverse

from games import clock
from games.models import FOUNDER, Game, Player, Room
from games.people import presence
from games.protocol.commands import Body, Readmit, RemoveMember
from games.selectors.seasons import RoomHistory

MOST_MEMBERS: Final = 100
_UNDO_WITHIN: Final = timedelta(minutes=10)
_SEATED: Final = signing.TimestampSigner(salt="games.views.members.seated")
"""Proves that a person had a seat when the host removed them: nobody is put on a seat they left."""


@dataclass(frozen=True)
class Member:
    """A person who has a seat, or had one. `last` is when their last game ended; `removable`:
    whether the host may remove them now."""

    player: Player
    last: datetime | None
    here: bool
    removable: bool


@dataclass(frozen=True)
class Members:
    """Everybody who has sat in a room. `undo` was removed just now; `undo_back` is the proof that
    they had a seat, or empty."""

    listed: tuple[Member, ...]
    removed: tuple[Player, ...]
    here: int
    undo: Player | None
    undo_back: str


def members_of(room: Room, history: RoomHistory, asked: Mapping[str, str]) -> Members:
    """Return the members: those here first, then who has a seat, then whoever played last. `asked`
    is the query string of the page's address."""
    last = history.last_played()
    here = presence.players_present(room.pk, clock.now().timestamp())
    people = [one for one in history.players.values() if not one.level]
    game = Game.objects.running(room) if room.status == Room.Status.PLAYING else None
    playing = set() if game is None else set(game.players)
    removed = tuple(one for one in people if one.removed)

    def member(one: Player) -> Member:
        stays = one.is_mine or one.seat == FOUNDER or (one.seat in playing and not one.left)
        is_here = one.seat in here and not one.left
        return Member(one, last.get(one.seat), is_here, removable=not stays)

    def rank(one: Member) -> tuple[bool, bool, float, int]:
        played = -(one.last.timestamp() if one.last else 0)
        return not one.here, one.player.left, played, one.player.seat

    listed = sorted((member(one) for one in people if not one.removed), key=rank)
    undo = next((one for one in removed if str(one.seat) == asked.get("removed")), None)
    return Members(
        tuple(listed[:MOST_MEMBERS]),
        removed[:MOST_MEMBERS],
        sum(one.here for one in listed),
        undo,
        undo_back=asked.get("back", ""),
    )


def asked_by_form(room: Room, form: Mapping[str, str]) -> Body | None:
    """Return the command in the host's form about a member; None for another form."""
    text = form.get("whom", "")
    whom = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
    match form.get("do"):
        case "remove":
            return RemoveMember(room.host or 0, whom)
        case "readmit":
            was_seated = _is_proof(form.get("back", ""), room, whom)
            return Readmit(room.host or 0, whom, back=was_seated)
        case _:
            return None


def after_form(room: Room, body: Body, was_seated: frozenset[int]) -> str:
    """Return where to redirect after the form: after a removal, to an address that offers to undo
    it."""
    url = reverse("standings", args=[room.code])
    if isinstance(body, Readmit):
        return f"{url}#members-title"
    if not isinstance(body, RemoveMember):
        return url
    back = {"back": _proof(room, body.whom)} if body.whom in was_seated else {}
    return f"{url}?{urlencode({'removed': body.whom, **back})}#members-title"


def _proof(room: Room, seat: int) -> str:
    return _SEATED.sign(f"{room.pk}.{seat}")


def _is_proof(text: str, room: Room, seat: int) -> bool:
    try:
        return _SEATED.unsign(text, max_age=_UNDO_WITHIN) == f"{room.pk}.{seat}"
    except signing.BadSignature:
        return False
