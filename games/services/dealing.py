"""Make deals: store a rule set with its number of turns, and commit to a seed."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from django.db import transaction
from django.utils.crypto import get_random_string

from farkle import RulesError
from farkle.engine.deal import DEFAULT_TURNS, rules_of_deal
from farkle.engine.fairness import commitment_of
from games import clock
from games.models import Deal, Person
from games.people.names import CODE_ALPHABET, CODE_LENGTH
from games.protocol.errors import Refused
from games.rules.catalogue import preset_of, resolve_rules
from games.rules.messages import error_in, error_text
from games.state.running import new_seed
from games.state.sealing import seal

KEY_LENGTH: Final = CODE_LENGTH


def make_deal(
    kind: Deal.Kind,
    rules: str | Mapping[str, Any],
    until: datetime,
    *,
    turns: int = DEFAULT_TURNS,
    maker: Person | None = None,
    day: date | None = None,
    key: str = "",
    seed: bytes = b"",
    turn_seconds: int = 0,
) -> Deal:
    """Store and return a new deal, which commits to its seed, a new one unless it is given. Raise
    Refused, or IntegrityError if there is a deal of this day, or with this key."""
    try:
        dealt = rules_of_deal(resolve_rules(rules).rules, turns)
    except RulesError as error:
        raise Refused("bad_rules", problem=error_text(error)) from error
    if problem := error_in(dealt):
        raise Refused("bad_rules", problem=problem)
    seed = seed or new_seed()
    commitment = commitment_of(seed)
    with transaction.atomic():
        return Deal.objects.create(
            key=key or get_random_string(KEY_LENGTH, CODE_ALPHABET),
            kind=kind,
            rules=dealt.to_dict(),
            preset=rules if isinstance(rules, str) else preset_of(resolve_rules(rules).rules),
            commitment=commitment,
            seed=seal(seed, commitment),
            maker=maker,
            day=day,
            created=clock.now(),
            until=until,
            turn_seconds=turn_seconds,
        )
