"""The fold of docs/develop/protocol.md, written from that page alone: what a client must do.

Tests use it to follow a room while they play, and it checks the page's own fold: `check_the_page`
folds everything once more with the site's scripts.
"""

import json
from copy import deepcopy
from typing import Any

from tests.support import node
from tests.support.protocol.protocol_page import events

NO_TURN: dict[str, Any] = {
    "throw": [],
    "aside": [],
    "turn_points": 0,
    "rolls": 0,
    "hot": 0,
    "blank": False,
    "to_beat": None,
}
FOLDED = (
    *NO_TURN,
    *("phase", "round", "current", "scores", "entered", "streaks", "left", "teams", "leader"),
    *("order", "queue", "waiting", "playoff", "winners", "outcome"),
)
"""The fields of `state` that the page says how to fold."""

_recorded: list[list[str]] = []
"""The frames of each room that was folded since the last check; the `sync` comes first."""


def check_the_page() -> None:
    """Have the page's store.js and fold.js fold everything that was folded here, and compare."""
    rooms = [list(map(json.loads, frames)) for frames in dict.fromkeys(map(tuple, _recorded))]
    try:
        for frames, seen in zip(rooms, node.run("store", rooms), strict=True):
            room = Room(frames[0])
            for frame, page in zip(frames, seen, strict=True):
                if frame["type"] == "event":
                    room.apply(frame)
                if page["game"]:
                    page["game"]["state"] = {name: page["game"]["state"][name] for name in FOLDED}
                assert page == {**room.compared(), "may": legal_moves(room.may, room.dice)}, frame
    finally:
        _recorded.clear()


def legal_moves(may: dict[str, Any] | None, dice: int) -> dict[str, Any] | None:
    """Return the legal moves in the names that the page has for what a frame tells in short.
    `dice` are as many as the game is played with."""
    if may is None:
        return None
    opening = {"keeps": {"": [0, 0, dice, 0, 1]}, "why": ["not_rolled"]}
    told = may if "keeps" in may else opening
    reasons = [None, *told.get("why", ())]
    rows = []
    for keep, (points, total, following, *codes) in told["keeps"].items():
        roll, bank = [*codes, 0, 0][:2]
        row = {"keep": keep, "points": points, "total": total, "next": following}
        rows.append(
            row | {"roll": reasons[max(0, roll)], "bank": reasons[bank], "ends": roll == -1}
        )
    points, left = may.get("offer", (0, 6))
    return {"rows": rows, "build": {"points": points, "dice": left} if may.get("build") else None}


class Room:
    """The state of a page: a `sync`, with the events after it folded in."""

    def __init__(self, sync: dict[str, Any]) -> None:
        self._frames = [json.dumps(sync)]
        _recorded.append(self._frames)
        self.n: int = sync["n"]
        self.room = deepcopy(sync["room"])
        self.players = {player["id"]: player for player in deepcopy(sync["players"])}
        self.order = [player["id"] for player in sync["players"]]
        self.game = deepcopy(sync["game"])
        self.may = deepcopy(sync["may"])
        self.due = deepcopy(sync["due"])

    @property
    def dice(self) -> int:
        return int(self.game["rules"].get("dice", 6)) if self.game else 6

    def apply(self, frame: dict[str, Any]) -> None:
        """Fold the next event in."""
        assert frame["n"] == self.n + 1
        self._frames.append(json.dumps(frame))
        self.n = frame["n"]
        for name, *fields in [*frame["events"], *frame.get("facts", ())]:
            getattr(self, f"_{name}", lambda *_: None)(*fields)
        if "chances" in frame:
            self.game["chances"] = frame["chances"]
        if "ply" in frame:
            self.game["ply"] = frame["ply"]
        for player in frame.get("who", ()):
            if player["id"] not in self.players:
                self.order.append(player["id"])
            self.players[player["id"]] = player
        self.may = frame.get("may")
        self.due = frame.get("due", {})

    def compared(self) -> dict[str, Any]:
        """Return the part that must be the same as in a fresh `sync`."""
        game = None
        if self.game is not None:
            state = {name: self.game["state"][name] for name in FOLDED}
            game = {**self.game, "state": state}
        players = [self.players[one] for one in self.order]
        return {
            "n": self.n,
            "room": self.room,
            "players": players,
            "game": game,
            "may": self.may,
            "due": self.due,
        }

    # Of the room

    def _order(self, players: list[int]) -> None:
        self.order = players + [one for one in self.order if one not in players]

    def _host(self, player: int | None) -> None:
        self.room["host"] = player

    def _stood_in(self, rows: list[list[Any]]) -> None:
        self.room["stood_in"] = rows

    def _rules(self, rules: dict[str, Any], preset: str | None, base: str) -> None:
        self.room["rules"], self.room["preset"], self.room["base"] = rules, preset, base

    def _teams(self, count: int, players: list[int], teams: list[int | None]) -> None:
        self.room["teams"] = count
        for player, team in zip(players, teams, strict=True):
            self.players[player]["team"] = team

    def _settings(self, name: str, settings: dict[str, Any]) -> None:
        self.room["name"], self.room["settings"] = name, settings
        if settings["door"] != "knock":
            self.room["knocks"] = []

    def _knocked(self, knock: int, name: str, at: int) -> None:
        self.room["knocks"] = [*self.room["knocks"][:at], [knock, name], *self.room["knocks"][at:]]

    def _answered(self, knock: int, _yes: bool) -> None:
        self.room["knocks"] = [one for one in self.room["knocks"] if one[0] != knock]

    def _next(self, number: int, commitment: str) -> None:
        self.room["next"] = {"number": number, "commitment": commitment}

    def _game(
        self,
        number: int,
        players: list[int],
        commitment: str,
        strings: list[str],
        rules: dict[str, Any],
        preset: str | None,
        teams: list[int] | None,
        fingerprint: str,
    ) -> None:
        self.room["status"], self.room["next"] = "playing", None
        for player in self.players.values():
            player["ready"] = False
        self.game = {
            "number": number,
            "status": "playing",
            "rules": rules,
            "preset": preset,
            "players": players,
            "teams": teams,
            "commitment": commitment,
            "fingerprint": fingerprint,
            "strings": strings,
            "seed": None,
            "ply": 0,
            "state": {},
        }

    def _ended(self, status: str, seed: str) -> None:
        self.game["status"], self.game["seed"] = status, seed
        self.room["status"] = "over"
        self.room.update(autoplay_this_turn=None, paused=None, votes={}, needed={})
        if status == "over":
            self.room["played"] += 1
            self._add_up()

    def _closed(self, _why: str) -> None:
        self.room["status"], self.room["next"] = "closed", None

    def _add_up(self) -> None:
        rows = {row[0]: row for row in self.room["series"]}
        for seat, player in enumerate(self.game["players"]):
            row = rows.setdefault(player, [player, 0, 0, 0])
            row[1] += 1
            row[2] += seat in self.state["winners"]
            row[3] += self.state["scores"][seat]
        self.room["series"] = [rows[player] for player in sorted(rows)]

    def _race(self, *values: int | None) -> None:
        names = ("turns", "until", "began", "seconds")
        self.room["race"] = dict(zip(names, values, strict=True)) if any(values) else None

    def _late(self, player: int, team: int | None) -> None:
        self.game["players"] = [*self.game["players"], player]
        if self.game["teams"] is not None:
            self.game["teams"] = [*self.game["teams"], team]

    # What is waited for

    def _holiday(self, player: int, until: int, left: int) -> None:
        others = [one for one in self.room["holidays"] if one[0] != player]
        self.room["holidays"] = sorted([*others, [player, until, left]])

    def _holidays(self, rows: list[list[int]]) -> None:
        self.room["holidays"] = rows

    def _away(self, player: int) -> None:
        if player not in self.room["away"]:
            self.room["away"].append(player)

    def _back(self, player: int, _turns: int) -> None:
        self._forget(player)

    def _gone(self, player: int) -> None:
        self._forget(player)

    def _removed(self, player: int) -> None:
        self._forget(player)

    def _forget(self, player: int) -> None:
        for name in ("away", "autoplay"):
            self.room[name] = [one for one in self.room[name] if one != player]
        if self.room["autoplay_this_turn"] == player:
            self.room["autoplay_this_turn"] = None

    def _waited(self, *_: Any) -> None:
        self._end_vote("go_on")

    def _end_vote(self, about: str) -> None:
        self.room["votes"].pop(about, None)
        self.room["needed"].pop(about, None)

    def _autoplay_this_turn(self, player: int, level: str) -> None:
        self.room["autoplay_this_turn"], self.room["level"] = player, level

    def _autoplay(self, player: int, level: str) -> None:
        self.room["autoplay"].append(player)
        self.room["level"] = level

    def _vote(self, about: str, players: list[int], needed: int, again: int | None) -> None:
        self.room["votes"][about], self.room["needed"][about] = players, needed
        if not players:
            self._end_vote(about)
        if about == "resume":
            self.room["paused"]["again"] = again

    def _paused(self, by: int | None, reason: str, since: int) -> None:
        self.room["paused"] = {"by": by, "reason": reason, "since": since, "again": None}
        self.room["votes"], self.room["needed"] = {}, {}

    def _resumed(self, _by: int | None) -> None:
        self.room.update(paused=None, votes={}, needed={})

    # Of the game

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.game["state"]
        return state

    def _started(self, players: int, teams: list[int] | None, _chosen: list[str] | None) -> None:
        self.state.update(deepcopy(NO_TURN))
        self.state.update(
            phase="turns",
            round=0,
            current=-1,
            scores=[0] * players,
            streaks=[0] * players,
            left=[False] * players,
            entered=[self.game["rules"]["entry_min"] == 0] * players,
            teams=teams,
            order=list(range(players)),
            queue=[],
            waiting=[],
            playoff=[],
            leader=-1,
            winners=[],
            outcome=None,
        )

    def _rolled_off(self, seats: list[int], dice: list[int]) -> None:
        if dice.count(max(dice)) == 1:
            at = self.state["order"].index(seats[dice.index(max(dice))])
            self.state["order"] = self.state["order"][at:] + self.state["order"][:at]

    def _round(self, number: int) -> None:
        self.state["round"] = number
        self._admit()
        self.state["queue"] = self.state["order"]

    def _admit(self) -> None:
        self.state["order"] = self.state["order"] + self.state["waiting"]
        self.state["waiting"] = []

    def _turn(self, seat: int) -> None:
        self.state.update(deepcopy(NO_TURN), current=seat, queue=self.state["queue"][1:])
        self.room["autoplay_this_turn"] = None
        self._end_vote("go_on")

    def _rolled(self, dice: list[int]) -> None:
        self._end_vote("go_on")
        self.state.update(throw=dice, rolls=self.state["rolls"] + 1, blank=False)

    def _second_chance(self) -> None:
        self.state["rolls"] -= 1

    def _kept(self, dice: list[int], points: int) -> None:
        self.state["aside"] = self.state["aside"] + dice
        self.state["throw"] = []
        self.state["turn_points"] += points

    def _hot_dice(self, bonus: int) -> None:
        self.state["aside"] = []
        self.state["hot"] += 1
        self.state["turn_points"] += bonus

    def _blank(self, points: int) -> None:
        self.state["blank"] = True
        self.state["turn_points"] += points

    def _built(self, points: int, aside: list[int]) -> None:
        self.state["turn_points"], self.state["aside"] = points, aside

    def _entered(self, seat: int) -> None:
        self.state["entered"][seat] = True

    def _banked(self, seat: int, _points: int, total: int) -> None:
        self.state["scores"][seat] = total
        self.state["streaks"][seat] = 0
        self.state.update(throw=[], to_beat=None)

    def _farkled(self, seat: int, _lost: int, streak: int, _toxic: bool) -> None:
        self.state["streaks"][seat] = streak
        self.state["to_beat"] = None

    def _penalised(self, seat: int, _points: int, total: int) -> None:
        self.state["scores"][seat] = total
        rules = self.game["rules"]
        counts = rules["streak_cost"] != "points" or rules["farkle_penalty"]
        if counts and self.state["streaks"][seat] >= rules["farkle_streak"]:
            self.state["streaks"][seat] = 0

    def _left(self, seat: int, _lost: int) -> None:
        self.state["left"][seat] = True
        for name in ("order", "queue", "waiting", "playoff"):
            self.state[name] = [one for one in self.state[name] if one != seat]

    def _joined(self, seat: int, score: int, entered: bool, team: int | None) -> None:
        self.state["waiting"] = [*self.state["waiting"], seat]
        if self.state["teams"] is not None:
            self.state["teams"] = [*self.state["teams"], team]
        for name, value in (
            ("scores", score),
            ("entered", entered),
            ("streaks", 0),
            ("left", False),
        ):
            self.state[name] = [*self.state[name], value]

    def _final_round(self, seat: int, _total: int) -> None:
        self.state["phase"], self.state["leader"] = "final", seat
        self._admit()
        order, teams = self.state["order"], self.state["teams"]
        at = order.index(seat)
        after = order[at + 1 :] + order[:at]
        self.state["queue"] = [one for one in after if not teams or teams[one] != teams[seat]]

    def _playoff(self, seats: list[int]) -> None:
        self.state.update(phase="playoff", playoff=seats, queue=seats)

    def _over(self, winners: list[int]) -> None:
        self.state.update(deepcopy(NO_TURN), current=-1, phase="over", winners=winners)
        self.state.update(queue=[], waiting=[])

    def _to_beat(self, seat: int, total: int) -> None:
        self.state["to_beat"] = {"seat": seat, "total": total}

    def _outcome(self, *values: Any) -> None:
        self.state["outcome"] = dict(zip(events()["outcome"], values, strict=True))
