// The selected dice of the throw, as positions. A selection is always empty or a legal keep: the
// server's `may` says which keeps are legal and what they are worth.

/** @param {number[]} dice @param {Set<number>} picked */
const faces = (dice, picked) =>
  [...picked]
    .map((at) => dice[at])
    .sort()
    .join("");

/** Returns positions in `dice` with the faces of `keep`, where possible those in `prefer`.
    @param {number[]} dice @param {string} keep @param {Set<number>} prefer */
function positions(dice, keep, prefer) {
  const left = [...keep].map(Number);
  /** @type {Set<number>} */ const chosen = new Set();
  const order = [...dice.keys()].sort(
    (a, b) => Number(prefer.has(b)) - Number(prefer.has(a)) || a - b,
  );
  for (const at of order) {
    const found = left.indexOf(dice[at]);
    if (found >= 0) {
      left.splice(found, 1);
      chosen.add(at);
    }
  }
  return chosen;
}

/** @param {string} keep @param {string} wanted */
const contains = (keep, wanted) => {
  const left = [...keep];
  return [...wanted].every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

/** @param {KeepRow} row @param {KeepRow} than */
const isBetter = (row, than) =>
  row.points > than.points || (row.points === than.points && row.keep.length > than.keep.length);

export class Selection {
  /** @type {number[]} */ dice = [];
  /** @type {Map<string, KeepRow>} */ rows = new Map();
  /** @type {Set<number>} */ picked = new Set();
  /** @type {Set<number>[]} */ before = []; // what was selected earlier, for `undo`
  ordered = false; // whether of equal dice those further left are set aside first

  /** Starts with a new throw and nothing selected. `letters`: those of named dice.
      @param {number[]} dice @param {LegalMoves | null} may @param {string} letters */
  set(dice, may, letters = "") {
    this.dice = dice;
    this.ordered = new Set(letters).size > 1;
    this.rows = may?.rows ?? new Map();
    this.picked = new Set();
    this.before = [];
  }

  /** Selects the dice at these positions, if they are a legal keep. @param {Set<number>} picked */
  restore(picked) {
    if (this.rows.has(faces(this.dice, picked))) this.picked = new Set(picked);
  }

  /** The row of what is selected, or null. */
  get row() {
    return this.rows.get(faces(this.dice, this.picked)) ?? null;
  }

  /** Whether what is selected is the last of all dice: hot dice. */
  get isHot() {
    return this.picked.size > 0 && this.picked.size === this.dice.length;
  }

  /** The row of the keep worth most, of two the one with more dice; null where nothing scores. */
  get best() {
    // Not one after which the turn counts nothing, if there is another.
    return this.bestOf(({ ends, bank }) => !ends || !bank) ?? this.bestOf(() => true);
  }

  /** The row of the keep that banks most; null where none may be banked. */
  get bestToBank() {
    return this.bestOf(({ bank }) => bank === null);
  }

  bestOf(/** @type {(row: KeepRow) => boolean} */ allowed) {
    const rows = [...this.rows.values()].filter((row) => row.keep && allowed(row));
    return rows.length ? rows.reduce((best, row) => (isBetter(row, best) ? row : best)) : null;
  }

  /** Whether `best` takes every die that scores. */
  get bestIsAll() {
    const scoring = this.dice.filter((_, at) => this.canSelect(at));
    return scoring.length === this.best?.keep.length;
  }

  /** Returns whether the die at this position is part of a legal keep. @param {number} at */
  canSelect(at) {
    const face = String(this.dice[at]);
    return [...this.rows.keys()].some((keep) => keep.includes(face));
  }

  /** The position of the first die that scores, or -1. */
  get firstScoring() {
    return this.dice.findIndex((_, at) => this.canSelect(at));
  }

  /** Returns what lies in the tray while the dice that `row` leaves are rolled.
      @param {KeepRow} row @param {{ aside: number[], aside_rolls: number[] }} state */
  rolling({ keep, next }, { aside, aside_rolls: sizes }) {
    if (!keep) return { count: next, aside, sizes };
    if (keep.length === this.dice.length) return { count: next, aside: [], sizes: [] };
    return {
      count: next,
      aside: [...aside, ...[...keep].map(Number)],
      sizes: [...sizes, keep.length],
    };
  }

  /** Selects or deselects a die, and with it the dice it cannot score without. Returns false where
      it does not score. @param {number} at */
  toggle(at) {
    if (!this.canSelect(at)) return false;
    this.remember();
    const wanted = new Set(this.picked);
    const adding = !wanted.delete(at);
    if (adding) wanted.add(at);
    this.picked = adding
      ? (this.grown(wanted, at) ?? this.grown(new Set([at]), at) ?? this.picked)
      : this.shrunk(wanted);
    if (this.ordered) this.picked = positions(this.dice, faces(this.dice, this.picked), new Set());
    return true;
  }

  /** Returns the smallest legal keep that contains these dice, or null. If the die at `at` does not
      score alone, all others of its face that add points come along: three of four 6s would give
      away half of what they are worth. @param {Set<number>} wanted @param {number} at */
  grown(wanted, at) {
    const need = faces(this.dice, wanted);
    const fit = [...this.rows.values()].filter(({ keep }) => keep && contains(keep, need));
    if (!fit.length) return null;
    fit.sort((a, b) => a.keep.length - b.keep.length || b.points - a.points);
    const [least] = fit;
    const others = (/** @type {string} */ keep) => keep.replaceAll(String(this.dice[at]), "");
    const grows = least.keep !== need;
    const alike = fit.filter(({ keep }) => grows && others(keep) === others(least.keep));
    const most = alike.reduce((best, row) => (row.points > best.points ? row : best), least);
    return positions(this.dice, most.keep, wanted);
  }

  /** Returns the largest legal keep within these dice, or an empty one.
      @param {Set<number>} wanted */
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

  /** Selects the dice of a row. @param {KeepRow | null} row */
  selectRow(row) {
    if (!row) return;
    this.remember();
    this.picked = positions(this.dice, row.keep, this.picked);
  }

  clear() {
    this.remember();
    this.picked = new Set();
  }

  remember() {
    this.before.push(this.picked);
  }

  /** Takes back the last change, with those that changed nothing. Returns whether there was one. */
  undo() {
    const now = String([...this.picked].sort());
    for (let last; (last = this.before.pop()); ) {
      this.picked = last;
      if (String([...this.picked].sort()) !== now) return true;
    }
    return false;
  }
}
