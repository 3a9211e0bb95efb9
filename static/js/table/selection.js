// The selected dice of the throw, as positions. A selection is always empty or a legal keep: the
// server's `may` says which keeps are legal and what they are worth.

const faces = (dice, picked) =>
  [...picked]
    .map((at) => dice[at])
    .sort()
    .join("");

// What a frame leaves out at the start of a turn: there is no throw yet, and all six dice roll.
const OPENING = { keeps: { "": [0, 0, 6, 0, 1] }, why: ["not_rolled"] };

/** Returns the rows of `may` by keep. `roll` and `bank` are null where allowed, else a refusal's
    code; `ends`: the keep ends the turn. */
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

/** Returns positions in `dice` with the faces of `keep`, where possible those in `prefer`. */
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

const contains = (keep, wanted) => {
  const left = [...keep];
  return [...wanted].every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

export class Selection {
  constructor() {
    this.set([], null);
  }

  /** Starts with a new throw and nothing selected. */
  set(dice, may) {
    this.dice = dice;
    this.rows = rowsOf(may);
    this.picked = new Set();
  }

  /** The row of what is selected, or null. */
  get row() {
    return this.rows.get(faces(this.dice, this.picked)) ?? null;
  }

  /** Returns whether the die at this position is part of a legal keep. */
  canSelect(at) {
    const face = String(this.dice[at]);
    return [...this.rows.keys()].some((keep) => keep.includes(face));
  }

  /** Selects or deselects a die, and with it the dice it cannot score without. Returns false where
      it does not score. */
  toggle(at) {
    if (!this.canSelect(at)) return false;
    const wanted = new Set(this.picked);
    const adding = !wanted.delete(at);
    if (adding) wanted.add(at);
    this.picked = adding ? (this.grown(wanted) ?? this.grown(new Set([at]))) : this.shrunk(wanted);
    return true;
  }

  /** Returns the smallest legal keep that contains these dice, or null. */
  grown(wanted) {
    const need = faces(this.dice, wanted);
    const fit = [...this.rows.values()].filter(({ keep }) => keep && contains(keep, need));
    if (!fit.length) return null;
    fit.sort((a, b) => a.keep.length - b.keep.length || b.points - a.points);
    return positions(this.dice, fit[0].keep, wanted);
  }

  /** Returns the largest legal keep within these dice, or an empty one. */
  shrunk(wanted) {
    const have = faces(this.dice, wanted);
    const fit = [...this.rows.values()].filter(({ keep }) => keep && contains(have, keep));
    if (!fit.length) return new Set();
    fit.sort((a, b) => b.keep.length - a.keep.length || b.points - a.points);
    return positions(
      this.dice.map((face, at) => (wanted.has(at) ? face : 0)),
      fit[0].keep,
      wanted,
    );
  }

  /** Selects the keep worth most; of two the one with more dice. */
  selectBest() {
    const best = [...this.rows.values()].sort(
      (a, b) => b.points - a.points || b.keep.length - a.keep.length,
    )[0];
    if (best?.keep) this.picked = positions(this.dice, best.keep, this.picked);
  }

  clear() {
    this.picked = new Set();
  }
}
