import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { FastForward } from "./fast-forward.js";

let pass;
let drawn;
let forward;

beforeEach(() => {
  setPage("<dialog></dialog>");
  pass = stopClock();
  pass(1000);
  drawn = 0;
  forward = new FastForward(() => (drawn += 1));
});

afterEach(() => {
  document.hidden = false;
  startClock();
});

test("three moves within half a second are too fast to be watched", () => {
  assert.deepEqual([forward.countMove(), forward.countMove()], [false, false]);
  pass(499);
  assert.equal(forward.countMove(), true);
  pass(1);
  assert.deepEqual([forward.on, forward.countMove()], [false, false]);
});

test("moves that come together are drawn once", () => {
  for (let move = 0; move < 5; move++) forward.drawSoon();
  assert.equal(forward.pending, true);
  pass(20);
  assert.deepEqual([drawn, forward.pending], [1, false]);
});

test("a hidden page draws nothing", () => {
  document.hidden = true;
  forward.drawSoon();
  pass(1000);
  assert.equal(drawn, 0);
});

test("below a dialog the table is drawn seldom, and at once when that closes", () => {
  const dialog = document.querySelector("dialog");
  dialog.showModal();
  for (let ms = 0; ms < 1000; ms += 10) {
    forward.drawSoon();
    pass(10);
  }
  assert.ok(drawn <= 3, `${drawn} drawings`);
  const before = drawn;
  forward.drawSoon();
  dialog.close();
  document.dispatchEvent(new Event("close"));
  assert.equal(drawn, before + 1);
});
