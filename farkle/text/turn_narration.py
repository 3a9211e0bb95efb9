"""The narration of events within a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from farkle.engine import events
from farkle.engine.events import Event
from farkle.engine.legality import passes_target
from farkle.engine.state import GameState

from .message import COUNTED, Param, Sentence, faces, farkles_in_a_row, join_with_and, parts_of, say


def team_letter(team: int) -> str:
    """Return the letter of a team, or its number after team Z."""
    return ascii_uppercase[team] if team < len(ascii_uppercase) else str(team + 1)


@dataclass(slots=True)
class TurnNarrator:
    """Narrates one event, given the state before it and the next event of the batch."""

    state: GameState
    names: Sequence[str]
    you: int | None
    after: Event | None

    def name(self, seat: int) -> Param:
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return say("Seat {number}", number=seat + 1)

    def team(self, seat: int) -> Sentence:
        return say("Team {letter}", letter=team_letter(self.state.side(seat)))

    def name_all(self, seats: Sequence[int]) -> Param:
        return join_with_and([self.name(seat) for seat in seats])

    def of(self, seat: int, they: Sentence, you: Sentence, **params: Param) -> Sentence:
        """Return `you` for the reader's seat, else `they` with the player's name."""
        if seat == self.you:
            return you.with_params(**params)
        return they.with_params(name=self.name(seat), **params)

    def of_current(self, they: Sentence, you: Sentence, **params: Param) -> Sentence:
        return self.of(self.state.current, they, you, **params)

    # Events of the current turn

    def rolled(self, event: events.Rolled) -> Iterator[Sentence]:
        yield self.of_current(
            say("{name} rolled {faces}."), say("You rolled {faces}."), faces=faces(event.dice)
        )

    def second_chance(self, _event: events.SecondChance) -> Iterator[Sentence]:
        yield say("No score on the first roll: second chance.")

    def kept(self, event: events.Kept) -> Iterator[Sentence]:
        state = self.state
        split = parts_of(state.rules.table.of(len(state.throw)).breakdown(event.dice))
        what = join_with_and([phrase for phrase, _ in split]) or faces(event.dice)
        total = state.turn_points + event.points
        if state.turn_points:
            yield self.of_current(
                say("{name} keeps {what} for {points:,}: {total:,} at risk."),
                say("You keep {what} for {points:,}: {total:,} at risk."),
                what=what,
                points=event.points,
                total=total,
            )
        else:
            yield self.of_current(
                say("{name} keeps {what}: {total:,} at risk."),
                say("You keep {what}: {total:,} at risk."),
                what=what,
                total=total,
            )

    def hot_dice(self, event: events.HotDice) -> Iterator[Sentence]:
        total = self.state.turn_points + event.bonus
        if event.bonus:
            yield say("Hot dice bonus: {bonus:,}.", bonus=event.bonus)
        if isinstance(self.after, events.Entered | events.Banked | events.RanOut):
            yield say("Hot dice! All dice scored.")
        else:
            yield self.of_current(
                say("Hot dice! {name} can roll all dice again with {total:,} at risk."),
                say("Hot dice! Roll all dice again with {total:,} at risk."),
                total=total,
            )

    def blank(self, event: events.Blank) -> Iterator[Sentence]:
        yield say("No scoring dice: {points:,} bonus.", points=event.points)

    def built(self, event: events.Built) -> Iterator[Sentence]:
        yield self.of_current(
            say("{name} continues the previous turn: {points:,} at risk, {dice} to roll."),
            say("You continue the previous turn: {points:,} at risk, {dice} to roll."),
            points=event.points,
            dice=COUNTED[self.state.rules.dice - len(event.aside)],
        )

    def entered(self, event: events.Entered) -> Iterator[Sentence]:
        yield self.of(
            event.seat,
            say("{name} is on the board with {points:,}."),
            say("You're on the board with {points:,}!"),
            points=self.state.turn_points,
        )

    def banked(self, event: events.Banked) -> Iterator[Sentence]:
        yield self.of(
            event.seat,
            say("{name} banks {points:,} for a total of {total:,}."),
            say("You bank {points:,}. Your score: {total:,}."),
            points=event.points,
            total=event.total,
        )
        if self.state.teams is not None:
            # The state's total does not include this turn yet.
            total = self.state.total(event.seat) - self.state.scores[event.seat] + event.total
            yield say("{team} has {total:,}.", team=self.team(event.seat), total=total)

    def farkled(self, event: events.Farkled) -> Iterator[Sentence]:
        what = say("Four 2s: farkle!") if event.toxic else say("Farkle!")
        yield say("{what} {then}", what=what, then=self.score_after(event))
        rules = self.state.rules
        if rules.pays(event.streak + 1) and not rules.pays(event.streak):
            yield _WARNINGS[rules.streak_cost].with_params(points=rules.farkle_costs[0])

    def penalised(self, event: events.Penalised) -> Iterator[Sentence]:
        rules, streak = self.state.rules, say("Penalty")
        if rules.pays(self.state.streaks[event.seat]):
            streak = farkles_in_a_row(rules)
        if not event.points:
            yield say("{what}, but no points to lose.", what=streak)
            return
        yield self.of(
            event.seat,
            say("{what}: −{points:,}. {name} has {total:,}."),
            say("{what}: −{points:,}. Your score: {total:,}."),
            what=streak,
            points=event.points,
            total=event.total,
        )

    def ran_out(self, event: events.RanOut) -> Iterator[Sentence]:
        what = say("That was the last roll of the turn.")
        if passes_target(self.state, event.lost):
            what = say("That would pass {target:,}.", target=self.state.rules.target)
        yield say("{what} {then}", what=what, then=self.score_after(event))

    def skipped(self, event: events.Skipped) -> Iterator[Sentence]:
        yield self.of(event.seat, say("{name}'s turn was skipped."), say("Your turn was skipped."))
        yield from points_lost(event.lost)

    def score_after(self, event: events.Farkled | events.RanOut) -> Sentence:
        score = self.state.scores[event.seat]
        if event.lost:
            return self.of(
                event.seat,
                say("{name} loses {lost:,} and stays at {score:,}."),
                say("You lose {lost:,} points. Your score stays {score:,}."),
                lost=event.lost,
                score=score,
            )
        return self.of(
            event.seat,
            say("{name} stays at {score:,}."),
            say("Your score stays {score:,}."),
            score=score,
        )


_WARNINGS = {
    "points": say("One more farkle in a row will cost {points:,}."),
    "everything": say("One more farkle in a row will cost everything."),
    "last_bank": say("One more farkle in a row will cost the last bank."),
}


def points_lost(points: int) -> Iterator[Sentence]:
    if points:
        yield say("{points:,} lost.", points=points)
