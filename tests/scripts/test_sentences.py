"""What the page says of a game is true, whoever reads it: whom one must beat in the last turns, who
is next, who leads, how the game was won, and everybody's place.

Random games go through every ending, with teams, late arrivals, players who leave, tiebreakers and
penalties. The page's own scripts speak after every move. Their sentences are compared with those
that follow from the game as the referee saw it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from farkle import Bank, Batch, GameState, coming, places, states
from farkle.engine.events import Banked, FinalRound
from games.models import Event as StoredEvent
from games.protocol import events, frames
from games.rules.card import card_of
from tests.support import node
from tests.support.engine.scripted_game import Game
from tests.support.play.followed_game import FollowedGame

GAMES = 300
FEWEST = 2
ENOUGH = 10
"""After so many games with everything that happens in this one it is not heard."""
WAYS = (
    *("alone", "playoff", "playoff, deserted", "had the earlier turn", "got there first"),
    *("overtaken", "exact", "ahead", "set off by one who left", "ahead before the last turn"),
    *("a late arrival waits", "teams", "a penalty", "a bank that wins"),
)
"""What has to happen in these games."""
NAMES = ("Mara", "Ines", "Teo", "Ravi", "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hugo")
NAMES += tuple(f"Guest {number}" for number in range(1, 20))
MOST_SCORES = 6
"""How many totals the key that tells the score names, besides those of the reader."""
VIEWERS: tuple[tuple[int, ...], ...] = ((), (0,), (1,), (2,), (0, 2))


def num(value: int) -> str:
    return f"{value:,}".replace("-", "\u2212")


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]) + "," * (len(names) > 2), names[-1]])


class Expected:
    """What the page must say after an action, from the referee's game alone."""

    def __init__(self, game: FollowedGame) -> None:
        referee = self.referee = game.referee
        self.rules, self.in_teams = game.rules, referee.in_teams
        self.phase, self.current = referee.phase, referee.turn.seat
        self.points, self.lying = referee.turn.points, referee.turn.lying
        self.leader, self.tied_at = game.set_off, game.tied_at
        self.totals = referee.totals()
        self.side = {player.seat: player.side for player in referee.players}
        self.scores = [player.score for player in referee.players]
        self.here = [player.seat for player in referee.here()]
        self.winners = list(referee.winners)
        self.coming = self.upcoming()
        last = self.phase != "turns" or referee.round == self.rules.rounds
        self.joins = "" if last else "You can join from the next round."
        self.rival = self.best_but(self.current) if self.phase == "final" else ("", 0, 0)

    # The facts

    def upcoming(self) -> list[int]:
        """Return the seats of the turns to come."""
        referee, ring = self.referee, self.referee.table
        if self.phase == "over":
            return []
        if self.phase == "final":
            at = ring.index(self.leader)
            ring = ring[at:] + ring[:at]
        elif self.phase == "playoff":
            ring = referee.rivals
        found = [seat for seat in ring if referee.plays(referee.players[seat])]
        if self.phase == "turns" and referee.round != self.rules.rounds:
            found += [seat for seat in referee.table if seat in self.here]
        return found

    def name(self, seat: int) -> str:
        return f"Team\u00a0{'ABC'[self.side[seat]]}" if self.in_teams else NAMES[seat]

    def best_but(self, seat: int) -> tuple[str, int, int]:
        """Return the best of the sides still there but that of `seat`: its name and total, and how
        many have that."""
        sides = {self.side[one] for one in self.here} - {self.side[seat]}
        most = max(self.totals[side] for side in sides)
        tied = {side for side in sides if self.totals[side] == most}
        first = self.referee.there_first(tied)
        return self.name(next(one for one in self.side if self.side[one] == first)), most, len(tied)

    def total(self, seat: int) -> int:
        return self.totals[self.side[seat]]

    def places(self) -> dict[int, int]:
        """Return everybody's place."""
        won = {self.side[seat] for seat in self.winners}
        here = {self.side[seat] for seat in self.here}
        rows = [(side in won, side in here, total) for side, total in self.totals.items()]
        return {
            seat: 1 + sum(row > (side in won, side in here, self.totals[side]) for row in rows)
            for seat, side in self.side.items()
        }

    # The sentences

    def note(self, mine: Sequence[int]) -> str:
        if self.phase == "playoff":
            rivals = [seat for seat in self.referee.rivals if seat in self.here]
            names = list(dict.fromkeys(map(self.name, rivals)))
            return f"Tiebreaker. {listed(names)} are tied. One more turn each."
        if self.phase != "final":
            return ""
        name, best, _ = self.best_but(self.current)
        own = self.total(self.current)
        if self.current in mine:
            if own > best:
                who = "Your team has" if self.in_teams else "You have"
                return f"Last turn. {who} {num(own)}, more than {name}."
            need = num(best - own)
            return f"Last turn. {name} has {num(best)}. You need more than {need} to win."
        if own > best:
            name, best = self.name(self.current), own
        own_side = len(mine) == 1 and name == self.name(mine[0])
        start = f"{name} has" if not own_side else "Your team has" if self.in_teams else "You have"
        if name != self.name(self.leader):
            return f"Final round. {start} {num(best)} now. One last turn each."
        own_team = own_side and self.in_teams
        turns = "The other teams get one last turn." if own_team else "One last turn each."
        return f"Final round. {start} {num(best)}. {turns}"

    def waits(self, mine: Sequence[int]) -> str:
        if self.phase == "over" or self.current in mine:
            return ""
        if not mine:
            return "You're watching."
        turns = next((at for at, seat in enumerate(self.coming) if seat in mine), None)
        if turns is None:
            return {
                "turns": "",
                "playoff": "Tiebreaker in progress.",
                "final": "One last turn each.",
            }[self.phase]
        if not turns and len(self.here) == 2:
            return ""
        name = NAMES[self.coming[turns]]
        if not turns:
            return f"{name} is next." if len(mine) > 1 else "You're next."
        if turns == 1 and len(mine) == 1:
            return f"{NAMES[self.coming[0]]}, then you."
        who = f"{name}'s" if len(mine) > 1 else "Your"
        return f"{who} turn after {turns} more."

    def needs(self, mine: Sequence[int]) -> str:
        if self.current not in mine or self.phase in ("over", "playoff"):
            return ""
        own = self.total(self.current)
        if self.phase == "final":
            need = self.best_but(self.current)[1] - own
            if need < 0:
                return f"You're {num(-need)} ahead."
            return f"You need more than {num(need)} to win."
        if not self.referee.players[self.current].entered:
            return f"You need {num(self.rules.entry_min)} in one turn to get on the board."
        if self.rules.rounds:
            return f"Round {self.referee.round} of {self.rules.rounds}."
        return f"{num(self.rules.target - own)} points to go."

    def bank(self, points: int) -> str:
        """Return the words about the total on the button that banks these points."""
        total = self.total(self.current) + points
        if self.phase != "final":
            return f"new total {num(total)}"
        name, best, _ = self.rival
        if total == best:
            return f"tied with {name}"
        return f"{num(abs(total - best))} {'behind' if total < best else 'ahead of'} {name}"

    def specials(self) -> list[str]:
        """Return what is special about this moment of the game."""
        found = ["teams"] * self.in_teams
        if self.phase == "final":
            if self.leader not in self.here:
                found.append("set off by one who left")
            if self.total(self.current) > self.best_but(self.current)[1]:
                found.append("ahead before the last turn")
        waiting = [one for one in self.referee.players if one.from_round > self.referee.round]
        found += ["a late arrival waits"] * bool(waiting)
        return found + ["a penalty"] * (min(self.scores) < 0)

    def win(self, mine: Sequence[int]) -> str:
        if len(mine) == 1 and list(mine) == self.winners:
            return "You win!"
        names = list(dict.fromkeys(map(self.name, self.winners)))
        sides = {self.side[seat] for seat in (*mine, *self.winners)}
        if mine and len(sides) == 1:
            return "Your team wins!"
        if len(names) == 1:
            return f"{names[0]} wins"
        return f"{listed(names)} win"

    def lead(self) -> int | None:
        """Return the side that leads alone."""
        totals = {self.side[seat]: self.total(seat) for seat in self.here}
        most = max(totals.values())
        leaders = [side for side, total in totals.items() if total == most > 0]
        return leaders[0] if len(leaders) == 1 else None

    def moments(self, before: "Expected | None", batch: Batch, mine: Sequence[int]) -> list[str]:
        """Return what the felt says of a new leader and of the last round."""
        banker = next((event.seat for event in batch if isinstance(event, Banked)), None)
        if banker is None or before is None:
            return []
        mine = [] if len([seat for seat in mine if seat in self.here]) > 1 else mine
        sides = [self.side[seat] for seat in mine]
        if any(isinstance(event, FinalRound) for event in batch):
            total = self.total(banker)
            who = "You" if banker in mine else self.name(banker)
            mark = "!" if banker in mine else ""
            others = [s for s in mine if s in self.here and self.side[s] != self.side[banker]]
            if banker in mine or not others:
                return [f"{who} reached {num(total)}{mark}. One last turn each."]
            need = num(total - self.total(others[0]))
            line = f"Your last turn is coming: you need more than {need}."
            return [f"{who} reached {num(total)}. {line}"]
        old, new = before.lead(), self.lead()
        if old is None or new is None or old == new:
            return []
        rivals = {self.side[seat] for seat in self.here} - {new}
        second = max(rivals, key=lambda side: (self.totals[side], -side))
        ahead = num(self.totals[new] - self.totals[second])
        seats = {side: seat for seat, side in reversed(self.side.items())}
        margin = f"{ahead} ahead of {self.name(seats[second])}."
        if new in sides:
            return [f"You take the lead!. {margin}"]
        who = self.name(seats[new])
        if old in sides:
            return [f"{who} takes the lead from you. You're {ahead} behind."]
        return [f"{who} takes the lead. {margin}"]

    def tags(self) -> list[str]:
        """Return what the pad says beside the names where not all fit."""
        places = self.places()
        leaders = {self.side[seat] for seat, place in places.items() if place == 1}
        tags = []
        for seat, place in sorted(places.items()):
            tag = ["next"] * (self.coming[:1] == [seat])
            if self.scores[seat] > 0 and seat in self.here:
                tag.append("leads" if leaders == {self.side[seat]} else f"no. {place}")
            tags.append(", ".join(tag))
        return tags

    def pad_goal(self) -> str:
        """Return what stands on top of the pad."""
        if self.phase in ("final", "playoff"):
            return {"final": "Final round", "playoff": "Tiebreaker"}[self.phase]
        rounds = self.rules.rounds
        if rounds:
            return f"{rounds} turn{'s' * (rounds > 1)} each"
        return f"Goal: {num(self.rules.target)}"

    def leave(self, mine: Sequence[int]) -> str:
        """Return the question before these seats leave."""
        if self.phase == "over" or not set(mine) & set(self.here):
            return "Give up your seat?"
        rivals = self.referee.rivals if self.phase == "playoff" else self.here
        rest = [seat for seat in self.here if seat in rivals and seat not in mine]
        sides = {self.side[seat] for seat in rest}
        if not sides:
            return "Leave this game? That ends it."
        if len(sides) == 1:
            return f"Leave this game? {self.name(rest[0])} wins."
        return "Leave this game? Your score stays and the others keep playing."

    def score(self, mine: Sequence[int]) -> str:
        """Return the answer of the key that tells the score."""
        own = [] if self.in_teams else mine
        seats = sorted({side: seat for seat, side in reversed(self.side.items())}.values())
        if self.in_teams:
            place = self.places()
            seats.sort(key=lambda seat: (place[seat], self.side[seat]))
        elif len(seats) > MOST_SCORES:
            seats.sort(key=lambda seat: -self.scores[seat])
        rows = [seat for at, seat in enumerate(seats) if at < MOST_SCORES or seat in own]
        told = [
            f"{'You' if seat in own else self.name(seat)} {num(self.total(seat))}" for seat in rows
        ]
        if more := len(seats) - len(rows):
            told.append(f"{more} other{'s' * (more > 1)}")
        said = ", ".join(told) + "."
        if self.phase == "over":
            return said
        what = {
            "playoff": "tiebreaker turn",
            "final": "last turn" if self.current in mine else "turn",
        }
        who = "Your" if self.current in mine else f"{NAMES[self.current]}'s"
        told = f"{said} {who} {what.get(self.phase, 'turn')}."
        last = self.phase == "final" and self.current in mine
        return f"{told} {self.needs(mine)}" if last else told

    def how(self, mine: Sequence[int]) -> tuple[str, str]:
        """Return why the game was won, and how the page says it."""
        winner = self.winners[0]
        won = self.side[winner]
        total, name = self.totals[won], self.name(winner)
        me = mine[0] if len(mine) == 1 and mine[0] in self.here else -1
        you = not self.in_teams and me == winner
        who = "you" if you else name
        sides = {self.side[seat] for seat in self.here}
        if sides == {won}:
            return "alone", "Everyone else left."
        left = [side for side in self.totals if side not in sides and self.totals[side] > total]
        first = ""
        if left:
            gone = max(left, key=self.totals.__getitem__)
            more = f" and {len(left) - 1} more" * (len(left) > 1)
            first = f"{self.name(next(s for s in self.side if self.side[s] == gone))}{more} left. "
        if self.referee.rivals:
            tied = {self.side[s] for s in self.referee.rivals if s in self.here} - {won}
            start = f"{first}Tied at {num(self.tied_at)}"
            if not tied:
                return "playoff, deserted", f"{start}, but the others left."
            second = max(self.totals[side] for side in tied)
            return (
                "playoff",
                f"{start}; {who} won the tiebreaker, {num(total)} to {num(second)}.",
            )
        rival, second, count = self.best_but(winner)
        if second == total and self.referee.shares():
            return "shared", f"{first}Tied at {num(total)}: they share the win."
        if second == total:
            others = [side for side in sides - {won} if self.totals[side] == total]
            since = self.referee.changed_at
            never = since(won) == 0 and any(since(side) == 0 for side in others)
            reason = "had the earlier turn" if never else "got there first"
            return reason, f"{first}Tied at {num(total)}, but {who} {reason}."
        leader = self.side.get(self.leader)
        if leader in sides - {won}:
            closed = num(self.total(self.leader))
            you = not self.in_teams and me == self.leader
            reached = f"{'You' if you else self.name(self.leader)} reached {closed}"
            return "overtaken", f"{first}{reached}; {who} beat it with {num(total)}."
        exact = self.rules.ending == "exact" and not self.rules.rounds and self.leader < 0
        if exact:
            first += f"Exactly {num(total)}. "
        if me >= 0 and self.side[me] != won:
            of = "your team" if self.in_teams else "you"
            return "ahead", f"{first}{num(total - self.total(me))} ahead of {of}."
        of = rival if count == 1 else "second place"
        return "exact" if exact else "ahead", f"{first}{num(total - second)} ahead of {of}."


def bank_wins(state: GameState, points: int) -> bool:
    """Return whether banking so many points wins the game at once, and for nobody else."""
    for action in state.legal.actions:
        if isinstance(action, Bank):
            after, batch = state.apply(action, lambda count: ())
            if any(isinstance(event, Banked) and event.points == points for event in batch):
                return {after.side(seat) for seat in after.winners} == {state.side(state.current)}
    raise AssertionError(points)


def sent(number: int, batch: Any, state: GameState) -> dict[str, Any]:
    """Return the frame of a batch."""
    stored = StoredEvent(number=number, ply=state.ply, player=1, events=events.to_stored(batch))
    may = None if state.phase == "over" else frames.may(state)
    frame = frames.event(stored, (), may, facts=events.facts(state))
    found: dict[str, Any] = orjson.loads(frame)
    return {"events": [*found["events"], *found.get("facts", ())], "may": found.get("may")}


def steps_of(game: FollowedGame) -> Iterator[tuple[dict[str, Any], dict[str, Any], list[str]]]:
    """Yield for each batch its frame, what the page must say, and what is special about it."""
    before = None
    for number, (batch, state) in enumerate(game.steps(), 1):
        now = Expected(game)
        seats = [[seat for seat in viewer if seat in now.side] for viewer in VIEWERS]
        over = now.phase == "over"
        said = [
            {
                "note": now.note(mine),
                "waits": now.waits(mine),
                "needs": now.needs(mine),
                "moments": now.moments(before, batch, mine),
                "win": now.win(mine) if over else "",
                "how": now.how(mine)[1] if over else "",
                "leave": now.leave(mine),
                "score": now.score(mine),
            }
            for mine in seats
        ]
        assert now.coming == list(coming(state))
        assert now.places() == dict(enumerate(places(state)))
        special = [now.how(())[0]] if over else now.specials()
        yield sent(number, batch, state), {"said": said, "now": now, "state": state}, special
        before = now


def test_every_sentence_of_the_page_is_true() -> None:
    seen: Counter[str] = Counter()
    wanted, given = [], []
    for number in range(GAMES):
        game = FollowedGame(number)
        steps = list(steps_of(game))
        ways = {way for _, _, special in steps for way in special}
        if all(seen[way] >= ENOUGH for way in ways):
            continue  # to hear it takes five times as long as to play it
        given.append(
            {
                "rules": game.rules.to_dict(),
                "names": NAMES,
                "viewers": VIEWERS,
                "steps": [frame for frame, _, _ in steps],
            }
        )
        wanted.append((game, [expected for _, expected, _ in steps]))
        seen.update(ways)
    for (game, expected), pages in zip(wanted, node.run("sentences", given), strict=True):
        for step, page in zip(expected, pages, strict=True):
            now = step["now"]
            for said, must in zip(page["said"], step["said"], strict=True):
                bank = said.pop("bank")
                assert said == must, game.rules
                if bank and bank[1]["on"]:
                    assert bank[1]["small"] == now.bank(bank[0])
                    wins = bank_wins(step["state"], bank[0])
                    assert bank[1]["label"] == f"Bank {num(bank[0])}{' and win' * wins}"
                    seen["a bank that wins"] += wins
            assert page["goal"] == card_of(game.rules).wins
            assert page["coming"] == now.coming
            assert page["joins"] == now.joins
            assert page["padGoal"] == now.pad_goal()
            assert page["tags"] == now.tags()
            places_shown = {row["seat"]: row["place"] for row in page["places"]}
            assert places_shown == now.places()
            assert list(places_shown.values()) == sorted(places_shown.values())
            teams = {row["team"]: row["total"] for row in page["teams"]}
            assert teams == (now.totals if now.in_teams else {})
    assert not [way for way in WAYS if seen[way] < FEWEST], seen


def family(players: int = 3, **changes: Any) -> Game:
    return Game("family", players, **{"entry_min": 0, "target": 1000, **changes})


def told(game: Game, mine: Sequence[int]) -> dict[str, Any]:
    """Return what the page says after the last action of a game, to a viewer with these seats."""
    batches = (game.record.start, *(step.events for step in game.record.steps))
    steps = [
        sent(number, batch, state)
        for number, (batch, state) in enumerate(zip(batches, states(game.record), strict=True), 1)
    ]
    given = {"rules": game.rules.to_dict(), "names": NAMES, "viewers": [mine], "steps": steps}
    [pages] = node.run("sentences", [given])
    said: dict[str, Any] = pages[-1]["said"][0]
    return said


def test_after_an_overtaker_the_others_must_beat_that_total() -> None:
    game = family().banks(1000).banks(1700)
    last = "Last turn. Ines has 1,700. You need more than 1,700 to win."
    assert told(game, [2])["note"] == last
    assert told(game, [0])["note"] == "Final round. Ines has 1,700 now. One last turn each."
    assert told(game, [1])["note"] == "Final round. You have 1,700 now. One last turn each."


def test_who_left_is_out_of_the_comparison() -> None:
    game = family().banks(400).banks(550).banks(400).banks(1000).leave(0).farkles()
    assert told(game, [2])["note"] == "Last turn. Ines has 550. You need more than 150 to win."
    game.banks(300)
    assert told(game, [2])["how"] == "Mara left. 150 ahead of Ines."
    assert told(game, [1])["how"] == "Mara left. 150 ahead of you."


def test_after_a_late_arrival_the_next_one_is_next() -> None:
    game = family(4, first=2).join()
    for _ in range(5):
        game.farkles()
    assert game.state.current == 3
    waits = [told(game, [seat])["waits"] for seat in (0, 1, 4)]
    assert waits == ["You're next.", "Mara, then you.", "Your turn after 2 more."]


def test_the_tiebreaker_is_told_with_its_totals() -> None:
    game = family(2, target=100).banks(100).banks(100).banks(100).banks(200)
    assert told(game, [1])["how"] == "Tied at 100; you won the tiebreaker, 300 to 200."
    assert told(game, [0])["how"] == "Tied at 100; Ines won the tiebreaker, 300 to 200."


def test_of_two_players_at_one_device_the_winner_is_named() -> None:
    game = family(2, ending="immediate").banks(1300)
    assert told(game, [0, 1])["win"] == "Mara wins"
    assert told(game, [0, 1])["how"] == "1,300 ahead of Ines."
    assert told(game, [0])["win"] == "You win!"
