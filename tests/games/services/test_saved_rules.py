"""Rule sets that a person keeps under names."""

from dataclasses import replace

import pytest

from farkle import PRESETS
from games.models import Person, SavedRules
from games.protocol.errors import Refused
from games.services import saved_rules
from tests.support.guests import new_guest
from tests.support.rooms import Place

pytestmark = pytest.mark.django_db

CLASSIC, FAMILY = PRESETS["classic"], PRESETS["family"]


@pytest.fixture
def person() -> Person:
    return new_guest()[0]


def test_rules_are_saved_under_a_name(person: Person) -> None:
    one = saved_rules.save(person, "  Ours ", CLASSIC, "classic")
    assert (one.name, one.rules, one.base) == ("Ours", CLASSIC.to_dict(), "classic")


def test_the_same_rules_can_be_saved_again(person: Person) -> None:
    first = saved_rules.save(person, "Ours", CLASSIC, "classic")
    assert saved_rules.save(person, "Ours", CLASSIC, "classic") == first
    assert SavedRules.objects.count() == 1


def test_other_rules_of_that_name_are_replaced_only_on_purpose(person: Person) -> None:
    saved_rules.save(person, "Ours", CLASSIC, "classic")
    with pytest.raises(Refused) as refused:
        saved_rules.save(person, "Ours", FAMILY, "family")
    assert refused.value.code == "name_taken"
    saved_rules.save(person, "Ours", FAMILY, "family", replace=True)
    assert SavedRules.objects.get().base == "family"


def test_a_set_that_the_site_offers_keeps_its_own_name_in_a_room() -> None:
    place = Place(rules="family")
    host, room = place.people[0], place.fresh()
    own = replace(FAMILY, entry_min=350)
    for name, rules in (("Plain", FAMILY), ("Ours", own)):
        saved_rules.save(host, name, rules, "family")
    assert (saved_rules.name_in(room, FAMILY), saved_rules.name_in(room, own)) == ("", "Ours")


def test_two_persons_can_use_the_same_name(person: Person) -> None:
    saved_rules.save(person, "Ours", CLASSIC, "classic")
    saved_rules.save(new_guest()[0], "Ours", FAMILY, "family")
    assert SavedRules.objects.count() == 2


def test_a_person_keeps_only_so_many(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_rules, "MOST_SAVED", 1)
    saved_rules.save(person, "Ours", CLASSIC, "classic")
    with pytest.raises(Refused) as refused:
        saved_rules.save(person, "Others", CLASSIC, "classic")
    assert refused.value.code == "too_many_saved"


def test_saved_rules_get_another_name(person: Person) -> None:
    one = saved_rules.save(person, "Ours", CLASSIC, "classic")
    saved_rules.save(person, "Others", FAMILY, "family")
    saved_rules.rename(one, "Mine")
    assert SavedRules.objects.filter(name="Mine").exists()
    for name, code in (("Others", "name_taken"), ("", "bad_name")):
        with pytest.raises(Refused) as refused:
            saved_rules.rename(one, name)
        assert refused.value.code == code


def test_discarded_rules_are_gone(person: Person) -> None:
    saved_rules.discard(saved_rules.save(person, "Ours", CLASSIC, "classic"))
    assert not SavedRules.objects.exists()
