"""Games in words, such as "Roll-off: Ines 6, Teo 2." and "Ines's turn."

`names` are by seat; a seat without one is "Seat 3". `you` is the reader's seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from farkle.engine import events
from farkle.engine.events import Batch, Event
from farkle.engine.standing import Target, to_beat
from farkle.engine.state import GameState
from farkle.rules.ruleset import RuleSet
from farkle.rules.validation import bank_step

from .message import Param, Sentence, join_with_and, say
from .turn_narration import TurnNarrator, points_lost, team_letter

MANY: Final = 8  # from so many players on, a roll-off is narrated without each die


def tell_start(
    rules: RuleSet, batch: Batch, names: Sequence[str], you: int | None = None
) -> tuple[Sentence, ...]:
    """Narrate the events of `GameState.start`."""
    return _narrate(GameState(rules), batch, names, you)


def tell(
    before: GameState, batch: Batch, names: Sequence[str], you: int | None = None
) -> tuple[Sentence, ...]:
    """Narrate the events of an action, given the state before it."""
    return _narrate(before.next_ply(), batch, names, you)


def _narrate(
    state: GameState, batch: Batch, names: Sequence[str], you: int | None
) -> tuple[Sentence, ...]:
    sentences: list[Sentence] = []
    for event, after in zip(batch, (*batch[1:], None), strict=True):
        sentences.extend(Narrator(state, names, you, after).narrate(event))
        event.fold_into(state)  # no other code holds this state
    return tuple(sentences)


class Narrator(TurnNarrator):
    """Narrates any event, by the method of its name; the base class has those within a turn."""

    def narrate(self, event: Event) -> Iterator[Sentence]:
        sentences: Iterator[Sentence] = getattr(self, event.name)(event)
        return sentences

    def started(self, event: events.Started) -> Iterator[Sentence]:
        rules, seats = self.state.rules, range(event.players)
        who = self.name_all(seats) if event.players < MANY else _players(event.players)
        if rules.rounds:
            yield say("{who} play until the end of round {rounds:,}.", rounds=rules.rounds, who=who)
        else:
            yield say("{who} play to {target:,}.", target=rules.target, who=who)
        for team in sorted(set(event.teams or ())):
            members = [seat for seat in seats if event.teams and event.teams[seat] == team]
            letter = team_letter(team)
            yield say("Team {letter}: {who}.", letter=letter, who=self.name_all(members))
        for seat, letters in enumerate(event.chosen):
            yield say("{name} has the dice {dice}.", name=self.name(seat), dice=letters)

    def rolled_off(self, event: events.RolledOff) -> Iterator[Sentence]:
        if len(event.seats) < MANY:
            each: tuple[Param, ...] = tuple(
                say("{name} {die}", name=self.name(seat), die=die)
                for seat, die in zip(event.seats, event.dice, strict=True)
            )
            yield say("Roll-off: {each}.", each=each)
        else:
            who, best = _players(len(event.seats)), max(event.dice)
            yield say("{who} roll off; highest is {die}.", who=who, die=best)

    def round(self, event: events.RoundStarted) -> Iterator[Sentence]:
        yield say("Round {number:,}.", number=event.number)

    def turn(self, event: events.TurnStarted) -> Iterator[Sentence]:
        state, seat = self.state, event.seat
        target = to_beat(state, seat)
        if target is not None:
            yield self.last_turn(seat, target)
        elif state.phase == "playoff":
            yield self.of(seat, say("{name}'s tiebreaker turn."), say("Your tiebreaker turn."))
        else:
            yield self.of(seat, say("{name}'s turn."), say("Your turn."))

    def last_turn(self, seat: int, target: Target) -> Sentence:
        state = self.state
        rival = self.name(target.seat) if state.teams is None else self.team(target.seat)
        total = state.total(seat)
        if total <= target.total:
            return self.of(
                seat,
                say("Last turn for {name}: {points:,} needed to beat {best}."),
                say("Your last turn. You need {points:,} to beat {best}."),
                points=_least_to_pass(state, seat, target.total - total),
                best=rival,
            )
        if state.teams is not None:
            return self.of(
                seat,
                say("Last turn for {name}. {team} has {total:,}, more than {best}."),
                say("Your last turn. {team} has {total:,}, more than {best}."),
                team=self.team(seat),
                total=total,
                best=rival,
            )
        return self.of(
            seat,
            say("Last turn for {name}, who has {total:,}, more than {best}."),
            say("Your last turn. You have {total:,}, more than {best}."),
            total=total,
            best=rival,
        )

    def left(self, event: events.Left) -> Iterator[Sentence]:
        yield self.of(event.seat, say("{name} left the game."), say("You left the game."))
        yield from points_lost(event.lost)

    def joined(self, event: events.Joined) -> Iterator[Sentence]:
        yield self.of(
            event.seat,
            say("{name} joined with {score:,} points."),
            say("You joined with {score:,} points."),
            score=event.score,
        )

    def final_round(self, event: events.FinalRound) -> Iterator[Sentence]:
        if self.state.teams is None:
            yield self.of(
                event.seat,
                say("{name} has {total:,}. Everyone still to play gets one last turn."),
                say("You have {total:,}. Everyone still to play gets one last turn."),
                total=event.total,
            )
        else:
            yield say(
                "{team} has {total:,}. The other teams get one last turn.",
                team=self.team(event.seat),
                total=event.total,
            )

    def playoff(self, event: events.PlayOff) -> Iterator[Sentence]:
        seats = event.seats
        if self.state.teams is None:
            who = self.name_all(seats)
        else:  # the teams are tied, not their players
            who = join_with_and(list(dict.fromkeys(map(self.team, seats))))
        yield say(
            "{who} are tied at {total:,}. One more turn each.",
            who=who,
            total=self.state.total(seats[0]),
        )

    def over(self, event: events.Over) -> Iterator[Sentence]:
        state, winners = self.state, event.winners
        total = state.total(winners[0])
        if len(state.scores) == 1:
            yield say("That's it: {total:,} points.", total=total)
        elif self.you in winners:
            yield say("You win with {total:,}!", total=total)
        elif len(winners) > 1:
            yield say("{who} win with {total:,}.", who=self.name_all(winners), total=total)
        elif self.you is not None and total > state.total(self.you):
            ahead = total - state.total(self.you)
            yield say(
                "{name} wins, {n:,} points ahead of you.", name=self.name(winners[0]), n=ahead
            )
        else:
            yield say("{name} wins with {total:,}.", name=self.name(winners[0]), total=total)


def _players(count: int) -> Sentence:
    return say("{count:,} players", count=count)


def _least_to_pass(state: GameState, seat: int, ahead: int) -> int:
    """Return the fewest points in a turn with which `seat` passes a total `ahead` points higher."""
    rules = state.rules
    step = bank_step(rules, rules.table)
    least = rules.bank_min if state.entered[seat] else rules.entry_min
    return max((ahead // step + 1) * step, -(-least // step) * step)
