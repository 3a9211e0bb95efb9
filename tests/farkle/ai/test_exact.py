"""The solved chances of a process: shipped, found in a folder."""

from dataclasses import replace

import pytest

from farkle import PRESETS, GameState
from farkle.ai.chance.files import file_of, keep
from farkle.ai.chance.table import solve
from farkle.ai.exact import exact_of, use_tables

SHORT = replace(PRESETS["kcd"], target=600)


@pytest.fixture(autouse=True)
def _no_folder():
    yield
    use_tables(None)


def begun(rules, players=2):
    return GameState.start(replace(rules, first_player="seat"), players, lambda n: ())[0]


def test_a_shipped_table_is_found_and_kept_ready():
    state = begun(PRESETS["kcd"])
    assert exact_of(state).value(state) == pytest.approx(0.5571, abs=1e-4)
    assert exact_of(state) is exact_of(state)


def test_three_players_have_none():
    assert exact_of(begun(PRESETS["kcd"], 3)) is None


def test_a_table_is_found_as_soon_as_it_is_in_the_folder(tmp_path):
    state = begun(SHORT)
    use_tables(str(tmp_path))
    assert exact_of(state) is None
    keep(solve(state.rules), tmp_path)
    assert exact_of(state).value(state) > 0.5


def test_a_damaged_table_is_no_table(tmp_path):
    state = begun(SHORT)
    use_tables(str(tmp_path))
    file_of(state.rules, tmp_path).write_bytes(b"torn")
    assert exact_of(state) is None
