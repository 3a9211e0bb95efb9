import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { $, h } from "../lib/dom.js";
import { Trials } from "./trials.js";

let trials;

beforeEach(() => {
  setPage(`
    <div id="acts"></div><p id="trial-number"></p><p id="trial-score"></p>
    <section id="trial-answer"><div id="trial-verdict"></div></section>
    <button id="trial-next"></button><button id="trial-again"></button>`);
  for (const node of [$("#trial-answer")]) {
    node.focus = () => {};
    node.scrollIntoView = () => {};
  }
  trials = new Trials({});
  trials.row = [8, 3, 5];
});

/** Answers a try at this step. */
function answers(step, kind) {
  trials.step = step;
  trials.showAnswer(h("div", { "data-kind": kind }));
}

test("the next mistake is the next one that was not tried, from any beginning", () => {
  trials.step = 3;
  assert.deepEqual(trials.left, [5, 8, 3]);
  answers(3, "mistake");
  assert.deepEqual(trials.left, [5, 8]);
  answers(8, "best");
  assert.deepEqual(trials.left, [5]);
  assert.equal($("#trial-next").hidden, false);
});

test("the score at the end counts the first try at each mistake", () => {
  answers(8, "best");
  answers(3, "mistake");
  answers(3, "best");
  assert.equal($("#trial-score").hidden, true);
  answers(5, "best");
  assert.equal($("#trial-score").hidden, false);
  assert.equal($("#trial-score").textContent, "2 of 3 found at the first try.");
  assert.equal($("#trial-next").hidden, true);
});

test("a choice outside a list has no next and no score", () => {
  trials.row = [];
  answers(4, "mistake");
  assert.equal($("#trial-number").textContent, "");
  assert.deepEqual([$("#trial-score").hidden, $("#trial-next").hidden], [true, true]);
});

test("while the reader decides there is no answer", () => {
  trials.step = 8;
  trials.showAnswer(null);
  assert.equal($("#trial-number").textContent, "Mistake 1 of 3");
  assert.deepEqual([$("#acts").hidden, $("#trial-answer").hidden], [false, true]);
});

test("the answer is announced, at the end with the score", () => {
  const pass = stopClock();
  document.body.append(h("p", { id: "announce" }));
  trials.row = [8, 3];
  const told = (step, words) => {
    trials.step = step;
    trials.showAnswer(h("div", { "data-kind": "best" }, words));
    pass(200);
    return $("#announce").textContent;
  };
  assert.equal(told(8, " The best\n move. "), "The best move.");
  assert.equal(told(3, "Yes."), "Yes. 2 of 2 found at the first try.");
  startClock();
});
