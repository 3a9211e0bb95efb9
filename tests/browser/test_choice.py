"""Selecting dice: whatever is tapped, the selection is empty or a keep that the engine allows."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Browser

from farkle import PRESETS, GameState, Roll, keeps
from tests.support.services import Daphne

THROWS = 150

TAP = """
async ([cases]) => {
    const { Selection } = await import("/static/js/table/selection.js");
    return cases.map(({ dice, may, taps, keeps }) => {
        const selection = new Selection();
        selection.set(dice, may);
        const faces = () => [...selection.picked].map((at) => dice[at]).sort().join("");
        const after = taps.map((at) => {
            const had = selection.picked.has(at);
            const scores = selection.toggle(at);
            return [at, scores, had, selection.picked.has(at), faces()];
        });
        selection.selectRow(selection.best);
        const best = selection.row.points;
        // Every keep can be reached by tapping its dice one after the other.
        const reached = keeps.map((keep) => {
            selection.clear();
            const count = (text, face) => [...text].filter((one) => one === face).length;
            for (const face of keep) {
                if (count(faces(), face) >= count(keep, face)) continue;
                selection.toggle(dice.findIndex((one, at) => String(one) === face && !selection.picked.has(at)));
            }
            return faces();
        });
        return { after, best, reached };
    });
}
"""  # noqa: E501  # one expression


def _cases(preset: str) -> list[dict[str, Any]]:
    rules = PRESETS[preset]
    fixed = random.Random(preset)  # the same throws on every run
    cases: list[dict[str, Any]] = []
    while len(cases) < THROWS:
        dice = [fixed.randint(1, 6) for _ in range(6)]
        if not keeps(rules, tuple(dice)):
            continue
        state, _ = GameState.start(rules, 2, lambda n: range(1, n + 1))
        state, _ = state.apply(Roll(()), lambda _, dice=dice: dice)
        if state.throw != tuple(dice):
            continue
        may = state.legal.to_dict()
        taps = [fixed.randrange(6) for _ in range(12)]
        cases.append({"dice": dice, "may": may, "taps": taps, "keeps": sorted(may["keeps"])})
    return cases


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_selection_is_always_legal(browser: Browser, server: Daphne, preset: str) -> None:
    cases = _cases(preset)
    page = browser.new_page(base_url=server.url)
    page.goto("/rules/")
    found = page.evaluate(TAP, [json.loads(json.dumps(cases))])
    page.close()
    for case, result in zip(cases, found, strict=True):
        legal = case["may"]["keeps"]
        for at, scores, had, has, faces in result["after"]:
            assert faces == "" or faces in legal
            assert scores == any(str(case["dice"][at]) in keep for keep in legal)
            # A tap selects or deselects the die: it always has an effect.
            assert not scores or had != has
        assert result["best"] == max(points for points, *_ in legal.values())
        assert result["reached"] == case["keeps"]
