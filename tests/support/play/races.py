"""Races that people and computers play in this process."""

from farkle import Bank as BankAction
from games import clock
from games.models import Game, Person, Player, Room, Try
from games.protocol.commands import (
    AddComputer,
    Answer,
    Bank,
    Body,
    ChangeRules,
    Command,
    ComputerMove,
    Done,
    Roll,
    SetRoom,
    Sit,
    Start,
)
from games.services import executor
from games.services.races import RaceOver, due_races, enter, joint_game_of, moves_of
from games.services.tables.joint_game import JointGame
from games.state.room_state import position_of
from tests.support.engine.simple_players import thrifty
from tests.support.rooms import Place, fresh_id


class Race(Place):
    """A room in which all play at the same time; `begin` starts a race."""

    def __init__(self, seats: int = 2, rules: str = "kcd", turns: int = 3) -> None:
        super().__init__(seats, rules)
        assert isinstance(self.does(1, ChangeRules(1, {"rounds": turns})), Done)
        assert isinstance(self.does(1, SetRoom(1, together=True)), Done)

    def sits(self, person: Person, name: str) -> None:
        assert isinstance(self.ask(person, Sit(name)), Done)

    def begin(self) -> None:
        assert isinstance(self.does(1, Start(1)), Done)

    def add_computer(self, level: str = "pip") -> None:
        assert isinstance(self.does(1, AddComputer(1, level)), Done)

    def enter(self, seat: int) -> "Runner":
        return Runner(Player.objects.select_related("room__race").get(room=self.room, seat=seat))

    def tick(self) -> list[Answer]:
        """Do what is due in races, as the server does once a second."""
        due = due_races(clock.now())
        for player in due.computers:
            enter(player)
        finish = [race.finish(_played(race)) for race in due.over]
        return executor.perform_many([*due.commands, *finish])

    def play_out(self, enough: int = 300) -> Game:
        """Have all players, computers too, play to the end; return the game that was made of it."""
        for player in Player.objects.filter(room=self.room).seated():
            self.enter(player.seat).play_out(enough)
        self.tick()
        return self.game()


def _played(race: RaceOver) -> JointGame | None:
    joint = joint_game_of(race, moves_of(race.games))
    while joint is not None and not joint.is_over:
        joint.play(7)
    return joint


class Runner:
    """A player of a race, in the room of their try."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.room: Room = enter(player)

    def does(self, body: Body) -> Answer:
        return executor.perform(Command(self.room.code, self.player.person_id, fresh_id(), body))

    def game(self) -> Game:
        return Game.objects.started().get(room=self.room)

    def result(self) -> Try:
        return Try.objects.get(player=self.player, game__room=self.room)

    def move(self, enough: int = 300) -> None:
        game = self.game()
        state = position_of(game).state
        action = thrifty(state, enough)
        if self.player.level:
            body: Body = ComputerMove(game.number, state.ply, action)
        else:
            kind = Bank if isinstance(action, BankAction) else Roll
            body = kind(1, game.number, state.ply, action.keep)
        answer = self.does(body)
        assert isinstance(answer, Done), answer

    def play_out(self, enough: int = 300) -> Try:
        while self.game().status == Game.Status.PLAYING:
            self.move(enough)
        return self.result()
