import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { Choices } from "./choices.js";

const SETS = {
  family: { base: "family", rules: { target: 10_000, entry_min: 1000 } },
  short: { base: "family", rules: { target: 5000 } },
  kcd: { base: "kcd", rules: { target: 4000, entry_min: 0 } },
};
let applied;
let choices;

beforeEach(() => {
  setPage(
    Object.keys(SETS)
      .map((key) => `<button data-preset="${key}"></button>`)
      .join("")
      .concat('<section id="my-rules" hidden><div class="presets"></div></section>'),
  );
  applied = [];
  choices = new Choices(SETS, (wanted) => applied.push(wanted));
});

const pressed = () =>
  [...document.querySelectorAll("[aria-pressed=true]")].map(({ dataset }) => dataset.preset);

test("a tap applies a preset, or a variant of one", () => {
  for (const button of document.querySelectorAll("button")) button.click();
  assert.deepEqual(applied, [
    "family",
    { rules: { target: 5000, entry_min: 1000 }, base: "family" },
    "kcd",
  ]);
});

test("the choice that the rules are is marked, or else what they were made from", () => {
  assert.equal(choices.draw({ target: 5000, entry_min: 1000 }, "family"), "short");
  assert.deepEqual(pressed(), ["short"]);
  assert.equal(choices.draw({ target: 4000, entry_min: 350 }, "kcd"), "kcd");
  assert.deepEqual(pressed(), ["kcd"]);
  // The same rules are the same choice, whatever they were made from.
  assert.equal(choices.draw({ target: 4000, entry_min: 0 }, "family"), "kcd");
});

test("rules that I have saved are marked alone, and their group goes with the last of them", () => {
  const saved = { id: 3, name: "Us", line: "", rules: { target: 4000, entry_min: 0 }, base: "kcd" };
  const group = document.querySelector("#my-rules");
  choices.offer([saved]);
  assert.equal(choices.draw(saved.rules, "kcd"), "kcd");
  assert.deepEqual(pressed(), [undefined]);
  group.querySelector("button").click();
  assert.deepEqual(applied, [{ rules: saved.rules, base: "kcd" }]);
  assert.equal(group.hidden, false);
  choices.offer([]);
  assert.equal(group.hidden, true);
  choices.draw(saved.rules, "kcd");
  assert.deepEqual(pressed(), ["kcd"]);
});
