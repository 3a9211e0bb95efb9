"""Tries of a deal: games of one seat in a room of their own, whose dice everybody gets.

Nobody sees a die of a deal before their own first try has thrown it. So practice begins when the
first try has ended, the room has one seat and no spectators, and only the commands in ALLOWED have
an effect in it.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from django.db.models import Q

from games import clock
from games.models import Deal, Game, Person, Player, Try, Turn
from games.protocol import commands
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, has
from games.services.tables.table import Table
from games.state.archive import turns_in
from games.state.running import RunningGame

SETTINGS: Final[Mapping[str, Any]] = {
    "seats": 1,
    "past": "players",
    "away_after": 0,
    "talk": False,
    "door": "locked",
    "spectators": False,
}
"""The settings of a room with a deal that differ from the defaults."""

ON_BOARDS: Final = "boards"
"""The key in a person's settings that is true if they agreed to be seen on boards."""

ALLOWED: Final = (
    *(commands.Roll, commands.Bank, commands.Leave, commands.Sit, commands.SitAgain),
    *(commands.Rename, commands.Colour, commands.Material, commands.Ready, commands.Toss),
    *(commands.Start, commands.Rematch, commands.AddString, commands.TakeHost, commands.Close),
    *(commands.Missing, commands.Back, commands.Expire, commands.FollowClock),
    *(commands.BecomeAnother, commands.Moderate, commands.Expel, commands.EndTry),
)
"""The commands of a room with a deal. No other one may change its rules, or who sees its dice."""


def allows(table: Table, body: commands.Body) -> bool:
    """Return True if this command may have an effect in a room with a deal."""
    if isinstance(body, commands.ComputerMove):
        return is_of_race(table)  # computers play races, too
    return isinstance(body, ALLOWED)


def new_try(table: Table, game: Game, seated: Sequence[Player]) -> list[Try]:
    """Return the try that this game will be, if it is of a deal. Raise Refused while the first try
    is being played: another one would show its dice."""
    if game.deal is None or table.room.deal_id is None:
        return []
    if game.deal.kind == Deal.Kind.ROOM:
        return [_try_of_race(table, game)]
    [person] = [player.person for player in seated]
    if person is None:
        raise Refused("not_dealt")  # a computer's seat
    now, earlier = clock.now(), Try.objects.filter(deal=game.deal, person=person)
    first = earlier.order_by("-is_first").values_list("is_first", "ended").first()
    if first == (True, None):
        raise Refused("try_running")
    counts = game.deal.closed is None and now < game.deal.until and first is None
    return [
        Try(
            deal=game.deal,
            person=person,
            game=game,
            is_first=counts,
            by_guest=person.user_id is None,
            is_shown=person.settings.get(ON_BOARDS, False),
            began=now,
        )
    ]


def _try_of_race(table: Table, game: Game) -> Try:
    """Return the try of the player for whom this room was opened. Nobody has a second one. Of the
    seats that one person holds, also on further devices, the first to begin counts."""
    player = table.runner
    if player is None:
        raise Refused("not_dealt")
    holders = [player.person_id, *player.holders.values_list("person", flat=True)]
    persons = [person for person in holders if person is not None]  # of computers, nobody
    held = Q(person__in=persons) | Q(player__holders__person__in=persons)
    earlier = Try.objects.filter(held, deal=game.deal)
    return Try(
        deal=game.deal,
        person=player.person,
        player=player,
        game=game,
        is_first=not earlier.exists(),
        by_guest=player.person is not None and player.person.user_id is None,
        began=clock.now(),
    )


def is_of_race(table: Table) -> bool:
    """Return True if a try of a race is played in this room."""
    return table.room.deal is not None and table.room.deal.kind == Deal.Kind.ROOM


def note_progress(table: Table, event: PendingEvent) -> None:
    """Note what the board of a race shows of this try after an event of its room."""
    running = table.running
    if running is None or event.game is None or not is_of_race(table):
        return
    state, light = running.state, table.progress[2]
    if has(event.events, "farkled"):
        light = "farkled"
    elif has(event.events, "hot_dice") and state.rolls:
        light = "hot"
    elif state.rolls <= 1:
        light = ""
    progress = (state.scores[0], state.round, light)
    if progress != table.progress:
        table.progress = progress
        values = dict(zip(("total", "turn", "light"), progress, strict=True))
        table.changed_tries.append((running.game, values))


def ended_try(table: Table, running: RunningGame) -> list[tuple[Game, dict[str, Any]]]:
    """Return the result of a try whose game ends with this command: what is banked."""
    game = running.game
    if game.deal_id is None or table.room.deal_id is None:
        return []
    turns = [*turns_in(Turn.objects.filter(game=game)), *table.unstored_turns(game)]
    turns.sort(key=lambda turn: turn.number)
    totals = [0, *(turn.total for turn in turns)]
    changes = [after - before for before, after in pairwise(totals)]
    points = running.state.scores[0]
    ended = {"ended": game.finished, "points": points, "turns": changes}
    light = "farkled" if turns and turns[-1].outcome == "farkled" else ""
    return [(game, {**ended, "total": points, "turn": len(changes), "light": light})]


def merge_tries(guest: Person, into: Person) -> None:
    """Give the tries of a guest to an account. Of two first tries, the account's counts."""
    doubled = Try.objects.filter(person=into, is_first=True).values("deal")
    tries = Try.objects.filter(person=guest)
    tries.filter(is_first=True, deal__in=doubled).update(is_first=False)
    tries.update(person=into, is_shown=into.settings.get(ON_BOARDS, False))


def show_on_boards(person: Person, *, yes: bool) -> None:
    """Show the person's tries on the boards that everybody sees, or no longer."""
    person.settings[ON_BOARDS] = yes
    person.save(update_fields=["settings"])
    Try.objects.filter(person=person).update(is_shown=yes)
