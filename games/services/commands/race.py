"""A race: all seats play the same deal at the same time, each in a room of its own.

The room itself has no game meanwhile. When all have ended, their tries become one game of the room,
turn by turn, as if they had taken turns with the same dice. So result, standings, series, replay
and proof of the dice are those of any game. A player who stopped early skips the turns that are
left, and keeps what is banked.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from farkle import Batch, GameState, RuleSet
from farkle.engine.deal import DEFAULT_TURNS
from games import clock
from games.models import Deal, Player, Try
from games.people.presence import players_present
from games.protocol.commands import EndRace, FinishRace, No, Start
from games.protocol.errors import Refused
from games.protocol.events import PastEvent, PendingEvent, Stored
from games.rules.catalogue import rules_of
from games.services.commands import game as game_service
from games.services.dealing import make_deal
from games.services.tables.handlers import handles
from games.services.tables.joint_game import JointGame
from games.services.tables.table import PackedGame, Table
from games.state.room_settings import settings_of
from games.state.room_state import race_of
from games.state.running import DiceSource
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


def order_of(player: Player) -> tuple[int, int]:
    """Return the sort key of a player in the game that a race becomes."""
    return player.place, player.seat


def start_of(deal: Deal, runners: Sequence[Player]) -> tuple[GameState, Batch, bytes]:
    """Return the start of the game that a race becomes, its events, and its seed. Raise Refused if
    there is no game, or CannotUnseal."""
    if len(runners) < game_service.MIN_PLAYERS:
        raise Refused("too_few")
    sides = game_service.sides_of(runners[0].room, runners)
    seed = unseal(bytes(deal.seed), deal.commitment)
    no_dice = DiceSource(None, (), 0)
    return *GameState.start(rules_of(deal.rules), len(runners), no_dice, sides), seed


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
    if any(run.ended is None for run in tries):
        raise Refused("not_due")
    if not is_late and waits_for(table.room.pk, missing, len(runs)):
        raise Refused("not_due")
    runners = sorted((table.players[seat] for seat in runs), key=order_of)
    seed = bytes(deal.seed)
    try:
        start, _begun, seed = start_of(deal, runners)
    except (CannotUnseal, Refused):
        start = None
    games = [runs[player.seat].game_id for player in runners]
    joint = None if start is None else _joint(body, games, start)
    table.change_room(race=None)
    Deal.objects.filter(pk=deal.pk).update(closed=clock.now(), seed=seed)
    if joint is None:  # the players know the dice
        return table.record([game_service.renew_dice(table), _OVER], player=None)
    return _write_game(table, deal, runners, joint)


def _joint(body: FinishRace, games: Sequence[int], start: GameState) -> JointGame:
    """Return the game of the command if it is over and of these tries in this order; else raise
    Refused: it is made anew."""
    joint = body.joint
    if not isinstance(joint, JointGame) or not joint.is_over:
        raise Refused("not_due")
    if (joint.games, joint.running.state.teams) != (games, start.teams):
        raise Refused("not_due")
    return joint


def waits_for(room: int, missing: Collection[int], begun: int) -> bool:
    """Return True if a race of which so many tries have begun, and ended, waits for the players who
    are missing: those who are present, or a second one."""
    if begun < game_service.MIN_PLAYERS:
        return bool(missing)
    return not players_present(room, clock.now().timestamp()).isdisjoint(missing)


def _write_game(
    table: Table, deal: Deal, runners: Sequence[Player], joint: JointGame
) -> PendingEvent:
    """Store the game as if it had been played in the room, and return its last event. Its moves go
    straight into its archive: as rows they would hold up the moves of other rooms."""
    table.change(game_service.require_waiting(table), deal=deal)
    table.is_rewritten = True
    begun = game_service.begin_with(table, runners, deal.rules, deal.preset)
    command = replace(table.command, id=f"{table.command.id}:1")
    first = table.record(begun, player=None, command=command)
    running, at = game_service.require_running(table), clock.now()
    running.state, running.log = joint.running.state, joint.running.log
    game = running.game
    game.ply, game.thrown = joint.running.game.ply, joint.running.game.thrown
    *steps, (_ply, end) = joint.steps
    moves = [
        PastEvent(n, ply, None, at, stored)
        for n, (ply, stored) in enumerate(steps, first.number + 1)
    ]
    packed = PackedGame(game, [first.past, *moves], joint.turns)
    table.packed.append(packed)
    table.change_room(head=table.room.head + len(moves))
    table.change(game, archived=at)
    table.touch(game)
    last = table.record([*end, *game_service.finish_if_over(table), _OVER], player=None)
    packed.events.append(last.past)
    return last
