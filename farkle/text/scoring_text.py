"""The scores under a rule set, in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from farkle.rules.ruleset import RuleSet
from farkle.rules.scoring import FACES, Combination, all_combinations, completions

from .message import Param, Sentence, alike, join_with_and, say


def scoring_sentences(rules: RuleSet) -> Iterator[Sentence]:
    """Yield the points of each combination, and the well-known ones that score nothing."""
    # A combination counts if it is the best split of its own dice, wild ones among them or not.
    counting = tuple(
        combo
        for combo in all_combinations(rules)
        if any(map(rules.table.is_best, completions(combo, rules.wild_face)))
    )
    by_kind: dict[str, list[Combination]] = {}
    for combo in counting:
        by_kind.setdefault(combo.kind, []).append(combo)
    for single in by_kind.get("single", ()):
        yield say("A {face} scores {points:,}.", face=single.dice[0], points=single.points)
    yield from _of_a_kind(rules, 3, by_kind.get("triple", ()))
    yield from _more_of_a_kind(rules, counting)
    for kind, sentence in _WHOLE_THROWS.items():
        if kind in by_kind:
            of_five = kind == "straight" and rules.dice == 5
            text = _STRAIGHT_OF_FIVE if of_five else sentence
            yield text.with_params(points=by_kind[kind][0].points)
    if any(combo.kind in _SIX_AS and len(set(combo.dice)) == 1 for combo in counting):
        kind = max(_SIX_AS, key=lambda kind: getattr(rules, kind))
        yield _SIX_AS[kind].with_params(points=getattr(rules, kind))
    if "jackpot" in by_kind or rules.wins_by_jackpot:
        yield _JACKPOTS[rules.jackpot].with_params(points=rules.jackpot_worth)
        if rules.wins_by_jackpot:
            yield say("Keeping a jackpot wins the game at once, whatever the scores.")
    triples = {triple.dice[0] for triple in by_kind.get("triple", ())}
    yield from _full_houses(rules, triples, by_kind.get("full_house", ()))
    if rules.wild_face:
        yield say(
            "{face}s are wild: in a combination each stands for any number. Alone a {face} scores "
            "nothing.",
            face=rules.wild_face,
        )
    yield from _blank(rules)
    yield from _missing(rules, by_kind)
    if rules.full_throw_sets:
        yield say("Combinations count in a roll of all dice only. With fewer, single dice score.")
    else:
        yield say("Combinations must come from a single roll.")
    yield say("You always get the best score for the dice you keep.")


_WHOLE_THROWS = {
    "straight": say("A straight (1 2 3 4 5 6) scores {points:,}."),
    "straight_low": say("A low straight (1 2 3 4 5) scores {points:,}."),
    "straight_high": say("A high straight (2 3 4 5 6) scores {points:,}."),
    "three_pairs": say("Three different pairs score {points:,}."),
    "four_plus_two": say("Four of a kind and a pair score {points:,}."),
    "two_triplets": say("Two triplets of different numbers score {points:,}."),
}

_STRAIGHT_OF_FIVE = say("A straight (1 2 3 4 5 or 2 3 4 5 6) scores {points:,}.")

_SIX_AS = {
    "three_pairs": say("Six of a kind counts as three pairs, for {points:,}, if that's more."),
    "two_triplets": say("Six of a kind counts as two triplets, for {points:,}, if that's more."),
}

_JACKPOTS = {
    "five_ones": say("Jackpot: five 1s score at least {points:,}."),
    "six_ones": say("Jackpot: six 1s score at least {points:,}."),
    "five": say("Jackpot: five of a kind score at least {points:,}."),
    "six": say("Jackpot: six of a kind score at least {points:,}."),
}

_SAME_FOR_ALL = (
    say("Three of a kind scores {points:,}."),
    say("Four of a kind scores {points:,}."),
    say("Five of a kind scores {points:,}."),
    say("Six of a kind scores {points:,}."),
    say("Seven of a kind scores {points:,}."),
    say("Eight of a kind scores {points:,}."),
)
_BY_NUMBER = (
    say("Three of a kind: {list}."),
    say("Four of a kind: {list}."),
    say("Five of a kind: {list}."),
    say("Six of a kind: {list}."),
    say("Seven of a kind: {list}."),
    say("Eight of a kind: {list}."),
)


def _of_a_kind(rules: RuleSet, count: int, alikes: Sequence[Combination]) -> Iterator[Sentence]:
    """Yield the points of `count` of a kind, face by face unless all are equal."""
    if not alikes:
        return
    points = {combo.dice[0]: combo.points for combo in alikes}
    possible = {face for face in FACES if not rules.table.is_toxic((face,) * count)}
    if set(points) == possible and len(set(points.values())) == 1:
        yield _SAME_FOR_ALL[count - 3].with_params(points=alikes[0].points)
    else:
        each: tuple[Param, ...] = tuple(
            say("{points:,} for {face}s", face=face, points=points[face]) for face in sorted(points)
        )
        yield _BY_NUMBER[count - 3].with_params(list=each)


def _more_of_a_kind(rules: RuleSet, counting: Sequence[Combination]) -> Iterator[Sentence]:
    alikes = [combo for combo in counting if combo.kind == "n_kind"]
    by_face: dict[int, list[int]] = {}
    for combo in alikes:
        by_face.setdefault(combo.dice[0], []).append(combo.points)
    triples = {combo.dice[0] for combo in counting if combo.kind == "triple"}
    whole = (face for face in (3, 4, 5, 6, 2, 1) if len(by_face.get(face, ())) == rules.dice - 3)
    example = next(whole, None)
    # If it follows from the three of a kind above, state the rule with one example.
    if rules.n_kind in _MORE and example and by_face.keys() <= triples:
        first, *others = by_face[example]
        listed = (
            say("{fours} = {points:,}", fours=alike(4, example), points=first),
            *(more.with_params(points=points) for more, points in zip(_EACH, others, strict=False)),
        )
        params: dict[str, Param] = {"list": listed}
        if rules.n_kind == "plus":
            params["points"] = rules.kind_plus
        elif rules.n_kind == "times":
            params["factors"] = join_with_and(factors_of(rules))
        yield _MORE[rules.n_kind].with_params(**params)
    else:
        for count in range(4, rules.dice + 1):
            alike_dice = [combo for combo in alikes if len(combo.dice) == count]
            yield from _of_a_kind(rules, count, alike_dice)


def factors_of(rules: RuleSet) -> list[Sentence]:
    """Return the triple's factors for four, five and six of a kind, or one if they are equal."""
    factors = rules.kind_times[: rules.dice - 3]
    return [say("{n}", n=n) for n in (factors if len({*factors}) > 1 else factors[:1])]


_MORE = {
    "double": say("Each extra matching die doubles it: {list}."),
    "linear": say("Each extra matching die adds the same again: {list}."),
    "plus": say("Each extra matching die adds {points:,}: {list}."),
    "times": say("Four or more of a kind score {factors} times the three of a kind: {list}."),
}

_EACH = (
    say("five = {points:,}"),
    say("six = {points:,}"),
    say("seven = {points:,}"),
    say("eight = {points:,}"),
)


def _full_houses(
    rules: RuleSet, triples: Collection[int], houses: Sequence[Combination]
) -> Iterator[Sentence]:
    if not houses:
        return
    yield say(
        "A full house (three of a kind and a pair) scores the three of a kind plus {points:,}.",
        points=rules.full_house_bonus,
    )
    # Three of a kind that do not score alone may still make a full house.
    worths = {max(combo.dice, key=combo.dice.count): combo.points for combo in houses}
    for face in sorted(set(worths).difference(triples)):
        yield say("With {threes} it scores {points:,}.", threes=alike(3, face), points=worths[face])


def _missing(rules: RuleSet, by_kind: Collection[str]) -> Iterator[Sentence]:
    straights = not {"straight", "straight_low", "straight_high"}.intersection(by_kind)
    pairs = rules.dice >= 6 and "three_pairs" not in by_kind
    if straights and pairs:
        yield say("Straights and three pairs score nothing extra.")
    elif straights:
        yield say("A straight scores nothing extra.")
    elif pairs:
        yield say("Three pairs score nothing extra.")


def _blank(rules: RuleSet) -> Iterator[Sentence]:
    if not rules.blank_first_roll:
        return
    if rules.blank_scope == "first_roll":
        yield say(
            "If nothing scores in a turn's first roll of all dice, you get {points:,}, and it "
            "counts as hot dice.",
            points=rules.blank_first_roll,
        )
    else:
        yield say(
            "If nothing scores in a roll of all dice, you get {points:,}, and it counts as "
            "hot dice.",
            points=rules.blank_first_roll,
        )
