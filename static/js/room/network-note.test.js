import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { define, startClock, stopClock } from "../../../tests/support/fake-page.js";

const pass = stopClock();
after(startClock);

setPage("");
Object.assign(document.documentElement.dataset, { path: "/room/ABC/" });
let led; // where the page was led
let loads; // what pages answer: true, false, or nothing without a connection
define({
  location: { pathname: "/room/ABC/", replace: (url) => led.push(url) },
  fetch: async () => {
    if (loads === null) throw new TypeError("no connection");
    return { ok: loads };
  },
});
const { showConnection } = await import("./network-note.js");

const settled = () => new Promise((resolve) => setImmediate(resolve));
const shownNote = () => {
  const note = document.getElementById("network");
  return note.hidden ? null : document.getElementById("network-words").textContent;
};

beforeEach(() => {
  setPage(`<p id="network" hidden><span id="network-words"></span></p><p id="announce"></p>`);
  led = [];
  loads = true;
  showConnection("open");
});

test("a short interruption is not shown, a longer one is until the page is back", () => {
  showConnection("connecting");
  pass(1199);
  assert.equal(shownNote(), null);
  showConnection("open");
  pass(5000);
  assert.equal(shownNote(), null);
  showConnection("connecting");
  pass(1200);
  assert.match(shownNote(), /^Connection lost\. Your seat is safe/);
  showConnection("open");
  assert.equal(shownNote(), null);
});

test("a lost network and a server that refuses are shown at once", () => {
  for (const [state, words] of [
    ["offline", /Connection lost/],
    ["bye:no_room", /no longer exists/],
    ["bye:flood", /Too many requests/],
    ["bye:too_many", /too many tabs/],
  ]) {
    showConnection("open");
    showConnection(state);
    pass(1);
    assert.match(shownNote() ?? "", words, state);
  }
  assert.deepEqual(led, []);
});

test("a seat that was taken away, and a link that no longer holds, lead to the room's page", () => {
  for (const why of ["removed", "no_spectators", "new_link", "unavailable"]) {
    showConnection(`bye:${why}`);
  }
  assert.deepEqual(led, Array(4).fill("/room/ABC/"));
});

test("if pages load, the network is said to refuse web sockets", async () => {
  showConnection("connecting");
  pass(1200 + 5999);
  await settled();
  assert.match(shownNote(), /Reconnecting/);
  pass(1);
  await settled();
  assert.match(shownNote(), /doesn't pass web sockets/);
});

test("if no page loads, that is asked again after a while", async () => {
  for (const answer of [null, false]) {
    loads = answer;
    showConnection("open");
    showConnection("connecting");
    pass(1200 + 6000);
    await settled();
    assert.match(shownNote(), /Reconnecting/);
    loads = true;
    pass(14_999);
    await settled();
    assert.match(shownNote(), /Reconnecting/);
    pass(1);
    await settled();
    assert.match(shownNote(), /web sockets/);
  }
});

test("an answer that comes after the page is back says nothing", async () => {
  showConnection("connecting");
  pass(1200 + 6000);
  showConnection("open");
  await settled();
  assert.deepEqual(
    [shownNote(), document.getElementById("network-words").textContent],
    [null, "Connection lost. Your seat is safe. Reconnecting…"],
  );
});
