// Named dice: the letters of a player's set (farkle/rules/named_dice.py). Of dice that show the
// same number, those further left are set aside first.

export const ORDINARY = "O";

/** Returns a set with `count` dice: ordinary ones are added, or the last ones left out.
    @param {string} letters @param {number} count */
export const fitted = (letters, count) => letters.slice(0, count).padEnd(count, ORDINARY);

/** Returns the letters of the dice of `keep`, in its order, and of those `left`, when it is set
    aside of dice that show `thrown`.
    @param {string} letters @param {number[]} thrown @param {number[]} keep */
export function setAside(letters, thrown, keep) {
  /** @type {Set<number>} */ const taken = new Set();
  for (const face of keep) {
    taken.add(thrown.findIndex((shown, at) => shown === face && !taken.has(at)));
  }
  return {
    aside: [...taken].map((at) => letters[at]).join(""),
    left: [...letters].filter((_, at) => !taken.has(at)).join(""),
  };
}
