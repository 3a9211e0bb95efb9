"""All that the page of a past game shows, made from its record, story and scenes."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from farkle.ai.luck import Luck
from farkle.ai.review import PlayedTurn
from games.replay.board import seat_name, stage_of
from games.replay.chart import chart_of
from games.replay.game import PastGame, Replay
from games.replay.links import Links
from games.replay.luck import luck_of_page, verdict_of
from games.replay.results import in_order, results_of
from games.replay.steps import ReplaySteps
from games.replay.text import length_words, outcome_words, room_name, subtitle, turn_words, where
from games.rules.card import card_of
from games.templatetags.marks import points

_MOST_TURNS = 14


class PastPage:
    """One past game, and what its page is made of."""

    def __init__(self, game: PastGame, replay: Replay, luck: Luck | None) -> None:
        self.game = game
        self.steps = replay.steps
        self.story = story = replay.story
        self.luck = luck
        self.scenes = ReplaySteps(game.record)
        self.links = Links(game)
        self.names = [seat_name(game.names, seat) for seat in range(len(story.players))]
        self.pens = [colour % 6 + 1 for colour in game.colours]
        self.last = len(self.scenes) - 1
        self.rounds = max((turn.round for turn in story.turns), default=0)

    def title(self) -> str:
        """What the page is called."""
        return _("%(room)s, game %(number)s: %(outcome)s") % {
            "room": room_name(self.game),
            "number": self.game.number,
            "outcome": outcome_words(self.game, self.names),
        }

    def step_title(self, number: int) -> str:
        """What the page is called at one scene."""
        values = {"step": number, "title": self.title()}
        return _("Step %(step)s. %(title)s") % values

    def parts(self, number: int) -> dict[str, Any]:
        """What changes from scene to scene."""
        scene = self.scenes[number]
        stage = stage_of(scene, self.names, self.pens, self.game.mine)
        return {
            "game": self.game,
            "scene": scene,
            "stage": stage,
            "title": self.step_title(number),
            "given_up": number == self.last and self.game.status == "abandoned",
            "verdict": verdict_of(self, scene),
            "more": _more(stage.more),
            **self._jumps(number),
        }

    def whole(self, number: int, *, step: bool) -> dict[str, Any]:
        """Everything on the page at scene `number`; `step`: that one was asked for."""
        game, last = self.game, self.last
        turns = [(turn.round, turn.totals) for turn in self.story.turns]
        chart = chart_of(turns, self.names, self.pens)
        moves = {"first": 0, "back": max(0, number - 1), "next": min(last, number + 1)}
        return {
            **self.parts(number),
            "title": self.step_title(number) if step else self.title(),
            "room_name": room_name(game),
            "subtitle": subtitle(game),
            "description": self._description(),
            "last": last,
            "address": self.links.scene(0).removesuffix("0/"),
            "here": self.links.scene(number) if step else self.links.page,
            "links": self.links,
            "links_to": {
                **{name: self.links.scene(to) for name, to in moves.items()},
                "last": self.links.scene(last),
            },
            "chart": chart,
            "columns": [(self.names[s], self.pens[s]) for s in chart.seats] if chart else [],
            "outcome": outcome_words(game, self.names),
            "length": length_words(game, self.rounds),
            **results_of(self),
            **self._story(),
            "luck": luck_of_page(self),
            "card": card_of(game.rules, teams=game.teams is not None),
        }

    def _description(self) -> str:
        shown = ", ".join(self.names[:6])
        return _("%(names)s, by %(rules)s. Every throw and every decision, step by step.") % {
            "names": shown,
            "rules": self.game.rules_name,
        }

    def _jumps(self, number: int) -> dict[str, Any]:
        """The rounds, and the turns of the round that scene `number` belongs to."""
        step = self.scenes[number].step
        turns = self.story.turns
        if not turns:
            return {"rounds": []}
        now = next((turn for turn in turns if turn.last >= step), turns[-1])
        rounds: dict[tuple[bool, int], list[PlayedTurn]] = {}
        for turn in turns:
            rounds.setdefault((turn.playoff, turn.round), []).append(turn)
        here = rounds[now.playoff, now.round]
        at = here.index(now)
        start = max(0, min(at - _MOST_TURNS // 2, len(here) - _MOST_TURNS))
        shown = here[start : start + _MOST_TURNS]
        end = start + len(shown)
        return {
            "rounds": [
                {"number": one, "playoff": off, **self.jump(some[0].first), "now": some is here}
                for (off, one), some in rounds.items()
            ],
            "turns": [
                {
                    "name": self.names[turn.seat],
                    "pen": self.pens[turn.seat],
                    "words": turn_words(turn),
                    "now": turn is now and step <= turn.last,
                    **self.jump(turn.first),
                }
                for turn in shown
            ],
            # Of many turns those near by; from the others it is a jump to the ones before or after.
            "earlier": self.jump(here[max(0, at - _MOST_TURNS)].first) if start else None,
            "later": self.jump(here[min(len(here) - 1, at + _MOST_TURNS)].first)
            if end < len(here)
            else None,
            "of_turns": {"first": start + 1, "last": end, "all": len(here)},
        }

    def jump(self, step: int) -> dict[str, Any]:
        """The scene in which an action begins, and its address."""
        scene = self.scenes.of_step(step)
        return {"scene": scene, "url": self.links.scene(scene)}

    def _story(self) -> dict[str, Any]:
        story = self.story
        told = (
            (_("The biggest turn"), story.biggest),
            (_("The worst farkle"), story.worst),
            (_("The hottest dice"), story.hottest),
            (_("The turn that decided it"), story.decisive),
        )
        moments = [
            {"title": title, "words": self._moment(turn, hot=turn is story.hottest and at == 2)}
            | self.jump(turn.first)
            for at, (title, turn) in enumerate(told)
            if turn is not None
        ]
        entry_min = self.game.rules.entry_min
        figures = [
            {
                "name": self.names[one.seat],
                "pen": self.pens[one.seat],
                "turns": one.turns,
                "points_per_turn": one.points_per_turn,
                "throws_per_turn": one.throws_per_turn,
                "farkles": one.farkles,
                "entry": _("round %(round)s") % {"round": one.entry.round}
                if one.entry
                else _("never"),
            }
            for one in in_order(self)
        ]
        return {"moments": moments, "figures": figures, "entries": bool(entry_min)}

    def _moment(self, turn: PlayedTurn, *, hot: bool) -> str:
        said = _("%(where)s: %(what)s") % {
            "where": where(self.names, turn),
            "what": turn_words(turn),
        }
        if not hot:
            return f"{said}."
        times = ngettext("all six scored once", "all six scored %(count)s times", turn.hot)
        return f"{said}, {times % {'count': turn.hot}}."


def _more(count: int) -> str:
    if count <= 0:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", count) % {"count": points(count)}
