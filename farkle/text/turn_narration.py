"""Turns in words: the sentences of each event within a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from farkle.engine.events import (
    Banked,
    Blank,
    Built,
    Entered,
    Event,
    Farkled,
    HotDice,
    Kept,
    Penalised,
    RanOut,
    Rolled,
    SecondChance,
    Skipped,
)
from farkle.engine.state import GameState

from .message import COUNTED, Param, Sentence, faces, listed, parts_of, say


def team_letter(team: int) -> str:
    """Return the letter of a team, or its number where there are more teams than letters."""
    return ascii_uppercase[team] if team < len(ascii_uppercase) else str(team + 1)


class TurnNarrator:
    """Narrates one event in the state before it. `after` is the next event of the batch."""

    def __init__(
        self, state: GameState, names: Sequence[str], you: int | None, after: Event | None
    ) -> None:
        self.state = state
        self.names = names
        self.you = you
        self.after = after

    def name(self, seat: int) -> Param:
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return say("Seat {number}", number=seat + 1)

    def team(self, seat: int) -> Sentence:
        return say("Team {letter}", letter=team_letter(self.state.side(seat)))

    def name_all(self, seats: Sequence[int]) -> Param:
        return listed([self.name(seat) for seat in seats])

    def of(self, seat: int, they: Sentence, you: Sentence, **params: Param) -> Sentence:
        """Return `you` if the seat is the reader's, else `they` with the player's name."""
        if seat == self.you:
            return you.given(params)
        return they.given({"name": self.name(seat), **params})

    # Events of the current turn

    def mine(self, they: Sentence, you: Sentence, **params: Param) -> Sentence:
        return self.of(self.state.current, they, you, **params)

    def rolled(self, event: Rolled) -> Iterator[Sentence]:
        yield self.mine(
            say("{name} throws {dice}: {faces}."),
            say("You throw {dice}: {faces}."),
            dice=COUNTED[len(event.dice)],
            faces=faces(event.dice),
        )

    def second_chance(self, _event: SecondChance) -> Iterator[Sentence]:
        yield say("Nothing in the first throw. A second chance.")

    def kept(self, event: Kept) -> Iterator[Sentence]:
        state = self.state
        split = parts_of(state.rules.table.breakdown(event.dice))
        what = listed([phrase for phrase, _ in split]) or faces(event.dice)
        total = state.turn_points + event.points
        if state.turn_points:
            yield self.mine(
                say("{name} keeps {what} for {points:,}: {total:,} at risk."),
                say("You keep {what} for {points:,}: {total:,} at risk."),
                what=what,
                points=event.points,
                total=total,
            )
        else:
            yield self.mine(
                say("{name} keeps {what}: {total:,} at risk."),
                say("You keep {what}: {total:,} at risk."),
                what=what,
                total=total,
            )

    def hot_dice(self, event: HotDice) -> Iterator[Sentence]:
        total = self.state.turn_points + event.bonus
        if event.bonus:
            yield say("Hot dice bring {bonus:,} more.", bonus=event.bonus)
        if isinstance(self.after, Entered | Banked | RanOut):
            yield say("Hot dice. All six have scored.")
        else:
            yield say("Hot dice. All six come back, {total:,} still at risk.", total=total)

    def blank(self, event: Blank) -> Iterator[Sentence]:
        yield say("Nothing in six dice: {points:,} for it.", points=event.points)

    def built(self, event: Built) -> Iterator[Sentence]:
        yield self.mine(
            say("{name} builds on the turn before: {points:,} at risk, {dice} to throw."),
            say("You build on the turn before: {points:,} at risk, {dice} to throw."),
            points=event.points,
            dice=COUNTED[6 - len(event.aside)],
        )

    def entered(self, event: Entered) -> Iterator[Sentence]:
        yield self.of(
            event.seat,
            say("{name} is in, with {points:,}."),
            say("You are in, with {points:,}."),
            points=self.state.turn_points,
        )

    def banked(self, event: Banked) -> Iterator[Sentence]:
        yield self.of(
            event.seat,
            say("{name} banks {points:,} and stands at {total:,}."),
            say("You bank {points:,} and stand at {total:,}."),
            points=event.points,
            total=event.total,
        )
        if self.state.teams is not None:
            # The total of the team does not include this turn yet.
            total = self.state.total(event.seat) - self.state.scores[event.seat] + event.total
            yield say("{team} has {total:,}.", team=self.team(event.seat), total=total)

    def farkled(self, event: Farkled) -> Iterator[Sentence]:
        what = say("Four 2s, a farkle.") if event.toxic else say("Farkle.")
        yield say("{what} {then}", what=what, then=self.lost(event))
        penalty = self.state.rules.farkle_penalty
        if penalty and event.streak == 2:
            yield say("Second farkle in a row. A third costs {points:,}.", points=penalty)

    def penalised(self, event: Penalised) -> Iterator[Sentence]:
        if not event.points:
            yield say("Third farkle in a row, and nothing to take off.")
            return
        yield self.of(
            event.seat,
            say("Third farkle in a row: {points:,} taken off, {name} stands at {total:,}."),
            say("Third farkle in a row: {points:,} taken off, you stand at {total:,}."),
            points=event.points,
            total=event.total,
        )

    def ran_out(self, event: RanOut) -> Iterator[Sentence]:
        what = say("That was the last throw to get in.")
        yield say("{what} {then}", what=what, then=self.lost(event))

    def skipped(self, event: Skipped) -> Iterator[Sentence]:
        yield self.of(event.seat, say("{name} is passed over."), say("Your turn is passed over."))
        yield from rubbed_out(event.lost)

    def lost(self, event: Farkled | RanOut) -> Sentence:
        score = self.state.scores[event.seat]
        if event.lost:
            return self.of(
                event.seat,
                say("{lost:,} rubbed out, {name} stays at {score:,}."),
                say("{lost:,} rubbed out, you stay at {score:,}."),
                lost=event.lost,
                score=score,
            )
        return self.of(
            event.seat,
            say("{name} stays at {score:,}."),
            say("You stay at {score:,}."),
            score=score,
        )


def rubbed_out(points: int) -> Iterator[Sentence]:
    if points:
        yield say("{points:,} rubbed out.", points=points)
