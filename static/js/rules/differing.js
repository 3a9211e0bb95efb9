// How two rule sets differ.

/** @typedef {import("./rules-card.js").Name} Name */

/** Whether two values of a field are equal. @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields of which two rule sets have different values.
    @param {Wire.Rules} one @param {Partial<Wire.Rules>} other */
export const differing = (one, other) =>
  /** @type {Name[]} */ (Object.keys(one)).filter((name) => !same(one[name], other[name]));
