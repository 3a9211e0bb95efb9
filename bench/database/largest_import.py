"""Import the largest game that may be imported, and print the address of its page.

    DATABASE_URL=… python bench/database/largest_import.py

bench/visitors.py runs this in another process, because it does not set up Django itself.
"""

import json
import os
import random
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "farkle_site.settings")

import django

django.setup()

# These need Django to be set up, which the line above did.
from farkle import PRESETS, Bank, GameState, Record, Roll  # noqa: E402
from farkle.engine.record import Step, dice_of  # noqa: E402
from games.replay.record_check import MOST_STATES, MOST_STEPS  # noqa: E402
from games.services import imports  # noqa: E402
from tests.support.guests import new_guest  # noqa: E402


def main() -> None:
    rng = random.Random(1)
    made = record(MOST_STATES // MOST_STEPS, MOST_STEPS, rng)
    text = json.dumps(made.to_dict())
    key = imports.import_game(new_guest()[0], text)
    print(f"/imported/{key}/")
    print(f"{len(made.steps):,} steps, {made.players} seats, {len(text):,} B", file=sys.stderr)


def record(seats: int, steps: int, rng: random.Random) -> Record:
    """Return a game that goes on for so many steps."""

    def dice(count: int) -> list[int]:
        return [rng.randint(1, 6) for _ in range(count)]

    rules = replace(PRESETS["kcd"], target=50_000)
    state, batch = GameState.start(rules, seats, dice)
    start, made = batch, []
    while len(made) < steps and state.phase != "over":
        actions = state.legal.actions
        banks = [one for one in actions if isinstance(one, Bank)]
        action = (banks or [one for one in actions if isinstance(one, Roll)])[-1]
        state, batch = state.apply(action, dice)
        made.append(Step(action, dice_of(batch), batch))
    return Record(rules, seats, start, None, tuple(made))


if __name__ == "__main__":
    main()
