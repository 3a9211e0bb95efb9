"""How everybody came out of a game that has ended: standings, a projection of its events."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from farkle import GameState, RuleSet
from farkle.text.examples import chances, first_chances
from games.models import Standing, Turn
from games.services.persistence import stored_turns
from games.services.table import Running, Table
from games.state.turns import EndedTurn


def standings(table: Table, running: Running) -> list[Standing]:
    """Of the game that is just ending, its last turn among the table's."""
    game = running.game
    if game.finished is None:
        raise ValueError(f"{game} goes on")
    turns = table.turns_of(game)
    if game.pk is not None:
        turns += stored_turns(game.pk)
    found = []
    for values in standings_of(running.state, turns):
        player = table.players[game.players[values["seat"]]]
        found.append(
            Standing(
                game=game,
                player=player,
                person_id=player.person_id,
                finished=game.finished,
                preset=game.preset,
                players=len(game.players),
                **values,
            )
        )
    return found


def standings_of(state: GameState, turns: Iterable[Turn | EndedTurn]) -> list[dict[str, Any]]:
    """By seat: the fields of Standing that the events alone give."""
    played: list[list[Turn | EndedTurn]] = [[] for _ in state.scores]
    for turn in sorted(turns, key=lambda turn: turn.number):  # sums of parts, always in one order
        played[turn.seat].append(turn)

    def better(seat: int) -> tuple[bool, bool, int]:
        return seat in state.winners, not state.left[seat], state.scores[seat]

    order = sorted(map(better, range(len(played))), reverse=True)
    return [
        {
            "seat": seat,
            "score": state.scores[seat],
            "rank": order.index(better(seat)) + 1,
            "result": _result(state, seat),
            **_counted(state.rules, mine),
        }
        for seat, mine in enumerate(played)
    ]


def _result(state: GameState, seat: int) -> str:
    if state.phase != "over":
        return Standing.Result.ABANDONED
    return Standing.Result.WON if seat in state.winners else Standing.Result.LOST


def _counted(rules: RuleSet, turns: Iterable[Turn | EndedTurn]) -> dict[str, Any]:
    first, later = _chances(rules)
    counts: dict[str, Any] = dict.fromkeys(
        ("turns", "farkles", "best_turn", "points", "throws", *Standing.FACES), 0
    )
    deserved = 0.0
    for turn in turns:
        counts["turns"] += 1
        counts["farkles"] += turn.outcome == "farkled"
        counts["best_turn"] = max(counts["best_turn"], turn.points)
        counts["points"] += turn.points
        again = rules.second_chance and _had_second_chance(turn.rolls)
        for number, roll in enumerate(turn.rolls):
            for face in roll["dice"]:
                counts[Standing.FACES[face - 1]] += 1
            if number == 1 and again:
                continue  # once more: it counts as one throw, and its chance is known already
            counts["throws"] += 1
            deserved += (later if number else first)[len(roll["dice"]) - 1]
    return {**counts, "deserved": round(deserved, 9)}


def _had_second_chance(rolls: list[dict[str, Any]]) -> bool:
    return len(rolls) > 1 and not rolls[0]["keep"] and not rolls[0]["points"]


@lru_cache(maxsize=500)
def _chances(rules: RuleSet) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The chance to farkle with a turn's first throw, and with a later one, of 1-6 dice."""
    return tuple(map(float, first_chances(rules))), tuple(map(float, chances(rules)))
