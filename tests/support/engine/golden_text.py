"""The short texts of golden games; different events never have the same text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from farkle import Action, Bank, Batch, Event, GameState, Roll

# By event; {who} is the player's name, or empty if the line names the player already.
WORDS = {
    "started": "",  # part of the head
    "rolled": "",  # the dice have a column of their own
    "round": "round {number}",
    "second_chance": "once more",
    "kept": "+{points}",
    "blank": "blank +{points}",
    "built": "builds on {points}, {aside} aside",
    "entered": "{who}in",
    "banked": "{who}banks {points}, has {total}",
    "penalised": "{who}pays {points}, has {total}",
    "ran_out": "{who}counts nothing, {lost} lost",
    "skipped": "{who}skipped, {lost} lost",
    "left": "{who}gone, {lost} lost",
    "final_round": "{who}final round, {total} to beat",
}


def tell(
    batch: Batch,
    names: Sequence[str],
    actor: int = -1,
    action: Action | None = None,
    state: GameState | None = None,
) -> str:
    """Return the text of a batch: what `action` of `actor` caused, and the points at risk."""
    parts = [_part(event, names, actor, action) for event in batch]
    if state is not None and state.throw and state.turn_points:
        parts.append(f"{state.turn_points} at risk")
    if state is not None and state.throw and state.cup:
        parts.append(f"dice {state.cup}")
    return "; ".join(part for part in parts if part)


def _part(event: Event, names: Sequence[str], actor: int, action: Action | None) -> str:
    data = event.to_dict()
    if event.name in _SPECIAL:
        return _SPECIAL[event.name](data, names)
    text = WORDS[event.name].format(
        **{key: _plain(value) for key, value in data.items() if key != "e"},
        who="" if data.get("seat", actor) == actor else names[data["seat"]] + " ",
    )
    if event.name == "kept" and not (
        isinstance(action, Roll | Bank) and tuple(data["dice"]) == action.keep
    ):
        text += f" for {_plain(data['dice'])}"  # other dice than the action names
    return text


def _plain(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nothing"
    return str(value)


def _rolled_off(data: dict[str, Any], names: Sequence[str]) -> str:
    shown = zip(data["seats"], data["dice"], strict=True)
    return ", ".join(f"{names[seat]} {die}" for seat, die in shown)


def _turn(data: dict[str, Any], names: Sequence[str]) -> str:
    return f"{names[data['seat']]}'s turn"


def _hot_dice(data: dict[str, Any], names: Sequence[str]) -> str:
    return f"hot dice +{data['bonus']}" if data["bonus"] else "hot dice"


def _farkled(data: dict[str, Any], names: Sequence[str]) -> str:
    toxic = "four 2s, " if data["toxic"] else ""
    return f"{toxic}farkle, {data['lost']} lost, {data['streak']} in a row"


def _joined(data: dict[str, Any], names: Sequence[str]) -> str:
    team = "" if data["team"] is None else f" in team {data['team']}"
    return f"comes{team} with {data['score']}, {'in' if data['entered'] else 'not in'}"


def _playoff(data: dict[str, Any], names: Sequence[str]) -> str:
    return "play-off: " + ", ".join(names[seat] for seat in data["seats"])


def _over(data: dict[str, Any], names: Sequence[str]) -> str:
    winners = [names[seat] for seat in data["winners"]]
    return " and ".join(winners) + (" wins" if len(winners) == 1 else " win")


_SPECIAL = {
    "rolled_off": _rolled_off,
    "turn": _turn,
    "hot_dice": _hot_dice,
    "farkled": _farkled,
    "joined": _joined,
    "playoff": _playoff,
    "over": _over,
}
