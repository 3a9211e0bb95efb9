import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { same } from "./differing.js";
import { FieldRow } from "./editor-fields.js";

let pass;
let changes; // [value, soon]
let row;
let input;
const node = () => document.querySelector("[data-field]");
const at = (selector) => node().querySelector(selector);
const press = (key) => input.dispatchEvent(Object.assign(new Event("keydown"), { key }));

function draw(value, more = {}) {
  const given = { base: 10_000, baseName: "Family", also: [], idle: false, by: null, host: true };
  row.draw(value, { ...given, ...more });
}

beforeEach(() => {
  setPage(`
    <div data-field="target" data-kind="number" data-label="Target" data-step="500">
      <button data-less="0"></button><input data-part="0"><button data-more="0"></button>
      <p data-differs><span data-was></span></p><button data-back></button>
      <p data-also></p><p data-idle></p><p data-by></p><div class="remarks"></div>
    </div>`);
  pass = stopClock();
  changes = [];
  row = new FieldRow(node(), (_name, value, soon) => changes.push([value, soon]));
  input = at("input");
  input.select = () => {};
  draw(10_000);
});

afterEach(startClock);

function type(words) {
  input.value = words;
  input.dispatchEvent(new Event("input"));
}

test("a number counts some time after the last key, though its field has the focus", () => {
  type("75");
  pass(799);
  type("7500");
  pass(799);
  assert.deepEqual(changes, []);
  pass(1);
  assert.deepEqual(changes, [[7500, false]]);
  assert.equal(input.value, "7500"); // as it was typed
});

test("a number counts at once with Enter, or when the field is left", () => {
  type("7,500");
  press("Enter");
  assert.deepEqual([changes, input.value], [[[7500, false]], "7,500"]);
  draw(7500);
  type("5000");
  input.dispatchEvent(new Event("blur"));
  assert.deepEqual(changes.at(-1), [5000, false]);
  pass(5000);
  assert.equal(changes.length, 2);
});

test("any separator of thousands is read, and nothing else", () => {
  for (const [words, number] of [
    ["7.500", 7500],
    ["7 500", 7500],
    ["7'500", 7500],
    ["1,000,000", 1_000_000],
  ]) {
    type(words);
    press("Enter");
    assert.deepEqual(changes.at(-1), [number, false]);
  }
  const before = changes.length;
  for (const words of ["7,50", "1.5", "-500", "many"]) {
    type(words);
    press("Enter");
    assert.match(at(".remarks").textContent, /Enter a whole number\./);
    assert.equal(input.value, "10,000");
  }
  assert.equal(changes.length, before);
});

test("what was typed is given up with Escape", () => {
  type("7500");
  press("Escape");
  pass(5000);
  assert.deepEqual([changes, input.value], [[], "10,000"]);
});

test("the number goes up and down by steps, and never below nothing", () => {
  at("[data-more]").click();
  press("ArrowDown");
  assert.deepEqual(changes, [
    [10_500, true],
    [10_000, true],
  ]);
  draw(200);
  at("[data-less]").click();
  assert.deepEqual(changes.at(-1), [0, true]);
});

test("a value that differs from the preset says so, and goes back", () => {
  assert.equal(at("[data-differs]").hidden, true);
  draw(5000);
  assert.equal(at("[data-differs]").hidden, false);
  assert.equal(at("[data-was]").textContent, "Family: 10,000");
  at("[data-back]").click();
  assert.deepEqual(changes, [[10_000, false]]);
});

test("the other values that the document offers are buttons", () => {
  draw(10_000, { also: [10_000, 7500, 5000] });
  const offered = [...node().querySelectorAll("[data-also] button")];
  assert.deepEqual(
    offered.map((button) => button.textContent),
    ["7,500 Target", "5,000 Target"],
  );
  offered[1].click();
  assert.deepEqual(changes, [[5000, false]]);
  draw(10_000, { also: [7500], host: false });
  assert.equal(at("[data-also]").hidden, true);
});

test("what somebody else sets does not overwrite what I type", () => {
  type("75");
  draw(5000);
  assert.equal(input.value, "75");
  draw(5000, { host: false });
  assert.equal(input.value, "5,000");
});

test("remarks of the server mark the field", () => {
  row.drawRemarks([{ text: "Nobody can win.", error: true }]);
  assert.equal(input.getAttribute("aria-invalid"), "true");
  assert.match(at(".remarks").textContent, /Nobody can win\./);
  row.drawRemarks([]);
  assert.equal(input.hasAttribute("aria-invalid"), false);
});

test("values are the same by what they contain", () => {
  assert.deepEqual(
    [same([1, 2], [1, 2]), same([1, 2], [2, 1]), same(0, false)],
    [true, false, false],
  );
});
