import { test } from "node:test";
import assert from "node:assert/strict";
import { setPage } from "../../../tests/support/fake-dom.js";
import { define, stopClock } from "../../../tests/support/fake-page.js";
import { offer, offerWhileTyping } from "./passkeys.js";

const settle = () => new Promise((done) => setImmediate(done));

test("a button asks for its challenge once that of the suggestions has come", async () => {
  const [asked, chosen, signs] = [[], [], {}];
  define({
    FormData: class {},
    PublicKeyCredential: { isConditionalMediationAvailable: async () => true },
    fetch: () => new Promise((answer) => asked.push(answer)),
    addEventListener: (name, begin) => (signs[name] ??= begin),
    removeEventListener() {},
  });
  stopClock();
  setPage(`<form data-begin="/begin/"><p role="alert" hidden></p>
    <input name="credential"><button type="submit"></button></form>`);
  const form = document.querySelector("form");
  const choose = ({ mediation = "pressed", signal }) => {
    chosen.push(signal?.aborted ? "aborted" : mediation);
    return new Promise(() => {});
  };
  offer(form, choose);
  await offerWhileTyping(form, choose);
  signs.keydown(new Event("keydown"));
  await settle();
  form.dispatchEvent(new Event("submit"));
  await settle();
  assert.equal(asked.length, 1);
  const answer = { json: async () => ({ challenge: "" }) };
  asked[0](answer);
  await settle();
  assert.equal(asked.length, 2);
  asked[1](answer);
  await settle();
  assert.deepEqual(chosen, ["aborted", "pressed"]);
});
