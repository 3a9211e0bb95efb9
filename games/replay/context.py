"""The data of a past game's page, each item computed once, and words for games and turns."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle import places
from farkle.ai.review.analysis import Analysis
from farkle.ai.review.luck import Luck
from farkle.ai.review.review import PlayedTurn, PlayerSummary
from farkle.ai.review.winning import Winning
from games.formats import listed, points, together
from games.replay.game import PastGame, fold
from games.replay.steps import FoldedGame
from games.rules.messages import side_names

_LINKED: Final = ("preview", "dice", "luck", "json", "csv", "text")


@dataclass(frozen=True)
class ReplayContext:
    """A replayed game for one reader. `winning` is None while the chances are unknown, and in games
    with very many sides. `solvable`: exact chances are being computed. `luck`: the account by
    points of a game that one player played alone, once it is known."""

    game: PastGame
    folded: FoldedGame
    winning: Winning | None = None
    solvable: bool = False
    luck: Luck | None = None

    @classmethod
    def of(cls, game: PastGame, analysis: Analysis | None) -> "ReplayContext":
        if analysis is None:
            return cls(game, fold(game))
        return cls(game, fold(game), analysis.winning, analysis.solvable, analysis.luck)

    @property
    def names(self) -> tuple[str, ...]:
        return self.game.names

    @cached_property
    def pens(self) -> tuple[int, ...]:
        return tuple(colour % 6 + 1 for colour in self.game.colours)

    @property
    def last(self) -> int:
        return len(self.folded) - 1

    @cached_property
    def side(self) -> int | None:
        """The reader's side; None if the reader did not play, or played for several sides."""
        if self.winning is None:
            return None
        sides = {self.winning.sides[seat] for seat in self.game.own_seats}
        return sides.pop() if len(sides) == 1 else None

    @cached_property
    def places(self) -> tuple[int, ...]:
        return tuple(places(self.folded.last))

    @cached_property
    def players(self) -> list[PlayerSummary]:
        """The players by place; in a team, those who left come last."""
        return sorted(
            self.folded.summary.players,
            key=lambda player: (self.places[player.seat], player.left, -player.score),
        )

    @cached_property
    def rounds(self) -> int:
        """The number of rounds. In a final round, who began may have one turn more."""
        return max((turn.round for turn in self.folded.summary.turns), default=0)

    def where(self, turn: PlayedTurn) -> str:
        """Return, for example, "Ines, round 9" or, to a reader with one seat, "You, round 9"."""
        name = _("You") if self.game.own_seats == (turn.seat,) else self.names[turn.seat]
        values = {"name": name, "round": turn.round}
        if turn.playoff:
            return _("%(name)s, tiebreaker") % values
        if self.game.counts_turns:
            return _("%(name)s, turn %(round)s") % values
        return _("%(name)s, round %(round)s") % values

    def link_to(self, action: int) -> dict[str, Any]:
        """Return the step in which an action begins, and its URL."""
        step = self.folded.step_of(action)
        return {"scene": step, "url": self.link_to_step(step)}

    def link_to_step(self, number: int) -> str:
        return _address(self.game, "_step", number)


def links_of(game: PastGame) -> dict[str, str]:
    """Return the URLs of a game's page (`page`), and of its other pages and files."""
    links = {name: _address(game, f"_{name}") for name in _LINKED}
    return {"page": _address(game, ""), **links}


def _address(game: PastGame, name: str, *more: int) -> str:
    if game.imported:
        return reverse(f"imported{name}", args=[game.key, *more])
    return reverse(f"game{name}", args=[game.code, game.number, *more])


def turn_words(turn: PlayedTurn) -> str:
    """Describe the course of a turn, without naming its player."""
    values = {
        "points": points(turn.points),
        "lost": points(turn.lost),
        "penalty": points(turn.penalty),
    }
    match turn.outcome:
        case "banked":
            words = _("banked %(points)s, piggybacked") if turn.built else _("banked %(points)s")
        case "farkled" if turn.penalty:
            words = _("farkle, −%(penalty)s")
        case "farkled":
            words = _("farkle, lost %(lost)s") if turn.lost else _("farkle")
        case "ran_out":
            words = _("counted nothing")
        case "skipped":
            words = _("skipped")
        case "left":
            words = _("left the game")
        case _:
            words = _("unfinished")
    return words % values


def room_name(game: PastGame) -> str:
    """Return the name of the room, or of the game if it has none."""
    return game.room_name or _("Farkle")


def subtitle(game: PastGame) -> str:
    """Return the number of the game in its room, and the time of its end."""
    words = [_("Game %(number)s") % {"number": game.number}]
    if game.finished is not None:
        words.append(date_format(localtime(game.finished), "DATETIME_FORMAT"))
    if game.imported:  # only its play was checked, not the room, names and times in the file
        words.insert(0, _("From a file"))
    return listed(words)


def has_other_names(game: PastGame) -> bool:
    """Return True if the names in a file are not those that the game began with."""
    return game.imported and game.proof is not None and not game.proof.names_fit(game.record)


def proof_words(game: PastGame) -> str:
    """Describe the checked and the unchecked facts about an imported game."""
    if not game.imported:
        return ""
    if game.proof is None:
        words = _("The moves follow the rules. Dice, rules and names are what the file says.")
    elif game.proof.names_fit(game.record):
        words = _("Moves, dice, rules and names hold, and the fingerprint covers them.")
    else:
        words = _("Moves, dice and rules hold. The names aren't those the game began with.")
    return words if game.status == "over" else together([words, _("Unfinished.")])


def outcome_words(game: PastGame) -> str:
    """Return, for example, "Ines won"."""
    if not game.winners:
        return _("Abandoned")
    name = side_names(game.winners, game.teams, game.names)
    return (_("%(name)s played alone") if game.is_alone else _("%(name)s won")) % {"name": name}


def length_words(game: PastGame, rounds: int) -> str:
    """Return, for example, "12 rounds, 8 minutes"."""
    if game.counts_turns:
        template = ngettext("%(count)s turn", "%(count)s turns", rounds)
    else:
        template = ngettext("%(count)s round", "%(count)s rounds", rounds)
    length = template % {"count": rounds}
    if not (game.started and game.finished):
        return length
    minutes = round((game.finished - game.started).total_seconds() / 60)
    if not minutes:
        return length
    template = ngettext("%(count)s minute", "%(count)s minutes", minutes)
    return f"{length}, {template % {'count': minutes}}"
