"""A race: all seats play the same deal at the same time, each in a room of its own.

The room itself has no game meanwhile. When all have ended, their tries become one game of the room,
turn by turn, as if they had taken turns with the same dice. So result, standings, series, replay
and proof of the dice are those of any game. A player who stopped early skips the turns that are
left, and keeps what is banked.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

from farkle import Action, RuleSet, Skip
from farkle.engine.deal import DEFAULT_TURNS
from games import clock
from games.models import Deal, Player, Try
from games.people.presence import players_present
from games.protocol.commands import EndRace, FinishRace, No, Start
from games.protocol.errors import Refused
from games.protocol.events import PendingEvent, Stored, to_stored
from games.rules.catalogue import rules_of
from games.services.commands import game as game_service
from games.services.dealing import make_deal
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.room_settings import settings_of
from games.state.room_state import race_of
from games.state.sealing import CannotUnseal, unseal

MOST_PLAYERS: Final = 500
LONGEST: Final = timedelta(hours=12)
"""Time after which a race without a clock ends by itself."""
SPARE: Final = timedelta(minutes=5)
"""Time for late comers beyond the time of all turns."""

_OVER: Final[Stored] = {"e": "race", "turns": None, "until": None, "began": None, "seconds": None}


@handles(Start, by="host", between_games=True)
def start(table: Table, _body: Start, host: Player) -> PendingEvent | No:
    return begin_next(table, host)


def begin_next(table: Table, player: Player, but: Collection[int] = ()) -> PendingEvent | No:
    """Begin the next game, or the next race if the room's settings say so, without the players in
    `but`."""
    if table.room.race_id is not None:
        raise Refused("game_on")
    if table.room.deal_id is not None or not settings_of(table.room)["together"]:
        return game_service.begin_or_renew(table, player, but)
    return table.record([_begin(table, but)], player=player.seat)


def _begin(table: Table, but: Collection[int]) -> Stored:
    playing = [player for player in table.seated() if player.seat not in but]
    if len(playing) < game_service.MIN_PLAYERS:
        raise Refused("too_few")
    if len(playing) > MOST_PLAYERS:
        raise Refused("too_many_at_once", most=MOST_PLAYERS)
    game_service.sides_of(table.room, playing)
    waiting = game_service.require_waiting(table)
    try:
        seed = unseal(game_service.sealed_seed(table, waiting), waiting.commitment)
    except CannotUnseal as error:
        raise Refused("no_dice") from error
    host = table.players.get(table.room.host or 0)
    rules, timer = rules_of_race(rules_of(table.room.rules)), settings_of(table.room)["timer"]
    lasts = timedelta(seconds=rules.rounds * timer) + SPARE if timer else LONGEST
    deal = make_deal(
        Deal.Kind.ROOM,
        rules.to_dict(),
        clock.now() + lasts,
        turns=rules.rounds,
        maker=None if host is None else host.person,
        seed=seed,  # the one that everybody in the lobby saw the fingerprint of
        turn_seconds=timer,
    )
    table.change_room(race=deal)
    for player in table.players.values():
        if player.ready:
            table.change(player, ready=False)
    return begun(deal)


def rules_of_race(rules: RuleSet) -> RuleSet:
    """Return the rules of a race: so many turns each, and those who are tied win together."""
    rounds = rules.rounds or DEFAULT_TURNS
    return replace(rules, rounds=rounds, first_player="seat", tie_break="shared")


def begun(deal: Deal) -> Stored:
    """Return the event of the start of a race, or of the change of its end."""
    return {"e": "race", **race_of(deal)}


@handles(EndRace, by="host")
def end_race(table: Table, _body: EndRace, _host: Player) -> list[Stored]:
    """End the race now. The server then ends its tries, and finishes it."""
    deal = _require_race(table)
    deal.until = clock.now()
    deal.save(update_fields=["until"])
    return [begun(deal)]


def _require_race(table: Table) -> Deal:
    if table.room.race is None:
        raise Refused("no_game")
    return table.room.race


@handles(FinishRace)
def finish_race(table: Table, body: FinishRace) -> PendingEvent:
    """Make one game of the tries of a race, once all have ended. With fewer than two tries, or one
    team alone, there is no game."""
    deal = _require_race(table)
    tries = list(Try.objects.filter(deal=deal))
    players = {player.pk: player for player in table.players.values()}
    runs = {players[run.player_id].seat: run for run in tries if run.player_id is not None}
    is_late = Deal.objects.filter(pk=deal.pk, until__lte=clock.now()).exists()
    missing = {player.seat for player in table.seated() if player.seat not in runs}
    if any(run.ended is None or run.game_id not in body.moves for run in tries):
        raise Refused("not_due")
    if not is_late and waits_for(table.room.pk, missing, len(runs)):
        raise Refused("not_due")
    runners = sorted(
        (table.players[seat] for seat in runs), key=lambda player: (player.place, player.seat)
    )
    seed = bytes(deal.seed)
    try:
        seed = unseal(seed, deal.commitment)
        game_service.sides_of(table.room, runners)
        is_game = len(runners) >= game_service.MIN_PLAYERS
    except (CannotUnseal, Refused):
        is_game = False
    table.change_room(race=None)
    Deal.objects.filter(pk=deal.pk).update(closed=clock.now(), seed=seed)
    if not is_game:  # the players know the dice
        return table.record([game_service.renew_dice(table), _OVER], player=None)
    moves = {seat: iter(body.moves[run.game_id]) for seat, run in runs.items()}
    return _write_game(table, deal, runners, moves)


def waits_for(room: int, missing: Collection[int], begun: int) -> bool:
    """Return True if a race of which so many tries have begun, and ended, waits for the players who
    are missing: those who are present, or a second one."""
    if begun < game_service.MIN_PLAYERS:
        return bool(missing)
    return not players_present(room, clock.now().timestamp()).isdisjoint(missing)


def _write_game(
    table: Table, deal: Deal, runners: list[Player], moves: dict[int, Iterator[Action]]
) -> PendingEvent:
    """Play the tries again as one game of the room, and return its last event."""
    table.change(game_service.require_waiting(table), deal=deal)
    table.is_rewritten = True
    begun = game_service.begin_with(table, runners, deal.rules, deal.preset)
    table.record(begun, player=None, command=replace(table.command, id=f"{table.command.id}:1"))
    running, at = game_service.require_running(table), clock.now()
    while True:
        seat = running.game.players[running.state.current]
        batch, ended = running.act(next(moves[seat], Skip()))
        table.turns += [(running.game, turn) for turn in ended]
        if running.state.phase == "over":
            break
        table.record_move(to_stored(batch), at)
    table.touch(running.game)
    events = [*to_stored(batch), *game_service.finish_if_over(table), _OVER]
    return table.record(events, player=None)
