// Notices outside the page: turns them on and off for this browser, and shows which it is.
//
// The browser asks for permission only after a tap. The server keeps the subscription.
import { fromBase64url } from "./base64url.js";
import { $, data, shown, wordsOf } from "./dom.js";
import { announce } from "./toast.js";

const TOUCH_MAC = navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1;
const IOS = /iPhone|iPad|iPod/.test(navigator.userAgent) || TOUCH_MAC;

const box = $("#notify");
let busy = false;

function show(/** @type {string} */ state) {
  box.dataset.state = state;
  for (const part of box.querySelectorAll("[data-when]")) {
    const fits = data(part, "when").split(" ").includes(state);
    shown(part, fits);
    if (fits && part.matches("p:not(.row)")) announce(wordsOf(part));
  }
}

function able() {
  return (
    "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis
  );
}

/** Returns whether push services take notices for a subscription from this site, whose key may have
 * changed since. @param {PushSubscription} subscription */
function isOurs(subscription) {
  const key = subscription.options?.applicationServerKey;
  return !key || String(new Uint8Array(key)) === String(fromBase64url(data(box, "key")));
}

/** @param {string} url @param {Record<string, string>} fields */
async function send(url, fields) {
  const token = $("input[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams(fields);
  const answer = await fetch(url, { method: "POST", body, headers: { "X-CSRFToken": token } });
  if (!answer.ok) throw new Error(String(answer.status));
}

async function keep(/** @type {PushSubscription} */ subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
  await send(data(box, "on"), { endpoint: String(endpoint), ...keys, zone });
}

/** Shows the current state. `again`: tell the server of a subscription that it may have lost. */
export async function look(again = false) {
  if (busy) return;
  if (!able()) {
    show(IOS && !navigator.standalone ? "ios" : "unsupported");
    return;
  }
  const worker = await navigator.serviceWorker.getRegistration("/");
  const subscription = await worker?.pushManager.getSubscription();
  if (Notification.permission === "denied") show("denied");
  else if (!subscription) show("off");
  else if (!isOurs(subscription)) await renew();
  else {
    show("on");
    if (again) await keep(subscription).catch(() => show("failed"));
  }
}

async function subscribe() {
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: fromBase64url(data(box, "key")) };
  // One that belongs to a former key of the site is in the way.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  await keep(subscription);
}

/** Subscribes anew after the site's key has changed. Where the browser wants a tap for it, notices
 * are shown as off. */
async function renew() {
  busy = true;
  await subscribe().then(
    () => show("on"),
    () => show("off"),
  );
  busy = false;
}

/** Turns notices on; the browser may ask for permission. Call it only from a tap. */
export async function turnOn() {
  if (busy || !able()) return;
  busy = true;
  try {
    show("asked");
    const permission = await Notification.requestPermission();
    if (permission !== "granted") {
      show(permission === "denied" ? "denied" : "off");
      return;
    }
    show("working");
    await subscribe();
    show("on");
  } catch {
    show("failed");
  } finally {
    busy = false;
  }
}

async function turnOff() {
  try {
    await send(data(box, "off"), {});
    const worker = await navigator.serviceWorker.getRegistration("/");
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
    show("off");
  } catch {
    show("failed");
  }
}

$("#notify-on").addEventListener("click", turnOn);
$("#notify-off").addEventListener("click", turnOff);
