"""The preview pictures of links to a room or to a game's result, for chat programs.

A picture reveals no more than the page shows to the same reader. Beyond the limit of
`games.workers.painter`, a static default picture is served.
"""

import unicodedata
from collections.abc import Sequence
from contextlib import nullcontext
from functools import wraps
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from farkle import outcome
from farkle.engine.standing import NOBODY
from games.formats import listed, points
from games.models import Player, Room
from games.people import identity
from games.people.address import address_of, largest_network_of
from games.replay.analysis import analysis_of
from games.replay.context import ReplayContext
from games.replay.ending import lines_of
from games.replay.game import PastGame, imported_game, past_game
from games.rules.messages import side_names
from games.state.room_settings import settings_of
from games.templatetags.marks import pencil
from games.views.shared import View, room_or_404
from games.workers import painter

DEFAULT_PICTURE: Final = "img/preview.png"
"""The static picture, as drawn by `default_picture`."""

SIZE: Final = (1200, 630)
UNDRAWN: Final = frozenset({"zh-hans"})
"""The languages whose letters the font of the pictures lacks: these are in English then."""

MOST_ROWS: Final = 4

_LONGEST_NAME: Final = 12
_LETTER: Final = 0.53  # average width of a letter, as a fraction of its size
_PENS: Final = ("#b8402f", "#22659e", "#2f7d4f", "#7a4aa0", "#94620a", "#0f7480")
_DICE: Final = (
    (716, 110, -12, 3, "#8fcf86", "#6dab65"),
    (868, 90, 9, 5, "#ea7a68", "#c35a4a"),
    (1012, 134, 20, 2, "#74b2ec", "#5590c8"),
    (704, 316, 8, 4, "#e59a55", "#c07a3a"),
    (862, 300, -6, 1, "#fffefa", "#d4d6cd"),
    (1006, 334, -16, 6, "#bd9fe8", "#9a7cc6"),
)
"""x, y, angle, face, and colours of the top and side of each die."""
_LINES: Final = ("#ea7a68", "#74b2ec", "#8fcf86", "#bd9fe8", "#e59a55", "#6ccbd0")
"""The colours of the pens on felt."""
_PIPS: Final = {
    1: ((60, 54),),
    2: ((88, 27), (32, 81)),
    3: ((32, 27), (60, 54), (88, 81)),
    4: ((32, 27), (88, 27), (32, 81), (88, 81)),
    5: ((32, 27), (88, 27), (60, 54), (32, 81), (88, 81)),
    6: ((32, 27), (88, 27), (32, 54), (88, 54), (32, 81), (88, 81)),
}


def _in_drawn_letters(view: View) -> View:
    @wraps(view)
    def shown(*args: Any, **values: Any) -> Any:
        with override("en") if get_language() in UNDRAWN else nullcontext():
            return view(*args, **values)

    return shown  # type: ignore[return-value]  # it has the same arguments


@require_safe
@_in_drawn_letters
def room(request: HttpRequest, code: str) -> HttpResponse:
    shown = room_or_404(code)
    players = list(Player.objects.filter(room=shown).seated().in_turn_order())
    closed = shown.status == Room.Status.CLOSED or settings_of(shown)["door"] == "locked"
    return _answer(request, default_picture() if closed else _room(shown, players))


@require_safe
@_in_drawn_letters
def game(request: HttpRequest, code: str = "", number: int = 0, key: str = "") -> HttpResponse:
    """Return the picture of the result of a game played here, or of the imported game `key`."""
    try:
        past = imported_game(key) if key else past_game(code, number, identity.person_of(request))
    except PermissionDenied:
        return _answer(request, default_picture())
    return _answer(request, _result(past))


def default_picture() -> str:
    """Return the SVG for links to neither a room nor a result."""
    return _cover(
        _("Roll, bank, or push your luck."),
        _("The classic dice game, online with friends."),
        _("Free, no account."),
    )


def _room(shown: Room, players: Sequence[Player]) -> str:
    names = {player.seat: _short(player.name) for player in players if _is_drawn(player.name)}
    host = "" if shown.host is None else names.get(shown.host, "")
    return _cover(
        _("%(name)s invited you") % {"name": host} if host else _("You're invited"),
        _playing(list(names.values())),
        _("Open the link to join. No account."),
    )


def _playing(names: Sequence[str]) -> str:
    """Return the sentence with as many players' names as fit."""
    for count in range(min(3, len(names)), 0, -1):
        more = len(names) - count
        who = listed(names[:count]) + (f" +{more}" if more else "")
        sentence = _("Playing: %(names)s") % {"names": who}
        if _fit(sentence, 36, 600)["size"] >= 30 or count == 1:
            return sentence
    return ""


def _cover(first: str, second: str, third: str) -> str:
    dice = [
        {
            "x": x,
            "y": y,
            "turn": turn,
            "top": top,
            "side": side,
            "pips": _PIPS[face],
            # Few pips, so that no viewer counts those of the side.
            "below": (36, 84) if face in (1, 6) else (60,),
        }
        for x, y, turn, face, top, side in _DICE
    ]
    title = _fit(first, 66, 600)
    title["end"] = round(80 + min(580, title["width"]))
    context = {
        "dice": dice,
        "title": title,
        "second": _fit(second, 36, 600),
        "third": _fit(third, 32, 600),
    }
    return render_to_string("previews/room.svg", context)


def _result(past: PastGame) -> str:
    if past.status != "over":
        return default_picture()
    context = ReplayContext.of(past, analysis_of(past))
    players, last = context.players, context.folded.last
    winner, ended = last.winners[0], outcome(last)
    total = last.total(winner)
    # No margin over players who have left.
    margin = total - ended.second_total if ended and ended.second != NOBODY else 0
    won = _("%(name)s wins by %(points)s") if margin > 0 else _("%(name)s wins")
    if past.is_alone:
        won = _("%(name)s, alone with the dice")
    elif ended and ended.how == "shared":
        won = _("%(name)s share the win")
    names = [
        name if _is_drawn(name) else _("Seat %(number)s") % {"number": seat}
        for seat, name in enumerate(context.names, 1)
    ]
    name = _short(side_names(last.winners, last.teams, names))
    total_drawn = pencil(total)
    rows = []
    for at, player in enumerate(players[:MOST_ROWS]):
        figure = pencil(player.score)
        rows.append(
            {
                "y": 126 + 82 * at,
                "pen": _PENS[(context.pens[player.seat] - 1) % len(_PENS)],
                "name": _fit(_short(names[player.seat]), 28, 210),
                "x": round(396 - 1.6 * float(figure["width"])),
                "strokes": figure["strokes"],
            }
        )
    ways = _ways(context)
    line = ngettext(
        "Rules: %(rules)s. %(count)s round. See how it happened.",
        "Rules: %(rules)s. %(count)s rounds. See how it happened.",
        context.rounds,
    )
    if past.is_of_deal:
        line = ngettext(
            "Rules: %(rules)s. %(count)s turn. Beat it with the same dice.",
            "Rules: %(rules)s. %(count)s turns. Beat it with the same dice.",
            context.rounds,
        )
    values = {"rules": past.rules_name, "count": context.rounds}
    return render_to_string(
        "previews/result.svg",
        {
            "title": _fit(won % {"name": name, "points": points(margin)}, 60, 590),
            "points": {
                **total_drawn,
                "scale": min(5.6 if ways else 7.2, round(560 / float(total_drawn["width"]), 2)),
            },
            "third": _fit(line % values, 32, 590 if ways else 1040),
            "ways": ways,
            "rows": rows,
            "paper": 4 + 82 * len(rows),
        },
    )


def _ways(context: ReplayContext) -> list[dict[str, str]]:
    """Return the lines of the chances to win, the winner's last; none while these are unknown."""
    lines = lines_of(context)
    if lines is None or lines["kind"] != "chances":
        return []
    ways = []
    for side in reversed(lines["sides"]):
        values = side["values"]
        points = (
            f"{round(84 + 1032 * at / (len(values) - 1))} {round(590 - 78 * value)}"
            for at, value in enumerate(values)
        )
        pen = context.pens[side["seats"][0]]
        ways.append({"path": "M" + "L".join(points), "colour": _LINES[(pen - 1) % len(_LINES)]})
    return ways


def _is_drawn(name: str) -> bool:
    """Whether the font of the pictures has the letters: Latin, Greek, Cyrillic, Arabic, Hebrew."""
    return all(letter < "\u0700" or "\u1e00" <= letter < "\u2e80" for letter in name)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"


def _fit(text: str, size: int, width: int) -> dict[str, Any]:
    """Return the text with its size, reduced so that its estimated width is at most `width`."""
    letters = sum(2 if unicodedata.east_asian_width(c) in "WF" or c in "WM" else 1 for c in text)
    estimate = letters * _LETTER * size
    fitted = size if estimate <= width else max(size // 3, int(size * width / estimate))
    return {"text": text, "size": fitted, "width": min(width, estimate)}


def _answer(request: HttpRequest, svg: str) -> HttpResponse:
    picture = painter.current.png(svg, largest_network_of(address_of(request)))
    if picture is None:
        return redirect(static(DEFAULT_PICTURE))
    response = HttpResponse(picture, content_type="image/png")
    response["Cache-Control"] = "private, max-age=300"  # the link is a key
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # it is made to be shown elsewhere
    return response
