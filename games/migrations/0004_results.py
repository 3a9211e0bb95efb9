"""Keep with each standing what lists and statistics show, and recompute those of ended games.

What a farkle was is written out below: a migration must not change with the code of the game.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

Dice = tuple[int, ...]

NUMBERS_OF_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

DEFAULTS: Mapping[str, Any] = {
    "single_1": 100,
    "single_5": 50,
    "triple_1": 1000,
    "triple_2": 200,
    "triple_3": 300,
    "triple_4": 400,
    "triple_5": 500,
    "triple_6": 600,
    "n_kind": "double",
    "fixed_kinds": (1000, 2000, 3000),
    "straight": 1500,
    "straight_low": 0,
    "straight_high": 0,
    "three_pairs": 500,
    "four_plus_two": 0,
    "two_triplets": 0,
    "full_house_bonus": 0,
    "blank_first_roll": 0,
    "blank_scope": "first_roll",
    "toxic_twos": False,
    "second_chance": False,
}
"""What a stored rule set means where it leaves a field out."""


def fill(apps: Any, _schema_editor: Any) -> None:
    """Recompute the standings of ended games from their turns and their last states."""
    game_model = apps.get_model("games", "Game")
    player_model = apps.get_model("games", "Player")
    standing_model = apps.get_model("games", "Standing")
    for game in game_model.objects.filter(status__in=("over", "abandoned")).iterator():
        players = {one.seat: one for one in player_model.objects.filter(room=game.room_id)}
        standing_model.objects.filter(game=game).delete()
        rows = []
        turns = game.turns.order_by("number")
        for values in standings_of(game.rules, game.snapshot["state"], turns):
            player = players[game.players[values["seat"]]]
            rows.append(
                standing_model(
                    game=game,
                    player=player,
                    person_id=player.person_id,
                    finished=game.finished,
                    preset=game.preset,
                    players=len(game.players),
                    **values,
                )
            )
        standing_model.objects.bulk_create(rows)


def standings_of(
    rules: Mapping[str, Any], state: Mapping[str, Any], turns: Iterable[Any]
) -> Iterator[dict[str, Any]]:
    """Yield the fields of each seat's standing; `turns` come in the order of play."""
    played: list[list[Any]] = [[] for _ in state["scores"]]
    for turn in turns:
        played[turn.seat].append(turn)
    winners, left = state["winners"], state["left"]
    placed = [
        (seat in winners, not left[seat], score) for seat, score in enumerate(state["scores"])
    ]
    order = sorted(placed, reverse=True)
    for seat, score in enumerate(state["scores"]):
        result = "won" if seat in winners else "lost"
        yield {
            "seat": seat,
            "score": score,
            "rank": order.index(placed[seat]) + 1,
            "result": result if state["phase"] == "over" else "abandoned",
            **counts_of(rules, played[seat]),
        }


def counts_of(rules: Mapping[str, Any], turns: Iterable[Any]) -> dict[str, Any]:
    """Add up one seat's turns."""
    first, later = chances_of(json.dumps(rules, sort_keys=True))
    counts: dict[str, Any] = dict.fromkeys(
        ("turns", "farkles", "best_turn", "points", "throws", *NUMBERS_OF_FACES), 0
    )
    deserved = 0.0
    for turn in turns:
        rolls = turn.rolls
        counts["turns"] += 1
        counts["farkles"] += turn.outcome == "farkled"
        counts["best_turn"] = max(counts["best_turn"], turn.points)
        counts["points"] += turn.points
        farkled_first = len(rolls) > 1 and not rolls[0]["keep"] and not rolls[0]["points"]
        for number, roll in enumerate(rolls):
            for face in roll["dice"]:
                counts[NUMBERS_OF_FACES[face - 1]] += 1
            if number == 1 and farkled_first and rules.get("second_chance"):
                continue  # The second chance: the chance of the first throw includes it.
            counts["throws"] += 1
            deserved += (later if number else first)[len(roll["dice"]) - 1]
    return {**counts, "deserved": round(deserved, 9)}


@lru_cache(maxsize=500)
def chances_of(text: str) -> tuple[list[float], list[float]]:
    """Return the chances to farkle with one to six dice, of a turn's first throw and of later ones.

    `text` is the rule set in JSON.
    """
    rules = {**DEFAULTS, **json.loads(text)}
    scoring = list(combinations_that_score(rules))
    first, later = [], []
    for size in range(1, 7):
        nothing = blank = 0
        for throw in combinations_with_replacement(range(1, 7), size):
            toxic = rules["toxic_twos"] and throw.count(2) >= 4
            if toxic or not any(is_part(dice, throw) for dice in scoring):
                ways = factorial(size) // prod(factorial(throw.count(face)) for face in set(throw))
                nothing += ways
                blank += ways if size == 6 and rules["blank_first_roll"] and not toxic else 0
        throws = 6**size
        ends = nothing - blank
        first.append(nothing * ends / throws**2 if rules["second_chance"] else ends / throws)
        later.append((ends if rules["blank_scope"] == "any_six" else nothing) / throws)
    return first, later


def is_part(dice: Dice, throw: Dice) -> bool:
    """Return whether the throw holds all of these dice."""
    return all(throw.count(face) >= dice.count(face) for face in set(dice))


def combinations_that_score(rules: Mapping[str, Any]) -> Iterator[Dice]:
    """Yield the sets of dice that score together as one combination."""
    worth: dict[Dice, int] = {(1,): rules["single_1"], (5,): rules["single_5"]}
    for face in range(1, 7):
        triple = worth[(face,) * 3] = rules[f"triple_{face}"]
        for more, fixed in enumerate(rules["fixed_kinds"], 1):
            kinds = {"double": triple, "linear": triple, "fixed": fixed, "none": 0}
            worth[(face,) * (3 + more)] = kinds[rules["n_kind"]]
    worth[1, 2, 3, 4, 5, 6] = rules["straight"]
    worth[1, 2, 3, 4, 5] = rules["straight_low"]
    worth[2, 3, 4, 5, 6] = rules["straight_high"]
    for pairs in combinations(range(1, 7), 3):
        worth[pairs * 2] = rules["three_pairs"]
    for low, high in combinations(range(1, 7), 2):
        worth[(low,) * 3 + (high,) * 3] = rules["two_triplets"]
        for many, few in ((low, high), (high, low)):
            worth[(many,) * 4 + (few,) * 2] = rules["four_plus_two"]
            if rules["full_house_bonus"] > 0:
                triple = rules[f"triple_{many}"]
                worth[(many,) * 3 + (few,) * 2] = triple + rules["full_house_bonus"]
    yield from (dice for dice, points in worth.items() if points > 0)


def counter(name: str) -> migrations.AddField:
    """Return the step that adds a column for a number, 0 in existing rows."""
    return migrations.AddField(
        "standing", name, models.PositiveIntegerField(default=0), preserve_default=False
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_waits"),
    ]

    operations = [
        migrations.AddField(
            "standing",
            "person",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="standings",
                to="games.person",
            ),
        ),
        migrations.AddField(
            "standing",
            "finished",
            models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField("standing", "preset", models.CharField(blank=True, max_length=20)),
        counter("players"),
        migrations.AddField(
            "standing",
            "result",
            models.CharField(
                choices=[("won", "Won"), ("lost", "Lost"), ("abandoned", "Abandoned")],
                default="lost",
                max_length=9,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "standing",
            "points",
            models.PositiveBigIntegerField(default=0),
            preserve_default=False,
        ),
        counter("throws"),
        migrations.AddField(
            "standing", "deserved", models.FloatField(default=0), preserve_default=False
        ),
        *map(counter, NUMBERS_OF_FACES),
        migrations.AddIndex(
            "standing",
            models.Index(fields=["person", "finished", "game"], name="standing_person"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
