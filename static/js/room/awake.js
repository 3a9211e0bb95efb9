// Keeps the display on while somebody plays or watches, where the browser can (Screen Wake Lock).
// A browser takes the lock away whenever the page is hidden, so it is asked for again.
let wanted = false;
/** @type {WakeLockSentinel | null} */ let lock = null;
let asking = false;
let timer = 0;

/** Keeps the display on from now on, or no longer: then it may go off after `linger` ms. */
export function keepAwake(/** @type {boolean} */ want, linger = 0) {
  if (want === wanted) return;
  wanted = want;
  clearTimeout(timer);
  if (want || !linger) follow();
  else timer = setTimeout(follow, linger);
}

async function follow() {
  if (!wanted) {
    lock?.release();
    lock = null;
    return;
  }
  if (asking || document.hidden || (lock && !lock.released)) return;
  asking = true;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // The system saves its battery.
  }
  asking = false;
  if (!wanted) follow(); // it ended meanwhile
}

document.addEventListener("visibilitychange", () => {
  if (wanted) follow();
});
