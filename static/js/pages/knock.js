// Waits for the host's answer, and then shows it.
import { $, data } from "../lib/dom.js";

const EVERY = 3000; // ms
const url = data($("#knocking"), "url");

async function look() {
  try {
    const answer = await fetch(url, { cache: "no-store" });
    if (answer.ok && !(await answer.json()).waiting) location.reload();
  } catch {
    // No connection: the next look may have one.
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
