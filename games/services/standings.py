"""Standings (the result of each seat in an ended game), accuracies, and the site's totals."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db import IntegrityError, connections, transaction
from django.db.models import F

from farkle import GameState, RuleSet, places
from farkle.ai.review.analysis import Analysis
from farkle.ai.review.luck import MISTAKE_POINTS, Luck
from farkle.rules.odds import first_farkle_chances, later_farkle_chances
from games.models import Accuracy, SiteTotals, Standing, Try, Turn
from games.selectors.statistics import site_sums
from games.services.tables.table import Table
from games.state.archive import turns_in
from games.state.running import RunningGame
from games.state.turns import EndedTurn

_SETTLED: Final = timedelta(hours=1)
_ADDED_AT_ONCE: Final = 5000
"""Maximum number of standings added at once: commands wait meanwhile, for some milliseconds."""


def standings(table: Table, running: RunningGame) -> list[Standing]:
    """Return the standings of a game that ends with this command."""
    game = running.game
    if game.finished is None:
        raise ValueError(f"{game} has not finished")
    turns = table.unstored_turns(game)
    if game.pk is not None:
        turns += turns_in(Turn.objects.filter(game=game))
    players = [table.players[seat] for seat in game.players]
    return [
        Standing(
            game=game,
            player=players[values["seat"]],
            person_id=players[values["seat"]].person_id,
            finished=game.finished,
            preset=game.preset,
            players=len(players),
            **values,
        )
        for values in standings_of(running.state, turns)
    ]


def standings_of(state: GameState, turns: Iterable[Turn | EndedTurn]) -> list[dict[str, Any]]:
    """Return for each seat the fields of Standing that follow from the events alone."""
    played: list[list[Turn | EndedTurn]] = [[] for _ in state.scores]
    # Floats are added in the same order every time.
    for turn in sorted(turns, key=lambda turn: turn.number):
        played[turn.seat].append(turn)
    ranks = places(state)
    return [
        {
            "seat": seat,
            "score": state.scores[seat],
            "rank": ranks[seat],
            "result": _result(state, seat),
            **_counts(state.rules, own, weighted=bool(state.chosen)),
        }
        for seat, own in enumerate(played)
    ]


def _result(state: GameState, seat: int) -> str:
    if state.phase != "over":
        return Standing.Result.ABANDONED
    if len(state.scores) == 1:
        return Standing.Result.ALONE
    return Standing.Result.WON if seat in state.winners else Standing.Result.LOST


def _counts(rules: RuleSet, turns: Iterable[Turn | EndedTurn], *, weighted: bool) -> dict[str, Any]:
    first, later = _chances(rules)
    counts: dict[str, Any] = dict.fromkeys(
        ("turns", "farkles", "best_turn", "points", "throws", *Standing.FACES), 0
    )
    deserved, best_dice = 0.0, list[str]()
    for turn in turns:
        counts["turns"] += 1
        counts["farkles"] += turn.outcome == "farkled"
        if turn.points > counts["best_turn"]:
            counts["best_turn"] = turn.points
            best_dice = [roll["keep"] or _digits(roll) for roll in turn.rolls if roll["points"]]
        counts["points"] += turn.points
        again = rules.second_chance and _had_second_chance(turn.rolls)
        for number, roll in enumerate(turn.rolls):
            for face in roll["dice"]:
                counts[Standing.FACES[face - 1]] += 1
            if number == 1 and again:
                continue  # both count as one throw, with one chance
            counts["throws"] += 1
            deserved += (later if number else first)[len(roll["dice"]) - 1]
    if weighted:  # such a game says nothing of luck: as many farkles as were to be expected
        counts.update(dict.fromkeys(("throws", *Standing.FACES), 0))
        deserved = float(counts["farkles"])
    return {**counts, "best_dice": best_dice, "deserved": round(deserved, 9)}


def _digits(roll: dict[str, Any]) -> str:
    return "".join(map(str, roll["dice"]))


def _had_second_chance(rolls: list[dict[str, Any]]) -> bool:
    return len(rolls) > 1 and not rolls[0]["keep"] and not rolls[0]["points"]


@lru_cache(maxsize=500)
def _chances(rules: RuleSet) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the chance to farkle with 1 to 6 dice, for a turn's first throw and for later ones."""
    first, later = first_farkle_chances(rules), later_farkle_chances(rules)
    return tuple(map(float, first)), tuple(map(float, later))


def keep_accuracies(game: int, analysis: Analysis) -> None:
    """Replace the stored accuracies of a game. Closes the thread's database connection."""
    accuracies = analysis.winning.accuracies if analysis.winning else ()
    by_seat = {accuracy.seat: accuracy for accuracy in accuracies}
    try:
        if analysis.luck is not None:
            values = {"accuracy": analysis.luck.accuracy(0), "costs": costs_in(analysis.luck)}
            Try.objects.filter(game=game).update(**values)
        rows = [
            Accuracy(standing_id=pk, decided=by_seat[seat].decided, loss=by_seat[seat].loss)
            for pk, seat in Standing.objects.filter(game=game).values_list("pk", "seat")
            if seat in by_seat
        ]
        Accuracy.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["standing"],
            update_fields=["decided", "loss"],
        )
    except IntegrityError:  # the game was deleted meanwhile
        pass
    finally:
        connections.close_all()


def costs_in(luck: Luck) -> list[list[int]]:
    """Return [turn, roll, points] of each choice of a try that gave away a point or more."""
    costs = []
    for turn, decisions in groupby(luck.decisions, key=attrgetter("turn")):
        # The first decision of a turn is to roll.
        for roll, decision in enumerate(decisions):
            if decision.loss >= MISTAKE_POINTS:
                costs.append([turn, roll, round(decision.loss)])
    return costs


def add_up(now: datetime) -> bool:
    """Add the next standings to the site's totals, except those of the last hour: an open
    transaction could still store one with a smaller key. Return True if there are more."""
    with transaction.atomic():
        before, _ = SiteTotals.objects.get_or_create(pk=1)
        later = Standing.objects.filter(pk__gt=before.upto)
        rows = later.order_by("pk").values_list("pk", "finished")[:_ADDED_AT_ONCE]
        settled = [pk for pk, finished in rows if finished < now - _SETTLED]
        if not settled:
            return False
        sums = site_sums(later.filter(pk__lte=settled[-1]))
        # Another process may have been here first.
        SiteTotals.objects.filter(pk=1, upto=before.upto).update(
            upto=settled[-1], **{name: F(name) + value for name, value in sums.items()}
        )
    return len(settled) == _ADDED_AT_ONCE
