// The dice selected in a move, kept until the move is over, so that a reload does not lose them.

const KEY = "farkle-selection";

/** Keeps the positions `picked` of the dice `dice` in a move ("game:ply") of a room.
    @param {string} room @param {string} move @param {number[]} dice @param {Set<number>} picked */
export function saveSelection(room, move, dice, picked) {
  try {
    if (picked.size) {
      sessionStorage.setItem(KEY, JSON.stringify({ room, move, dice, picked: [...picked] }));
    } else sessionStorage.removeItem(KEY);
  } catch {
    // A private window may refuse. A reload then starts with nothing selected.
  }
}

/** Returns the positions selected in this very move, on these very dice; else none.
    @param {string} room @param {string} move @param {number[]} dice */
export function savedSelection(room, move, dice) {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const same = saved?.room === room && saved.move === move && String(saved.dice) === String(dice);
    return new Set(same ? saved.picked : []);
  } catch {
    return new Set();
  }
}
