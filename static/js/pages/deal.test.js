import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { define, startClock, stopClock } from "../../../tests/support/fake-page.js";
import { $ } from "../lib/dom.js";

const HERE = "https://farkle.example/deals/abc/";
const NO_PAR = "<span data-no-par>Par follows soon.</span>";

/** Returns the page as the server sends it. */
const pageWith = (par, shared) => `
  <dl id="tally"><dd data-text="${shared}">6450</dd></dl>
  <button id="send-result" data-url="${HERE}?by=1" hidden></button>
  <ul id="bars"></ul><p id="par">${par}</p><div id="choices"></div>`;

let pass, answer, sent;

before(async () => {
  pass = stopClock();
  define({
    location: new URL(HERE),
    navigator: { share: async (what) => void (sent = what) },
    fetch: async () => ({ ok: true, text: async () => `<body>${answer}</body>` }),
  });
  setPage(pageWith(NO_PAR, "Beat my 6450"));
  await import("./deal.js");
});

after(startClock);

/** Lets the page look once more. */
async function look() {
  pass(10_000);
  await new Promise(setImmediate);
}

async function share() {
  $("#send-result").dispatchEvent(new Event("click"));
  await new Promise(setImmediate);
  return sent.text;
}

test("par comes without a reload, and into the text to share", async () => {
  answer = pageWith(NO_PAR, "of no use");
  await look();
  assert.equal($("#par").textContent, "Par follows soon.");
  assert.equal(await share(), "Beat my 6450");
  answer = pageWith("Par is 5000.", "Beat my 6450 (par 5000)");
  await look();
  assert.equal($("#par").textContent, "Par is 5000.");
  assert.equal(await share(), "Beat my 6450 (par 5000)");
});
