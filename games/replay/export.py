"""Export a past game as a table of its throws or in sentences."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from itertools import groupby
from operator import attrgetter

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.review.review import PlayedTurn, Step
from farkle.ai.review.winning import round_accuracy
from farkle.engine.events import HotDice, Kept, Rolled
from games.formats import together
from games.models import Try
from games.replay.context import room_name
from games.replay.game import PastGame, fold
from games.rules.messages import translate

COLUMNS = (
    "turn",
    "round",
    "seat",
    "name",
    "throw",
    "dice",
    "kept",
    "points",
    "hot_dice",
    "outcome",
    "turn_points",
    "penalty",
    "total",
)
"""One line per throw. The last four columns belong to the last throw of a turn. The names are
always English, because programs read them."""

TRY_COLUMNS = ("name", "player", "try", "began", "ended", "points")
"""The points of each turn follow."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(game: PastGame) -> str:
    """Return the throws as CSV for a spreadsheet."""
    folded = fold(game)
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    by_turn = groupby((action for action in folded.actions if action.turn), attrgetter("turn"))
    for turn, (_number, actions) in zip(folded.summary.turns, by_turn, strict=True):
        lines = list(_throws(actions))
        for number, line in enumerate(lines or [("", "", "", "")], 1):
            head = (turn.number, turn.round, turn.seat + 1, _plain(game.names[turn.seat]))
            writer.writerow(
                (*head, number if lines else "", *line, *_end(turn, number, len(lines)))
            )
    return out.getvalue()


def _throws(actions: Iterable[Step]) -> Iterator[tuple[str, str, str, str]]:
    """Yield (dice, kept, points, hot dice) of each throw of a turn."""
    dice, kept, points, hot = "", "", 0, 0
    for action in actions:
        for event in action.events:
            match event:
                case Rolled(fallen):
                    if dice:
                        yield dice, kept, str(points), str(hot)
                    dice, kept, points, hot = " ".join(map(str, fallen)), "", 0, 0
                case Kept(faces, worth):
                    kept, points = " ".join(map(str, faces)), worth
                case HotDice(bonus):
                    points, hot = points + bonus, 1
    if dice:
        yield dice, kept, str(points), str(hot)


def _end(turn: PlayedTurn, number: int, last: int) -> tuple[object, ...]:
    if number < last:
        return ("", "", "", "")
    return turn.outcome, turn.points, turn.penalty, turn.total


def _plain(name: str) -> str:
    """Return the name so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name


def tries_as_csv(tries: Iterable[Try], names: Mapping[int, str], turns: int) -> str:
    """Return ended tries of a deal as CSV for a spreadsheet. `names` are by room. `turns` is the
    number of the deal's turns; with 0, accuracy and turns, which tell about dice, are left out."""
    out = StringIO()
    writer = csv.writer(out)
    by_turn = [f"turn_{number}" for number in range(1, turns + 1)]
    writer.writerow((*TRY_COLUMNS, *(["accuracy", *by_turn] if turns else [])))
    for attempt in tries:
        accuracy = "" if attempt.accuracy is None else round_accuracy(attempt.accuracy)
        writer.writerow(
            (
                _plain(names.get(attempt.game.room_id, "")),
                "guest" if attempt.by_guest else "account",
                "counts" if attempt.is_first else "practice",
                attempt.began.isoformat(timespec="seconds"),
                attempt.ended and attempt.ended.isoformat(timespec="seconds"),
                attempt.points,
                *([accuracy, *attempt.turns] if turns else []),
            )
        )
    return out.getvalue()


def as_text(game: PastGame) -> str:
    """Return the whole game in sentences."""
    values = {"room": room_name(game), "number": game.number}
    lines = [_("%(room)s, game %(number)s") % values]
    if game.finished:
        lines.append(date_format(localtime(game.finished), "DATETIME_FORMAT"))
    lines += [_("Rules: %(name)s") % {"name": game.rules_name}, ""]
    folded = fold(game)
    turn = -1
    for action in folded.actions:
        if action.turn != turn:
            lines.append("")
        turn = action.turn
        lines.append(together([*map(translate, action.sentences(game.names))]))
    lines.append("")
    last = folded.last
    for seat in sorted(range(len(last.scores)), key=lambda seat: -last.scores[seat]):
        lines.append(
            ngettext("%(name)s: %(score)s point", "%(name)s: %(score)s points", last.scores[seat])
            % {"name": game.names[seat], "score": f"{last.scores[seat]:,}"}
        )
    return "\n".join(lines) + "\n"
