"""Plays thousands of games at once, turn by turn. Almanac, Abacus, Ledger and plain play decide.

The engine plays some ten to twenty games of them a second. Here the turns of all games are worked
out together with numpy (`deciding.py`). Only what the presets need of the rules is here. Play-offs,
which are rare, go through the engine and the product's own decisions. `stepwise` plays a game with
the engine from its first throw: both give the same turns (`tests/farkle/ai/test_lockstep.py`).

Dice follow from the name of a game, the seat, its turn and the throw, so games of the same name
have the same dice, whoever sits where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from farkle import GameState, RuleSet
from farkle.ai.players import Decision, decide
from farkle.ai.review.worth import Worth

from .deciding import Deciders, Turns, plain
from .throws import Array

AT_ONCE: Final = 1000
"""How many turns are worked out together: more would not fit the cache."""

MORE_AT_ONCE: Final = 3000
"""How many turns of Almanac: many begin alike."""

_SEATS: Final = 64
_THROWS: Final = 256
_MIX: Final = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))

Seen = Callable[["Games", Array, Array], None]
"""Told of the start of turns: the games, their numbers, and the chances of the seats to win."""


def thrown(names: Array, seat: Array, turn: Array, throw: Array | int, dice: int) -> Array:
    """Return the number of each throw: its faces less one are its digits to the base of six."""
    found = (turn * _SEATS + seat) * _THROWS + throw
    with np.errstate(over="ignore"):
        mixed = names.astype(np.uint64) ^ (found.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
        for _ in range(2):
            for shift, factor in _MIX:
                mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
            mixed ^= mixed >> np.uint64(31)
    return np.asarray((mixed >> np.uint64(16)) % np.uint64(6**dice)).astype(np.int64)


def names(seed: int, first: int, count: int) -> Array:
    """Return the names of `count` games from number `first` on; other seeds give other dice."""
    return np.arange(first, first + count, dtype=np.uint64) + np.uint64(seed << 40)


@dataclass
class Games:
    """Games under way, by number. Whose turn it is follows from `seat`; `leader` is who started
    the last round, -1 before it, and `to_come` is how many seats still have a turn in it."""

    rules: RuleSet
    names: Array
    players: int
    totals: Array = field(init=False)
    entered: Array = field(init=False)
    streaks: Array = field(init=False)
    turns: Array = field(init=False)
    seat: Array = field(init=False)
    leader: Array = field(init=False)
    to_come: Array = field(init=False)
    winner: Array = field(init=False)

    def __post_init__(self) -> None:
        shape = len(self.names), self.players
        self.totals, self.streaks = np.zeros(shape, int), np.zeros(shape, int)
        self.turns = np.zeros(shape, int)
        self.entered = np.full(shape, self.rules.entry_min == 0)
        self.seat, self.to_come = np.zeros(shape[0], int), np.zeros(shape[0], int)
        self.leader, self.winner = np.full(shape[0], -1), np.full(shape[0], -1)


def knows(rules: RuleSet) -> bool:
    """Return whether `play` knows these rules."""
    return not (
        rules.estimated
        or rules.must_hit_target
        or rules.finishes_round
        or rules.last_turns != "turn"
        or rules.shares_ties
        or rules.rounds
        or rules.entry_rolls
        or rules.bank_limits(entered=True)[1]
        or rules.wins_by_jackpot
        or rules.building
        or rules.second_chance
        or rules.streak_cost_varies
        or rules.penalty_floor == "zero"
    )


def play(
    rules: RuleSet, games: Array, seats: Sequence[Array], *, seen: Seen | None = None
) -> Games:
    """Play games with these names. `seats` has the key of the player in each game, by seat. Raise
    ValueError under rules that it does not know."""
    if not knows(rules):
        raise ValueError("These rules are not known here.")
    played = Games(rules, games, len(seats))
    deciders = Deciders(rules, len(seats))
    level = np.stack([np.asarray(one) for one in seats], axis=1)
    while True:
        here = np.flatnonzero(played.winner < 0)
        if not here.size:
            return played
        for key in np.unique(level):
            mine = here[(level[here, played.seat[here]] == key) & (played.winner[here] < 0)]
            # Alike turns side by side share what is worked out for them.
            at = played.totals[mine, played.seat[mine]], played.totals[mine].sum(axis=1)
            mine = mine[np.lexsort(at)]
            last = played.leader[mine] >= 0
            most = MORE_AT_ONCE if key == "almanac" else AT_ONCE
            for some in (mine[~last], mine[last]):
                for first in range(0, some.size, most):
                    part = some[first : first + most]
                    _turn(played, part, deciders, str(key), level, seen)


def _turn(
    played: Games, games: Array, deciders: Deciders, key: str, level: Array, seen: Seen | None
) -> None:
    """Play one turn of each of these games, in each by the same player."""
    seat = played.seat[games]
    last = played.leader[games] >= 0
    every = Turns(
        seat,
        played.totals[games],
        played.entered[games],
        played.streaks[games],
        last,
        np.where(last, played.to_come[games], played.players),
    )
    number, points = played.turns[games, seat], np.empty(len(games), int)
    for part, at in enumerate(deciders.parts(key, every)):
        if not at.size:
            continue
        turns = every.some(at)
        policy = deciders.policy(key, turns, part)
        if seen is not None:
            seen(played, games[at], deciders.seen(turns, policy))

        def throw(some: Array, nth: int, dice: int, at: Array = at) -> Array:
            some = at[some]
            return thrown(played.names[games[some]], seat[some], number[some], nth, dice)

        points[at] = deciders.play(turns.rivals, policy, throw)
    played.turns[games, seat] += 1
    _book(played, games, seat, points)
    for game in games[played.winner[games] == -2]:
        played.winner[game] = _play_off(played, int(game), level[game], seen)


def _book(played: Games, games: Array, seat: Array, points: Array) -> None:
    """Enter the ends of turns, with -1 for a farkle; -2 as winner calls for a play-off."""
    rules, farkle = played.rules, points < 0
    streak = np.where(farkle, played.streaks[games, seat] + 1, 0)
    pays = (streak >= len(rules.streak_costs(0, 0))) & rules.punishes_streaks
    played.totals[games, seat] += np.where(farkle, -rules.farkle_costs[0] * pays, points)
    played.streaks[games, seat] = np.where(pays, 0, streak)
    played.entered[games, seat] |= ~farkle
    total, last = played.totals[games, seat], played.leader[games] >= 0
    there = ~last & ~farkle & (total >= rules.target)
    wins = there & ((rules.ending == "immediate") | (total == rules.target))
    if rules.ending == "final_round":
        wins[:] = False
    starts = there & ~wins
    played.winner[games[wins]] = seat[wins]
    played.leader[games[starts]] = seat[starts]
    played.to_come[games] = np.where(
        starts, played.players - 1, np.maximum(played.to_come[games] - last, 0)
    )
    ended = games[(last | starts) & (played.to_come[games] == 0)]
    if ended.size:
        played.winner[ended] = _settled(played, ended)
    played.seat[games] = (seat + 1) % played.players


def _settled(played: Games, games: Array) -> Array:
    """Return who wins after the last round; -2 if tied players play off."""
    order = (played.leader[games][:, None] + np.arange(played.players)) % played.players
    totals = np.take_along_axis(played.totals[games], order, axis=1)
    best = totals.max(axis=1)
    winner = order[np.arange(len(games)), totals.argmax(axis=1)]  # the first in turn to get there
    leads = played.rules.ending == "exact" or played.rules.tie_break == "leader"
    tied = (totals == best[:, None]).sum(axis=1) > 1
    return np.where(tied & (not leads), -2, winner)


def _play_off(played: Games, game: int, levels: Sequence[str], seen: Seen | None) -> int:
    """Play the tiebreaker of a game with the engine, and return who wins."""
    totals = played.totals[game]
    best = totals.max()
    tied = [seat for seat in range(played.players) if totals[seat] == best]
    leader = int(played.leader[game])
    order = (leader + np.arange(played.players)) % played.players
    reached = [int(seat) for seat in order if totals[seat] >= played.rules.target]
    if played.rules.playoff_order == "leader_first":
        first = tied.index(next(seat for seat in reached if seat in tied))
        tied = tied[first:] + tied[:first]
    parts = _parts(played, game) | {"playoff": tied, "queue": tied[1:], "current": tied[0]}
    state = _state(played.rules, parts | {"phase": "playoff", "reached": reached})

    def told(state: GameState) -> None:
        if seen is not None:
            seen(played, np.array([game]), estimates(state)[None])

    name, turns = int(played.names[game]), [int(one) for one in played.turns[game]]
    players = [player(str(level)) for level in levels]
    return stepped(state, name, players, turns, told).winners[0]


# One game by the engine


def player(key: str) -> Callable[[GameState], Decision]:
    """Return the player with this key: a level's, or "plain"."""
    return plain if key == "plain" else lambda state: decide(state, key)


def stepwise(
    rules: RuleSet,
    name: int,
    players: Sequence[Callable[[GameState], Decision]],
    told: Callable[[GameState], None] = lambda _: None,
) -> GameState:
    """Play the game with this name by the engine; return its last state."""
    state, _ = GameState.start(replace(rules, first_player="seat"), len(players), lambda _: ())
    return stepped(state, name, players, [0] * len(players), told)


def stepped(
    state: GameState,
    name: int,
    players: Sequence[Callable[[GameState], Decision]],
    turns: list[int],
    told: Callable[[GameState], None],
) -> GameState:
    """Play on from the start of a turn. `turns` says how many each seat has had."""
    while state.phase != "over":
        seat, throw = state.current, state.rolls
        if not throw:
            told(state)
        where = np.array([name]), np.array([seat]), np.array([turns[seat]])

        def dice(count: int, where: Any = where, throw: int = throw) -> list[int]:
            number = int(thrown(*where, throw, count)[0])
            return [number // 6**place % 6 + 1 for place in range(count - 1, -1, -1)]

        before = state
        state, _ = state.apply(players[seat](state), dice)
        if state.current != seat or state.rolls == 0 or state.queue != before.queue:
            turns[seat] += 1
    return state


def estimates(state: GameState) -> Array:
    """Return everybody's estimated chance to win."""
    worth = Worth(state.rules, None, [])
    return np.array(worth.vector(state, worth.best(state), len(state.scores)))


def _parts(played: Games, game: int) -> dict[str, Any]:
    """Return the fields of a game's state at the start of its turn."""
    seats, seat = played.players, int(played.seat[game])
    last, coming = played.leader[game] >= 0, int(played.to_come[game])
    more = coming - 1 if last else seats - 1 - seat
    return {
        "phase": "final" if last else "turns",
        "leader": int(played.leader[game]),
        "current": seat,
        "scores": [int(total) for total in played.totals[game]],
        "entered": [bool(one) for one in played.entered[game]],
        "streaks": [int(one) for one in played.streaks[game]],
        "queue": [(seat + 1 + at) % seats for at in range(more)],
    }


def _state(rules: RuleSet, parts: dict[str, Any]) -> GameState:
    rules = replace(rules, first_player="seat")
    begun, _ = GameState.start(rules, len(parts["scores"]), lambda _: ())
    return GameState.from_dict(rules, begun.to_dict() | parts)
