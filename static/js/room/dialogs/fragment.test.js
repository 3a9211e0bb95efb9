import { afterEach, beforeEach, mock, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../../tests/support/fake-dom.js";
import { Fragment } from "./fragment.js";

const byId = (id) => document.getElementById(id);
const isOpen = () => byId("loading").hasAttribute("open");
const HTML = `<html><body><div id="view" hidden></div><dialog id="seat"></dialog></body></html>`;

let bound = 0;
let answers = [];
const start = () => new Fragment("/parts/", async () => () => (bound += 1));
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  setPage(`<main></main><p id="announce"></p><dialog id="loading">
    <p id="loading-words"></p><p id="loading-failed" hidden>No.</p>
    <button id="loading-again" hidden></button></dialog>`);
  bound = 0;
  mock.method(globalThis, "fetch", async () => {
    const answer = await answers.shift();
    return { ok: answer !== null, status: 500, text: async () => answer };
  });
});
afterEach(() => mock.restoreAll());

test("it comes once, and its dialogs stand beside the view", async () => {
  answers = [HTML];
  const fragment = start();
  await Promise.all([fragment.fetch(), fragment.fetch()]);
  await fragment.fetch();
  assert.equal(bound, 1);
  assert.equal(fetch.mock.callCount(), 1);
  assert.equal(byId("view").parentElement.localName, "main");
  assert.equal(byId("seat").parentElement.localName, "body");
  assert.equal(await fragment.ready(), true);
  assert.equal(isOpen(), false);
});

test("the sheet shows the wait and closes when it is over", async () => {
  let come;
  answers = [new Promise((resolve) => (come = resolve))];
  const ready = start().ready();
  assert.equal(isOpen(), true);
  come(HTML);
  assert.equal(await ready, true);
  assert.deepEqual([bound, isOpen()], [1, false]);
});

test("what has failed is tried again by a button", async () => {
  answers = [null, HTML];
  const ready = start().ready();
  await settled();
  const hidden = () =>
    ["loading-words", "loading-failed", "loading-again"].map((id) => byId(id).hidden);
  assert.deepEqual(hidden(), [true, false, false]);
  byId("loading-again").dispatchEvent(new Event("click"));
  assert.deepEqual(hidden(), [false, true, false]);
  assert.equal(await ready, true);
  assert.equal(bound, 1);
});

test("a closed sheet ends the wait, and what comes later does not open it", async () => {
  let come;
  answers = [new Promise((resolve) => (come = resolve))];
  const fragment = start();
  const ready = fragment.ready();
  byId("loading").close();
  assert.equal(await ready, false);
  come(HTML);
  await settled();
  assert.deepEqual([bound, isOpen()], [1, false]);
});

test("what was fetched ahead in vain is fetched when it is needed", async () => {
  answers = [null, HTML];
  const fragment = start();
  await assert.rejects(fragment.fetch());
  assert.equal(await fragment.ready(), true);
  assert.equal(bound, 1);
});
