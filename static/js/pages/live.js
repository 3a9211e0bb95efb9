// Keeps a page up to date that several people look at: asks for its part every few seconds, and
// puts a new one in place.
import { $, data, optional, shown } from "../lib/dom.js";

const EVERY = 2500; // ms

async function look() {
  if (document.hidden) return;
  try {
    const url = new URL(location.href);
    url.searchParams.set("part", "");
    const answer = await fetch(url, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const part = new DOMParser().parseFromString(await answer.text(), "text/html");
    replace($("main", part));
    shown($("#trouble"), false);
  } catch {
    shown($("#trouble"), true);
  }
}

/** Puts the part in place if it is another one. The focus stays, and what is open.
    @param {HTMLElement} part */
function replace(part) {
  const main = $("main");
  if (data($("#trouble", main), "version") === data($("#trouble", part), "version")) return;
  const focused = optional(":focus", main);
  const [name, value] = ["name", "value"].map((key) => focused?.getAttribute(key) ?? "");
  const isOpen = optional("details", main)?.open ?? false;
  main.replaceChildren(...part.childNodes);
  const details = optional("details", main);
  if (details) details.open = isOpen;
  if (name) optional(`[name="${name}"][value="${value}"]`, main)?.focus({ preventScroll: true });
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
