// What scores in a roll, in words. The server says what each keep is worth; nothing is scored here.
import { commas, fill, gettext } from "../lib/i18n.js";
import { diceText, isStraight } from "./text/dice.js";
/** @import { Selection } from "./selection.js" */

/** @param {string} keep @param {string} part */
const without = (keep, part) => {
  const left = [...keep];
  for (const face of part) left.splice(left.indexOf(face), 1);
  return left.join("");
};

/** @param {string} part @param {string} keep */
const within = (part, keep) =>
  [...part].every((face) => part.split(face).length <= keep.split(face).length);

/** Splits the row of a keep into rows that score by themselves and add up to the same points.
    @param {KeepRow} row @param {Map<string, KeepRow>} rows @returns {KeepRow[]} */
function parts(row, rows) {
  const faces = [...new Set(row.keep)];
  const single = faces.flatMap(
    (face) => rows.get([...row.keep].filter((other) => other === face).join("")) ?? [],
  );
  const sum = single.reduce((total, { points }) => total + points, 0);
  if (single.length === faces.length && sum === row.points) {
    return single.sort((a, b) => b.points - a.points);
  }
  const others = [...rows.values()]
    .filter(({ keep }) => keep && keep !== row.keep && within(keep, row.keep))
    .sort((a, b) => b.points - a.points || a.keep.length - b.keep.length);
  for (const one of others) {
    const rest = rows.get(without(row.keep, one.keep));
    if (rest?.keep && one.points + rest.points === row.points) return [one, ...parts(rest, rows)];
  }
  return [row];
}

/** Returns "three 4s", "a 5", and "1 to 5" for a straight. @param {string} keep */
const groupText = (keep) =>
  isStraight(keep)
    ? fill(gettext("{first} to {last}"), { first: keep[0], last: keep.at(-1) })
    : diceText(keep);

/** Returns what scores in a roll by itself, the most first. @param {Selection} selection */
export const scoringParts = ({ best, rows }) => (best ? parts(best, rows) : []);

/** Returns what scores in a roll: "three 2s for 200, a 5 for 50"; empty where nothing does.
    @param {Selection} selection */
export function scoringList(selection) {
  const words = gettext("{dice} for {points}");
  return commas(
    scoringParts(selection).map(({ keep, points }) =>
      fill(words, { dice: groupText(keep), points }),
    ),
  );
}

/** Returns what could be banked beside what is selected, {row, dice, more, total}: its row, the
    dice left out, the points they add, and the total without them; else null. `dice` is null if
    others have to be selected instead. @param {Selection} selection */
export function leftOut(selection) {
  const { row, bestToBank: best } = selection;
  if (!row?.keep || !best || best.total <= row.total) return null;
  const dice = within(row.keep, best.keep) ? without(best.keep, row.keep) : null;
  return { row: best, dice, more: best.total - row.total, total: row.total };
}

/** Returns "Bank 300?" and what is left, as the two parts of a sentence.
    @param {Selection} selection */
export function bankQuestion(selection) {
  const left = leftOut(selection);
  if (!left) return [];
  const { dice, row, more, total } = left;
  return [
    fill(gettext("Bank {points}?"), { points: total }),
    dice
      ? fill(gettext("You left {dice}."), { dice: diceText(dice) })
      : fill(gettext("{dice} is worth {more} more."), { dice: diceText(row.keep), more }),
  ];
}
