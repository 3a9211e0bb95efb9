// Passkeys: a form asks the browser for one, and is then sent with what the browser says.
import { fromBase64url, toBase64url } from "./base64url.js";
import { $, data, shown, text } from "./dom.js";
import { gettext } from "./i18n.js";

const PARTS = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
];

const RENEW = 240_000; // ms; a challenge is valid for five minutes
const SIGNS = ["pointermove", "pointerdown", "keydown"]; // of a person's presence

/** @type {AbortController | null} */
let typing = null; // aborts the suggestions in the name field

const leaving = new AbortController(); // aborts requests for them, too

/** @type {Promise<any>} */
let begun = Promise.resolve(); // the last request for a challenge

/** What the browser is asked, by the names of Web Authentication.
    @typedef {any} Asked
    @typedef {(options: Asked) => Promise<any>} Act */

/** Whether this browser can use passkeys here: not on pages without encryption. */
export const possible = () => isSecureContext && "PublicKeyCredential" in window;

/** Shows a form whose browser part is `act`, navigator.credentials' create or get. The form is sent
    only once that succeeded; until then, and if it fails, the page stays as it is.
    @param {HTMLFormElement} form @param {Act} act */
export function offer(form, act) {
  shown(form, true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const typed = typing;
    typing?.abort(); // the browser handles one request at a time
    const [button, problem] = [$("button[type=submit]", form), $("[role=alert]", form)];
    button.disabled = true;
    shown(problem, false);
    try {
      await send(form, act);
    } catch (error) {
      text(problem, sentence(error));
      shown(problem, true);
      if (typed) suggest(form, act);
    }
    button.disabled = false;
  });
}

/** Lets the browser suggest passkeys where the name is typed, once somebody is there.
    @param {HTMLFormElement} form @param {Act} act */
export async function offerWhileTyping(form, act) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  const begin = (/** @type {Event} */ event) => {
    // Browsers say so, too, when the page moves under a pointer that lies still.
    if (event.type === "pointermove" && event instanceof PointerEvent) {
      if (!event.movementX && !event.movementY) return;
    }
    for (const sign of SIGNS) removeEventListener(sign, begin);
    if (!typing) suggest(form, act);
  };
  for (const sign of SIGNS) addEventListener(sign, begin);
  // A late answer must not replace the session that another form begins.
  const abort = (/** @type {Event} */ { target }) => target !== form && leaving.abort();
  addEventListener("submit", abort, { capture: true });
}

/** @param {HTMLFormElement} form @param {Act} act */
async function suggest(form, act) {
  typing?.abort();
  const mine = new AbortController();
  typing = mine;
  const { signal } = mine;
  const again = () => typing === mine && suggest(form, act);
  const renew = setTimeout(() => {
    if (document.hidden) document.addEventListener("visibilitychange", again, { once: true });
    else again();
  }, RENEW);
  try {
    await send(
      form,
      (asked) => act({ ...asked, mediation: "conditional", signal }),
      leaving.signal,
    );
  } catch {
    // Nobody chose one. What is wrong is said to those who press the button.
    clearTimeout(renew);
  }
}

/** @param {HTMLFormElement} form @param {Act} act @param {AbortSignal} [signal] */
async function send(form, act, signal) {
  $("input[name=credential]", form).value = JSON.stringify(await answered(form, act, signal));
  form.submit();
}

/** A refusal of the server's, in its words. */
class Refused extends Error {}

/** @param {HTMLFormElement} form @param {Act} act @param {AbortSignal} [signal] */
async function answered(form, act, signal) {
  const body = new FormData(form);
  const begin = () => fetch(data(form, "begin"), { method: "POST", body, signal });
  // The server keeps the newest challenge: two that are asked for at once would be any of the two.
  const answer = await (begun = begun.then(begin, begin));
  const asked = await answer.json();
  if (asked.problem) throw new Refused(asked.problem);
  asked.challenge = fromBase64url(asked.challenge);
  if (asked.user) asked.user.id = fromBase64url(asked.user.id);
  for (const known of asked.excludeCredentials ?? []) known.id = fromBase64url(known.id);
  const { rawId, response, type } = await act({ publicKey: asked });
  // Not all browsers have toJSON, and some extensions that keep passkeys break it.
  /** @type {Record<string, string>} */ const said = {};
  for (const name of PARTS) if (response[name]) said[name] = toBase64url(response[name]);
  const id = toBase64url(rawId);
  return { id, rawId: id, type, response: said };
}

function sentence(/** @type {unknown} */ error) {
  if (error instanceof Refused) return error.message;
  switch (error instanceof Error && error.name) {
    case "NotAllowedError": // cancelled, timed out, or there is none: browsers don't tell which
    case "AbortError":
      return gettext("No passkey was chosen. You can try again.");
    case "InvalidStateError":
      return gettext("This device already has a passkey for your account.");
    case "NotSupportedError":
    case "ConstraintError":
      return gettext("This device can't keep passkeys.");
    case "SecurityError":
      return gettext("Passkeys don't work at this address.");
    default:
      return gettext("That didn't work. Check your connection and try again.");
  }
}
