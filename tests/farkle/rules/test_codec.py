"""Rules codes: round trips, and why a text is refused."""

import doctest
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farkle import FIELDS, PRESETS, RulesError, RuleSet
from farkle.rules import codec
from farkle.rules.codec import LONGEST, changes, nearest, read, write
from tests.support.engine.strategies import CI, rule_sets

FAMILY = PRESETS["family"]


def test_the_examples_of_the_module():
    assert doctest.testmod(codec) == doctest.TestResults(failed=0, attempted=5)


@given(rule_sets(), st.none() | st.sampled_from(tuple(PRESETS)))
@settings(CI, max_examples=150)
@pytest.mark.no_cover
def test_there_and_back(rules, preset):
    text = write(rules, preset)
    assert read(text) == (preset or nearest(rules), rules)
    assert all(letter.isalnum() or letter in "._-" for letter in text)
    assert text.isascii()


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_is_its_key(key):
    assert write(PRESETS[key]) == f"1.{key}"
    assert read(f"1.{key}") == (key, PRESETS[key])


def test_the_longest_text_fits():
    values = {
        name: True
        if info.unit == "yes/no"
        else max((one for one in info.choices if one != getattr(FAMILY, name)), key=len)
        if info.choices
        else (info.most,) * info.length
        if info.length
        else info.most
        for name, info in FIELDS.items()
    }
    rules = RuleSet(**values)
    assert changes(rules, "family") == tuple(FIELDS)
    assert len(write(rules, "family")) < LONGEST
    assert read(write(rules, "family")).rules == rules


def test_the_nearest_preset_has_the_fewest_differences():
    assert nearest(replace(FAMILY, target=7500)) == "family"
    assert nearest(replace(FAMILY, bank_min=350)) == "absolute"
    assert nearest(replace(PRESETS["kcd"], target=2000, building=True)) == "kcd"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A rules code starts with 1., not with ''."),
        ("2.family", "A rules code starts with 1., not with '2'."),
        ("family", "A rules code starts with 1., not with 'family'."),
        ("1", "There's no rule set ''. Choose one of"),
        ("1.grandma", "There's no rule set 'grandma'. Choose one of standard, absolute, classic"),
        ("1.family.", "Unknown field in the rules code: ''."),
        ("1.family.bonus-5", "Unknown field in the rules code: 'bonus'."),
        ("1.family.target", "target needs one value, not 0."),
        ("1.family.target-5-5", "target needs one value, not 2."),
        ("1.family.fixed_kinds-5", "fixed_kinds needs 3 values, not 1."),
        ("1.family.target-", "target must be a number up to 10,000,000, not ''."),
        ("1.family.target--5", "target needs one value, not 2."),
        ("1.family.target-05", "target must be a number up to 10,000,000, not '05'."),
        ("1.family.target-1e5", "target must be a number up to 10,000,000, not '1e5'."),
        ("1.family.target-\u0665", "target must be a number up to 10,000,000, not '\u0665'."),
        ("1.family.target-10000001", "target must be a number up to 10,000,000, not"),
        ("1.family.target-" + "9" * 1000, "target must be a number up to 10,000,000, not '999"),
        ("1.family.building-true", "building must be yes or no, not 'true'."),
        ("1.family.keep-most", "keep must be one of any, all, not 'most'."),
        ("1.family.target-5.target-6", "A rules code can set each field only once."),
        ("1.family." + "x" * LONGEST, "A rules code has at most 1,500 characters."),
    ],
)
def test_a_bad_code_is_refused_with_a_reason(text, sentence):
    with pytest.raises(RulesError) as caught:
        read(text)
    assert str(caught.value).startswith(sentence)
    assert len(str(caught.value)) < 250


@given(st.text(alphabet="1.family_-targetkcd0 9\n\x00é", max_size=60))
@settings(CI, max_examples=200)
def test_any_text_is_read_or_refused(text):
    try:
        preset, rules = read(text)
    except RulesError:
        return
    assert read(write(rules, preset)).rules == rules
