"""A second, deliberately naive implementation of whole games: what is legal, what it does, who is
next and who has won. It is written from the rule specification, not from the engine, and shares
only the points of a keep with it (`farkle.keeps`, which `bruteforce.py` checks).

Where the engine keeps queues, the referee goes round the table: the next player is the first one
after the last who is present and has not played this round. Where the engine remembers when a total
changed, the referee keeps all totals of the past. Numbers in comments are decisions of the
specification, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from farkle import Action, Bank, Build, Join, Leave, Roll, RuleSet, Skip, keeps

from .bruteforce import has_scoring_four, has_scoring_set, wins_at_once


@dataclass
class Player:
    seat: int
    side: int
    """The player's team, or the seat in a game without teams."""
    entered: bool
    score: int = 0
    streak: int = 0
    before_bank: int = 0
    here: bool = True
    from_round: int = 1


@dataclass
class Turn:
    seat: int
    points: int = 0
    aside: list[int] = field(default_factory=list)
    lying: list[int] | None = None
    blank: bool = False
    throws: int = 0
    hot: int = 0
    """How often all dice have scored."""
    since_set: int | None = None
    """Points since the last set; None without one."""
    gone: set[int] = field(default_factory=set)
    """The places of the named dice set aside."""


class Referee:
    """One game. `may` says whether an action is legal; `act` plays it with the dice thrown."""

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        teams: Sequence[int] | None,
        dice: Sequence[int],
        chosen: Sequence[str] = (),
    ) -> None:
        self.rules = rules
        self.chosen = list(chosen)
        self.in_teams = teams is not None
        self.players = [
            Player(seat, teams[seat] if teams else seat, entered=not rules.entry_min)
            for seat in range(players)
        ]
        self.phase = "turns"
        self.round = 1
        self.leader: int | None = None
        self.rivals: list[int] = []  # the seats of a play-off, in its order
        self.played: set[int] = set()  # seats that have started their turn of this round
        self.offer: tuple[int, list[int]] | None = None
        self.banked_before = 0  # by the turn before this one
        self.history = [self.totals()]
        self.at_target: list[int] = []
        self.winners: list[int] = []
        self.dice = list(dice)
        first = self.roll_off()
        self.table = list(range(first, players)) + list(range(first))  # all seats in playing order
        self.turn = Turn(-1)
        self.begin_turn(first)

    # Players

    def totals(self) -> dict[int, int]:
        """Return the total of each side; players who left still count for their team."""
        totals = {player.side: 0 for player in self.players}
        for player in self.players:
            totals[player.side] += player.score
        return totals

    def here(self) -> list[Player]:
        return [player for player in self.players if player.here]

    def fall(self, count: int) -> list[int]:
        fallen, self.dice = self.dice[:count], self.dice[count:]
        assert len(fallen) == count, "the referee would throw more dice than fell"
        return fallen

    def roll_off(self) -> int:
        if self.rules.first_player == "seat":
            return 0
        tied = [player.seat for player in self.players]
        while len(tied) > 1:  # 17
            shown = dict(zip(tied, self.fall(len(tied)), strict=True))
            tied = [seat for seat in tied if shown[seat] == max(shown.values())]
        return tied[0]

    def cup(self) -> str:
        """Return the letters of the named dice that lie or come next."""
        if not self.chosen or self.phase == "over":
            return ""
        own = self.chosen[self.turn.seat]
        return "".join(die for place, die in enumerate(own) if place not in self.turn.gone)

    # What is legal

    def worth(self, keep: tuple[int, ...]) -> int | None:
        """Return the points for keeping `keep` now, bonus included; None if it is not legal."""
        turn = self.turn
        if turn.lying is None or turn.blank:
            return 0 if keep == () else None
        points = keeps(self.rules, tuple(turn.lying)).get(keep)
        if points is not None and len(turn.aside) + len(keep) == self.rules.dice:
            points += self.rules.hot_dice_bonus
        return points and points * self.times()

    def worth_without_bonus(self, keep: tuple[int, ...]) -> int:
        """Return the points of the dice of a legal keep."""
        lying = tuple(self.turn.lying or ())
        return keeps(self.rules, lying)[keep] * self.times() if keep else 0

    def times(self) -> int:
        """Return the factor by which points count now."""
        return 1 + self.turn.hot if self.rules.hot_dice_times else 1

    def must_throw(self, keep: tuple[int, ...]) -> bool:
        """Return whether the player must throw again after `keep`, whatever the points."""
        hot = self.turn.blank or len(self.turn.aside) + len(keep) == self.rules.dice
        if hot and self.rules.hot_dice == "mandatory":  # 9
            return True
        if not hot and keep and len(self.turn.aside) + len(keep) < self.rules.bank_aside:
            return True
        if self.rules.lone_five and keep == (5,):
            return True
        thrown = len(self.turn.lying or ())
        if self.rules.roll_after_sets and has_scoring_set(self.rules, keep, thrown):
            return True
        return self.rules.roll_after_four and has_scoring_four(self.rules, keep, thrown)

    def wins(self, keep: tuple[int, ...]) -> bool:
        """Return whether `keep` is a jackpot that wins the game."""
        return wins_at_once(self.rules, keep, len(self.turn.lying or ()))

    def last_turn(self, kind: str) -> bool:
        """Return whether this is a last turn of this kind."""
        rules = self.rules
        endings = ("final_round", "finish_round")
        return self.phase == "final" and rules.ending in endings and rules.last_turn == kind

    def enough(self, points: int) -> bool:
        player = self.players[self.turn.seat]
        if self.rules.beat_last and 0 < self.banked_before >= points:
            return False
        since = self.turn.since_set
        if since is not None and points - since < self.rules.confirm_points:
            return False
        if self.last_turn("chase"):
            totals = self.totals()
            sides = {other.side for other in self.here() if other.side != player.side}
            if any(totals[player.side] + points <= totals[side] for side in sides):
                return False
        return points >= (self.rules.bank_min if player.entered else self.rules.entry_min)  # 7

    def is_odd(self, points: int) -> bool:
        """Return whether so many points are no multiple of what a bank must be one of."""
        step = self.rules.bank_multiple
        return step > 0 and points // step * step != points

    def is_over(self, points: int) -> bool:
        """Return whether so many points would pass a target that must be hit."""
        total = self.totals()[self.players[self.turn.seat].side] + points
        never = self.rules.ending == "only_exact" and not self.rules.rounds
        return never and total > self.rules.target

    def last_throw(self) -> bool:
        player = self.players[self.turn.seat]
        limit = self.rules.bank_rolls if player.entered else self.rules.entry_rolls
        if self.last_turn("roll"):
            limit = 1
        return limit > 0 and self.turn.throws >= limit

    def may(self, action: Action) -> bool:
        if self.phase == "over":
            return False
        if isinstance(action, Skip):
            return True
        if isinstance(action, Leave):
            seat = action.seat
            return 0 <= seat < len(self.players) and self.players[seat].here
        if isinstance(action, Join):
            return self.may_join(action.team)
        if isinstance(action, Build):
            return self.may_build()
        worth = self.worth(action.keep)
        if worth is None:
            return False
        if self.wins(action.keep):
            return True
        enough = self.enough(self.turn.points + worth)
        if isinstance(action, Bank):
            if self.turn.lying is None or self.is_over(self.turn.points + worth):
                return False
            if self.is_odd(self.turn.points + worth):
                return False
            return enough and not self.must_throw(action.keep)
        # A roll is refused only after the last throw for entry, if it reached entry: the player
        # has to bank then (with entry_ends_turn the roll itself banks).
        done = self.last_throw() and enough and not self.must_throw(action.keep)
        done = done and not self.is_over(self.turn.points + worth)
        done = done and not self.is_odd(self.turn.points + worth)
        entered = self.players[self.turn.seat].entered
        return not done or (self.rules.entry_ends_turn and not entered)

    def may_join(self, team: int | None) -> bool:
        if self.phase != "turns" or (self.rules.rounds and self.round == self.rules.rounds):
            return False  # 20
        if self.in_teams:
            return team in {player.side for player in self.players}
        return team is None

    def may_build(self) -> bool:
        """Return whether building is legal (12): at the start of a turn, after a banked turn, once
        everyone present is in."""
        return (
            self.rules.building
            and self.phase != "playoff"
            and self.turn.throws == 0
            and self.offer is not None
            and all(player.entered for player in self.here())
        )

    # What actions do

    def act(self, action: Action, dice: Sequence[int]) -> None:
        """Play a legal action with the dice thrown in it, all of which must be used."""
        self.dice = list(dice)
        if isinstance(action, Roll):
            self.roll(action.keep)
        elif isinstance(action, Bank):
            wins = self.wins(action.keep)
            self.set_aside(action.keep)
            self.bank(wins=wins)
        elif isinstance(action, Build):
            assert self.offer is not None
            self.turn.points, self.turn.aside = self.offer[0], list(self.offer[1])
            self.throw()
        elif isinstance(action, Skip):
            self.pay_for_nothing()
            self.next_turn(banked=False)  # 21
        elif isinstance(action, Leave):
            self.leave(action.seat)
        else:
            self.join(action.team)
        assert not self.dice, f"the referee throws fewer dice: {self.dice} are left"
        self.history.append(self.totals())

    def roll(self, keep: tuple[int, ...]) -> None:
        last, forced, opening = self.last_throw(), self.must_throw(keep), self.turn.throws == 0
        wins = self.wins(keep)
        # A set of the last roll asks for more points, but not of this roll.
        enough = self.enough(self.turn.points + (self.worth(keep) or 0))
        self.set_aside(keep)
        if wins:
            self.bank(wins=True)
            return
        if not opening and self.ends_here(last, forced, enough):
            return
        self.throw()

    def ends_here(self, last: bool, forced: bool, enough: bool) -> bool:
        """Return whether this keep ends the turn by itself: beyond the target, or (8, 10) below
        the minimum after the last roll, or at the opening score."""
        if self.is_over(self.turn.points):
            self.pay_for_nothing()
            self.next_turn(banked=False)
            return True
        if not enough:
            if last:
                self.pay_for_nothing()
                self.next_turn(banked=False)
            return last
        entered = self.players[self.turn.seat].entered
        if self.is_odd(self.turn.points):
            return False
        if self.rules.entry_ends_turn and not entered and not forced:
            self.bank()
            return True
        return False

    def set_aside(self, keep: tuple[int, ...]) -> None:
        turn = self.turn
        worth = self.worth(keep)
        assert worth is not None
        plain = self.worth_without_bonus(keep)
        if self.rules.roll_after_sets and has_scoring_set(self.rules, keep, len(turn.lying or ())):
            turn.since_set = turn.points + plain
        turn.points += worth
        turn.aside += keep
        places = [place for place in range(self.rules.dice) if place not in turn.gone]
        for face in keep:
            shown = zip(places, turn.lying or (), strict=True)
            turn.gone.add(next(at for at, die in shown if die == face and at not in turn.gone))
        if len(turn.aside) == self.rules.dice:
            turn.aside = []
            turn.gone = set()
            turn.hot += 1
        turn.lying = None

    def throw(self) -> None:
        turn, rules = self.turn, self.rules
        first = turn.throws == 0
        self.offer = None
        turn.throws += 1
        turn.blank = False
        turn.lying = self.fall(self.rules.dice - len(turn.aside))
        if not keeps(rules, tuple(turn.lying)) and first and rules.second_chance:
            turn.lying = self.fall(len(turn.lying))
        if keeps(rules, tuple(turn.lying)):
            return
        toxic = rules.toxic_twos and turn.lying.count(2) >= 4
        scope = first or rules.blank_scope == "any_six"
        if rules.blank_first_roll and len(turn.lying) == rules.dice and scope and not toxic:  # 6
            turn.blank = True
            turn.points += (rules.blank_first_roll + rules.hot_dice_bonus) * self.times()
            turn.hot += 1
            self.ends_here(self.last_throw(), self.must_throw(()), self.enough(turn.points))
        else:
            self.farkle(at_once=first and len(turn.lying) == rules.dice)

    def farkle(self, *, at_once: bool) -> None:
        player, rules = self.players[self.turn.seat], self.rules
        before = player.score
        player.streak += 1
        player.score -= rules.farkle_cost
        if rules.beat_last:
            player.score -= rules.beat_cost
        if at_once:
            player.score -= rules.first_farkle_cost
        free = rules.streak_cost == "points" and not rules.farkle_penalty
        if player.streak == rules.farkle_streak and not free:  # 11
            self.punish(player)
            player.streak = 0
        if rules.penalty_floor == "zero" and player.score < 0:
            player.score = min(before, 0)
        self.next_turn(banked=False)

    def pay_for_nothing(self) -> None:
        """Take what a turn costs that banked nothing."""
        player, before = self.players[self.turn.seat], self.players[self.turn.seat].score
        if self.rules.beat_last:
            player.score -= self.rules.beat_cost
        if self.rules.penalty_floor == "zero" and player.score < 0:
            player.score = min(before, 0)

    def punish(self, player: Player) -> None:
        if self.rules.streak_cost == "points":
            player.score -= self.rules.farkle_penalty
        elif self.rules.streak_cost == "everything":
            player.score = min(player.score, 0)
        else:
            player.score = min(player.score, player.before_bank)

    def bank(self, *, wins: bool = False) -> None:
        player, rules = self.players[self.turn.seat], self.rules
        player.entered = True
        player.streak = 0
        player.before_bank = player.score
        player.score += self.turn.points
        self.banked_before = self.turn.points
        self.offer = (self.turn.points, self.turn.aside)
        total = self.totals()[player.side]
        if wins:
            self.win(player.side)
            return
        if not rules.rounds and total >= rules.target:
            if player.side not in self.at_target:
                self.at_target.append(player.side)
            if self.phase == "turns":
                if rules.ending in ("immediate", "only_exact") or (
                    rules.ending == "exact" and total == rules.target
                ):
                    self.win(player.side)  # 14, 15
                    return
                self.phase, self.leader = "final", player.seat
                if rules.ending != "finish_round":
                    self.played = set()  # 13
        self.next_turn(banked=True)

    # Whose turn it is

    def next_turn(self, *, banked: bool) -> None:
        if not banked:
            self.offer, self.banked_before = None, 0
        seat = self.find_next()
        if seat is None and self.phase == "turns" and self.round != self.rules.rounds:
            self.round += 1
            self.played = set()
            seat = self.find_next()
        if seat is None:
            self.settle()
        else:
            self.begin_turn(seat)

    def begin_turn(self, seat: int) -> None:
        self.turn = Turn(seat)
        self.played.add(seat)

    def find_next(self) -> int | None:
        """Return the next seat that has yet to play, going round the table."""
        ring = self.table
        if self.phase == "final" and self.rules.ending != "finish_round":
            assert self.leader is not None
            at = ring.index(self.leader)
            ring = ring[at:] + ring[:at]
        elif self.phase == "playoff":
            ring = self.rivals
        return next((seat for seat in ring if self.plays(self.players[seat])), None)

    def plays(self, player: Player) -> bool:
        if not player.here or player.seat in self.played:  # 19
            return False
        if self.phase == "final":
            assert self.leader is not None
            finishes = self.rules.ending == "finish_round"
            is_late = finishes and player.from_round > self.round
            return player.side != self.players[self.leader].side and not is_late
        return self.phase == "playoff" or player.from_round <= self.round  # 20

    # How it ends

    def settle(self) -> None:
        """End the game, or start a play-off, after the last turn."""
        rules = self.rules
        sides = {player.side for player in self.here()}
        if self.phase == "playoff":
            sides &= {self.players[seat].side for seat in self.rivals}
        totals = self.totals()
        tied = {side for side in sides if totals[side] == max(totals[one] for one in sides)}
        exact = rules.ending == "exact" and not rules.rounds
        if len(tied) == 1 or self.shares():
            self.win(*tied)
        elif exact or rules.tie_break != "playoff":  # 15, 16
            self.win(self.there_first(tied))
        else:
            self.play_off(tied)

    def shares(self) -> bool:
        """Return whether all who are tied win."""
        exact = self.rules.ending == "exact" and not self.rules.rounds
        return not exact and self.rules.tie_break == "shared"

    def changed_at(self, side: int) -> int:
        """Return the moment since which `side` has had its total; 0 is the start."""
        now = self.totals()[side]
        before = (at for at in range(len(self.history), 0, -1) if self.stood(at - 1, side) != now)
        return next(before, 0)

    def stood(self, moment: int, side: int) -> int | None:
        return self.history[moment].get(side)

    def there_first(self, tied: set[int]) -> int:
        """Return the side that reached its total first; from the start on, the first to play."""
        earliest = min(self.changed_at(side) for side in tied)
        sides = [self.players[seat].side for seat in self.table if self.players[seat].here]
        return next(side for side in sides if side in tied and self.changed_at(side) == earliest)

    def play_off(self, tied: set[int]) -> None:
        seats = [player.seat for player in self.here() if player.side in tied]
        if self.rules.playoff_order == "leader_first":
            first = next((side for side in self.at_target if side in tied), None)  # 18
            while first is not None and self.players[seats[0]].side != first:
                seats.append(seats.pop(0))
        self.phase, self.rivals, self.played, self.offer = "playoff", seats, set(), None
        self.banked_before = 0
        self.begin_turn(seats[0])

    def win(self, *sides: int) -> None:
        self.phase = "over"
        self.winners = [player.seat for player in self.here() if player.side in sides]
        self.turn = Turn(-1)

    # Joining and leaving

    def leave(self, seat: int) -> None:
        self.players[seat].here = False
        left = {player.side for player in self.here()}
        rivals = {self.players[one].side for one in self.rivals if self.players[one].here}
        if len(left) == 1:
            self.win(*left)  # 19
        elif self.phase == "playoff" and len(rivals) == 1:
            self.win(*rivals)
        elif seat == self.turn.seat:
            self.next_turn(banked=False)

    def join(self, team: int | None) -> None:
        score = 0
        if self.rules.late_start == "lowest":
            score = max(0, min(player.score for player in self.here()))
        seat = len(self.players)
        self.players.append(
            Player(
                seat,
                seat if team is None else team,
                entered=score > 0 or not self.rules.entry_min,
                score=score,
                before_bank=score,
                from_round=self.round + 1,
            )
        )
        self.table.append(seat)
        if self.chosen:
            self.chosen.append("O" * self.rules.dice)
