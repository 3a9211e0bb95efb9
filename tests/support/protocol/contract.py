"""docs/develop/protocol.md as a check: the shape of every frame of a server.

A server may send nothing else. `client_frames` has the frames that it must read, `typescript`
writes both as types for the scripts.
"""

import json
from typing import Any

from farkle.ai.hints.hint_words import WHY
from tests.support.protocol.protocol_page import events
from tests.support.protocol.shapes import (
    Check,
    WrongFrame,
    chance,
    count,
    face,
    flag,
    keep,
    many,
    maybe,
    named,
    number,
    one_of,
    one_or_another,
    real,
    row,
    table,
    text,
    thing,
    wrong,
)

dice = many(face)
counts = many(count)
rule_set = Check(table(text, Check(lambda value: None, "")).run, "Rules")
chances = many(chance, 10)
level = named("Level", one_of("pip", "magpie", "penny", "ledger", "abacus", "almanac"))
by_stand_in = named(
    "ByStandIn",
    row({"what": one_of("sat", "removed", "declined", "game"), "who": count, "number": count}),
)
holiday = named("Holiday", row({"player": count, "until": count, "left": count}))
player = named(
    "Player",
    thing(
        {
            "id": count,
            "name": text,
            "colour": one_of(*range(6)),
            "material": one_of("ivory", "bone", "dark"),
            "dice": text,
            "kind": one_of("person", "computer"),
            "level": maybe(level),
            "team": maybe(count),
            "ready": flag,
            "left": flag,
            "since": count,
        }
    ),
)
roll = named("Roll", thing({"dice": dice, "keep": keep, "points": count}))
current_turn = {"seat": count, "round": count, "rolls": many(roll), "built?": count}
turn = named(
    "Turn",
    thing(
        {
            **current_turn,
            "outcome": one_of("banked", "farkled", "ran_out", "skipped", "left", "cut"),
            "points": count,
            "penalty": count,
            "total": number,
        }
    ),
)
may_keep = named(
    "MayKeep",
    row(
        {
            "points": count,
            "total": count,
            "next": count,
            "roll?": number,
            "bank?": count,
        }
    ),
)
may = named(
    "May",
    thing(
        {
            "keeps?": table(keep, may_keep),
            "why?": many(text),
            "build?": one_of(True),
            "no_build?": text,
            "offer?": row({"points": count, "dice": one_of(*range(1, 9))}),
        }
    ),
)
settings = named(
    "Settings",
    thing(
        {
            "listed": flag,
            "seats": count,
            "pace": one_of("slow", "normal", "quick"),
            "hints": flag,
            "past": one_of("link", "players"),
            "away": one_of("bank", "computer", "skip"),
            "away_after": count,
            "timer": count,
            "talk": flag,
            "late": one_of("wait", "play"),
            "starts": one_of("rules", "rotate", "winner", "loser"),
            "door": one_of("open", "knock", "locked"),
            "spectators": flag,
            "spectators_react": flag,
            "odds": flag,
            "together": flag,
            "own_dice": flag,
            "abandon_days": count,
            "holiday_days": count,
            "unlisted": flag,
            "silenced": flag,
        }
    ),
)
due = named("Due", thing({"away?": count, "turn?": count, "host?": count, "go_on?": count}))
ballot = named("Ballot", one_of("go_on", "pause", "resume"))
how_won = one_of(
    *("target", "exact", "final", "overtaken", "rounds"),
    *("first_there", "first_turn", "shared", "playoff", "alone"),
)
outcome = named(
    "Outcome",
    thing(
        {
            "how": how_won,
            "second": number,
            "second_total": number,
            "seconds": count,
            "tied_at": number,
            "gone": number,
            "others_gone": count,
        }
    ),
)
state = named(
    "State",
    thing(
        {
            "version": one_of(1),
            "ply": count,
            "phase": one_of("turns", "final", "playoff", "over"),
            "round": count,
            "current": number,
            "scores": many(number, 1),
            "entered": many(flag, 1),
            "streaks": many(count, 1),
            "undone?": many(number, 1),
            "chosen?": many(text, 1),
            "cup?": text,
            "needs?": count,
            "to_top?": count,
            "left": many(flag, 1),
            "teams": maybe(counts),
            "since": many(count, 1),
            "order": counts,
            "queue": counts,
            "waiting": counts,
            "reached": counts,
            "leader": number,
            "playoff": counts,
            "tied_at": number,
            "throw": dice,
            "blank": flag,
            "aside": dice,
            "turn_points": count,
            "rolls": count,
            "hot": count,
            "offer": maybe(row({"points": count, "aside": dice})),
            "winners": counts,
            "to_beat": maybe(thing({"seat": count, "total": number})),
            "outcome": maybe(outcome),
        }
    ),
)

_FIELDS: dict[str, Check] = {
    "about": ballot,
    "again": maybe(count),
    "aside": dice,
    "at": count,
    "base": text,
    "bonus": count,
    "commitment": text,
    "count": count,
    "dice": dice,
    "did": one_of("bank", "computer", "skip"),
    "entered": flag,
    "fingerprint": text,
    "first": count,
    "gone": number,
    "how": one_of("move", "double"),
    "knock": count,
    "left": count,
    "level": text,
    "lost": count,
    "missed": count,
    "name": text,
    "needed": count,
    "now": count,
    "number": count,
    "others_gone": count,
    "player": count,
    "players": counts,
    "points": count,
    "preset": maybe(text),
    "reason": text,
    "rows": many(holiday),
    "rules": rule_set,
    "score": number,
    "seat": count,
    "seats": counts,
    "second_total": number,
    "seconds": count,
    "seed": maybe(text),
    "settings": settings,
    "since": count,
    "status": one_of("over", "abandoned"),
    "streak": count,
    "strings": many(text, 0),
    "team": maybe(count),
    "teams": maybe(counts),
    "tied_at": number,
    "to": count,
    "total": number,
    "toxic": flag,
    "turns": count,
    "until": count,
    "why": one_of("away", "timer", "vote"),
    "winners": many(count, 1),
    "yes": flag,
    "chosen": maybe(many(text, 1)),
}
"""What a field of that name holds in an event."""
_FIELDS_OF: dict[str, dict[str, Check]] = {
    "stood_in": {"rows": many(by_stand_in)},
    "closed": {"why": one_of("host", "idle", "operator")},
    "host": {"player": maybe(count)},
    "objected": {"to": maybe(count)},
    "outcome": {"how": how_won, "second": number},
    "paused": {"player": maybe(count)},
    "race": {
        "turns": maybe(count),
        "until": maybe(count),
        "began": maybe(count),
        "seconds": maybe(count),
    },
    "resumed": {"player": maybe(count)},
    "started": {"players": count},
    "teams": {"teams": many(maybe(count))},
}
"""The events in which a field holds something else."""

EVENTS: dict[str, dict[str, Check]] = {
    name: {field: (_FIELDS | _FIELDS_OF.get(name, {}))[field] for field in fields}
    for name, fields in events().items()
}
"""The fields of every event, in order."""


def _check_event(value: Any) -> None:
    if not isinstance(value, list) or not value or value[0] not in EVENTS:
        raise wrong(value, "an event")
    try:
        row(EVENTS[value[0]])(value[1:])
    except WrongFrame as error:
        raise WrongFrame(f"{value[0]}: {error}") from error


happened = Check(_check_event, "Event")
message = {"id": count, "player": count, "text": text, "at": count}
REACTIONS = ("clap", "laugh", "wow", "ouch", "luck", "hurry", "thanks", "again")

FRAMES: dict[str, dict[str, Check]] = {
    "sync": {
        "protocol": one_of(1),
        "assets": text,
        "n": count,
        "room": named(
            "Room",
            thing(
                {
                    "code": text,
                    "name": text,
                    "host": maybe(count),
                    "founder": count,
                    "status": one_of("lobby", "playing", "over", "closed"),
                    "rules": rule_set,
                    "preset": maybe(text),
                    "base": text,
                    "teams": count,
                    "settings": settings,
                    "next": maybe(thing({"number": count, "commitment": text})),
                    "played": count,
                    "series": many(
                        named(
                            "SeriesRow",
                            row({"player": count, "games": count, "wins": count, "points": number}),
                        )
                    ),
                    "away": counts,
                    "autoplay": counts,
                    "autoplay_this_turn": maybe(count),
                    "paused": maybe(
                        thing(
                            {
                                "by": maybe(count),
                                "reason": text,
                                "since": count,
                                "again": maybe(count),
                            }
                        )
                    ),
                    "level": text,
                    "votes": table(ballot, counts),
                    "needed": table(ballot, count),
                    "stood_in": many(by_stand_in),
                    "holidays": many(holiday),
                    "race": maybe(
                        thing({"turns": count, "until": count, "began": count, "seconds": count})
                    ),
                    "knocks": many(row({"knock": count, "name": text})),
                }
            ),
        ),
        "players": many(player),
        "game": maybe(
            named(
                "Game",
                thing(
                    {
                        "number": count,
                        "status": one_of("playing", "over", "abandoned"),
                        "rules": rule_set,
                        "preset": maybe(text),
                        "players": many(count, 1),
                        "teams": maybe(counts),
                        "commitment": text,
                        "fingerprint": text,
                        "strings": many(text, 0),
                        "seed": maybe(text),
                        "chances": chances,
                        "ply": count,
                        "state": state,
                    }
                ),
            )
        ),
        "turns": many(turn),
        "turn": maybe(named("CurrentTurn", thing(current_turn))),
        "may": maybe(may),
        "due": due,
        "closes": maybe(count),
    },
    "you": {"players": counts, "lost?": counts, "now": count},
    "event": {
        "n": count,
        "ply?": count,
        "by?": count,
        "events": many(happened, 1),
        "facts?": many(happened, 1),
        "may?": may,
        "due?": due,
        "closes?": count,
        "who?": many(player, 1),
        "chances?": chances,
    },
    "ok": {"id": text, "n": maybe(count)},
    "no": {"id": maybe(text), "code": text, "text": text},
    "here": {"all?": one_of(True), "on": counts, "off": counts, "watching": count},
    "picking": {"player": count, "ply": count, "dice": counts},
    "hint": {
        "ply": count,
        "by": one_of("points", "entry", "win"),
        "exact": flag,
        "choices": many(
            row({"move": one_of("roll", "bank", "build"), "keep": keep, "worth": real})
        ),
        "why": row({"code": one_of(*WHY), "values": table(text, one_or_another(count, text))}),
    },
    "odds": {"ply": count, "sides": many(chance, 2)},
    "lanes": {
        "all?": one_of(True),
        "rows": many(
            named(
                "Lane",
                row(
                    {
                        "player": count,
                        "name": text,
                        "level": text,
                        "colour": count,
                        "total": number,
                        "turn": count,
                        "light": one_of("", "hot", "farkled"),
                        "ended": flag,
                    }
                ),
            )
        ),
    },
    "unsaid": {"id": count},
    "talk": {"messages": many(named("Message", thing(message)))},
    "said": message,
    "reacted": {"player?": count, "name?": text, "reaction": one_of(*REACTIONS)},
    "tossed": {"player": count, "face": one_of(*range(1, 7))},
    "pong": {"n": count, "now": count},
    "bye": {
        "why": one_of(
            "restart",
            "flood",
            "too_many",
            "no_room",
            "removed",
            "logged_out",
            "no_spectators",
            "new_link",
            "unavailable",
        ),
        "after": maybe(count),
    },
}


def checked(frame_text: str) -> dict[str, Any]:
    """The frame, if it is in the contract. Raises WrongFrame."""
    frame: dict[str, Any] = json.loads(frame_text)
    kind = frame.get("type")
    if kind not in FRAMES:
        raise wrong(kind, "a type of frame")
    try:
        thing({"type": one_of(kind), **FRAMES[kind]})(frame)
    except WrongFrame as error:
        raise WrongFrame(f"{kind}: {error}") from error
    return frame
