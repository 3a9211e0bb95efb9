import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { RuleChanges } from "./editor-changes.js";
import { differing } from "./differing.js";

const RULES = { target: 10_000, entry_min: 1000, hot_dice: "optional", straight: 1500, rounds: 0 };
let changes;
const words = () => changes.entries.map((entry) => entry.words);

beforeEach(() => {
  setPage('<ul data-news hidden></ul><p id="announce"></p>');
  changes = new RuleChanges({
    say: (_name, value) => String(value),
    label: (name) => name.toUpperCase(),
    choiceOf: (rules) =>
      [
        { name: "Tavern", rules: { ...RULES, target: 4000 } },
        { name: "With children", rules: { ...RULES, target: 5000, entry_min: 0, straight: 0 } },
      ].find((choice) => !differing(choice.rules, rules).length),
  });
});

/** Notes that fields changed, by somebody of this name. */
function change(fields, who, { mine = false, before = RULES, base = "family" } = {}) {
  const after = { rules: { ...before, ...fields }, base };
  changes.add({ rules: before, base: "family" }, after, who, mine);
  return after.rules;
}

test("a change says whose it is", () => {
  change({ target: 5000 }, "Ines");
  change({ entry_min: 500 }, "");
  change({ straight: 0 }, null);
  assert.deepEqual(words(), [
    "STRAIGHT: 0 (was 1500).",
    "You: ENTRY_MIN 500 (was 1000).",
    "Ines: TARGET 5000 (was 10000).",
  ]);
});

test("the mark beside a field tells its former value, unless I changed it here", () => {
  change({ target: 5000 }, "Ines");
  assert.equal(changes.marks.get("target"), "Ines changed this (was 10000).");
  change({ target: 5000 }, "");
  assert.equal(changes.marks.get("target"), "You changed this elsewhere (was 10000).");
  change({ target: 5000 }, null);
  assert.equal(changes.marks.get("target"), "Changed while you were away (was 10000).");
  change({ target: 7500 }, "", { mine: true });
  assert.equal(changes.marks.has("target"), false);
});

test("several taps on the same field are one change, and none if it is as before", () => {
  let rules = change({ target: 7500 }, "Ines");
  rules = change({ target: 5000 }, "Ines", { before: rules });
  assert.deepEqual(words(), ["Ines: TARGET 5000 (was 10000)."]);
  rules = change({ target: 10_000 }, "Ines", { before: rules });
  assert.deepEqual(words(), []);
  rules = change({ target: 5000 }, "Ines", { before: rules });
  change({ target: 7500 }, "Mara", { before: rules });
  assert.equal(words().length, 2);
});

test("more than three changes at once are only counted", () => {
  const many = { target: 5000, entry_min: 500, straight: 0, rounds: 5 };
  change({ target: 5000, entry_min: 500, straight: 0 }, "Ines");
  assert.equal(words().length, 3);
  for (const [who, told] of [
    ["Ines", "Ines changed 4 rules."],
    ["", "You changed 4 rules."],
    [null, "4 rules have changed."],
  ]) {
    changes.clear();
    change(many, who);
    assert.deepEqual(words(), [told]);
  }
});

test("a rule set that the site offers is named", () => {
  change({ target: 4000 }, "Ines", { base: "kcd" });
  change({ target: 4000 }, "", { base: "kcd" });
  change({ target: 4000 }, null, { base: "kcd" });
  assert.deepEqual(words(), [
    "The rules are now Tavern.",
    "You switched to Tavern.",
    "Ines switched to Tavern.",
  ]);
});

test("a variant of a preset is named, and what only comes near it is counted", () => {
  const before = { ...RULES, rounds: 6 };
  const children = { target: 5000, entry_min: 0, straight: 0, rounds: 0 };
  change(children, "", { before, base: "classic" });
  change(children, "", { before });
  change({ ...children, target: 5500 }, "", { before, base: "classic" });
  assert.deepEqual(words(), [
    "You changed 4 rules.",
    "You switched to With children.",
    "You switched to With children.",
  ]);
});

test("nothing is noted where nothing changed", () => {
  change({}, "Ines");
  assert.deepEqual(words(), []);
});

test("the last four changes are shown", () => {
  changes.draw();
  const list = document.querySelector("[data-news]");
  assert.equal(list.hidden, true);
  for (const [at, name] of Object.keys(RULES).entries()) change({ [name]: at + 1 }, "Ines");
  changes.draw();
  assert.deepEqual([list.hidden, list.children.length], [false, 4]);
  assert.equal(list.children[0].textContent, words()[0]);
});
