"""A game from start to end: begin it, make moves, end it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

import farkle
from farkle import Action, GameState, IllegalAction, RulesError, RuleSet
from farkle.engine.fairness import commitment_of, terms_of
from farkle.rules.named_dice import fitted
from games import clock
from games.db.statements import find
from games.models import Game, Player, Room
from games.protocol.commands import Bank, Build, EndTry, No, Roll
from games.protocol.errors import Refused, engine_refusal
from games.protocol.events import PendingEvent, Stored, to_stored
from games.protocol.requests import own_id
from games.rules.catalogue import rules_of
from games.rules.messages import error_text
from games.services.commands import teams, tries
from games.services.commands.host import free_blocked_seats
from games.services.commands.rules import require_playable
from games.services.standings import standings
from games.services.tables.handlers import handles
from games.services.tables.table import Table
from games.state.absence import STAND_IN
from games.state.room_settings import settings_of
from games.state.running import DiceSource, RunningGame, new_seed, seats_of
from games.state.sealing import CannotUnseal, seal, stored_seed, unseal
from games.state.turns import TurnLog

MIN_PLAYERS = 2
MOST_OWN_DICE: Final = 6
"""With more dice that all differ, a player's plan would take minutes."""

_STRINGS = "SELECT seat, string FROM games_player WHERE room_id = %s AND string_game = %s"


@handles(Roll, Bank, Build, by="player")
def move(table: Table, body: Roll | Bank | Build, player: Player) -> list[Stored]:
    running = require_game(table, body.game)
    seat = running.seat_of.get(player.seat)
    if seat is None:
        raise Refused("not_playing")
    state = running.state
    if body.ply != state.ply:
        raise Refused("stale")
    if seat != state.current:
        current = table.players[running.game.players[state.current]]
        raise Refused("not_your_turn", name=current.name)
    events = table.act(_action(body))
    events += finish_if_over(table)
    back = table.absence.end(player.seat)
    return [*back, *events]


def require_game(table: Table, number: int) -> RunningGame:
    """Return the running game if it has this number. Raise Refused."""
    running = table.running
    if running is not None:
        if running.game.number != number:
            raise Refused("stale")
        if table.absence.paused:
            raise Refused("paused")
        return running
    if table.last is None or number > table.last.number:
        raise Refused("no_game")
    raise (
        engine_refusal(IllegalAction("game_over"))
        if number == table.last.number
        else Refused("stale")
    )


def require_running(table: Table) -> RunningGame:
    if table.running is None:
        raise Refused("no_game")
    return table.running


def require_waiting(table: Table) -> Game:
    """Return the next game, which exists unless one is running. Raise Refused."""
    if table.waiting is None:
        raise Refused("game_on")
    return table.waiting


def _action(body: Roll | Bank | Build) -> Action:
    if isinstance(body, Roll):
        return farkle.Roll(body.keep)
    if isinstance(body, Bank):
        return farkle.Bank(body.keep)
    return farkle.Build()


@handles(EndTry)
def end_try(table: Table, _body: EndTry) -> list[Stored]:
    running = require_running(table)
    if running.game.deal_id is None:
        raise Refused("no_game")
    return table.act(farkle.Leave(running.state.current)) + finish_if_over(table)


def leave_game(table: Table, player: Player) -> list[Stored]:
    """Take the player out of the running game; [] if they are not in it."""
    running = table.running
    seat = None if running is None else running.seat_of.get(player.seat)
    if running is None or seat is None or running.state.left[seat]:
        return []
    return table.act(farkle.Leave(seat)) + finish_if_over(table)


def go_on_without(table: Table, whom: Player) -> list[Stored]:
    """Have a computer play out the running game for a player removed by the host. A player in last
    place just leaves, since no one gains a place by that, unless the seat was given away and may be
    taken back. Without an opponent the game is abandoned. Return [] if the player is not in it."""
    running = table.running
    if running is None or whom not in table.in_game():
        return []
    state, seat = running.state, running.seat_of[whom.seat]
    rest = [running.seat_of[player.seat] for player in table.in_game() if not player.left]
    if len({state.side(other) for other in rest}) < 2:
        return [*abandon(table), prepare_next_game(table)]
    is_last = state.scores[seat] <= min(state.scores[other] for other in rest)
    if is_last and whom.before_id is None and not running.is_over_without(seat):
        return table.act(farkle.Leave(seat))
    return [] if whom.level else [{"e": "autoplay", "player": whom.seat, "level": STAND_IN}]


def begin_or_renew(table: Table, player: Player, but: Collection[int] = ()) -> PendingEvent | No:
    """Begin the next game, without the players in `but`. If the key to its dice is lost, commit to
    new dice and refuse, so that players can add to them before the game is started again."""
    if any(game is table.waiting for game, _ in table.new_seeds):
        raise Refused("stale")  # by an earlier command of this batch
    try:
        events = begin_game(table, but)
    except CannotUnseal:
        own = own_id("dice", table.room.head)
        renew = replace(table.command, id=own, person=None)  # sent again, it may begin the game
        table.record([renew_dice(table)], player=None, command=renew)
        refused = Refused("stale")
        return No(refused.code, refused.text)
    return table.record(events, player=player.seat)


def begin_game(
    table: Table, but: Collection[int] = (), *, in_seat_order: bool = False
) -> list[Stored]:
    """Begin the next game with the seated players not in `but`. With `in_seat_order`, the first of
    them begins whatever the rules say. Raise Refused or CannotUnseal, with nothing changed."""
    all_seated = table.seated()
    playing = [player for player in all_seated if player.seat not in but]
    seated = teams.order_of_next_game(table, playing)
    room, game = table.room, require_waiting(table)
    if len(seated) < (MIN_PLAYERS if room.deal_id is None else 1):
        raise Refused("too_few")
    stored_rules = dict(room.rules)
    by_order = settings_of(room)["starts"] != "rules" and table.last is not None
    if by_order or in_seat_order:
        stored_rules["first_player"] = "seat"
    attempt = tries.new_try(table, game, seated)
    events = begin_with(table, seated, stored_rules, room.preset)
    table.new_tries += attempt
    order = []
    if seated != playing:
        out = [player for player in all_seated if player.seat in but]
        order = [teams.set_places(table, [*seated, *out])]
    return [*order, *events]


def begin_with(
    table: Table, seated: Sequence[Player], stored_rules: dict[str, Any], preset: str
) -> list[Stored]:
    """Begin the next game with these players, in this order, by these rules. Raise Refused or
    CannotUnseal, with nothing changed."""
    room, game = table.room, require_waiting(table)
    rules = require_playable(rules_of(stored_rules))
    sides = sides_of(room, seated)
    sealed = sealed_seed(table, game)
    strings = _strings(table, game, seated)
    try:
        seed = unseal(sealed, game.commitment)
    except CannotUnseal as error:
        if game.deal_id is None:
            raise
        raise Refused("no_dice") from error
    dice = DiceSource(seed, strings, 0)
    chosen = _chosen_dice(room, seated, rules)
    try:
        state, batch = GameState.start(rules, len(seated), dice, sides, chosen)
    except RulesError as error:
        raise Refused("bad_rules", problem=error_text(error)) from error
    log = TurnLog()
    log.add(batch, state)
    players = [player.seat for player in seated]
    table.change(
        game,
        status=Game.Status.PLAYING,
        rules=stored_rules,
        preset=preset,
        players=players,
        teams=sides,
        strings=strings,
        terms=[*terms_of(seed, rules, sides, [player.name for player in seated], chosen)],
        thrown=dice.thrown,
        ply=state.ply,
        started=clock.now(),
    )
    table.touch(game)
    table.change_room(status=Room.Status.PLAYING)
    for player in table.players.values():
        if player.ready:
            table.change(player, ready=False)
    table.running = RunningGame(game, state, log, sealed, seats_of(players))
    table.last, table.waiting = game, None
    started = {
        "e": "game",
        "number": game.number,
        "players": players,
        "commitment": game.commitment,
        "strings": strings,
        "rules": stored_rules,
        "preset": preset or None,
        "teams": sides,
        "fingerprint": game.fingerprint,
    }
    return [started, *to_stored(batch)]


def _chosen_dice(room: Room, seated: Sequence[Player], rules: RuleSet) -> list[str]:
    """Return each player's named dice, or [] where everybody has ordinary ones. Raise Refused."""
    if room.deal_id is not None or not settings_of(room)["own_dice"]:
        return []
    if rules.dice > MOST_OWN_DICE:
        raise Refused("many_own_dice", most=MOST_OWN_DICE)
    return [fitted(player.dice, rules.dice) for player in seated]


def sides_of(room: Room, seated: Sequence[Player]) -> list[int] | None:
    """Return each player's team, or None without teams. Raise Refused."""
    if not room.teams:
        return None
    sides = [player.team or 0 for player in seated]
    if len(set(sides)) < 2:
        raise Refused("one_team")
    return sides


def finish_if_over(table: Table) -> list[Stored]:
    """End the game if it is over, and prepare the next one; [] if it goes on."""
    running = table.running
    if running is None or running.state.phase != "over":
        return []
    table.change_room(played=table.room.played + 1)
    table.change(running.game, winners=list(running.state.winners))
    ended = _end(table, running, Game.Status.OVER)
    return [*ended, *free_blocked_seats(table), prepare_next_game(table)]


def abandon(table: Table) -> list[Stored]:
    """End the running game without a winner; [] if there is none."""
    running = table.running
    if running is None:
        return []
    table.touch(running.game)
    table.turns += [(running.game, turn) for turn in running.log.cut(running.state)]
    return _end(table, running, Game.Status.ABANDONED)


def close_room(table: Table, why: str) -> list[Stored]:
    """Close the room for good. A running game is abandoned."""
    events = [*abandon(table), {"e": "closed", "why": why}]
    table.change_room(status=Room.Status.CLOSED)
    return events


def _end(table: Table, running: RunningGame, status: Game.Status) -> list[Stored]:
    table.change(running.game, status=status, finished=clock.now())
    if not tries.is_of_race(table):  # the race has the standings
        table.standings += standings(table, running)
    table.changed_tries += tries.ended_try(table, running)
    table.change_room(status=Room.Status.OVER)
    table.snapshot(running, table.room.head + 1)
    table.running = None
    return [{"e": "ended", "status": str(status), "seed": _reveal(table, running)}]


def _reveal(table: Table, running: RunningGame) -> str | None:
    """Return the seed of an ending game and have it stored unsealed; None if its key is lost, and
    for a try of a deal, whose dice others are yet to see."""
    seed = running.seed
    if seed is None or table.room.deal_id is not None:
        return None
    table.new_seeds.append((running.game, seed))
    return seed.hex()


def prepare_next_game(table: Table) -> Stored:
    """Create the next game, and commit to its dice before players add to them. The dice of a deal
    are those of every game in its room."""
    number = 1 if table.last is None else table.last.number + 1
    sealed: bytes | None = None
    if table.room.deal is None:
        seed = new_seed()
        game = Game(room=table.room, number=number, commitment=commitment_of(seed))
        sealed = seal(seed, game.commitment)
    else:
        deal = table.room.deal
        game = Game(room=table.room, number=number, deal=deal, commitment=deal.commitment)
    table.waiting = game
    table.new_games.append((game, sealed))
    return {"e": "next", "number": number, "commitment": game.commitment}


def renew_dice(table: Table) -> Stored:
    """Commit the waiting game to a new seed. Its new number voids the players' strings, which were
    known before the seed was."""
    game, seed = require_waiting(table), new_seed()
    table.change(game, number=game.number + 1, commitment=commitment_of(seed))
    table.new_seeds.append((game, seal(seed, game.commitment)))
    return {"e": "next", "number": game.number, "commitment": game.commitment}


def sealed_seed(table: Table, game: Game) -> bytes:
    for new, sealed in table.new_games:
        if new is game and sealed is not None:
            return sealed
    return stored_seed(game)


def _strings(table: Table, game: Game, seated: Sequence[Player]) -> list[str]:
    if game.deal_id is not None:
        return []
    strings = dict(find(_STRINGS, table.room.pk, game.number))
    for seat, (number, text) in table.strings.items():  # from a command of this batch
        if number == game.number:
            strings[seat] = text
    return [strings.get(player.seat, "") for player in seated]
