// The dice of the throw that are selected, as positions. What may be kept, and what it is worth, is
// looked up in `may`; a selection is always nothing or a legal keep.

const faces = (dice, picked) =>
  [...picked]
    .map((at) => dice[at])
    .sort()
    .join("");

// What the wire leaves out at the start of a turn: nothing lies there, and all six are thrown.
const OPENING = { keeps: { "": [0, 0, 6, 0, 1] }, why: ["not_rolled"] };

/** The rows of the frame's `may` by keep; `roll` and `bank` are null where allowed, else the code why not. */
function rowsOf(may) {
  const { keeps, why } = may && !may.keeps ? OPENING : (may ?? { keeps: {} });
  const reason = (place) => (place > 0 ? why[place - 1] : null);
  return new Map(
    Object.entries(keeps).map(([keep, [points, total, next, roll, bank]]) => [
      keep,
      { keep, points, total, next, roll: reason(roll), bank: reason(bank), ends: roll === -1 },
    ]),
  );
}

/** Positions in `dice` for the faces of `keep`, the ones in `prefer` first. */
function positions(dice, keep, prefer) {
  const left = [...keep].map(Number);
  const chosen = [];
  const order = [...dice.keys()].sort((a, b) => prefer.has(b) - prefer.has(a) || a - b);
  for (const at of order) {
    const found = left.indexOf(dice[at]);
    if (found >= 0) {
      left.splice(found, 1);
      chosen.push(at);
    }
  }
  return new Set(chosen);
}

const holds = (keep, wanted) => {
  const left = [...keep];
  return [...wanted].every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

export class Choice {
  constructor() {
    this.set([], null);
  }

  /** A new throw: nothing is selected. */
  set(dice, may) {
    this.dice = dice;
    this.rows = rowsOf(may);
    this.picked = new Set();
  }

  get row() {
    return this.rows.get(faces(this.dice, this.picked)) ?? null;
  }

  /** Whether the die at `at` is part of any legal keep. */
  can(at) {
    const face = String(this.dice[at]);
    return [...this.rows.keys()].some((keep) => keep.includes(face));
  }

  /** Selects or frees a die, and with it the dice it cannot score without. False where it never scores. */
  toggle(at) {
    if (!this.can(at)) return false;
    const wanted = new Set(this.picked);
    const adding = !wanted.delete(at);
    if (adding) wanted.add(at);
    this.picked = adding ? (this.grown(wanted) ?? this.grown(new Set([at]))) : this.shrunk(wanted);
    return true;
  }

  /** The smallest legal keep that holds these dice; null where there is none. */
  grown(wanted) {
    const need = faces(this.dice, wanted);
    const fit = [...this.rows.values()].filter(({ keep }) => keep && holds(keep, need));
    if (!fit.length) return null;
    fit.sort((a, b) => a.keep.length - b.keep.length || b.points - a.points);
    return positions(this.dice, fit[0].keep, wanted);
  }

  /** The largest legal keep within these dice; empty where there is none. */
  shrunk(wanted) {
    const have = faces(this.dice, wanted);
    const fit = [...this.rows.values()].filter(({ keep }) => keep && holds(have, keep));
    if (!fit.length) return new Set();
    fit.sort((a, b) => b.keep.length - a.keep.length || b.points - a.points);
    return positions(
      this.dice.map((face, at) => (wanted.has(at) ? face : 0)),
      fit[0].keep,
      wanted,
    );
  }

  /** The keep that is worth most; of two alike the one with more dice. */
  all() {
    const best = [...this.rows.values()].sort(
      (a, b) => b.points - a.points || b.keep.length - a.keep.length,
    )[0];
    if (best?.keep) this.picked = positions(this.dice, best.keep, this.picked);
  }

  clear() {
    this.picked = new Set();
  }
}
