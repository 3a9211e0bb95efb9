"""One example of every frame of a client, made from the fields in docs/develop/protocol.md."""

from typing import Any

from games.protocol import parser, requests
from tests.support.protocol import protocol_page

ID = "0123456789abcdef"

_SENT: dict[str, Any] = {
    "abandon_days": 30,
    "about": "go_on",
    "away": "skip",
    "away_after": 60,
    "base": "kcd",
    "colour": 5,
    "count": 3,
    "days": 3,
    "dice": [0, 5],
    "door": "knock",
    "fields": {"target": 5000},
    "game": 1,
    "hints": True,
    "holiday_days": 21,
    "keep": "115",
    "knock": 7,
    "late": "play",
    "letters": "AAOOOS",
    "level": "pip",
    "listed": True,
    "material": "bone",
    "minutes": 5,
    "n": 40,
    "name": "Zoë",
    "next": 45,
    "odds": True,
    "own_dice": True,
    "pace": "slow",
    "past": "players",
    "player": 1,
    "players": [2, 3],
    "ply": 7,
    "reaction": "clap",
    "reason": "Tea",
    "rules": {"version": 1},
    "seats": 8,
    "spectators": False,
    "spectators_react": False,
    "starts": "loser",
    "talk": False,
    "team": 0,
    "text": "abcdefgh",
    "timer": 90,
    "to": 3,
    "together": True,
    "whom": 2,
    "yes": True,
}
"""A value for every name of a field, as it is sent."""
_SENT_IN: dict[str, dict[str, Any]] = {"leave": {"player": 2}}  # in random tests the host stays
_READ: dict[str, Any] = {"keep": (1, 1, 5), "players": (2, 3), "dice": (0, 5)}
"""What is read from that value, if it is not the same."""


def _example(kind: str, names: tuple[str, ...]) -> tuple[dict[str, Any], object]:
    values = _SENT | _SENT_IN.get(kind, {})
    sent = {name: values[name] for name in names if name != "id"}
    read = parser.SHAPES[kind].make(**{name: _READ.get(name, sent[name]) for name in sent})
    if kind not in requests.SHAPES:
        return sent, read
    return {"id": ID, **sent}, parser.CommandFrame(ID, read)


_PAGE = protocol_page.client_frames()
FROM_CLIENT: dict[str, tuple[dict[str, Any], object]] = {
    kind: _example(kind, tuple(name.rstrip("?") for name in names)) for kind, names in _PAGE.items()
}
"""What a client may send, by type: the fields besides it, and what is read from them."""
OPTIONAL: dict[str, set[str]] = {
    kind: {name.rstrip("?") for name in names if name.endswith("?")}
    for kind, names in _PAGE.items()
}
"""The fields that may be left out, by type."""
