"""Deals, and people who play them in this process."""

from datetime import timedelta

from farkle import Bank as BankAction
from games import clock
from games.models import Deal, Game, Person, Room, Try
from games.protocol.commands import Answer, Bank, Body, Command, Done, Roll
from games.services import executor
from games.services.deals import begin_try, make_deal
from games.state.room_state import position_of
from tests.support.engine.simple_players import thrifty
from tests.support.guests import new_guest
from tests.support.rooms import fresh_id

CHALLENGE = Deal.Kind.CHALLENGE


def new_deal(rules: str = "kcd", turns: int = 3, days: int = 2) -> Deal:
    until = clock.now() + timedelta(days=days)
    return make_deal(CHALLENGE, rules, until, turns=turns)


class Attempt:
    """A person in the room of their tries of a deal."""

    def __init__(self, deal: Deal, person: Person | None = None) -> None:
        self.person = person or new_guest()[0]
        self.deal = deal
        self.room: Room = begin_try(self.person, deal, fresh_id(), name="Mara")

    def does(self, body: Body) -> Answer:
        return executor.perform(Command(self.room.code, self.person.pk, fresh_id(), body))

    def game(self) -> Game:
        """Return the newest game that has started."""
        return Game.objects.started().filter(room=self.room).order_by("-number")[0]

    def result(self) -> Try:
        return Try.objects.get(game=self.game())

    def move(self, enough: int = 300) -> None:
        """Move as a player does who banks with `enough` points at risk."""
        game = self.game()
        state = position_of(game).state
        action = thrifty(state, enough)
        kind = Bank if isinstance(action, BankAction) else Roll
        answer = self.does(kind(1, game.number, state.ply, action.keep))
        assert isinstance(answer, Done), answer

    def play_out(self, enough: int = 300) -> Try:
        while self.game().status == Game.Status.PLAYING:
            self.move(enough)
        return self.result()

    def throws(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """Return the dice that the person has seen in the newest game, by turn and throw."""
        from farkle.engine.fairness import throws_of
        from games.state.records import record_of

        return {(at.turn, at.number): at.dice for at in throws_of(record_of(self.game()))}
