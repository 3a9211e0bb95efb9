"""Records of whole games, played by the engine with seeded dice."""

from random import Random

from farkle import Bank, Build, Dice, GameState, Leave, Record, Roll, RuleSet, Skip

NAMES = ("Mara", "Ines", "Teo")


def played(rules: RuleSet, seed: int, *, odd: bool = False) -> Record:
    """A game of three; `odd`: one is skipped, one leaves."""
    chance = Random(seed)

    def dice(count: int) -> Dice:
        return tuple(chance.randint(1, 6) for _ in range(count))

    state, batch = GameState.start(rules, 3, dice)
    record = Record(rules, 3, batch, names=NAMES)
    while state.phase != "over":
        actions = state.legal.actions
        banks = [one for one in actions if isinstance(one, Bank)]
        builds = [one for one in actions if isinstance(one, Build)]
        action: Roll | Bank | Build | Skip | Leave = (builds or banks or actions)[-1]
        if odd and state.ply == 5:
            action = Skip()
        if odd and state.ply == 20:
            action = Leave((state.current + 1) % 3)
        state, batch = state.apply(action, dice)
        record = record.and_then(action, batch)
    return record
