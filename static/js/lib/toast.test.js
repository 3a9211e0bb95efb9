import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { startClock, stopClock } from "../../../tests/support/fake-page.js";
import { announce, note, toast } from "./toast.js";

const byId = (id) => document.getElementById(id);
// What was said before takes its time to be read, also in the next test.
const pass = stopClock();

beforeEach(() => {
  setPage(`<dialog></dialog><p id="elsewhere"></p>
    <div id="notice" hidden><p id="notice-words"></p></div><p id="announce"></p>`);
});

after(startClock);

test("a message is shown for some seconds, and for longer if it is long", () => {
  toast("Copied.");
  assert.deepEqual([byId("notice").hidden, byId("notice-words").textContent], [false, "Copied."]);
  pass(4499);
  assert.equal(byId("notice").hidden, false);
  pass(1);
  assert.equal(byId("notice").hidden, true);
  toast("x".repeat(100));
  pass(6999);
  assert.equal(byId("notice").hidden, false);
  pass(1);
  assert.equal(byId("notice").hidden, true);
});

test("a message goes when its reader does something else", () => {
  toast("Copied.");
  byId("notice-words").dispatchEvent(new Event("click", { bubbles: true, composed: true }));
  assert.equal(byId("notice").hidden, false);
  byId("elsewhere").dispatchEvent(new Event("click", { bubbles: true, composed: true }));
  assert.equal(byId("notice").hidden, true);
});

test("a message stands in the open dialog, where it is heard", () => {
  document.querySelector("dialog").showModal();
  toast("Copied.");
  pass(200);
  for (const id of ["notice", "announce"]) {
    assert.ok(byId(id).parentElement === document.querySelector("dialog"));
  }
});

test("the same words are read once more", () => {
  pass(10_000);
  for (const words of ["Your turn.", "Your turn.\u00a0", "Your turn."]) {
    announce("Your turn.");
    pass(10_000);
    assert.equal(byId("announce").textContent, words);
  }
});

test("a note is announced when it changes", () => {
  pass(10_000);
  note(byId("elsewhere"), "3 of 10");
  pass(10_000);
  assert.deepEqual(
    [byId("elsewhere").textContent, byId("announce").textContent],
    ["3 of 10", "3 of 10"],
  );
  byId("announce").textContent = "";
  note(byId("elsewhere"), "3 of 10");
  pass(10_000);
  assert.equal(byId("announce").textContent, "");
});
