"""Examples of every frame of a client, as docs/protocol.md has them: servers must read them all."""

from typing import Any

from games.protocol import commands as c
from games.protocol.parser import Asked, Pick, Ping, Since

ID = "0123456789abcdef"

FROM_CLIENT: dict[str, tuple[dict[str, Any], object]] = {
    "roll": (
        {"id": ID, "player": 2, "game": 1, "ply": 7, "keep": "115"},
        Asked(ID, c.Roll(2, 1, 7, (1, 1, 5))),
    ),
    "bank": (
        {"id": ID, "player": 2, "game": 1, "ply": 7, "keep": "5"},
        Asked(ID, c.Bank(2, 1, 7, (5,))),
    ),
    "build": ({"id": ID, "player": 2, "game": 1, "ply": 7}, Asked(ID, c.Build(2, 1, 7))),
    "leave": ({"id": ID, "player": 2}, Asked(ID, c.Leave(2))),
    "ready": ({"id": ID, "player": 2, "yes": True}, Asked(ID, c.Ready(2, yes=True))),
    "rename": ({"id": ID, "player": 2, "name": "Zoë"}, Asked(ID, c.Rename(2, "Zoë"))),
    "colour": ({"id": ID, "player": 2, "colour": 5}, Asked(ID, c.Colour(2, 5))),
    "string": (
        {"id": ID, "player": 2, "game": 1, "text": "abcdefgh"},
        Asked(ID, c.AddString(2, 1, "abcdefgh")),
    ),
    "start": ({"id": ID, "player": 1}, Asked(ID, c.Start(1))),
    "rematch": ({"id": ID, "player": 1}, Asked(ID, c.Rematch(1))),
    "rules": (
        {"id": ID, "player": 1, "rules": {"version": 1}, "base": "kcd"},
        Asked(ID, c.SetRules(1, {"version": 1}, "kcd")),
    ),
    "change": (
        {"id": ID, "player": 1, "fields": {"target": 5000}},
        Asked(ID, c.ChangeRules(1, {"target": 5000})),
    ),
    "teams": ({"id": ID, "player": 1, "count": 3}, Asked(ID, c.SetTeams(1, 3))),
    "team": ({"id": ID, "player": 1, "whom": 2, "team": 0}, Asked(ID, c.SetTeam(1, 2, 0))),
    "settings": (
        {
            "id": ID,
            "player": 1,
            "name": "Friday",
            "listed": True,
            "seats": 8,
            "pace": "slow",
            "hints": True,
            "away": "skip",
            "away_after": 60,
            "timer": 90,
            "talk": False,
            "late": "play",
            "starts": "loser",
        },
        Asked(
            ID,
            c.SetRoom(
                1,
                "Friday",
                listed=True,
                seats=8,
                pace="slow",
                away="skip",
                away_after=60,
                timer=90,
                talk=False,
                late="play",
                starts="loser",
                hints=True,
            ),
        ),
    ),
    "new_link": ({"id": ID, "player": 1}, Asked(ID, c.NewLink(1))),
    "abandon_after": (
        {"id": ID, "player": 1, "abandon_days": 30},
        Asked(ID, c.SetAbandon(1, 30)),
    ),
    "order": ({"id": ID, "player": 1, "players": [2, 1]}, Asked(ID, c.SetOrder(1, (2, 1)))),
    "remove": ({"id": ID, "player": 1, "whom": 2}, Asked(ID, c.Remove(1, 2))),
    "host": ({"id": ID, "player": 1, "whom": 2}, Asked(ID, c.HandOver(1, 2))),
    "take_host": ({"id": ID, "player": 1}, Asked(ID, c.TakeHost(1))),
    "door": (
        {"id": ID, "player": 1, "door": "knock", "spectators": False},
        Asked(ID, c.SetDoor(1, "knock", spectators=False)),
    ),
    "odds": ({"id": ID, "player": 1, "odds": True}, Asked(ID, c.ShowOdds(1, odds=True))),
    "let_in": (
        {"id": ID, "player": 1, "knock": 7, "yes": True},
        Asked(ID, c.LetIn(1, 7, yes=True)),
    ),
    "remove_new": (
        {"id": ID, "player": 1, "minutes": 5},
        Asked(ID, c.RemoveNew(1, 5)),
    ),
    "add_computer": (
        {"id": ID, "player": 1, "level": "pip"},
        Asked(ID, c.AddComputer(1, "pip")),
    ),
    "join": ({"id": ID, "player": 2}, Asked(ID, c.Join(2))),
    "give": ({"id": ID, "player": 1, "whom": 2, "to": 3}, Asked(ID, c.Give(1, 2, 3))),
    "object": ({"id": ID, "player": 2}, Asked(ID, c.TakeBack(2))),
    "say": ({"id": ID, "player": 2, "text": "Well"}, Asked(ID, c.Say(2, "Well"))),
    "react": (
        {"id": ID, "player": 2, "reaction": "clap"},
        Asked(ID, c.React(2, "clap")),
    ),
    "extend": ({"id": ID, "player": 2}, Asked(ID, c.Extend(2))),
    "vote": (
        {"id": ID, "player": 2, "about": "go_on", "yes": True},
        Asked(ID, c.Vote(2, "go_on", yes=True)),
    ),
    "pause": ({"id": ID, "player": 1, "reason": "Tea"}, Asked(ID, c.PauseGame(1, "Tea"))),
    "resume": ({"id": ID, "player": 1}, Asked(ID, c.Resume(1))),
    "close": ({"id": ID, "player": 1}, Asked(ID, c.Close(1))),
    "since": ({"n": 40}, Since(40)),
    "ping": ({"n": 40}, Ping(40)),
    "pick": ({"player": 2, "ply": 7, "dice": [0, 5]}, Pick(2, 7, (0, 5))),
}
"""What a client may send, by type: the fields besides it, and what is read from them."""
OPTIONAL = {
    "settings": {
        "name",
        "listed",
        "seats",
        "pace",
        "hints",
        "away",
        "away_after",
        "timer",
        "talk",
        "late",
        "starts",
    },
    "door": {"door", "spectators"},
    "rules": {"base"},
}
"""The fields that may be left out, by type."""
