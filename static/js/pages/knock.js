// Waits for the host's answer, and then shows it.
const EVERY = 3000; // ms
const { url } = document.getElementById("knocking").dataset;

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
