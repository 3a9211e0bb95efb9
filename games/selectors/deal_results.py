"""A deal's results as its pages show them, and as a text to share."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from farkle.ai.players import LEVELS
from games.formats import points
from games.models import Deal, Person, Try
from games.selectors.deals import (
    Spread,
    Turn,
    bars_of,
    board_of,
    deciding_turn,
    spread_of,
    turns_of,
)

_GOOD_TURN: Final = 500

Kind = Literal["none", "some", "good"]
_SIGNS: Final[Mapping[Kind, str]] = {"none": "\u2b1b", "some": "\U0001f7e8", "good": "\U0001f7e9"}


def title_of(deal: Deal) -> str:
    if deal.kind == Deal.Kind.ROOM:
        return _("All at once")
    if deal.day is None:
        return _("Challenge")
    return _("Daily of %(day)s") % {"day": date_format(deal.day, "DATE_FORMAT")}


def results_of(deal: Deal, own: Try | None, person: Person | None) -> dict[str, Any]:
    """Return everybody's results for a reader, and what sets their own try apart from them."""
    spread = spread_of(deal)
    counted = own if own is not None and own.is_first else None
    friends, shown = board_of(deal, person, counted)
    found: dict[str, Any] = {
        **histogram_of(deal, spread, counted),
        "friends": friends if len(friends) > 1 else [],
        "board": shown,
    }
    if own is None or own.points is None:
        return found
    if counted:
        group = spread[own.by_guest]
        found["place"] = 1 + sum(count for made, count in group.items() if made > own.points)
        found["among"] = max(group.total(), found["place"])
    turns = turns_of(deal, own)
    deciding = deciding_turn(turns)
    if deal.spread is not None:
        found["against"] = own.points - deal.spread["par"]
        if deciding is not None:
            found["par_made"] = deal.spread["par_turns"][deciding.number - 1]
    return found | {
        "deciding": deciding,
        "bars_by_turn": _bars_by_turn(turns),
        "squares": squares_of(own.turns),
        "shared": _shared_text(deal, own, found["par"]),
    }


def histogram_of(deal: Deal, spread: Spread, own: Try | None = None) -> dict[str, Any]:
    """Return the bars of all results with their lengths in percent of the longest, for people with
    an account and with guests, and what the computers made."""
    computers = deal.spread or {"levels": {}, "par": None, "perfect": None}
    levels = {LEVELS[key].name: round(level["mean"]) for key, level in computers["levels"].items()}
    bars = bars_of(spread, levels, None if own is None else own.points)
    most = max((bar.count for bar in bars), default=0) or 1
    return {
        "bars": [
            (bar, round(100 * bar.players / most, 1), round(100 * bar.count / most, 1))
            for bar in bars
        ],
        "par": computers["par"],
        "perfect": computers["perfect"],
        "results": spread[0].total() + spread[1].total(),
        "guests": spread[1].total(),
    }


def _bars_by_turn(turns: Sequence[Turn]) -> list[tuple[Turn, float, float]]:
    """Return each turn with its own change and the others' average, in percent of the highest."""
    most = max((max(turn.own, turn.average) for turn in turns), default=0) or 1

    def percent(value: float) -> float:
        return round(100 * max(0, value) / most, 1)

    return [(turn, percent(turn.own), percent(turn.average)) for turn in turns]


def squares_of(turns: Sequence[int]) -> list[Kind]:
    """Return how good each turn was, which gives no die away."""
    return [
        "none" if change <= 0 else "some" if change < _GOOD_TURN else "good" for change in turns
    ]


def _shared_text(deal: Deal, own: Try, par: int | None) -> str:
    """Return a text about the try that gives no die away."""
    values = {"title": title_of(deal), "points": points(own.points or 0)}
    line = _("Farkle, %(title)s: %(points)s") if deal.day else _("Beat my %(points)s: same dice")
    line %= values
    if par is not None:
        line = _("%(line)s (par %(par)s)") % {"line": line, "par": points(par)}
    return f"{line}\n{''.join(_SIGNS[kind] for kind in squares_of(own.turns))}"
