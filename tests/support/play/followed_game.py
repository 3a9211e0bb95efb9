"""Random games that reach every ending, followed by the referee, who knows what a page must say."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from farkle import (
    PRESETS,
    Action,
    Bank,
    Batch,
    GameState,
    IllegalAction,
    Join,
    Leave,
    Roll,
    RuleSet,
    Skip,
    dice_of,
)
from tests.support.engine.referee import Referee

ENDINGS = ("final_round", "immediate", "exact", "finish_round")
MOST_ACTIONS = 150


def rules_of_game(random: Random, number: int) -> RuleSet:
    """Return a preset with one of its endings, whose games are short and often tied."""
    presets = list(PRESETS.values())
    rules = presets[number % len(presets)]
    return replace(
        rules,
        ending=ENDINGS[number // len(presets) % len(ENDINGS)],
        target=random.choice((150, 300, 500, 1000)),
        rounds=random.choice((0, 0, 0, 0, 1, 1, 3)),
        tie_break=random.choice(("playoff", "leader", "shared")),
        playoff_order=random.choice(("seat", "leader_first")),
        first_player=random.choice(("seat", "roll_off")),
        entry_min=random.choice((0, 0, 0, 200)),
        bank_min=0,
        farkle_penalty=random.choice((0, 500)),
        late_start=random.choice(("zero", "lowest")),
    )


def dice(random: Random, rules: RuleSet) -> Callable[[int], Sequence[int]]:
    """Return a source of dice that make few different totals, and many farkles in a row."""
    # Of a single round many end in a tie.
    farkles = 0.9 if rules.rounds == 1 else random.choice((0.2, 0.3, 0.7))

    def source(count: int) -> Sequence[int]:
        if random.random() < farkles:
            return random.sample((2, 3, 4, 6), count) if count < 4 else [2, 2, 3, 3, 4, 6][:count]
        return random.choices((1, 2, 3, 4, 5, 6, 1, 5), k=count)

    return source


def some_action(random: Random, state: GameState) -> Action:
    """Return an action that is often legal."""
    if random.random() < 0.015:
        return Leave(random.randrange(len(state.scores)))
    if state.phase == "final" and random.random() < 0.02:
        return Leave(state.leader)
    if state.playoff and random.random() < 0.25:
        return Leave(random.choice(state.playoff))
    if random.random() < 0.1:
        return Join(None if state.teams is None else random.choice(state.teams))
    if random.random() < 0.01:
        return Skip()
    actions = state.legal.actions
    banks = [action for action in actions if isinstance(action, Bank)]
    rolls = [action for action in actions if isinstance(action, Roll)]
    return random.choice(banks if banks and random.random() < 0.8 else rolls or actions)


class FollowedGame:
    """A random game with its rules. `referee` follows while `steps` plays on."""

    def __init__(self, number: int) -> None:
        self.random = Random(f"followed {number}")
        self.rules = rules_of_game(self.random, number)
        players = self.random.choice((2, 3, 4, 5, 6))
        self.teams: tuple[int, ...] | None = None
        if self.random.random() < 0.3:
            self.teams = (0, 1, *self.random.choices((0, 1, 2), k=players - 2))
        self.source = dice(self.random, self.rules)
        self.state, self.start = GameState.start(self.rules, players, self.source, self.teams)
        self.referee = Referee(self.rules, players, self.teams, dice_of(self.start))
        self.tied_at = 0
        """The total at which the last tiebreaker began."""
        self.set_off = -1
        """Who set off the last turns."""

    def steps(self) -> Iterator[tuple[Batch, GameState]]:
        """Play on, and yield the events and the state after each action."""
        yield self.start, self.state
        for _ in range(MOST_ACTIONS):
            if self.state.phase == "over":
                return
            action = some_action(self.random, self.state)
            try:
                self.state, batch = self.state.apply(action, self.source)
            except IllegalAction:
                continue
            rivals = self.referee.rivals
            self.referee.act(action, dice_of(batch))
            if self.referee.rivals is not rivals:
                side = self.referee.players[self.referee.rivals[0]].side
                self.tied_at = self.referee.totals()[side]
            if self.referee.leader is not None:
                self.set_off = self.referee.leader
            yield batch, self.state
