"""The presets, field by field, against a second copy of the specification's table."""

from dataclasses import replace

import pytest

from farkle import ALTERNATIVES, DEFAULT_PRESET, FIELDS, PRESETS, RuleSet

KEYS = ("standard", "absolute", "classic", "specials", "entry", "family", "4iam", "patch", "kcd")
COUNTRIES = (
    "zehntausend",
    "macke",
    "dixmille",
    "cinquemila",
    "diezmil",
    "tiotusen",
    "5000en",
    "kostky",
    "tysiac",
    "zonk",
)

# One line per field, in the order of KEYS; "." repeats the value to its left, "-" is a field that
# the document has no use for (it must be what the table writes as its neutral value).
TABLE = """
single_1            100         100         .          .           .       .           .           .       .
single_5            50          50          .          .           .       .           .           .       .
triple_1            1000        1000        1000       1000        1000    1000        1000        300     1000
triple_2            200         200         .          .           .       .           .           .       .
triple_3            300         300         .          .           .       .           .           .       .
triple_4            400         400         .          .           .       .           .           .       .
triple_5            500         500         .          .           .       .           .           .       .
triple_6            600         600         .          .           .       .           .           .       .
n_kind              double      double      double     double      none    double      double      fixed   double
straight            1500        1500        0          2500        0       1500        1000        1500    1500
straight_low        0           0           0          0           0       0           0           0       500
straight_high       0           0           0          0           0       0           0           0       750
three_pairs         1000        500         0          0           0       500         300         1500    0
four_plus_two       0           0           0          0           0       0           0           1500    0
two_triplets        0           0           0          0           0       0           0           2500    0
full_house_bonus    0           0           0          250         0       0           0           0       0
blank_first_roll    0           0           0          500         0       0           0           0       0
blank_scope         -           -           first_roll first_roll  -       -           -           -       -
entry_min           0           1000        0          0           1000    1000        500         500     0
entry_ends_turn     no          no          no         no          yes     no          no          no      no
entry_rolls         0           0           0          0           0       0           0           0       0
bank_min            0           350         0          0           0       0           0           0       0
hot_dice            optional    optional    optional   optional    mandatory optional  optional    optional optional
keep                any         any         any        any         any     any         any         any     any
building            no          no          no         no          no      no          no          no      no
farkle_penalty      0           1000        0          0           0       1000        0           0       0
penalty_floor       -           none        -          -           -       none        -           -       -
target              10000       10000       10000      10000       10000   10000       10000       10000   4000
ending              final_round final_round immediate  immediate   exact   final_round final_round final_round immediate
tie_break           playoff     playoff     -          -           leader  playoff     playoff     playoff -
playoff_order       seat        seat        -          -           -       seat        leader_first leader_first -
first_player        roll_off    roll_off    roll_off   roll_off    roll_off roll_off   roll_off    roll_off roll_off
"""  # noqa: E501 - a table is read across

HOUSE_RULES = [name for name, info in FIELDS.items() if info.group == "house"]

# The value of a field that the document has no use for: one without effect.
NEUTRAL = {
    "blank_scope": "first_roll",
    "penalty_floor": "none",
    "tie_break": "playoff",
    "playoff_order": "seat",
}


def read(text):
    return {"yes": True, "no": False}.get(text, int(text) if text.isdecimal() else text)


def table():
    for line in TABLE.split("\n")[1:-1]:
        name, *cells = line.split()
        for at, cell in enumerate(cells):
            if cell == ".":
                cells[at] = cells[at - 1]
        assert len(cells) == len(KEYS), name
        for key, cell in zip(KEYS, cells, strict=True):
            yield name, key, NEUTRAL[name] if cell == "-" else read(cell)


@pytest.mark.parametrize(("name", "key", "value"), list(table()))
def test_a_field_of_a_preset(name, key, value):
    found = getattr(PRESETS[key], name)
    assert found == value
    assert type(found) is type(value)


def test_the_table_has_every_field_of_the_documents():
    named = [line.split()[0] for line in TABLE.split("\n")[1:-1]]
    # fixed_kinds, with its three numbers, has a test of its own.
    newer = {name for name, info in FIELDS.items() if info.newer}
    assert {*named, "fixed_kinds", *HOUSE_RULES, *newer} == set(FIELDS)


def test_fixed_kinds_of_the_patch():
    assert PRESETS["patch"].fixed_kinds == (1000, 2000, 3000)


@pytest.mark.parametrize("name", [name for name, info in FIELDS.items() if info.newer])
def test_a_newer_field_has_its_default_in_every_preset_of_the_documents(name):
    assert {getattr(PRESETS[key], name) for key in KEYS} == {getattr(RuleSet, name)}


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_a_house_rule_is_off_in_every_preset(name):
    info = FIELDS[name]
    off = info.choices[0] if info.choices else False if info.unit == "yes/no" else 0
    assert [getattr(rules, name) for rules in PRESETS.values()] == [off] * len(PRESETS)


def test_the_keys_and_the_default():
    assert tuple(PRESETS) == (*KEYS, *COUNTRIES)
    assert RuleSet() == PRESETS["family"]
    assert PRESETS[DEFAULT_PRESET] is PRESETS["standard"]


def test_specials_is_classic_with_its_three_options():
    options = {"straight": 2500, "full_house_bonus": 250, "blank_first_roll": 500}
    assert replace(PRESETS["classic"], **options) == PRESETS["specials"]
    assert {name: values[1] for name, values in ALTERNATIVES["classic"].items()} == options


def test_the_patch_is_4iam_with_its_changes():
    changes = {
        "triple_1": 300,
        "n_kind": "fixed",
        "fixed_kinds": (1000, 2000, 3000),
        "straight": 1500,
        "three_pairs": 1500,
        "four_plus_two": 1500,
        "two_triplets": 2500,
    }
    assert replace(PRESETS["4iam"], **changes) == PRESETS["patch"]


def test_zehntausend_is_standard_with_a_minimum_and_thousands_for_more_alike():
    changes = {"n_kind": "plus", "three_pairs": 1500, "bank_min": 500}
    assert replace(PRESETS["standard"], **changes) == PRESETS["zehntausend"]
    assert PRESETS["zehntausend"].kind_plus == 1000


# What each sheet says that scores, and what does not.
SCORES = {
    "macke": "1=100 5=50 111=300 222=200 2222=2000 4444=4000 6666=6000 12345=2000 23456=2000",
    "dixmille": "11111=10000 22222=2000 2222=0 222=200 12345=300 23456=500",
    "cinquemila": "1=100 5=50 111=1000 666=600 4444=0 12345=0 23456=0 33322=0",
    "diezmil": "1=100 5=50 111=1000 444=400 4444=0 44444=10000 12345=500 23456=500",
    "tiotusen": "111=1000 1111=2000 111111=8000 4444=800 44444=1600 123456=1500 224466=1000",
    "5000en": "1=100 5=50 111=1000 222=200 666=600 2222=0 123456=1500 224466=0",
    "kostky": "111=1000 1111=2000 11111=4000 111111=8000 123456=1500 224466=1000",
    "tysiac": "1=10 5=5 11=20 111=100 666=60 4444=80 1111=200 44444=1000 12345=150 23456=150",
    "zonk": "111=1000 1111=2000 55555=1500 444444=1600 123456=1000 224411=750 22216=0",
}


@pytest.mark.parametrize("key", SCORES)
def test_dice_score_as_the_sheet_of_a_country_says(key):
    table = PRESETS[key].table.points
    for dice, _, points in (line.partition("=") for line in SCORES[key].split()):
        assert table.get(tuple(sorted(map(int, dice))), 0) == int(points), dice


def test_a_turn_and_the_end_are_as_the_sheet_of_a_country_says():
    changes = {
        "macke": {"dice": 5, "bank_min": 350, "bank_rolls": 3},
        "dixmille": {"dice": 5, "full_throw_sets": True},
        "cinquemila": {
            "dice": 5,
            "entry_min": 700,
            "hot_dice": "mandatory",
            "target": 5000,
            "ending": "only_exact",
        },
        "diezmil": {"dice": 5, "ending": "immediate"},
        "tiotusen": {"entry_min": 1000},
        "5000en": {"bank_min": 350, "target": 5000, "ending": "finish_round"},
        "kostky": {"bank_min": 400, "bank_aside": 4},
        "tysiac": {"dice": 5, "target": 1000, "ending": "immediate"},
        "zonk": {"bank_min": 300},
    }
    others = [name for name, info in FIELDS.items() if info.group in ("turn", "game")]
    for key, expected in changes.items():
        usual = {name: getattr(PRESETS["standard"], name) for name in (*others, "full_throw_sets")}
        found = {name: getattr(PRESETS[key], name) for name in usual}
        assert found == usual | expected, key


def test_presets_have_no_error_and_no_warning():
    for key, rules in PRESETS.items():
        assert rules.validate().errors == (), key
        assert rules.validate().warnings == (), key


def test_the_alternatives_that_the_documents_offer():
    rolls = {"entry_rolls": (0, 3), "building": (False, True)}
    documents = {
        "standard": {},
        "absolute": {
            "three_pairs": (500, 750),
            "entry_min": (1000, 0, 350, 500),
            "bank_min": (350, 0, 500, 1000),
            "farkle_penalty": (1000, 0),
            "target": (10000, 7500, 5000),
        },
        "classic": {
            "straight": (0, 2500),
            "full_house_bonus": (0, 250),
            "blank_first_roll": (0, 500),
        },
        "specials": {},
        "entry": {},
        "family": {},
        "4iam": rolls,
        "patch": rolls,
        "kcd": {},
        "zehntausend": {},
        "macke": {},
        "dixmille": {},
        "cinquemila": {},
        "diezmil": {},
        "tiotusen": {
            "straight": (1500, 2000),
            "three_pairs": (1000, 1500),
            "entry_min": (1000, 500),
        },
        "5000en": {},
        "kostky": {},
        "tysiac": {},
        "zonk": {"target": (10000, 5000)},
    }
    assert documents == ALTERNATIVES


@pytest.mark.parametrize("key", PRESETS)
def test_every_alternative_can_be_played_and_the_first_is_the_presets_own(key):
    for name, values in ALTERNATIVES[key].items():
        assert values[0] == getattr(PRESETS[key], name)
        for value in values:
            assert type(value) is type(values[0])
            assert replace(PRESETS[key], **{name: value}).validate().errors == ()


def test_presets_cannot_be_changed():
    with pytest.raises(TypeError):
        PRESETS["family"] = PRESETS["entry"]
    with pytest.raises(TypeError):
        ALTERNATIVES["family"] = {}
    with pytest.raises(AttributeError):
        PRESETS["family"].target = 1
