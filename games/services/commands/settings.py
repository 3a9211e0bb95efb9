"""A room's name, settings and seasons, and the operator's restrictions."""

import re
from typing import Any

from django.conf import settings as site_settings
from django.utils import translation
from django.utils.translation import gettext as _

from farkle.ai.players import LEVELS
from games import clock
from games.models import Player
from games.models.rooms import MOST_SEASONS, Season, as_stored, seasons_of
from games.people.names import ROOM_NAME_LENGTH
from games.protocol.commands import Moderate, SetAbandon, SetRoom, SetSeason, ShowOdds
from games.protocol.errors import Refused
from games.protocol.events import Stored
from games.services.commands.game import close_room
from games.services.tables.handlers import handles
from games.services.tables.refusals import require_fit
from games.services.tables.table import Table
from games.state.holidays import changed_holidays, shown_holidays
from games.state.room_settings import LONG_SECONDS, settings_of, settings_with


def new_settings(table: Table, changes: object) -> dict[str, Any]:
    """Return the room's settings with the attributes of `changes`. Raise Refused."""
    try:
        settings = settings_with(table.room, changes)
    except ValueError as error:
        raise Refused("bad_settings") from error
    if settings["own_dice"] and settings["together"]:
        raise Refused("same_dice")
    return settings


def settings_event(table: Table) -> Stored:
    return {"e": "settings", "name": table.room.name, "settings": settings_of(table.room)}


@handles(SetAbandon, ShowOdds, by="host")
def change_settings(table: Table, body: SetAbandon | ShowOdds, _host: Player) -> list[Stored]:
    table.change_room(settings=new_settings(table, body))
    return [settings_event(table)]


@handles(SetRoom, by="host")
def set_room(table: Table, body: SetRoom, _host: Player) -> list[Stored]:
    """Change the room's name and settings. None leaves a setting as it is."""
    settings = new_settings(table, body)
    if (settings["unlisted"] and settings["listed"]) or (settings["silenced"] and settings["talk"]):
        raise Refused("by_operator")
    name = table.room.name if body.name is None else room_name(body.name)
    before, timer = settings_of(table.room)["timer"], settings["timer"]
    if timer > before and timer >= LONG_SECONDS and table.others_play:
        raise Refused("game_on")  # with such a timer, the others could not pass a staller over
    table.change_room(name=name, settings=settings)
    if table.running is not None:
        _change_timer(table, before, timer)
    return [settings_event(table)]


def _change_timer(table: Table, before: int, timer: int) -> None:
    """Give the current turn the full time of a longer timer. A shorter one does not end it earlier.
    Neither adds to its elapsed time, which may justify a vote."""
    now, paused = clock.milliseconds(), table.absence.paused
    if timer > before:
        if paused and "turn" in paused.rest:
            paused.rest["turn"] = max(paused.rest["turn"], timer * 1000)
        if "turn" in table.room.deadlines:
            due = max(table.room.deadlines["turn"], now + timer * 1000)
            table.change_room(deadlines={**table.room.deadlines, "turn": due})
    if before >= LONG_SECONDS > timer:  # the current player has time from now on
        table.absence.clock_restarted_at = now


@handles(Moderate)
def moderate(table: Table, body: Moderate) -> list[Stored]:
    """Close the room, or change the operator's restrictions."""
    if body.close:
        return close_room(table, "operator")
    settings = new_settings(table, body)
    settings["listed"] &= not settings["unlisted"]
    settings["talk"] &= not settings["silenced"]
    table.change_room(settings=settings)
    return [settings_event(table)]


@handles(SetSeason, by="host")
def set_season(table: Table, body: SetSeason, _host: Player) -> list[Stored]:
    """Name the current season, or start the next one with the next game. A season without a game
    can be renamed, but not followed by another."""
    name = room_name(body.name)
    *past, now = seasons_of(table.room)
    if body.number == now.number:
        seasons = [*past, now._replace(name=name)]
    elif body.number == now.number + 1 and body.number <= MOST_SEASONS:
        if table.last is None or table.last.number < now.first:
            raise Refused("no_season")
        seasons = [*past, now, Season(body.number, name, table.last.number + 1)]
    else:
        raise Refused("stale")
    before = shown_holidays(table.room)
    table.change_room(seasons=as_stored(seasons))
    event = {"e": "season", **seasons[-1]._asdict()}
    return [event, *changed_holidays(table.room, before)]


def room_name(raw: str) -> str:
    """Return a room's name, which may be empty, as it is stored. Raise Refused."""
    return require_fit(raw, longest=ROOM_NAME_LENGTH) if raw.strip() else ""


def default_room_name(name: str, against: str = "") -> str:
    """Return the default name of a room: of `name`, or of `name` and a computer of this level."""
    if against in LEVELS:
        return _("%(name)s and %(computer)s") % {"name": name, "computer": LEVELS[against].name}
    return _("%(name)s's room") % {"name": name}


def is_default_room_name(text: str) -> bool:
    """Return True if a room's name may be a default one, in any language of the site."""
    for language, _name in site_settings.LANGUAGES:
        with translation.override(language):
            patterns = [default_room_name("\0", level) for level in ("", *LEVELS)]
        if any(re.fullmatch(re.escape(name).replace("\0", ".+"), text) for name in patterns):
            return True
    return False
