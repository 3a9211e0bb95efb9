// Named dice: the letters of a player's set (farkle/rules/named_dice.py). Of dice that show the
// same number, those further left are set aside first.

export const ORDINARY = "O";

/** Returns a set with `count` dice: ordinary ones are added, or the last ones left out.
    @param {string} letters @param {number} count */
export const fitted = (letters, count) => letters.slice(0, count).padEnd(count, ORDINARY);

/** Returns the letters of the dice left when `keep` is set aside of dice that show `thrown`.
    @param {string} letters @param {number[]} thrown @param {number[]} keep */
export function leftAfter(letters, thrown, keep) {
  const kept = [...keep];
  return [...letters]
    .filter((_, at) => {
      const place = kept.indexOf(thrown[at]);
      if (place >= 0) kept.splice(place, 1);
      return place < 0;
    })
    .join("");
}
