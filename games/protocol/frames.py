"""Build the frames that the server sends, as JSON text. docs/develop/protocol.md describes them."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import orjson

from farkle import GameState
from games import assets, clock
from games.models import FOUNDER, Game, Message, Player, Room
from games.protocol import events
from games.protocol.events import PastEvent, PendingEvent
from games.rules.catalogue import chances, rules_of

PROTOCOL = 1

SHOWN_DEADLINES = ("away", "turn", "host")
"""Kinds of deadlines that pages show."""


def _encode(frame: Mapping[str, Any]) -> str:
    return orjson.dumps(frame).decode()


def sync(
    room: Room,
    players: Sequence[Player],
    waiting: Game | None,
    game: Game | None,
    state: GameState | None,
    turns: Sequence[Mapping[str, Any]],
    turn: Mapping[str, Any] | None,
    seed: str | None,
    details: Mapping[str, Any],
    go_on: int | None = None,
) -> str:
    """Return the frame with the whole room.

    `state`, `turn` (under way) and `seed` (once it has ended) belong to `game`. `details` are
    further fields of the room. From `go_on` on (ms since 1970), the others may go on without the
    current player.
    """
    playing = game is not None and game.status == Game.Status.PLAYING
    closed = room.status == Room.Status.CLOSED
    paused = "paused" in room.absence
    return _encode(
        {
            "type": "sync",
            "protocol": PROTOCOL,
            "assets": assets.version(),
            "n": room.head,
            "room": {
                "code": room.code,
                "name": room.name,
                "host": room.host,
                "founder": FOUNDER,
                "status": room.status,
                "rules": room.rules,
                "preset": room.preset or None,
                "base": room.base,
                "teams": room.teams,
                "next": None
                if waiting is None or closed
                else {"number": waiting.number, "commitment": waiting.commitment},
                "played": room.played,
                "knocks": [
                    [knock["id"], knock["name"]] for knock in room.knocks if "no" not in knock
                ],
                **details,
            },
            "players": [_player(player) for player in players],
            "game": None if game is None or state is None else _game(game, state, seed),
            "turns": turns,
            "turn": turn,
            "may": None if state is None or not playing or paused else may(state),
            "due": shown_deadlines(room.deadlines, go_on),
            "closes": closing_time(room.deadlines),
        }
    )


def shown_deadlines(deadlines: Mapping[str, int], go_on: int | None) -> dict[str, int]:
    """Return the deadlines that pages show, and `go_on` (see `sync`) among them."""
    shown = {kind: deadlines[kind] for kind in SHOWN_DEADLINES if kind in deadlines}
    return shown if go_on is None else {**shown, "go_on": go_on}


def closing_time(deadlines: Mapping[str, int]) -> int | None:
    """Return the time at which the room closes or its game is abandoned, if any."""
    return deadlines.get("abandon", deadlines.get("idle"))


def event(
    stored: PastEvent | PendingEvent,
    who: Sequence[Player],
    may_now: Mapping[str, Any] | None,
    due: Mapping[str, int] | None = None,
    closes: int | None = None,
    facts: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    room: Room | None = None,
) -> str:
    """Return the frame of one event.

    `who` are the players it changed. Only the newest event has `may_now` (the legal moves), `due`
    (the deadlines) and `facts`. `closes` is the new `closing_time` (0: never), if it has changed.
    `room` is needed for `events.WORDED`.
    """
    frame: dict[str, Any] = {"type": "event", "n": stored.number}
    if stored.ply is not None:
        frame["ply"] = stored.ply
    if stored.player is not None and not events.is_move(stored.events):
        frame["by"] = stored.player
    batch = stored.events
    if room is not None:
        batch = [events.with_words(worded, room) for worded in batch]
    frame["events"] = events.to_wire(batch)
    if facts:
        frame["facts"] = events.to_wire([{"e": name, **facts[name]} for name in facts])
    if may_now is not None:
        frame["may"] = may_now
    if due:
        frame["due"] = due
    if closes is not None:
        frame["closes"] = closes
    if who:
        frame["who"] = [_player(player) for player in who]
    for details in stored.events:
        if details["e"] == "game":
            named = any(event.get("chosen") for event in stored.events)
            frame["chances"] = [] if named else chances(rules_of(details["rules"]))
    return _encode(frame)


_ROLL, _ENDS = 3, -1


def may(state: GameState) -> dict[str, Any]:
    """Return the legal moves of `state`, and reasons against the others, in short form."""
    legal = state.legal
    short = legal.to_dict()
    for keep in short.pop("ends", ()):
        row = short["keeps"][keep]
        row += [0] * (_ROLL + 1 - len(row))
        row[_ROLL] = _ENDS
    # Before the first roll of a turn they are always these, so they are not sent.
    opening = {"keeps": {"": [0, 0, state.rules.dice, 0, 1]}, "why": ["not_rolled"]}
    if short.items() >= opening.items():
        del short["keeps"], short["why"]
    if state.rules.building and legal.build is not None:
        short["no_build"] = legal.build.code
    if state.offer is not None and state.rolls == 0:
        points, aside = state.offer
        short["offer"] = [points, state.rules.dice - len(aside)]
    return short


def you(players: Sequence[int], lost: Sequence[int]) -> str:
    """Return the frame with a client's own seats; those in `lost` were given to other people."""
    frame = {"type": "you", "players": list(players), "now": clock.milliseconds()}
    return _encode({**frame, "lost": list(lost)} if lost else frame)


def ok(command: str, n: int | None) -> str:
    """Return the answer to a command that was performed and led to event `n` (None: to none)."""
    return _encode({"type": "ok", "id": command, "n": n})


def no(command: str | None, code: str, text: str) -> str:
    return _encode({"type": "no", "id": command, "code": code, "text": text})


def here(on: Sequence[int], off: Sequence[int], watching: int, *, whole: bool = False) -> str:
    """Return the frame of changes in presence. If `whole`, `on` lists all present players."""
    first = {"type": "here", "all": True} if whole else {"type": "here"}
    return _encode({**first, "on": list(on), "off": list(off), "watching": watching})


def picking(player: int, ply: int, dice: Sequence[int]) -> str:
    return _encode({"type": "picking", "player": player, "ply": ply, "dice": list(dice)})


def hint(ply: int, values: Mapping[str, Any]) -> str:
    return _encode({"type": "hint", "ply": ply, **values})


def odds(ply: int, sides: Sequence[float]) -> str:
    return _encode({"type": "odds", "ply": ply, "sides": [round(chance, 3) for chance in sides]})


def lanes(rows: Sequence[Sequence[Any]], *, whole: bool = False) -> str:
    """Return the frame of the board of a race: the rows that have changed, or all (`whole`). A row
    is [player, name, level, colour, total, turn, light, has ended]."""
    first = {"type": "lanes", "all": True} if whole else {"type": "lanes"}
    return _encode({**first, "rows": [list(row) for row in rows]})


def said(message: Message, player: int) -> str:
    return _encode({"type": "said", **_message(message, player)})


def unsaid(number: int) -> str:
    return _encode({"type": "unsaid", "id": number})


def talk(messages: Iterable[tuple[Message, int]]) -> str:
    """Return the frame of the recent chat messages with their players' seats, oldest first."""
    rows = [_message(message, player) for message, player in messages]
    return _encode({"type": "talk", "messages": rows})


def _message(message: Message, player: int) -> dict[str, Any]:
    at = int(message.at.timestamp() * 1000)
    return {"id": message.pk, "player": player, "text": message.text, "at": at}


def reacted(reaction: str, player: int | None, name: str = "") -> str:
    """Return the frame of a reaction by a player, or a spectator of this name (maybe "")."""
    speaker = {"name": name} if player is None else {"player": player}
    return _encode({"type": "reacted", **speaker, "reaction": reaction})


def tossed(player: int, face: int) -> str:
    return _encode({"type": "tossed", "player": player, "face": face})


def pong(n: int, now: int | None = None) -> str:
    """Return the answer to a ping: the number of the room's newest event, and the time `now` (ms
    since 1970; by default, the clock's)."""
    return _encode({"type": "pong", "n": n, "now": clock.milliseconds() if now is None else now})


def bye(why: str, after: int | None) -> str:
    """Return the frame sent before closing. The client may reconnect after `after` ms."""
    return _encode({"type": "bye", "why": why, "after": after})


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": player.seat,
        "name": player.name,
        "colour": player.colour,
        "material": player.material,
        "dice": player.dice,
        "kind": "computer" if player.level else "person",
        "level": player.level or None,
        "team": player.team,
        "ready": player.ready,
        "left": player.left,
        "since": int(player.since.timestamp() * 1000),
    }


def _game(game: Game, state: GameState, seed: str | None) -> dict[str, Any]:
    return {
        "number": game.number,
        "status": game.status,
        "rules": game.rules,
        "preset": game.preset or None,
        "players": game.players,
        "teams": game.teams,
        "commitment": game.commitment,
        "fingerprint": game.fingerprint,
        "strings": game.strings,
        "seed": seed,
        "chances": [] if state.chosen else chances(state.rules),
        "ply": state.ply,
        "state": position(state),
    }


def position(state: GameState) -> dict[str, Any]:
    """Return a game's state, and the facts that follow from it."""
    return {**state.to_dict(), **dict.fromkeys(events.FACTS), **events.facts(state)}
