// When the others may vote to go on without the player at turn (docs/protocol.md, "Votes"). The
// server decides; this says when the button is worth showing.

const STALLED = 2 * 60_000; // ms without a move
const LEAST_GONE = 30_000; // ms of a turn's time
export const LONG = 3600; // s; nobody is expected to wait at the table for such turns

/** Returns whether there is a reason to go on at `now` (ms, by the server's clock). */
export function mayGoOn({ room, due, moved }, now) {
  const time = room.settings.timer * 1000;
  if (due.away) return true;
  if (due.turn && time - (due.turn - now) >= Math.max(LEAST_GONE, time / 2)) return true;
  return moved !== null && room.settings.timer < LONG && now - moved >= STALLED;
}
